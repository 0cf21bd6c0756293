"""Learners simulated at once round as one who does it with decimal arithmetic."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.engine.evaluate import work_out
from katatx.engine.standard_form import standard
from katatx.engine.values import floats
from tests import simulation
from tests.crowd import Crowd, answers, rounded
from tests.engine.oracles import SAMPLES
from tests.simulation import HONEST, Learner
from tests.tiers import quick_where

EVERY = quick_where(lambda each: each[0] in ("softmax", "layer_norm", "cross_entropy"), [(name, 0) for name in SAMPLES])


@given(st.one_of(st.floats(-1e7, 1e7), st.integers(-(10**8), 10**8).map(lambda n: n / 2000)), st.sampled_from(range(6)))
def test_one_number_is_rounded_as_by_decimal_arithmetic(value: float, habit: int) -> None:
    found = rounded(np.array([value]), np.array([habit]))[0]
    assert found == pytest.approx(simulation.rounded(value, HONEST[habit]), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize(("name", "at"), EVERY)
def test_a_habit_ends_where_one_learner_of_it_ends(name: str, at: int) -> None:
    if name.endswith("block"):
        pytest.skip("a draw alone takes seconds")
    draws = SAMPLES[name][at].draws()
    for seed in range(2):
        names = draws.draw(seed)
        node = standard(draws.node, names)
        crowd = Crowd(np.arange(len(HONEST)), np.zeros(len(HONEST), np.uint64))
        ends = np.array([np.broadcast_to(number, len(HONEST)) for number in _flat(work_out(node, names, crowd))])
        for place, habit in enumerate(HONEST):
            assert ends[:, place] == pytest.approx(floats(work_out(node, names, Learner(habit))), abs=1e-9)


def _flat(value):
    return [number for item in value for number in _flat(item)] if isinstance(value, tuple) else [value]


def test_a_thousand_learners_spread_over_the_answers_of_a_few_habits() -> None:
    draws = SAMPLES["softmax"][0].draws()
    names = draws.draw(1)
    typed = answers(draws.node, names, 1000, 1)
    assert typed.total() == 1000
    alone = Counter(Learner(habit).answer(draws.node, names) for habit in HONEST)
    assert set(alone) <= set(typed)
