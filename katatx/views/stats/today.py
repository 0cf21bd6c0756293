"""The day's practice so far, and the streak."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from katatx.progress.log import Log
from katatx.progress.records import Attempt
from katatx.views.stats.calendar import minutes_of, minutes_on, streak
from katatx.views.stats.report import WEEK, Report
from scoring.today import MINUTES


@dataclass(frozen=True, slots=True)
class Today:
    """The streak in days, the minutes practised today, the goal in minutes, the minutes of each day, and the week's
    answers.
    """

    streak: int
    minutes: float
    goal: int
    by_day: Mapping[date, float]
    answers: tuple[Attempt, ...]


def read_today(log: Log, report: Report) -> Today:
    """Return the practice on the day of a report, which must be on all decks. Raises LogError if the log cannot be
    read.
    """
    day = report.day
    answers = log.answers_since(day - timedelta(days=WEEK - 1))
    minutes = minutes_on(day, answers)
    by_day = {each.day: minutes_of(each) for each in report.days}
    if day in by_day:
        by_day[day] = minutes
    goal = log.settings.minutes or MINUTES
    return Today(streak((each.day for each in report.days), day), minutes, goal, by_day, tuple(answers))
