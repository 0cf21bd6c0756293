"""Formulas of heads, also of heads in groups, and what each may be given."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.engine.oracles.arguments import (
    Given,
    count,
    counts,
    factors,
    from_to,
    grids,
    one_or_more,
    rows,
    shapes,
    weight,
)
from tests.engine.oracles.attention.softmax import attention
from tests.engine.oracles.formulas import Grid, Row, as_grid, by_rows, joined, parts


def kv_head(query_head: int, query_heads: int, kv_heads: int) -> int:
    """Deal out the key-value heads, each as often as query heads share one."""
    return [served for served in range(kv_heads) for _ in range(query_heads // kv_heads)][query_head]


def grouped_query_attention(query: Any, keys: Grid, values: Grid, heads: int, kv_heads: int) -> Any:
    """Every key-value head repeated for its group, then as many heads as there are in the query."""

    def repeated(grid: Grid) -> list[Grid]:
        return [[parts(row, kv_heads)[kv_head(at, heads, kv_heads)] for row in grid] for at in range(heads)]

    def one_row(each: Row) -> Row:
        every = zip(parts(each, heads), repeated(as_grid(keys)), repeated(as_grid(values)), strict=True)
        return joined([attention(*head) for head in every])

    return by_rows(one_row, query)


def cached_attention(
    query: Row,
    key: Row,
    value: Row,
    cached_keys: Grid,
    cached_values: Grid,
    heads: int = 1,
    kv_heads: int | None = None,
) -> Row:
    keys, values = [*cached_keys, key], [*cached_values, value]
    return grouped_query_attention(query, keys, values, heads, heads if kv_heads is None else kv_heads)


def kv_cache_numbers(tokens: int, layers: int, width: int, query_heads: int, kv_heads: int) -> int:
    key = value = width // query_heads * kv_heads
    return (key + value) * tokens * layers


def kv_cache_bytes(tokens: int, layers: int, width: int, query_heads: int, kv_heads: int, bytes_each: int) -> int:
    return bytes_each * kv_cache_numbers(tokens, layers, width, query_heads, kv_heads)


def _grouped(kv_heads: int, group: int) -> tuple[int, int]:
    """How many query heads there are, and how many key-value heads."""
    return kv_heads * group, kv_heads


def _cache(tokens: int, kv_heads: int, group: int, head: int) -> tuple:
    query_heads = kv_heads * group
    return (st.just(tokens), count, *map(st.just, (query_heads * head, query_heads, kv_heads)))


def head_width(width: int, heads: int) -> int:
    return width // heads


def glue_heads(first: Row, second: Row) -> Row:
    return by_rows(lambda row: [*row, *second], first)


def key_dim_width(key_dim: int, heads: int) -> int:
    return key_dim * heads


ARGUMENTS: dict[str, Given] = {
    "kv_head": factors.flatmap(
        lambda drawn: st.tuples(from_to(0, drawn[0] * drawn[1] - 1), *map(st.just, _grouped(*drawn)))
    ),
    "grouped_query_attention": shapes(
        lambda t, g, n, d: (
            one_or_more(rows(n * g * d, weight)),
            grids(t, g * d),
            grids(t, g * d),
            st.just(n * g),
            st.just(g),
        ),
        st.integers(1, 3),
    ),
    "cached_attention": shapes(
        lambda t, g, n, d: (
            rows(n * g * d, weight),
            rows(g * d),
            rows(g * d),
            grids(t, g * d),
            grids(t, g * d),
            st.just(n * g),
            st.just(g),
        ),
        st.integers(1, 3),
    )
    | shapes(
        lambda t, h, d: (rows(h * d, weight), rows(h * d), rows(h * d), grids(t, h * d), grids(t, h * d), st.just(h)),
        st.integers(1, 3),
    )
    | shapes(lambda t, d: (rows(d, weight), rows(d), rows(d), grids(t, d), grids(t, d))),
    "kv_cache_numbers": shapes(_cache, st.integers(1, 9)),
    "kv_cache_bytes": shapes(lambda t, g, n, d: (*_cache(t, g, n, d), from_to(1, 4)), st.integers(1, 9)),
    "head_width": factors.map(lambda drawn: (drawn[0] * drawn[1], drawn[1])),
    "glue_heads": shapes(lambda n, m: (one_or_more(rows(n)), rows(m))),
    "key_dim_width": counts(2),
}
