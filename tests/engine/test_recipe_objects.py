"""Recipes, their parameters and registry; single operations; and chains of lines."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from math import inf, nan, pi
from types import ModuleType
from typing import Any

import mpmath
import numpy as np
import pytest

from katatx.engine import operations as op
from katatx.engine.chains import ChainDraws, key_from_own_lines, line_has_value, solved_lines
from katatx.engine.errors import EngineError
from katatx.engine.fresh_numbers.ranges import read_range
from katatx.engine.fresh_numbers.sources import numbered_source
from katatx.engine.lines import ChainLine, work_chain
from katatx.engine.operations import Arithmetic, Arrangement
from katatx.engine.pencils.interval import Interval, Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import (
    WX,
    XW,
    Line,
    Parameter,
    Recipe,
    Registry,
    WrongTurn,
    all_names,
    all_recipes,
    all_wrong_turns,
    find_recipe,
    find_wrong_turn,
    recipe,
)
from katatx.engine.values import Grid, Row, Value
from katatx.notation.errors import Ambiguous
from katatx.notation.expressions import read_expression
from scoring.key import Band

ROW, GRID = (1.0, 2.0), ((1.0, 2.0), (3.0, 4.0))

# ---- operations

OPERATIONS = {name: each for name, each in vars(op).items() if isinstance(each, Arithmetic)}
STROKES = {
    "products": {"multiply", "square"},
    "sums": {"add", "subtract", "total"},
    "exponentials": {"exp", "log", "log10", "log2", "power", "sine", "cosine", "tanh", "erf", "normal_share"},
    "divisions": {"divide", "root", "quotient", "remainder"},
    None: {
        "negate", "keep_positive", "absolute", "floor", "ceiling", "nearest", "largest", "smallest", "taken_over",
        "sign_of", "round_to", "larger", "smaller", "towards_zero",
    },
}  # fmt: skip
TWO_NUMBERS = {
    "multiply", "divide", "add", "subtract", "total", "power", "quotient", "remainder", "largest", "smallest", "larger",
    "smaller",
}  # fmt: skip


def results(operation: str, numbers: np.ndarray[Any, Any]) -> Iterator[tuple[tuple[float, ...], float]]:
    """Yield the operands and the result of an operation for each number, or each pair, that has a result."""
    for first in numbers.tolist():
        for given in [(first, second) for second in numbers.tolist()] if operation in TWO_NUMBERS else [(first,)]:
            try:
                yield given, OPERATIONS[operation].work(*given)
            except (ArithmeticError, ValueError):
                continue


@pytest.mark.parametrize("stroke", STROKES)
def test_the_kind_of_work_that_an_operation_is(stroke: str | None) -> None:
    assert {name for name, each in OPERATIONS.items() if each.stroke == stroke} == STROKES[stroke]


@pytest.mark.parametrize("name", sorted(set(OPERATIONS) - {"taken_over"}))
def test_an_operation_is_rising_if_no_larger_number_makes_its_result_smaller(name: str) -> None:
    found = list(results(name, np.linspace(-3, 3, 25)))
    rises = all(
        one <= other or any(a > b for a, b in zip(given, larger, strict=True))
        for given, one in found
        for larger, other in found
    )
    assert OPERATIONS[name].rising == rises


@pytest.mark.parametrize("name", sorted(set(OPERATIONS) - {"round_to"}))
def test_an_operation_keeps_numbers_whole_if_each_result_of_whole_numbers_is(name: str) -> None:
    found = [result for _, result in results(name, np.arange(-4.0, 5.0))]
    assert OPERATIONS[name].keeps_whole == all(result == int(result) for result in found)


def test_only_a_few_operations_fold_have_a_least_number_or_bends() -> None:
    assert {name for name, each in OPERATIONS.items() if each.folds} == {"total", "largest", "smallest"}
    assert {name: each.least for name, each in OPERATIONS.items() if each.least != -inf} == {"root": 0.0}
    bent = {name: list(each.bends(-1.0, 1.0)) for name, each in OPERATIONS.items() if each.bends(-1.0, 1.0)}
    assert bent == {name: [0.0] for name in ("power", "square", "absolute", "sine", "cosine")}


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(-1.0, 2.0, [0.0]), (0.0, 2.0, []), (-2.0, 0.0, []), (1.0, 2.0, []), (-2.0, -1.0, [])],
)
def test_a_square_bends_at_zero_inside_its_bounds(low: float, high: float, expected: list[float]) -> None:
    assert list(op.square.bends(low, high)) == expected


@pytest.mark.parametrize(
    ("low", "high", "turns"),
    [
        (-2.0, 4.0, range(-1, 3)),
        (0.1, 1.5, ()),
        (0.0, pi / 2, range(2)),
        (-pi, -pi / 2, (-2, -1)),
        (1.0, 12.0, range(1, 8)),
        (1.0, 14.0, range(1, 9)),
        (1.0, 100.0, range(1, 9)),
    ],
)
def test_a_wave_bends_at_quarter_turns_of_which_eight_are_enough(low: float, high: float, turns: range) -> None:
    assert list(op.sine.bends(low, high)) == pytest.approx([turn * pi / 2 for turn in turns])


@pytest.mark.parametrize(
    ("operation", "numbers", "text"),
    [
        (op.multiply, (2, -3), "2·(-3)"), (op.multiply, (-2, 1 / 3), "(-2)·0.333"), (op.divide, (2, -3), "2 / (-3)"),
        (op.add, (2, -3), "2 - 3"), (op.add, (-2, 3), "-2 + 3"), (op.total, (-1, 2.5, -2 / 3), "-1 + 2.5 - 0.667"),
        (op.total, (4,), "4"), (op.subtract, (2, -3), "2 - (-3)"), (op.negate, (-3,), "-(-3)"), (op.negate, (3,), "-3"),
        (op.exp, (-1,), "e^(-1)"), (op.log, (2,), "ln 2"), (op.log10, (2,), "log10 2"), (op.log2, (8,), "log2 8"),
        (op.power, (-2, 3), "(-2)^3"), (op.square, (-3,), "(-3)^2"), (op.square, (3,), "3^2"), (op.root, (4,), "√4"),
        (op.keep_positive, (-3,), "max(0, -3)"), (op.absolute, (-3,), "|-3|"), (op.floor, (-2.5,), "⌊-2.5⌋"),
        (op.ceiling, (2.5,), "⌈2.5⌉"), (op.nearest, (-2.5,), "round(-2.5)"), (op.sine, (-1,), "sin(-1)"),
        (op.cosine, (-1,), "cos(-1)"), (op.quotient, (7, -2), "⌊7 / -2⌋"), (op.remainder, (7, -2), "7 mod (-2)"),
        (op.largest, (1, -2, 3), "max(1, -2, 3)"), (op.smallest, (1, -2), "min(1, -2)"), (op.taken_over, (-3,), "-3"),
        (op.tanh, (-1,), "tanh(-1)"), (op.erf, (1,), "erf(1)"), (op.normal_share, (-1,), "Φ(-1)"),
        (op.sign_of, (-3,), "sign(-3)"), (op.round_to, (2.675, 2), "round(2.675, 2)"), (op.larger, (1, 2), "max(1, 2)"),
        (op.smaller, (1, 2), "min(1, 2)"),
    ],
)  # fmt: skip
def test_an_operation_as_it_is_written(operation: Arithmetic, numbers: tuple[float, ...], text: str) -> None:
    assert operation.sign(*map(float, numbers)) == text


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_numbers_are_written_to_the_places_asked(name: str) -> None:
    given = (1 / 3, 2 / 3) if name in TWO_NUMBERS else (1 / 3,)
    assert "0.333" in OPERATIONS[name].sign(*given)
    written = OPERATIONS[name].sign(*given, places=5)
    assert "0.33333" in written
    assert len(given) == 1 or "0.66667" in written


def test_a_number_is_written_as_an_operand_to_the_places_asked() -> None:
    assert op.write_operand(-1 / 3) == "(-0.333)"
    assert op.write_operand(-4 / 3, 1) == "(-1.3)"
    assert op.write_operand(2.0) == "2"


@pytest.mark.parametrize(
    ("operation", "numbers", "expected"),
    [
        (op.multiply, (3, -2), -6), (op.divide, (3, -2), -1.5), (op.add, (3, -2), 1), (op.subtract, (3, -2), 5),
        (op.total, (3, -2, 4), 5), (op.negate, (3,), -3), (op.exp, (2,), math.exp(2)), (op.log, (2,), math.log(2)),
        (op.log10, (1000,), 3), (op.log2, (8,), 3), (op.power, (2, -3), 0.125), (op.square, (-3,), 9),
        (op.root, (9,), 3), (op.keep_positive, (-3,), 0), (op.keep_positive, (3,), 3), (op.keep_positive, (0.5,), 0.5),
        (op.absolute, (-3,), 3), (op.nearest, (2.5,), 3), (op.nearest, (-2.5,), -2), (op.nearest, (2.4,), 2),
        (op.sine, (1,), math.sin(1)), (op.cosine, (1,), math.cos(1)), (op.quotient, (7, -2), -4),
        (op.quotient, (7.5, 2), 3), (op.remainder, (-7, 3), -1), (op.remainder, (7, -3), 1), (op.largest, (1, 3, 2), 3),
        (op.smallest, (2, 1, 3), 1), (op.taken_over, (4.5,), 4.5), (op.tanh, (1,), math.tanh(1)),
        (op.erf, (1,), math.erf(1)), (op.normal_share, (0,), 0.5), (op.normal_share, (1,), 0.8413447460685429),
        (op.sign_of, (-3,), -1), (op.sign_of, (0,), 0), (op.sign_of, (0.5,), 1), (op.larger, (1, 2), 2),
        (op.smaller, (1, 2), 1),
    ],
)  # fmt: skip
def test_the_result_of_an_operation(operation: Arithmetic, numbers: tuple[float, ...], expected: float) -> None:
    assert operation.work(*map(float, numbers)) == pytest.approx(expected, rel=1e-15)
    assert isinstance(operation.work(*map(float, numbers)), float)


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((100.1, -100.0), 0.1),
        ((-100.1, 100.0), -0.1),
        ((100.1, -99.6), 0.5),  # half a percent is left
        ((10.1, -9.9), 10.1 - 9.9),  # 2 % are left: the result is not touched
        ((-10.1, 9.9), 9.9 - 10.1),
        ((1 / 3, 1 / 3), 2 / 3),
        ((-1 / 3, -1 / 3), -2 / 3),
        ((100.1, -100.1), 0.0),
        ((1e15, 0.1), 1e15 + 0.1),
        ((1e15, 1.0 - 1e15), 1.0),
        ((inf, 0.5), inf),
        ((-inf, 0.5), -inf),
        ((0.5, -inf), -inf),
    ],
)
def test_a_sum_of_two_has_no_binary_noise_if_they_nearly_cancel(numbers: tuple[float, float], expected: float) -> None:
    first, second = numbers
    assert op.add.work(first, second) == expected
    assert op.subtract.work(first, -second) == expected
    assert op.total.work(first, second) == expected


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((0.1, 0.2, -0.3), 0.0),
        ((0.3, -0.1, -0.2), 0.0),
        ((0.1,) * 10, 1.0),
        ((1e16, 1.0, -1e16), 1.0),
        ((1e15, 0.1, -1e15), 0.1),  # a whole number is exact
        ((-100.1, 50.0, 50.0), -0.1),
        ((123456.7, -123456.0, -0.6), 0.1),
        ((1e-20, -5e-21), 5e-21),
        ((2.5,), 2.5),
    ],
)
def test_a_total_of_terms_that_cancel_has_no_binary_noise(numbers: tuple[float, ...], expected: float) -> None:
    found = op.total.work(*numbers)
    assert found == expected
    assert math.copysign(1, found) == math.copysign(1, expected)


def test_a_total_that_cancels_is_no_negative_zero() -> None:
    assert math.copysign(1, op.total.work(-0.1, -0.2, 0.3)) == 1
    assert math.copysign(1, op.log.work(1 - 2**-53)) == 1


@pytest.mark.parametrize(
    ("wave", "angle", "expected"),
    [
        (op.sine, pi, 0.0),
        (op.sine, -pi, 0.0),
        (op.sine, 2 * pi, 0.0),
        (op.cosine, pi / 2, 0.0),
        (op.cosine, 1000.5 * pi, 0.0),
        (op.sine, 0.0, 0.0),
        (op.sine, 1e-20, 1e-20),
        (op.sine, -1e-20, -1e-20),
        (op.sine, pi + 1e-14, math.sin(pi + 1e-14)),
        (op.sine, pi - 1e-14, math.sin(pi - 1e-14)),
        (op.cosine, pi, -1.0),
    ],
)
def test_a_wave_is_zero_where_only_the_noise_of_its_angle_is_left(
    wave: Arithmetic, angle: float, expected: float
) -> None:
    assert wave.work(angle) == expected
    assert expected in (0.0, -1.0) or wave.work(angle) != 0


@pytest.mark.parametrize(("operation", "base"), [(op.log, mpmath.e), (op.log10, 10)])
def test_a_logarithm_near_zero_is_rounded_to_fifteen_decimals(operation: Arithmetic, base: Any) -> None:
    assert operation.work(1.0) == 0
    for number in (1.005, 0.995):
        exact = mpmath.log(mpmath.mpf(number), base)
        assert operation.work(number) == float(mpmath.nstr(exact, 13))
    plain = math.log if operation is op.log else math.log10
    for number in (1.03, 0.97, 2.0, 0.5):
        assert operation.work(number) == plain(number)


@pytest.mark.parametrize(
    ("number", "below", "above"),
    [
        (2.5, 2, 3),
        (-2.5, -3, -2),
        (3.0, 3, 3),
        (0.3 / 0.1, 3, 3),
        (2.99999, 2, 3),
        (3.00001, 3, 4),
        (0.9999999995, 1, 1),
        (0.999999998, 0, 1),
        (5e-10, 0, 0),
        (2e-9, 0, 1),
        (-5e-10, 0, 0),
        (-2e-9, -1, 0),
        (1000000.0005, 1000000, 1000001),
        (1234567.999, 1234567, 1234568),
        (1000000.002, 1000000, 1000001),
        (-1000000.0005, -1000001, -1000000),
        (-1000000.002, -1000001, -1000000),
        (1000000000.7, 1000000000, 1000000001),
        (1000000000.3, 1000000000, 1000000001),
        (inf, inf, inf),
        (-inf, -inf, -inf),
    ],
)
def test_floor_and_ceiling_take_a_number_that_is_whole_but_for_noise(number: float, below: float, above: float) -> None:
    assert (op.floor.work(number), op.ceiling.work(number)) == (below, above)
    assert isinstance(op.floor.work(number), float)
    assert isinstance(op.ceiling.work(number), float)


@pytest.mark.parametrize(
    ("number", "divisor", "times"),
    [
        (10.0**15, 7, 142857142857142),
        (10.0**15, 1001, 999000999000),
        (-1, 2e9, -1),
        (0.3, 0.1, 3),
        (7.5, -2, -4),
        (-7, 3, -3),
    ],
)
def test_a_divisor_goes_into_whole_numbers_exactly(number: float, divisor: float, times: float) -> None:
    assert op.quotient.work(float(number), float(divisor)) == times


def test_a_quotient_of_numbers_that_floats_cannot_hold_is_refused() -> None:
    for number, divisor in ((2.0**53, 3.0), (5.0, 1e20)):
        with pytest.raises(OverflowError):
            op.quotient.work(number, divisor)


@pytest.mark.parametrize("operation", [op.floor, op.ceiling])
def test_what_is_too_large_to_tell_has_no_floor_and_no_ceiling(operation: Arithmetic) -> None:
    assert operation.work(999999999999.25) in (999999999999, 1000000000000)
    assert operation.work(2.0**53 - 1) == 2.0**53 - 1
    assert operation.work(10.0**13 / 3) in (3333333333333, 3333333333334)
    for number in (10**15 / 7, -(10**15) / 7, 2.0**53, -1e20):
        with pytest.raises(OverflowError):
            operation.work(number)


@pytest.mark.parametrize("operation", [op.floor, op.ceiling, op.round_to])
def test_no_number_stays_none_when_it_is_rounded(operation: Arithmetic) -> None:
    assert math.isnan(operation.work(nan))


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((0.5,), 0), ((1.5,), 2), ((2.5,), 2), ((-0.5,), 0), ((-1.5,), -2), ((-2.5,), -2), ((2.4,), 2), ((2.6,), 3),
        ((2.501,), 3), ((2.499,), 2), ((-2.6,), -3), ((7.0,), 7), ((0.0,), 0),
        ((2.675, 2.0), 2.68), ((2.665, 2.0), 2.66), ((1.25, 1.0), 1.2), ((1.35, 1.0), 1.4), ((1.26, 1.0), 1.3),
        ((0.0005, 3.0), 0), ((0.0015, 3.0), 0.002), ((12.0, 2.0), 12),
        ((1000000.5004,), 1000001), ((1000001.4995,), 1000001), ((1234.5674996, 3.0), 1234.567), ((1000000.502,), 1000001), ((-1000001.5004,), -1000002), ((999999.4996,), 999999),
        ((600000001.0,), 600000001), ((600000001.4,), 600000001), ((0.5000000005,), 0), ((0.500000005,), 1),
        ((inf,), inf), ((-inf, 2.0), -inf), ((2.0**53, 300.0), 2.0**53), ((-(2.0**53), 300.0), -(2.0**53)),
        ((2.0**52 + 0.5,), 2.0**52),
        ((1234.5, -2.0), 1200), ((1250.0, -2.0), 1200), ((1350.0, -2.0), 1400), ((-1251.0, -2.0), -1300), ((49.0, -2.0), 0),
    ],
)  # fmt: skip
def test_a_tie_is_rounded_to_even(numbers: tuple[float, ...], expected: float) -> None:
    assert op.round_to.work(*numbers) == expected


@pytest.mark.parametrize(
    ("row", "largest", "smallest"),
    [
        ((3.0, 1.0, 2.0), 0, 1),
        ((1.0, 3.0, 3.0, 1.0), 1, 0),
        ((5.0,), 0, 0),
        ((-1.0, -3.0, -0.5), 2, 1),
        ((Interval(0.0, 9.0), 5.0, Interval(4.0, 4.5)), 1, 2),  # the middles are 4.5, 5 and 4.25
        ((5.0, -inf, 4.0), 0, 1),
    ],
)
def test_the_place_of_the_first_largest_and_smallest_number(row: Value, largest: float, smallest: float) -> None:
    hand = Pencil().hand
    found = op.place_of_largest.apply(hand, row), op.place_of_smallest.apply(hand, row)
    assert found == (largest, smallest)
    assert all(isinstance(each, float) for each in found)


def test_the_place_of_the_largest_is_found_in_each_draw() -> None:
    row = (np.array([1.0, 5.0]), 3.0, np.array([2.0, 5.0]))
    places = op.place_of_largest.work(row)
    assert places.tolist() == [1, 0]
    assert places.dtype == float
    assert op.place_of_smallest.work(row).tolist() == [0, 1]


def test_an_operation_works_entry_by_entry_and_one_that_folds_reduces_each_row() -> None:
    hand = Pencil().hand
    assert op.multiply.apply(hand, ROW, 3.0) == (3, 6)
    assert op.multiply.apply(hand, GRID, ROW) == ((1, 2), (6, 8))
    assert op.total.apply(hand, ROW) == 3
    assert op.total.apply(hand, GRID) == (3, 7)
    assert op.total.apply(hand, ROW, (5.0, 6.0)) == 3
    with pytest.raises(EngineError, match=r"^total is given one number; write a row, as in \[1, 2\]$"):
        op.total.apply(hand, 3.0)


def test_an_arrangement_works_its_operands_without_a_hand() -> None:
    def no_hand(operation: Arithmetic, numbers: tuple[Any, ...]) -> Any:
        raise AssertionError(operation, numbers)

    assert op.glue.apply(no_hand, ROW, (3.0,)) == (1, 2, 3)
    assert op.keep.apply(no_hand, GRID) is GRID
    assert op.transposing.apply(no_hand, GRID) == ((1, 3), (2, 4))
    assert Arrangement("second", lambda first, second: second).apply(no_hand, 1.0, 2.0) == 2


def test_every_operation_has_a_name_of_its_own() -> None:
    arranging = [each for each in vars(op).values() if isinstance(each, Arrangement)]
    names = [*(each.name for each in OPERATIONS.values()), *(each.name for each in arranging)]
    assert len(set(names)) == len(names)


# ---- parameters


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("Number", 1.0, 1.0), ("Row", ROW, ROW), ("Grid", GRID, GRID), ("Grid", ROW, (ROW,)), ("Value", 1.0, 1.0),
        ("Value", ROW, ROW), ("Value", GRID, GRID), ("Order", None, None),
        *(("Order", text, WX) for text in ("Wx", "W·x")),
        *(("Order", text, XW) for text in ("xW", "XW", "x·W", "X·W")),
    ],
)  # fmt: skip
def test_a_value_is_fitted_to_its_parameter(kind: str, value: Value, expected: Value) -> None:
    assert Parameter("weights", kind, optional=False).fit(value, "linear") == expected
    assert Parameter("weights", kind, optional=True).fit(value, "linear") == expected


@pytest.mark.parametrize(
    ("kind", "value", "says"),
    [
        ("Number", ROW, " is given a row of 2 as weights; write a number there"),
        ("Number", GRID, " is given a grid of 2 rows of 2 as weights; write a number there"),
        ("Row", 1.0, " is given one number as weights; write a row there"),
        ("Row", GRID, " is given a grid of 2 rows of 2 as weights; write a row there"),
        ("Grid", 1.0, " is given one number as weights; write a grid there"),
        ("Grid", (GRID,), " is given a grid of 1 row of 2 as weights; write a grid there"),
        (
            "Order",
            "wx",
            ': weights is "wx"; write weights=Wx if each row of the weights makes one number, weights=xW if each',
        ),
        ("Order", 1.0, ": weights is one number; write weights=Wx if"),
        ("Order", ROW, ": weights is a row of 2; write weights=Wx if"),
    ],
)
def test_a_value_that_does_not_fit_its_parameter_is_refused(kind: str, value: Value, says: str) -> None:
    with pytest.raises(EngineError, match=f"^linear{says}"):
        Parameter("weights", kind, optional=True).fit(value, "linear")


def test_what_is_left_out_fits_an_optional_parameter_alone() -> None:
    assert Parameter("beta", "Row", optional=True).fit(None, "norm") is None
    with pytest.raises(EngineError, match=r"^norm is given one number as beta; write a row there$"):
        Parameter("beta", "Row", optional=False).fit(None, "norm")


# ---- recipes


def made(lines: Callable[..., Any], *names: str, known: Registry | None = None) -> Recipe:
    return recipe(*names, known=known or Registry())(lines)


def scaled(pencil: Pencil, row: Row, by: Number | None = None, layout: str | None = None) -> Value:
    """Multiply a row.

    By a number.
    """
    return pencil("multiply", op.multiply, row, 2.0 if by is None else by)


def lifted(pencil: Pencil, row: Row) -> Value:
    """Add 1."""
    return pencil("add", op.add, row, 1.0)


def crossed(pencil: Pencil, grid: Grid, row: Row) -> Value:
    return pencil("multiply", op.multiply, grid, row)


def paired(pencil: Pencil, first: Row, second: Row) -> Value:
    return pencil("add", op.add, first, second)


def kept(pencil: Pencil, value: Value) -> Value:
    return value


def chosen(pencil: Pencil, number: Number, order: Order = None) -> Number:  # type: ignore[name-defined]  # noqa: F821
    return number


def test_a_recipe_is_made_of_a_function() -> None:
    known = Registry()
    found = made(scaled, "times", "by", known=known)
    assert (found.name, found.summary, found.lines) == ("scaled", "Multiply a row.", scaled)
    assert found.other_names == ("times", "by")
    assert found.parameters == (
        Parameter("row", "Row", optional=False), Parameter("by", "Number", optional=True),
        Parameter("layout", "str", optional=True),
    )  # fmt: skip
    assert found.ranks == (1, 0, None)
    assert known.recipes() == [found]
    assert known.find("times") is found
    assert (found.wrong_turns, found.on_one_line, found.entry_by_entry, found.divides_evenly) == (
        {},
        False,
        False,
        False,
    )


def test_the_ranks_of_each_kind_of_parameter() -> None:
    assert made(crossed).ranks == (2, 1)
    assert made(kept).ranks == (None,)
    assert made(chosen).ranks == (0, -1)
    assert made(crossed).summary == ""


def test_the_signature_has_optional_parameters_in_brackets() -> None:
    assert made(scaled).signature == "scaled(row, [by], [layout])"
    assert made(lifted).signature == "lifted(row)"


def test_the_topic_is_the_first_line_of_the_module(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("a_topic")
    monkeypatch.setitem(sys.modules, "a_topic", module)
    monkeypatch.setattr(kept, "__module__", "a_topic")
    assert made(kept).topic == ""
    module.__doc__ = "Norms. And more.\n\nNo topic."
    assert made(kept).topic == "Norms. And more"


def test_only_a_recipe_whose_one_required_parameter_is_a_row_takes_one_row() -> None:
    assert made(scaled).takes_one_row
    assert made(lifted).takes_one_row
    assert made(kept).takes_one_row
    assert not made(crossed).takes_one_row
    assert not made(chosen).takes_one_row
    entries = made(scaled)
    entries.entry_by_entry = True
    assert not entries.takes_one_row


def test_arguments_are_bound_to_the_shapes_of_the_parameters() -> None:
    assert made(scaled).bind((ROW,)) == (ROW,)
    assert made(scaled).bind((ROW, 2.0)) == (ROW, 2.0)
    assert made(scaled).bind((ROW, None, "x")) == (ROW, None, "x")
    assert made(scaled).bind((GRID, 2.0)) == (GRID, 2.0)
    assert made(lifted).bind((GRID,)) == (GRID,)
    assert made(crossed).bind((ROW, ROW)) == ((ROW,), ROW)
    assert made(chosen).bind((1.0, "W·x")) == (1.0, WX)
    given = (GRID, ROW)
    assert made(crossed).bind(given) is given


@pytest.mark.parametrize(
    ("lines", "given", "says"),
    [
        (scaled, (), r"scaled\(row, \[by\], \[layout\]\) is given 0 values; write 1 to 3 in its brackets$"),
        (scaled, (ROW, 1.0, "x", 1.0), r"scaled\(row, \[by\], \[layout\]\) is given 4 values"),
        (crossed, (GRID,), r"crossed\(grid, row\) is given 1 value; write 2 in its brackets$"),
        (crossed, (GRID, ROW, ROW), r"crossed\(grid, row\) is given 3 values; write 2 in its brackets$"),
        (scaled, (1.0,), r"scaled is given one number as row; write a row there$"),
        (scaled, (ROW, ROW), r"scaled is given a row of 2 as by; write a number there$"),
        (crossed, (GRID, GRID), r"crossed is given a grid of 2 rows of 2 as row; write a row there$"),
        (paired, (ROW, GRID), r"paired is given a grid of 2 rows of 2 as second; write a row there$"),
        (paired, (GRID, GRID), r"paired is given a grid of 2 rows of 2 as second; write a row there$"),
        (crossed, (1.0, ROW), r"crossed is given one number as grid; write a grid there$"),
        (chosen, (ROW,), r"chosen is given a row of 2 as number; write a number there$"),
        (chosen, (1.0, "no"), 'chosen: order is "no"'),
    ],
)
def test_arguments_that_do_not_fit_are_refused(lines: Callable[..., Any], given: tuple[Value, ...], says: str) -> None:
    with pytest.raises(EngineError, match=f"^{says}"):
        made(lines).bind(given)


@pytest.mark.parametrize(
    ("lines", "first", "expected"),
    [
        (scaled, GRID, True), (scaled, (ROW,), True), (scaled, ROW, False), (scaled, 1.0, False), (crossed, GRID, False),
        (kept, GRID, False), (chosen, GRID, False),
    ],
)  # fmt: skip
def test_a_grid_is_worked_row_by_row_if_a_row_is_wanted(
    lines: Callable[..., Any], first: Value, expected: bool
) -> None:
    assert made(lines).works_row_by_row(first) is expected


def test_inputs_are_arguments_by_name() -> None:
    assert made(scaled).inputs((ROW,)) == {"row": ROW, "by": None, "layout": None}
    assert made(crossed).inputs((GRID, ROW)) == {"grid": GRID, "row": ROW}


# ---- wrong turns


def test_a_wrong_turn_is_kept_under_its_line_in_order() -> None:
    found = made(scaled)
    found.goes_wrong("multiply", "kept", lambda line: line.given[0], happened="kept it", instead="multiply")
    found.goes_wrong(
        "multiply", "added", lambda line: line.work(op.add, *line.given), happened="added", instead="multiply",
        detail="more", convention=True,
    )  # fmt: skip
    found.goes_wrong("rows", "columns", lambda line: line.given[0], happened="went down", instead="go across")
    first, second = found.wrong_turns["multiply"]
    assert list(found.wrong_turns) == ["multiply", "rows"]
    assert (first.recipe, first.line, first.name, first.id) == ("scaled", "multiply", "kept", "scaled/kept")
    assert (first.happened, first.instead, first.detail, first.convention) == ("kept it", "multiply", "", False)
    assert (second.name, second.happened, second.instead) == ("added", "added", "multiply")
    assert (second.detail, second.convention) == ("more", True)
    bare = WrongTurn("scaled", "multiply", "kept", lambda line: line.given[0], "kept it", "multiply")
    assert (bare.detail, bare.convention) == ("", False)
    assert Pencil(first).work(found, ROW, 3.0) == ROW
    assert Pencil(second).work(found, ROW, 3.0) == (4, 5)


def test_a_line_works_with_its_pencil_and_knows_its_row() -> None:
    lines = list[Line]()

    def take(line: Line) -> Value:
        lines.append(line)
        return line.work(op.negate, line.given[0])

    found = made(scaled)
    found.goes_wrong("multiply", "negated", take, happened="", instead="")
    pencil = Pencil(found.wrong_turns["multiply"][0])
    assert pencil.work(found, GRID, 3.0) == ((-1, -2), (-3, -4))
    assert pencil.work(found, ROW) == (-1, -2)
    assert [line.given for line in lines] == [((1, 2), 3), ((3, 4), 3), ((1, 2), 2)]
    assert [line.inputs["by"] for line in lines] == [3, 3, None]
    assert all(line.how is op.multiply and line.pencil is pencil for line in lines)
    assert [line.row for line in lines] == [None] * 3  # the pencil is outside every row by now


def test_a_line_of_a_grid_has_the_number_of_its_row() -> None:
    rows = list[int | None]()
    found = made(scaled)

    def take(line: Line) -> Value:
        rows.append(line.row)
        return line.given[0]

    found.goes_wrong("multiply", "seen", take, happened="", instead="")
    pencil = Pencil(found.wrong_turns["multiply"][0])
    pencil.work(found, GRID)
    pencil.work(found, ROW)
    assert rows == [1, 2, None]


# ---- the registry


def test_a_recipe_is_found_by_any_of_its_names_however_they_are_spelled() -> None:
    known = Registry()
    first, second = made(scaled, "times_row", "x.1", known=known), made(lifted, "L-2", known=known)
    for name in ("scaled", "SCALED", "sca_led", "times_row", "Times-Row", "timesrow", "x1", "x₁", "X.1", "x_1"):
        assert known.find(name) is first
    assert known.find("l₂") is second
    assert [known.find(name) for name in ("scale", "x", "x2", "", "l1")] == [None] * 5
    assert known.recipes() == [first, second]
    assert known.names() == ["scaled", "times_row", "x.1", "lifted", "L-2"]


def test_all_subscripts_are_digits() -> None:
    known = Registry()
    found = made(kept, "a0123456789", known=known)
    assert known.find("a₀₁₂₃₄₅₆₇₈₉") is found


@pytest.mark.parametrize("name", ["scaled", "Sca-led", "times", "x₁"])
def test_two_recipes_with_one_name_are_refused(name: str) -> None:
    known = Registry()
    first = made(scaled, "times", "x1", known=known)
    with pytest.raises(ValueError, match=f"^two recipes are called {name}"):
        made(lifted, name, known=known)
    assert known.recipes() == [first]
    with pytest.raises(ValueError, match=r"^two recipes are called scaled"):
        made(scaled, known=known)
    with pytest.raises(ValueError, match=r"^two recipes are called times"):
        made(lifted, "free", "times", known=known)
    assert (known.find("lifted"), known.find("free")) == (None, None)


def test_a_recipe_may_repeat_its_own_name() -> None:
    known = Registry()
    made(scaled, "Scaled", known=known)
    assert known.names() == ["scaled", "Scaled"]


def test_recipes_of_one_function_are_not_equal() -> None:
    assert made(kept) != made(kept)
    assert len({made(kept), made(kept)}) == 2


def test_the_list_of_recipes_is_a_copy() -> None:
    known = Registry()
    made(scaled, known=known)
    known.recipes().clear()
    assert len(known.recipes()) == 1


def test_a_wrong_turn_is_found_by_recipe_and_name() -> None:
    known = Registry()
    first, second = made(scaled, "times", known=known), made(lifted, known=known)
    for each, line, name in ((second, "add", "kept"), (first, "multiply", "kept"), (first, "rows", "down")):
        each.goes_wrong(line, name, lambda line: line.given[0], happened="", instead="")
    ids = ["scaled/kept", "scaled/down", "lifted/kept"]
    assert [turn.id for turn in known.wrong_turns()] == ids
    assert [turn.id for turn in map(known.find_wrong_turn, ids) if isinstance(turn, WrongTurn)] == ids
    for name in ("scaled/no", "no/kept", "scaled", "kept", "", "lifted/down"):
        assert known.find_wrong_turn(name) is None


def test_the_recipes_of_the_program_are_one_registry() -> None:
    softmax = find_recipe("Soft-Max")
    assert softmax is not None
    assert softmax in all_recipes()
    assert {"softmax", *softmax.other_names} <= set(all_names())
    turn = find_wrong_turn("softmax/raw-shares")
    assert turn is not None
    assert turn in all_wrong_turns()
    assert softmax.topic


# ---- chains


def line(name: str, text: str, **more: int) -> ChainLine:
    return ChainLine(name, read_expression(text), **more)


CHAIN = [line("s", "x·2"), line("t", "s + y"), line("x2", "t / 3", places=2)]


def test_a_line_uses_the_names_in_it_and_has_three_decimals() -> None:
    assert line("s", "softmax(x)·y[0] + 2·x").uses == {"x", "y"}
    assert line("s", "2").uses == set()
    assert [each.places for each in CHAIN] == [3, 3, 2]


def test_the_lines_of_a_chain_are_worked_in_order() -> None:
    given, pencils = {"x": 2.0, "y": 1.0}, list[Pencil]()

    def pencil() -> Pencil:
        pencils.append(Pencil())
        return pencils[-1]

    expected = {"x": 2, "y": 1, "s": 4, "t": 5, "x2": 5 / 3}
    assert work_chain(CHAIN, given) == expected
    assert work_chain(CHAIN, given, pencil) == expected
    assert given == {"x": 2.0, "y": 1.0}
    assert [list(each.seen) for each in pencils] == [[("arithmetic", name)] for name in ("multiply", "add", "divide")]
    assert work_chain([], given) == given
    with pytest.raises(EngineError, match=r"^1 / 0 divides by zero; write another divisor$"):
        work_chain([line("s", "1/0")], {})
    with pytest.raises(Ambiguous):
        work_chain([line("s", "|x|")], {"x": ROW})


def test_each_line_is_solved_when_it_is_asked_for() -> None:
    given = {"x": 2.0, "y": 1.0}
    solutions = solved_lines([*CHAIN, line("bad", "1/0")], given)
    found = [next(solutions) for _ in CHAIN]
    assert [each.value for each in found] == [4, 5, 5 / 3]
    assert [each.key.places for each in found] == [3, 3, 2]
    assert given == {"x": 2.0, "y": 1.0}
    with pytest.raises(EngineError, match="divides by zero"):
        next(solutions)


def test_a_line_is_graded_by_the_learners_own_lines() -> None:
    names = {"x": 2.0, "s": 4.3, "y": 1.0}
    found = key_from_own_lines(line("t", "s·y", places=2), names, names | {"s": Interval(4.25, 4.35)})
    assert found is not None
    assert (found.value, found.places) == ((4.3,), 2)
    assert found.band == Band((4.25,), (4.35,))


def test_the_band_of_own_lines_is_left_out_if_they_may_have_no_value() -> None:
    names = {"s": 0.1}
    found = key_from_own_lines(line("t", "1/s"), names, {"s": Interval(-0.4, 0.6)})
    assert found is not None
    assert found.value == (10,)
    assert found.band == Band((10,), (10,))
    assert key_from_own_lines(line("t", "1/s"), {"s": 0.0}, {"s": 0.0}) is None


def test_a_line_has_a_value_if_it_has_one_exactly_and_with_rounded_lines() -> None:
    assert line_has_value(line("t", "1/s"), {"s": 2.0})
    assert not line_has_value(line("t", "1/s"), {"s": 0.0})
    assert not line_has_value(line("t", "1/(a/3 - a·0.3333)"), {"a": 1.0})  # the difference may be 0 once rounded
    assert not line_has_value(line("t", "1/s"), {})


def draws(**ranges: str) -> ChainDraws:
    return ChainDraws("kata", CHAIN, {"x": 2.0, "y": 1.0}, {name: read_range(text) for name, text in ranges.items()})


def test_each_line_draws_the_names_that_it_is_the_first_to_use() -> None:
    stages = draws(x="integers(2..9)", y="integers(1..9)").stages()
    assert [stage.name for stage in stages] == ["s", "t", "x2"]
    assert [list(stage.ranges) for stage in stages] == [["x"], ["y"], []]
    assert [stage.tries for stage in stages] == [60, 60, 1]
    assert all(stage.given == {"x": 2.0, "y": 1.0} for stage in stages)
    sieves = draws().sieves
    assert [sieve.name for sieve in sieves] == ["kata s", "kata t", "kata x2"]
    assert [sieve.places for sieve in sieves] == [3, 3, 2]
    assert [len(sieve.lines_before) for sieve in sieves] == [0, 1, 2]


def test_the_numbers_of_a_chain_come_from_its_name_and_seed() -> None:
    chain = draws(x="integers(2..9)")
    source, other = chain.source(5), numbered_source("kata 5")
    assert [source() for _ in range(3)] == [other() for _ in range(3)]
    patience = chain.patience()
    assert (patience.calculations, patience.solutions, chain.starts) == (3_000_000, 5_000, 2_000)
    assert chain.patience() is not patience


def test_fresh_numbers_of_a_chain_differ_from_its_own_and_have_their_solutions() -> None:
    chain = draws(x="integers(2..9)")
    for seed in range(6):
        found = chain.draw_solved(seed)
        assert found.given == chain.draw(seed) == draws(x="integers(2..9)").draw(seed)
        assert set(found.given) == {"x", "y"}
        assert found.given["y"] == 1
        assert found.given["x"] in range(3, 10)
        s, t, last = (solution.value for solution in found.solutions)
        assert (s, t, last) == (found.given["x"] * 2, s + 1, t / 3)


def test_a_chain_without_suitable_numbers_names_the_line_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    ranges = {"x": read_range("integers(3..9)"), "y": read_range("one of(0, 0)")}
    chain = ChainDraws("kata", [line("s", "x·2"), line("t", "s/y"), line("u", "s·3")], {"x": 2.0, "y": 1.0}, ranges)
    monkeypatch.setattr(ChainDraws, "starts", 3)
    says = r"^kata: 3 sets of fresh numbers tried, and none can be used \(mostly: at line t, 10 / 0 divides by zero"
    for _ in range(2):  # what was tried before does not count
        with pytest.raises(EngineError, match=says):
            chain.draw(1)
        assert [sieve.tried for sieve in chain.sieves[1:]] == [3 * 60, 0]


def test_numbers_that_are_always_those_of_the_page_are_not_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = draws(x="one of(2, 2)")
    monkeypatch.setattr(ChainDraws, "starts", 4)
    with pytest.raises(EngineError, match=r"^kata: 4 sets .*they are always the page's own\); choose other ranges$"):
        chain.draw(1)
