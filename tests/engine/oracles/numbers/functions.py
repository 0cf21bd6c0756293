"""Formulas of functions of numbers: of a calculator, and those that bend; and what each may be given."""

from __future__ import annotations

from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, Decimal
from typing import Any

import mpmath as mp
from hypothesis import strategies as st

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
    weight,
    whole_number,
)
from tests.engine.oracles.formulas import Number, add_up, as_decimal, by_entries, by_float, by_rows, exact, raised


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
