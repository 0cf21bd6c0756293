"""Single operations, uncertain numbers and the roundings that they share, by hand; the band of a few lines, at its corners."""

from __future__ import annotations

import math
from contextlib import suppress
from itertools import product
from math import inf, nan, pi, sqrt

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from katatx.engine import operations as op
from katatx.engine.evaluate import evaluate
from katatx.engine.key import Solution
from katatx.engine.names import Defined
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.interval import Affine, Interval, Number, high_of, low_of
from katatx.engine.pencils.rounding import Symbols, work
from katatx.notation.parser import read_expression
from scoring.places import unit, whole_at

Ends = tuple[float, float]


def ends_of(number: Number) -> Ends:
    return low_of(number), high_of(number)


def uncertain(symbols: Symbols, low: float, high: float) -> Affine:
    number = symbols.of(Interval(low, high))
    assert isinstance(number, Affine)
    return number


def worked(operation: Arithmetic, *numbers: Number, symbols: Symbols) -> Affine:
    value = work(operation, numbers, symbols)
    assert isinstance(value, Affine)
    return value


@pytest.mark.parametrize(
    ("operation", "given", "expected"),
    [
        (op.add, (Interval(1, 2), Interval(3, 7)), (4, 9)),
        (op.subtract, (Interval(1, 2), Interval(3, 7)), (-6, -1)),
        (op.multiply, (Interval(1, 2), Interval(3, 5)), (3, 10)),
        (op.multiply, (Interval(-2, -1), Interval(3, 5)), (-10, -3)),
        (op.multiply, (Interval(-1, 3), Interval(-4, 2)), (-12, 6)),
        (op.square, (Interval(-1, 2),), (0, 4)),
        (op.divide, (Interval(1, 3), Interval(2, 4)), (1 / 4, 3 / 2)),
        (op.cosine, (Interval(-1, 1),), (np.cos(1), 1)),
        (op.power, (Interval(1, 9), Interval(0.5, 0.6)), (1, 9**0.6)),
        (op.power, (2.0, Interval(1, 3)), (2, 8)),
        (op.power, (Interval(-2, 1), 2.0), (0, 4)),
        (op.multiply, (-2.0, Interval(2, 3)), (-6, -4)),
        (op.sine, (Interval(pi / 4, pi),), (0, 1)),
        (op.sine, (Interval(-pi, 0.5),), (-1, np.sin(0.5))),
        (op.root, (Interval(-0.5, 4),), (0, 2)),
        (op.negate, (Interval(-1, 3),), (-3, 1)),
        (op.negate, (Interval(2.0, 2.0),), (-2, -2)),
        (op.absolute, (Interval(-3, 1),), (0, 3)),
        (op.absolute, (Interval(-3, -1),), (1, 3)),
        (op.keep_positive, (Interval(-1, 3),), (0, 3)),
        (op.floor, (Interval(0.9, 2.1),), (0, 2)),
        (op.floor, (Interval(1.1, 1.9),), (1, 1)),
        (op.quotient, (Interval(5, 9), 2.0), (2, 4)),
        (op.largest, (Interval(0, 1), Interval(0.5, 2), 0.7), (0.7, 2)),
        (op.add, (Interval(0, 1), -inf), (-inf, -inf)),
        (op.divide, (Interval(2, 3), inf), (0, 0)),
        (op.multiply, (Interval(-1, 2), inf), (-inf, inf)),
        (op.multiply, (Interval(1, 2), -inf), (-inf, -inf)),
    ],
)
def test_the_ends_of_an_operation(operation: Arithmetic, given: tuple[Number, ...], expected: Ends) -> None:
    value = work(operation, given, Symbols())
    assert ends_of(value) == pytest.approx(expected, abs=1e-12)
    if expected[0] == expected[1]:
        assert type(value) is float
    else:
        assert type(value) is (Interval if inf in expected else Affine)


CANCEL = [
    "(1/7 + 1/9) + ((-1)/7 + (-1)/9)", "(1/7)^(1/9) - (1/7)^(1/9)", "(1/7)·(1/9) - (1/7)·(1/9)", "tanh(1/7) - tanh(1/7)",
    "0·(1/7)", "|1/7| - 1/7", "|(-1)/7| - 1/7", "relu((-1)/7)", "max(1/7, 1/9) - 1/7", "min(1/7, 1/9) - 1/9",
]  # fmt: skip
STAY = ["1/7 - 1/7.001", "(1/7)·(1/9) - (1/7)·(1/9.001)", "tanh(1/7) - sin(1/7)", "tanh(1/7) - tanh(1/7.001)"]


@pytest.mark.parametrize("text", [*CANCEL, *STAY])
def test_only_what_cancels_leaves_no_band(text: str) -> None:
    band = Solution(read_expression(text), {}).key.band
    assert (band.high[0] - band.low[0] > 1e-5) == (text in STAY)
    assert text in STAY or (band.low[0], band.high[0]) == pytest.approx((0, 0), abs=1e-12)


def test_a_result_moves_with_its_operands_where_a_line_follows_it() -> None:
    symbols = Symbols()
    straight = [(op.multiply, (1, 2), (3, 5)), (op.square, (1, 3)), (op.square, (0, 2)), (op.power, (2, 4), (2, 3))]
    bent = [(op.multiply, (-1, 3), (-4, 2)), (op.square, (-1, 2)), (op.cosine, (-1, 1))]
    for follows, (operation, *ends) in [*((True, each) for each in straight), *((False, each) for each in bent)]:
        numbers = [uncertain(symbols, *each) for each in ends]
        own = {key for each in numbers for key in each.terms}
        assert own & {*worked(operation, *numbers, symbols=symbols).terms} == (own if follows else set())


def test_binary_noise_is_not_uncertain() -> None:
    symbols = Symbols()
    value = work(op.add, (Interval(1.0, float(np.nextafter(1.0, 2.0))), 1e6), symbols)
    assert type(value) is float
    assert value == 1000001.0


def test_a_range_that_may_be_infinite_is_a_plain_interval() -> None:
    steep = op.tanh._replace(name="steep", work=lambda number: inf if number >= 2 else number)
    for low, high, expected in ((1, 2, (1, inf)), (2, 3, (inf, inf)), (0, 1, (0, 1))):
        value = work(steep, (Interval(low, high),), Symbols())
        assert ends_of(value) == expected
        assert type(value) is {(1, inf): Interval, (inf, inf): float, (0, 1): Affine}[expected]


# Up to nine, all may go one way. With more, the half-width is 3 times the root of the summed squares, and from 40 on
# falls to 1.3 times it.
REACHES = [(1, 1), (2, 2), (9, 9), (10, 3 * sqrt(10)), (16, 12), (40, 3 * sqrt(40)), (80, 2.15 * sqrt(80)), (400, 29.4)]


@pytest.mark.parametrize(("count", "reach"), REACHES)
def test_many_roundings_do_not_all_go_one_way(count: int, reach: float) -> None:
    symbols = Symbols()
    value = worked(op.total, 0.25, *(uncertain(symbols, -1, 1) for _ in range(count)), symbols=symbols)
    assert len(value.terms) == count
    assert ends_of(value) == pytest.approx((0.25 - reach, 0.25 + reach))


def test_roundings_of_exact_numbers_spread_as_three() -> None:
    symbols = Symbols()
    ends = [Affine(-1.0, 1.0, 0.0, {symbols.named(object(), known_ends=True): 1.0}) for _ in range(80)]
    others = [uncertain(symbols, -1, 1) for _ in range(40)]
    for numbers, reach in ((ends[:10], 10), (ends, 2.15 * sqrt(240)), (ends[:40] + others, 2.15 * sqrt(160))):
        assert ends_of(work(op.total, tuple(numbers), symbols)) == pytest.approx((-reach, reach))


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((100.1, -100.0), 0.1),
        ((-100.1, 99.6), -0.5),  # half a percent is left
        ((10.1, -9.9), 10.1 - 9.9),  # 2 % are left: the result is not touched
        ((1 / 3, 1 / 3), 2 / 3),
        ((100.1, -100.1), 0.0),
        ((1e15, 1.0 - 1e15), 1.0),
        ((-inf, 0.5), -inf),
        ((0.1, 0.2, -0.3), 0.0),
        ((1e15, 0.1, -1e15), 0.1),  # a whole number is exact
        ((123456.7, -123456.0, -0.6), 0.1),
        ((1e-20, -5e-21), 5e-21),
    ],
)
def test_a_sum_has_no_binary_noise_if_its_terms_nearly_cancel(numbers: tuple[float, ...], expected: float) -> None:
    assert op.total.work(*numbers) == expected
    if len(numbers) == 2:
        assert op.add.work(*numbers) == op.subtract.work(numbers[0], -numbers[1]) == expected


def test_a_total_that_cancels_is_no_negative_zero() -> None:
    assert math.copysign(1, op.total.work(-0.1, -0.2, 0.3)) == 1
    assert math.copysign(1, op.log.work(1 - 2**-53)) == 1


@pytest.mark.parametrize("operation", [op.floor, op.ceiling, op.round_to])
def test_no_number_stays_none_when_it_is_rounded(operation: Arithmetic) -> None:
    assert math.isnan(operation.work(nan))


TWO_NUMBERS = {
    "multiply", "divide", "add", "subtract", "total", "power", "quotient", "remainder", "largest", "smallest",
}  # fmt: skip


def test_an_operation_keeps_numbers_whole_if_each_result_of_whole_numbers_is() -> None:
    numbers = [float(number) for number in range(-4, 5)]
    for name, operation in vars(op).items():
        if isinstance(operation, Arithmetic) and name not in ("round_to", "larger", "smaller"):
            results = []
            for given in product(numbers, repeat=1 + (name in TWO_NUMBERS)):
                with suppress(ArithmeticError, ValueError):
                    results.append(operation.work(*given))
            assert operation.keeps_whole == all(result == int(result) for result in results), name


# What is worked from x = a/7 and y = b/9, whose lines are rounded.
WORKED = [
    "x + y", "x - y", "2·x - 3", "x·y", "x / y", "x / 3", "5 / y", "x^2", "(-x)^2", "√x", "e^x", "e^(-x)", "ln y", "x^y",
    "|x - y|", "|x| + 1", "relu(-x) + 1", "relu(x) + 1", "max(x, y) + 1", "min(x, y) + 1", "max(x, x + 1)",
    "sum([x, y, x])", "x·x", "x + x - x", "(x + y) - y",
]  # fmt: skip
# The only line between x, y and the last one that is rounded.
LINES = {"2·x - 3": "2·x", "(x + y) - y": "x + y", "|x - y|": "x - y"}


def worked_out(text: str, x: float, y: float) -> float:
    value = evaluate(read_expression(text), {"x": x, "y": y})
    assert isinstance(value, float)
    return value


@pytest.mark.parametrize("text", WORKED)
@settings(max_examples=8, derandomize=True)
@given(a=st.integers(1, 60), b=st.integers(1, 60))
def test_a_band_reaches_as_far_as_its_lines_may_be_rounded(text: str, a: int, b: int) -> None:
    x, y = a / 7, b / 9
    assume(not whole_at(x, 3) and not whole_at(y, 3) and abs(x - y) > 0.01)
    names = {"x": Defined(read_expression(f"{a}/7")), "y": Defined(read_expression(f"{b}/9"))}
    band = Solution(read_expression(text), names).key.band
    low, high = band.low[0], band.high[0]
    noise = 1e-9 * (1 + abs(high))
    for first, second in product((round(x, 3), round(x, 4), x), (round(y, 3), round(y, 4), y)):
        assert low - noise <= worked_out(text, first, second) <= high + noise
    written = [[*(round(each, places) for places in range(3, 10)), each] for each in (x, y)]
    corners = [worked_out(text, *ends) for ends in product(*((min(each), max(each)) for each in written))]
    line = unit(worked_out(LINES[text], x, y)) if text in LINES else 0.0
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
