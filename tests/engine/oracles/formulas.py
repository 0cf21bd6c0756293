"""What the formulas of all recipes are written with: numbers of 50 digits, and how they are compared."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from decimal import Decimal
from typing import Any

import mpmath as mp

mp.mp.dps = 50

PRECISION = mp.mpf("1e-12")

# Below this a float has fewer digits than the comparison asks for.
SMALLEST = mp.mpf(sys.float_info.min)

# A row this much narrower than its numbers are large is not tamed twice: its digits are lost.
NARROWEST = mp.mpf("1e-3")


class TooNarrow(Exception):
    """A row inside a block whose numbers are all but equal: 1e-12 says nothing about what follows from it."""


class Number:
    """A number of 50 digits, and the sum of the absolute values of the terms it was added up from.

    `size` is the condition of the sum: where large terms cancel, a float keeps no more
    than its share of them. It grows as the formula, multiplied out, is read with every
    sign made plus; a function (e to the power, root) is one term again.
    """

    __slots__ = ("size", "value")

    def __init__(self, value: Any, size: Any = None) -> None:
        self.value = mp.mpf(value)
        self.size = abs(self.value) if size is None else mp.mpf(size)

    def __add__(self, other: Any) -> Number:
        other = exact(other)
        return Number(self.value + other.value, self.size + other.size)

    def __neg__(self) -> Number:
        return Number(-self.value, self.size)

    def __sub__(self, other: Any) -> Number:
        return self + -exact(other)

    def __mul__(self, other: Any) -> Number:
        other = exact(other)
        return Number(self.value * other.value, self.size * other.size)

    def __truediv__(self, other: Any) -> Number:
        below = exact(other).value
        return Number(self.value / below, self.size / abs(below))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: Any) -> Number:
        return exact(other) - self

    def __rtruediv__(self, other: Any) -> Number:
        return exact(other) / self


Row = list[Number]

Grid = list[Row]


def exact(plain: Any) -> Any:
    """A number, or lists of them, with all its digits."""
    if isinstance(plain, (list, tuple)):
        return [exact(item) for item in plain]
    return plain if isinstance(plain, Number) else Number(plain)


def as_floats(value: Any) -> Any:
    """Return what was worked out, as plain numbers to read."""
    return [as_floats(item) for item in value] if isinstance(value, list) else float(exact(value).value)


def agree(found: Any, expected: Any) -> bool:
    """Return whether plain numbers are those expected, to 1e-12.

    1e-12 of the number itself; where terms cancel in it, 1e-12 times the sum of the
    absolute values of the terms (the condition of the sum, `Number.size`). A grid of one
    row is written as that row.
    """
    if isinstance(expected, list) and len(expected) == 1 and isinstance(expected[0], list):
        return agree(found, expected[0])
    return _same(found, expected)


def _same(found: Any, expected: Any) -> bool:
    if isinstance(expected, list):
        return isinstance(found, list) and len(found) == len(expected) and all(map(_same, found, expected))
    if isinstance(found, list):
        return False
    wanted = exact(expected)
    if mp.isinf(wanted.value):
        return found == wanted.value
    return mp.isfinite(found) and abs(found - wanted.value) <= PRECISION * wanted.size + SMALLEST


def add_up(terms: Iterable[Number]) -> Number:
    every = list(terms)
    return Number(mp.fsum(each.value for each in every), mp.fsum(each.size for each in every))


def raised(number: Number) -> Number:
    return Number(mp.exp(number.value))


def rooted(number: Number) -> Number:
    """A root; where its number is added up from terms that cancel, their root is its size."""
    if number.size == abs(number.value):
        return Number(mp.sqrt(number.value))
    return Number(mp.sqrt(number.value), mp.sqrt(number.size))


def is_grid(value: Any) -> bool:
    return isinstance(value, list) and isinstance(value[0], list)


def by_rows(work: Callable[[Row], Any], value: Any) -> Any:
    """Return what is done to a row, done to each row of a grid."""
    return [work(row) for row in value] if is_grid(value) else work(value)


def by_entries(work: Callable[..., Number], *values: Any) -> Any:
    """Return what is done to numbers, done to each number of a row or grid, or of two of one shape."""
    if isinstance(values[0], list):
        return [by_entries(work, *items) for items in zip(*values, strict=True)]
    return work(*map(exact, values))


def as_grid(value: Any) -> Grid:
    return value if is_grid(value) else [value]


def whole(number: Any) -> int:
    return int(exact(number).value)


def columns_of(grid: Grid) -> Grid:
    return [[row[column] for row in grid] for column in range(len(grid[0]))]


def by_float(work: Callable[[Any], Any], value: Any) -> Any:
    """A function of single numbers, of each number; its size is its value."""
    return by_entries(lambda x: Number(work(x.value)), value)


def as_decimal(number: Any) -> Decimal:
    """A number as it was typed."""
    return Decimal(repr(float(exact(number).value)))


def for_all(value: Any, row: Row) -> Row:
    return value if isinstance(value, list) else [exact(value)] * len(row)


def plus(first: Any, second: Any) -> Any:
    return by_entries(lambda a, b: a + b, first, second)


def parts(row: Row, count: int) -> Grid:
    each = len(row) // count
    return [row[start : start + each] for start in range(0, len(row), each)]


def joined(rows: Grid) -> Row:
    return [number for row in rows for number in row]
