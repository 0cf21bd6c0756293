"""Formulas of numbers/products, and what each may be given."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, from_to, grids, layout, one_or_more, rows, shapes
from tests.engine.oracles.formulas import Grid, Row, add_up, as_grid, by_rows, columns_of, is_grid


def dot(first: Any, second: Row) -> Any:
    return by_rows(lambda row: add_up(a * b for a, b in zip(row, second, strict=True)), first)


def linear(weights: Any, inputs: Any, order: str | None = None) -> Any:
    """W·x; x·W where only that fits, or it is asked for. A grid of weights may stand second."""
    if is_grid(inputs):
        return by_rows(lambda row: linear(inputs, row, order), weights)
    grid = as_grid(weights)
    if order == "xW" or (order is None and len(grid[0]) != len(inputs)):
        grid = columns_of(grid)
    return [add_up(weight * x for weight, x in zip(row, inputs, strict=True)) for row in grid]


def scores(query: Any, keys: Grid, own: int | None = None) -> Any:
    return by_rows(lambda row: linear(keys, row), query)


def matmul(left: Any, right: Grid) -> Any:
    columns = range(len(as_grid(right)[0]))
    return by_rows(lambda row: [add_up(x * as_grid(right)[k][j] for k, x in enumerate(row)) for j in columns], left)


def projection(row: Any, weights: Grid, order: str | None = None) -> Any:
    return by_rows(lambda each: linear(weights, each, order), row)


ARGUMENTS: dict[str, Given] = {
    "dot": shapes(lambda n: (one_or_more(rows(n)), rows(n))),
    "linear": shapes(lambda n, m: (grids(m, n), rows(n)))
    | shapes(lambda n, m: (grids(n, m), rows(n), st.just("xW")))
    | shapes(lambda n, m: (one_or_more(rows(n)), grids(n, n + m)))
    | shapes(lambda n, m: (one_or_more(rows(n)), grids(m, n))),
    "scores": shapes(lambda n, m: (one_or_more(rows(n)), grids(m, n), from_to(1, m)), needed=2),
    "matmul": shapes(lambda n, m: (one_or_more(rows(n)), grids(n, m))),
    "projection": shapes(lambda n, m: (one_or_more(rows(n)), grids(m, n)))
    | shapes(lambda n, m: (one_or_more(rows(n)), grids(n, n + m)))
    | shapes(lambda n: (one_or_more(rows(n)), grids(n, n), layout)),
}
