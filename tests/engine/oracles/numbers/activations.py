"""Formulas of numbers/activations, with what each may be given and an exercise."""

from __future__ import annotations

from typing import Any

import mpmath as mp
from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, number, one_or_many_scores, one_or_more, rows, shapes
from tests.engine.oracles.formulas import by_entries, by_float, exact
from tests.samples import Sample


def tanh(inputs: Any) -> Any:
    """(e^x - e^-x) / (e^x + e^-x)."""
    return by_float(lambda x: mp.expm1(2 * x) / (mp.exp(2 * x) + 1), inputs)


def leaky_relu(inputs: Any, slope: float = 0.01) -> Any:
    return by_entries(lambda x: x if x.value > 0 else x * exact(slope), inputs)


def gelu(inputs: Any) -> Any:
    """x·½·(1 + erf(x/√2)) at 50 digits, as erfc."""
    return by_float(lambda x: x * mp.erfc(-x / mp.sqrt(2)) / 2, inputs)


def silu(inputs: Any) -> Any:
    return by_float(lambda x: x / (1 + mp.exp(-x)), inputs)


_reals = shapes(lambda n: (number | one_or_more(rows(n)),))

ARGUMENTS: dict[str, Given] = {
    "tanh": one_or_many_scores,
    "leaky_relu": one_or_many_scores | shapes(lambda n: (one_or_more(rows(n)), st.sampled_from([0.1, 0.2, 1, 3]))),
    "gelu": _reals,
    "silu": one_or_many_scores,
}

SAMPLES: dict[str, list[Sample]] = {
    "tanh": [Sample("tanh(r)", {"r": "tenths(-2..2, 3)"})],
    "leaky_relu": [Sample("leaky_relu(r, 0.1)", {"r": "tenths(-9..9, 4)"})],
    "gelu": [Sample("gelu(r)", {"r": "tenths(-2..2, 3)"})],
    "silu": [Sample("silu(r)", {"r": "tenths(-3..3, 3)"})],
}  # fmt: skip
