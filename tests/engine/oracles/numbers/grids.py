"""Formulas of numbers/grids, with what each may be given and an exercise."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, grids, one_or_more, rows, shapes
from tests.engine.oracles.formulas import Grid, Row, as_grid, by_rows, columns_of, whole
from tests.samples import Sample, grid


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

SAMPLES: dict[str, list[Sample]] = {
    "transpose": [Sample("transpose(g)", {"g": grid(-9, 9, 3, 3)})],
    "permutation_grid": [Sample("permutation_grid(o)", {"a": "integers(0..1)"}, {"o": order}) for order in ([3, 1, 4, 2], [2, 4, 1, 3], [4, 1, 2, 3])],
    "reorder": [Sample("reorder(r, o)", {"r": "tenths(-9..9, 4)"}, {"o": order}) for order in ([3, 1, 4, 2], [2, 3, 1, 4])],
}  # fmt: skip
