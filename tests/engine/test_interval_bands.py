"""Uncertain numbers: ends of intervals, affine forms of every operation, and roundings that numbers share, by hand."""

from __future__ import annotations

from math import e, inf, pi, sqrt

import numpy as np
import pytest

from katatx.engine import operations as op
from katatx.engine.key import Solution
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.affine import Symbols, kept, work
from katatx.engine.pencils.interval import Affine, Interval, Number, high_of, low_of
from katatx.notation.parser import read_expression

Ends = tuple[float, float]


def ends_of(number: Number) -> Ends:
    return low_of(number), high_of(number)


def uncertain(symbols: Symbols, low: float, high: float) -> Affine:
    number = symbols.of(Interval(low, high))
    assert isinstance(number, Affine)
    return number


def symbol_of(number: Affine) -> int:
    (symbol,) = number.terms
    return symbol


def worked(operation: Arithmetic, *numbers: Number, symbols: Symbols) -> Affine:
    value = work(operation, numbers, symbols)
    assert isinstance(value, Affine)
    return value


def bend_of(value: Affine, *operands: Affine) -> float:
    """Return the coefficient of the only symbol that no operand has."""
    (own,) = set(value.terms) - {symbol for each in operands for symbol in each.terms}
    return value.terms[own]


ACROSS, ALONG = (9**0.6 + 1) / 2, (9**0.6 - 3) / 2
OFF_MIDDLE = 5**0.55 - 1 - ACROSS / 2 - ALONG / 2


@pytest.mark.parametrize(
    ("operation", "given", "centre", "terms", "bend", "ends"),
    [
        (op.add, [(1, 2), (3, 7)], 6.5, [0.5, 2], 0, (4, 9)),
        (op.subtract, [(1, 2), (3, 7)], -3.5, [0.5, -2], 0, (-6, -1)),
        # The product of the centres ± 4·0.5 ± 1.5·1, off by 0.5·1 at the corners, and a quarter more between them.
        (op.multiply, [(1, 2), (3, 5)], 6, [2, 1.5], 0.625, (3, 10)),
        (op.multiply, [(-2, -1), (3, 5)], -6, [2, -1.5], 0.625, (-10, -3)),
        # Off by up to 6 of a range of 18, both ways: no line is used.
        (op.multiply, [(-1, 3), (-4, 2)], -3, [0, 0], 9, (-12, 6)),
        # From 1 to 9 by 4, and 1 below that in the middle.
        (op.square, [(1, 3)], 4.5, [4], 0.625, (1, 9)),
        (op.square, [(-3, -1)], 4.5, [-4], 0.625, (1, 9)),
        (op.square, [(-1, 2)], 2, [0], 2, (0, 4)),
        (op.square, [(0, 2)], 1.5, [2], 0.625, (0, 4)),
        # 2/3 ± 1/3·1 ± 2/9·1, and these 5/9 times the divisor's radius over its nearest to 0.
        (op.divide, [(1, 3), (2, 4)], 2 / 3, [1 / 3, -2 / 9], 5 / 18, (1 / 4, 3 / 2)),
        (op.cosine, [(-1, 1)], (1 + np.cos(1)) / 2, [0], (1 - np.cos(1)) / 2, (np.cos(1), 1)),
        # Corners 1, 1, 4, 8: slopes 5 and 2, off by -2 at two corners and by 2.756 - 4.5 in the middle.
        (op.power, [(1, 2), (2, 3)], 3.5, [2.5, 1], 1.25, (1, 8)),
        # Corners 1, 1, 9, 27: slopes 8.5 and 9, off by -9 at two corners, and by less in the middle.
        (op.power, [(1, 3), (2, 3)], 9.5, [8.5, 4.5], 5.625, (1, 27)),
        # Corners 4, 8, 16, 64: slopes 17 and 26, off by -22 at two corners.
        (op.power, [(2, 4), (2, 3)], 23, [17, 13], 13.75, (4, 64)),
        # Corners 1, 1, 3, 9^0.6: off by -ALONG at two corners, and above the plane in the middle alone.
        (
            op.power,
            [(1, 9), (0.5, 0.6)],
            1 + ACROSS / 2 + OFF_MIDDLE / 2,
            [ACROSS / 2, ALONG / 2],
            0.625 * (OFF_MIDDLE + ALONG),
            (1, 9**0.6),
        ),
    ],
)
def test_an_affine_form_by_hand(
    operation: Arithmetic, given: list[Ends], centre: float, terms: list[float], bend: float, ends: Ends
) -> None:
    symbols = Symbols()
    numbers = [uncertain(symbols, *each) for each in given]
    before = [dict(each.terms) for each in numbers]
    value = worked(operation, *numbers, symbols=symbols)
    assert value.centre == pytest.approx(centre)
    assert [value.terms.get(symbol_of(each), 0.0) for each in numbers] == pytest.approx(terms)
    if bend:
        assert bend_of(value, *numbers) == pytest.approx(bend)
    else:
        assert len(value.terms) == len(numbers)
    assert ends_of(value) == pytest.approx(ends)
    assert [each.terms for each in numbers] == before


# A line that was rounded is not always as far below its centre as above it.
LOPSIDED, LATE = Affine(0.0, 1.0, 0.25, {2: 0.75}), Affine(2.0, 2.9, 2.4, {4: 0.5})
OFF_EXP = (1 + e) / 2 - sqrt(e)


@pytest.mark.parametrize(
    ("operation", "given", "centre", "terms", "bend"),
    [
        # 1 from end to end, and 0.25 below that in the middle, 0.5.
        (op.square, (LOPSIDED,), 0.125, {2: 0.75}, 0.15625),
        (op.exp, (LOPSIDED,), 1 + (e - 1) / 4 - OFF_EXP / 2, {2: (e - 1) * 0.75}, 0.625 * OFF_EXP),
        # 3 from end to end, and 0.75 below the line at 0.
        (op.keep_positive, (Affine(-1.0, 3.0, 0.5, {4: 2.5}),), 0.75, {4: 1.875}, 0.46875),
        # Corners 1, 1, 2, 4: slopes 2 and 1 from (1, 1), off by -1 at two corners.
        (
            op.power,
            (Affine(1.0, 2.0, 1.25, {2: 0.75}), Affine(1.0, 2.0, 1.75, {4: 0.75})),
            1.75,
            {2: 1.5, 4: 0.75},
            0.625,
        ),
    ],
)
def test_a_form_around_a_centre_that_is_not_the_middle(
    operation: Arithmetic, given: tuple[Affine, ...], centre: float, terms: dict[int, float], bend: float
) -> None:
    symbols = Symbols()
    for key in range(5):
        symbols.named(key)  # the symbols 2 and 4 are those of the numbers
    value = worked(operation, *given, symbols=symbols)
    assert value.centre == pytest.approx(centre)
    assert {symbol: by for symbol, by in value.terms.items() if symbol in terms} == pytest.approx(terms)
    (own,) = set(value.terms) - set(terms)
    assert value.terms[own] == pytest.approx(bend)


@pytest.mark.parametrize(
    ("operation", "given", "expected"),
    [
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


@pytest.mark.parametrize(
    "text",
    [
        "(1/7 + 1/9) + ((-1)/7 + (-1)/9)",
        "(1/7)^(1/9) - (1/7)^(1/9)",
        "tanh(1/7) - tanh(1/7)",
        "0·(1/7)",
        "|1/7| - 1/7",
        "|(-1)/7| - 1/7",
        "relu((-1)/7)",
        "max(1/7, 1/9) - 1/7",
        "min(1/7, 1/9) - 1/9",
    ],
)
def test_what_cancels_leaves_no_band(text: str) -> None:
    band = Solution(read_expression(text), {}).key.band
    assert (band.low[0], band.high[0]) == pytest.approx((0, 0), abs=1e-12)


@pytest.mark.parametrize(
    "text", ["1/7 - 1/7.001", "(1/7)·(1/9) - (1/7)·(1/9.001)", "tanh(1/7) - sin(1/7)", "tanh(1/7) - tanh(1/7.001)"]
)
def test_what_does_not_cancel_leaves_one(text: str) -> None:
    band = Solution(read_expression(text), {}).key.band
    assert band.high[0] - band.low[0] > 1e-5


def test_operations_in_which_roundings_cancel() -> None:
    symbols = Symbols()
    x, y = uncertain(symbols, 1, 2), uncertain(symbols, 3, 5)
    assert work(op.subtract, (x, x), symbols) == 0.0
    assert work(op.multiply, (x, 0.0), symbols) == 0.0
    both = worked(op.add, x, y, symbols=symbols)
    back = worked(op.subtract, both, y, symbols=symbols)
    assert (back.terms, ends_of(back)) == (x.terms, (1, 2))
    assert worked(op.multiply, x, 1.0, symbols=symbols).terms == x.terms
    assert work(op.total, (x,), symbols) is x
    first, again = (worked(op.multiply, x, y, symbols=symbols) for _ in range(2))
    assert first.terms == again.terms
    assert work(op.subtract, (first, again), symbols) == 0.0


def test_binary_noise_is_not_uncertain() -> None:
    symbols = Symbols()
    value = work(op.add, (Interval(1.0, float(np.nextafter(1.0, 2.0))), 1e6), symbols)
    assert type(value) is float
    assert value == 1000001.0
    x, y = uncertain(symbols, 1, 1 + 1e-9), uncertain(symbols, 2, 2 + 1e-9)
    assert set(worked(op.multiply, x, y, symbols=symbols).terms) == {symbol_of(x), symbol_of(y)}


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


@pytest.mark.parametrize("sign", [1, -1])
def test_a_line_adds_half_a_unit_and_stays_within_what_may_be_written(sign: int) -> None:
    symbols = Symbols()
    number = Affine(1.03, 1.46, 1.245, {100: 0.2, 102: 0.015})
    number = number if sign > 0 else -number
    value = kept(number, 1, 4, symbols)
    assert isinstance(value, Affine)
    assert sorted(map(abs, ends_of(value))) == pytest.approx([1.0, 1.5])
    assert value.centre == number.centre
    (own,) = set(value.terms) - set(number.terms)
    assert value.terms == pytest.approx({**number.terms, own: sign * 0.05})
    assert value.before == ends_of(number)
    assert own % 2 == 0
