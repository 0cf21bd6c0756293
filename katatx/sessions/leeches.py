"""Drills missed repeatedly: they come back with a worked example and easier numbers first."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from katatx.decks.prepared import Prepared
from katatx.questions.asking import ask
from katatx.questions.question import Question
from katatx.questions.worked_example import easiest_draw, explain_by
from katatx.sessions.queue import MISSES


def missed_again(misses: Mapping[str, int], with_lesson: Collection[str]) -> list[str]:
    """Return a line for each drill missed on several consecutive days, and what happens next.

    `misses` maps drills to consecutive missed days. Drills `with_lesson` get a worked example next time.
    """
    return [
        f"{name} was missed on the last {days} days you met it."
        + " Next time a worked example comes first, then easier numbers." * (name in with_lesson)
        for name, days in misses.items()
        if days >= MISSES
    ]


def ask_easier(prepared: Prepared, name: str) -> Question | None:
    """Return the drill with its worked example and the easiest of several random draws; None if it has no other
    numbers.

    `name` is the seed of the draws. The result is also None if there is no working to show.
    """
    easiest = easiest_draw(prepared, name)
    if easiest is not None:
        explain_by(ask(prepared), easiest)
    return easiest
