"""Formulas of numbers/grids, and what each may be given."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, grids, one_or_more, rows, shapes
from tests.engine.oracles.formulas import Grid, Row, as_grid, by_rows, columns_of, whole


def transpose(grid: Grid) -> Grid:
    return columns_of(as_grid(grid))


def permutation_grid(order: Row) -> list[list[int]]:
    return [[int(k == slot) for k in range(1, len(order) + 1)] for slot in map(whole, order)]


def reorder(row: Any, order: Row) -> Any:
    return by_rows(lambda each: [each[whole(slot) - 1] for slot in order], row)


def orders(length: int) -> st.SearchStrategy[list[int]]:
    return st.permutations(range(1, length + 1)).map(list)


ARGUMENTS: dict[str, Given] = {
    "transpose": shapes(lambda t, n: (rows(n) | grids(t, n),)),
    "permutation_grid": shapes(lambda n: (orders(n),)),
    "reorder": shapes(lambda n: (one_or_more(rows(n)), orders(n))),
}
