"""Formulas of inputs/patches, and what each may be given."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, counts, factors, grids, shapes
from tests.engine.oracles.formulas import Grid


def patches(picture: Grid, size: int) -> Grid:
    across, down = len(picture[0]) // size, len(picture) // size
    return [
        [picture[(k // across) * size + i][(k % across) * size + j] for i in range(size) for j in range(size)]
        for k in range(across * down)
    ]


def patch_count(height: int, width: int, size: int) -> int:
    return len([(top, left) for top in range(0, height, size) for left in range(0, width, size)])


def patch_width(size: int, channels: int = 1) -> int:
    return size**2 * channels


_patched = shapes(lambda down, across, side: (grids(down * side, across * side), st.just(side)), st.integers(1, 3))

ARGUMENTS: dict[str, Given] = {
    "patches": _patched,
    "patch_count": st.tuples(factors, st.integers(1, 6)).map(
        lambda drawn: (*(n * drawn[1] for n in drawn[0]), drawn[1])
    ),
    "patch_width": counts(1) | counts(2),
}
