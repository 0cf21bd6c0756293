"""What is said of an answer before it is there: how many numbers, to how many decimals, and nothing of what they are."""

from __future__ import annotations

from itertools import product

import pytest

from katatx.engine.values import flat
from katatx.questions.answer_form import Wanted
from katatx.questions.asking import ask


@pytest.mark.parametrize(
    ("shape", "decimals", "typed", "behind"),
    [
        ((2,), 3, "", "____  ____    2 numbers, 3 decimals"),
        ((2,), 3, "0.047", "  ____    2 numbers, 3 decimals"),
        ((2,), 3, "0.047 ", "____    2 numbers, 3 decimals"),
        ((2,), 3, "[0.047,", "____    2 numbers, 3 decimals"),
        ((2,), 3, "0.047 0.9", ""),
        ((2,), 3, "0.047 0.9 1", ""),
        ((), 3, "", "____    3 decimals"),
        ((), 1, "", "____    1 decimal"),
        ((), 0, "", "____    1 whole number"),
        ((), 3, "5", ""),
        ((4,), None, "", "____  ____  ____  ____"),
        ((4, 2), 3, "", "4 rows of 2 numbers, 3 decimals"),
        ((4, 2), 3, "[", ""),
        ((30,), 2, "", "____  ____  ____  ____  ____  ____  ____  ____  …    30 numbers, 2 decimals"),
    ],
)
def test_places_fill_as_one_types(shape, decimals, typed: str, behind: str) -> None:
    assert Wanted(shape, decimals).behind(typed).whole == behind


@pytest.mark.nightly
def test_what_is_said_to_be_whole_is_and_what_is_foreseen_comes(prepared_drills) -> None:
    numbers = [each for each in prepared_drills if not (each.is_choice or each.is_spot)]
    for prepared, seed in product(numbers, (None, 1)):
        question = ask(prepared, seed)
        shape = question.band[0]
        assert question.size_foreseen in (None, shape)
        assert question.wanted.shape == shape
        if question.wanted.decimals == 0 and question.places:
            assert all(number == float("-inf") or number == int(number) for number in flat(question.solution.value))
