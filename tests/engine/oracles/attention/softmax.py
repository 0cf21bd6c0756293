"""Formulas of softmax, of masks, and of attention, and what each may be given."""

from __future__ import annotations

from math import inf
from typing import Any

import mpmath as mp
from hypothesis import strategies as st

from tests.engine.oracles.arguments import (
    Given,
    from_to,
    grids,
    masked_scores,
    number,
    one_or_more,
    portion,
    rows,
    score,
    shapes,
)
from tests.engine.oracles.formulas import Grid, Number, Row, add_up, by_entries, by_rows, raised
from tests.engine.oracles.numbers.products import matmul, scores


def scale(scores: Any, width: float) -> Any:
    return by_entries(lambda score: score / mp.sqrt(width), scores)


def softmax(scores: Any) -> Any:
    def one_row(row: Row) -> Row:
        whole = add_up(raised(score) for score in row)
        return [raised(score) / whole for score in row]

    return by_rows(one_row, scores)


stable_softmax = softmax


def log_softmax(scores: Any) -> Any:
    """x - ln Σ e^x, whose size is that of its two terms."""

    def one_row(row: Row) -> Row:
        whole = Number(mp.log(mp.fsum(mp.exp(x.value) for x in row)))
        return [x - whole for x in row]

    return by_rows(one_row, scores)


def padding_mask(scores: Any, real: int) -> Any:
    return by_rows(lambda row: row[:real] + [Number(-mp.inf)] * (len(row) - real), scores)


def masked_softmax(scores: Any, real: int) -> Any:
    return by_rows(lambda row: softmax(row[:real]) + [Number(0)] * (len(row) - real), scores)


def causal_mask(scores: Grid) -> Grid:
    return [padding_mask(row, word) for word, row in enumerate(scores, 1)]


def causal_softmax(scores: Grid) -> Grid:
    return [masked_softmax(row, word) for word, row in enumerate(scores, 1)]


def weighted_sum(portions: Any, values: Grid) -> Any:
    return matmul(portions, values)


def attention(query: Any, keys: Grid, values: Grid, real: int | None = None) -> Any:
    seen = len(keys) if real is None else real
    return weighted_sum(softmax(scale(scores(query, keys[:seen]), len(keys[0]))), values[:seen])


ARGUMENTS: dict[str, Given] = {
    "scale": shapes(lambda n: (one_or_more(rows(n, number | st.sampled_from([inf, -inf]))), from_to(1, 64))),
    "softmax": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "stable_softmax": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "log_softmax": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "padding_mask": shapes(lambda n: (one_or_more(rows(n, score)), from_to(1, n))),
    "masked_softmax": shapes(lambda n: (one_or_more(rows(n, score)), from_to(1, n))),
    "causal_mask": shapes(lambda n: (grids(n, n, score),)),
    "causal_softmax": shapes(lambda n: (grids(n, n, score),)),
    "weighted_sum": shapes(lambda n, m: (one_or_more(rows(n, portion)), grids(n, m))),
    "attention": shapes(lambda t, d, v: (one_or_more(rows(d)), grids(t, d), grids(t, v), from_to(1, t)), needed=3),
}
