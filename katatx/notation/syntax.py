"""The shapes an expression can have. Every node knows its column, counted from 1."""

from __future__ import annotations

from typing import NamedTuple


class Literal(NamedTuple):
    """A number as written."""

    text: str
    value: float
    column: int


class Name(NamedTuple):
    """A name that stands for a value: `scores`, `nolan.want`."""

    text: str
    column: int


class Listing(NamedTuple):
    """Numbers side by side: a row, or rows under each other."""

    items: tuple[Node, ...]
    column: int


class Call(NamedTuple):
    """An operation and what it is given.

    `loose` marks the form without brackets, `softmax 1 4`, where a run of numbers may
    mean one row.
    """

    name: str
    arguments: tuple[Node, ...]
    loose: bool
    column: int


class Unary(NamedTuple):
    """`-x`, `√x` or `xᵀ`; `sign` is "-", "√" or "ᵀ"."""

    sign: str
    operand: Node
    column: int


class Binary(NamedTuple):
    """Two operands and "·", "⊙" (entry by entry), "/" or "^" between them."""

    sign: str
    left: Node
    right: Node
    column: int


class Sum(NamedTuple):
    """Terms added up, as a person writes them: `2·3 + 0·0 - 1`.

    Each term carries "+" or "-".
    """

    terms: tuple[tuple[str, Node], ...]
    column: int


Node = Literal | Name | Listing | Call | Unary | Binary | Sum
