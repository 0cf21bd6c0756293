"""Formulas of inputs/patch addresses, with what each may be given and an exercise."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.engine.oracles.arguments import Given, from_to, shapes
from tests.engine.oracles.inputs.patches import patches
from tests.samples import Sample


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

SAMPLES: dict[str, list[Sample]] = {
    "fold_address": [Sample("fold_address(r, c, s)", {"r": "integers(10..80)", "c": "integers(10..80)", "s": "integers(3..16)"})],
    "swap_address": [Sample("swap_address(r, c, s)", {"r": "integers(10..80)", "c": "integers(10..80)", "s": "integers(3..16)"})],
    "flat_index": [Sample("flat_index(r, c, w)", {"r": "integers(2..19)", "c": "integers(2..19)", "w": "integers(21..40)"})],
    "patch_address": [Sample("patch_address(r, c, s, w)", {"r": "integers(5..47)", "c": "integers(5..47)", "s": "one of(3, 4, 6, 8)", "w": "one of(48, 96)"})],
    "pixel_address": [Sample("pixel_address(p, k, s, w)", {"p": "integers(9..60)", "k": "integers(2..15)", "s": "one of(4, 6, 8)", "w": "one of(48, 96)"})],
}  # fmt: skip
