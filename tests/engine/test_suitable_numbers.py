"""What makes numbers suitable, at its edges; and what no choice of them avoids, on expressions worked by hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from katatx.engine import operations as op
from katatx.engine.evaluate import evaluate
from katatx.engine.fresh_numbers.bulk import Result
from katatx.engine.fresh_numbers.meetings import Meetings, alike, all_close
from katatx.engine.fresh_numbers.meetings import blurs as blurs_in_draws
from katatx.engine.fresh_numbers.probes import find_unavoidable
from katatx.engine.fresh_numbers.suitable import (
    Unavoidable,
    apart,
    blurs,
    carries_too_far,
    collisions,
    gap,
    leads_too_far,
    pencil_sized,
    says_something,
    taken_for_early_rounding,
)
from katatx.engine.key import Belief, ExactResult, Solution
from katatx.engine.lines import ChainLine
from katatx.engine.names import Names
from katatx.engine.pencils.pencil import Effort, Pencil
from katatx.engine.recipe import Line, WrongTurn
from katatx.engine.recipes.numbers.arithmetic import arithmetic
from katatx.engine.values import Value
from katatx.notation.expressions import read_expression
from scoring.key import Band, Key, KnownTurn

INF = math.inf
NOTHING = Unavoidable()


def band(*ends: tuple[float, float]) -> Band:
    return Band(tuple(low for low, _ in ends), tuple(high for _, high in ends))


def exactly(*values: float) -> Band:
    return Band(values, values)


def turn(name: str, *values: float, convention: bool = False, shape: tuple[int, ...] | None = None) -> KnownTurn:
    own = () if len(values) == 1 else (len(values),)
    own = own if shape is None else shape
    return KnownTurn(name, "line", "did", "do", own, values, exactly(*values), convention=convention)


def key(
    *values: float,
    places: int | None = 3,
    turns: Sequence[KnownTurn] = (),
    two_decimals: Sequence[tuple[float, ...]] = (),
) -> Key:
    shape = () if len(values) == 1 else (len(values),)
    same = exactly(*values)
    return Key(shape, values, same, same, places, tuple(turns), two_decimals=tuple(two_decimals))


# Single numbers and answers.


@pytest.mark.parametrize(
    ("number", "fits"),
    [
        (0.0, True),
        (5.0, True),
        (1000.0, True),
        (12345.0, True),
        (99999.0, True),
        (-99999.0, True),
        (100001.0, False),
        (123450.0, True),
        (123456.0, False),
        (-123456.0, False),
        (9999900.0, True),
        (9999950.0, False),
        (10000000.0, False),
        (-10000000.0, False),
        (20000000.0, False),
        (1 / 3, True),
        (999.999, True),
        (-999.999, True),
        (1000.001, False),
        (-1000.5, False),
        (0.1 + 0.2, True),
        (-INF, True),
        (INF, False),
        (math.nan, False),
    ],
)
def test_a_number_that_a_person_would_write(number: float, fits: bool) -> None:
    assert pencil_sized(number) is fits


@pytest.mark.parametrize(
    ("value", "places", "says"),
    [
        ((0.5, 0.5, 0.6), 3, True),
        ((0.6, 0.5, 0.5), 3, True),
        ((0.5, 0.5, 0.5), 3, False),
        ((0.1 + 0.2, 0.3), 3, False),  # equal but for binary noise
        ((0.5, -0.5), 3, True),
        ((0.0, 0.0, 0.5), 3, True),
        ((-0.005, 0.5), 3, True),
        ((0.004, 0.5), 3, False),
        ((0.004,), 3, False),
        ((0.5, 0.4), 1, False),
        ((0.6, 0.5), 1, True),
        ((-INF, 1.0), 3, True),
    ],
)
def test_an_answer_shows_its_working(value: tuple[float, ...], places: int, says: bool) -> None:
    assert says_something(value, places) is says


@pytest.mark.parametrize(
    ("value", "shape", "ends", "places", "too_far"),
    [
        # 2 % of 0.731 is 0.01462, of which the answer's own rounding takes 0.0005.
        ((0.731,), (), band((0.731, 0.731 + 0.0141)), 3, False),
        ((0.731,), (), band((0.731, 0.731 + 0.0142)), 3, True),
        ((0.731,), (), band((0.731 - 0.0141, 0.731)), 3, False),
        ((0.731,), (), band((0.731 - 0.0142, 0.731)), 3, True),
        # Half a tenth is added, and a tenth is accepted.
        ((1.0,), (), band((0.99, 1.04)), 1, False),
        ((1.0,), (), band((0.99, 1.06)), 1, True),
        # Half a unit is added, and a unit is accepted.
        ((1.0,), (), band((0.5, 1.5)), 0, False),
        ((1.0,), (), band((0.5, 1.75)), 0, True),
        # Half of 10, the last of four figures of 20001, is added; 400.02 are accepted.
        ((20001.0,), (), band((20000.0, 20395.0)), 3, False),
        ((20001.0,), (), band((20000.0, 20397.0)), 3, True),
        # A band without a width is never too far, but the next may be.
        ((1.0,), (), exactly(5.0), 3, False),
        ((1.0, 1.0), (2,), band((1.0, 1.0), (0.5, 1.0)), 3, True),
        ((1.0, 1.0), (2,), band((0.5, 1.0), (1.0, 1.0)), 3, True),
        # The largest number of its own row counts.
        ((1.0, 100.0), (2,), band((1.0, 2.9), (100.0, 100.0)), 3, False),
        ((1.0, 1.0, 100.0, 1.0), (2, 2), band((1.0, 1.0), (1.0, 1.0), (100.0, 100.0), (1.0, 2.9)), 3, False),
        ((1.0, 1.0, 100.0, 1.0), (2, 2), band((1.0, 1.0), (1.0, 2.9), (100.0, 100.0), (1.0, 1.0)), 3, True),
    ],
)
def test_honest_rounding_leads_too_far(
    value: tuple[float, ...], shape: tuple[int, ...], ends: Band, places: int, too_far: bool
) -> None:
    assert leads_too_far(value, shape, ends, places) is too_far


def test_the_places_of_a_key_say_how_far_rounding_may_lead() -> None:
    one = key(1.0)._replace(band=band((0.99, 1.03)))
    assert [carries_too_far(one._replace(places=places)) for places in (1, 2, 3, None)] == [False, True, True, True]
    near = key(1.0)._replace(band=band((0.99, 1.0193)))
    assert [carries_too_far(near._replace(places=places)) for places in (2, 3, None)] == [True, False, False]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (exactly(1.0), exactly(3.5), 2.5),
        (exactly(3.5), exactly(1.0), 2.5),
        (band((1.0, 2.0)), band((2.5, 4.0)), 0.5),
        (band((2.5, 4.0)), band((1.0, 2.0)), 0.5),
        (band((1.0, 3.0)), band((2.5, 4.0)), -0.5),
        (band((1.0, 3.0)), band((1.0, 4.0)), -2.0),
        (band((1.0, 4.0)), band((2.0, 4.0)), -2.0),
        (band((1.0, 1.0), (1.0, 1.0)), band((1.5, 1.5), (1.25, 1.25)), 0.5),
        (exactly(-INF, 1.0), exactly(-INF, 1.25), 0.25),
        (exactly(-INF), exactly(1.0), INF),
    ],
)
def test_the_largest_distance_between_two_bands(first: Band, second: Band, expected: float) -> None:
    assert gap(first, second) == expected


@pytest.mark.parametrize(
    ("first", "second", "places", "is_apart"),
    [
        (turn("a", 1.0), turn("b", 2.0), 0, False),  # exactly one unit is too near
        (turn("a", 1.0), turn("b", 2.25), 0, True),
        (turn("a", 2.25), turn("b", 1.0), 0, True),
        (turn("a", 1.0), turn("b", 1.05), 1, False),
        (turn("a", 1.0), turn("b", 1.095), 1, False),
        (turn("a", 1.0), turn("b", 1.05), 2, True),
        (turn("a", 1.0, 5.0), turn("b", 1.0, 5.5), 1, True),
        (turn("a", 1.0), turn("b", 1.0, shape=(1,)), 3, False),
        (turn("a", 1.0, 2.0), turn("b", 1.0, 2.0, shape=(2, 1)), 3, False),
        (turn("a", 1.0, 2.0), turn("b", 1.0), 3, True),
    ],
)
def test_results_are_apart_by_more_than_one_unit(
    first: KnownTurn, second: KnownTurn, places: int, is_apart: bool
) -> None:
    assert apart(first, second, places) is is_apart


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        (3, [{"right", "near"}, {"far", "further"}]),
        (None, [{"right", "near"}, {"far", "further"}]),
        (2, [{"right", "near"}, {"right", "nearer"}, {"near", "nearer"}, {"far", "further"}]),
        (4, []),
    ],
)
def test_colliding_pairs_are_named(places: int | None, expected: list[set[str]]) -> None:
    turns = [turn("near", 0.7318), turn("nearer", 0.735), turn("far", 0.2), turn("further", 0.2004), turn("row", 1, 2)]
    one = key(0.7311, places=places, turns=turns)
    hidden = frozenset({"mean/halved"})
    found = collisions(Solution(0.7311, one, hidden, roundable=True))
    assert found == {frozenset(pair) for pair in [*expected, {"right", "mean/halved"}]}
    assert collisions(Solution(0.7311, one, frozenset(), roundable=True)) == set(map(frozenset, expected))


@pytest.mark.parametrize(
    ("value", "end", "places", "is_taken"),
    [
        (2.4983, 2.5, None, False),
        (2.4996, 2.5, None, True),  # 2.500 to three decimals
        (54.551, 54.546, 1, False),  # 54.6 or 54.551, but never 54.55
        (54.551, 54.6, 1, True),
        (54.598, 54.604, 3, True),  # 54.60 to four figures
        (54.598, 54.606, 3, False),
        (12345.7, 12346.4, 3, True),  # 12346 to four figures would be 12350, yet no digit of a whole is left out
        (12345.7, 12354.9, 3, False),
        (-INF, -INF, 3, True),
        (-INF, 2.5, 3, False),
    ],
)
def test_a_mistake_is_taken_for_early_rounding(value: float, end: float, places: int | None, is_taken: bool) -> None:
    one = key(9.0, places=places, turns=[turn("slip", value)], two_decimals=[(7.0,), (end,)])
    assert taken_for_early_rounding(one) == ({"slip"} if is_taken else set())


def test_only_mistakes_of_the_same_shape_are_taken_for_early_rounding() -> None:
    turns = [
        turn("before", 3.0),
        turn("kept", 2.5),
        turn("column", 2.5, shape=(1, 1)),
        turn("row", 2.5, 2.5),
        turn("layout", 2.5, convention=True),
        turn("after", 2.5),
    ]
    assert taken_for_early_rounding(key(9.0, turns=turns, two_decimals=[(2.5,)])) == {"kept", "column", "after"}
    both = key(9.0, 8.0, turns=[turn("one", 2.5, 1.0), turn("both", 2.5, 1.5)], two_decimals=[(2.5, 1.5)])
    assert taken_for_early_rounding(both) == {"both"}


# Results of many draws, and of one.

EDGES = [
    ((16.0,), (16.4,), True),
    ((16.0,), (16.5,), True),  # a tie may go either way
    ((16.0,), (16.5001,), False),
    ((16.0,), (15.5,), True),
    ((-16.0,), (-16.4,), True),
    ((16.0,), (-16.0,), False),
    ((6.0,), (6.4,), False),  # one digit is exact
    ((9.0,), (9.4,), False),
    ((9.0,), (9.5,), True),
    ((10.0,), (9.5,), True),
    ((10.0,), (9.6,), True),
    ((-6.0,), (-6.4,), False),
    ((6.0,), (6.0,), True),
    ((3.0000000000000004,), (3.0,), True),
    ((1.5,), (1.55,), True),
    ((1.5,), (1.551,), False),
    ((1.25,), (1.255,), True),
    ((1.25,), (1.2551,), False),
    ((0.333,), (0.3335,), True),
    ((0.333,), (0.3336,), False),
    ((1 / 3,), (0.3337,), True),
    ((1 / 3,), (0.3339,), False),
    ((0.0,), (0.4,), False),
    ((0.0,), (0.0,), True),
    ((16.0, 17.0), (16.4, 17.4), True),
    ((16.0, 17.0), (16.4, 17.6), False),
    ((16.0, 17.0), (16.6, 17.4), False),
    ((-INF,), (-INF,), True),
    ((-INF,), (12.0,), False),
    ((12.0,), (-INF,), False),
    ((INF,), (-INF,), False),
]


@pytest.mark.parametrize(("mistake", "truth", "looks_alike"), EDGES)
def test_a_mistake_blurs_into_the_truth(
    mistake: tuple[float, ...], truth: tuple[float, ...], looks_alike: bool
) -> None:
    assert blurs(ExactResult("m", (len(mistake),), mistake), truth) is looks_alike
    found = blurs_in_draws(result(*[(number, number) for number in mistake]), result(*[(each, 99) for each in truth]))
    assert found.tolist() == [looks_alike, False]


def result(
    *numbers: Sequence[float], there: Sequence[bool] | None = None, shape: tuple[int, ...] | None = None
) -> Result:
    own = () if len(numbers) == 1 else (len(numbers),)
    known = np.ones(len(numbers[0]), bool) if there is None else np.array(there)
    return Result("r", own if shape is None else shape, np.array(numbers, float), known)


def test_nothing_blurs_without_a_value_or_with_another_number_of_numbers() -> None:
    right = result([16.4] * 4, there=[True, True, False, False])
    assert blurs_in_draws(result([16.0] * 4, there=[True, False, True, False]), right).tolist() == [True] + [False] * 3
    assert blurs_in_draws(result([16.4] * 4, [16.4] * 4), right).tolist() == [False] * 4
    assert not blurs(ExactResult("m", (2,), (16.0, 16.0)), (16.0,))
    assert not blurs(ExactResult("m", (), (16.0,)), (16.0, 16.0))


def test_a_mistake_gives_the_right_value_in_the_same_shape() -> None:
    right = result([0.3, 0.3, 0.3, 0.3], [1.0, 1.0, 1.0, 1.0], there=[True, True, True, False])
    mistake = result([0.1 + 0.2, 0.3, 0.3, 0.3], [1.0, 1.001, 1.0, 1.0], there=[True, True, False, True])
    assert all_close(mistake, right).tolist() == [True, False, False, False]
    assert all_close(mistake._replace(shape=(2, 1)), right).tolist() == [True, False, False, False]
    assert all_close(result([0.3] * 4), right).tolist() == [False] * 4
    assert all_close(result([-INF, INF, -INF]), result([-INF, -INF, 1.0])).tolist() == [True, False, False]


def test_results_are_compared_with_those_of_like_shape() -> None:
    shapes = [(), (2,), (1,), (3,), (2, 1), (1, 1), (1, 2), (2, 2)]
    several = [result(*[[0.0]] * math.prod(shape), shape=shape) for shape in shapes]
    assert alike(several) == [[0, 2, 5], [1, 4, 6], [3], [7]]


def test_results_meet_if_no_number_differs_by_more_than_the_margin() -> None:
    first = result([1.0, 1.0, 1.0, 1.0, 1.0, -INF, -INF], there=[True, True, True, True, False, True, True])
    row = result([1.0] * 7, [2.0] * 7)
    second = result([1.25, 1.5, 1.75, 0.25, 1.0, -INF, 1.0])
    column = result([1.0] * 7, [2.0, 2.5, 2.25, 1.5, 0.0, 3.0, 1.25], shape=(2, 1))
    third = result([9.0] * 7)
    found = Meetings([first, row, second, column, third], 0.5)
    assert {pair: where.tolist() for pair, where in found.pairs.items()} == {
        (0, 2): [True, True, False, False, False, True, False],
        (1, 3): [True, True, True, True, False, False, False],
    }
    # The last digit decides in draw 1, at 1.5 - 1, and in draws 1 and 3, at 2.5 - 2.
    assert found.open.tolist() == [False, True, False, True, False, False, False]


def test_a_meeting_of_later_results_has_their_places() -> None:
    one = result([5.0, 5.0])
    found = Meetings([result([1.0, 1.0]), one, result([3.0, 3.0]), one], 0.5)
    assert {pair: where.tolist() for pair, where in found.pairs.items()} == {(1, 3): [True, True]}
    assert found.open.tolist() == [False, False]


@pytest.mark.parametrize(("off", "is_open"), [(2e-9, False), (0.5e-9, True), (-0.5e-9, True), (-2e-9, False)])
def test_a_distance_near_the_margin_is_open(off: float, is_open: bool) -> None:
    found = Meetings([result([1.0, 1.0]), result([1.5 + off, 7.0])], 0.5)
    assert found.open.tolist() == [is_open, False]
    dead = Meetings([result([1.0, 1.0]), result([1.5 + off, 7.0], there=[False, True])], 0.5)
    assert dead.open.tolist() == [False, False]


def test_one_result_meets_nothing() -> None:
    found = Meetings([result([1.0, 2.0, 3.0])], 0.5)
    assert (found.pairs, found.open.tolist()) == ({}, [False] * 3)


# What no choice of numbers avoids.


def unavoidable(
    expression: str,
    draws: Sequence[Names],
    *wrong: str,
    places: int = 3,
    lines: Sequence[tuple[str, str]] = (),
) -> Unavoidable:
    """Return what no draw avoids; the beliefs `wrong` are called a, b, c and so on."""
    beliefs = [Belief(name, read_expression(text), "did", "do") for name, text in zip("abcdef", wrong, strict=False)]
    before = [ChainLine(name, read_expression(text)) for name, text in lines]
    return find_unavoidable(read_expression(expression), draws, places, beliefs, before)


def of(pairs: str, blurred: str = "") -> Unavoidable:
    """Return `of("=a bc", "a")` as: a collides with the right answer and b with c; a blurs into the right answer."""
    names = {"=": "right"}
    found = frozenset(frozenset(names.get(each, each) for each in pair) for pair in pairs.split())
    return Unavoidable(found, frozenset(blurred))


def xyz(*rows: tuple[float, ...]) -> list[Names]:
    return [dict(zip("xyz", map(float, row), strict=False)) for row in rows]


def test_nothing_is_unavoidable_without_a_value() -> None:
    assert unavoidable("x + y", [], "x + y") == NOTHING
    assert unavoidable("x / y", xyz((1, 0), (2, 0)), "x") == NOTHING
    assert unavoidable("x + y", xyz((1, 0), (2, 0)), "x / y") == NOTHING


@pytest.mark.parametrize(
    ("draws", "wrong", "expected"),
    [
        (xyz((1, 2, 0), (3, 4, 0)), ("x + y + z",), of("=a", "a")),
        (xyz((1, 2, 0), (3, 4, 5)), ("x + y + z",), NOTHING),
        (xyz((1, 2, 5), (3, 4, 0)), ("x + y + z",), NOTHING),
        (xyz((1, 2, 5), (3, 4, 6)), ("x + y + z",), NOTHING),
        (xyz((1, 2, 5), (3, 4, 6)), ("x + y + z", "x + y + 2·z", "2·z + y + x"), of("bc")),
        # One that gives the right value is compared with no other there.
        (xyz((1, 2, 0), (3, 4, 0)), ("x + y + z", "x + y + 2·z"), of("=a =b", "ab")),
        (xyz((1, 2, 0), (3, 4, 5)), ("x + y", "x + y + z"), of("=a", "a")),
        # The last digit decides, and the margin itself is too near.
        (xyz((1, 2), (3, 4)), ("x + y + 0.0009999995",), of("=a")),
        (xyz((1, 2), (3, 4)), ("x + y + 0.0010000005",), NOTHING),
        (xyz((1, 2), (3, 4)), ("x + y - 0.0010000005",), NOTHING),
        (xyz((1, 2), (3, 4)), ("x + y + 0.0004",), of("=a", "a")),
        # Results of other shapes are apart.
        (xyz((1, 2), (3, 4)), ("[x + y, x + y]", "[x + y]"), of("=b", "b")),
        # 16 is a blurred 16.4, but 6 is not a blurred 6.4.
        (xyz((16, 0.4), (20, 0.3)), ("round(x + y, 0)",), of("", "a")),
        (xyz((16, 0.4), (20, 0.3)), ("x + y", "round(x + y, 0)"), of("=a", "ab")),
        (xyz((16, 0.4, 0)), ("round(x + y, 0)", "9 / z"), NOTHING),
        (xyz((16, 0.4), (20, 0.6)), ("x",), NOTHING),
        (xyz((16, 0.4), (6, 0.4)), ("round(x + y, 0)",), NOTHING),
        (xyz((6, 0.4), (16, 0.4)), ("round(x + y, 0)",), NOTHING),
        (xyz((16, 0.4), (16, 0)), ("round(x + y, 0)",), of("", "a")),
        (xyz((6, 0.4), (16, 0)), ("round(x + y, 0)",), NOTHING),
    ],
)
def test_what_no_draw_of_a_sum_avoids(draws: list[Names], wrong: tuple[str, ...], expected: Unavoidable) -> None:
    assert unavoidable("x + y", draws, *wrong) == expected


def test_fewer_decimals_keep_less_apart() -> None:
    draws: list[Names] = [{"x": 1.0, "y": 2.0}]
    assert unavoidable("x + y", draws, "x + y + 0.05", places=2) == NOTHING
    assert unavoidable("x + y", draws, "x + y + 0.05", places=1) == of("=a")
    assert unavoidable("x + y", draws, "x + y + 0.99", places=0) == of("=a")


def test_a_result_is_told_from_another_by_what_rounding_leaves_of_it() -> None:
    # A third kept to three decimals may be off by 0.0003, ninefold by 0.003 in both workings.
    thirds: list[Names] = [{"x": 1.0, "y": 9.0}, {"x": 2.0, "y": 9.0}]
    assert frozenset({"right", "a"}) in unavoidable("x/3·y", thirds, "x/3·y + 0.004").collisions
    assert frozenset({"a", "b"}) in unavoidable("x/3·y", thirds, "x/3·y + 5", "x/3·y + 5.004").collisions
    assert unavoidable("x/3·y", thirds, "x/3·y + 0.1").collisions == frozenset()
    exact: Names = {"x": 3.0, "y": 9.0}
    assert unavoidable("x/3·y", [*thirds, exact], "x/3·y + 0.004").collisions == frozenset()
    assert unavoidable("x/3·y", [exact, *thirds], "x/3·y + 0.004").collisions == frozenset()


def add_to_products(monkeypatch: pytest.MonkeyPatch, *more: float) -> None:
    """Let wrong turns, called p0, p1 and so on, add these numbers to every product."""

    def adding(number: float) -> WrongTurn:
        return WrongTurn(
            "arithmetic",
            "multiply",
            f"p{more.index(number)}",
            lambda line: line.work(op.add, line.work(op.multiply, *line.given), number),
            "did",
            "do",
        )

    monkeypatch.setattr(arithmetic, "wrong_turns", {"multiply": [adding(number) for number in more]})


def test_a_wrong_turn_is_told_from_the_right_working_by_what_rounding_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    add_to_products(monkeypatch, 0.004, 5.0, 5.004)
    expected = {frozenset({"right", "arithmetic/p0"}), frozenset({"arithmetic/p1", "arithmetic/p2"})}
    thirds: list[Names] = [{"x": 1.0, "y": 9.0}, {"x": 2.0, "y": 9.0}]
    assert unavoidable("x/3·y", thirds).collisions == expected
    assert unavoidable("x/3·y", [*thirds, {"x": 3.0, "y": 9.0}]).collisions == frozenset()
    assert unavoidable("x/3·y", thirds, "x/3·y + 5").collisions == expected | {
        frozenset({"a", "arithmetic/p1"}),
        frozenset({"a", "arithmetic/p2"}),
    }


def test_a_wrong_turn_blurs_though_it_has_no_value_in_some_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    def take(line: Line) -> Value:
        whole = line.work(op.nearest, line.work(op.multiply, *line.given))
        return line.work(op.divide, line.work(op.multiply, whole, line.given[1]), line.given[1])

    turn_of_products = WrongTurn("arithmetic", "multiply", "whole", take, "did", "do")
    monkeypatch.setattr(arithmetic, "wrong_turns", {"multiply": [turn_of_products]})
    assert unavoidable("x·y", xyz((8.2, 2), (8.2, 0))) == Unavoidable(blurred=frozenset({"arithmetic/whole"}))


NO_QUOTIENT = "((x/7 - x·0.143)/(x/7 - x·0.143))"


def test_a_result_without_a_rounded_value_is_compared_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arithmetic, "wrong_turns", {})
    draws: list[Names] = [{"x": 1.0, "y": 2.0}]
    assert unavoidable(f"x + {NO_QUOTIENT}·y", draws, "x + y + 0.002") == NOTHING
    assert unavoidable(f"x + {NO_QUOTIENT}·y", draws, "x + y + 0.0008") == of("=a")
    add_to_products(monkeypatch, 0.5)
    assert unavoidable("(y - x·y) / (x/7 - 0.143)", draws).collisions == frozenset()


def test_a_draw_in_which_a_belief_cannot_be_worked_with_rounded_lines_is_left_out() -> None:
    # x/7 is exact for 7, so that the draws with 1 alone have a divisor that may be zero.
    wrong = f"x + y + z·{NO_QUOTIENT}"
    left_out, worked = {"x": 1.0, "y": 2.0, "z": 5.0}, {"x": 7.0, "y": 2.0, "z": 0.0}
    for draws in ([left_out, worked], [worked, left_out]):
        assert unavoidable("x + y", draws, wrong) == of("=a", "a")
    assert unavoidable("x + y", [left_out], wrong) == NOTHING
    assert unavoidable("x + y", [worked, {**worked, "z": 5.0}], wrong) == NOTHING


@pytest.mark.parametrize("order", [slice(None), slice(None, None, -1)])
def test_a_draw_in_which_a_belief_has_no_value_is_left_out(order: slice) -> None:
    left_out, worked = {"x": 1.0, "y": 2.0, "z": 5.0, "w": 0.0}, {"x": 3.0, "y": 2.0, "z": 0.0004, "w": 4.0}
    draws: list[Names] = [left_out, worked][order]
    assert unavoidable("x + y", draws, "x + y + z", "9 / w") == of("=a", "a")
    assert unavoidable("x + y", draws, "9 / w", "x + y + z") == of("=b", "b")
    assert unavoidable("x + y", draws, "x + y + z") == NOTHING


@pytest.mark.parametrize("order", [slice(None), slice(None, None, -1)])
def test_a_draw_without_a_right_value_is_left_out(order: slice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arithmetic, "wrong_turns", {})
    draws: list[Names] = [{"x": 1.0, "y": 0.0, "z": 5.0}, {"x": 3.0, "y": 2.0, "z": 0.0004}][order]
    assert unavoidable("x / y", draws, "1.5 + z") == of("=a", "a")


@pytest.mark.parametrize("order", [slice(None), slice(None, None, -1)])
def test_draws_that_are_worked_apart_are_counted_together(order: slice) -> None:
    row = (4.0, 8.0)
    draws: list[Names] = [
        {"x": row, "i": 0.0, "z": 0.0},
        {"x": row, "i": 1.0, "z": 0.0},
        {"x": row, "i": 0.0, "z": 1.0},
    ]
    assert unavoidable("x[i] + 1", draws[order], "x[i] + z + 1") == NOTHING
    assert unavoidable("x[i] + 1", draws[:2][order], "x[i] + z + 1") == of("=a", "a")
    assert unavoidable("x[i] + 1", draws[1:][order], "x[i] + z + 1") == NOTHING


@pytest.mark.parametrize("order", [slice(None), slice(None, None, -1)])
def test_lines_before_are_worked_in_each_draw(order: slice) -> None:
    row = (4.0, 8.0)
    lines = [("s", "12 / x[i]"), ("t", "s + 1 / y")]
    without, other = {"x": (4.0, 0.0), "i": 1.0, "y": 1.0, "z": 5.0}, {"x": row, "i": 0.0, "y": 0.0, "z": 5.0}
    first, second = {"x": row, "i": 0.0, "y": 1.0, "z": 0.0}, {"x": row, "i": 1.0, "y": 2.0, "z": 0.0}
    draws: list[Names] = [without, first, other, second][order]
    assert unavoidable("s + t", draws, "s + t + z", lines=lines) == of("=a", "a")
    distinct: list[Names] = [*draws, {**first, "z": 1.0}][order]
    assert unavoidable("s + t", distinct, "s + t + z", "7", lines=lines) == NOTHING
    assert unavoidable("s + t", distinct, "s + t + z", "4·s", lines=[lines[0], ("t", "3·s")]) == of("=b", "b")


def test_lines_before_without_a_value_leave_nothing() -> None:
    draws: list[Names] = [{"x": 1.0, "y": 0.0}, {"x": 2.0, "y": 0.0}]
    assert unavoidable("s + x", draws, "x + s", lines=[("s", "x / y")]) == NOTHING


LONG = "(m ⊙ m)[0] + x + y"


def long_draws(calculations: int, count: int) -> list[Names]:
    """Return draws in which `LONG` takes this many single calculations."""
    effort = Effort(10_000)
    draw: Names = {"x": 1.0, "y": 9.0, "z": 0.0, "m": (1.0,) * 1000}
    evaluate(read_expression(LONG), draw, Pencil(effort=effort))
    return [{**draw, "x": float(at), "m": (1.0,) * (1000 + calculations - effort.spent)} for at in range(count)]


@pytest.mark.parametrize(
    ("calculations", "count", "counted"),
    [(1667, 5, 3), (1666, 5, 4), (1000, 4, 4), (2000, 4, 3), (2001, 4, 2), (3000, 2, 1)],
)
def test_long_expressions_are_tried_on_the_draws_that_a_thousand_calculations_each_allow(
    calculations: int, count: int, counted: int
) -> None:
    draws = long_draws(calculations, count)
    for at in (counted - 1, counted):
        distinct: list[Names] = [{**draw, "z": float(at == other)} for other, draw in enumerate(draws)]
        expected = of("=a", "a") if at >= counted else NOTHING
        assert unavoidable(LONG, distinct, "1 + x + y + z") == expected
        assert at == count or unavoidable("x + y", distinct, "x + y + z") == NOTHING


def test_of_an_expression_too_long_for_a_drill_nothing_is_known() -> None:
    assert unavoidable(LONG, long_draws(3000, 2), "1 + x + y") == of("=a", "a")
    assert unavoidable(LONG, long_draws(3001, 2), "1 + x + y") == NOTHING


def test_two_wrong_turns_are_compared_though_both_differ_from_the_right_working(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def turn_of(name: str, take: Callable[[Line], Value]) -> WrongTurn:
        return WrongTurn("arithmetic", "multiply", name, take, "did", "do")

    first = turn_of("a", lambda line: line.work(op.add, line.work(op.multiply, *line.given), 5.0))
    second = turn_of("b", lambda line: line.work(op.multiply, line.given[0], 7.0004))
    monkeypatch.setattr(arithmetic, "wrong_turns", {"multiply": [first, second]})
    alike: Names = {"x": 1.0, "y": 2.0}  # 2, 7 and 7.0004
    second_is_near: Names = {"x": 1.0, "y": 7.0}  # 7, 12 and 7.0004
    assert unavoidable("x·y", [alike]).collisions == {frozenset({"arithmetic/a", "arithmetic/b"})}
    assert unavoidable("x·y", [second_is_near]).collisions == {frozenset({"right", "arithmetic/b"})}
    assert unavoidable("x·y", [alike, second_is_near]).collisions == frozenset()
