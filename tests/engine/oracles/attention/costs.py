"""Formulas of attention/costs, with what each may be given and an exercise."""

from __future__ import annotations

from typing import Any

import mpmath as mp

from tests.engine.oracles.arguments import Given, counts
from tests.samples import LONG, Sample


def score_multiplications(length: int, width: int) -> int:
    return sum(width for _query in range(length) for _key in range(length))


def attention_multiplications(length: int, width: int) -> int:
    """Q·Kᵀ has a product for each width of each pair of words; A·V one for each pair and each width."""
    return length * length * width + length * width * length


def masked_cells(length: int) -> int:
    return sum(1 for row in range(length) for column in range(length) if column > row)


def length_growth(before: int, after: int) -> Any:
    return mp.mpf(after * after) / (before * before)


ARGUMENTS: dict[str, Given] = {
    "score_multiplications": counts(2),
    "attention_multiplications": counts(2),
    "masked_cells": counts(1),
    "length_growth": counts(2),
}

SAMPLES: dict[str, list[Sample]] = {
    "score_multiplications": [Sample("score_multiplications(t, d)", {"t": LONG, "d": "one of(16, 32, 64, 128)"})],
    "attention_multiplications": [Sample("attention_multiplications(t, d)", {"t": "integers(5..30)", "d": "one of(4, 16, 32)"})],
    "masked_cells": [Sample("masked_cells(t)", {"t": LONG})],
    "length_growth": [Sample("length_growth(a, b)", {"a": "one of(2, 4, 8)", "b": "one of(24, 40, 56, 72, 88)"})],
}  # fmt: skip
