"""A small plot in thin characters: the times of answers against their target."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from rich.text import Text

from katatx.show.text import line

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

    An answer far above the target is ▲, one not right ✗. `width` is in cells; [] for fewer than two.
    """
    shown = answers[-max(1, (width - _LEFT) // 2) :]
    if len(shown) < 2:
        return []
    target = shown[-1].target
    usual = target or median(each.value for each in shown)
    top = min(max(usual, *(each.value for each in shown)), _MOST * usual) or 1.0
    level = [_level(each.value, top, height) for each in shown]
    aim = None if target is None else _level(target, top, height)
    rows = []
    for row in range(height):
        empty = ("─", "lead") if row == aim else (" ", "")
        cells = [_sign(each, top) if at == row else empty for each, at in zip(shown, level, strict=True)]
        rows.append(line(*(piece for cell in cells for piece in (cell, empty))))
    labels = {height - 1: f"{top:.0f} {unit}"} | ({} if aim is None else {aim: f"{target:.0f} {unit}"})
    wide, across = max(map(len, labels.values())), 2 * len(shown)
    drawn = [
        line((f"{labels.get(at, ''):>{wide}} ", "dim"), ("┤" if at in labels else "│", "faint"), row)
        for at, row in enumerate(rows)
    ]
    first, last = ends
    gap = across - len(first) - len(last)
    below = f"{first}{' ' * gap}{last}" if len(shown) == len(answers) and gap > 0 else last.rjust(across)
    foot = line((f"{'0':>{wide}} ", "dim"), ("└" + "─" * across, "faint"))
    return [*reversed(drawn), foot, line((" " * (wide + 2) + below, "dim"))]


def _level(value: float, top: float, height: int) -> int:
    return min(height - 1, int(height * value / top))


def _sign(each: Timed, top: float) -> tuple[str, str]:
    if not each.right:
        return "✗", "wrong"
    return ("▲", "lead") if each.value > top else ("●", "right")
