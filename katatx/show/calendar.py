"""Practice by day: minutes, days in a row, and a map of weeks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from itertools import count

from rich.text import Text

from katatx.progress.whole import PracticeDay
from katatx.show.text import line
from scoring.target import LONGEST_REST
from scoring.today import BETWEEN

_DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
# What stands for a day: no practice, less than half of the day's minutes, half of them, all of them.
_SIGNS = (("□", "faint"), ("■", "lead3"), ("■", "lead2"), ("■", "lead"))


def minutes_of(day: PracticeDay) -> float:
    """Return the minutes of practice of a day's totals.

    An answer counts for at most three minutes on average, plus the time to read its verdict, as in a review.
    """
    return (min(day.seconds, LONGEST_REST * day.attempts) + BETWEEN * day.attempts) / 60


def in_a_row(days: Iterable[date], today: date) -> int:
    """Return the number of consecutive practice days up to today, or up to yesterday if today has none yet."""
    practised = frozenset(days)
    day = today if today in practised else today - timedelta(days=1)
    return next(back for back in count() if day - timedelta(days=back) not in practised)


def longest_row(days: Iterable[date]) -> int:
    """Return the most practice days that ever followed one another."""
    practised = frozenset(days)
    ends = (day for day in practised if day + timedelta(days=1) not in practised)
    return max((in_a_row(practised, day) for day in ends), default=0)


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
