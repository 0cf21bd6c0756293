"""Formulas of attention/rotary, and what each may be given."""

from __future__ import annotations

from typing import Any

import mpmath as mp

from tests.engine.oracles.arguments import Given, base, from_to, number, one_or_more, rows, shapes
from tests.engine.oracles.formulas import Number, Row, as_grid, by_rows, for_all


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
    "rotate_pairs": shapes(lambda n: (one_or_more(rows(2 * n)), number | rows(n), number | rows(n))),
    "rope": shapes(lambda n: (one_or_more(rows(2 * n)), from_to(0, 200), base), needed=2),
}
