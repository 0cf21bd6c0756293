"""Tables laid out to fit a width, sortable by any column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from katatx.pictures.parts import Line, Span, cells, padded

_GAP = 2
# A column that may be shortened keeps at least this width; one that may be dropped needs more to be useful.
_SHORTEST, _SHORTEST_RANKED = 12, 20
_RISING, _FALLING = " ▲", " ▼"
_MARK = len(_RISING)


class Column(NamedTuple):
    """A column of a table.

    Columns with a higher `rank` are dropped first if room is short; 0 is never dropped. `right`: cells are
    right-aligned. `cut`: cells may be shortened. `falls`: sorted largest first.
    """

    name: str
    rank: int = 0
    right: bool = False
    cut: bool = False
    falls: bool = False


class Row(NamedTuple):
    """The cells of a row and a sort key for each column."""

    cells: tuple[Span, ...]
    keys: tuple[Any, ...]

    @property
    def text(self) -> str:
        """Return the text that is searched: all cells."""
        return " ".join(cell.text for cell in self.cells)


class Laid(NamedTuple):
    """A table laid out for a width.

    `starts` holds (position, column number) of each visible column. `line` builds the line of a row on demand, because
    most rows of a long table are never shown.
    """

    heading: Line
    starts: tuple[tuple[int, int], ...]
    line: Callable[[int], Line]

    def column_at(self, cell: int) -> int | None:
        """Return the number of the column whose heading is at a screen position; None left of the first."""
        return next((column for start, column in reversed(self.starts) if start <= cell), None)


def row(*given: Span | str, keys: Sequence[Any] | None = None) -> Row:
    """Return a row of the `given` cells, sorted by `keys`, one for each cell; None sorts by the texts without case."""
    made = tuple(cell if isinstance(cell, Span) else Span(cell) for cell in given)
    return Row(made, tuple(cell.text.casefold() for cell in made) if keys is None else tuple(keys))


@dataclass(frozen=True)
class Table:
    """Columns and rows, with a cell in each row for every column."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def laid(self, room: int, column: int | None = None, falling: bool = False) -> Laid:
        """Return the table laid out in `room` cells, with the column of index `column` marked as the sorted one.

        `falling` marks descending order. The rows are not sorted. Widths do not depend on filtering or sorting.
        """
        widths = self._widths(room)
        marks = {column: _FALLING if falling else _RISING}
        heads = [Span(each.name + marks.get(at, "")) for at, each in enumerate(self.columns)]
        starts, start = [], 0
        for at, width in widths.items():
            starts.append((start, at))
            start += width + _GAP
        heading = self._line(heads, widths)
        return Laid(heading, tuple(starts), lambda at: self._line(self.rows[at].cells, widths))

    def printed(self, width: int) -> list[Line]:
        """Return the table, with its heading, as lines of at most `width` cells if possible."""
        laid = self.laid(width)
        heading = (Span("".join(span.text for span in laid.heading), "head"),)
        return [heading, *map(laid.line, range(len(self.rows)))]

    @cached_property
    def _natural_widths(self) -> list[int]:
        """Return the width that each column needs to show every cell in full."""
        heads = [cells(column.name) + _MARK if column.name else 0 for column in self.columns]
        return [max([head, *map(cells, {each.cells[at].text for each in self.rows})]) for at, head in enumerate(heads)]

    def _widths(self, room: int) -> dict[int, int]:
        """Return the width of each visible column, by index, so that all fit in `room` cells if possible.

        Columns with a `rank` are dropped, the highest first, until shortening those left to 20 cells is enough. Once
        none is left, others are shortened, to 12. Only columns with `cut` are shortened, the widest first.
        """
        widths = dict(enumerate(self._natural_widths))
        while (over := sum(widths.values()) + _GAP * (len(widths) - 1) - room) > 0:
            ranked = [at for at in widths if self.columns[at].rank]
            spare = self._spare(ranked, widths, _SHORTEST_RANKED)
            if ranked and sum(spare.values()) < over:
                del widths[max(ranked, key=lambda at: self.columns[at].rank)]
                continue
            spare = spare or self._spare(list(widths), widths, _SHORTEST)
            if not spare:
                break
            widest = max(spare, key=lambda at: widths[at])
            widths[widest] -= min(over, spare[widest])
        return widths

    def _spare(self, among: Sequence[int], widths: dict[int, int], least: int) -> dict[int, int]:
        """Return by how much each of the columns `among` can be shortened to `least` cells, omitting those that
        cannot.
        """
        return {at: widths[at] - least for at in among if self.columns[at].cut and widths[at] > least}

    def _line(self, given: Sequence[Span], widths: dict[int, int]) -> Line:
        """Return cells as a line, padded and shortened to the widths."""
        spans: list[Span] = []
        for at, width in widths.items():
            if spans:
                spans.append(Span(" " * _GAP))
            text, role = given[at]
            spans.append(Span(padded(shortened(text, width), width, before=self.columns[at].right), role))
        return tuple(spans)


def shortened(text: str, width: int) -> str:
    """Return a text cut to `width` cells, ending in an ellipsis if cut."""
    if cells(text) <= width:
        return text
    kept = text[: max(0, width - 1)]
    while cells(kept) > width - 1 and kept:
        kept = kept[:-1]
    return kept + "…" * (width > 0)
