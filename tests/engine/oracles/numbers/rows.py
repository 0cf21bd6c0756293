"""Formulas of numbers/rows, and what each may be given."""

from __future__ import annotations

from typing import Any

import mpmath as mp

from tests.engine.oracles.arguments import Given, masked_scores, one_or_more, rows, shapes
from tests.engine.oracles.formulas import Grid, Number, Row, TooNarrow, add_up, by_rows, rooted


def min_(numbers: Any) -> Any:
    return by_rows(lambda row: min(row, key=lambda x: x.value), numbers)


def argmax(numbers: Any) -> Any:
    return by_rows(lambda row: min(range(len(row)), key=lambda k: (-row[k].value, k)), numbers)


def argmin(numbers: Any) -> Any:
    return by_rows(lambda row: min(range(len(row)), key=lambda k: (row[k].value, k)), numbers)


def norm(row: Any) -> Any:
    return by_rows(lambda each: rooted(add_up(x * x for x in each)), row)


def cosine_similarity(first: Any, second: Row) -> Any:
    def of(row: Row) -> Number:
        lengths = norm(row) * norm(second)
        if not lengths.value:
            raise TooNarrow
        return add_up(a * b for a, b in zip(row, second, strict=True)) / lengths

    return by_rows(of, first)


def product(numbers: Any) -> Any:
    return by_rows(lambda row: Number(mp.fprod(x.value for x in row)), numbers)


def cumsum(numbers: Any) -> Any:
    return by_rows(lambda row: [add_up(row[: k + 1]) for k in range(len(row))], numbers)


def outer(first: Row, second: Row) -> Grid:
    return [[a * b for b in second] for a in first]


ARGUMENTS: dict[str, Given] = {
    "min": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "argmax": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "argmin": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "norm": shapes(lambda n: (one_or_more(rows(n)),)),
    "cosine_similarity": shapes(lambda n: (one_or_more(rows(n)), rows(n))),
    "product": shapes(lambda n: (one_or_more(rows(n)),)),
    "cumsum": shapes(lambda n: (one_or_more(rows(n)),)),
    "outer": shapes(lambda n, m: (rows(n), rows(m))),
}
