"""Formulas of attention/steps, and what each may be given."""

from __future__ import annotations

from tests.engine.oracles.arguments import Given, counts


def recurrent_steps(first: int, last: int) -> int:
    return len(range(first, last))


ARGUMENTS: dict[str, Given] = {"recurrent_steps": counts(2).map(sorted).map(tuple)}
