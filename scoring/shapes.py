"""Shapes of values: () is a number, (n,) a row, (rows, columns) a grid."""

from __future__ import annotations

from collections.abc import Sequence

Shape = tuple[int, ...]


def same_shape(first: Shape, second: Shape) -> bool:
    """Return whether two shapes are the same on paper, ignoring axes of length 1.

    A grid of one row is a row, a row of one is a number, and a row may be written as a column.
    """
    return tuple(n for n in first if n != 1) == tuple(n for n in second if n != 1)


def row_of(value: Sequence[float], shape: Shape, index: int) -> Sequence[float]:
    """Return the numbers of the row of a value that contains the number at `index`.

    `value` has its numbers in row-major order, and `index` counts them from 0. A column counts as one row, and a single
    number is its own row.
    """
    width = shape[-1] if shape else 1
    if width == 1 and len(shape) > 1:  # a column counts as one row
        return value
    start = index // width * width
    return value[start : start + width]


def name_slot(index: int, shape: Shape) -> str:
    """Return the name of the position at `index`, which counts from 0 in row-major order.

    It is "row 2, column 1" in a grid of several rows and columns, "number 2" in anything else.
    """
    if len(shape) > 1 and min(shape) > 1:
        return f"row {index // shape[-1] + 1}, column {index % shape[-1] + 1}"
    return f"number {index + 1}"


def describe(shape: Shape) -> str:
    """Return a shape in words: "one number", "a row of 3", "a grid of 2 rows of 4"."""
    if shape == ():
        return "one number"
    if len(shape) == 1:
        return f"a row of {shape[0]}"
    return f"a grid of {shape[0]} row{'' if shape[0] == 1 else 's'} of {shape[1]}"
