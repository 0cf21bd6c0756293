"""Values: a number, a row (tuple of numbers), a grid (tuple of rows).

Plain tuples hold the few dozen numbers of a pencil page faster than an array library
does, and let a number be a float or an Interval without the recipes noticing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from katatx.engine.errors import EngineError
from katatx.engine.interval import Interval, Number, is_array, low_of
from scoring.shapes import describe

Row: TypeAlias = tuple[Number, ...]
Grid: TypeAlias = tuple[Row, ...]
# A whole value of any shape. The shape is checked when it is used, not by types.
Value: TypeAlias = Any


def value_of(plain: object) -> Value:
    """A number or nested lists, as read from a file, as a value.

    Raises EngineError where it is not numbers, or rows have different lengths.
    """
    if isinstance(plain, (list, tuple)):
        items = tuple(value_of(item) for item in plain)
        shapes = {shape_of(item) for item in items}
        if not items or len(shapes) > 1:
            raise EngineError("empty brackets" if not items else "rows of different lengths")
        return items
    if isinstance(plain, (int, float)) and not isinstance(plain, bool):
        return float(plain)
    raise EngineError("not a number")


def shape_of(value: Value) -> tuple[int, ...]:
    """() for a number, (n,) for a row, (rows, columns) for a grid."""
    if not isinstance(value, tuple):
        return ()
    shape: list[int] = []
    while isinstance(value, tuple):
        shape.append(len(value))
        value = value[0]
    return tuple(shape)


def rank_of(value: Value) -> int:
    """0 for a number, 1 for a row, 2 for a grid."""
    rank = 0
    while type(value) is tuple:
        rank += 1
        value = value[0]
    return rank


def size_of(value: Value) -> int:
    """Return how many numbers a value holds."""
    if type(value) is not tuple:
        return 1
    return sum(map(size_of, value)) if type(value[0]) is tuple else len(value)


def flat(value: Value) -> tuple[Number, ...]:
    """Every number of a value in reading order."""
    if isinstance(value, tuple):
        return tuple(number for item in value for number in flat(item))
    return (value,)


def like(shape: tuple[int, ...], numbers: Sequence[Any]) -> list[Any] | Any:
    """Numbers in reading order as nested lists of a shape."""
    if not shape:
        return numbers[0]
    size = len(numbers) // shape[0]
    return [like(shape[1:], numbers[i * size : (i + 1) * size]) for i in range(shape[0])]


def shaped(shape: tuple[int, ...], numbers: Sequence[Number]) -> Value:
    """Numbers in reading order as a value of a shape."""
    if len(shape) == 1:
        return tuple(numbers)
    if len(shape) == 2:
        width = shape[1]
        return tuple(tuple(numbers[start : start + width]) for start in range(0, len(numbers), width))
    return _tuples(like(shape, numbers))


def _tuples(value: Any) -> Value:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def floats(value: Value) -> tuple[float, ...]:
    """Every number of a value in reading order; of an uncertain one, the lowest it may be."""
    if type(value) is float:
        return (value,)
    return tuple(map(low_of, flat(value)))


def as_lists(value: Value) -> Any:
    """A value as plain nested lists."""
    return [as_lists(item) for item in value] if isinstance(value, tuple) else value


def as_written(value: Value) -> Value:
    """A value as it stands on paper: a grid of one row is that row, and grids left side by
    side by a mistake are written one under the other.
    """
    rank = len(shape_of(value))
    if rank == 3:
        return tuple(row for grid in value for row in grid)
    return value[0] if rank == 2 and len(value) == 1 else value


def is_number(value: Value) -> bool:
    """Return whether a value is a single number."""
    return isinstance(value, (float, Interval)) or is_array(value)


def entry_by_entry(work: Callable[..., Number], *values: Value) -> Value:
    """`work` on matching entries; a single number goes with every entry.

    Raises EngineError naming both shapes where they do not match.
    """
    if len(values) == 2 and _are_rows(*values):  # what most of all calls are
        first, second = values
        return tuple([work(a, b) for a, b in zip(first, second, strict=True)])
    lengths = {len(value) for value in values if type(value) is tuple}
    if not lengths:
        return work(*values)
    if len(lengths) > 1:
        names = " and ".join(describe(shape_of(value)) for value in values)
        raise EngineError(f"the shapes do not match: {names}")
    (length,) = lengths
    columns = [value if type(value) is tuple else (value,) * length for value in values]
    if any(type(column[0]) is tuple for column in columns):
        return tuple([entry_by_entry(work, *entries) for entries in zip(*columns, strict=True)])
    return tuple([work(*entries) for entries in zip(*columns, strict=True)])


def _are_rows(first: Value, second: Value) -> bool:
    """Return whether two values are rows of one length."""
    return (
        type(first) is tuple
        and type(second) is tuple
        and len(first) == len(second)
        and type(first[0]) is not tuple
        and type(second[0]) is not tuple
    )


def transposed(grid: Grid) -> Grid:
    """Columns as rows."""
    return tuple(zip(*grid, strict=True))
