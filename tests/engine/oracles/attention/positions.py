"""Formulas of attention/positions, and what each may be given."""

from __future__ import annotations

from typing import Any

import mpmath as mp
from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, grids, rows, shapes
from tests.engine.oracles.formulas import Number, Row, plus


def position_encoding(position: int, width: int) -> Row:
    """sin(pos/10000^(2i/width)) in slot 2i, the cosine in slot 2i + 1.

    An angle is not exact, so a wave is compared with its height: 1, or for the sine of
    a small angle the angle.
    """
    return [_wave(slot, mp.mpf(position) / mp.power(10000, mp.mpf(slot - slot % 2) / width)) for slot in range(width)]


def _wave(slot: int, angle: Any) -> Number:
    return Number(mp.cos(angle), 1) if slot % 2 else Number(mp.sin(angle), min(angle, 1))


def add_position(row: Any, stamp: Any) -> Any:
    return plus(row, stamp)


ARGUMENTS: dict[str, Given] = {
    "position_encoding": st.tuples(st.integers(0, 500), st.integers(1, 16)),
    "add_position": shapes(lambda t, n: (grids(t, n), grids(t, n))) | shapes(lambda n: (rows(n), rows(n))),
}
