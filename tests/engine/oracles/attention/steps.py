"""Formulas of attention/steps, with what each may be given and an exercise."""

from __future__ import annotations

from tests.engine.oracles.arguments import Given, counts
from tests.samples import Sample


def recurrent_steps(first: int, last: int) -> int:
    return len(range(first, last))


ARGUMENTS: dict[str, Given] = {
    "recurrent_steps": counts(2).map(sorted).map(tuple),
}

SAMPLES: dict[str, list[Sample]] = {
    "recurrent_steps": [Sample("recurrent_steps(a, b)", {"a": "integers(11..99)", "b": "integers(210..990)"})],
}  # fmt: skip
