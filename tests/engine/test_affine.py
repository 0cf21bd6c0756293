"""The band of two or three lines: it holds what honest rounding leads to, and little more, by working at its corners."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import exp, log, sqrt

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from katatx.engine.key import Solution
from katatx.notation.parser import read_expression
from scoring.places import unit, whole_at

# What is worked from x = a/7 and y = b/9, whose lines are rounded: as written, and as a function.
WORKED: dict[str, Callable[[float, float], float]] = {
    "X + Y": lambda x, y: x + y,
    "X - Y": lambda x, y: x - y,
    "2·X - 3": lambda x, y: 2 * x - 3,
    "X·Y": lambda x, y: x * y,
    "X / Y": lambda x, y: x / y,
    "X / 3": lambda x, y: x / 3,
    "5 / Y": lambda x, y: 5 / y,
    "X^2": lambda x, y: x * x,
    "(-X)^2": lambda x, y: x * x,
    "√X": lambda x, y: sqrt(x),
    "e^X": lambda x, y: exp(x),
    "e^(-X)": lambda x, y: exp(-x),
    "ln Y": lambda x, y: log(y),
    "X^Y": lambda x, y: x**y,
    "|X - Y|": lambda x, y: abs(x - y),
    "|X| + 1": lambda x, y: x + 1,
    "relu(-X) + 1": lambda x, y: 1.0,
    "relu(X) + 1": lambda x, y: x + 1,
    "max(X, Y) + 1": lambda x, y: max(x, y) + 1,
    "min(X, Y) + 1": lambda x, y: min(x, y) + 1,
    "max(X, X + 1)": lambda x, y: x + 1,
    "sum([X, Y, X])": lambda x, y: 2 * x + y,
    "X·X": lambda x, y: x * x,
    "X + X - X": lambda x, y: x,
    "(X + Y) - Y": lambda x, y: x,
}


# The only line between x, y and the last one that is rounded.
LINES: dict[str, Callable[[float, float], float]] = {
    "2·X - 3": lambda x, y: 2 * x,
    "(X + Y) - Y": lambda x, y: x + y,
    "|X - Y|": lambda x, y: x - y,
}


@pytest.mark.parametrize("text", WORKED)
@settings(max_examples=8, derandomize=True)
@given(a=st.integers(1, 60), b=st.integers(1, 60))
def test_a_band_reaches_as_far_as_its_lines_may_be_rounded(text: str, a: int, b: int) -> None:
    work, x, y = WORKED[text], a / 7, b / 9
    assume(not whole_at(x, 3) and not whole_at(y, 3) and abs(x - y) > 0.01)
    expression = text.replace("X", f"({a}/7)").replace("Y", f"({b}/9)")
    band = Solution(read_expression(expression), {}).key.band
    low, high = band.low[0], band.high[0]
    noise = 1e-9 * (1 + abs(high))
    for first, second in product((round(x, 3), round(x, 4), x), (round(y, 3), round(y, 4), y)):
        assert low - noise <= work(first, second) <= high + noise
    written = [[*(round(each, places) for places in range(3, 10)), each] for each in (x, y)]
    corners = [work(*ends) for ends in product(*((min(each), max(each)) for each in written))]
    line = unit(LINES[text](x, y)) if text in LINES else 0.0
    widest = max(corners) - min(corners) + line
    assert high - low <= 1.3 * widest + noise, (low, high, corners)


def test_a_line_that_is_used_twice_is_rounded_once() -> None:
    twice = Solution(read_expression("(1/7)/(1/7)"), {}).key
    assert twice.band.high[0] - twice.band.low[0] < 1e-3


def test_two_equal_scores_stay_equal_however_they_are_rounded() -> None:
    """Their portions are one form, e^(1/3) over twice itself, and move together."""
    low, high = Solution(read_expression("softmax([e^(1/3), e^(1/3)])"), {}).key.band
    assert (low[0], high[0]) == (low[1], high[1]) == pytest.approx((0.5, 0.5), abs=0.0002)
    key = Solution(read_expression("softmax([1/3, 1/3, 1/7])·[1, -1, 0]"), {}).key
    assert key.band.low == key.band.high == (0.0,)
