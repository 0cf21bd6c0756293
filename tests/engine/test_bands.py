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
from katatx.engine.pencils.interval import Interval, Number, highest, lowest
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Recipe
from katatx.notation.answers import read_answer
from katatx.notation.parser import read_expression
from scoring.places import DECIMALS, FIGURES, unit, whole_at
from tests.engine.oracles import SAMPLES
from tests.simulation import HONEST, Learner, MixedLearner
from tests.simulation import rounded as rounded_by_hand

pytestmark = pytest.mark.slow

EXPRESSIONS = {
    "softmax(s)": {"s": (-2, 4, 3)},
    "attention(q, k, v)": {"q": (-2, 2, 4), "k": (-2, 2, 3, 4), "v": (-5, 9, 3, 2)},
    "weighted_sum(softmax(s), v)": {"s": (-1, 4, 3), "v": (-5, 9, 3, 2)},
    "softmax(scale(scores(q, k), 3))": {"q": (0, 2, 3), "k": (-1, 2, 2, 3)},
    "mean(v)": {"v": (-9, 9, 3, 3)},
    "sigmoid(s)": {"s": (-4, 4, 2)},
    "scale(s, 7)": {"s": (-20, 20, 3)},
    "e^a/(e^a + e^b)": {"a": (-2, 4), "b": (-2, 4)},
    # Scores of 40 raise to 10^17: rounding to four figures moves the portions too.
    "weighted_sum(softmax(g), v)": {"g": (18, 40, 3), "v": (-5, 9, 3, 2)},
    "relu(dense(s, w, b))": {"s": (-3, 3, 2), "w": (-3, 3, 2, 2), "b": (-2, 2, 2)},
}


def draw(source: random.Random, low: int, high: int, *shape: int):
    if shape:
        return tuple(draw(source, low, high, *shape[1:]) for _ in range(shape[0]))
    return source.randint(low * 10, high * 10) / 10 if source.random() < 0.5 else float(source.randint(low, high))


def numbers(source: random.Random, expression: str):
    return {name: draw(source, *shape) for name, shape in EXPRESSIONS[expression].items()}


def rounded(number: float) -> Number:
    """The range of all honest roundings of an exact number on a line; one that ends within the decimals is kept."""
    if whole_at(number, DECIMALS):
        return number
    return Interval(lowest(number, DECIMALS, FIGURES), highest(number, DECIMALS, FIGURES))


@pytest.mark.nightly
@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_no_honest_learner_is_graded_wrong(expression: str) -> None:
    source, node = random.Random(expression), read_expression(expression)
    for _ in range(60):
        names = numbers(source, expression)
        solution = Solution(node, names)
        key = solution.key
        if leads_too_far(key.value, key.shape, key.band, DECIMALS):
            continue
        for pencil in [*map(Learner, HONEST), *(MixedLearner(source) for _ in range(4))]:
            answer = pencil.answer(node, names)
            judged = solution.grade(read_answer(answer))
            assert judged.verdict.counts_as_right, (names, answer, judged, key.band)


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
            key, lines = solution.key, _OwnLines()
            evaluate(draws.lines[0].node, names, lines)
            several |= lines.several
            ends = zip(key.band.low, key.band.high, key.value, strict=True)
            widths += [0.0 if low == high else (high - low) / unit(value) for low, high, value in ends]
            for pencil in [*map(Learner, HONEST), *(MixedLearner(source) for _ in range(4))]:
                answer = pencil.answer(draws.lines[0].node, names)
                judged = solution.grade(read_answer(answer))
                assert judged.verdict.counts_as_right, (names, answer, judged, key.band)
    assert several or median(widths) < 3


pytestmark = pytest.mark.slow


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
