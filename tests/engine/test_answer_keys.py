"""The key of an expression: its value, bands and known mistakes, and what a search for one answer leaves out."""

from __future__ import annotations

import pytest

from katatx.engine import key as keys
from katatx.engine.key import (
    Belief,
    Search,
    count_strokes,
    exact_results,
    solve,
)
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


# ---- how near an answer must be


# ---- solving


def test_without_a_value_on_rounded_lines_only_the_exact_value_is_left() -> None:
    """1/3 - 0.333 may be 0 if 1/3 is rounded."""
    solution = solve(read_expression("1/(1/3 - 0.333)"), {})
    assert solution.roundable is False
    assert solution.key.band == solution.key.early == exactly(*solution.key.value)
    assert solution.key.value == pytest.approx((3000,))
    assert solution.key.coarsest == ()
    # -0.003 is kept with its third decimal, or rounded to 0.
    assert [number for (number,) in solution.key.two_decimals] == pytest.approx([-333.33, -1000 / 3, -333])


# ---- mistakes of one drill


def test_beliefs_come_after_the_mistakes_of_the_lines() -> None:
    assert names_of(key_of("1/3", "2", "3·3")) == ["not-divided", "turned-over", "drill/2", "drill/3·3"]


# ---- searches


# ---- work with two decimals


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (exactly(0.01), exactly(0.0), True),
        (exactly(0.0), exactly(0.01), True),
    ],
)
def test_bands_meet_within_a_unit_of_the_second_decimal(first: Band, second: Band, expected: bool) -> None:
    assert keys._bands_meet(first, second) is expected


# ---- lines and their cost


def test_strokes_of_named_numbers_are_counted() -> None:
    strokes = count_strokes(read_expression("a·b + portions(c)"), {"a": 2.0, "b": 12.0, "c": (1.0, 4.0)})
    assert (strokes.products, strokes.exponentials, strokes.divisions) == (1, 2, 2)


# ---- exact results


def results(text: str, beliefs: list[Belief], first: dict[str, int]) -> list[tuple[str, float]]:
    found = exact_results(read_expression(text), {}, beliefs, first)
    return [(each.name.removeprefix("arithmetic/"), each.value[0]) for each in found]


# ---- known turns


def turn(shape: tuple[int, ...], *value: float) -> KnownTurn:
    return KnownTurn("a/b", "line", "did", "do", shape, value, exactly(*value))
