"""A small plot in thin characters: the times of answers against their target."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from rich.text import Text

from katatx.show.text import Piece, columns, line

# The scale ends at this multiple of the target or of the median, so that one slow answer leaves the others readable.
_MOST = 3.0
# What stands left of what is drawn: a label, an axis.
_LEFT = 8


class Timed(NamedTuple):
    """The time of an answer and its target, in the same unit, and whether it was right."""

    value: float
    target: float | None
    right: bool


def times_plot(answers: Sequence[Timed], ends: tuple[str, str], unit: str, width: int, height: int = 5) -> list[Text]:
    """Return the last answers as dots, oldest first, over a line for the last target; `ends` name the first and last.

    An answer far above the target is ▲, one not right ✗. `width` is in cells; there are at least two answers.
    """
    shown = answers[-max(2, (width - _LEFT) // 2) :]
    target = shown[-1].target
    usual = target or median(each.value for each in shown)
    top = min(max(usual, *(each.value for each in shown)), _MOST * usual) or 1.0

    def level(value: float) -> int:
        return min(height - 1, int(height * value / top))

    def sign(each: Timed) -> Piece:
        if not each.right:
            return "✗", "wrong"
        return ("▲", "lead") if each.value > top else ("●", "right")

    labels = {height - 1: f"{top:.0f} {unit}"} | ({} if target is None else {level(target): f"{target:.0f} {unit}"})
    rows: list[list[Piece]] = []
    for row in reversed(range(height)):
        empty: Piece = ("─", "lead") if target is not None and row == level(target) else " "
        cells = (piece for each in shown for piece in (sign(each) if level(each.value) == row else empty, empty))
        label = labels.get(row, "")
        rows.append([(label, "dim"), ("┤" if label else "│", "faint"), line(*cells)])
    across, (first, last) = 2 * len(shown), ends
    gap = across - len(first) - len(last)
    below = f"{first}{' ' * gap}{last}" if len(shown) == len(answers) and gap > 0 else last.rjust(across)
    rows += [[("0", "dim"), ("└", "faint"), ("─" * across, "faint")], ["", "", (below, "dim")]]
    return columns("rll", rows, gap=(1, 0))
