"""Recipes, their parameters and registry; single operations; and chains of lines."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from math import inf, nan
from typing import Any

import pytest

from katatx.engine import chains
from katatx.engine import operations as op
from katatx.engine.chains import ChainDraws, key_from_own_lines
from katatx.engine.errors import EngineError
from katatx.engine.fresh_numbers.ranges import read_range
from katatx.engine.lines import ChainLine
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.interval import Interval, Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Recipe, Registry, WrongTurn, recipe
from katatx.engine.values import Grid, Row, Value
from katatx.notation.expressions import read_expression
from scoring.key import Band

ROW, GRID = (1.0, 2.0), ((1.0, 2.0), (3.0, 4.0))


@pytest.mark.parametrize(
    ("low", "high", "expected"), [(-1.0, 2.0, [0.0]), (0.0, 2.0, []), (-2.0, 0.0, []), (1.0, 2.0, []), (-2.0, -1.0, [])]
)
def test_a_square_bends_at_zero_inside_its_bounds(low: float, high: float, expected: list[float]) -> None:
    assert list(op.square.bends(low, high)) == expected


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
    ],
)  # fmt: skip
def test_the_result_of_an_operation(operation: Arithmetic, numbers: tuple[float, ...], expected: float) -> None:
    assert operation.work(*map(float, numbers)) == pytest.approx(expected, rel=1e-15)
    assert isinstance(operation.work(*map(float, numbers)), float)


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


def test_the_signature_has_optional_parameters_in_brackets() -> None:
    assert made(scaled).signature == "scaled(row, [by], [layout])"
    assert made(lifted).signature == "lifted(row)"


def test_inputs_are_arguments_by_name() -> None:
    assert made(scaled).inputs((ROW,)) == {"row": ROW, "by": None, "layout": None}
    assert made(crossed).inputs((GRID, ROW)) == {"grid": GRID, "row": ROW}


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


def line(name: str, text: str, **more: int) -> ChainLine:
    return ChainLine(name, read_expression(text), **more)


CHAIN = [line("s", "x·2"), line("t", "s + y"), line("x2", "t / 3", places=2)]


def test_the_band_of_own_lines_is_left_out_if_they_may_have_no_value() -> None:
    names = {"s": 0.1}
    found = key_from_own_lines(line("t", "1/s"), names, {"s": Interval(-0.4, 0.6)})
    assert found is not None
    assert found.value == (10,)
    assert found.band == Band((10,), (10,))
    assert key_from_own_lines(line("t", "1/s"), {"s": 0.0}, {"s": 0.0}) is None


def draws(**ranges: str) -> ChainDraws:
    return ChainDraws("kata", CHAIN, {"x": 2.0, "y": 1.0}, {name: read_range(text) for name, text in ranges.items()})


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


def test_numbers_that_are_always_those_of_the_page_are_not_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = draws(x="one of(2, 2)")
    monkeypatch.setattr(chains, "_STARTS", 4)
    with pytest.raises(EngineError, match=r"^kata: 4 sets .*they are always the page's own\); choose other ranges$"):
        chain.draw(1)


TWO_NUMBERS = {
    "multiply",
    "divide",
    "add",
    "subtract",
    "total",
    "power",
    "quotient",
    "remainder",
    "largest",
    "smallest",
}


def test_an_operation_keeps_numbers_whole_if_each_result_of_whole_numbers_is() -> None:
    numbers = [float(number) for number in range(-4, 5)]
    for name, operation in vars(op).items():
        if isinstance(operation, Arithmetic) and name not in ("round_to", "larger", "smaller"):
            results = []
            for given in product(numbers, repeat=1 + (name in TWO_NUMBERS)):
                with suppress(ArithmeticError, ValueError):
                    results.append(operation.work(*given))
            assert operation.keeps_whole == all(result == int(result) for result in results), name
