"""Formulas of functions of numbers, also those that bend, and what each may be given."""

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
from tests.engine.oracles.formulas import Number, add_up, by_entries, by_float, by_rows, raised


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


def tanh(inputs: Any) -> Any:
    """(e^x - e^-x) / (e^x + e^-x)."""
    return by_float(lambda x: mp.expm1(2 * x) / (mp.exp(2 * x) + 1), inputs)


def gelu(inputs: Any) -> Any:
    """x·½·(1 + erf(x/√2)) at 50 digits, as erfc."""
    return by_float(lambda x: x * mp.erfc(-x / mp.sqrt(2)) / 2, inputs)


def silu(inputs: Any) -> Any:
    return by_float(lambda x: x / (1 + mp.exp(-x)), inputs)


_reals = shapes(lambda n: (number | one_or_more(rows(n)),))


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
    "tanh": one_or_many_scores,
    "gelu": _reals,
    "silu": one_or_many_scores,
}
