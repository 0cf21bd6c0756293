"""Wrap the lines of a page into terminal rows."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from katatx.pictures.parts import cells
from katatx.views.audited.lines import ShownLine

# A row ends at a space if the space lies beyond this share of its width; otherwise the word is cut.
_LEAST_PART = 0.6


class Row(NamedTuple):
    """A part of the display line with index `line`, from column `start` up to `stop`."""

    line: int
    start: int
    stop: int


class Rows:
    """All rows of a page: its display lines, wrapped to `width` cells."""

    def __init__(self, lines: Sequence[ShownLine], width: int) -> None:
        self._lines, self._starts, self._first = array("I"), array("I"), array("I")
        self._lengths = array("I")
        self.width = width
        for number, line in enumerate(lines):
            self._first.append(len(self._lines))
            self._lengths.append(len(line.text))
            for start in row_starts(line.text, width):
                self._lines.append(number)
                self._starts.append(start)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._lines)

    def __getitem__(self, index: int) -> Row:
        """Return the row with an index from 0; slices and negative indexes are not supported."""
        line, start = self._lines[index], self._starts[index]
        goes_on = index + 1 < len(self._lines) and self._lines[index + 1] == line
        return Row(line, start, self._starts[index + 1] if goes_on else self._lengths[line])

    def at(self, line: int, column: int) -> int:
        """Return the index of the row that contains a column of the line with index `line`."""
        first = self._first[line]
        last = self._first[line + 1] if line + 1 < len(self._first) else len(self._lines)
        return bisect_right(self._starts, column, first, last) - 1 if last > first + 1 else first


def row_starts(text: str, width: int) -> Iterator[int]:
    """Yield the character index at which each row begins, 0 first, so that rows fit `width` cells.

    A row breaks after a space near its end, which may be one cell too many, or else anywhere. A character wider
    than `width` has a row of its own.
    """
    yield 0
    start = 0
    while (end := _end_of_row(text, start, width)) < len(text):
        space = text.rfind(" ", start, end + 1)
        if space - start >= width * _LEAST_PART:
            end = space + 1
        if end == len(text):  # only the space is left
            return
        start = end
        yield start


def _end_of_row(text: str, start: int, width: int) -> int:
    """Return the index after the last character from `start` that fits into a row; at least one fits."""
    part = text[start : start + width]
    if part.isascii():
        return start + len(part)
    used, end = 0, start
    while end < len(text) and end - start < 4 * width:
        wide = cells(text[end])
        if used + wide > width and end > start:
            break
        used, end = used + wide, end + 1
    return end
