"""Two rows laid on each other, slot under slot."""

from __future__ import annotations

from dataclasses import dataclass

from katatx.practice.pictures.figures import GIVEN, Row, aligned, number_span, written
from katatx.practice.pictures.parts import Line, Picture, Span, cells, clean, listed, padded, text_of


@dataclass(frozen=True, slots=True)
class Laid(Picture):
    """Two rows to be added, with the line to be drawn under them, and their total where it is known."""

    label_first: str
    first: Row
    label_second: str
    second: Row
    total: Row | None = None
    places: int = GIVEN

    def _rows(self) -> list[tuple[str, str, Row]]:
        total = [("", "", self.total)] if self.total is not None else []
        return [(" ", self.label_first, self.first), ("+", self.label_second, self.second), *total]

    def _sketch(self, width: int) -> list[Line] | None:
        if len(self.first) * 2 > width:
            return None
        rows = self._rows()
        texts = aligned([written(row, self.places) for _, _, row in rows])
        names = [clean(label).strip() for _, label, _ in rows]
        widest = max(map(cells, names))
        lines: list[Line] = []
        for (sign, _, row), name, cells_ in zip(rows, names, texts, strict=True):
            line = [Span(sign.ljust(2), "strong"), Span(padded(name, widest), "label")]
            line += [part for number, text in zip(row, cells_, strict=True)
                     for part in (Span("  "), number_span(text, number))]  # fmt: skip
            lines.append(tuple(span for span in line if span.text))
        lines.insert(2, (Span("─" * max(cells(text_of(line)) for line in lines), "rule"),))
        return lines

    def _told(self) -> list[str]:
        openings = ("", "plus ", "gives ")
        rows = zip(openings, self._rows(), strict=False)
        return [opening + _said(label, written(row, self.places)) for opening, (_, label, row) in rows]


def _said(label: str, numbers: list[str]) -> str:
    name = clean(label).strip()
    return f"{name}: {listed(numbers)}" if name else listed(numbers)
