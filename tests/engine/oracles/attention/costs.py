"""Formulas of what a model costs: products, parameters, speed; and what each may be given."""

from __future__ import annotations

from typing import Any

import mpmath as mp
from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, counts, shapes
from tests.engine.oracles.formulas import Number, by_entries


def score_multiplications(length: int, width: int) -> int:
    return sum(width for _query in range(length) for _key in range(length))


def attention_multiplications(length: int, width: int) -> int:
    """Q·Kᵀ has a product for each width of each pair of words; A·V one for each pair and each width."""
    return length * length * width + length * width * length


def masked_cells(length: int) -> int:
    return sum(1 for row in range(length) for column in range(length) if column > row)


def length_growth(before: int, after: int) -> Any:
    return mp.mpf(after * after) / (before * before)


def recurrent_steps(first: int, last: int) -> int:
    return len(range(first, last))


def decode_rate(bandwidth: Any, bytes: Any, speed: Any, flops: Any) -> Any:  # noqa: A002
    def one(*numbers: Number) -> Number:
        seconds = max((numbers[1] / numbers[0]).value, (numbers[3] / numbers[2]).value)
        return Number(1 / seconds)

    return by_entries(one, bandwidth, bytes, speed, flops)


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
    "score_multiplications": counts(2),
    "attention_multiplications": counts(2),
    "masked_cells": counts(1),
    "length_growth": counts(2),
    "recurrent_steps": counts(2).map(sorted).map(tuple),
    "decode_rate": counts(4),
    "dense_parameters": counts(2),
    "attention_parameters": shapes(_heads),
    "gpt_block_parameters": counts(1),
    "llama_block_parameters": shapes(lambda g, n, d, inner: (*_heads(g, n, d), st.just(inner))),
}
