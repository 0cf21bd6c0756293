"""Practice by day: the streak, today's minutes, and the weeks of a heat map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from katatx.progress.records import Attempt
from katatx.progress.whole import PracticeDay
from scoring.target import LONGEST_REST
from scoring.today import BETWEEN

DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
# Characters of the levels: no practice, less than half of the day's goal, half of it, all of it, twice as much.
LEVELS = "·░▒▓█"
_WEEK = 7


def streak(days: Iterable[date], today: date) -> int:
    """Return the number of consecutive practice days up to today, or up to yesterday if today has none yet."""
    practised = set(days)
    day = today if today in practised else today - timedelta(days=1)
    count = 0
    while day - timedelta(days=count) in practised:
        count += 1
    return count


def minutes_on(day: date, answers: Iterable[Attempt]) -> float:
    """Return the minutes of practice on a day, of the answers given on it.

    An answer counts for at most three minutes, plus the time to read its verdict, as in a review.
    """
    mine = (each.answer.seconds for each in answers if each.day == day.isoformat())
    return sum(min(seconds, LONGEST_REST) + BETWEEN for seconds in mine) / 60


def minutes_of(day: PracticeDay) -> float:
    """Return the minutes of practice of a day's totals.

    Its answers count for at most three minutes each on average, plus the time to read their verdicts.
    """
    return (min(day.seconds, LONGEST_REST * day.attempts) + BETWEEN * day.attempts) / 60


def steps(goal: int) -> tuple[int, int, int]:
    """Return the least minutes of a day's second, third and fourth level of practice: half of the `goal` in minutes,
    rounded up, all of it, and twice as much.
    """
    return (goal + 1) // 2, goal, 2 * goal


def level(minutes: float, goal: int) -> int:
    """Return the level of the minutes practised on a day, an index into `LEVELS`; `goal` is in minutes.

    It is 0 for none, 1 for less than half of the goal, 2 for half, 3 for all of it, and 4 for twice as much.
    """
    return 0 if minutes <= 0 else 1 + sum(minutes >= step for step in steps(goal))


def weeks(minutes: Mapping[date, float], today: date, count: int, goal: int) -> list[tuple[int | None, ...]]:
    """Return the last `count` weeks, the present one last, each as the levels (see `level`) of its days from Monday.

    `minutes` are those practised on each day, and `goal` is in minutes. Days after `today` are None.
    """
    monday = today - timedelta(days=today.weekday())
    firsts = [monday - timedelta(weeks=back) for back in range(count - 1, -1, -1)]
    days = ([first + timedelta(days=at) for at in range(_WEEK)] for first in firsts)
    return [tuple(None if day > today else level(minutes.get(day, 0.0), goal) for day in week) for week in days]


def month_names(today: date, count: int) -> list[str]:
    """Return a label for each of the last `count` weeks: the month that begins in it, or "".

    The first label is always the month in which that week ends.
    """
    monday = today - timedelta(days=today.weekday())
    lasts = [monday - timedelta(weeks=back, days=-6) for back in range(count - 1, -1, -1)]
    return [
        MONTHS[last.month - 1] if at == 0 or last.month != lasts[at - 1].month else "" for at, last in enumerate(lasts)
    ]


def days_ago(day: date, today: date) -> str:
    """Return a day as text: "today", "yesterday", "5 days ago", or its ISO date if two weeks ago or more, or in the
    future.
    """
    back = (today - day).days
    if back < 0 or back >= 2 * _WEEK:
        return day.isoformat()
    return ("today", "yesterday")[back] if back < 2 else f"{back} days ago"
