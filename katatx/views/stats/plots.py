"""Plots of answers and of practice days, with headings, for screens and the command line.

Attempts are given oldest first.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from katatx.pictures.parts import Line, Span
from katatx.plots import HEIGHT, NARROWEST, Timed, columns_plot, times_plot
from katatx.progress.records import RIGHT, Attempt
from katatx.progress.whole import PracticeDay
from katatx.views.days import counted, short_day
from katatx.views.stats.report import Report

Attempts = Sequence[Attempt]
_WEEKS, _MOST_WEEKS = 4, 12
_WEEK = 7
# The most columns that a plot's scale takes.
_SCALE = 8


def _lines(drawn: Sequence[tuple[tuple[str, str], ...]]) -> list[Line]:
    """Return drawn (text, role) pairs as lines of spans."""
    return [tuple(Span(text, role) for text, role in line) for line in drawn]


def timed_answers(attempts: Attempts) -> list[Attempt]:
    """Return the answers whose time is meaningful: each day's first at a drill, without help, not undone, and not
    while the learner was away.
    """
    return [each for each in attempts if each.cold and not each.answer.untouched and not each.undone]


def drill_times(attempts: Attempts, today: date, width: int, height: int = HEIGHT) -> list[Line]:
    """Return a plot of the seconds of a drill's timed answers and of their target; [] if none was timed.

    `attempts` are oldest first. `width` and `height` are in cells and in lines.
    """
    shown = timed_answers(attempts)
    timed = [Timed(each.answer.seconds, each.answer.target_seconds, each.answer.verdict in RIGHT) for each in shown]
    return _times("Seconds to the answer", shown, timed, "s", today, width, height)


def step_times(attempts: Attempts, today: date, width: int, height: int = HEIGHT) -> list[Line]:
    """Return a plot of the timed answers at a step's drills, in percent of each target; [] if none has a target.

    `attempts` are oldest first. `width` and `height` are in cells and in lines.
    """
    shown = [each for each in timed_answers(attempts) if each.answer.target_seconds]
    timed = [
        Timed(100 * each.answer.seconds / (each.answer.target_seconds or 1.0), 100.0, each.answer.verdict in RIGHT)
        for each in shown
    ]
    return _times("Time in % of the target", shown, timed, "%", today, width, height)


def _times(
    title: str, shown: Attempts, timed: Sequence[Timed], unit: str, today: date, width: int, height: int
) -> list[Line]:
    """Return a plot with the heading `title`; `shown` are the attempts and `timed` their values in `unit`; [] without
    values.
    """
    if not timed:
        return []
    first, last = (short_day(date.fromisoformat(each.day), today) for each in (shown[0], shown[-1]))
    days = first if first == last else f"{first} to {last}"
    heading = f"{title}, {counted(len(timed), 'answer')}, first of the day: {days}"
    if len(heading) > width:
        heading = f"{title}, {days}" if len(title) + len(days) + 2 <= width else title
    return [(Span(heading, "strong"),), *_lines(times_plot(timed, width, unit, height))]


def days_plot(days: Sequence[PracticeDay], today: date, width: int, height: int = HEIGHT) -> list[Line]:
    """Return a plot of the answers per day in the last weeks, since the first answer but at least four, as many as fit
    and at most twelve; [] if nothing was ever practised.

    `width` and `height` are in cells and in lines.
    """
    if not days:
        return []
    by_day = {each.day: each for each in days}
    room = max(NARROWEST, width) - _SCALE
    first = min(by_day)
    # With a gap between the days, or four weeks without gaps if there is less room.
    fitting = max(room // (2 * _WEEK), min(_WEEKS, room // _WEEK))
    weeks = min(_MOST_WEEKS, max(_WEEKS, ((today - first).days // _WEEK) + 1), fitting)
    shown = [today - timedelta(days=back) for back in range(_WEEK * weeks - 1, -1, -1)]
    answers = [by_day[day].attempts if day in by_day else 0 for day in shown]
    labels = [short_day(day, today) if not (today - day).days % _WEEK else "" for day in shown]
    heading = f"Practised {sum(map(bool, answers))} of the last {len(shown)} days"
    return [(Span(heading, "strong"),), *_lines(columns_plot(answers, labels, width, "answers", height))]


def forecast_plot(report: Report, width: int, height: int = HEIGHT) -> list[Line]:
    """Return a plot of the steps due on each of the 14 days of the report's forecast; [] if none are.

    `width` and `height` are in cells and in lines.
    """
    forecast = report.forecast
    if not any(count for _, count in forecast):
        return []
    labels = [("today" if not at else short_day(day, report.day)) for at, (day, _) in enumerate(forecast)]
    shown = [label if not at % 4 else "" for at, label in enumerate(labels)]
    drawn = columns_plot([count for _, count in forecast], shown, width, "steps due", height)
    return [(Span(f"Steps due in the next {len(forecast)} days", "strong"),), *_lines(drawn)]
