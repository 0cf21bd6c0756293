"""Lessons: read an example, complete it, work it alone. They are neither timed nor recorded."""

from __future__ import annotations

from katatx.decks.loading import Deck
from katatx.decks.prepared import Prepared
from katatx.errors import KatatxError
from katatx.questions.asking import explain
from katatx.sessions.sitting import Plan, Practice, Sitting


def open_lesson(practice: Practice, name: str, section: str) -> Sitting | None:
    """Return the lesson of a deck's section; None if it has none. Raises KatatxError if it cannot be worked."""
    from katatx.questions.lesson import stages_of

    deck = practice.decks[name]
    if section not in deck.contents.lessons:
        return None
    stages = {str(at): stage for at, stage in enumerate(stages_of(Prepared(deck, deck.contents.lessons[section])))}
    plan = Plan(
        title=section, names=list(stages), ask=lambda turn: stages[turn.drill](turn.showing),
        place=f"lesson · {section}", repeats=False, is_recorded=False,
    )  # fmt: skip
    return Sitting(practice, practice.run("lesson", name, stages, seed=0), plan)


def is_example(sitting: Sitting) -> bool:
    """Return whether the first stage of a lesson is shown, which is only read."""
    return sitting.run.kind == "lesson" and sitting.turn is not None and sitting.turn.drill == sitting.plan.names[0]


def introduce(sitting: Sitting) -> Sitting:
    """Turn on what opens decks and sections that are new to the learner, and return the sitting.

    In an empty log, the first question is untimed, and comes with a worked example unless its section has a lesson.
    """
    sitting.met = set()
    sitting.is_first = sitting.question is not None and not sitting.log.has_answers()
    if sitting.is_first and sitting.current.section not in sitting.current.prepared.deck.contents.lessons:
        explain(sitting.current, f"{sitting.run.seed} example")
    return sitting


def deck_before(sitting: Sitting) -> Deck | None:
    """Return the deck of the current question if it is to open before it, for it says what it is for."""
    deck = sitting.current.prepared.deck
    return deck if deck.contents.about is not None and _is_new(sitting) else None


def lesson_before(sitting: Sitting) -> Sitting | None:
    """Return the lesson to show before the current question; None if it has none, or had it before."""
    deck, section = sitting.current.prepared.deck, sitting.current.section
    if section not in deck.contents.lessons or not _is_new(sitting, section):
        return None
    try:
        return open_lesson(sitting.practice, deck.name, section)
    except KatatxError:  # lint reports it, and the drills can be practised without it
        return None


def _is_new(sitting: Sitting, section: str = "") -> bool:
    """Return whether nothing was ever seen of the question's deck, or of a section of it; from now on it is met.

    False if lessons are off.
    """
    deck, whole = sitting.current.prepared.deck, sitting.log.whole
    if sitting.met is None or (deck.name, section) in sitting.met:
        return False
    sitting.met.add((deck.name, section))
    seen = whole.drills.keys() | {place for place, _ in whole.seen}
    return not any(f"{deck.name}/{each.id}" in seen for each in deck.drills if section in ("", each.section))
