"""Lessons: read an example, complete it, work it alone. They are neither timed nor recorded."""

from __future__ import annotations

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
        title=section, names=list(stages), ask=lambda turn: stages[turn.drill](), place=f"lesson · {section}",
        repeats=False, is_recorded=False,
    )  # fmt: skip
    return Sitting(practice, practice.run("lesson", name, stages, seed=0), plan)


def is_example(sitting: Sitting) -> bool:
    """Return whether the first stage of a lesson is shown, which is only read."""
    return sitting.run.kind == "lesson" and sitting.turn is not None and sitting.turn.drill == sitting.plan.names[0]


def introduce(sitting: Sitting) -> Sitting:
    """Turn on lessons for sections that are new to the learner, and return the sitting.

    In an empty log, the first question is untimed, and comes with a worked example unless a lesson precedes it.
    """
    sitting.met = set()
    sitting.is_first = sitting.question is not None and not sitting.log.has_answers()
    if sitting.is_first and not _has_new_lesson(sitting):
        explain(sitting.current, f"{sitting.run.seed} example")
    return sitting


def lesson_before(sitting: Sitting) -> Sitting | None:
    """Return the lesson to show before the current question; None if it has none, or had it before."""
    if sitting.met is None or not _has_new_lesson(sitting):
        return None
    deck, section = sitting.current.prepared.deck, sitting.current.section
    sitting.met.add((deck.name, section))
    try:
        return open_lesson(sitting.practice, deck.name, section)
    except KatatxError:  # lint reports it, and the drills can be practised without it
        return None


def _has_new_lesson(sitting: Sitting) -> bool:
    """Return whether lessons are on, and the question's section has one, and nothing of it was ever seen."""
    if sitting.met is None or sitting.question is None:
        return False
    deck, section = sitting.question.prepared.deck, sitting.question.section
    if (deck.name, section) in sitting.met or section not in deck.contents.lessons:
        return False
    whole = sitting.log.whole
    seen = whole.drills.keys() | {place for place, _ in whole.seen}
    return not any(f"{deck.name}/{each.id}" in seen for each in deck.drills if each.section == section)
