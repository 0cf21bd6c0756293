"""Slack, noise and printing follow the size of the numbers; expectations are worked by hand."""

from __future__ import annotations

import pytest

from katatx.engine.evaluate import evaluate
from katatx.engine.key import solve, write_out
from katatx.engine.pencils.rounding import Rounding
from katatx.notation.expressions import read_expression


def test_two_equal_scores_stay_equal_however_they_are_rounded() -> None:
    """Their portions are one form, e^(1/3) over twice itself, and move together."""
    first, second = evaluate(read_expression("softmax([e^(1/3), e^(1/3)])"), {}, Rounding())
    assert (first.before, first.terms) == (second.before, second.terms)
    assert first.before == pytest.approx((0.5, 0.5), abs=0.0002)
    key = solve(read_expression("softmax([1/3, 1/3, 1/7])·[1, -1, 0]"), {}).key
    assert key.band.low == key.band.high == (0.0,)


def test_a_working_never_shows_a_small_number_as_zero() -> None:
    lines = [line.text for line in write_out(read_expression("0.0006·0.07·2"), {})]
    assert lines == ["0.0006·0.07 = 4.2e-05", "4.2e-05·2 = 8.4e-05"]
