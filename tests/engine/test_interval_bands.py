"""Uncertain numbers: ends of intervals, affine forms of every operation, and roundings that numbers share, by hand."""

from __future__ import annotations

from itertools import product
from math import e, inf, log, pi, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from katatx.engine import operations as op
from katatx.engine.key import solve
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.affine import Symbols, common_step, copies, dominant_rounding, kept, work
from katatx.engine.pencils.interval import (
    Affine,
    Interval,
    Number,
    high_of,
    highest,
    is_array,
    low_of,
    lowest,
    minus,
    no_bends,
    raised_to,
    through,
)
from katatx.engine.recipes.training.head import keep_negative
from katatx.notation.expressions import read_expression

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


# ---- intervals


def test_an_interval_shows_its_ends() -> None:
    assert repr(Interval(-1.0, 2.5)) == "Interval(-1.0, 2.5)"


def test_an_affine_number_was_its_own_range_before_rounding_unless_told() -> None:
    plain = Affine(1.0, 2.0, 1.5, {2: 0.5})
    assert (plain.before, plain.own, plain.step, plain.sizes) == ((1.0, 2.0), None, 0.0, None)
    told = Affine(1.0, 2.0, 1.5, {2: 0.5}, (1.1, 1.9), 2, 0.1, (0.5, 0.25))
    assert (told.before, told.own, told.step, told.sizes) == ((1.1, 1.9), 2, 0.1, (0.5, 0.25))


def test_a_changed_sign_keeps_the_roundings_and_swaps_the_ends() -> None:
    number = Affine(1.0, 4.0, 2.0, {2: 0.5, 3: -1.5}, (1.25, 3.0), 3, 0.1).negated()
    assert (number.low, number.high, number.centre) == (-4.0, -1.0, -2.0)
    assert number.terms == {2: -0.5, 3: 1.5}
    assert (number.before, number.own, number.step) == ((-3.0, -1.25), 3, 0.1)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (np.array([1.0, 2.0]), True),
        (np.array([1.0]), True),
        (np.array(1.0), False),
        (np.array([[1.0]]), False),
        (1.0, False),
        ((1.0, 2.0), False),
        (None, False),
    ],
)
def test_only_one_axis_makes_an_array_of_draws(value: object, expected: bool) -> None:
    assert is_array(value) is expected


def test_the_ends_of_a_plain_number_are_that_number() -> None:
    array = np.array([1.0, 2.0])
    assert (low_of(2.5), high_of(2.5)) == (2.5, 2.5)
    assert low_of(array) is array
    assert high_of(array) is array
    assert (low_of(Interval(1, 2)), high_of(Interval(1, 2))) == (1, 2)
    assert tuple(no_bends(-1.0, 1.0)) == ()


@pytest.mark.parametrize(
    ("operation", "numbers", "expected"),
    [
        (op.add, (Interval(1, 2), 3.0), (4, 5)),
        (op.subtract, (Interval(1, 2), Interval(10, 30)), (-29, -8)),
        (op.multiply, (Interval(-2, -1), Interval(3, 5)), (-10, -3)),
        (op.divide, (1.0, Interval(2, 4)), (0.25, 0.5)),
        (op.square, (Interval(-3, 2),), (0, 9)),
        (op.square, (Interval(-3, -2),), (4, 9)),
        (op.power, (Interval(-3, 2), 2.0), (0, 9)),
        (op.power, (2.0, Interval(-1, 3)), (0.5, 8)),
        (op.total, (Interval(1, 2), -3.0, Interval(0, 5)), (-2, 4)),
        (op.cosine, (Interval(-1, pi),), (-1, 1)),
        (op.sine, (Interval(1, 2),), (np.sin(1), 1)),
    ],
)
def test_the_range_of_an_operation_on_intervals(
    operation: Arithmetic, numbers: tuple[Number, ...], expected: Ends
) -> None:
    reached = through(operation.work, numbers, operation.rising, operation.bends)
    assert type(reached) is Interval
    assert ends_of(reached) == pytest.approx(expected)


def test_without_an_interval_the_range_is_the_plain_result() -> None:
    assert through(lambda a, b: a - b, (5.0, 3.0), rising=True) == 2.0
    assert through(lambda a, b: a - b, (5.0, 3.0), rising=False) == 2.0


def test_a_rising_operation_is_worked_at_its_ends_alone() -> None:
    worked_at: list[tuple[float, ...]] = []

    def work_and_note(*numbers: float) -> float:
        worked_at.append(numbers)
        return sum(numbers)

    through(work_and_note, (Interval(1, 2), Interval(3, 5)), rising=True)
    assert worked_at == [(1, 3), (2, 5)]


@pytest.mark.parametrize(
    ("low", "high", "least", "expected"),
    [
        (-1, 2, 0, (0, 2)),
        (-1, 0, 0, (0, 0)),
        (0, 2, 0, None),
        (1, 2, 0, None),
        (-2, -1, 0, None),
        (-2, 3, -inf, None),
    ],
)
def test_a_lower_end_is_raised_only_to_what_lies_inside(
    low: float, high: float, least: float, expected: Ends | None
) -> None:
    for number in (Interval(low, high), Affine(low, high, (low + high) / 2, {2: (high - low) / 2})):
        raised = raised_to(least, number)
        if expected is None:
            assert raised is number
        else:
            assert type(raised) is Interval
            assert ends_of(raised) == expected
    assert raised_to(0.0, -1.0) == -1.0


def test_minus_of_each_kind_of_number() -> None:
    affine = minus(Affine(1.0, 2.0, 1.5, {2: 0.5}))
    assert isinstance(affine, Affine)
    assert (ends_of(affine), affine.terms) == ((-2.0, -1.0), {2: -0.5})
    interval = minus(Interval(-1, 3))
    assert type(interval) is Interval
    assert ends_of(interval) == (-3, 1)
    assert minus(2.5) == -2.5


# ---- the ends of honest rounding


@pytest.mark.parametrize(
    ("value", "decimals", "figures", "low", "high"),
    [
        # 1/1000, 1/10,000 ... 1/100,000,000: six units are tried, and not a seventh.
        (0.123777773, 3, 4, 0.12377777, 0.124),
        (0.1237777773, 3, 4, 0.1237777773, 0.124),
        (0.123222227, 3, 4, 0.123, 0.12322223),
        (0.1232222227, 3, 4, 0.123, 0.1232222227),
        # A number in the thousands is rounded to 1000 first, and then to every decimal that it may be written with.
        (1777777.777777773, 3, 4, 1777777.77777777, 1778000.0),
        (123456.7, 0, 4, 123456.7, 123500.0),
        (123456.2, 0, 4, 123456.0, 123500.0),
        (123.25, 1, 3, 123.0, 123.3),
        # A tie may go either way.
        (2.4865, 3, 4, 2.486, 2.487),
        (-2.4865, 3, 4, -2.487, -2.486),
        (2.48651, 3, 4, 2.4865, 2.487),
        (2.48649, 3, 4, 2.486, 2.4865),
        (0.0, 3, 4, 0.0, 0.0),
        (0.0001, 3, 4, 0.0, 0.0001),
        (-inf, 3, 4, -inf, -inf),
    ],
)
def test_the_ends_of_honest_rounding(value: float, decimals: int, figures: int, low: float, high: float) -> None:
    assert lowest(value, decimals, figures) == pytest.approx(low, rel=1e-15, abs=1e-12)
    assert highest(value, decimals, figures) == pytest.approx(high, rel=1e-15, abs=1e-12)


def test_every_tie_may_be_rounded_either_way_and_no_end_passes_its_value() -> None:
    for thousandths in range(1, 3000):
        tie = (thousandths + 0.5) / 1000
        assert lowest(tie, 3, 4) == pytest.approx(thousandths / 1000, abs=1e-12)
        assert highest(tie, 3, 4) == pytest.approx((thousandths + 1) / 1000, abs=1e-12)
        whole = thousandths / 1000
        assert lowest(whole, 3, 4) <= whole <= highest(whole, 3, 4)
        assert (lowest(whole, 3, 4), highest(whole, 3, 4)) == pytest.approx((whole, whole), abs=1e-12)


# ---- symbols


def test_a_key_has_one_symbol_and_each_key_its_own() -> None:
    symbols = Symbols()
    names = [symbols.named(key) for key in ("a", "b", "a", ("a", 1), "b")]
    assert names[0] == names[2]
    assert names[1] == names[4]
    assert len(set(names)) == 3


def test_only_the_rounding_of_a_number_with_known_ends_has_an_odd_symbol() -> None:
    symbols = Symbols()
    assert all(symbols.named(key) % 2 == 0 for key in range(5))
    assert all(symbols.named(key, known_ends=True) % 2 == 1 for key in range(5, 10))
    assert len({symbols.named(key) for key in range(10)}) == 10


def test_symbols_with_a_base_know_its_keys_and_share_none_by_chance() -> None:
    base = Symbols()
    one = base.named("a")
    copied = Symbols(base)
    assert copied.named("a") == one
    other, another = copied.named("b"), base.named("c")
    assert len({one, other, another}) == 3
    assert base.named("b") not in {one, other, another}


def test_an_interval_gets_a_symbol_of_its_own() -> None:
    symbols, interval = Symbols(), Interval(1.0, 4.0)
    number = uncertain(symbols, 1.0, 4.0)
    assert (number.low, number.high, number.centre) == (1.0, 4.0, 2.5)
    assert list(number.terms.values()) == [1.5]
    assert symbols.of(number) is number
    assert symbols.of(2.5) == 2.5
    first, again = symbols.of(interval), symbols.of(interval)
    assert isinstance(first, Affine)
    assert isinstance(again, Affine)
    assert first.terms == again.terms
    assert len({symbol_of(uncertain(symbols, 1.0, 4.0)) for _ in range(20)}) == 20


@pytest.mark.parametrize(("low", "high"), [(2.0, 2.0), (-inf, 3.0), (3.0, inf), (inf, inf)])
def test_an_interval_of_one_number_or_without_bounds_counts_as_its_lower_end(low: float, high: float) -> None:
    number = Symbols().of(Interval(low, high))
    assert type(number) is float
    assert number == low


# ---- affine forms, each by hand from the corners

ACROSS, ALONG = (9**0.6 + 1) / 2, (9**0.6 - 3) / 2
OFF_MIDDLE = 5**0.55 - 1 - ACROSS / 2 - ALONG / 2


@pytest.mark.parametrize(
    ("operation", "given", "centre", "terms", "bend", "ends"),
    [
        (op.add, [(1, 2), (3, 7)], 6.5, [0.5, 2], 0, (4, 9)),
        (op.subtract, [(1, 2), (3, 7)], -3.5, [0.5, -2], 0, (-6, -1)),
        (op.total, [(1, 2), (3, 7), (-2, 0)], 5.5, [0.5, 2, 1], 0, (2, 9)),
        # The product of the centres ± 4·0.5 ± 1.5·1 ± 0.5·1, and within the corners.
        (op.multiply, [(1, 2), (3, 5)], 6, [2, 1.5], 0.5, (3, 10)),
        (op.multiply, [(-2, -1), (3, 5)], -6, [2, -1.5], 0.5, (-10, -3)),
        (op.multiply, [(-1, 3), (-4, 2)], -1, [-2, 3], 6, (-12, 6)),
        # The centre's square and half the squared radius, ± 2·centre·radius ± half the squared radius.
        (op.square, [(1, 3)], 4.5, [4], 0.5, (1, 9)),
        (op.square, [(-3, -1)], 4.5, [-4], 0.5, (1, 9)),
        (op.square, [(-1, 2)], 1.375, [1.5], 1.125, (0, 4)),
        (op.square, [(0, 2)], 1.5, [2], 0.5, (0, 4)),
        # 2/3 ± 1/3·1 ± 2/9·1, and these 5/9 times the divisor's radius over its nearest to 0.
        (op.divide, [(1, 3), (2, 4)], 2 / 3, [1 / 3, -2 / 9], 5 / 18, (1 / 4, 3 / 2)),
        (op.divide, [(1, 3), (-4, -2)], -2 / 3, [-1 / 3, -2 / 9], 5 / 18, (-3 / 2, -1 / 4)),
        (op.divide, [(-3, 1), (2, 4)], -1 / 3, [2 / 3, 1 / 9], 7 / 18, (-3 / 2, 1 / 2)),
        # A secant lies e^0.5 - (1 + e)/2 off in the middle; that is increased by a quarter, on one side.
        (
            op.exp,
            [(0, 1)],
            (1 + e) / 2 + 0.625 * (sqrt(e) - (1 + e) / 2),
            [(e - 1) / 2],
            -0.625 * (sqrt(e) - (1 + e) / 2),
            (1, e),
        ),
        (op.root, [(1, 4)], 1.5 + 0.625 * (sqrt(2.5) - 1.5), [0.5], 0.625 * (sqrt(2.5) - 1.5), (1, 2)),
        (op.log, [(1, 3)], log(3) / 2 + 0.625 * log(2 / sqrt(3)), [log(3) / 2], 0.625 * log(2 / sqrt(3)), (0, log(3))),
        # From cos 1 to cos 1 a line has no slope; it is furthest off at 0.
        (op.cosine, [(-1, 1)], np.cos(1) + 0.625 * (1 - np.cos(1)), [0], 0.625 * (1 - np.cos(1)), (np.cos(1), 1)),
        # A line from end to end, 2/3 or 4/3 off at 0, where the bend is.
        (keep_negative, [(-1, 2)], -0.5 + 0.625 * 2 / 3, [0.5], 0.625 * 2 / 3, (-1, 0)),
        (op.keep_positive, [(-1, 2)], 1 - 0.625 * 2 / 3, [1], 0.625 * 2 / 3, (0, 2)),
        (op.absolute, [(-1, 2)], 1.5 - 0.625 * 4 / 3, [0.5], 0.625 * 4 / 3, (0, 2)),
        # Corners 1, 1, 4, 8: slopes 5 and 2, off by -2 at two corners and by 2.756 - 4.5 in the middle.
        (op.power, [(1, 2), (2, 3)], 3.5, [2.5, 1], 1.25, (1, 8)),
        # Corners 1, 1, 4, 16: slopes 3 and 3, off by -10 at (0, 4), where the base has its extremum.
        (op.power, [(-1, 2), (2, 4)], 3.5, [4.5, 3], 6.25, (0, 16)),
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
        # The bends are by the larger radius of each, 0.75 and 0.5, and for a divisor over its nearest to 0.
        (op.multiply, (LOPSIDED, LATE), 0.6, {2: 1.8, 4: 0.125}, 0.375),
        (op.square, (LOPSIDED,), 0.34375, {2: 0.375}, 0.28125),
        (op.divide, (1.0, LATE), 1 / 2.4, {4: -0.5 / 5.76}, 0.5 / 5.76 * 0.5 / 2),
        # e - 1 from end to end, so a quarter of that at 0.25; the deviation is that of the middle, 0.5.
        (op.exp, (LOPSIDED,), 1 + (e - 1) / 4 - 0.625 * OFF_EXP, {2: (e - 1) * 0.75}, 0.625 * OFF_EXP),
        # 3 from end to end, and 0.75 below the line at 0.
        (op.keep_positive, (Affine(-1.0, 3.0, 0.5, {4: 2.5}),), 0.65625, {4: 1.875}, 0.46875),
        # 10 to 0.01; only the base of a power has an extremum at 0, its exponent has none.
        (
            op.power,
            (0.1, Affine(-1.0, 2.0, 0.5, {4: 1.5})),
            5.005 + 0.625 * (sqrt(0.1) - 5.005),
            {4: -4.995},
            0.625 * (5.005 - sqrt(0.1)),
        ),
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
        (op.power, (Interval(-2, 1), 3.0), (-8, 1)),
        (op.power, (0.25, Interval(0.5, 1)), (0.25, 0.5)),
        (op.divide, (6.0, Interval(2, 3)), (2, 3)),
        (op.divide, (6.0, Interval(-3, -2)), (-3, -2)),
        (op.divide, (Interval(2, 3), 2.0), (1, 1.5)),
        (op.add, (Interval(2, 3), 1.5), (3.5, 4.5)),
        (op.subtract, (1.5, Interval(2, 3)), (-1.5, -0.5)),
        (op.multiply, (-2.0, Interval(2, 3)), (-6, -4)),
        (op.log10, (Interval(1, 100),), (0, 2)),
        (op.sine, (Interval(pi / 4, pi),), (0, 1)),
        (op.sine, (Interval(-pi, 0.5),), (-1, np.sin(0.5))),
        (op.cosine, (Interval(0.5, 2 * pi),), (-1, 1)),
        (op.root, (Interval(-0.5, 4),), (0, 2)),
        (op.root, (Interval(0, 4),), (0, 2)),
        (op.negate, (Interval(-1, 3),), (-3, 1)),
        (op.negate, (Interval(2.0, 2.0),), (-2, -2)),
        (op.absolute, (Interval(-3, 1),), (0, 3)),
        (op.absolute, (Interval(-3, -1),), (1, 3)),
        (op.absolute, (Interval(-3, 0),), (0, 3)),
        (op.absolute, (Interval(0, 3),), (0, 3)),
        (op.keep_positive, (Interval(0, 3),), (0, 3)),
        (op.keep_positive, (Interval(-1, 3),), (0, 3)),
        (op.keep_positive, (Interval(-3, 0),), (0, 0)),
        (keep_negative, (Interval(-3, 0),), (-3, 0)),
        (keep_negative, (Interval(-3, -1),), (-3, -1)),
        (keep_negative, (Interval(0, 3),), (0, 0)),
        (keep_negative, (Interval(1, 3),), (0, 0)),
        (op.tanh, (Interval(-1, 2),), (np.tanh(-1), np.tanh(2))),
        (op.floor, (Interval(0.9, 2.1),), (0, 2)),
        (op.floor, (Interval(1.1, 1.9),), (1, 1)),
        (op.larger, (Interval(1, 2), 1.5), (1.5, 2)),
        (op.larger, (Interval(1, 2), 3.0), (3, 3)),
        (op.quotient, (Interval(5, 9), 2.0), (2, 4)),
        (op.largest, (Interval(0, 1), Interval(0.5, 2), 0.7), (0.7, 2)),
        (op.smallest, (Interval(0, 1), Interval(0.5, 2), 0.7), (0, 0.7)),
        (op.largest, (Interval(0, 1), -inf), (0, 1)),
        (op.largest, (Interval(0, 1), inf), (inf, inf)),
        (op.smallest, (Interval(0, 1), -inf), (-inf, -inf)),
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
    ("operation", "given", "error"),
    [
        (op.divide, (1.0, Interval(0, 1)), ZeroDivisionError),
        (op.divide, (1.0, Interval(-1, 0)), ZeroDivisionError),
        (op.divide, (Interval(1, 2), Interval(-1, 1)), ZeroDivisionError),
        (op.divide, (Interval(1, 2), 0.0), ZeroDivisionError),
        (op.root, (Interval(-2, -1),), ValueError),
        (op.log, (Interval(0, 1),), ValueError),
        (op.exp, (Interval(700, 710),), OverflowError),
    ],
)
def test_an_operation_that_may_have_no_value_is_an_error(
    operation: Arithmetic, given: tuple[Number, ...], error: type[Exception]
) -> None:
    with pytest.raises(error):
        work(operation, given, Symbols())


def test_a_divisor_may_come_close_to_zero() -> None:
    for low, high in ((1e-9, 1.0), (-1.0, -1e-9)):
        reached = ends_of(work(op.divide, (1.0, Interval(low, high)), Symbols()))
        assert reached == pytest.approx((1 / high, 1 / low))


GRID = np.linspace(-1, 1, 9)
# Entries of a form: two roundings that the operands share, and one of each alone.
parts = st.floats(-0.1, 0.1).map(lambda part: round(part, 4))
forms = st.tuples(st.integers(-30, 30).map(lambda tenths: tenths / 10), parts, parts, st.floats(0.01, 0.2))
CHECKED: dict[Arithmetic, tuple[int, float]] = {
    op.add: (2, -9), op.subtract: (2, -9), op.multiply: (2, -9), op.divide: (2, 0.7), op.square: (1, -9),
    op.exp: (1, -9), op.log: (1, 0.7), op.log10: (1, 0.7), op.root: (1, 0.7), op.sine: (1, -9), op.cosine: (1, -9),
    op.power: (2, 0.7), op.negate: (1, -9), op.absolute: (1, -9), op.keep_positive: (1, -9), keep_negative: (1, -9),
    op.tanh: (1, -9), op.largest: (3, -9), op.smallest: (3, -9), op.total: (3, -9), op.larger: (2, -9),
}  # fmt: skip

# A wave is measured too seldom for that where it changes its curvature, and a power where both numbers vary much.
NOT_IN_FORM = {op.sine, op.cosine, op.power}


@pytest.mark.parametrize("operation", CHECKED, ids=lambda operation: operation.name)
@settings(max_examples=12, deadline=None, derandomize=True)
@given(drawn=st.lists(forms, min_size=3, max_size=3))
def test_a_form_holds_every_value_of_its_numbers(operation: Arithmetic, drawn: list[tuple[float, ...]]) -> None:
    count, least = CHECKED[operation]
    symbols = Symbols()
    shared, also = symbols.named("shared"), symbols.named("also shared")
    numbers = []
    for middle, first, second, own in drawn[:count]:
        centre, radius = max(least, middle), abs(first) + abs(second) + own
        terms = {shared: first, also: second, symbols.named(object()): own}
        numbers.append(Affine(centre - radius, centre + radius, centre, terms))
    value = work(operation, tuple(numbers), symbols)
    operands = {symbol for each in numbers for symbol in each.terms}
    for signs in product(GRID[::4], repeat=len(operands)):
        _check_inside(operation, numbers, value, dict(zip(sorted(operands), signs, strict=True)))
    for at in GRID:
        _check_inside(operation, numbers, value, dict.fromkeys(operands, at))


def _check_inside(operation: Arithmetic, numbers: list[Affine], value: Number, at: dict[int, float]) -> None:
    """Check that a value lies in the range, and no further from the form than the terms that are not the numbers'."""
    reached = operation.work(*(each.centre + sum(by * at[key] for key, by in each.terms.items()) for each in numbers))
    assert low_of(value) - 1e-9 <= reached <= high_of(value) + 1e-9
    if isinstance(value, Affine):
        rest = sum(abs(by) for key, by in value.terms.items() if key not in at)
        expected = value.centre + sum(by * at[key] for key, by in value.terms.items() if key in at)
        rest += inf if operation in NOT_IN_FORM else 0.0
        assert abs(reached - expected) <= rest + 1e-9


# ---- shared roundings


@pytest.mark.parametrize(
    "text",
    [
        "1/7 - 1/7",
        "1/7 + (-1)/7",
        "(1/7)·(1/9) - (1/7)·(1/9)",
        "(1/7 + 1/9) + ((-1)/7 + (-1)/9)",
        "(1/7)^2 - (1/7)^2",
        "e^(1/7) - e^(1/7)",
        "(1/7)^(1/9) - (1/7)^(1/9)",
        "tanh(1/7) - tanh(1/7)",
        "0·(1/7)",
        "|1/7| - 1/7",
        "|(-1)/7| - 1/7",
        "relu(1/7) - 1/7",
        "relu((-1)/7)",
        "max(1/7, 1/9) - 1/7",
        "min(1/7, 1/9) - 1/9",
    ],
)
def test_what_cancels_leaves_no_band(text: str) -> None:
    band = solve(read_expression(text), {}).key.band
    assert (band.low[0], band.high[0]) == pytest.approx((0, 0), abs=1e-12)


@pytest.mark.parametrize(
    "text",
    [
        "1/7 - 1/7.001",
        "(1/7)·(1/9) - (1/7)·(1/9.001)",
        "tanh(1/7) - sin(1/7)",
        "tanh(1/7) - tanh(1/7.001)",
        "1/7 - 0.143",
    ],
)
def test_what_does_not_cancel_leaves_one(text: str) -> None:
    band = solve(read_expression(text), {}).key.band
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


def test_a_number_that_is_only_passed_on_keeps_its_roundings() -> None:
    symbols = Symbols()
    x, y = uncertain(symbols, 1, 2), uncertain(symbols, 2, 5)
    assert work(op.absolute, (x,), symbols) is x
    assert work(op.keep_positive, (x,), symbols) is x
    assert work(op.largest, (x, y), symbols) is y  # they touch at 2
    assert work(op.smallest, (x, y), symbols) is x
    opposite = worked(op.negate, x, symbols=symbols)
    assert worked(op.absolute, opposite, symbols=symbols).terms == x.terms
    assert work(keep_negative, (opposite,), symbols) is opposite
    above = worked(op.add, x, 0.1, symbols=symbols)
    assert work(op.largest, (x, above), symbols) is above  # 0.1 more, whatever x is
    assert work(op.smallest, (x, above), symbols) is x
    assert work(op.largest, (x, x), symbols) is x
    overlapping = uncertain(symbols, 1.9, 3)
    assert work(op.largest, (x, overlapping), symbols) is not overlapping


def test_an_operation_without_a_rule_has_one_symbol_for_itself_and_its_numbers() -> None:
    symbols = Symbols()
    x, y = uncertain(symbols, 1, 2), uncertain(symbols, 1, 2)
    first = worked(op.tanh, x, symbols=symbols)
    assert first.centre == pytest.approx((np.tanh(1) + np.tanh(2)) / 2)
    assert list(first.terms.values()) == pytest.approx([(np.tanh(2) - np.tanh(1)) / 2])
    assert worked(op.tanh, x, symbols=symbols).terms == first.terms
    further = Affine(1.0, 2.5, 1.75, {symbol_of(x): 0.75})
    lower = Affine(0.5, 2.0, 1.25, {symbol_of(x): 0.75})
    others = [worked(op.tanh, each, symbols=symbols) for each in (y, further, lower)]
    others += [worked(op.erf, x, symbols=symbols)]
    others += [worked(op.larger, x, bound, symbols=symbols) for bound in (1.5, 1.6)]
    assert len({symbol_of(each) for each in (first, *others)}) == 7


def test_a_range_that_may_be_infinite_is_a_plain_interval() -> None:
    steep = op.tanh._replace(name="steep", work=lambda number: inf if number >= 2 else number)
    for low, high, expected in ((1, 2, (1, inf)), (2, 3, (inf, inf)), (0, 1, (0, 1))):
        value = work(steep, (Interval(low, high),), Symbols())
        assert ends_of(value) == expected
        assert type(value) is {(1, inf): Interval, (inf, inf): float, (0, 1): Affine}[expected]


def test_a_rounding_that_a_root_cuts_off_is_no_longer_that_of_its_number() -> None:
    symbols = Symbols()
    number = uncertain(symbols, -1, 4)
    value = worked(op.root, number, symbols=symbols)
    assert not set(number.terms) & set(value.terms)
    assert work(op.root, (uncertain(symbols, -1, 0),), symbols) == 0.0
    whole = uncertain(symbols, 0, 4)
    assert set(whole.terms) <= set(worked(op.root, whole, symbols=symbols).terms)


def test_binary_noise_is_not_uncertain() -> None:
    symbols = Symbols()
    hair = Interval(1.0, float(np.nextafter(1.0, 2.0)))
    value = work(op.add, (hair, 1e6), symbols)
    assert type(value) is float
    assert value == 1000001.0
    x, y = uncertain(symbols, 1, 1 + 1e-9), uncertain(symbols, 2, 2 + 1e-9)
    assert set(worked(op.multiply, x, y, symbols=symbols).terms) == {symbol_of(x), symbol_of(y)}
    x, y = uncertain(symbols, 1, 1 + 1e-6), uncertain(symbols, 2, 2 + 1e-6)
    assert len(worked(op.multiply, x, y, symbols=symbols).terms) == 3
    x, y = uncertain(symbols, -1, 1), uncertain(symbols, -1, 1)
    around = worked(op.multiply, x, y, symbols=symbols)
    assert (ends_of(around), list(around.terms.values())) == ((-1, 1), [1])


# ---- many roundings

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
    for numbers, reach in (
        (ends[:10], 10),
        (ends, 2.15 * sqrt(240)),
        (ends[:40] + others, 2.15 * sqrt(160)),
    ):
        assert ends_of(work(op.total, tuple(numbers), symbols)) == pytest.approx((-reach, reach))


def test_the_bend_of_a_number_with_many_roundings() -> None:
    """Of 100 ± 16·1, whose roundings reach 12; the bend of 1 divided by it is a share of the quotient's reach."""
    symbols = Symbols()
    divisor = worked(op.total, 100.0, *(uncertain(symbols, -1, 1) for _ in range(16)), symbols=symbols)
    assert ends_of(divisor) == pytest.approx((88, 112))
    value = worked(op.divide, 1.0, divisor, symbols=symbols)
    assert bend_of(value, divisor) == pytest.approx(12 / 100**2 * 12 / 88)

    # Of 100 ± 16·1 times 1.01 ± 0.01: 16 terms of 1.01, one of 100·0.01, and the bend 12·0.01.
    value = worked(op.multiply, divisor, uncertain(symbols, 1, 1.02), symbols=symbols)
    reach = 3 * sqrt(16 * 1.01**2 + 1 + 0.12**2)
    assert ends_of(value) == pytest.approx((101 - reach, 101 + reach))
    assert ends_of(kept(value, 9, 12, symbols)) == pytest.approx((101 - reach, 101 + reach))


# ---- rounding a line


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (1 / 7, (1 / 7, 0.143)),
        (-1 / 7, (-0.143, -1 / 7)),
        (2.4865, (2.486, 2.487)),
        (100000 / 7, (14285.7, 14290)),
    ],
)
def test_an_exact_number_is_rounded_between_its_two_ends(number: float, expected: Ends) -> None:
    symbols = Symbols()
    value = kept(number, 3, 4, symbols)
    assert isinstance(value, Affine)
    assert ends_of(value) == pytest.approx(expected, abs=1e-4 if abs(number) < 1 else 1)
    assert value.low == lowest(number, 3, 4)
    assert value.high == highest(number, 3, 4)
    assert value.centre == pytest.approx((value.low + value.high) / 2)
    own = symbol_of(value)
    assert own % 2 == 1
    assert value.terms[own] == pytest.approx((value.high - value.low) / 2 * (1 if number > 0 else -1))
    assert (value.before, value.own, value.step) == ((number, number), own, 10 if number > 10 else 0.001)
    assert symbols.rounded[own] == number


@pytest.mark.parametrize("number", [0.125, -3.0, 0.0, 1234567.0, 14285.714, inf, -inf])
def test_an_exact_number_that_ends_soon_enough_is_kept(number: float) -> None:
    assert kept(number, 3, 4, Symbols()) == number


def test_equal_numbers_and_opposites_are_rounded_alike() -> None:
    symbols = Symbols()
    first, again, opposite, other = (
        kept(number, 3, 4, symbols) for number in (1 / 7, 1 / 7 + 1e-15, -1 / 7, 1 / 7.0001)
    )
    assert isinstance(first, Affine)
    assert isinstance(again, Affine)
    assert isinstance(opposite, Affine)
    assert isinstance(other, Affine)
    assert first.own == again.own == opposite.own != other.own
    assert work(op.add, (first, opposite), symbols) == 0.0


@pytest.mark.parametrize("sign", [1, -1])
def test_a_line_adds_half_a_unit_and_stays_within_what_may_be_written(sign: int) -> None:
    symbols = Symbols()
    number = Affine(1.03, 1.46, 1.245, {100: 0.2, 102: 0.015})
    number = number if sign > 0 else number.negated()
    value = kept(number, 1, 4, symbols)
    assert isinstance(value, Affine)
    assert sorted(map(abs, ends_of(value))) == pytest.approx([1.0, 1.5])
    assert value.centre == number.centre
    assert value.own is not None
    assert value.terms == pytest.approx({100: sign * 0.2, 102: sign * 0.015, value.own: sign * 0.05})
    assert value.before == ends_of(number)
    assert value.step == pytest.approx(0.1)
    assert symbols.rounded[value.own] == number.centre
    assert value.own % 2 == 0


@pytest.mark.parametrize(
    ("low", "high", "place"),
    [
        (-5.25, 2000.5, 1.0),
        (-2000.5, 5.25, 1.0),
        (999.8, 1000.3, 1.0),
        (-1000.3, -999.8, 1.0),
        (998.1, 999.3, 0.1),
        (0.1, 0.2, 0.001),
    ],
)
def test_the_larger_end_says_where_a_line_is_rounded(low: float, high: float, place: float) -> None:
    value = kept(Affine(low, high, (low + high) / 2, {100: (high - low) / 2}), 3, 4, Symbols())
    assert isinstance(value, Affine)
    assert value.step == pytest.approx(place)
    assert value.own is not None
    assert abs(value.terms[value.own]) == pytest.approx(place / 2)


def test_a_plain_interval_is_not_rounded() -> None:
    number = Interval(0.1234, inf)
    assert kept(number, 3, 4, Symbols()) is number


FORM = Affine(1.0, 2.0, 1.5, {100: 0.3, 102: 0.2})


@pytest.mark.parametrize(
    ("other", "alike"),
    [
        (Affine(1.0, 2.0, 1.5 + 1e-13, {100: 0.3 - 1e-13, 102: 0.2}), True),
        (FORM.negated(), True),
        (Affine(1.0, 2.0, 1.5, {102: 0.2, 100: 0.3}), True),
        (Affine(1.0, 2.0, 1.5001, {100: 0.3, 102: 0.2}), False),
        (Affine(1.0, 2.0, 1.5, {100: 0.3001, 102: 0.2001}), False),
        (Affine(1.0, 2.0, 1.5, {100: 0.4, 102: 0.1}), True),  # told apart by their sum alone
        (Affine(1.0, 2.0, 1.5, {100: 0.3, 102: -0.2}), False),
        (Affine(1.0, 2.0, 1.5, {100: -0.3, 102: -0.2}), False),
        (Affine(1.0, 2.0, 1.5, {100: 0.3, 104: 0.2}), False),
        (Affine(-2.0, -1.0, -1.5, {100: 0.3, 102: 0.2}), False),
    ],
)
def test_equal_forms_are_rounded_alike(other: Affine, alike: bool) -> None:
    symbols = Symbols()
    first, second = kept(FORM, 1, 4, symbols), kept(other, 1, 4, symbols)
    assert isinstance(first, Affine)
    assert isinstance(second, Affine)
    assert (first.own == second.own) is alike


def test_many_roundings_bound_a_rounded_line_too() -> None:
    symbols = Symbols()
    number = worked(op.total, *(uncertain(symbols, -1, 1) for _ in range(16)), symbols=symbols)
    for each in (number, number.negated()):
        value = kept(each, 0, 4, symbols)
        assert ends_of(value) == (-12, 12)
        value = kept(worked(op.add, each, 0.123, symbols=symbols), 0, 4, symbols)
        reach = 3 * sqrt(16.25)
        assert ends_of(value) == pytest.approx((max(0.123 - reach, -12), min(0.123 + reach, 12.123)), abs=0.13)


@pytest.mark.parametrize(
    ("count", "step", "is_kept"),
    [
        (41, 0.001, True),
        (41, 0.001 * (1 - 1e-12), True),
        (41, 0.01, True),
        (41, 0.0009, False),
        (41, 0.0, False),
        (40, 0.001, False),
    ],
)
def test_a_sum_of_many_roundings_that_ends_soon_enough_is_not_rounded_again(
    count: int, step: float, is_kept: bool
) -> None:
    symbols = Symbols()
    number = worked(op.total, *(uncertain(symbols, 0, 0.001) for _ in range(count)), symbols=symbols)
    value = kept(number, 3, 4, symbols, step)
    assert (value is number) is is_kept
    assert isinstance(value, Affine)
    assert value.step == (step if is_kept else 0.001)
    assert (kept(number, 3, 4, symbols) is number) is False


STEPS = {"fine": Affine(1, 2, 1.5, {2: 0.5}, step=0.001), "coarse": Affine(1, 2, 1.5, {4: 0.5}, step=0.1)}
FINE, COARSE = STEPS["fine"], STEPS["coarse"]


@pytest.mark.parametrize(
    ("operation", "numbers", "step"),
    [
        (op.add, (FINE, COARSE), 0.001),
        (op.add, (COARSE, COARSE), 0.1),
        (op.subtract, (COARSE, 0.125), 0.1),
        (op.total, (COARSE, 2.5, FINE), 0.001),
        (op.add, (COARSE, 0.1251), 0.0),
        (op.add, (COARSE, Interval(1, 2)), 0.0),
        (op.multiply, (COARSE, 3.0), 0.1),
        (op.multiply, (-2.0, FINE), 0.001),
        (op.multiply, (COARSE, 2.5), 0.0),
        (op.multiply, (COARSE, FINE), 0.0),
        (op.multiply, (Interval(1, 2), 3.0), 0.0),
        (op.multiply, (2.0, 3.0), 0.0),
        (op.divide, (COARSE, 2.0), 0.0),
        (op.square, (COARSE,), 0.0),
        (op.total, (1.0, 2.0), 0.0),
    ],
)
def test_the_place_that_a_result_is_a_multiple_of(
    operation: Arithmetic, numbers: tuple[Number, ...], step: float
) -> None:
    assert common_step(operation, numbers, 3) == step


def test_a_term_with_more_decimals_than_the_line_has_no_common_place() -> None:
    assert common_step(op.add, (COARSE, 0.12), 2) == 0.1
    assert common_step(op.add, (COARSE, 0.12), 1) == 0.0


@pytest.mark.parametrize(
    ("operation", "operands", "expected"),
    [
        *((each, 1, True) for each in (op.negate, op.absolute, op.keep_positive, keep_negative)),
        (op.largest, 3, True),
        (op.smallest, 3, True),
        (op.total, 1, True),
        (op.total, 2, False),
        (op.add, 2, False),
        (op.square, 1, False),
        (op.exp, 1, False),
        (op.larger, 2, False),
    ],
)
def test_which_results_are_rounded_once_more(operation: Arithmetic, operands: int, expected: bool) -> None:
    assert copies(operation, operands) is expected


@pytest.mark.parametrize(
    ("terms", "own", "expected"),
    [
        ({2: 0.5, 4: 0.3, 6: 0.2}, None, "of 2"),
        ({2: -0.3, 4: -0.5, 6: 0.2}, None, "of 4"),
        ({2: 0.49, 4: 0.31, 6: 0.2}, None, None),
        ({2: 0.9, 4: 0.3, 6: 0.2}, 2, "of 4"),
        ({2: 0.9, 4: 0.25, 6: 0.25}, 2, "of 4"),
        ({2: 0.9}, 2, None),
        ({2: 0.9}, None, "of 2"),
        ({8: 0.9}, None, None),
    ],
)
def test_the_rounding_that_moves_a_number_most(terms: dict[int, float], own: int | None, expected: str | None) -> None:
    symbols = Symbols()
    symbols.rounded = {2: 2.5, 4: 4.5, 6: 6.5}
    found = dominant_rounding(Affine(0.0, 1.0, 0.5, terms, own=own), symbols)
    assert found == {"of 2": 2.5, "of 4": 4.5, None: None}[expected]


def test_a_number_without_a_form_has_no_rounding_that_moves_it() -> None:
    assert dominant_rounding(1.0, Symbols()) is None
    assert dominant_rounding(Interval(0, inf), Symbols()) is None
