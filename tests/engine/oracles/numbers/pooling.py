"""Formulas of numbers/pooling, and what each may be given."""

from __future__ import annotations

from typing import Any

from tests.engine.oracles.arguments import Given, from_to, grids, rows, shapes
from tests.engine.oracles.formulas import add_up, columns_of, is_grid


def mean(rows: Any, real: int | None = None) -> Any:
    words = rows if real is None else rows[:real]
    return [mean(column) for column in columns_of(words)] if is_grid(words) else add_up(words) / len(words)


ARGUMENTS: dict[str, Given] = {"mean": shapes(lambda t, n: (rows(t) | grids(t, n), from_to(1, t)), needed=1)}
