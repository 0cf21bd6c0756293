"""Formulas of training/head, and what each may be given."""

from __future__ import annotations

from typing import Any

import mpmath as mp
from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, from_to, grids, layout, one_or_many_scores, one_or_more, rows, shapes
from tests.engine.oracles.formulas import Grid, Number, Row, by_entries, by_rows, plus, raised
from tests.engine.oracles.numbers.products import linear


def relu(inputs: Any) -> Any:
    return by_entries(lambda x: x if x.value > 0 else Number(0, x.size), inputs)


def sigmoid(inputs: Any) -> Any:
    return by_entries(lambda x: 1 / (1 + raised(-x)), inputs)


def dense(inputs: Any, weights: Grid, nudges: Row, order: str | None = None) -> Any:
    return by_rows(lambda row: plus(linear(weights, row, order), nudges), inputs)


def dropout(row: Any, kept: Any, rate: float) -> Any:
    share = 1 - mp.mpf(rate)
    return by_entries(lambda x, stays: x / share if stays.value else Number(0), row, kept)


def dropout_at_exam(row: Any, rate: float) -> Any:
    return row


ARGUMENTS: dict[str, Given] = {
    "relu": one_or_many_scores,
    "sigmoid": one_or_many_scores,
    "dense": shapes(lambda n, m: (one_or_more(rows(n)), grids(m, n), rows(m)))
    | shapes(lambda n, m: (one_or_more(rows(n)), grids(n, n + m), rows(n + m)))
    | shapes(lambda n: (one_or_more(rows(n)), grids(n, n), rows(n), layout)),
    "dropout": shapes(lambda t, n: (grids(t, n), grids(t, n, from_to(0, 1)), st.sampled_from([0, 0.1, 0.5, 0.9]))),
    "dropout_at_exam": shapes(lambda n: (one_or_more(rows(n)), st.sampled_from([0, 0.1, 0.5, 0.9]))),
}
