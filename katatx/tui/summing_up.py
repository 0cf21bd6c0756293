"""What a sitting came to: its answers compared with the truth, and in lines what it changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from katatx.progress.bests import AskedAt, clean_katas, fastest_answers
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.progress.whole import Whole
from katatx.questions.asking import has_other_numbers
from katatx.questions.outcome import Outcome, change_words
from katatx.sessions.queue import MISSES
from katatx.sessions.runs import name_in
from katatx.sessions.sitting import Sitting
from katatx.views.days import counted, steps_due
from katatx.views.kata_summary import kata_summary
from katatx.views.session_summary import left_line, minutes_line, session_summary
from katatx.views.summary import Summary, clock, paragraphs

if TYPE_CHECKING:
    from katatx.sessions.kata_lines import Kata

_MOST_BESTS = 3
_MOST_STEPS = 6


def summary_of(sitting: Sitting) -> Summary:
    """Return the summary of a sitting, with what it changed in the log."""
    kata = sitting.plan.kata
    if kata is not None:
        return kata_summary(kata.result, paragraphs(_came_of_it(sitting)), _best_kata(sitting.log, kata))
    came = paragraphs([_left(sitting)], _came_of_it(sitting), [*sitting.faults.values()])
    return session_summary(sitting.title, sitting.outcomes, sitting.pace, came, sitting.mixes_decks)


def _left(sitting: Sitting) -> str:
    """Return how many drills are done and left, as one line."""
    queue, over = sitting.queue, sitting.minutes_over
    seconds = sum(outcome.seconds for outcome in sitting.outcomes)
    return left_line(len(queue.done), len(queue.drills), "" if over is None else minutes_line(over, seconds))


def _best_kata(log: Log, kata: Kata) -> float | None:
    """Return the seconds of the fastest other clean kata of the deck with the same kind of numbers, if there is one."""
    try:
        clean = clean_katas(log, kata.deck.name)
    except LogError:
        return None
    same = (each for each in clean if each.always_fresh == kata.run.always_fresh and each.run != kata.run.id)
    return min((each.seconds for each in same), default=None)


def _came_of_it(sitting: Sitting) -> list[str]:
    """Return lines on what a sitting changed. If the log cannot be read, the only line says why."""
    try:
        moved = [] if sitting.before is None else _moved(sitting.before, sitting.log.whole)
        return paragraphs(moved, [*_bests(sitting), *_missed_again(sitting), _tomorrow(sitting)])
    except LogError as error:
        return [str(error)]


def _moved(before: Mapping[str, str], after: Whole) -> list[str]:
    """Return a line for each step that became automatic or no longer is, at most six, and one on those begun.

    `before` has the standings at the start.
    """
    moved = {name: step for name, step in after.steps.items() if before.get(name, "new") != step.standing}
    said = [words for name, step in sorted(moved.items()) if (words := change_words(name, step))]
    begun = sum(name not in before for name in moved)
    more = [f"and {len(said) - _MOST_STEPS} more"] if len(said) > _MOST_STEPS else []
    return [*said[:_MOST_STEPS], *more, *([f"{counted(begun, 'step')} begun"] if begun else [])]


def _bests(sitting: Sitting) -> list[str]:
    """Return the lines on answers that are the fastest ever; [] for a kata or without clean answers."""
    clean = [outcome for outcome in sitting.outcomes if outcome.clean]
    if sitting.began is None or not clean or sitting.run.kind == "kata":
        return []
    drills = {(each.question.prepared.deck.name, each.question.prepared.drill.id) for each in clean}
    before = fastest_answers(sitting.log, drills, sitting.began)
    return _faster([each for each in clean if not each.untouched], before, sitting.mixes_decks)


def _faster(timed: Sequence[Outcome], before: Mapping[AskedAt, float], named_with_deck: bool) -> list[str]:
    """Return a line for each drill answered faster than `before`, the largest improvement first, at most three.

    Times are compared in whole seconds.
    """
    fastest: dict[AskedAt, tuple[str, float]] = {}
    for outcome in timed:
        deck, drill = outcome.question.prepared.deck.name, outcome.question.prepared.drill.id
        at = deck, drill, outcome.question.seed is not None
        shown = outcome.question.id if named_with_deck else drill
        fastest[at] = (shown, min(outcome.seconds, fastest.get(at, ("", outcome.seconds))[1]))
    faster = [
        (before[at], seconds, name)
        for at, (name, seconds) in fastest.items()
        if at in before and round(seconds) < round(before[at])  # not faster if both times are shown as the same
    ]
    faster.sort(key=lambda each: each[1] / each[0])
    return [f"Fastest yet: {name} in {clock(now)} (before: {clock(then)})." for then, now, name in faster[:_MOST_BESTS]]


def _missed_again(sitting: Sitting) -> list[str]:
    """Return a line for each drill missed now and on at least three practice days in succession; none for a kata."""
    if sitting.run.kind == "kata":
        return []
    wrong = [each.question.prepared for each in sitting.outcomes if not each.judgement.verdict.counts_as_right]
    missed = {name_in(sitting.run, each.deck.name, each.drill.id): each for each in wrong}
    days = {name: sitting.log.standing(each.deck.name, each.drill.id).misses for name, each in missed.items()}
    return [
        f"{name} was missed on the last {days[name]} days you met it."
        + " Next time a worked example comes first, then easier numbers." * has_other_numbers(each)
        for name, each in missed.items()
        if days[name] >= MISSES
    ]


def _tomorrow(sitting: Sitting) -> str:
    """Return a line on how many steps are due tomorrow; for a review also on whether there are drills never met."""
    log, whole = sitting.log, sitting.log.whole
    then = (log.settings.day_of(sitting.clock()) + timedelta(days=1)).toordinal()
    due = sum(step.is_due(log.schedule, then) for step in whole.steps.values())
    decks = sitting.plan.decks.values() if sitting.run.kind == "review" else ()
    new = any(f"{deck.name}/{drill.id}" not in whole.drills for deck in decks for drill in deck.drills)
    return f"Tomorrow: {steps_due(due)}{', and new drills' * new}."
