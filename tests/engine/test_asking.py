"""Questions about numbers: of floats, of intervals, and of the same number in many draws."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from katatx.engine import asking
from katatx.engine.asking import Disagree
from katatx.engine.fresh_numbers.bulk import in_groups
from katatx.engine.pencils.interval import Interval


@pytest.mark.parametrize(
    ("question", "yes", "no"),
    [
        (asking.is_masked, -inf, 3.0),
        (asking.is_zero_or_one, 1.0, 0.5),
        (asking.is_probability, 0.3, 1.5),
        (asking.is_true, 1.0, 0.0),
        (lambda number: asking.is_above(number, 2.0), 3.0, 2.0),
        (lambda number: asking.is_at_most(number, 2.0), 2.0, 3.0),
        (lambda number: asking.is_as_high(number, 2.0), 2.0, 3.0),
    ],
)
def test_draws_that_agree_answer_as_one_number_does_and_others_part(question, yes: float, no: float) -> None:
    assert question(yes) is True
    assert question(no) is False
    assert question(np.array([yes, yes])) is True
    assert question(np.array([no, no])) is False
    with pytest.raises(Disagree) as parted:
        question(np.array([yes, no, yes]))
    assert parted.value.holds.tolist() == [True, False, True]


def test_an_interval_is_asked_by_the_end_that_counts() -> None:
    assert asking.is_probability(Interval(0.2, 0.9))
    assert not asking.is_probability(Interval(0.2, 1.1))
    assert asking.is_above(Interval(0.0, 0.1), 0.0)
    assert not asking.is_exact(Interval(0.0, 0.1))
    assert asking.lowest_of(Interval(2.0, 3.0)) == 2.0
    assert asking.highest_in((Interval(2.0, 3.0), 1.0)) == 3.0


def test_the_largest_of_a_row_is_told_draw_by_draw() -> None:
    row = (np.array([1.0, 5.0]), 2.0, np.array([2.0, 0.0]))
    assert asking.highest_in(row).tolist() == [2.0, 5.0]
    assert asking.largest_in(row).tolist() == [2.0, 5.0]
    marks = [np.broadcast_to(asking.is_largest(row, place), 2).tolist() for place in range(3)]
    assert marks == [[0.0, 1.0], [1.0, 0.0], [0.0, 0.0]]  # the first of several
    assert [asking.is_largest((1.0, 4.0, 4.0), place) for place in range(3)] == [0.0, 1.0, 0.0]


def test_draws_that_disagree_are_worked_apart_each_once() -> None:
    draws = [3, 1, 4, 1, 5]

    def work(some: list[int]) -> list[int]:
        number = asking.lowest_of(np.array(some, float))
        assert {number} == set(some)
        return [round(number)] * len(some)

    found = {
        place: value for places, values in in_groups(draws, work) for place, value in zip(places, values, strict=True)
    }
    assert [found[place] for place in range(len(draws))] == draws


def test_work_that_can_do_nothing_with_arrays_is_done_one_by_one() -> None:
    def work(some: list[int]) -> int:
        if len(some) > 1:
            raise asking.OneByOne
        return some[0]

    assert sorted(value for _, value in in_groups([1, 2, 3], work)) == [1, 2, 3]
