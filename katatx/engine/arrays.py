"""Rows and grids as array libraries treat them: broadcasting and indexing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from katatx.engine.errors import EngineError
from katatx.engine.values import Value, as_grid, is_number, rank_of, shape_of, shapes_in_words, unmatched, whole_number


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


def picked(value: Value, index: Sequence[Any]) -> Value:
    """Return the part of a value that an index selects: `x[0]`, `A[:, 1]`, `A[1:3]`, `A[[0, 2]]`.

    `index` has an entry for one or more axes: a number, negative from the end, a slice, or a row of numbers. Raises
    EngineError if the index does not fit or selects nothing.
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
    if isinstance(first, tuple) and others and isinstance(others[0], tuple):
        raise EngineError("two rows of positions may be pairs or rows and columns; write a position for each number")
    return tuple(picked(row, others) for row in rows) if others else rows


def _index(number: Value, length: int) -> int:
    at = whole_number(number, "a position in square brackets")
    if not -length <= at < length:
        raise EngineError(f"there is no position {at}, as positions go from 0 to {length - 1}; write one of these")
    return at
