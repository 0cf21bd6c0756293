"""The heat map picture: a grid of numbers, shaded by size."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, isfinite

from katatx.pictures.figures import WORKED, Grid, rest_line, under_heads, written
from katatx.pictures.matrix import GAP, head_line, side_names
from katatx.pictures.parts import (
    MOST_ROWS,
    Line,
    Picture,
    Span,
    labelled,
    listed,
    row_name,
    said_label,
)

SHADES = " ░▒▓█"
_SHUT = "·"
_WIDE = 2


@dataclass(frozen=True, slots=True)
class HeatMap(Picture):
    """A grid of numbers with shaded cells.

    The scale is 0 to 1 if all numbers are in it, otherwise from the least number or 0 to the largest. `masked` says for
    each cell whether a mask excludes it; cells of minus infinity are always excluded. `places` is the number of
    decimals.
    """

    label: str
    rows: Grid
    row_names: tuple[str, ...] = ()
    column_names: tuple[str, ...] = ()
    masked: tuple[tuple[bool, ...], ...] | None = None
    places: int = WORKED

    def _is_shut(self, row: int, column: int) -> bool:
        """Return whether a cell is excluded by a mask."""
        return self.rows[row][column] == -inf or (self.masked is not None and self.masked[row][column])

    def _scale(self) -> tuple[float, float]:
        """Return the numbers (least, most) with the lightest and the darkest shade."""
        known = [number for row in self.rows for number in row if isfinite(number)]
        if not known or (min(known) >= 0 and max(known) <= 1):
            return 0.0, 1.0
        return min(0.0, *known), max(known)

    def _sketch(self, width: int) -> list[Line] | None:
        """Return the heat map as lines, with a count of the rows beyond `MOST_ROWS`; they may be wider than `width`."""
        rows = self.rows[:MOST_ROWS]
        heads, shown = under_heads(self.column_names, [written(row, self.places) for row in rows])
        names = side_names(self.row_names, len(rows))
        lines = [head_line(heads, names, before=_WIDE + 1, gap=" " * (_WIDE + 3))] if heads else []
        scale = self._scale()
        for index, texts in enumerate(shown):
            line = [Span(names[index], "faint")]
            for column, text in enumerate(texts):
                line += [Span(GAP if column else ""), *self._cell(index, column, f" {text}", scale)]
            lines.append(tuple(span for span in line if span.text))
        return labelled(self.label, [*lines, *rest_line(self.rows)], width)

    def _cell(self, row: int, column: int, text: str, scale: tuple[float, float]) -> tuple[Span, ...]:
        """Return a cell as spans: its shade and `text`, its number; `scale` is from `_scale`."""
        if self._is_shut(row, column):
            return (Span(_SHUT * _WIDE + text, "masked"),)
        level = _level(self.rows[row][column], scale)
        return Span(SHADES[level] * _WIDE, f"heat{level}"), Span(text, f"heat{level}")

    def _sentences(self) -> list[str]:
        """Return the label, if there is one, and a line for each row with its numbers, saying which are masked."""
        lines = []
        for index, row in enumerate(self.rows):
            texts = [
                f"{text} masked" if self._is_shut(index, column) else text
                for column, text in enumerate(written(row, self.places))
            ]
            name = row_name(self.row_names[index]) if self.row_names else f"row {index + 1}"
            lines.append(f"{name}: {listed(texts)}")
        return [*said_label(self.label), *lines]


def _level(number: float, scale: tuple[float, float]) -> int:
    """Return the shade of a number, from 0 to 4, on a `scale` (least, most).

    Only the least number, or one below it, has shade 0. It is 4 for infinities, or if the scale has no extent.
    """
    least, most = scale
    part = 1.0 if most == least else (number - least) / (most - least)
    return min(4, max(0, ceil(part * 4 - 1e-9))) if isfinite(part) else 4
