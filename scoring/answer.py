"""Typed answers as numbers, with the precision they were written to."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Form(StrEnum):
    """A form in which a number was left unevaluated."""

    FRACTION = "fraction"  # 1/3
    POWER = "power"  # √2, e^4, 2^10
    CALCULATION = "calculation"  # 2·3, 1 - 0.25, ln 2


class TypedNumber(NamedTuple):
    """One number as typed.

    `places` is the number of decimals written, which the number claims: `0.330` claims more than `0.33`. It is None for
    an exact form such as `1/2`, `√2` or `e^4`, and negative for a whole number rounded to tens or hundreds. `about`
    says it was written as approximate, with `≈`. `forms` are the forms it was left in; empty for plain digits, `50 %`
    and `2·10^-3`.
    """

    text: str
    value: float
    places: int | None
    about: bool = False
    forms: frozenset[Form] = frozenset()


class Answer(NamedTuple):
    """The typed numbers in row-major order, and their shape: () number, (n,) row, (rows, columns) grid.

    `other` are the numbers if commas before three digits mark decimals; empty without any.
    """

    numbers: tuple[TypedNumber, ...]
    shape: tuple[int, ...]
    other: tuple[TypedNumber, ...] = ()
