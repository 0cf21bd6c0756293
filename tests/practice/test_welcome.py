"""Whoever is new: the first question is not timed, and comes under an example; what is told before it."""

from __future__ import annotations

from random import Random

import pytest

from katatx.sessions.desk import Desk
from tests.practice.small_decks import right, worked_deck


@pytest.fixture
def desk(tmp_path, open_log, clock, home) -> Desk:
    decks = {"one": worked_deck(tmp_path / "decks", "one", {"a": "a^2", "b": "a^3"})}
    return Desk(decks, open_log(), clock, lambda: Random(1).getrandbits(30), home=home)


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
