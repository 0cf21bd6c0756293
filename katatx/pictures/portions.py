"""The portions picture: a bar for each portion of a whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from katatx.notation.printing import write_number
from katatx.pictures.figures import WORKED, Grid, Row, aligned, written
from katatx.pictures.matrix import side_names
from katatx.pictures.parts import (
    Line,
    Picture,
    Span,
    cells,
    clean,
    row_name,
    said_label,
)

_EIGHTHS = " ▏▎▍▌▋▊▉"
_FULL, _GROUND = "█", "░"
_NARROWEST, _WIDEST = 8, 40


@dataclass(frozen=True, slots=True)
class Portions(Picture):
    """A bar for each portion, with its number; the full width stands for 1.

    `names` are those of the portions in a row. A grid of portions gives one group of bars per row.
    """

    noun: ClassVar[str] = "portion"

    label: str
    names: tuple[str, ...]
    portions: Row | Grid
    places: int = WORKED

    @property
    def _groups(self) -> Grid:
        """Return the portions as rows, one for each group of bars."""
        first = self.portions[0]
        return self.portions if isinstance(first, tuple) else (self.portions,)  # type: ignore[return-value]

    def _sketch(self, width: int) -> list[Line] | None:
        """Return the bars of all groups as lines; None if `width` leaves less than 8 cells for a bar."""
        groups = self._groups
        names = side_names(self.names, len(self.names))
        numbers = aligned([[text] for row in groups for text in written(row, self.places)])
        room = min(_WIDEST, width - 2 - cells(names[0]) - 1 - 2 - len(numbers[0][0]))
        if room < _NARROWEST:
            return None
        lines: list[Line] = [(Span(clean(self.label).rstrip(), "label"),)] if self.label.strip() else []
        for index, row in enumerate(groups):
            if len(groups) > 1:
                lines.append((Span(f"  row {index + 1}", "faint"),))
            texts = numbers[index * len(row) :]
            for name, portion, (text,) in zip(names, row, texts, strict=False):
                lines.append((Span(f"  {name} ", "faint"), *_bar(portion, room), Span(f"  {text}", "number")))
        return lines

    def _sentences(self) -> list[str]:
        """Return the label, if there is one, and a line for each portion."""
        groups = self._groups
        lines = [
            f"{f'row {index}, ' * (len(groups) > 1)}{_called(name)}: {write_number(portion, self.places)}"
            for index, row in enumerate(groups, 1)
            for name, portion in zip(self.names, row, strict=True)
        ]
        return [*said_label(self.label), *lines]


def _called(name: str) -> str:
    """Return a portion's name as read aloud: "number 2", or its name."""
    return row_name(name, "number")


def _bar(portion: float, room: int) -> tuple[Span, ...]:
    """Return the spans of a bar `room` cells wide; portions outside 0 to 1 are clipped, and a tiny one is visible."""
    eighths = round(min(1.0, max(0.0, portion)) * room * 8)
    if portion > 0 and not eighths:
        eighths = 1  # a tiny portion is still visible
    full, part = divmod(eighths, 8)
    bar = _FULL * full + (_EIGHTHS[part] if part else "")
    spans = (Span(bar, "bar"), Span(_GROUND * (room - len(bar)), "faint"))
    return tuple(span for span in spans if span.text)
