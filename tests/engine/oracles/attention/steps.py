"""Formulas of attention/steps, with what each may be given and an exercise."""

from __future__ import annotations

from tests.engine.oracles.arguments import Given, counts
from tests.samples import Sample


def recurrent_steps(first: int, last: int) -> int:
    return len(range(first, last))


def attention_steps(first: int, last: int) -> int:
    return 1


def match_count(words: int) -> int:
    return words


ARGUMENTS: dict[str, Given] = {
    "recurrent_steps": counts(2).map(sorted).map(tuple),
    "attention_steps": counts(2).map(sorted).map(tuple),
    "match_count": counts(1),
}

SAMPLES: dict[str, list[Sample]] = {
    "recurrent_steps": [Sample("recurrent_steps(a, b)", {"a": "integers(11..99)", "b": "integers(210..990)"})],
    "attention_steps": [Sample("attention_steps(a, b)", {"a": "integers(11..99)", "b": "integers(210..990)"})],
    "match_count": [Sample("match_count(n)", {"n": "integers(101..990)"})],
}  # fmt: skip
