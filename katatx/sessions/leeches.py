"""Drills missed repeatedly: they come back with a worked example and easier numbers first."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from katatx.decks.prepared import Prepared
from katatx.questions.asking import ask
from katatx.questions.question import Question
from katatx.questions.worked_example import easiest_draw, explain_by
from katatx.sessions.queue import MISSES


def missed_again(misses: Mapping[str, int], can_be_easier: Collection[str]) -> list[str]:
    """Return a line for each drill missed on at least `MISSES` practice days in succession.

    `misses` maps drills to that number of days. For those in `can_be_easier` the line says that a worked example and
    easier numbers come next time.
    """
    return [
        f"{name} was missed on the last {days} days you met it."
        + " Next time a worked example comes first, then easier numbers." * (name in can_be_easier)
        for name, days in misses.items()
        if days >= MISSES
    ]


def ask_easier(prepared: Prepared, name: str) -> Question | None:
    """Return the drill with easy random numbers and, above it, a worked example with the page's numbers.

    `name` is the seed of the draws, of which the easiest is taken. Returns None if the drill has no other numbers or no
    draw succeeds. Raises KatatxError if the drill is faulty.
    """
    easiest = easiest_draw(prepared, name)
    if easiest is not None:
        explain_by(ask(prepared), easiest)
    return easiest
