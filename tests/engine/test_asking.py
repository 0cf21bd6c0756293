"""Questions about numbers: of floats and of intervals."""

from __future__ import annotations

from math import inf

import pytest

from katatx.engine import asking
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
def test_a_question_about_a_number(question, yes: float, no: float) -> None:
    assert question(yes) is True
    assert question(no) is False


def test_an_interval_is_asked_by_the_end_that_counts() -> None:
    assert asking.is_probability(Interval(0.2, 0.9))
    assert not asking.is_probability(Interval(0.2, 1.1))
    assert asking.is_above(Interval(0.0, 0.1), 0.0)
    assert not asking.is_exact(Interval(0.0, 0.1))
    assert asking.lowest_of(Interval(2.0, 3.0)) == 2.0
    assert asking.highest_in((Interval(2.0, 3.0), 1.0)) == 3.0


def test_the_first_of_the_largest_is_marked() -> None:
    assert [asking.is_largest((1.0, 4.0, 4.0), place) for place in range(3)] == [0.0, 1.0, 0.0]
