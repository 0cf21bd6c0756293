"""A page's calculation with its printed result, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from katatx.engine.values import Value
from katatx.notation.syntax import Node


class Calculation(NamedTuple):
    """A calculation on a page with its printed result.

    `lines` are its first and last line, from 1, and `text` its text. `node` is the expression and `names` the printed
    values of its names. `is_implied` says that only words name the calculation; its names are then not the page's.
    `result` is the printed value and `numbers` its numbers as printed. `is_right` says that no number of the result is
    wrong: the calculation gives it, possibly with digits that the page does not show.
    """

    lines: tuple[int, int]
    text: str
    node: Node
    names: Mapping[str, Value]
    is_implied: bool
    result: Value
    numbers: tuple[str, ...]
    is_right: bool
