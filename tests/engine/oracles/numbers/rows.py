"""Formulas of rows and grids, and what each may be given."""

from __future__ import annotations

from typing import Any

import mpmath as mp
from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, from_to, grids, masked_scores, one_or_more, rows, shapes
from tests.engine.oracles.formulas import (
    Grid,
    Number,
    Row,
    TooNarrow,
    add_up,
    as_grid,
    by_rows,
    columns_of,
    is_grid,
    rooted,
    whole,
)


def min_(numbers: Any) -> Any:
    return by_rows(lambda row: min(row, key=lambda x: x.value), numbers)


def argmax(numbers: Any) -> Any:
    return by_rows(lambda row: min(range(len(row)), key=lambda k: (-row[k].value, k)), numbers)


def argmin(numbers: Any) -> Any:
    return by_rows(lambda row: min(range(len(row)), key=lambda k: (row[k].value, k)), numbers)


def norm(row: Any) -> Any:
    return by_rows(lambda each: rooted(add_up(x * x for x in each)), row)


def cosine_similarity(first: Any, second: Row) -> Any:
    def of(row: Row) -> Number:
        lengths = norm(row) * norm(second)
        if not lengths.value:
            raise TooNarrow
        return add_up(a * b for a, b in zip(row, second, strict=True)) / lengths

    return by_rows(of, first)


def product(numbers: Any) -> Any:
    return by_rows(lambda row: Number(mp.fprod(x.value for x in row)), numbers)


def cumsum(numbers: Any) -> Any:
    return by_rows(lambda row: [add_up(row[: k + 1]) for k in range(len(row))], numbers)


def outer(first: Row, second: Row) -> Grid:
    return [[a * b for b in second] for a in first]


def mean(rows: Any, real: int | None = None) -> Any:
    words = rows if real is None else rows[:real]
    return [mean(column) for column in columns_of(words)] if is_grid(words) else add_up(words) / len(words)


def transpose(grid: Grid) -> Grid:
    return columns_of(as_grid(grid))


def permutation_grid(order: Row) -> list[list[int]]:
    return [[int(k == slot) for k in range(1, len(order) + 1)] for slot in map(whole, order)]


def reorder(row: Any, order: Row) -> Any:
    return by_rows(lambda each: [each[whole(slot) - 1] for slot in order], row)


def orders(length: int) -> st.SearchStrategy[list[int]]:
    return st.permutations(range(1, length + 1)).map(list)


ARGUMENTS: dict[str, Given] = {
    "min": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "argmax": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "argmin": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "norm": shapes(lambda n: (one_or_more(rows(n)),)),
    "cosine_similarity": shapes(lambda n: (one_or_more(rows(n)), rows(n))),
    "product": shapes(lambda n: (one_or_more(rows(n)),)),
    "cumsum": shapes(lambda n: (one_or_more(rows(n)),)),
    "outer": shapes(lambda n, m: (rows(n), rows(m))),
    "mean": shapes(lambda t, n: (rows(t) | grids(t, n), from_to(1, t)), needed=1),
    "transpose": shapes(lambda t, n: (rows(n) | grids(t, n),)),
    "permutation_grid": shapes(lambda n: (orders(n),)),
    "reorder": shapes(lambda n: (one_or_more(rows(n)), orders(n))),
}
