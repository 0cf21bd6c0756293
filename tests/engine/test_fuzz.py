"""A few thousand of what bench/fuzz.py tries by the hundred thousand: nothing but designed errors."""

from __future__ import annotations

import random

import pytest

from bench.fuzz import Grower, all_kinds, answered, judged

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
