"""Formulas of attention/llama, and what each may be given."""

from __future__ import annotations

from typing import Any

from tests.engine.oracles.arguments import Given, grids, layout, one_or_more, rows, shapes
from tests.engine.oracles.formulas import Grid, by_entries
from tests.engine.oracles.numbers.activations import silu
from tests.engine.oracles.numbers.products import projection


def swiglu(row: Any, gate: Grid, up: Grid, down: Grid, order: str | None = None) -> Any:
    products = by_entries(lambda g, u: g * u, silu(projection(row, gate, order)), projection(row, up, order))
    return projection(products, down, order)


ARGUMENTS: dict[str, Given] = {
    "swiglu": shapes(lambda n, h, m: (one_or_more(rows(n)), grids(h, n), grids(h, n), grids(m, h)))
    | shapes(lambda n, h: (one_or_more(rows(n)), grids(n, n + h), grids(n, n + h), grids(n + h, n)))
    | shapes(lambda n: (one_or_more(rows(n)), grids(n, n), grids(n, n), grids(n, n), layout))
}
