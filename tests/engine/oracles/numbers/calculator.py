"""Formulas of numbers/calculator, and what each may be given."""

from __future__ import annotations

from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from typing import Any

import mpmath as mp
from hypothesis import strategies as st

from tests.engine.oracles.arguments import (
    Given,
    from_to,
    number,
    one_or_many_scores,
    one_or_more,
    portion,
    rows,
    shapes,
    weight,
    whole_number,
)
from tests.engine.oracles.formulas import Number, as_decimal, by_entries, by_float, exact


def erf(number: Any) -> Any:
    return by_float(mp.erf, number)


def log2(number: Any) -> Any:
    return by_float(lambda x: mp.log(x, 2), number)


def log10(number: Any) -> Any:
    return by_float(lambda x: mp.log(x, 10), number)


def sign(number: Any) -> Any:
    return by_float(mp.sign, number)


def round_(number: Any, decimals: int = 0) -> Any:
    step = Decimal(1).scaleb(-decimals)
    return by_entries(lambda x: Number(float(as_decimal(x).quantize(step, ROUND_HALF_EVEN))), number)


def mod(number: Any, divisor: Any) -> Any:
    def one(x: Number, by: Number) -> Number:
        times = Number((as_decimal(x) / as_decimal(by)).to_integral_value(ROUND_FLOOR))
        return x - times * by

    return by_entries(one, number, divisor)


def clip(number: Any, low: float, high: float) -> Any:
    return by_entries(lambda x: exact(low) if x.value < low else exact(high) if x.value > high else x, number)


ARGUMENTS: dict[str, Given] = {
    "log2": shapes(lambda n: (one_or_more(rows(n, portion | from_to(1, 1_000))),)),
    "log10": shapes(lambda n: (one_or_more(rows(n, portion | from_to(1, 1_000))),)),
    "erf": one_or_many_scores,
    "sign": one_or_many_scores,
    "round": shapes(
        lambda n: (one_or_more(rows(n, number | whole_number.map(lambda k: k / 2))), from_to(0, 3)), needed=1
    ),
    "mod": st.tuples(number, number.filter(bool)) | shapes(lambda n: (rows(n), rows(n, number.filter(bool)))),
    "clip": shapes(lambda n: (one_or_more(rows(n)), weight, from_to(1, 5))),
}
