"""Lessons and the first question of somebody new: when they come, what they show and ask, and that nothing of a lesson is kept."""

from __future__ import annotations

from math import e
from random import Random

import numpy as np
import pytest

from katatx.sessions.desk import Desk
from katatx.sessions.lesson import deck_before, is_example, lesson_before
from tests.practice.lesson_decks import taught_deck
from tests.practice.small_decks import record, right, worked_deck


@pytest.fixture
def desk(tmp_path, open_log, clock, home) -> Desk:
    folder = tmp_path / "decks"
    decks = {"taught": taught_deck(folder), "one": worked_deck(folder, "one", {"a": "a^2", "b": "a^3"})}
    return Desk(decks, open_log(), clock, lambda: Random(1).getrandbits(30), home=home)


def test_the_first_question_of_a_section_never_answered_has_its_lesson_once(desk, clock) -> None:
    sitting = desk.drill("taught")
    assert lesson_before(sitting).plan.title == "Portions"
    assert lesson_before(sitting) is None
    sitting.answer(right(sitting.question), 3.0)
    sitting.advance()
    assert sitting.question.prepared.drill.id == "two"
    assert lesson_before(sitting) is None
    sitting.answer(right(sitting.question), 3.0)
    sitting.advance()
    assert lesson_before(sitting).plan.title == "Mixing"
    sitting.answer(right(sitting.question), 3.0)
    sitting.advance()
    assert sitting.question.section == "Untaught"
    assert lesson_before(sitting) is None
    assert lesson_before(desk.drill("taught", "two")) is None


def test_it_comes_again_until_something_of_the_section_was_answered(desk, clock) -> None:
    assert lesson_before(desk.drill("taught")) is not None
    assert lesson_before(desk.drill("taught")) is not None
    record(desk.log, clock, "taught/two", "wrong")
    assert lesson_before(desk.drill("taught", "one")) is None
    assert lesson_before(desk.drill("taught", "three")) is not None


def test_a_deck_that_says_what_it_is_for_opens_until_something_of_it_was_answered(desk, clock) -> None:
    deck = desk.decks["taught"]
    assert deck_before(desk.drill("taught")) is None
    deck.contents.about = "To share out."
    sitting = desk.drill("taught", "three")
    assert (deck_before(sitting), deck_before(sitting)) == (deck, None)
    record(desk.log, clock, "taught/two", "wrong")
    assert deck_before(desk.drill("taught", "three")) is None


def test_its_three_steps(desk) -> None:
    lesson = desk.lesson("taught", "Portions")
    assert is_example(lesson)
    assert lesson.question.prompt.endswith("The scores [0, 1, 2] come to [0.090, 0.245, 0.665].")
    assert [step.line for step in lesson.steps] == ["raise", "total", "divide"]
    assert lesson.opened.lines == 3
    covered = lesson.advance()
    assert not is_example(lesson)
    assert covered.key == pytest.approx([1, e, e**2])
    assert '"raise"' in covered.prompt
    assert (lesson.opened.lines, lesson.opened.step) == (1, "expression")
    assert covered.above[1].endswith("come to ?.")
    whole = lesson.advance()
    raised = np.exp(whole.given["scores"])
    assert whole.key == pytest.approx(raised / raised.sum())
    assert whole.given["scores"] != (0, 1, 2), "the last step has other numbers"
    assert lesson.opened.lines == 0
    assert lesson.advance() is None


def test_its_answers_are_judged_with_their_mistakes_and_kept_nowhere(desk) -> None:
    lesson = desk.lesson("taught", "Portions")
    lesson.advance()
    wrong = lesson.answer("1 2 4", 3.0)
    assert "raised to each score" in wrong.headline
    assert lesson.opened.lines == len(lesson.steps)
    lesson.advance()
    assert "first" not in (lesson.hint() or "")
    assert lesson.answer(right(lesson.question), 3.0).clean
    assert desk.is_new
    assert list(desk.log.runs("taught", "lesson")) == []


def test_the_first_question_is_not_timed_and_the_second_is(desk) -> None:
    sitting = desk.drill("one")
    assert (desk.is_new, sitting.is_first, sitting.is_untimed) == (True, True, True)
    sitting.answer("nonsense", 3.0)  # costs nothing
    assert sitting.is_untimed
    outcome = sitting.answer(right(sitting.question), 3.0)
    assert outcome.told[0].startswith("not timed")
    sitting.advance()
    assert not sitting.is_untimed
    sitting.answer(right(sitting.question), 3.0)
    answers = [each.answer for each in desk.log.attempts(sitting.run.id) if each.answer.graded]
    assert [each.untouched for each in answers] == [True, False]
    assert not desk.is_new
    assert not desk.drill("one").is_first
