"""Shapes as they matter on paper: () is a number, (n,) a row, (rows, columns) a grid."""

from __future__ import annotations

Shape = tuple[int, ...]


def same_shape(first: Shape, second: Shape) -> bool:
    """Whether two shapes hold the same numbers on paper, where a grid of one row is a
    row, a row of one is a number, and a row may be written one number a line.
    """
    return tuple(n for n in first if n != 1) == tuple(n for n in second if n != 1)


def describe(shape: Shape) -> str:
    """A shape in words: "one number", "a row of 3", "a grid of 2 rows of 4"."""
    if shape == ():
        return "one number"
    if len(shape) == 1:
        return f"a row of {shape[0]}"
    return f"a grid of {shape[0]} row{'' if shape[0] == 1 else 's'} of {shape[1]}"
