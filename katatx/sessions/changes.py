"""The changes that a session made, in lines: steps, fastest answers, repeated misses, and what is due tomorrow."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from katatx.progress.bests import AskedAt, fastest_answers
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.questions.outcome import Outcome
from katatx.questions.worked_example import has_other_numbers
from katatx.sessions.leeches import missed_again
from katatx.views.days import steps_due
from katatx.views.summary import clock, paragraphs

if TYPE_CHECKING:
    from datetime import date

    from katatx.sessions.sitting import Sitting

_MOST_BESTS = 3


def came_of_it(sitting: Sitting) -> list[str]:
    """Return lines on what a session changed. If the log cannot be read, the only line says why."""
    try:
        gained = [] if sitting.gains is None else sitting.gains.lines(sitting.log.whole)
        return paragraphs(gained, [*_bests(sitting), *_missed_again(sitting), sitting.tomorrow()])
    except LogError as error:
        return [str(error)]


def bests(outcomes: Sequence[Outcome], before: dict[AskedAt, float], named_with_deck: bool = False) -> list[str]:
    """Return a line for each drill answered faster than ever, the largest relative improvement first, at most three.

    Times are compared in whole seconds. Only timed, clean answers (right, without help) count, and only drills in
    `before`: the fastest earlier seconds by (deck, drill, whether the question had a seed). `named_with_deck` puts the
    deck's name before the drill's.
    """
    fastest: dict[AskedAt, tuple[str, float]] = {}
    for outcome in outcomes:
        if outcome.clean and not outcome.untouched:
            drill = outcome.question.prepared.drill.id
            at = outcome.question.prepared.deck.name, drill, outcome.question.seed is not None
            shown = outcome.question.id if named_with_deck else drill
            fastest[at] = (shown, min(outcome.seconds, fastest.get(at, ("", outcome.seconds))[1]))
    faster = [
        (before[at], seconds, name)
        for at, (name, seconds) in fastest.items()
        if at in before and round(seconds) < round(before[at])  # not faster if both times are shown as the same
    ]
    faster.sort(key=lambda each: each[1] / each[0])
    return [f"Fastest yet: {name} in {clock(now)} (before: {clock(then)})." for then, now, name in faster[:_MOST_BESTS]]


def tomorrow(log: Log, day: date, new: bool = False) -> str:
    """Return a line on how many steps are due on the day after `day`; `new` adds that there are drills never met."""
    then = (day + timedelta(days=1)).toordinal()
    due = sum(step.is_due(log.schedule, then) for step in log.whole.steps.values())
    return f"Tomorrow: {steps_due(due)}{', and new drills' * new}."


def _bests(sitting: Sitting) -> list[str]:
    """Return the lines on answers of this session that are the fastest ever; [] for a kata or without clean answers.

    Raises LogError if the log cannot be read.
    """
    clean = [outcome.question.prepared for outcome in sitting.outcomes if outcome.clean]
    if sitting.began is None or not clean or sitting.kind == "kata":
        return []
    before = fastest_answers(sitting.log, {(each.deck.name, each.drill.id) for each in clean}, sitting.began)
    return bests(sitting.outcomes, before, sitting.mixes_decks)


def _missed_again(sitting: Sitting) -> list[str]:
    """Return a line for each drill missed in this session and on at least three practice days in succession.

    Kata lines do not count. Raises LogError if the log cannot be read.
    """
    misses, can_be_easier = dict[str, int](), set[str]()
    for outcome in sitting.outcomes:
        prepared = outcome.question.prepared
        if outcome.judgement.verdict.counts_as_right or outcome.question.line is not None:
            continue
        name = prepared.name if sitting.mixes_decks else prepared.drill.id
        misses[name] = sitting.log.standing(prepared.deck.name, prepared.drill.id).misses
        if has_other_numbers(prepared):
            can_be_easier.add(name)
    return missed_again(misses, can_be_easier)
