"""Formulas of positions, those turned among them, and what each may be given."""

from __future__ import annotations

from typing import Any

import mpmath as mp
from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, base, from_to, grids, number, one_or_more, rows, shapes
from tests.engine.oracles.formulas import Number, Row, as_grid, by_rows, for_all, plus


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


def rotate_pairs(row: Any, cosines: Any, sines: Any) -> Any:
    """Each pair times the matrix [[cos, -sin], [sin, cos]]."""

    def one_row(each: Row) -> Row:
        count = len(each) // 2
        angles = zip(for_all(cosines, [None] * count), for_all(sines, [None] * count), strict=True)
        turned = [
            [c * each[2 * i] - s * each[2 * i + 1], s * each[2 * i] + c * each[2 * i + 1]]
            for i, (c, s) in enumerate(angles)
        ]
        return [number for pair in turned for number in pair]

    return by_rows(one_row, row)


def rope(row: Any, position: int, base: float = 10_000) -> Any:
    width = len(as_grid(row)[0])
    angles = [mp.mpf(position) / mp.power(mp.mpf(base), mp.mpf(2 * i) / width) for i in range(width // 2)]
    return rotate_pairs(row, [Number(mp.cos(a), 1) for a in angles], [Number(mp.sin(a), 1) for a in angles])


ARGUMENTS: dict[str, Given] = {
    "position_encoding": st.tuples(st.integers(0, 500), st.integers(1, 16)),
    "add_position": shapes(lambda t, n: (grids(t, n), grids(t, n))) | shapes(lambda n: (rows(n), rows(n))),
    "rotate_pairs": shapes(lambda n: (one_or_more(rows(2 * n)), number | rows(n), number | rows(n))),
    "rope": shapes(lambda n: (one_or_more(rows(2 * n)), from_to(0, 200), base), needed=2),
}
