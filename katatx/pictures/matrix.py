"""Pictures of a grid in brackets and of a row."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from katatx.engine.values import Value, as_lists, rank_of
from katatx.notation.printing import write_value
from katatx.pictures.figures import GIVEN, Grid, number_span, rest_line, under_heads, written
from katatx.pictures.parts import (
    MOST_ROWS,
    Line,
    Picture,
    Span,
    cells,
    clean,
    labelled,
    listed,
    padded,
    row_name,
    said_label,
    text_of,
)

GAP = "  "


@dataclass(frozen=True, slots=True)
class Matrix(Picture):
    """A grid in brackets with aligned decimal points; `places` is the number of decimals.

    Minus infinity is written as `masked_shown`. `row_names` and `column_names` may be empty.
    """

    label: str
    rows: Grid
    row_names: tuple[str, ...] = ()
    column_names: tuple[str, ...] = ()
    places: int = GIVEN
    masked_shown: str = "-inf"

    def _sketch(self, width: int) -> list[Line] | None:
        """Return the grid as lines, with a count of the rows beyond `MOST_ROWS`; lines may be wider than `width`."""
        rows = self.rows[:MOST_ROWS]
        heads, shown = under_heads(self.column_names, [self._written(row) for row in rows])
        names = side_names(self.row_names, len(rows))
        lines = [head_line(heads, names, before=2)] if heads else []
        for index, (row, texts) in enumerate(zip(rows, shown, strict=True)):
            left, right = brackets(index, len(rows), whole=len(self.rows) <= MOST_ROWS)
            line = [Span(names[index], "faint"), Span(f"{left} ", "rule")]
            for number, text in zip(row, texts, strict=True):
                line += [Span(GAP if len(line) > 2 else ""), number_span(text, number)]
            lines.append((*line, Span(f" {right}", "rule")))
        return labelled(self.label, [*lines, *rest_line(self.rows)], width)

    def _written(self, row: tuple[float, ...]) -> list[str]:
        """Return a row's numbers as texts, minus infinity as `masked_shown`."""
        return [self.masked_shown if text == "-inf" else text for text in written(row, self.places)]

    def _sentences(self) -> list[str]:
        """Return the label, if there is one, and a line for each row: its name, if there is one, and its numbers."""
        lines = [listed(self._written(row)) for row in self.rows]
        if self.row_names:
            lines = [f"{row_name(name)}: {line}" for name, line in zip(self.row_names, lines, strict=True)]
        return [*said_label(self.label), *lines]


def side_names(names: tuple[str, ...], rows: int) -> list[str]:
    """Return a text for each of the first `rows` rows, to be put before it: its name, right-aligned, and a space.

    The texts are "" if `names` is empty.
    """
    if not names:
        return [""] * rows
    shown = [clean(name) for name in names[:rows]]
    width = max(map(cells, shown))
    return [padded(name, width, before=True) + " " for name in shown]


def head_line(heads: Sequence[str], names: Sequence[str], before: int, gap: str = GAP) -> Line:
    """Return the line of column names `heads`, which must be padded already.

    `names` are the texts of `side_names`; `before` is the number of cells between them and the first column, `gap` the
    text between columns.
    """
    return Span(" " * (cells(names[0]) + before)), Span(gap.join(heads), "faint")


def brackets(index: int, rows: int, *, whole: bool = True) -> tuple[str, str]:
    """Return the left and right bracket pieces for row `index` of `rows`; if not `whole`, the last row's stay open."""
    if rows == 1 and whole:
        return "[", "]"
    if index == 0:
        return "⎡", "⎤"
    return ("⎣", "⎦") if index == rows - 1 and whole else ("⎢", "⎥")


@dataclass(frozen=True, slots=True)
class Rows(Picture):
    """A row (`label = [2, 0, 1, 0]`), wrapped below its bracket; a single number or a value of higher rank as well."""

    label: str
    row: Value
    places: int = GIVEN

    def _sketch(self, width: int) -> list[Line] | None:
        """Return the row as lines, wrapped at `width`.

        Returns None if a number does not fit, or if the label leaves several numbers less than half of the width.
        """
        head = (Span(clean(self.label), "label"), Span(" = ")) if self.label.strip() else ()
        indent = cells(text_of(head)) + (rank_of(self.row) > 0)
        pieces = write_value(as_lists(self.row), self.places).split(" ")
        if max(map(len, pieces)) + indent > width or (indent * 2 > width and len(pieces) > 1):
            return None
        lines, line = [], list(head)
        used = cells(text_of(head))
        at_start = True
        for piece in pieces:
            if not at_start and used + 1 + len(piece) > width:
                lines.append(tuple(line))
                line, used, at_start = [Span(" " * indent)], indent, True
            line += [*(() if at_start else (Span(" "),)), *_marked(piece)]
            used, at_start = used + len(piece) + (not at_start), False
        return [*lines, tuple(line)]

    def _sentences(self) -> list[str]:
        """Return the row in a list of one line, after its label if there is one; numbers beyond 400 are only counted.

        A value of higher rank is written in brackets, in full.
        """
        name = clean(self.label).strip()
        text = write_value(as_lists(self.row), self.places)
        if rank_of(self.row) == 1:
            numbers = written(self.row, self.places)
            text = f"[{listed(numbers)}]"
        return [f"{name} = {text}" if name else text]


def _marked(piece: str) -> list[Span]:
    """Return the spans of one printed number together with its brackets or comma, as in `[2,` or `0]`."""
    return [
        Span(part, "rule" if part[0] in "[]," else "masked" if part == "-inf" else "number")
        for part in re.findall(r"[\[\],]+|[^\[\],]+", piece)
    ]
