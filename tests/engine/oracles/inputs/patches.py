"""Formulas of patches and their addresses, and what each may be given."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, counts, factors, from_to, grids, shapes
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


def fold_address(row: int, column: int, size: int) -> list[int]:
    return [*divmod(row, size), *divmod(column, size)]


def swap_address(row: int, column: int, size: int) -> list[int]:
    return [row // size, column // size, row % size, column % size]


def flat_index(row: int, column: int, width: int) -> int:
    """Looked up in a picture whose dots hold their own place."""
    picture = [list(range(top * width, (top + 1) * width)) for top in range(row + 1)]
    return picture[row][column]


def patch_address(row: int, column: int, size: int, width: int) -> list[int]:
    """Searched for among all the patches of a picture just high enough."""
    marked = [[(top, left) for left in range(width)] for top in range((row // size + 1) * size)]
    return next(
        [patch, place]
        for patch, dots in enumerate(patches(marked, size))
        for place, dot_at in enumerate(dots)
        if dot_at == (row, column)
    )


def pixel_address(patch: int, place: int, size: int, width: int) -> list[int]:
    across = width // size
    return [(patch // across) * size + place // size, (patch % across) * size + place % size]


_dots = st.tuples(st.integers(0, 30), st.integers(0, 30), st.integers(1, 8))


ARGUMENTS: dict[str, Given] = {
    "patches": _patched,
    "patch_count": st.tuples(factors, st.integers(1, 6)).map(
        lambda drawn: (*(n * drawn[1] for n in drawn[0]), drawn[1])
    ),
    "patch_width": counts(1) | counts(2),
    "fold_address": _dots,
    "swap_address": _dots,
    "flat_index": st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(10, 20)),
    "patch_address": shapes(
        lambda across, side: (from_to(0, 9), from_to(0, across * side - 1), st.just(side), st.just(across * side))
    ),
    "pixel_address": shapes(
        lambda across, side: (from_to(0, 30), from_to(0, side * side - 1), st.just(side), st.just(across * side))
    ),
}
