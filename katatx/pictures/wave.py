"""The picture of a position encoding: sine and cosine waves with the asked position marked.

A slot is the index of one number of the encoding, from 0; even slots are sines, odd ones cosines.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, sin

from katatx.notation.printing import write_number
from katatx.pictures.figures import WORKED
from katatx.pictures.parts import Line, Picture, Span, cells, clean, said_label, text_of

_SINE, _COSINE, _BOTH = "●", "○", "◉"
_THREAD = "·"
_BASE = 10_000.0
_PAIRS = 2
_ROWS = 7  # odd, so that 0 has a row
_SIDE = 3


def stamp_slot(slot: int, position: float, width: int) -> float:
    """Return the number with index `slot` of the encoding of a position (Vaswani et al. 2017, section 3.5): a sine for
    even ones, a cosine for odd ones. `width` is the encoding's length.
    """
    angle = position / _BASE ** (slot // 2 * 2 / width)
    return cos(angle) if slot % 2 else sin(angle)


@dataclass(frozen=True, slots=True)
class Wave(Picture):
    """The first four numbers (slots 0 to 3) of a position encoding of length `width`, over positions 0 to `positions`,
    `position` marked.
    """

    label: str
    width: int
    position: int
    positions: int

    @property
    def _slots(self) -> range:
        """Return the indexes of the encoding's numbers that are drawn."""
        return range(min(self.width, 2 * _PAIRS))

    def _sketch(self, width: int) -> list[Line] | None:
        """Return the waves as lines, around the asked position if not all positions have room; None if `width` is too
        small.
        """
        last = max(self.positions, self.position, 1)
        room = width - _SIDE - 1
        if room < len(f"^ {last}") + 8:
            return None
        step = min(4, max(1, (room - 1) // last))
        # If there is no room for all positions, draw those around the asked one.
        count = min(last, (room - 1) // step) + 1
        first = max(0, min(self.position - count // 2, last + 1 - count))
        shown = range(first, first + count)
        lines: list[Line] = [(Span(clean(self.label).rstrip(), "label"),)] if self.label.strip() else []
        for slot in self._slots[::2]:
            lines += self._pair(slot, shown, step, room)
        return [*lines, (Span(f"{' ' * (_SIDE + 1)}positions {first} to {shown[-1]}", "faint"),)]

    def _pair(self, first: int, shown: range, step: int, room: int) -> list[Line]:
        """Return the lines of one plot: the waves of slots `first` and `first` + 1, with a legend and the position
        marked.

        `shown` are the positions drawn, `step` the columns between them, and `room` the width for the legend.
        """
        slots = [slot for slot in (first, first + 1) if slot in self._slots]
        columns = (len(shown) - 1) * step + 1
        marks = [[" "] * columns for _ in range(_ROWS)]
        for slot in slots:
            _thread(marks, slot, shown, step, self.width)
        for slot in slots:
            mark = _COSINE if slot % 2 else _SINE
            for index, position in enumerate(shown):
                row = _row_of(stamp_slot(slot, position, self.width))
                marks[row][index * step] = mark if marks[row][index * step] in (" ", _THREAD) else _BOTH
        at = (self.position - shown[0]) * step
        return [*self._legend(slots, room), *self._plot(marks, at), _caret(at, self.position, _SIDE + 1 + columns)]

    def _legend(self, slots: list[int], room: int) -> list[Line]:
        """Return each wave's symbol and its value at the position, on one line if they fit into `room` cells."""
        each: list[Line] = [
            (Span(f"  slot {slot} {_COSINE if slot % 2 else _SINE} ", "faint"), Span(self._value(slot), "number"))
            for slot in slots
        ]
        together = tuple(span for line in each for span in line)
        return [together] if cells(text_of(together)) <= room else each

    def _plot(self, marks: list[list[str]], at: int) -> list[Line]:
        """Return the rows of a plot from its characters (`marks`, row by row); `at` is the column of the asked
        position.
        """
        names = {0: "1", _ROWS // 2: "0", _ROWS - 1: "-1"}
        lines: list[Line] = []
        for row, places in enumerate(marks):
            ground = "─" if row == _ROWS // 2 else " "
            spans = [Span(names.get(row, "").rjust(_SIDE), "faint"), Span(" ")]
            for column, mark in enumerate(places):
                if mark == " ":
                    spans.append(Span("┊" if column == at else ground, "rule"))
                else:
                    spans.append(Span(mark, "faint" if mark == _THREAD else "strong" if column == at else "bar"))
            lines.append(tuple(_joined(spans)))
        return lines

    def _value(self, slot: int) -> str:
        """Return a wave's value at the asked position as text."""
        return write_number(stamp_slot(slot, self.position, self.width), WORKED)

    def _sentences(self) -> list[str]:
        """Return the label, if there is one, and a line for each slot with its value at the position."""
        lines = [
            f"slot {slot}, {'cosine' if slot % 2 else 'sine'}, at position {self.position}: {self._value(slot)}"
            for slot in self._slots
        ]
        return [*said_label(self.label), *lines]


def _thread(marks: list[list[str]], slot: int, shown: range, step: int, width: int) -> None:
    """Draw the wave of a slot into the columns of `marks` that lie between two positions of `shown`.

    `step` is the number of columns from one position to the next, `width` the length of the encoding.
    """
    for column in range(len(marks[0])):
        if column % step:
            marks[_row_of(stamp_slot(slot, shown[0] + column / step, width))][column] = _THREAD


def _row_of(height: float) -> int:
    """Return the plot row of a value from -1 to 1; row 0 is the top."""
    return round((1 - height) / 2 * (_ROWS - 1))


def _caret(at: int, position: int, width: int) -> Line:
    """Return the line with a caret below column `at` of the plot, which begins 4 cells from the left.

    The position is written after the caret, or before it if the line would be longer than `width` cells, which include
    the 4.
    """
    text, before = f"^ {position}", _SIDE + 1 + at
    if before + len(text) > max(width, _SIDE + 8):
        text, before = f"{position} ^", before - len(text) + 1
    return Span(" " * before), Span(text, "strong")


def _joined(spans: list[Span]) -> list[Span]:
    """Return spans with neighbours of the same role merged."""
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].role == span.role:
            joined[-1] = Span(joined[-1].text + span.text, span.role)
        else:
            joined.append(span)
    return joined
