"""Formulas of attention/costs, and what each may be given."""

from __future__ import annotations

from typing import Any

import mpmath as mp

from tests.engine.oracles.arguments import Given, counts


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
