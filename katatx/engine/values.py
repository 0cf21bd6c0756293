"""Values: a number, a row (tuple of numbers) or a grid (tuple of rows).

A number is a float or an Interval. For the few dozen numbers of a hand calculation, tuples are faster than an array
library, and a number can be of either type without any change to the recipes.

No row or grid is empty. Except for `need_numbers`, functions of a value may raise IndexError for one that is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from katatx.engine.errors import EngineError
from katatx.engine.pencils.interval import Interval, Number, low_of
from scoring.shapes import describe

Row: TypeAlias = tuple[Number, ...]
Grid: TypeAlias = tuple[Row, ...]
# A number, row or grid. Shapes are checked where a value is used, not by types.
Value: TypeAlias = Any


def value_of(plain: object) -> Value:
    """Return a number or nested lists, as read from a file, as floats in nested tuples.

    Raises EngineError if something is not a number (a bool is none) or too large, or if brackets are empty, mix numbers
    and rows, or hold rows of different lengths.
    """
    if isinstance(plain, (list, tuple)):
        items = tuple(value_of(item) for item in plain)
        shapes = {shape_of(item) for item in items}
        if not items:
            raise EngineError("the brackets are empty; write numbers in them")
        if len(set(map(len, shapes))) > 1:
            raise EngineError("numbers and rows are mixed; write only numbers, or only rows")
        if len(shapes) > 1:
            raise EngineError("the rows have different lengths; write as many numbers in every row")
        return items
    if isinstance(plain, (int, float)) and not isinstance(plain, bool):
        try:
            return float(plain)
        except OverflowError as error:
            raise EngineError("a number is too large to work with; write one below 1e308") from error
    raise EngineError(f"found {type(plain).__name__} where a number should be; write a number such as 3 or 0.5")


def shape_of(value: Value) -> tuple[int, ...]:
    """Return the shape: () for a number, (n,) for a row, (rows, columns) for a grid.

    Only the first row of a grid is looked at. Anything but a tuple counts as a number, None too.
    """
    if not isinstance(value, tuple):
        return ()
    shape: list[int] = []
    while isinstance(value, tuple):
        shape.append(len(value))
        value = value[0]
    return tuple(shape)


def rank_of(value: Value) -> int:
    """Return the number of axes: 0 for a number or None, 1 for a row, 2 for a grid."""
    rank = 0
    while type(value) is tuple:
        rank += 1
        value = value[0]
    return rank


def shapes_in_words(*values: Value) -> str:
    """Return the shapes of values in words, with "and" between them: "a row of 2 and one number"."""
    return " and ".join(describe(shape_of(value)) for value in values)


def need_rank(value: Value, rank: int, what: str) -> None:
    """Raise EngineError if `value` does not have `rank` axes: number (0), row (1), grid (2) or list of grids (3).

    `what` begins the message and names the operation.
    """
    if rank_of(value) != rank:
        needed = ("a number", "a row", "a grid", "a list of grids")[rank]
        raise EngineError(f"{what} needs {needed}, and is given {shapes_in_words(value)}; write {needed} there")


def need_numbers(value: Value) -> None:
    """Raise EngineError if a row, or the first row of a grid, is empty.

    A wrong turn that leaves out the only entry of a row gives such a value.
    """
    while type(value) is tuple:
        if not value:
            raise EngineError("no number is left to work with; write a row of two or more")
        value = value[0]


def size_of(value: Value) -> int:
    """Return the number of numbers in a value."""
    if type(value) is not tuple:
        return 1
    return sum(map(size_of, value)) if type(value[0]) is tuple else len(value)


def flat(value: Value) -> tuple[Number, ...]:
    """Return all numbers of a value in row-major order."""
    if isinstance(value, tuple):
        return tuple(number for item in value for number in flat(item))
    return (value,)


def like(shape: tuple[int, ...], numbers: Sequence[Any]) -> list[Any] | Any:
    """Return the flat, row-major sequence `numbers` as nested lists of the given shape; a single number for shape ().

    There must be as many as the shape holds; this is not checked.
    """
    if not shape:
        return numbers[0]
    size = len(numbers) // shape[0]
    return [like(shape[1:], numbers[i * size : (i + 1) * size]) for i in range(shape[0])]


def shaped(shape: tuple[int, ...], numbers: Sequence[Number]) -> Value:
    """Return the flat, row-major sequence `numbers` as a value (nested tuples) of the given shape.

    For shape () it is a single number. There must be as many numbers as the shape holds; this is not checked.
    """
    if len(shape) == 1:
        return tuple(numbers)
    if len(shape) == 2:
        width = shape[1]
        return tuple(tuple(numbers[start : start + width]) for start in range(0, len(numbers), width))
    return _tuples(like(shape, numbers))


def _tuples(value: Any) -> Value:
    """Return nested lists as nested tuples."""
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def floats(value: Value) -> tuple[float, ...]:
    """Return all numbers of a value in row-major order as floats: an interval as its lower end, an array as it is."""
    if type(value) is float:
        return (value,)
    return tuple(map(low_of, flat(value)))


def as_lists(value: Value) -> Any:
    """Return a value as nested lists; a number unchanged."""
    return [as_lists(item) for item in value] if isinstance(value, tuple) else value


def as_written(value: Value) -> Value:
    """Return a value as it is written on paper.

    A grid of one row becomes that row. A list of grids, which some wrong turns produce, becomes one grid with all their
    rows.
    """
    rank = len(shape_of(value))
    if rank == 3:
        return tuple(row for grid in value for row in grid)
    return value[0] if rank == 2 and len(value) == 1 else value


def is_number(value: Value) -> bool:
    """Return whether a value is a single number: a float or an interval."""
    return isinstance(value, (float, Interval))


def entry_by_entry(work: Callable[..., Number], *values: Value) -> Value:
    """Return `work` applied to matching entries of the values, in the shape of the values.

    A single number is used with every entry, and a row beside a grid of as many rows gives one number to each row.
    Raises EngineError, naming the shapes, if lengths differ.
    """
    if len(values) == 2 and _are_rows(*values):  # fast path for most calls
        first, second = values
        return tuple([work(a, b) for a, b in zip(first, second, strict=True)])
    lengths = {len(value) for value in values if type(value) is tuple}
    if not lengths:
        return work(*values)
    if len(lengths) > 1:
        raise EngineError(f"the shapes do not match: {shapes_in_words(*values)}; make both the same length and width")
    (length,) = lengths
    columns = [value if type(value) is tuple else (value,) * length for value in values]
    if any(type(column[0]) is tuple for column in columns):
        return tuple([entry_by_entry(work, *entries) for entries in zip(*columns, strict=True)])
    return tuple([work(*entries) for entries in zip(*columns, strict=True)])


def _are_rows(first: Value, second: Value) -> bool:
    """Return whether two values are rows (not grids) of equal length."""
    return (
        type(first) is tuple
        and type(second) is tuple
        and len(first) == len(second)
        and type(first[0]) is not tuple
        and type(second[0]) is not tuple
    )


def transposed(grid: Grid) -> Grid:
    """Return the transpose of a grid. Raises EngineError if its rows have different lengths."""
    if len(set(map(len, grid))) > 1:
        raise EngineError("the rows have different lengths; write as many numbers in every row")
    return tuple(zip(*grid, strict=True))
