"""Formulas of attention/weighted sum, with what each may be given and an exercise."""

from __future__ import annotations

from typing import Any

from tests.engine.oracles.arguments import (
    Given,
    from_to,
    grids,
    layout,
    one_or_more,
    portion,
    rows,
    shapes,
    weight,
)
from tests.engine.oracles.attention.softmax import scale, softmax
from tests.engine.oracles.formulas import Grid
from tests.engine.oracles.numbers.products import matmul, projection, scores
from tests.samples import Sample, grid


def weighted_sum(portions: Any, values: Grid) -> Any:
    return matmul(portions, values)


def attention(query: Any, keys: Grid, values: Grid, real: int | None = None) -> Any:
    seen = len(keys) if real is None else real
    return weighted_sum(softmax(scale(scores(query, keys[:seen]), len(keys[0]))), values[:seen])


def self_attention(rows: Grid, wq: Grid, wk: Grid, wv: Grid, wo: Grid | None = None, order: str | None = None) -> Grid:
    fits = all(len(grid[0]) == len(rows[0]) for grid in (wq, wk, wv)) and (wo is None or len(wo[0]) == len(wv))
    order = order or ("Wx" if fits else "xW")
    mixed = attention(*(projection(rows, grid, order) for grid in (wq, wk, wv)))
    return mixed if wo is None else projection(mixed, wo, order)


# Weights of tenths for queries and keys keep the scores small: large ones leave every
# softmax with one portion of 1, and mistakes in it cannot be told apart.
_ONE_HEAD = {**{n: grid(-1, 1, 3, 3, "tenths") for n in "qk"}, **{n: grid(-2, 2, 3, 3) for n in "vo"}}

ARGUMENTS: dict[str, Given] = {
    "weighted_sum": shapes(lambda n, m: (one_or_more(rows(n, portion)), grids(n, m))),
    "attention": shapes(lambda t, d, v: (one_or_more(rows(d)), grids(t, d), grids(t, v), from_to(1, t)), needed=3),
    "self_attention": shapes(
        lambda t, n, d, v, m: (
            grids(t, n, weight),
            *(grids(d, n, weight) for _ in "qk"),
            grids(v, n, weight),
            grids(m, v, weight),
        ),
        needed=4,
    )
    | shapes(
        lambda t, n, d, v: (
            grids(t, n, weight),
            *(grids(n, n + d, weight) for _ in "qk"),
            grids(n, v, weight),
            grids(v, n, weight),
        )
    )
    | shapes(lambda t, n: (grids(t, n, weight), *(grids(n, n, weight) for _ in "qkvo"), layout)),
}

SAMPLES: dict[str, list[Sample]] = {
    "weighted_sum": [Sample("weighted_sum(p, v)", {"p": "portions(3)", "v": grid(-9, 9, 3, columns)}) for columns in (4, 3)],
    "attention": [Sample("attention(q, k, v)", {"q": grid(-2, 2, 2, 3), "k": grid(-2, 2, 3, 3), "v": grid(-3, 3, 3, 3)}), Sample("attention(q, k, v, 3)", {"q": "tenths(-2..2, 3)", "k": grid(-2, 2, 4, 3), "v": grid(-3, 3, 4, 3)})],
    "self_attention": [Sample("self_attention(x, q, k, v, o)", {"x": grid(-2, 2, 3, 3), **_ONE_HEAD})],
}  # fmt: skip
