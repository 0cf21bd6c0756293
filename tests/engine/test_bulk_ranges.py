"""Many draws held in arrays, and the ranges that numbers are drawn from: each function by itself, at its edges."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from katatx.engine import operations as op
from katatx.engine.asking import Disagree, OneByOne
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.fresh_numbers import array_places
from katatx.engine.fresh_numbers.bulk import (
    Bulk,
    Result,
    as_array,
    in_groups,
    indices_of,
    names_of_draw,
    numbers_of,
    stacked,
    turn_results,
)
from katatx.engine.fresh_numbers.fewer_places import with_fewer_places
from katatx.engine.fresh_numbers.ranges import Range, read_range
from katatx.engine.fresh_numbers.sieve import Sieve
from katatx.engine.fresh_numbers.sources import Source, numbered_source, shuffled
from katatx.engine.fresh_numbers.stages import Stage
from katatx.engine.key import Belief
from katatx.engine.names import Defined, Names
from katatx.engine.pencils.interval import is_array
from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil
from katatx.engine.recipe import Line, WrongTurn
from katatx.engine.recipes.numbers.arithmetic import arithmetic
from katatx.engine.standard_form import standard
from katatx.engine.values import Value
from katatx.notation.expressions import read_expression
from scoring import places as singly
from scoring.key import Band, Key, KnownTurn

INF = math.inf


def array(*numbers: float) -> Any:
    return np.array(numbers, float)


# Bulk: one operation on many draws.


def test_every_draw_is_alive_at_first_and_nothing_is_spent() -> None:
    bulk = Bulk(3)
    assert bulk.alive.tolist() == [True] * 3
    assert (bulk.why, bulk.spent, bulk.spent_on(0)) == ({}, {}, 0)


def test_draws_that_died_in_the_pencil_before_are_dead_from_the_start_and_die_in_this_one_alone() -> None:
    first = Bulk(3)
    first.end(1, "gone")
    second = Bulk(3, after=first)
    assert (second.alive.tolist(), second.why) == ([True, False, True], {})
    second.end(0, "gone too")
    assert first.alive.tolist() == [True, False, True]


def test_floats_alone_give_a_float() -> None:
    bulk = Bulk(2)
    value = bulk.hand(op.divide, (1.0, 4.0))
    assert (type(value), value) == (float, 0.25)
    with pytest.raises(EngineError, match="1 / 0 divides by zero"):
        bulk.hand(op.divide, (1.0, 0.0))
    assert bulk.alive.all()


@pytest.mark.parametrize("numbers", [(1.0, 2.0), (array(1, 2), 2.0), (array(1, 2), array(1, 2))])
@pytest.mark.parametrize("operation", [op.add, op.multiply, op.power])
def test_an_operation_costs_one_whatever_it_works_on(operation: op.Arithmetic, numbers: tuple[Any, ...]) -> None:
    effort = Effort(2)
    bulk = Bulk(2, effort=effort)
    bulk.hand(operation, numbers)
    assert (effort.spent, bulk.spent_on(0), bulk.spent_on(1)) == (1, 1, 1)
    bulk.hand(operation, numbers)
    with pytest.raises(Exhausted):
        bulk.hand(operation, numbers)


@pytest.mark.parametrize(
    ("operation", "numbers", "expected", "why"),
    [
        (op.divide, (array(1, 2, 3), array(2, 0, 4)), [0.5, None, 0.75], "2 / 0 divides by zero"),
        (op.divide, (6.0, array(2, 0, 4)), [3.0, None, 1.5], "6 / 0 divides by zero"),
        (op.multiply, (array(1e200, 2, 3), array(1e200, 2, 3)), [None, 4.0, 9.0], "is too large to work with"),
        (op.root, (array(4, -1, 9),), [2.0, None, 3.0], "√(-1) has no value"),
        (op.exp, (array(0, 1000, 0),), [1.0, None, 1.0], "e^1000 is too large to work with"),
        (op.power, (2.0, array(3, 5000, -1)), [8.0, None, 0.5], "2^5000 is too large to work with"),
        (op.power, (array(3, 0, 4), -1.0), [1 / 3, None, 0.25], "0^(-1) has no value"),
        (op.add, (array(-INF, 1, -INF), array(INF, 2, 5)), [None, 3.0, -INF], "has no value"),
        (op.exp, (array(-INF, 0, 0),), [0.0, 1.0, 1.0], ""),
    ],
)
def test_a_draw_without_a_result_dies_alone(
    operation: op.Arithmetic, numbers: tuple[Any, ...], expected: list[float | None], why: str
) -> None:
    bulk = Bulk(3)
    found = bulk.hand(operation, numbers)
    assert [value if there else None for value, there in zip(found, bulk.alive, strict=True)] == expected
    assert np.isfinite(found[~bulk.alive]).all()
    dead = [draw for draw, value in enumerate(expected) if value is None]
    assert list(bulk.why) == dead
    assert all(why in text for text in bulk.why.values())


@pytest.mark.parametrize("operation", [op.divide, op.power])
def test_a_dead_draw_continues_with_a_finite_number_and_keeps_its_first_reason(operation: op.Arithmetic) -> None:
    bulk = Bulk(2)
    bulk.end(0, "gone")
    found = bulk.hand(operation, (array(0, 8), array(-1, 1)) if operation is op.power else (array(1, 8), array(0, 1)))
    assert np.isfinite(found[0])
    assert found[1] == 8
    assert bulk.why == {0: "gone"}
    with pytest.raises(EngineError, match="none of the fresh numbers gives a value; widen the ranges"):
        bulk.hand(op.root, (array(4, -1),))


@pytest.mark.parametrize(("operation", "number"), [(op.root, -1.0), (op.log, 0.0)])
def test_when_the_last_draw_dies_there_is_no_result(operation: op.Arithmetic, number: float) -> None:
    with pytest.raises(EngineError, match=r"^none of the fresh numbers gives a value; widen the ranges$"):
        Bulk(2).hand(operation, (array(number, number - 1),))


def test_a_small_difference_has_no_binary_noise_as_for_one_draw() -> None:
    rows = [(large, large - part / 7) for large in (100.1, -33.3, 0.7, 12.0) for part in (0, 0.1, 1, 2, 5, 7, 8, 9, 70)]
    rows += [(0.0, 0.0), (0.1, -0.1), (1e-9, 100.3)]
    first, second = (np.array(column) for column in zip(*rows, strict=True))
    for operation, other in ((op.subtract, second), (op.add, -second)):
        found = Bulk(len(rows)).hand(operation, (first, other))
        assert found.tolist() == [Pencil().hand(operation, (a, b)) for a, b in zip(first, other.tolist(), strict=True)]
    assert Bulk(1).hand(op.subtract, (array(100.3), 100.1)).tolist() == [0.2]


@pytest.mark.parametrize(
    ("operation", "numbers", "expected"),
    [
        (op.largest, (array(1, -2),), [1, -2]),
        (op.largest, (array(1, -2), 0.5), [1, 0.5]),
        (op.largest, (0.5, array(1, -2), array(3, -4)), [3, 0.5]),
        (op.smallest, (array(1, -2),), [1, -2]),
        (op.smallest, (array(1, -2), 0.5, array(0, 4)), [0, -2]),
        (op.total, (array(1, -2), 0.5, array(0, 4)), [1.5, 2.5]),
    ],
)
def test_a_row_is_reduced_in_each_draw(
    operation: op.Arithmetic, numbers: tuple[Any, ...], expected: list[float]
) -> None:
    assert Bulk(2).hand(operation, numbers).tolist() == expected


def test_the_largest_of_one_is_a_copy() -> None:
    numbers = array(1, 2)
    for operation in (op.largest, op.smallest):
        found = Bulk(2).hand(operation, (numbers,))
        assert found is not numbers
        found[0] = 7
        assert numbers.tolist() == [1, 2]


def test_refusing_ends_the_draws_that_are_still_alive() -> None:
    bulk = Bulk(4, effort=Effort(9))
    bulk.hand(op.negate, (array(1, 2, 3, 4),))
    bulk.refuse(np.array([True, False, False, False]), "first")
    bulk.hand(op.negate, (array(1, 2, 3, 4),))
    bulk.refuse(np.array([True, False, True, False]), "second")
    bulk.hand(op.negate, (array(1, 2, 3, 4),))
    assert bulk.alive.tolist() == [False, True, False, True]
    assert bulk.why == {0: "first", 2: "second"}
    assert [bulk.spent_on(draw) for draw in range(4)] == [1, 3, 2, 3]
    bulk.refuse(np.zeros(4, bool), "none")
    bulk.refuse(False, "no")
    with pytest.raises(EngineError, match=r"^all of them$"):
        bulk.refuse(True, "all of them")
    with pytest.raises(EngineError, match="none of the fresh numbers gives a value; widen the ranges"):
        bulk.refuse(np.ones(4, bool), "last")


def test_indices_and_numbers_of_a_draw() -> None:
    assert indices_of(np.array([True, False, True])) == [0, 2]
    assert indices_of(np.zeros(2, bool)) == []
    found = numbers_of((1.5, array(2, 3)), 1)
    assert found == (1.5, 3.0)
    assert {type(number) for number in found} == {float}


# Draws held together.


def test_only_numbers_that_differ_between_draws_are_arrays() -> None:
    same = (1.0, 2.0)
    first: Names = {"same": same, "row": (1.0, 2.0), "grid": ((1.0, 2.0), (3.0, 4.0)), "number": 5.0}
    second: Names = {"same": (1.0, 2.0), "row": (1.0, 9.0), "grid": ((1.0, 6.0), (7.0, 8.0)), "number": 5.0}
    third: Names = {"same": same, "row": (1.0, 2.0), "grid": ((1.0, 2.0), (3.0, 4.0)), "number": 6.0}
    names = stacked([first, second, third])
    assert names["same"] is same
    assert names["row"][0] == 1.0
    assert type(names["row"][0]) is float
    assert names["row"][1].tolist() == [2, 9, 2]
    assert [type(number) for row in names["grid"] for number in row] == [float, np.ndarray, np.ndarray, np.ndarray]
    assert [number.tolist() for number in (names["grid"][0][1], *names["grid"][1])] == [[2, 6, 2], [3, 7, 3], [4, 8, 4]]
    assert names["number"].tolist() == [5, 5, 6]
    assert [names_of_draw(names, draw) for draw in range(3)] == [first, second, third]
    assert first["number"] == 5.0


def test_equal_words_are_kept() -> None:
    words: list[Names] = [{"order": "xw".replace("w", "W")} for _ in range(2)]
    assert stacked(words) == {"order": "xW"}


def test_one_draw_is_its_own_names_and_a_definition_is_kept() -> None:
    defined = Defined(read_expression("1 + 1"))
    assert stacked([{"x": 1.0, "s": defined}]) == {"x": 1.0, "s": defined}
    assert stacked([{"s": defined, "x": 1.0}, {"s": defined, "x": 2.0}])["s"] is defined


@pytest.mark.parametrize(
    "values",
    [
        [(1.0, 2.0), (1.0, 2.0, 3.0)],
        [(1.0, 2.0, 3.0, 4.0), ((1.0, 2.0), (3.0, 4.0))],
        [1.0, (1.0,)],
        [(1.0, 2.0), (1.0, 2.0), (1.0,)],
    ],
)
def test_a_value_of_different_shapes_is_worked_one_by_one(values: list[Value]) -> None:
    with pytest.raises(OneByOne):
        stacked([{"x": value} for value in values])


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2.0, [[2, 2]]),
        (array(1, 2), [[1, 2]]),
        ((array(1, 2), 3.0), [[1, 2], [3, 3]]),
        (((1.0, 2.0), (array(3, 5), 4.0)), [[1, 1], [2, 2], [3, 5], [4, 4]]),
    ],
)
def test_the_numbers_of_a_value_in_an_array(value: Value, expected: list[list[float]]) -> None:
    assert as_array(value, 2).tolist() == expected


def test_draws_that_disagree_are_worked_in_groups() -> None:
    def work(some: Sequence[int]) -> int:
        odd = np.array([each % 2 == 1 for each in some])
        if odd.any() and not odd.all():
            raise Disagree(odd)
        return sum(some)

    assert sorted(in_groups([1, 2, 3, 4, 6], work)) == [([0, 2], 4), ([1, 3, 4], 12)]
    assert list(in_groups([3, 5], work)) == [([0, 1], 8)]


def test_draws_that_cannot_be_worked_together_are_worked_singly() -> None:
    def work(some: Sequence[int]) -> int:
        if len(some) > 1:
            raise OneByOne
        return some[0]

    assert sorted(in_groups([5, 6, 7], work)) == [([0], 5), ([1], 6), ([2], 7)]

    assert sorted(in_groups([5, 6], work)) == [([0], 5), ([1], 6)]

    def never(some: Sequence[int]) -> int:
        raise OneByOne

    with pytest.raises(OneByOne):
        list(in_groups([5, 6], never))


# The results of mistakes.


def results(
    expression: str, draws: Sequence[Names], beliefs: Sequence[Belief] = ()
) -> tuple[Value, Iterator[Result], Bulk]:
    names, right = stacked(draws), Bulk(len(draws))
    node = standard(read_expression(expression), names)
    value = work_out(node, names, right)
    return value, turn_results(node, names, right, beliefs, draws), right


def belief(name: str, expression: str) -> Belief:
    return Belief(name, read_expression(expression), "did", "do")


def test_the_results_of_beliefs_come_first_then_those_of_wrong_turns() -> None:
    draws: list[Names] = [{"x": 6.0, "y": 2.0}, {"x": 0.0, "y": 4.0}]
    beliefs = [belief("b", "x - y"), belief("none", "y / (x - x)"), belief("some", "y / x"), belief("row", "[x, y]")]
    _, found, _ = results("x / y", draws, beliefs)
    b, none, some, row, kept, turned = found
    names = [each.name for each in (b, none, some, row, kept, turned)]
    assert names == ["b", "none", "some", "row", "arithmetic/not-divided", "arithmetic/turned-over"]
    assert (b.shape, b.numbers.tolist(), b.there.tolist()) == ((), [[4, -4]], [True, True])
    assert (none.shape, none.numbers.shape, none.there.tolist()) == ((), (1, 2), [False, False])
    assert np.isfinite(none.numbers).all()
    assert (some.numbers[0, 0], some.there.tolist()) == (1 / 3, [True, False])
    assert (row.shape, row.numbers.tolist()) == ((2,), [[6, 0], [2, 4]])
    assert (kept.numbers.tolist(), kept.there.tolist()) == ([[6, 0]], [True, True])
    assert (turned.numbers[0, 0], turned.there.tolist()) == (1 / 3, [True, False])


def test_a_wrong_turn_without_a_value_in_any_draw_is_left_out() -> None:
    _, found, _ = results("x / y", [{"x": 0.0, "y": 2.0}, {"x": 0.0, "y": 4.0}])
    assert [each.name for each in found] == ["arithmetic/not-divided"]


def test_draws_without_a_right_value_have_no_wrong_one() -> None:
    _, found, right = results("x / y", [{"x": 1.0, "y": 2.0}, {"x": 1.0, "y": 0.0}])
    assert right.alive.tolist() == [True, False]
    assert {each.name: each.there.tolist() for each in found} == {
        "arithmetic/not-divided": [True, False],
        "arithmetic/turned-over": [True, False],
    }


def on_sums(monkeypatch: pytest.MonkeyPatch, *takes: Callable[[Line], Value]) -> None:
    """Let wrong turns, called 0, 1 and so on, replace the line on which `+` is worked."""
    turns = [WrongTurn("arithmetic", "add", str(at), take, "did", "do") for at, take in enumerate(takes)]
    monkeypatch.setitem(arithmetic.wrong_turns, "add", turns)


def first_of(line: Line) -> Any:
    return line.given[0][0]


def fails_on_arrays(error: type[Exception]) -> Callable[[Line], Value]:
    def take(line: Line) -> Value:
        if is_array(first_of(line)):
            raise error
        if first_of(line) > 3:
            raise EngineError("too much")
        return (first_of(line), 7.0)

    return take


@pytest.mark.parametrize("error", [OneByOne, TypeError, ValueError])
def test_a_wrong_turn_that_looks_at_single_numbers_is_worked_for_each_draw(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    on_sums(monkeypatch, lambda line: -first_of(line), fails_on_arrays(error), lambda line: 2.0 * first_of(line))
    _, found, _ = results("x + y", [{"x": 5.0, "y": 1.0}, {"x": 2.0, "y": 1.0}, {"x": 3.0, "y": 1.0}])
    before, each, after = found
    assert [one.name for one in (before, each, after)] == ["arithmetic/0", "arithmetic/1", "arithmetic/2"]
    assert (before.numbers.tolist(), after.numbers.tolist()) == ([[-5, -2, -3]], [[10, 4, 6]])
    assert (each.shape, each.there.tolist()) == ((2,), [False, True, True])
    assert each.numbers.shape == (2, 3)
    assert each.numbers[:, 1:].tolist() == [[2, 3], [7, 7]]
    assert np.isfinite(each.numbers).all()


def test_a_wrong_turn_that_has_no_value_in_any_single_draw_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(line: Line) -> Value:
        raise EngineError("never")

    on_sums(monkeypatch, fails_on_arrays(OneByOne), fails, lambda line: -first_of(line))
    _, found, _ = results("x + y", [{"x": 5.0, "y": 1.0}, {"x": 6.0, "y": 1.0}])
    assert [each.name for each in found] == ["arithmetic/2"]


def test_another_fault_of_a_wrong_turn_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    on_sums(monkeypatch, fails_on_arrays(KeyError))
    _, found, _ = results("x + y", [{"x": 5.0, "y": 1.0}, {"x": 6.0, "y": 1.0}])
    with pytest.raises(KeyError):
        list(found)


@pytest.mark.parametrize(
    ("numbers", "alike"),
    [
        ((1.0, 6.0, 2.0, 1.0, 7.0), [True, True, False, True, True]),
        ((2.0, 1.0, 6.0, 3.0), [True, True, False, True]),
        ((6.0, 8.0), [True, False]),
        ((8.0, 6.0), [True, False]),
    ],
)
def test_draws_in_which_a_wrong_turn_has_another_shape_are_worked_apart(
    monkeypatch: pytest.MonkeyPatch, numbers: tuple[float, ...], alike: list[bool]
) -> None:
    def take(line: Line) -> Value:
        number = first_of(line)
        if is_array(number):
            raise OneByOne
        if number == 1:
            raise EngineError("none")
        return number if number < 5 else (number, 0.0) if number < 8 else (number, 0.0, 0.0)

    on_sums(monkeypatch, take)
    _, found, _ = results("x + y", [{"x": x, "y": 1.0} for x in numbers])
    with pytest.raises(Disagree) as raised:
        list(found)
    assert raised.value.holds.tolist() == alike


# Places of arrays.


@pytest.mark.parametrize("places", [0, 1, 2, 3])
def test_whole_at_the_edges_of_noise_is_as_for_one_number(places: int) -> None:
    wholes = (0.001, 0.0005, 0.00051, 0.5, 0.51, 1.0, 0.4, 7.0, 12.5, 999.999, 123456.789, 12345678.0, 999999999.0)
    offs = (0.0, 0.5e-13, 0.9e-13, 1.1e-13, 2e-13, 1e-12, 1e-10)
    numbers = [sign * whole * (1 + off) for whole in wholes for off in offs for sign in (1, -1)]
    numbers += [whole + off for whole in wholes for off in (0.8e-9, 1.2e-9, 1e-7)] + [0.0, INF, -INF, math.nan]
    expected = [singly.whole_at(number, places) for number in numbers]
    assert array_places.whole_at(np.array(numbers), places).tolist() == expected
    assert True in expected
    assert False in expected


@pytest.mark.parametrize("number", [1.0, -7.5, 1e6, 3e10, 1e-6])
def test_close_at_the_edge_of_noise_is_as_for_one_number(number: float) -> None:
    noise = min(1e-13 * abs(number), 1e-3)
    others = [number + sign * by * noise for by in (0.0, 0.5, 0.9, 1.2, 2.0) for sign in (1, -1)] + [-number]
    first = np.full(len(others), number)
    expected = [singly.close(number, other) for other in others]
    assert array_places.close(first, np.array(others)).tolist() == expected
    assert array_places.close(np.array(others), first).tolist() == expected
    assert expected == [True] * 6 + [False] * 5


def test_noise_is_that_of_the_larger_number_and_at_most_a_thousandth() -> None:
    found = array_places.noise(array(1, -4, 2e10, 0), array(-3, 2, 5, 0))
    assert found.tolist() == pytest.approx([3e-13, 4e-13, 1e-3, 0], rel=1e-9)


def test_infinities_are_close_to_themselves_alone() -> None:
    found = array_places.close(array(INF, INF, -INF, INF, math.nan), array(INF, -INF, -INF, 1, math.nan))
    assert found.tolist() == [True, False, True, False, False]


# Ranges.


def source_of(*numbers: float) -> Callable[[], float]:
    """Return a source of exactly these numbers."""
    left = iter(numbers)
    return lambda: next(left)


LAST = 1 - 2**-53


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("integers(-2..4)", Range("integers", -2, 4)),
        ("integers(1..2)", Range("integers", 1, 2)),
        ("integers(100..900 by 50)", Range("integers", 100, 900, 50)),
        ("integers(1..9 by 1)", Range("integers", 1, 9)),
        ("integers(0..3, like g.h_1)", Range("integers", 0, 3, like="g.h_1")),
        ("integers(0..3, 5)", Range("integers", 0, 3, shape=(5,))),
        ("integers(0..3, 1x1)", Range("integers", 0, 3, shape=(1, 1))),
        ("integers(0..3, 64x2)", Range("integers", 0, 3, shape=(64, 2))),
        ("integers(0..3, 2x64)", Range("integers", 0, 3, shape=(2, 64))),
        ("integers(-123456789..123456789)", Range("integers", -123456789, 123456789)),
        ("integers(1.0..9.00)", Range("integers", 1, 9)),
        (" integers ( 1 .. 9  by 2 , 2 x 3 ) ", Range("integers", 1, 9, 2, shape=(2, 3))),
        ("tenths(-0.5..3, 2x4)", Range("tenths", -5, 30, over=10, shape=(2, 4))),
        ("tenths(0..3 by 5)", Range("tenths", 0, 30, 5, 10)),
        ("tenths(0.1..0.2)", Range("tenths", 1, 2, over=10)),
        ("portions(like p)", Range("portions", like="p")),
        ("portions(3)", Range("portions", shape=(3,))),
        ("portions()", Range("portions")),
        ("one of(4, 9, 16)", Range("one of", choices=(4.0, 9.0, 16.0))),
        ("one of(-1,0.5)", Range("one of", choices=(-1.0, 0.5))),
        ("one of(-1, 0, 1, like dials)", Range("one of", choices=(-1.0, 0.0, 1.0), like="dials")),
        ("one of(0, 1, 2x3)", Range("one of", choices=(0.0, 1.0), shape=(2, 3))),
        ("shuffled(like order)", Range("shuffled", like="order")),
    ],
)
def test_a_range_is_read(text: str, expected: Range) -> None:
    assert read_range(text) == expected


FORMS = '" is not a way to draw fresh numbers'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("integers", FORMS),
        ("integers()", FORMS),
        ("integers(3)", FORMS),
        ("integers(1, 2)", FORMS),
        ("integers(like g)", FORMS),
        ("integers(1..9) by 2", FORMS),
        ("integers(1..)", FORMS),
        ("integers(1..9 by -2)", FORMS),
        ("integers(1234567890..1234567891)", FORMS),
        ("integers(1..1234567895)", FORMS),
        ("integers(0..900000000 by 1234567891)", FORMS),
        ("one of(1, 1234567895)", FORMS),
        ("integers(١..٩)", FORMS),
        ("integers(1..9, like é)", FORMS),
        ("integers(1..9, 2x3x4)", FORMS),
        ("tenths()", FORMS),
        ("tenths(1, 2)", FORMS),
        ("portions(1..2)", FORMS),
        ("portions(0.5, 0.5)", FORMS),
        ("one of()", FORMS),
        ("one of(1..2)", FORMS),
        ("one of(4)", FORMS),
        ("shuffled(1..2, like g)", FORMS),
        ("shuffled(1, 2, like g)", FORMS),
        ("integers(0..3, 0)", r'\)" has too many rows or columns, or none; write 1 to 64 of each'),
        ("integers(0..3, 65)", r'\)" has too many rows or columns, or none; write 1 to 64 of each'),
        ("integers(0..3, 2x65)", r'\)" has too many rows or columns, or none; write 1 to 64 of each'),
        ("integers(0..3, 0x2)", r'\)" has too many rows or columns, or none; write 1 to 64 of each'),
        ("portions(2x0)", r'\)" has too many rows or columns, or none; write 1 to 64 of each'),
        ("shuffled()", r"write shuffled\(like name\)"),
        ("shuffled(3)", r"write shuffled\(like name\)"),
        ("integers(0.5..3)", r'\)" has a bound that does not fit integers; write whole numbers for both$'),
        ("integers(0..3.5)", r'\)" has a bound that does not fit integers; write whole numbers for both$'),
        ("tenths(0.25..1)", r'\)" has a bound that does not fit tenths'),
        ("tenths(0..1.25)", r'\)" has a bound that does not fit tenths'),
        ("integers(4..4)", r'\)" holds no number; write the lower bound first, as in 1\.\.9, and a step of 1 or more$'),
        ("integers(4..3)", r'\)" holds no number; write the lower bound first, as in 1\.\.9, and a step of 1 or more$'),
        ("integers(1..9 by 0)", r'"integers\(1\.\.9 by 0\)" holds no number'),
    ],
)
def test_what_is_no_range_is_refused_for_its_own_reason(text: str, message: str) -> None:
    with pytest.raises(EngineError, match=message) as raised:
        read_range(text)
    assert text in str(raised.value)


@pytest.mark.parametrize(
    ("text", "numbers", "expected"),
    [
        ("integers(-2..4)", (0.0,), -2.0),
        ("integers(-2..4)", (LAST,), 4.0),
        ("integers(-2..4)", (0.5,), 1.0),  # the fourth of seven
        ("integers(1..10 by 4)", (LAST,), 9.0),
        ("integers(1..9 by 4)", (LAST,), 9.0),
        ("integers(1..10 by 4)", (0.0,), 1.0),
        ("integers(1..10 by 4)", (0.34,), 5.0),
        ("integers(1..2, 2)", (0.49, 0.51), (1.0, 2.0)),
        ("integers(1..4, 2x2)", (0.0, 0.25, 0.5, 0.75), ((1.0, 2.0), (3.0, 4.0))),
        ("tenths(-0.5..3)", (0.0,), -0.5),
        ("tenths(-0.5..3)", (LAST,), 3.0),
        ("tenths(0..3 by 5)", (0.5,), 1.5),
        ("one of(4, 9, 16)", (0.0,), 4.0),
        ("one of(4, 9, 16)", (0.34,), 9.0),
        ("one of(4, 9, 16)", (LAST,), 16.0),
        ("one of(4, 9, 16, 1x3)", (0.9, 0.1, 0.4), ((16.0, 4.0, 9.0),)),
        ("portions()", (), 1.0),
        ("portions(1)", (), (1.0,)),
        ("portions(2)", (0.0,), (0.05, 0.95)),
        ("portions(2)", (LAST,), (0.95, 0.05)),
        ("portions(3)", (0.5, 0.5, 0.0), (0.05, 0.45, 0.5)),  # a cut drawn twice counts once
        ("portions(20)", tuple((cut + 0.5) / 19 for cut in range(19)), (0.05,) * 20),
        ("shuffled(like g)", (0.0, 0.0, 0.0), (5.0, 6.0, 7.0)),
        ("shuffled(like g)", (LAST, LAST, LAST), (7.0, 6.0, 5.0)),
        ("shuffled(like m)", (LAST, 0.0, 0.5, 0.0), ((4.0, 1.0), (3.0, 2.0))),
        ("integers(0..9, like m)", (0.0, 0.1, 0.2, 0.3), ((0.0, 1.0), (2.0, 3.0))),
        ("integers(0..9, like n)", (0.95,), 9.0),
    ],
)
def test_a_range_draws_by_the_numbers_of_its_source(text: str, numbers: tuple[float, ...], expected: Value) -> None:
    given: Names = {"g": (5.0, 6.0, 7.0), "m": ((1.0, 2.0), (3.0, 4.0)), "n": 1.0}
    assert without_noise(read_range(text).draw(source_of(*numbers), given)) == expected


def without_noise(value: Value) -> Value:
    """Return a value with the noise after the twelfth decimal removed."""
    return tuple(map(without_noise, value)) if isinstance(value, tuple) else round(value, 12)


def test_a_range_like_a_name_that_is_not_given_is_refused() -> None:
    with pytest.raises(EngineError, match='like "h": no given number is called that'):
        read_range("integers(1..9, like h)").draw(source_of(0.5), {"g": 1.0})


def test_at_most_256_numbers_are_drawn() -> None:
    ranges, source = read_range("integers(1..9, like g)"), numbered_source("x")
    assert len(ranges.draw(source, {"g": (0.0,) * 256})) == 256
    with pytest.raises(EngineError, match="fresh numbers for 257 slots are too many to copy by hand"):
        ranges.draw(source, {"g": (0.0,) * 257})
    with pytest.raises(EngineError, match=r"for 4,096 slots"):
        read_range("integers(1..9, 64x64)").draw(source, {})


def test_at_most_20_portions_are_drawn() -> None:
    with pytest.raises(EngineError, match=r"^21 portions in steps of 0\.05 cannot add to 1; ask for at most 20$"):
        read_range("portions(21)").draw(numbered_source("x"), {})


# Sources and stages.


def test_a_source_is_the_sequence_of_its_seed() -> None:
    expected, source = random.Random(17), Source(17)
    assert [source() for _ in range(3)] == [expected.random() for _ in range(3)]
    digest = hashlib.sha256(b"a/b 3").digest()
    assert numbered_source("a/b 3")() == random.Random(int.from_bytes(digest[:8], "big")).random()


def test_a_source_goes_back_to_a_state_it_returned() -> None:
    source = Source(1)
    source()
    state = source.state()
    after = [source(), source()]
    source.go_back(state)
    assert [source(), source()] == after
    following = Source(1)
    assert [following() for _ in range(3)][1:] == after
    source.go_back(None)
    assert source() == following()


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((0.0, 0.0, 0.0, 0.0), "abcd"),
        ((LAST, LAST, LAST, LAST), "dcba"),
        ((0.5, 0.5, 0.5, 0.5), "cbda"),
        ((0.25, 0.9, 0.0, 0.0), "bdac"),
    ],
)
def test_items_are_shuffled_by_a_source(numbers: tuple[float, ...], expected: str) -> None:
    items = list("abcd")
    assert "".join(shuffled(items, source_of(*numbers))) == expected
    assert "".join(items) == "abcd"
    assert shuffled([], source_of()) == []


def test_a_stage_draws_only_the_names_that_have_a_range() -> None:
    node = read_expression("x + y + z")
    given: Names = {"x": (1.0, 2.0), "y": 0.0, "z": 4.0}
    ranges = {"x": read_range("integers(1..9, like x)"), "y": read_range("integers(1..2)")}
    stage = Stage(Sieve("d", node, lambda source: given), ranges, given, 5)
    names: Names = {"x": 8.0, "y": 8.0, "z": 3.0, "line": 6.0}
    drawn = stage.draw(source_of(0.0, LAST, 0.9), names)  # type: ignore[arg-type]
    assert drawn == {"x": (1.0, 9.0), "y": 2.0, "z": 3.0, "line": 6.0}
    assert names["x"] == 8.0
    assert (stage.excluded, stage.name) == (None, None)
    with pytest.raises(EngineError, match='like "x": no given number is called that; write the name of one after like'):
        stage._replace(given={}).draw(source_of(0.0), names)  # type: ignore[arg-type]


# Asking for fewer decimals.


def exactly(*values: float) -> Band:
    return Band(values, values)


def known(name: str, *values: float) -> KnownTurn:
    return KnownTurn(name, "line", "did", "do", () if len(values) == 1 else (len(values),), values, exactly(*values))


def key(*values: float, places: int | None = 3, turns: Sequence[KnownTurn] = (), early: Sequence[float] = ()) -> Key:
    shape = () if len(values) == 1 else (len(values),)
    two = (tuple(early),) if early else ()
    return Key(shape, values, exactly(*values), exactly(*values), places, tuple(turns), two_decimals=two)


@pytest.mark.parametrize(("places", "most"), [(3, None), (3, 3), (3, 4), (2, 2), (2, 3), (1, 2), (None, 3), (None, 4)])
def test_a_key_that_asks_for_no_more_is_unchanged(places: int | None, most: int | None) -> None:
    one = key(0.7311, places=places)
    assert with_fewer_places(one, most) is one


@pytest.mark.parametrize(
    ("one", "most", "places"),
    [
        (key(0.7311), 2, 2),
        (key(0.7311), 1, 1),
        (key(0.7311, places=None), 2, 2),
        (key(0.7311, places=2), 1, 1),
        (key(0.9, 0.05), 2, 2),
        (key(0.9, 0.049), 2, 3),  # would show one figure less
        (key(0.9, 0.0049), 2, 2),  # shows nothing at 3 decimals either
        (key(0.9, 0.049, places=2), 1, 1),  # nor here at 2
        (key(0.7311, turns=[known("a", 0.7412)]), 2, 2),
        (key(0.7311, turns=[known("a", 0.7410)]), 2, 3),  # nearer than a hundredth
        (key(0.7311, turns=[known("a", 0.7315)]), 2, 2),  # not distinct at 3 decimals either
        (key(0.7311, turns=[known("a", 0.21), known("b", 0.2185)]), 2, 3),
        (key(0.7311, turns=[known("a", 0.21), known("b", 0.2105)]), 2, 2),
        (key(0.7311, turns=[known("a", 0.24834)], early=[0.25]), 2, 3),  # 0.248 would be 0.25 as early rounding is
        (key(0.7311, turns=[known("a", 0.25)], early=[0.25]), 2, 2),  # so it is at 3 decimals too
    ],
)
def test_fewer_decimals_are_asked_if_nothing_more_is_confused(one: Key, most: int, places: int) -> None:
    assert with_fewer_places(one, most) == one._replace(places=places)
