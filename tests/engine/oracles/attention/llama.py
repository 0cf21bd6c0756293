"""Formulas of attention/llama, with what each may be given and an exercise."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, base, grids, layout, one_or_more, rows, shapes, weight
from tests.engine.oracles.attention.grouped import grouped_query_attention
from tests.engine.oracles.attention.norms import mean_square, rms_norm
from tests.engine.oracles.attention.rotary import rope
from tests.engine.oracles.formulas import NARROWEST, Grid, TooNarrow, as_grid, by_entries, joined, parts, plus, rooted
from tests.engine.oracles.numbers.activations import silu
from tests.engine.oracles.numbers.products import projection
from tests.samples import Sample, grid


def rope_rows(rows: Grid, heads: int = 1, base: float = 10_000) -> Grid:
    return [joined([rope(head, at, base) for head in parts(row, heads)]) for at, row in enumerate(as_grid(rows))]


def swiglu(row: Any, gate: Grid, up: Grid, down: Grid, order: str | None = None) -> Any:
    products = by_entries(lambda g, u: g * u, silu(projection(row, gate, order)), projection(row, up, order))
    return projection(products, down, order)


def rotary_attention(
    rows: Grid, heads: int, kv_heads: int, wq: Grid, wk: Grid, wv: Grid, wo: Grid | None = None, base: float = 10_000
) -> Grid:
    queries = rope_rows(projection(rows, wq), heads, base)
    keys, values = rope_rows(projection(rows, wk), kv_heads, base), projection(rows, wv)
    made = [
        grouped_query_attention(query, keys[: at + 1], values[: at + 1], heads, kv_heads)
        for at, query in enumerate(queries)
    ]
    return made if wo is None else projection(made, wo)


def llama_block(
    rows: Grid, heads: int, kv_heads: int, wq: Grid, wk: Grid, wv: Grid, wo: Grid, w1: Grid, w3: Grid, w2: Grid,
    base: float = 10_000,
) -> Grid:  # fmt: skip
    """Raises TooNarrow where a sum is all but zero."""
    stream = plus(rows, rotary_attention(_of_size_one(rows), heads, kv_heads, wq, wk, wv, wo, base))
    return plus(stream, swiglu(_of_size_one(stream), w1, w3, w2))


def _of_size_one(rows: Grid) -> Grid:
    for row in rows:
        if rooted(mean_square(row)).value <= NARROWEST * max(number.size for number in row):
            raise TooNarrow
    return rms_norm(rows)


def _llama_attention(tokens: int, kv_heads: int, group: int, pairs: int) -> tuple:
    """Weight grids with one row for each number they make; the width is odd, so that only this order fits."""
    heads, head = kv_heads * group, 2 * pairs
    wide = heads * head + 1
    return (
        st.lists(rows(wide, weight.filter(bool)), min_size=tokens, max_size=tokens),
        st.just(heads),
        st.just(kv_heads),
        grids(heads * head, wide, weight),
        grids(kv_heads * head, wide, weight),
        grids(kv_heads * head, wide, weight),
        grids(wide, heads * head, weight),
        base,
    )


def _llama_block(tokens: int, kv_heads: int, group: int, pairs: int) -> tuple:
    *attention, base = _llama_attention(tokens, kv_heads, group, pairs)
    wide = 2 * pairs * kv_heads * group + 1
    return (*attention, *(grids(tokens + 1, wide, weight) for _ in "gu"), grids(wide, tokens + 1, weight), base)


_LLAMA = {
    "x": grid(-3, 4, 3, 4),
    "q": grid(-1, 1, 4, 4, "tenths"),
    "k": grid(-1, 1, 2, 4, "tenths"),
    "v": grid(-2, 2, 2, 4),
    "o": grid(-2, 2, 4, 4),
}

ARGUMENTS: dict[str, Given] = {
    "swiglu": shapes(lambda n, h, m: (one_or_more(rows(n)), grids(h, n), grids(h, n), grids(m, h)))
    | shapes(lambda n, h: (one_or_more(rows(n)), grids(n, n + h), grids(n, n + h), grids(n + h, n)))
    | shapes(lambda n: (one_or_more(rows(n)), grids(n, n), grids(n, n), grids(n, n), layout)),
    "rope_rows": shapes(lambda t, h, n: (grids(t, 2 * h * n), st.just(h), base), st.integers(1, 3), needed=2)
    | shapes(lambda t, n: (grids(t, 2 * n),)),
    "rotary_attention": shapes(_llama_attention, st.integers(1, 3), needed=6),
    "llama_block": shapes(_llama_block, st.integers(1, 3), needed=10),
}

SAMPLES: dict[str, list[Sample]] = {
    "swiglu": [Sample("swiglu(x, g, u, d)", {"x": "integers(-3..3, 3)", "g": grid(-1, 1, 3, 3, "tenths"), "u": grid(-2, 2, 3, 3), "d": grid(-2, 2, 3, 3)})],
    "rope_rows": [Sample("rope_rows(r, 2, 100)", {"r": grid(-5, 5, 3, 8)})],
    "rotary_attention": [Sample("rotary_attention(x, 2, 1, q, k, v, o)", _LLAMA)],
    "llama_block": [Sample("llama_block(x, 2, 1, q, k, v, o, g, u, d)", {**_LLAMA, **{n: grid(-2, 2, 4, 4) for n in "gud"}})],
}  # fmt: skip
