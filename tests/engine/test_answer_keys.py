"""The key of an expression: its value, bands and known mistakes, and what a search for one answer leaves out."""

from __future__ import annotations

from math import inf

import pytest

from katatx.engine import key as keys
from katatx.engine.errors import EngineError
from katatx.engine.key import Belief, Search, solve
from katatx.engine.pencils.pencil import Effort
from katatx.notation.expressions import read_expression
from scoring.key import Band, Key, KnownTurn

ROOM = 10**6


def key_of(text: str, *beliefs: str, typed: tuple[float, ...] | None = None, places: int | None = 3) -> Key:
    search = None if typed is None else Search(typed, Effort(ROOM))
    return solve(read_expression(text), {}, places, [belief(each) for each in beliefs], search).key


def belief(text: str) -> Belief:
    return Belief(f"drill/{text}", read_expression(text), "did it another way", "do it this way")


def names_of(key: Key) -> list[str]:
    return [turn.name.removeprefix("arithmetic/") for turn in key.wrong_turns]


def exactly(*numbers: float) -> Band:
    return Band(numbers, numbers)


@pytest.mark.parametrize("text", ["1/0", "[1, 2] + [1, 2, 3]", "√(0 - 1)"])
def test_without_a_value_there_is_no_key(text: str) -> None:
    with pytest.raises(EngineError):
        solve(read_expression(text), {})


def test_beliefs_come_after_the_mistakes_of_the_lines() -> None:
    assert names_of(key_of("1/3", "2", "3·3")) == ["not-divided", "turned-over", "drill/2", "drill/3·3"]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (exactly(0.01), exactly(0.0), True),
        (exactly(0.0), exactly(0.01), True),
        (exactly(0.011), exactly(0.0), False),
        (exactly(0.0), exactly(0.011), False),
        (Band((0.0,), (1.0,)), Band((1.005,), (2.0,)), True),
        (Band((0.0,), (1.0,)), Band((1.015,), (2.0,)), False),
        (exactly(1.0), exactly(1.0, 1.0), False),
    ],
)
def test_bands_meet_within_a_unit_of_the_second_decimal(first: Band, second: Band, expected: bool) -> None:
    assert keys._bands_meet(first, second) is expected


def turn(shape: tuple[int, ...], *value: float) -> KnownTurn:
    return KnownTurn("a/b", "line", "did", "do", shape, value, exactly(*value))


@pytest.mark.parametrize(
    ("typed", "value", "expected"),
    [
        (1.5, 1.0, True), (1.51, 1.0, False), (0.5, 1.0, True), (0.49, 1.0, False),
        (-4.0, -3.0, True), (-4.01, -3.0, False), (-2.0, -3.0, True), (-1.99, -3.0, False),
        (0.25, 0.0, True), (0.26, 0.0, False), (inf, inf, True), (-inf, -inf, True), (inf, 1.0, False),
    ],
)  # fmt: skip
def test_a_mistake_may_explain_what_is_off_by_a_quarter_and_a_quarter(
    typed: float, value: float, expected: bool
) -> None:
    assert Search((typed,), Effort(1)).near(value) is expected
    assert Search((9.0, typed), Effort(1)).near((9.0, value)) is expected
    assert not Search((typed, 9.0), Effort(1)).near(value)
