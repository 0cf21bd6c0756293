"""Formulas of training/parameters, with what each may be given and an exercise."""

from __future__ import annotations

from tests.engine.oracles.arguments import Given, counts
from tests.samples import LONG, Sample


def dense_parameters(inputs: int, outputs: int) -> int:
    return (inputs + 1) * outputs


def attention_parameters(width: int, inner: int) -> int:
    return 3 * (inner * width) + width * inner


def layer_norm_parameters(width: int) -> int:
    return width + width


def feed_forward_parameters(width: int, inner: int) -> int:
    return 2 * width * inner + inner + width


ARGUMENTS: dict[str, Given] = {
    "dense_parameters": counts(2),
    "attention_parameters": counts(2),
    "layer_norm_parameters": counts(1),
    "feed_forward_parameters": counts(2),
}

SAMPLES: dict[str, list[Sample]] = {
    "dense_parameters": [Sample("dense_parameters(a, b)", {"a": LONG, "b": LONG})],
    "attention_parameters": [Sample("attention_parameters(w, i)", {"w": LONG, "i": LONG})],
    "layer_norm_parameters": [Sample("layer_norm_parameters(w)", {"w": "integers(112..896)"})],
    "feed_forward_parameters": [Sample("feed_forward_parameters(w, i)", {"w": LONG, "i": LONG})],
}  # fmt: skip
