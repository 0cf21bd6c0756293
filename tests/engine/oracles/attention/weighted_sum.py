"""Formulas of attention/weighted sum, and what each may be given."""

from __future__ import annotations

from typing import Any

from tests.engine.oracles.arguments import Given, from_to, grids, one_or_more, portion, rows, shapes
from tests.engine.oracles.attention.softmax import scale, softmax
from tests.engine.oracles.formulas import Grid
from tests.engine.oracles.numbers.products import matmul, scores


def weighted_sum(portions: Any, values: Grid) -> Any:
    return matmul(portions, values)


def attention(query: Any, keys: Grid, values: Grid, real: int | None = None) -> Any:
    seen = len(keys) if real is None else real
    return weighted_sum(softmax(scale(scores(query, keys[:seen]), len(keys[0]))), values[:seen])


ARGUMENTS: dict[str, Given] = {
    "weighted_sum": shapes(lambda n, m: (one_or_more(rows(n, portion)), grids(n, m))),
    "attention": shapes(lambda t, d, v: (one_or_more(rows(d)), grids(t, d), grids(t, v), from_to(1, t)), needed=3),
}
