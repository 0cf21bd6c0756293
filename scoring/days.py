"""Days of practice: their minutes, and days in a row. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import count
from typing import Protocol

from scoring.target import LONGEST_REST
from scoring.today import BETWEEN


class Practised(Protocol):
    """The practice of a day: the number of answers, and the seconds that all of them took."""

    @property
    def attempts(self) -> int: ...

    @property
    def seconds(self) -> float: ...


def minutes_of(day: Practised) -> float:
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
