"""Recipes, their parameters and registry; single operations; and chains of lines."""

from __future__ import annotations

import math
from collections.abc import Callable
from math import inf, nan
from typing import Any

import pytest

from katatx.engine import operations as op
from katatx.engine.chains import ChainDraws, key_from_own_lines, solved_lines
from katatx.engine.errors import EngineError
from katatx.engine.fresh_numbers.ranges import read_range
from katatx.engine.lines import ChainLine
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.interval import Interval, Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import (
    Recipe,
    Registry,
    WrongTurn,
    recipe,
)
from katatx.engine.values import Row, Value
from katatx.notation.expressions import read_expression
from scoring.key import Band

# ---- operations

OPERATIONS = {name: each for name, each in vars(op).items() if isinstance(each, Arithmetic)}


def test_only_a_few_operations_fold_have_a_least_number_or_bends() -> None:
    assert {name for name, each in OPERATIONS.items() if each.folds} == {"total", "largest", "smallest"}
    assert {name: each.least for name, each in OPERATIONS.items() if each.least != -inf} == {"root": 0.0}
    bent = {name: list(each.bends(-1.0, 1.0)) for name, each in OPERATIONS.items() if each.bends(-1.0, 1.0)}
    assert bent == {name: [0.0] for name in ("power", "square", "absolute", "sine", "cosine")}


@pytest.mark.parametrize(
    ("operation", "numbers", "expected"),
    [
        (op.nearest, (2.5,), 3), (op.nearest, (-2.5,), -2),
        (op.sine, (1,), math.sin(1)), (op.quotient, (7, -2), -4),
        (op.quotient, (7.5, 2), 3),
        (op.taken_over, (4.5,), 4.5),
        (op.normal_share, (1,), 0.8413447460685429),
        (op.sign_of, (-3,), -1), (op.sign_of, (0,), 0),
    ],
)  # fmt: skip
def test_the_result_of_an_operation(operation: Arithmetic, numbers: tuple[float, ...], expected: float) -> None:
    assert operation.work(*map(float, numbers)) == pytest.approx(expected, rel=1e-15)
    assert isinstance(operation.work(*map(float, numbers)), float)


@pytest.mark.parametrize("operation", [op.floor, op.ceiling, op.round_to])
def test_no_number_stays_none_when_it_is_rounded(operation: Arithmetic) -> None:
    assert math.isnan(operation.work(nan))


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((0.5,), 0), ((1.5,), 2),
        ((inf,), inf),
    ],
)  # fmt: skip
def test_a_tie_is_rounded_to_even(numbers: tuple[float, ...], expected: float) -> None:
    assert op.round_to.work(*numbers) == expected


# ---- parameters


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


def kept(pencil: Pencil, value: Value) -> Value:
    return value


def test_the_signature_has_optional_parameters_in_brackets() -> None:
    assert made(scaled).signature == "scaled(row, [by], [layout])"
    assert made(lifted).signature == "lifted(row)"


# ---- wrong turns


# ---- the registry


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


# ---- chains


def line(name: str, text: str, **more: int) -> ChainLine:
    return ChainLine(name, read_expression(text), **more)


CHAIN = [line("s", "x·2"), line("t", "s + y"), line("x2", "t / 3", places=2)]


def test_each_line_is_solved_when_it_is_asked_for() -> None:
    given = {"x": 2.0, "y": 1.0}
    solutions = solved_lines([*CHAIN, line("bad", "1/0")], given)
    found = [next(solutions) for _ in CHAIN]
    assert [each.value for each in found] == [4, 5, 5 / 3]
    assert [each.key.places for each in found] == [3, 3, 2]
    assert given == {"x": 2.0, "y": 1.0}
    with pytest.raises(EngineError, match="divides by zero"):
        next(solutions)


def test_the_band_of_own_lines_is_left_out_if_they_may_have_no_value() -> None:
    names = {"s": 0.1}
    found = key_from_own_lines(line("t", "1/s"), names, {"s": Interval(-0.4, 0.6)})
    assert found is not None
    assert found.value == (10,)
    assert found.band == Band((10,), (10,))
    assert key_from_own_lines(line("t", "1/s"), {"s": 0.0}, {"s": 0.0}) is None


def draws(**ranges: str) -> ChainDraws:
    return ChainDraws("kata", CHAIN, {"x": 2.0, "y": 1.0}, {name: read_range(text) for name, text in ranges.items()})


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
