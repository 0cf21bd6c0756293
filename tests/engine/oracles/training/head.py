"""Formulas of layers and of what LoRA adds to them, and what each may be given."""

from __future__ import annotations

from typing import Any

import mpmath as mp
from hypothesis import strategies as st

from tests.engine.oracles.arguments import (
    Given,
    counts,
    from_to,
    grids,
    layout,
    number,
    one_or_many_scores,
    one_or_more,
    rows,
    shapes,
)
from tests.engine.oracles.formulas import Grid, Number, Row, as_grid, by_entries, by_rows, exact, plus, raised
from tests.engine.oracles.numbers.products import linear, matmul


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


def lora_parameters(inputs: int, outputs: int, rank: int) -> int:
    return (inputs + outputs) * rank


def lora_update(up: Grid, down: Grid, alpha: Any) -> Grid:
    return [[x * alpha / len(as_grid(down)) for x in row] for row in as_grid(matmul(as_grid(up), as_grid(down)))]


def lora_merge(weights: Grid, up: Grid, down: Grid, alpha: Any) -> Grid:
    return plus(as_grid(weights), lora_update(up, down, alpha))


def lora(row: Any, weights: Grid, down: Grid, up: Grid, alpha: Any, order: str | None = None) -> Any:
    def of_row(each: Row) -> Row:
        narrow = linear(down, each, order)
        share = exact(alpha) / len(narrow)
        return plus(linear(weights, each, order), [x * share for x in linear(up, narrow, order)])

    return by_rows(of_row, row)


ARGUMENTS: dict[str, Given] = {
    "relu": one_or_many_scores,
    "sigmoid": one_or_many_scores,
    "dense": shapes(lambda n, m: (one_or_more(rows(n)), grids(m, n), rows(m)))
    | shapes(lambda n, m: (one_or_more(rows(n)), grids(n, n + m), rows(n + m)))
    | shapes(lambda n: (one_or_more(rows(n)), grids(n, n), rows(n), layout)),
    "dropout": shapes(lambda t, n: (grids(t, n), grids(t, n, from_to(0, 1)), st.sampled_from([0, 0.1, 0.5, 0.9]))),
    "dropout_at_exam": shapes(lambda n: (one_or_more(rows(n)), st.sampled_from([0, 0.1, 0.5, 0.9]))),
    "lora_parameters": counts(3),
    "lora_update": shapes(lambda n, m, r: (grids(m, r), grids(r, n), number)),
    "lora_merge": shapes(lambda n, m, r: (grids(m, n), grids(m, r), grids(r, n), number)),
    "lora": shapes(lambda n: (one_or_more(rows(n)), grids(n, n), grids(n, n), grids(n, n), number, layout)),
}
