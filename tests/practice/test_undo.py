"""An answer taken back: the log keeps it, marked, and all stands as before it."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from katatx.notation.printing import write_value
from katatx.progress.log import Log
from katatx.sessions.drills import open_session
from katatx.sessions.kata import open_kata
from katatx.sessions.review import open_review
from katatx.sessions.sitting import Practice, Sitting


@pytest.fixture
def sitting(request, home: Path, attention, open_log, clock) -> Sitting:
    log = open_log()
    if request.param == "kata":
        return open_kata(Practice({"attention": attention}, log, clock, lambda: 7), "attention", page=True)
    if request.param == "review":
        decks = {"attention": attention}
        return open_review(Practice(decks, log, clock, lambda: 7), minutes=30)
    return open_session(Practice({"attention": attention}, log, clock, lambda: 7), "attention")


def right(sitting: Sitting) -> str:
    question = sitting.question
    if question.answer_type == "choice":
        return question.key
    value = write_value(question.key, max(3, question.places))
    return f"{question.right_option + 1}: {value}" if question.answer_type == "line" else value


def standing(log: Log):
    return deepcopy(replace(log.whole, seen=set()))


def where(sitting: Sitting):
    queue, kata = sitting.queue, sitting.plan.kata
    rows = None if kata is None else list(kata.rows)
    return sitting.question, sitting.opened, sitting.finished, list(queue.waiting), set(queue.done), rows


@pytest.mark.parametrize("sitting", ["deck", "review", "kata"], indirect=True)
def test_all_stands_as_before_the_answer(sitting: Sitting, clock) -> None:
    """Some answers, right and wrong, with hints; each is taken back once and given again."""
    source = Random(0)
    for _ in range(5):
        if source.random() < 0.3:
            sitting.hint()
        before, stood = where(sitting), standing(sitting.log)
        typed = right(sitting) if source.random() < 0.6 else "b" if sitting.question.options else "123456"
        clock.move(seconds=20)
        outcome = sitting.answer(typed, 9.0)
        if outcome.judgement.verdict.costs_nothing:
            continue
        clock.move(seconds=5)
        assert sitting.undo() == outcome
        assert where(sitting) == before
        assert standing(sitting.log) == stood
        last = sitting.log.attempts(sitting.run.id)[-1]
        assert (last.answer.uid, last.undone) == (outcome.uid, True)
        sitting.answer(typed, 9.0)
        rebuilt = standing(sitting.log)
        works = sitting.log.works
        sitting.log.know(lambda works=works: works)
        assert standing(sitting.log) == rebuilt
        sitting.advance()


def test_an_answer_after_one_taken_back_counts_as_helped(start, clock) -> None:
    """Its verdict showed the truth; no line of the working is called missed for that."""
    session = start("match")
    session.answer("9", 9.0)
    clock.move(seconds=5)
    session.undo()
    session.answer(right(session), 9.0)
    first, second = session.log.attempts(session.run.id)
    assert (first.helped, second.helped) == (False, True)
    assert session.log.uncovered(session.run.id, "attention", "match", second.answer.seed, None).lines == 0


@pytest.mark.parametrize("first", ["right", "9 9 9 9 9"])
def test_a_drill_asked_once_more_is_asked_so_again_after_an_undo(first: str, start, clock) -> None:
    """The log does not say that the learner wished for it; only the sitting knows."""
    session = start()
    session.answer(right(session) if first == "right" else first, 9.0)
    assert session.ask_again()
    before, turn = where(session), session.turn
    assert turn.extra == (first == "right")
    session.answer("9 9 9 9 9", 9.0)
    clock.move(seconds=5)
    session.undo()
    assert (where(session), session.turn) == (before, turn)
    session.answer(right(session), 9.0)
    session.advance()
    assert session.question.id != before[0].id


def test_only_answers_of_this_sitting_one_after_the_other(attention, open_log, clock) -> None:
    log = open_log()
    earlier = open_session(Practice({"attention": attention}, log, clock, lambda: 7), "attention")
    earlier.answer(right(earlier), 9.0)
    sitting = open_session(Practice({"attention": attention}, log, clock, lambda: 7), "attention")
    assert sitting.undo() is None
    questions = []
    for _ in range(3):
        questions.append(sitting.question)
        sitting.answer(right(sitting), 9.0)
        sitting.advance()
    while questions:
        assert sitting.undo() is not None
        assert sitting.question is questions.pop()
    assert sitting.undo() is None
    assert [attempt.undone for attempt in log.attempts(sitting.run.id)] == [False, True, True, True]
