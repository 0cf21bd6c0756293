"""Rows and grids as array libraries treat them: broadcasting, indexing, and calls that only arrange numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

from katatx.engine.errors import EngineError
from katatx.engine.values import (
    Value,
    flat,
    in_words,
    is_number,
    rank_of,
    shape_of,
    shaped,
    shapes_in_words,
    unmatched,
    whole_number,
)


def broadcast(left: Value, right: Value) -> tuple[Value, Value]:
    """Return two values as grids of one shape by NumPy's broadcasting rules, for up to two axes.

    They stay as they are if one is a number or the shapes are equal. Raises EngineError if the shapes do not fit.
    """
    if is_number(left) or is_number(right) or shape_of(left) == shape_of(right):
        return left, right
    shapes = [shape_of(as_grid(value))[:2] for value in (left, right)]
    if any(one != other and 1 not in (one, other) for one, other in zip(*shapes, strict=True)):
        raise unmatched(left, right)
    height, width = map(max, *shapes)
    return _stretched(as_grid(left), height, width), _stretched(as_grid(right), height, width)


def _stretched(grid: Value, height: int, width: int) -> Value:
    rows = grid * height if len(grid) == 1 else grid
    return tuple(row * width if len(row) == 1 else row for row in rows)


def as_grid(value: Value) -> Value:
    """Return a row as a grid of one row, and a grid as it is."""
    return (value,) if rank_of(value) == 1 else value


def picked(value: Value, index: Sequence[Any]) -> Value:
    """Return the part of a value that an index selects: `x[0]`, `A[:, 1]`, `A[1:3]`, `A[[0, 2]]`.

    `index` has an entry for one or more axes: a number, negative from the end, a slice, or a row of numbers. Two rows
    of numbers are pairs of positions, as in NumPy. Raises EngineError if the index does not fit or selects nothing.
    """
    if len(index) > rank_of(value):
        named = f"too many positions ({len(index)}) for {shapes_in_words(value)}"
        raise EngineError(f"the square brackets name {named}; write at most {rank_of(value)}")
    first, *others = index
    if not isinstance(first, (slice, tuple)):
        row = value[_index(first, len(value))]
        return picked(row, others) if others else row
    rows = value[first] if isinstance(first, slice) else tuple(value[_index(each, len(value))] for each in first)
    if not rows:
        raise EngineError("the part picked with a colon is empty; write a start before the end, as in x[0:2]")
    if not others:
        return rows
    are_pairs = isinstance(first, tuple) and isinstance(others[0], tuple)
    columns = [[column] for column in others[0]] if are_pairs else [others] * len(rows)
    if len(columns) != len(rows):
        raise EngineError(
            f"{len(rows)} row positions and {len(columns)} column positions do not make pairs; write as many of each"
        )
    return tuple(picked(row, column) for row, column in zip(rows, columns, strict=True))


def _index(number: Value, length: int) -> int:
    at = whole_number(number, "a position in square brackets")
    if not -length <= at < length:
        raise EngineError(f"there is no position {at}, as positions go from 0 to {length - 1}; write one of these")
    return at


def is_column(value: Value) -> bool:
    """Return whether a value is a grid of one column and at least two rows: a column vector."""
    return rank_of(value) == 2 and len(value) > 1 and len(value[0]) == 1


def _reshaped(value: Value, shape: Value) -> Value:
    sizes, numbers = [whole_number(number, "a size") for number in flat(shape)], flat(value)
    if sizes.count(-1) == 1:  # this size follows from the others
        sizes[sizes.index(-1)] = len(numbers) // max(-prod(sizes), 1)
    if prod(sizes) != len(numbers) or len(sizes) > 2 or min(sizes) < 1:
        raise EngineError("reshape needs one or two sizes whose product is the count of the numbers; write these")
    return shaped(tuple(sizes), numbers)


def _diag(value: Value) -> Value:
    if rank_of(value) == 1:
        return tuple(
            tuple(number if at == row else 0.0 for at in range(len(value))) for row, number in enumerate(value)
        )
    return tuple(row[at] for at, row in enumerate(value) if at < len(row))


# Functions that only arrange numbers, with the number of values that they take.
ARRANGED: dict[str, tuple[Callable[..., Value], int]] = {
    "reshape": (_reshaped, 2),
    "flatten": (flat, 1),
    "diag": (_diag, 1),
}


def arranged(name: str, values: Sequence[Value]) -> Value:
    """Return the result of a function in `ARRANGED`. Raises EngineError if the values do not fit."""
    work, count = ARRANGED[name]
    if len(values) != count or rank_of(values[0]) == 0:
        given = " and ".join(map(in_words, values)) or "nothing"
        raise EngineError(f"{name} does not work with {given}; write a row or a grid in its brackets")
    return work(*values)
