"""Formulas of numbers/functions, and what each may be given."""

from __future__ import annotations

from typing import Any

import mpmath as mp

from tests.engine.oracles.arguments import (
    Given,
    from_to,
    masked_scores,
    number,
    one_or_many_scores,
    one_or_more,
    portion,
    rows,
    shapes,
)
from tests.engine.oracles.formulas import Number, add_up, by_entries, by_rows, raised


def exp(power: Any) -> Any:
    return by_entries(raised, power)


def log(number: Any) -> Any:
    return by_entries(lambda x: Number(mp.log(x.value)), number)


def sin(angle: Any) -> Any:
    return by_entries(lambda x: Number(mp.sin(x.value)), angle)


def cos(angle: Any) -> Any:
    return by_entries(lambda x: Number(mp.cos(x.value)), angle)


def sum_(numbers: Any) -> Any:
    return by_rows(add_up, numbers)


def max_(numbers: Any) -> Any:
    return by_rows(lambda row: max(row, key=lambda x: x.value), numbers)


def abs_(number: Any) -> Any:
    return by_entries(lambda x: -x if x.value < 0 else x, number)


def floor_(number: Any) -> Any:
    return by_entries(lambda x: Number(mp.floor(x.value)), number)


def ceil_(number: Any) -> Any:
    return by_entries(lambda x: Number(mp.ceil(x.value)), number)


ARGUMENTS: dict[str, Given] = {
    "exp": one_or_many_scores,
    "log": shapes(lambda n: (one_or_more(rows(n, portion | from_to(1, 1_000))),)),
    "sin": shapes(lambda n: (number | one_or_more(rows(n)),)),
    "cos": shapes(lambda n: (number | one_or_more(rows(n)),)),
    "sum": shapes(lambda n: (one_or_more(rows(n)),)),
    "max": shapes(lambda n: (one_or_more(masked_scores(n)),)),
    "abs": one_or_many_scores,
    "floor": one_or_many_scores,
    "ceil": one_or_many_scores,
}
