"""Formulas of training/parameters, and what each may be given."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, counts, shapes


def dense_parameters(inputs: int, outputs: int) -> int:
    return (inputs + 1) * outputs


def attention_parameters(width: int, query_heads: int, kv_heads: int) -> int:
    """Every token's query and its mixed values are `width` wide, its key and value a width for each key-value head."""
    return sum(width * (width + width // query_heads * kv_heads) for _ in range(2))


def gpt_block_parameters(width: int) -> int:
    return 12 * width**2 + 13 * width


def llama_block_parameters(width: int, query_heads: int, kv_heads: int, inner: int) -> int:
    return attention_parameters(width, query_heads, kv_heads) + width * (3 * inner + 2)


def _heads(kv_heads: int, group: int, head: int) -> tuple:
    return tuple(map(st.just, (kv_heads * group * head, kv_heads * group, kv_heads)))


ARGUMENTS: dict[str, Given] = {
    "dense_parameters": counts(2),
    "attention_parameters": shapes(_heads),
    "gpt_block_parameters": counts(1),
    "llama_block_parameters": shapes(lambda g, n, d, inner: (*_heads(g, n, d), st.just(inner))),
}
