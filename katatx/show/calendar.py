"""A map of weeks of practice."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from rich.text import Text

from katatx.show.text import line

_DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
# What stands for a day: no practice, less than half of the day's minutes, half of them, all of them.
_SIGNS = (("□", "faint"), ("■", "lead3"), ("■", "lead2"), ("■", "lead"))


def weeks_map(minutes: Mapping[date, float], today: date, goal: int, weeks: int = 10) -> list[Text]:
    """Return a line for each day of the week with a sign for each of the last `weeks`, by the share of the `goal`."""
    monday = today - timedelta(days=today.weekday())
    lines = []
    for at, name in enumerate(_DAYS):
        days = [monday + timedelta(days=at, weeks=1 - back) for back in range(weeks, 0, -1)]
        spent = [(day, minutes.get(day, 0.0)) for day in days]
        cells = [_SIGNS[sum((m > 0, m >= goal / 2, m >= goal))] if day <= today else (" ", "") for day, m in spent]
        lines.append(line((name, "dim"), " ", *(piece for cell in cells for piece in (" ", cell))))
    return lines
