"""The heat map of practice: weeks as columns, days as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from katatx.views.stats.calendar import DAYS, LEVELS, month_names, steps, weeks

if TYPE_CHECKING:
    from datetime import date

    from katatx.views.stats.today import Today

_LABEL, _CELL = 3, 2
_MOST = 53
# Colours only repeat the signs.
_STYLES = ("dim", "$primary 55%", "$primary 70%", "$primary 85%", "$primary")


class HeatMap(Static):
    """The last weeks that fit the width, with the months above and a legend below."""

    def __init__(self) -> None:
        super().__init__("", id="heat", markup=False)

    def show(self, day: date, today: Today, width: int) -> None:
        """Show the weeks up to `day` that fit `width` columns, at most 53.

        `today` has the minutes of each day and the goal.
        """
        count = min(_MOST, (width - _LABEL) // _CELL)
        levels = weeks(today.by_day, day, count, today.goal)
        lines = [_months(month_names(day, count)), *(_row(at, [week[at] for week in levels]) for at in range(7))]
        self.styles.width = width
        self.update(Content("\n").join([*lines, _legend(steps(today.goal), width)]))


def columns(room: int) -> int:
    """Return the width of as many weeks as fit `room` columns, at most 53, with the names of the days."""
    return _LABEL + _CELL * min(_MOST, max(0, (room - _LABEL) // _CELL))


def _months(names: list[str]) -> Content:
    """Return the line of month names; `names` has for each week the month that begins in it, or "".

    Names without room are left out.
    """
    line = ""
    for at, name in enumerate(names):
        here = _LABEL + _CELL * at
        following = next((later for later in range(at + 1, len(names)) if names[later]), len(names))
        if name and (following - at) * _CELL > len(name):
            line = line.ljust(here) + name
    return Content.styled(line, "dim")


def _row(at: int, levels: list[int | None]) -> Content:
    """Return the row of a weekday; `at` is 0 for Monday, and only every second day is named.

    `levels` has an index into `LEVELS` for each week; None for a day to come.
    """
    label = DAYS[at] if at % 2 == 0 else ""
    cells = ((" " if level is None else LEVELS[level]) * (_CELL - 1) + " " for level in levels)
    styled = ((cell, _STYLES[level or 0]) for cell, level in zip(cells, levels, strict=True))
    return Content.assemble((label.ljust(_LABEL), "dim"), *styled)


def _legend(minutes: tuple[int, int, int], width: int) -> Content:
    """Return the legend: each sign with its least minutes, cut to `width`.

    `minutes` are those of the second, third and fourth sign; the first begins at 1.
    """
    steps_shown = zip(LEVELS[1:], (1, *minutes), _STYLES[1:], strict=True)
    parts = [Content.assemble((sign, style), (f"{least} ", "dim")) for sign, least, style in steps_shown]
    line = Content("").join(parts)
    head = Content.styled("min ", "dim")
    return (head + line if len(head) + len(line.plain.rstrip()) <= width else line).truncate(width)
