"""Facts about a skill or a drill as labelled lines: clean answers, pace, recall, due day, history.

A go is a clean answer of a day at a drill, counted for a skill; ten goes make the skill full at that drill.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from katatx.notation.quoting import plain
from katatx.pictures.parts import Line, Span
from katatx.progress.records import Attempt
from katatx.views.days import ago_words, counted, due_words, percent
from katatx.views.stats.browser_lines import ROLES
from katatx.views.stats.plots import timed_answers
from katatx.views.stats.report import DrillReport, SkillReport
from katatx.views.stats.skill_map import SIGNS
from katatx.views.stats.tables import goes_cell, missed_last
from scoring.skills import GOES

_LABEL = 11


def _fact(label: str, *spans: Span | str) -> Line:
    """Return a line with a label and spans."""
    return (Span(label.ljust(_LABEL), "faint"), *(each if isinstance(each, Span) else Span(each) for each in spans))


def skill_facts(skill: SkillReport) -> list[Line]:
    """Return labelled lines on a skill; only its standing if it was never practised."""
    known, role = skill.skill, ROLES[skill.word]
    head = _fact(
        "standing", Span(f"{SIGNS[skill.word]} {skill.word}", role), f", used in {counted(len(skill.drills), 'drill')}"
    )
    if known is None:
        return [head]
    full = f" of {GOES} goes; full at {skill.full} of {counted(len(skill.drills), 'drill')}"
    lines = [
        head,
        _fact("goes", goes_cell(skill.goes), full),
        _fact("pace", pace_words(skill)),
        _fact("recall", recall_words(skill)),
        _fact("due", due_words(skill.due_day, skill.around.day)),
        _fact(
            "practised",
            f"on {counted(known.days, 'day')}, {_last(known.last_day, skill)}; {percent(known.score)} right lately",
        ),
    ]
    return [*lines, _fact("missed", missed_last(skill))] if skill.missed is not None else lines


def pace_words(skill: SkillReport) -> str:
    """Return a skill's seconds per answer, its target and its first seconds as text, averaged over its drills."""
    if skill.seconds is None or skill.target_seconds is None or skill.first_seconds is None:
        return "not timed yet"
    return (
        f"{_seconds(skill.seconds)}, target {_seconds(skill.target_seconds)}; {_seconds(skill.first_seconds)} at first"
    )


def recall_words(skill: SkillReport) -> str:
    """Return the probability that a skill is remembered today as text, or how it was answered today; "" if unknown."""
    if skill.asked_today:
        missed = skill.missed is not None and skill.missed.day == skill.around.today
        return "missed or looked up today" if missed else "asked today"
    return "" if skill.recall is None else f"{percent(skill.recall)} today"


def drill_facts(drill: DrillReport, attempts: Sequence[Attempt]) -> list[Line]:
    """Return labelled lines on a drill, with the last timed answer of `attempts` (oldest first); only its standing if
    new.
    """
    lacking = "" if drill.word in ("automatic", "new") else f": {plain(drill.sentence, keep='')}"
    head = _fact("standing", Span(f"{SIGNS[drill.word]} {drill.word}", ROLES[drill.word]), lacking)
    if not drill.practised:
        return [head]
    firsts = drill.standing.firsts
    right = "" if drill.accuracy is None else f", {percent(drill.accuracy)} of those right"
    lines = [
        head,
        _fact("answers", f"{counted(drill.standing.attempts, 'answer')}, {firsts:,} first of the day{right}"),
        _fact("practised", ago_words(drill.last_day, drill.around.day)),
        _fact("due", due_words(drill.due_day, drill.around.day)),
    ]
    timed = timed_answers(attempts)
    return [*lines, _fact("last time", _time(timed[-1]))] if timed else lines


def _time(attempt: Attempt) -> str:
    """Return an attempt's seconds and target as text."""
    target = attempt.answer.target_seconds
    aim = "" if target is None else f", target {_seconds(target)}"
    return f"{_seconds(attempt.answer.seconds)}{aim}"


def _seconds(seconds: float) -> str:
    """Return seconds as text, with a decimal below ten."""
    return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"


def _last(day: int | None, skill: SkillReport) -> str:
    """Return when a skill was last practised as text, "" for None; `day` is an ordinal (`date.toordinal`)."""
    return "" if day is None else f"last {ago_words(date.fromordinal(day).isoformat(), skill.around.day)}"
