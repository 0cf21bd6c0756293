"""Format numbers in aligned columns."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from katatx.notation.printing import write_number
from katatx.pictures.parts import MOST_ROWS, Line, Span, cells, clean, more, padded

Row = tuple[float, ...]
Grid = tuple[Row, ...]

# Decimals: given numbers keep up to six, worked ones three, as on paper.
GIVEN = 6
WORKED = 3


def written(row: Sequence[float], places: int) -> list[str]:
    """Return the numbers of a row as texts rounded to `places` decimals, small ones to two figures."""
    return [write_number(number, places) for number in row]


def aligned(rows: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """Return rows of number texts, padded so that the decimal points of each column are aligned.

    All rows need the same length. Texts may be any; one without a point is aligned by its end.
    """
    columns = [_column(column) for column in zip(*rows, strict=True)]
    return list(zip(*columns, strict=True))


def _column(numbers: Sequence[str]) -> list[str]:
    """Return the texts of one column, padded so that their decimal points are aligned."""
    before = max(cells(number.partition(".")[0]) for number in numbers)
    lefts = [" " * (before - cells(number.partition(".")[0])) + number for number in numbers]
    width = max(map(cells, lefts))
    return [padded(left, width) for left in lefts]


def under_heads(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return (column names, rows), padded to common columns; names are aligned with the units digit.

    If `heads` is empty, so are the returned names.
    """
    if not heads:
        return (), aligned(rows)
    first, *others = aligned([[clean(head) for head in heads], *rows])
    return first, others


def number_span(text: str, number: float) -> Span:
    """Return a number's text as a span, with the role "masked" for minus infinity."""
    return Span(text, "masked" if number == -inf else "number")


def rest_line(rows: Sequence[object], noun: str = "row") -> list[Line]:
    """Return a list of one line that counts the rows beyond `MOST_ROWS`, which are not drawn; [] if all rows
    are drawn.
    """
    rest = len(rows) - MOST_ROWS
    return [(Span(more(rest, noun), "faint"),)] if rest > 0 else []


def counted(count: int, first: int = 1) -> tuple[str, ...]:
    """Return `count` consecutive numbers as texts, from `first`: the names of rows or columns."""
    return tuple(str(number) for number in range(first, first + count))
