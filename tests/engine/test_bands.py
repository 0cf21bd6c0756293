"""The band holds every honest answer, and no more than it must; whatever is typed gets a verdict."""

from __future__ import annotations

import random
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.fuzz import Grower, all_kinds, answered, judged
from katatx.engine.evaluate import evaluate
from katatx.engine.fresh_numbers.suitable import leads_too_far
from katatx.engine.key import Solution
from katatx.engine.names import Names
from katatx.engine.pencils.interval import Interval, Number, highest, lowest
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Recipe
from katatx.notation.answers import read_answer
from katatx.notation.syntax import Node
from scoring.places import DECIMALS, FIGURES, unit, whole_at
from tests.engine.oracles import SAMPLES, Sample
from tests.simulation import HONEST, Learner, MixedLearner
from tests.simulation import rounded as rounded_by_hand

pytestmark = pytest.mark.slow

# Lines of several operations.
COMPOSED = [
    Sample("weighted_sum(softmax(s), v)", {"s": "tenths(-1..4, 3)", "v": "integers(-5..9, 3x2)"}),
    Sample("softmax(scale(scores(q, k), 3))", {"q": "tenths(0..2, 3)", "k": "tenths(-1..2, 2x3)"}),
    Sample("e^a/(e^a + e^b)", {"a": "tenths(-2..4)", "b": "tenths(-2..4)"}),
    # Scores of 40 raise to 10^17: rounding to four figures moves the portions too.
    Sample("weighted_sum(softmax(g), v)", {"g": "tenths(18..40, 3)", "v": "integers(-5..9, 3x2)"}),
    Sample("relu(dense(s, w, b))", {"s": "tenths(-3..3, 2)", "w": "tenths(-3..3, 2x2)", "b": "tenths(-2..2, 2)"}),
]


def assert_honest_learners_are_right(node: Node, names: Names, solution: Solution, source: random.Random) -> None:
    for pencil in [*map(Learner, HONEST), *(MixedLearner(source) for _ in range(4))]:
        answer = pencil.answer(node, names)
        found = solution.grade(read_answer(answer))
        assert found.verdict.counts_as_right, (names, answer, found, solution.key.band)


def rounded(number: float) -> Number:
    """The range of all honest roundings of an exact number on a line; one that ends within the decimals is kept."""
    if whole_at(number, DECIMALS):
        return number
    return Interval(lowest(number, DECIMALS, FIGURES), highest(number, DECIMALS, FIGURES))


@pytest.mark.nightly
@pytest.mark.parametrize("sample", COMPOSED, ids=lambda each: each.expression)
def test_no_honest_learner_is_graded_wrong(sample: Sample) -> None:
    draws, source = sample.draws(), random.Random(sample.expression)
    for _ in range(60):
        names, node = draws.numbers(source.random), draws.lines[0].node
        solution = Solution(node, names)
        key = solution.key
        if not leads_too_far(key.value, key.shape, key.band, DECIMALS):
            assert_honest_learners_are_right(node, names, solution, source)


@pytest.mark.nightly
@given(st.floats(-5000, 5000, allow_nan=False) | st.floats(-1e15, 1e15, allow_nan=False))
def test_rounding_reaches_what_a_person_writes_and_no_further(value: float) -> None:
    reached = rounded(value)
    written = [rounded_by_hand(value, habit) for habit in HONEST]
    if not isinstance(reached, Interval):
        assert all(one == pytest.approx(value, abs=1e-9) for one in written)
        return
    assert all(reached.low - 1e-9 <= one <= reached.high + 1e-9 for one in written)
    assert reached.high - reached.low <= unit(value) * (1 + 1e-9)
    assert reached.low - 1e-12 <= value <= reached.high + 1e-12


class _OwnLines(Pencil):
    """Sees whether an expression's outermost recipe is made of other recipes."""

    several = False

    def __call__(self, line, how, *given):
        self.several |= isinstance(how, Recipe)
        return super().__call__(line, how, *given)


@pytest.mark.nightly
@pytest.mark.parametrize("name", list(SAMPLES))
def test_every_recipe_keeps_its_honest_learners_and_a_tight_band(name: str) -> None:
    """The median band of a recipe that is not made of others is less than 3 units of the last place wide."""
    source, widths, several = random.Random(name), [], False
    for sample in SAMPLES[name]:
        draws = sample.draws()
        for seed in range(2):
            names, (solution,) = draws.draw_solved(seed)
            assert_honest_learners_are_right(draws.lines[0].node, names, solution, source)
            key, lines = solution.key, _OwnLines()
            evaluate(draws.lines[0].node, names, lines)
            several |= lines.several
            ends = zip(key.band.low, key.band.high, key.value, strict=True)
            widths += [0.0 if low == high else (high - low) / unit(value) for low, high, value in ends]
    assert several or median(widths) < 3


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_typed_is_answered_or_refused(seed: int) -> None:
    grower = Grower(random.Random(seed))
    found = {answered(grower.text()) for _ in range(700)}
    assert {"right", "wrong", "worked", "refused"} <= found


@pytest.mark.nightly
def test_whatever_answer_is_typed_gets_a_verdict() -> None:
    questions, grower = all_kinds(), Grower(random.Random(1))
    assert "again" in {judged(questions, grower.answer()) for _ in range(500)}
