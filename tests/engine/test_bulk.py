"""Many draws worked at once come to what each comes to by itself."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from katatx.engine import operations as op
from katatx.engine.chains import ChainDraws
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.fresh_numbers.bulk import Bulk, Result, as_array, in_groups, stacked, turn_results
from katatx.engine.fresh_numbers.draws import Draws
from katatx.engine.fresh_numbers.many_draws import draw_many
from katatx.engine.fresh_numbers.probes import find_unavoidable
from katatx.engine.fresh_numbers.ranges import read_range
from katatx.engine.fresh_numbers.sources import numbered_source
from katatx.engine.fresh_numbers.suitable import Unavoidable, blurs, collisions
from katatx.engine.key import RIGHT, Belief, open_turns, solve
from katatx.engine.lines import ChainLine
from katatx.engine.names import Names
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.standard_form import standard
from katatx.engine.values import floats, shape_of
from katatx.notation.expressions import read_expression
from tests.engine.oracles import SAMPLES
from tests.tiers import quick_where

QUICK = ("softmax", "layer_norm", "causal_attention", "cross_entropy", "linear", "argmax", "reorder", "word_number")
EVERY = quick_where(
    lambda each: each[0] in QUICK, [(name, at) for name, samples in SAMPLES.items() for at in range(len(samples))]
)
# Of a whole block a draw alone takes seconds.
SHORT = quick_where(
    lambda each: each[0] in QUICK,
    [(name, at) for name, samples in SAMPLES.items() for at in range(len(samples)) if not name.endswith("block")],
)


def some_draws(draws: Draws, count: int) -> list[Names]:
    """Numbers as they come, whether they would do or not."""
    source, (stage,) = numbered_source("bulk"), draws.stages()
    return [stage.draw(source, draws.given) for _ in range(count)]


def alone(node, names: Names, pencil: Pencil):
    """The shape and numbers of one draw by itself; None where it has no value."""
    try:
        value = work_out(node, names, pencil)
    except EngineError:
        return None
    return shape_of(value), floats(value)


def agree(result: Result, draw: int, expected) -> bool:
    if expected is None or not result.there[draw]:
        return expected is None and not result.there[draw]
    shape, numbers = expected
    return result.shape == shape and np.allclose(result.numbers[:, draw], numbers, rtol=1e-11, atol=1e-12)


def holds_alone(name: str, at: int, count: int) -> None:
    draws = SAMPLES[name][at].draws()
    node, drawn = standard(draws.node, draws.given), some_draws(draws, count)

    def results(some):
        right = Bulk(len(some))
        names = stacked(some)
        try:
            value = work_out(node, names, right)
        except EngineError:
            return []
        return [
            Result(RIGHT, shape_of(value), as_array(value, len(some)), right.alive),
            *turn_results(node, names, right, (), some),
        ]

    for places, group in in_groups(drawn, results):
        by_name = {result.name: result for result in group}
        for draw, names in enumerate(drawn[place] for place in places):
            exact = Pencil()
            right = alone(node, names, exact)
            assert agree(by_name[RIGHT], draw, right) if group else right is None
            for turn in open_turns(exact) if right is not None else ():
                expected = alone(node, names, Pencil(turn))
                found = by_name.get(turn.id)
                assert agree(found, draw, expected) if found else expected is None, (turn.id, names)


@pytest.mark.parametrize(("name", "at"), EVERY)
def test_every_recipe_and_wrong_turn_comes_to_the_same_alone(name: str, at: int) -> None:
    holds_alone(name, at, 12)


@pytest.mark.parametrize(("name", "at"), SHORT)
def test_many_seeds_have_the_numbers_of_each_alone(name: str, at: int) -> None:
    draws, seeds = SAMPLES[name][at].draws(), range(8)
    assert draw_many(draws, seeds) == [one_by_one(SAMPLES[name][at].draws(), seed) for seed in seeds]


def one_by_one(draws: Draws, seed: int) -> Names:
    """A seed's numbers, every draw worked by itself."""
    source, (stage,), patience = draws.source(seed), draws.stages(), draws.patience()
    for _ in range(stage.tries):
        names = stage.draw(source, draws.given)
        if names != draws.given and draws.sieve.solution_if_suitable(names, patience) is not None:
            return names
    raise AssertionError("no numbers will do")


# Work whose way hangs on a last binary digit, or on numbers that lines look at; lines without an end at three
# decimals; rounded lines that cannot be worked; a mistake that comes to two-decimal work with some numbers.
HARD = [
    ("x·sort(x)", {"x": "integers(-2..2, 3)"}, {}, ()),
    ("(sum(full(2, a)) + b) / c", {"a": "integers(1..99)", "b": "integers(1..99)", "c": "integers(1..99)"}, {}, ()),
    (
        "argmax([sum(x), sum(y)]) + z",
        {"x": "tenths(0.1..0.9, 3)", "y": "tenths(0.1..0.9, 3)", "z": "integers(1..9)"},
        {},
        (),
    ),
    ("(-x) · 30 + y", {"x": "one of(0.1235, 0.2345, 0.4567)", "y": "tenths(0.1..9)"}, {}, ()),
    ("x + y", {"x": "integers(1..9)", "y": "integers(1..9)"}, {}, ("(x + y)·((x/7 - x·0.143)/(x/7 - x·0.143))",)),
    ("x / y + 1", {"x": "integers(1..9)", "y": "integers(0..9)"}, {"x": 3.0, "y": 4.0}, ("x / (y - 4)",)),
    ("y·(x/49)", {"x": "one of(5, 10, 11, 12, 13, 17)", "y": "integers(2..99)"}, {}, ("y·round(x/49, 1)",)),
]


@pytest.mark.parametrize(("expression", "ranges", "given", "beliefs"), HARD)
def test_what_hangs_on_a_last_digit_is_drawn_alike(expression: str, ranges, given, beliefs) -> None:
    def draws() -> Draws:
        believed = [Belief(f"b{at}", read_expression(text), "did", "do") for at, text in enumerate(beliefs)]
        read = {name: read_range(text) for name, text in ranges.items()}
        return Draws("a/b", read_expression(expression), given, read, beliefs=believed)

    seeds = range(25)
    alone = [one_by_one(draws(), seed) for seed in seeds]
    assert draw_many(draws(), seeds) == alone
    assert [draws().draw(seed) for seed in seeds] == alone
    drawn = some_draws(draws(), 40)
    one = draws()
    assert find_unavoidable(one.node, drawn, one.places, one.beliefs) == by_forty_solutions(one, drawn)


def test_a_sum_on_the_edge_of_rounding_is_told_alike() -> None:
    ranges = {"x": read_range("tenths(0.1..0.9, 3)"), "y": read_range("tenths(0.1..9)")}
    one = Draws("a/b", read_expression("round(sum(x)/20, 2) + y"), {}, ranges)
    drawn = some_draws(one, 40)
    assert find_unavoidable(one.node, drawn, one.places, ()) == by_forty_solutions(one, drawn)


def test_lines_of_a_chain_are_drawn_alike() -> None:
    def chain() -> ChainDraws:
        lines = [ChainLine("s", read_expression("sum(p)")), ChainLine("t", read_expression("scale(x, 10·s)"))]
        ranges = {"p": read_range("tenths(0.1..0.9, 3)"), "x": read_range("integers(1..9)")}
        return ChainDraws("c", lines, {"p": (0.1, 0.2, 0.3), "x": 2.0}, ranges)

    seeds = range(25)
    assert draw_many(chain(), seeds) == [chain().draw(seed) for seed in seeds]


def by_forty_solutions(draws: Draws, drawn: list[Names]) -> Unavoidable:
    """Return what no numbers avoid, by its definition: every draw solved, and all that meets and parts counted."""
    together, parted, blurred, clear = set(), set(), set(), {RIGHT}
    for names in drawn:
        try:
            solution = solve(draws.node, names, draws.places, draws.beliefs)
        except EngineError:
            continue
        met = collisions(solution)
        shown = [RIGHT, *(turn.name for turn in solution.key.wrong_turns)]
        together |= met
        parted |= {frozenset(pair) for pair in combinations(shown, 2)} - met
        short = {turn.name for turn in solution.key.wrong_turns if blurs(turn, solution.key.value)}
        blurred |= short | solution.hidden
        clear |= set(shown) - short
    return Unavoidable(frozenset(together - parted), frozenset(blurred - clear))


@pytest.mark.parametrize(("name", "at"), SHORT)
def test_what_no_numbers_avoid_is_what_forty_solutions_have_in_common(name: str, at: int) -> None:
    draws = SAMPLES[name][at].draws()
    drawn = some_draws(draws, 20)
    assert find_unavoidable(draws.node, drawn, draws.places, ()) == by_forty_solutions(draws, drawn)


def takes(operation: Arithmetic, count: int) -> bool:
    """Return whether an operation takes this many numbers."""
    try:
        operation.work(*[1.0] * count)
    except TypeError:
        return False
    except ArithmeticError:
        pass
    return True


OPERATIONS = [
    pytest.param(each, count, id=f"{each.name} of {count}")
    for each in vars(op).values()
    for count in (1, 2, 3)
    if isinstance(each, Arithmetic) and (count < 3 or each.folds) and takes(each, count)
]
FEW = st.sampled_from([0.0, 1.0, 2.0, -1.5, 0.25, 3.0, 10.0, -4.0, 0.5])


@pytest.mark.parametrize(("operation", "count"), OPERATIONS)
@settings(deadline=None)
@given(data=st.data())
def test_an_operation_on_many_draws_is_that_on_each(operation: Arithmetic, count: int, data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.tuples(*[FEW] * count), min_size=1, max_size=6))
    alone, bulk = [worked(operation, row) for row in rows], Bulk(len(rows))
    try:
        found = bulk.hand(operation, tuple(np.array(column) for column in zip(*rows, strict=True)))
    except EngineError:  # no draw has a value
        assert not any(each is not None for each in alone)
    else:
        assert [value if there else None for value, there in zip(found, bulk.alive, strict=True)] == alone


def worked(operation: Arithmetic, numbers: tuple[float, ...]) -> float | None:
    """Return the result of an operation on one draw; None if it has none."""
    try:
        return Pencil().hand(operation, numbers)
    except EngineError:
        return None
