"""Numbers in columns."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from katatx.notation.printing import write_number
from katatx.practice.pictures.parts import MOST_ROWS, Line, Span, cells, clean, more, padded

Row = tuple[float, ...]
Grid = tuple[Row, ...]

# Numbers given are written as far as they go, worked ones as on paper.
GIVEN = 6
WORKED = 3


def written(row: Sequence[float], places: int) -> list[str]:
    """The numbers of a row."""
    return [write_number(number, places) for number in row]


def aligned(rows: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Rows of written numbers with each column's decimal points under each other."""
    columns = [_column(column) for column in zip(*rows, strict=True)]
    return list(zip(*columns, strict=True))


def _column(numbers: Sequence[str]) -> list[str]:
    before = max(cells(number.partition(".")[0]) for number in numbers)
    lefts = [" " * (before - cells(number.partition(".")[0])) + number for number in numbers]
    width = max(map(cells, lefts))
    return [padded(left, width) for left in lefts]


def under_heads(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """The same under a name for each column, if there are any; a name stands above the units."""
    if not heads:
        return (), aligned(rows)
    first, *others = aligned([[clean(head) for head in heads], *rows])
    return first, others


def number_span(text: str, number: float) -> Span:
    """A written number, marked where it is minus infinity."""
    return Span(text, "masked" if number == -inf else "number")


def rest_line(rows: Sequence[object], noun: str = "row") -> list[Line]:
    """The line that says how many rows are left out; none where all are drawn."""
    rest = len(rows) - MOST_ROWS
    return [(Span(more(rest, noun), "faint"),)] if rest > 0 else []


def counted(count: int, first: int = 1) -> tuple[str, ...]:
    """The names of things that have none: their numbers."""
    return tuple(str(number) for number in range(first, first + count))
