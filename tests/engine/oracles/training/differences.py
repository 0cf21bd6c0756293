"""Formulas of training/differences, and what each may be given."""

from __future__ import annotations

from typing import Any

from tests.engine.oracles.arguments import Given, counts, grids, rows, shapes
from tests.engine.oracles.attention.norms import mean_square
from tests.engine.oracles.formulas import Row, exact


def mse(predicted: Any, target: Any) -> Any:
    return mean_square([a - b for a, b in zip(one_row_of(predicted), one_row_of(target), strict=True)])


def one_row_of(value: Any) -> Row:
    """Every number, in reading order."""
    return [x for item in value for x in one_row_of(item)] if isinstance(value, list) else [exact(value)]


ARGUMENTS: dict[str, Given] = {
    "mse": shapes(lambda t, n: (grids(t, n), grids(t, n))) | shapes(lambda n: (rows(n), rows(n))) | counts(2)
}
