"""Facts about a step or a drill as labelled lines: its days, pace, recall, due day, history."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.notation.quoting import plain
from katatx.pictures.parts import Line, Span
from katatx.progress.records import Attempt
from katatx.views.days import ago_words, counted, due_words, percent
from katatx.views.stats.browser_lines import ROLES
from katatx.views.stats.plots import timed_answers
from katatx.views.stats.report import DrillReport, StepReport
from katatx.views.stats.step_map import SIGNS
from katatx.views.stats.tables import far_cell, missed_last

_LABEL = 11


def _fact(label: str, *spans: Span | str) -> Line:
    """Return a line with a label and spans."""
    return (Span(label.ljust(_LABEL), "faint"), *(each if isinstance(each, Span) else Span(each) for each in spans))


def step_facts(step: StepReport) -> list[Line]:
    """Return labelled lines on a step; only its standing if it was never practised."""
    known, role = step.state, ROLES[step.word]
    head = _fact(
        "standing", Span(f"{SIGNS[step.word]} {step.word}", role), f", used in {counted(len(step.drills), 'drill')}"
    )
    if known is None:
        return [head]
    lines = [
        head,
        _fact("right", far_cell(step), f" days, at {step.places} of {counted(step.places_wanted, 'drill')}"),
        _fact("pace", "not timed yet" if step.seconds is None else f"{_seconds(step.seconds)} an answer"),
        _fact("recall", recall_words(step)),
        _fact("due", due_words(step.due_day, step.around.day)),
        _fact("practised", f"{known.right} of {counted(known.told, 'answer')} right"),
    ]
    return [*lines, _fact("missed", missed_last(step))] if step.missed is not None else lines


def recall_words(step: StepReport) -> str:
    """Return the probability that a step is remembered today as text, or how it was answered today; "" if unknown."""
    today = step.around.day.toordinal()
    if step.memory is not None and step.memory.last == today:
        missed = step.missed is not None and step.missed.day == today
        return "missed or looked up today" if missed else "asked today"
    return "" if step.recall is None else f"{percent(step.recall)} today"


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
