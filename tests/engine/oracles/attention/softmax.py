"""Formulas of attention/softmax, and what each may be given."""

from __future__ import annotations

from math import inf
from typing import Any

import mpmath as mp
from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, from_to, masked_scores, number, one_or_more, rows, shapes
from tests.engine.oracles.formulas import Number, Row, add_up, by_entries, by_rows, raised


def scale(scores: Any, width: float) -> Any:
    return by_entries(lambda score: score / mp.sqrt(width), scores)


def softmax(scores: Any) -> Any:
    def one_row(row: Row) -> Row:
        whole = add_up(raised(score) for score in row)
        return [raised(score) / whole for score in row]

    return by_rows(one_row, scores)


stable_softmax = softmax


def log_softmax(scores: Any) -> Any:
    """x - ln Σ e^x, whose size is that of its two terms."""

    def one_row(row: Row) -> Row:
        whole = Number(mp.log(mp.fsum(mp.exp(x.value) for x in row)))
        return [x - whole for x in row]

    return by_rows(one_row, scores)


ARGUMENTS: dict[str, Given] = {
    "scale": shapes(lambda n: (one_or_more(rows(n, number | st.sampled_from([inf, -inf]))), from_to(1, 64))),
    "softmax": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "stable_softmax": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "log_softmax": shapes(lambda n: (one_or_more(masked_scores(n)),)),
}
