"""Formulas of blocks, that of Llama among them, and what each may be given."""

from __future__ import annotations

from typing import Any

from tests.engine.oracles.arguments import Given, grids, layout, one_or_more, rows, shapes
from tests.engine.oracles.formulas import Grid, Row, as_grid, by_entries, by_rows, plus
from tests.engine.oracles.numbers.functions import silu
from tests.engine.oracles.numbers.products import linear, projection
from tests.engine.oracles.training.head import relu

residual = plus


def feed_forward(
    row: Any, w1: Grid, w2: Grid, b1: Row | None = None, b2: Row | None = None, order: str | None = None
) -> Any:
    """W₂·max(0, W₁·x + b₁) + b₂."""

    def one_row(each: Row) -> Row:
        fits = len(as_grid(w1)[0]) == len(each) and len(as_grid(w2)[0]) == len(as_grid(w1))
        own = order or ("Wx" if fits else "xW")
        wide = linear(w1, each, own)
        narrow = linear(w2, relu(wide if b1 is None else plus(wide, b1)), own)
        return narrow if b2 is None else plus(narrow, b2)

    return by_rows(one_row, row)


def swiglu(row: Any, gate: Grid, up: Grid, down: Grid, order: str | None = None) -> Any:
    products = by_entries(lambda g, u: g * u, silu(projection(row, gate, order)), projection(row, up, order))
    return projection(products, down, order)


ARGUMENTS: dict[str, Given] = {
    "residual": shapes(lambda t, n: (grids(t, n), grids(t, n))) | shapes(lambda n: (rows(n), rows(n))),
    "feed_forward": shapes(lambda n, h, m: (one_or_more(rows(n)), grids(h, n), grids(m, h), rows(h), rows(m)), needed=3)
    | shapes(lambda n, h, m: (one_or_more(rows(n)), grids(n, n + h), grids(n + h, m)))
    | shapes(lambda n: (one_or_more(rows(n)), grids(n, n), grids(n, n), rows(n), rows(n), layout)),
    "swiglu": shapes(lambda n, h, m: (one_or_more(rows(n)), grids(h, n), grids(h, n), grids(m, h)))
    | shapes(lambda n, h: (one_or_more(rows(n)), grids(n, n + h), grids(n, n + h), grids(n + h, n)))
    | shapes(lambda n: (one_or_more(rows(n)), grids(n, n), grids(n, n), grids(n, n), layout)),
}
