"""Formulas of numbers/activations, and what each may be given."""

from __future__ import annotations

from typing import Any

import mpmath as mp

from tests.engine.oracles.arguments import Given, number, one_or_many_scores, one_or_more, rows, shapes
from tests.engine.oracles.formulas import by_float


def tanh(inputs: Any) -> Any:
    """(e^x - e^-x) / (e^x + e^-x)."""
    return by_float(lambda x: mp.expm1(2 * x) / (mp.exp(2 * x) + 1), inputs)


def gelu(inputs: Any) -> Any:
    """x·½·(1 + erf(x/√2)) at 50 digits, as erfc."""
    return by_float(lambda x: x * mp.erfc(-x / mp.sqrt(2)) / 2, inputs)


def silu(inputs: Any) -> Any:
    return by_float(lambda x: x / (1 + mp.exp(-x)), inputs)


_reals = shapes(lambda n: (number | one_or_more(rows(n)),))

ARGUMENTS: dict[str, Given] = {"tanh": one_or_many_scores, "gelu": _reals, "silu": one_or_many_scores}
