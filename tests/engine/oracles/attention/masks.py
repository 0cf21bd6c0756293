"""Formulas of attention/masks, with what each may be given and an exercise."""

from __future__ import annotations

from typing import Any

import mpmath as mp

from tests.engine.oracles.arguments import Given, from_to, grids, one_or_more, rows, score, shapes
from tests.engine.oracles.attention.softmax import softmax
from tests.engine.oracles.formulas import Grid, Number, by_rows
from tests.samples import Sample, grid


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

SAMPLES: dict[str, list[Sample]] = {
    "padding_mask": [Sample("padding_mask(s, 3)", {"s": "integers(-9..9, 5)"})],
    "masked_softmax": [Sample("masked_softmax(s, 3)", {"s": "tenths(-2..4, 5)"})],
    "causal_mask": [Sample("causal_mask(s)", {"s": grid(-9, 9, 4, 4)})],
    "causal_softmax": [Sample("causal_softmax(s)", {"s": grid(-2, 3, 4, 4)})],
}  # fmt: skip
