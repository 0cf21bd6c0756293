"""Formulas of numbers/arithmetic, with what each may be given and an exercise."""

from __future__ import annotations

from tests.engine.oracles.arguments import Given
from tests.samples import Sample

ARGUMENTS: dict[str, Given] = {}

SAMPLES: dict[str, list[Sample]] = {
    "arithmetic": [Sample("a/√b + c^2", {"a": "integers(3..30)", "b": "one of(4, 9, 16, 25)", "c": "integers(3..12)"}), Sample("e^a", {"a": "tenths(0..5)"})],
}  # fmt: skip
