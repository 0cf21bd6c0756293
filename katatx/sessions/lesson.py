"""Lessons: read an example, complete it, work it alone. They are neither timed nor recorded."""

from __future__ import annotations

from katatx.decks.loading import Deck
from katatx.decks.prepared import lesson_of
from katatx.errors import KatatxError
from katatx.progress.log import Log
from katatx.questions.asking import explain
from katatx.sessions.runs import Clock, new_run
from katatx.sessions.sitting import Plan, Sitting


def open_lesson(log: Log, clock: Clock, deck: Deck, section: str) -> Sitting | None:
    """Return the lesson of a deck's section; None if it has none. Raises KatatxError if it cannot be worked."""
    from katatx.questions.lesson import questions_of

    lesson = lesson_of(deck, section)
    if lesson is None:
        return None
    stages = {str(number): stage for number, stage in enumerate(questions_of(lesson))}
    plan = Plan(
        title=section,
        names=list(stages),
        ask=lambda turn: stages[turn.drill],
        place=f"lesson · {section}",
        opened={name: stage.opened for name, stage in stages.items() if stage.opened is not None},
        repeats=False,
        is_recorded=False,
    )
    return Sitting(log, clock, new_run(deck.name, None, plan.names, 0, False, clock(), "lesson"), plan)


def lesson_for(sitting: Sitting) -> Sitting | None:
    """Return the lesson of the section of the current question; None if there is no question or no lesson."""
    question = sitting.question
    if question is None:
        return None
    return open_lesson(sitting.log, sitting.clock, question.prepared.deck, question.section)


def is_example(sitting: Sitting) -> bool:
    """Return whether a question is shown that is only read: the first stage of a lesson."""
    return sitting.run.kind == "lesson" and sitting.turn is not None and sitting.turn.drill == sitting.plan.names[0]


def lines_of(lesson: Sitting) -> list[str]:
    """Return the worked example of a lesson just opened as lines of text."""
    from katatx.questions.lesson import example_lines

    return [] if lesson.question is None else example_lines(lesson.question)


def introduce(sitting: Sitting) -> Sitting:
    """Turn on lessons for sections that are new to the learner, and return the sitting, which nothing was answered in.

    If the log has no answers, the first question is untimed, and comes with a worked example unless a lesson precedes
    it.
    """
    sitting.met = set()
    sitting.is_first = sitting.question is not None and not sitting.log.has_answers()
    if sitting.is_first and not _has_new_lesson(sitting):
        explain(sitting.current, f"{sitting.run.seed} example")
    return sitting


def lesson_before(sitting: Sitting) -> Sitting | None:
    """Return the lesson to show before the current question; None if there is none, or it was returned before."""
    if sitting.met is None or not _has_new_lesson(sitting):
        return None
    sitting.met.add((sitting.current.prepared.deck.name, sitting.current.section))
    try:
        return lesson_for(sitting)
    except KatatxError:  # lint reports it, and the drills can be practised without it
        return None


def _has_new_lesson(sitting: Sitting) -> bool:
    """Return whether a lesson should precede the question.

    That is so if lessons are on, its section has one that was not shown, and no drill of the section was ever answered.
    """
    if sitting.met is None or sitting.question is None:
        return False
    deck, section = sitting.question.prepared.deck, sitting.question.section
    if (deck.name, section) in sitting.met or section not in deck.contents.lessons:
        return False
    drills = [each.id for each in deck.drills if each.section == section]
    return not sitting.log.was_answered(deck.name, drills)
