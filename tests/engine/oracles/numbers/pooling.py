"""Formulas of numbers/pooling, with what each may be given and an exercise."""

from __future__ import annotations

from typing import Any

from tests.engine.oracles.arguments import Given, from_to, grids, rows, shapes
from tests.engine.oracles.formulas import add_up, columns_of, is_grid
from tests.samples import Sample, grid


def mean(rows: Any, real: int | None = None) -> Any:
    words = rows if real is None else rows[:real]
    return [mean(column) for column in columns_of(words)] if is_grid(words) else add_up(words) / len(words)


ARGUMENTS: dict[str, Given] = {"mean": shapes(lambda t, n: (rows(t) | grids(t, n), from_to(1, t)), needed=1)}

SAMPLES: dict[str, list[Sample]] = {
    "mean": [Sample("mean(r, 3)", {"r": grid(-9, 9, 5, 3)}), Sample("mean(r)", {"r": "integers(-9..30, 5)"})],
}  # fmt: skip
