"""Formulas of attention/norms, and what each may be given."""

from __future__ import annotations

from typing import Any

import mpmath as mp
from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, number, one_or_more, rows, shapes, size, uneven_rows
from tests.engine.oracles.formulas import NARROWEST, Grid, Row, TooNarrow, add_up, by_entries, by_rows, for_all, rooted
from tests.engine.oracles.numbers.rows import mean


def deviations(row: Any) -> Any:
    return by_rows(lambda each: [x - mean(each) for x in each], row)


def mean_square(numbers: Any) -> Any:
    return by_rows(lambda row: add_up(x * x for x in row) / len(row), numbers)


def variance(row: Any) -> Any:
    return mean_square(deviations(row))


def standard_deviation(row: Any) -> Any:
    return by_entries(rooted, variance(row))


def layer_norm(row: Any, gamma: Any = None, beta: Any = None, eps: float | None = None) -> Any:
    """(x - mean)/√(variance + eps)·gamma + beta, where gamma and beta are rows, or one number for all slots."""

    def one_row(each: Row) -> Row:
        spread = mp.sqrt(variance(each).value + mp.mpf(eps or 0))
        tamed = [gap / spread for gap in deviations(each)]
        stretch, shift = for_all(1 if gamma is None else gamma, each), for_all(0 if beta is None else beta, each)
        return [x * g + b for x, g, b in zip(tamed, stretch, shift, strict=True)]

    return by_rows(one_row, row)


def rms_norm(row: Any, gamma: Any = None, eps: float | None = None) -> Any:
    """x/√(mean square + eps)·gamma, where gamma is a row, or one number for all slots."""

    def one_row(each: Row) -> Row:
        size = mp.sqrt(mean_square(each).value + mp.mpf(eps or 0))
        return [x / size * g for x, g in zip(each, for_all(1 if gamma is None else gamma, each), strict=True)]

    return by_rows(one_row, row)


def tamed(rows: Grid) -> Grid:
    """Layer norm inside a block, of rows that are not all but equal numbers."""
    for row in rows:
        if rooted(variance(row)).value <= NARROWEST * max(x.size for x in row):
            raise TooNarrow
    return layer_norm(rows)


def tamable(width: int) -> Given:
    """Rows with a spread, and any of gamma and beta; or any rows and an eps."""
    whole_row = number | rows(width)
    with_eps = st.tuples(one_or_more(rows(width)), whole_row, whole_row, st.sampled_from([1e-5, 1e-3, 0.1, 1]))
    if width == 1:
        return with_eps
    uneven = shapes(lambda: (one_or_more(uneven_rows(width)), whole_row, whole_row), needed=1)
    return with_eps | uneven


ARGUMENTS: dict[str, Given] = {
    "deviations": shapes(lambda n: (one_or_more(rows(n)),)),
    "mean_square": shapes(lambda n: (one_or_more(rows(n)),)),
    "variance": shapes(lambda n: (one_or_more(rows(n)),)),
    "standard_deviation": shapes(lambda n: (one_or_more(rows(n)),)),
    "layer_norm": size.flatmap(tamable),
    "rms_norm": shapes(
        lambda n: (one_or_more(rows(n, number.filter(bool))), number | rows(n), st.sampled_from([1e-5, 1e-3, 0.1, 1])),
        needed=1,
    ),
}
