"""Formulas of training/parameters, with what each may be given and an exercise."""

from __future__ import annotations

from tests.engine.oracles.arguments import Given, counts
from tests.samples import LONG, Sample


def dense_parameters(inputs: int, outputs: int) -> int:
    return (inputs + 1) * outputs


ARGUMENTS: dict[str, Given] = {
    "dense_parameters": counts(2),
}

SAMPLES: dict[str, list[Sample]] = {
    "dense_parameters": [Sample("dense_parameters(a, b)", {"a": LONG, "b": LONG})],
}  # fmt: skip
