"""Formulas of numbers/rows, with what each may be given and an exercise."""

from __future__ import annotations

from typing import Any

import mpmath as mp

from tests.engine.oracles.arguments import Given, masked_scores, one_or_more, rows, shapes
from tests.engine.oracles.formulas import Grid, Number, Row, TooNarrow, add_up, by_rows, rooted
from tests.samples import Sample, grid


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

SAMPLES: dict[str, list[Sample]] = {
    "min": [Sample("min(r)", {"r": "tenths(-20..30, 5)"})],
    "argmax": [Sample("argmax(g, axis=1)", {"g": grid(-30, 20, 3, 5)})],
    "argmin": [Sample("argmin(g, axis=1)", {"g": grid(-20, 30, 3, 5)})],
    "norm": [Sample("norm(r)", {"r": "integers(-9..9, 4)"})],
    "cosine_similarity": [Sample("cosine_similarity(a, b)", {"a": "integers(1..9, 4)", "b": "integers(-9..9, 4)"})],
    "product": [Sample("product(r)", {"r": "integers(-9..9, 4)"})],
    "cumsum": [Sample("cumsum(r)", {"r": "integers(-9..9, 5)"})],
    "outer": [Sample("outer(a, b)", {"a": "integers(-9..9, 3)", "b": "integers(-9..9, 3)"})],
}  # fmt: skip
