"""The photo picture: a grid divided into patches."""

from __future__ import annotations

from dataclasses import dataclass

from katatx.pictures.figures import GIVEN, Grid, aligned, number_span, written
from katatx.pictures.parts import MOST_LINES, Line, Picture, Span, labelled, said_label

# Corner characters by the weight (0 to 2) of the lines above, right of, below and left of them.
_JOINTS = {
    "0110": "┌", "0011": "┐", "1100": "└", "1001": "┘", "0111": "┬", "1101": "┴", "1110": "├", "1011": "┤", "1111": "┼",
    "0220": "┏", "0022": "┓", "2200": "┗", "2002": "┛", "0122": "┱", "0221": "┲", "2102": "┹", "2201": "┺",
    "2210": "┡", "1220": "┢", "2012": "┩", "1022": "┪", "1221": "╆", "1122": "╅", "2211": "╄", "2112": "╃",
}  # fmt: skip
_ACROSS, _DOWN = " ─━", " │┃"


@dataclass(frozen=True, slots=True)
class Photo(Picture):
    """A grid of pixels in boxes of `patch` by `patch` pixels, numbered from 0 in reading order.

    The box with number `chosen` has heavy lines. If the patches themselves are asked for, `numbered` is False and the
    pixels are read aloud row by row. `places` is the number of decimals.
    """

    label: str
    rows: Grid
    patch: int
    chosen: int | None = None
    numbered: bool = True
    places: int = GIVEN

    @property
    def _bands(self) -> tuple[int, int]:
        """Return the number of patches down and across."""
        return -(-len(self.rows) // self.patch), -(-len(self.rows[0]) // self.patch)

    def _sketch(self, width: int) -> list[Line] | None:
        """Return the photo as lines; None if it has too many rows for `MOST_LINES`, or too many columns for `width`."""
        down, _ = self._bands
        if len(self.rows) + down + 2 > MOST_LINES or len(self.rows[0]) * 2 > width:
            return None
        lines = []
        texts = aligned([written(row, self.places) for row in self.rows])
        widest = max(len(cell) for cell in texts[0])
        for index, row in enumerate(texts):
            if index % self.patch == 0:
                lines.append(self._border(index // self.patch, widest))
            lines.append(self._dots(index, row, widest))
        return labelled(self.label, [*lines, self._border(down, widest)], width)

    def _weight(self, down: int, across: int) -> int:
        """Return the line weight of the box of the patch in row `down` and column `across`.

        It is 0 if there is no such patch, 2 for the chosen one, else 1.
        """
        bands = self._bands
        if not (0 <= down < bands[0] and 0 <= across < bands[1]):
            return 0
        return 2 if self.chosen == down * bands[1] + across else 1

    def _dots(self, index: int, row: tuple[str, ...], widest: int) -> Line:
        """Return the line of pixel row `index`, its numbers padded to `widest`."""
        spans: list[Span] = []
        down = index // self.patch
        for column, text in enumerate(row):
            if column % self.patch == 0:
                spans.append(self._upright(down, column // self.patch, before=" " if column else ""))
            spans.append(number_span(f" {text.rjust(widest)}", self.rows[index][column]))
        return (*spans, self._upright(down, self._bands[1], before=" "))

    def _upright(self, down: int, across: int, before: str) -> Span:
        """Return the vertical line left of the patch in row `down` and column `across`; `before` is the text left of
        the line.
        """
        weight = max(self._weight(down, across - 1), self._weight(down, across))
        return Span(before + _DOWN[weight], "strong" if weight == 2 else "rule")

    def _border(self, down: int, widest: int) -> Line:
        """Return the horizontal line above patch row `down`, or below the last if there is none, with the patch numbers
        if they are shown and have room; `widest` is the width of a pixel.
        """
        across = self._bands[1]
        spans = [self._joint(down, 0)]
        for index in range(across):
            weight = max(self._weight(down - 1, index), self._weight(down, index))
            room = min(self.patch, len(self.rows[0]) - index * self.patch) * (widest + 1) + 1
            name = str(down * across + index) if self.numbered and down < self._bands[0] else ""
            name = name if len(name) < room - 1 else ""
            chosen = bool(name) and self._weight(down, index) == 2
            spans += [
                Span(_ACROSS[weight] * bool(name), "strong" if weight == 2 else "rule"),
                Span(name, "strong" if chosen else "faint"),
                Span(_ACROSS[weight] * (room - len(name) - bool(name)), "strong" if weight == 2 else "rule"),
                self._joint(down, index + 1),
            ]
        return tuple(span for span in spans if span.text)

    def _joint(self, down: int, across: int) -> Span:
        """Return the box-drawing character, with its style, for the top left corner of the patch in row `down` and
        column `across`.
        """
        above, below = ((self._weight(row, across - 1), self._weight(row, across)) for row in (down - 1, down))
        sides = (max(above), max(above[1], below[1]), max(below), max(above[0], below[0]))
        return Span(_JOINTS["".join(map(str, sides))], "strong" if 2 in sides else "rule")

    def _sentences(self) -> list[str]:
        """Return the label, if there is one, and a line for each patch, or for each row if patches are not numbered."""
        texts = [written(row, self.places) for row in self.rows]
        bits = [[" ".join(row[at : at + self.patch]) for at in range(0, len(row), self.patch)] for row in texts]
        if not self.numbered:
            return [*said_label(self.label), *(", ".join(row) for row in bits)]
        lines = []
        for number in range(self._bands[0] * self._bands[1]):
            down, across = divmod(number, self._bands[1])
            inside = " / ".join(row[across] for row in bits[down * self.patch : (down + 1) * self.patch])
            lines.append(f"patch {number}{', chosen' * (number == self.chosen)}: {inside}")
        return [*said_label(self.label), *lines]
