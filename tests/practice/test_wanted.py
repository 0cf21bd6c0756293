"""What is said of an answer before it is there: how many numbers, to how many decimals, and nothing of what they are."""

from __future__ import annotations

from itertools import product

import pytest

from katatx.engine.values import flat
from katatx.questions.asking import ask
from katatx.questions.numbers import Wanted


@pytest.mark.parametrize(
    ("shape", "decimals", "words"),
    [
        ((2,), 3, "2 numbers, 3 decimals"),
        ((), 3, "3 decimals"),
        ((), 1, "1 decimal"),
        ((), 0, "1 whole number"),
        ((4, 2), 3, "4 rows of 2 numbers, 3 decimals"),
    ],
)
def test_what_is_wanted_is_said_in_words(shape, decimals, words: str) -> None:
    assert Wanted(shape, decimals).words == words


@pytest.mark.nightly
def test_what_is_said_to_be_whole_is(prepared_drills) -> None:
    numbers = [each for each in prepared_drills if not (each.is_choice or each.is_spot)]
    for prepared, seed in product(numbers, (None, 1)):
        question = ask(prepared, seed)
        shape = question.band[0]
        assert question.wanted.shape == shape
        if question.wanted.decimals == 0 and question.places:
            assert all(number == float("-inf") or number == int(number) for number in flat(question.solution.value))
