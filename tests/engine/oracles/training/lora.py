"""Formulas of training/lora, and what each may be given."""

from __future__ import annotations

from typing import Any

from tests.engine.oracles.arguments import Given, counts, grids, layout, number, one_or_more, rows, shapes
from tests.engine.oracles.formulas import Grid, Row, as_grid, by_rows, exact, plus
from tests.engine.oracles.numbers.products import linear, matmul


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
    "lora_parameters": counts(3),
    "lora_update": shapes(lambda n, m, r: (grids(m, r), grids(r, n), number)),
    "lora_merge": shapes(lambda n, m, r: (grids(m, n), grids(m, r), grids(r, n), number)),
    "lora": shapes(lambda n: (one_or_more(rows(n)), grids(n, n), grids(n, n), grids(n, n), number, layout)),
}
