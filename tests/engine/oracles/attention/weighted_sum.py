"""Formulas of attention/weighted sum, with what each may be given and an exercise."""

from __future__ import annotations

from typing import Any

from tests.engine.oracles.arguments import (
    Given,
    from_to,
    grids,
    one_or_more,
    portion,
    rows,
    shapes,
)
from tests.engine.oracles.attention.softmax import scale, softmax
from tests.engine.oracles.formulas import Grid
from tests.engine.oracles.numbers.products import matmul, scores
from tests.samples import Sample, grid


def weighted_sum(portions: Any, values: Grid) -> Any:
    return matmul(portions, values)


def attention(query: Any, keys: Grid, values: Grid, real: int | None = None) -> Any:
    seen = len(keys) if real is None else real
    return weighted_sum(softmax(scale(scores(query, keys[:seen]), len(keys[0]))), values[:seen])


ARGUMENTS: dict[str, Given] = {
    "weighted_sum": shapes(lambda n, m: (one_or_more(rows(n, portion)), grids(n, m))),
    "attention": shapes(lambda t, d, v: (one_or_more(rows(d)), grids(t, d), grids(t, v), from_to(1, t)), needed=3),
}

SAMPLES: dict[str, list[Sample]] = {
    "weighted_sum": [Sample("weighted_sum(p, v)", {"p": "portions(3)", "v": grid(-9, 9, 3, columns)}) for columns in (4, 3)],
    "attention": [Sample("attention(q, k, v)", {"q": grid(-2, 2, 2, 3), "k": grid(-2, 2, 3, 3), "v": grid(-3, 3, 3, 3)}), Sample("attention(q, k, v, 3)", {"q": "tenths(-2..2, 3)", "k": grid(-2, 2, 4, 3), "v": grid(-3, 3, 4, 3)})],
}  # fmt: skip
