"""Formulas of inputs/sampling, and what each may be given."""

from __future__ import annotations

from typing import Any

import mpmath as mp
from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, from_to, masked_scores, one_or_more, portion, rows, shapes, shared
from tests.engine.oracles.attention.softmax import softmax
from tests.engine.oracles.formulas import PRECISION, Number, Row, add_up, by_entries, by_rows, exact


def temperature_softmax(logits: Any, temperature: float) -> Any:
    return softmax(by_entries(lambda x: x / exact(temperature), logits))


def _of_those_kept(row: Row, kept: set[int]) -> Row:
    whole = add_up(row[place] for place in kept)
    return [number / whole if place in kept else exact(0) for place, number in enumerate(row)]


def _largest_first(row: Row) -> list[int]:
    return sorted(range(len(row)), key=lambda place: -row[place].value)


def top_k(portions: Any, k: int) -> Any:
    """p/Σp over the k largest, 0 elsewhere; of equal ones the first is kept."""
    return by_rows(lambda row: _of_those_kept(row, set(_largest_first(row)[:k])), portions)


def top_p(portions: Any, p: float) -> Any:
    """p/Σp over the smallest set of largest portions that add to p or more, 0 elsewhere."""

    def one_row(row: Row) -> Row:
        order = _largest_first(row)
        reaching = (n for n in range(1, len(row)) if add_up(row[k] for k in order[:n]).value >= mp.mpf(p) - PRECISION)
        return _of_those_kept(row, set(order[: next(reaching, len(row))]))

    return by_rows(one_row, portions)


def perplexity(portions: Any) -> Any:
    """(Π p)^(-1/n): the reciprocal of the geometric mean."""
    return by_rows(lambda row: Number(mp.fprod(x.value for x in row) ** (-mp.mpf(1) / len(row))), portions)


ARGUMENTS: dict[str, Given] = {
    "temperature_softmax": shapes(lambda n: (one_or_more(masked_scores(n)), st.sampled_from([0.5, 0.7, 1, 2, 10]))),
    "top_k": shapes(lambda n: (one_or_more(rows(n, portion).map(shared)), from_to(1, n))),
    "top_p": shapes(lambda n: (one_or_more(rows(n, portion).map(shared)), st.sampled_from([0.01, 0.3, 0.5, 0.9, 1]))),
    "perplexity": shapes(lambda n: (one_or_more(rows(n, portion)),)),
}
