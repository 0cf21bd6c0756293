"""The strip picture: a long row with one place marked."""

from __future__ import annotations

from dataclasses import dataclass

from katatx.notation.printing import write_number
from katatx.pictures.figures import GIVEN
from katatx.pictures.parts import (
    MOST_LINES,
    Line,
    Picture,
    Span,
    cells,
    clean,
    labelled,
    listed,
    more,
    said_label,
)

_UNKNOWN = "·"
_GAP = "  "
_MOST = MOST_LINES - 4


@dataclass(frozen=True, slots=True)
class Strip(Picture):
    """A row of cells with the cell at `position` marked, counted from 0; None marks none. A cell may be None for
    unknown.
    """

    label: str
    cells: tuple[float | None, ...]
    position: int | None = None
    places: int = GIVEN

    def _written(self) -> list[str]:
        """Return the cells as texts, unknown ones as "·"."""
        return [_UNKNOWN if cell is None else write_number(cell, self.places) for cell in self.cells]

    def _sketch(self, width: int) -> list[Line] | None:
        """Return the strip as lines, several if it is wider than `width`; never None, though lines may be too wide."""
        texts = self._written()
        widest = max(map(len, texts))
        indent = cells(clean(self.label)) + 3 if self.label.strip() else 0
        if indent * 2 > width:
            indent = 2
        if indent + len(texts) * (widest + 2) - 2 <= width:
            lines = self._chunk(texts, widest, 0, "")
        else:
            lines = self._chunks(texts, widest, width - indent)
        return labelled(self.label, lines, width)

    def _chunks(self, texts: list[str], widest: int, width: int) -> list[Line]:
        """Return the row on several lines of at most `width` cells around the marked cell, each after its first cell's
        number.

        `texts` are the cells, each `widest` wide.
        """
        digits = len(str(len(texts) - 1))
        each = max(1, (width - digits) // (widest + 2))
        starts = range(0, len(texts), each)
        at = 0 if self.position is None else self.position // each
        first = max(0, min(at - _MOST // 2, len(starts) - _MOST))
        shown = starts[first : first + _MOST]
        before, after = shown[0], len(texts) - min(len(texts), shown[-1] + each)
        lines: list[Line] = [(Span(more(before, "place") + " before", "faint"),)] if before else []
        for start in shown:
            lines += self._chunk(texts[start : start + each], widest, start, str(start).rjust(digits) + _GAP)
        return lines + ([(Span(more(after, "place"), "faint"),)] if after else [])

    def _chunk(self, texts: list[str], widest: int, start: int, name: str) -> list[Line]:
        """Return a line of the cells `texts` after `name`, and a line below it that marks the position if it is there.

        `start` is the number of the first cell, and `widest` the width of each.
        """
        line = [Span(name, "faint")] if name else []
        for index, text in enumerate(texts, start):
            role = "strong" if index == self.position else "faint" if text == _UNKNOWN else "number"
            line += [Span(_GAP if index > start else ""), Span(text.rjust(widest), role)]
        lines = [tuple(span for span in line if span.text)]
        if self.position is not None and 0 <= self.position - start < len(texts):
            before = len(name) + (self.position - start) * (widest + 2) + widest - 1
            lines.append((Span(" " * before), Span(f"^ {self.position}", "strong")))
        return lines

    def _sentences(self) -> list[str]:
        """Return the label, if there is one, the known cells, and the marked place with its number, a line for each."""
        known = [text for text in self._written() if text != _UNKNOWN]
        lines = [*said_label(self.label), *([listed(known)] if known else [])]
        if self.position is None:
            return lines
        cell = self.cells[self.position]
        if cell is None:
            return [*lines, f"place {self.position} of the places 0 to {len(self.cells) - 1}"]
        return [*lines, f"place {self.position} holds {write_number(cell, self.places)}"]
