"""Formulas of attention/masks, and what each may be given."""

from __future__ import annotations

from typing import Any

import mpmath as mp

from tests.engine.oracles.arguments import Given, from_to, grids, one_or_more, rows, score, shapes
from tests.engine.oracles.attention.softmax import softmax
from tests.engine.oracles.formulas import Grid, Number, by_rows


def padding_mask(scores: Any, real: int) -> Any:
    return by_rows(lambda row: row[:real] + [Number(-mp.inf)] * (len(row) - real), scores)


def masked_softmax(scores: Any, real: int) -> Any:
    return by_rows(lambda row: softmax(row[:real]) + [Number(0)] * (len(row) - real), scores)


def causal_mask(scores: Grid) -> Grid:
    return [padding_mask(row, word) for word, row in enumerate(scores, 1)]


def causal_softmax(scores: Grid) -> Grid:
    return [masked_softmax(row, word) for word, row in enumerate(scores, 1)]


ARGUMENTS: dict[str, Given] = {
    "padding_mask": shapes(lambda n: (one_or_more(rows(n, score)), from_to(1, n))),
    "masked_softmax": shapes(lambda n: (one_or_more(rows(n, score)), from_to(1, n))),
    "causal_mask": shapes(lambda n: (grids(n, n, score),)),
    "causal_softmax": shapes(lambda n: (grids(n, n, score),)),
}
