"""Values: a number, a row (tuple of numbers) or a grid (tuple of rows).

A number is a float or an Interval. For a few dozen numbers, tuples are faster than an array library. No row or grid is
empty: but for `need_numbers`, functions of a value may raise IndexError for one that is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, TypeAlias

from katatx.engine.errors import EngineError
from katatx.engine.pencils.interval import Interval, Number, low_of
from katatx.notation.quoting import quote
from scoring.shapes import describe

Row: TypeAlias = tuple[float, ...]
Grid: TypeAlias = tuple[Row, ...]
# A number, row or grid. Shapes are checked where a value is used, not by types.
Value: TypeAlias = Any


def value_of(plain: object) -> Value:
    """Return a number or nested lists, as read from a file, as a value. Raises EngineError if they are not one."""
    if isinstance(plain, (list, tuple)):
        items = tuple(value_of(item) for item in plain)
        if not items:
            raise EngineError("the brackets are empty; write numbers in them")
        need_alike(items)
        return items
    if isinstance(plain, (int, float)) and not isinstance(plain, bool):
        try:
            return float(plain)
        except OverflowError as error:
            raise EngineError("a number is too large to work with; write one below 1e308") from error
    raise EngineError(f"found {type(plain).__name__} where a number should be; write a number such as 3 or 0.5")


def need_alike(items: Sequence[Value], place: str = "") -> None:
    """Raise EngineError, beginning with `place`, if the items of a list differ in shape."""
    shapes = dict.fromkeys(map(shape_of, items))
    if len(shapes) > 1:
        given = ", ".join(map(describe, shapes))
        raise EngineError(f"{place}the items of a list have different shapes: {given}; make them all alike")


def shape_of(value: Value) -> tuple[int, ...]:
    """Return the shape: () for a number or None, (n,) for a row, (rows, columns) for a grid, by its first row."""
    shape: tuple[int, ...] = ()
    while isinstance(value, tuple):
        shape += (len(value),)
        value = value[0]
    return shape


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


def in_words(value: Value) -> str:
    """Return a number or a word as it is, the shape of anything else in words."""
    if isinstance(value, tuple):
        return shapes_in_words(value)
    return f"{value:g}" if is_number(value) else quote(str(value))


def unmatched(*values: Value) -> EngineError:
    """Return the error that the shapes of values do not match."""
    return EngineError(f"the shapes do not match: {shapes_in_words(*values)}; make both the same length and width")


def need_numbers(value: Value) -> None:
    """Raise EngineError if a row, or the first row of a grid, is empty: a wrong turn may leave out its only entry."""
    while type(value) is tuple:
        if not value:
            raise EngineError("no number is left to work with; write a row of two or more")
        value = value[0]


def need_even(value: Value) -> None:
    """Raise EngineError if the items of a value differ in shape, at any depth."""
    if type(value) is tuple:
        if len(set(map(shape_of, value))) > 1:
            raise EngineError("this mistake leaves rows of different lengths")
        for each in value:
            need_even(each)


def size_of(value: Value) -> int:
    """Return the number of numbers in a value."""
    return len(flat(value))


def flat(value: Value) -> tuple[Any, ...]:
    """Return all numbers of a value in row-major order."""
    if type(value) is not tuple:
        return (value,)
    return value if type(value[0]) is not tuple else tuple([number for item in value for number in flat(item)])


def shaped(shape: tuple[int, ...], numbers: Sequence[Any]) -> Value:
    """Return row-major numbers, exactly as many as the shape holds, as a value of that shape."""
    if len(shape) < 2:
        return tuple(numbers) if shape else numbers[0]
    size = len(numbers) // shape[0]
    return tuple([shaped(shape[1:], numbers[at * size : (at + 1) * size]) for at in range(shape[0])])


def like(shape: tuple[int, ...], numbers: Sequence[Any]) -> Any:
    """Return what `shaped` returns as nested lists."""
    return as_lists(shaped(shape, numbers))


def floats(value: Value) -> tuple[float, ...]:
    """Return all numbers of a value in row-major order as floats: an interval as its lower end, an array as it is."""
    return tuple(map(low_of, flat(value)))


def as_lists(value: Value) -> Any:
    """Return a value as nested lists; a number unchanged."""
    return [as_lists(item) for item in value] if isinstance(value, tuple) else value


def as_written(value: Value) -> Value:
    """Return a value as it is written on paper: a grid of one row as that row, a list of grids as one grid."""
    rank = rank_of(value)
    if rank == 3:
        return tuple(row for grid in value for row in grid)
    return value[0] if rank == 2 and len(value) == 1 else value


def is_number(value: Value) -> bool:
    """Return whether a value is a single number: a float or an interval."""
    return isinstance(value, (float, Interval))


def entry_by_entry(work: Callable[..., Number], *values: Value) -> Value:
    """Return `work` applied to matching entries of the values, in the shape of the values.

    A number is used with every entry, and a row beside a grid gives one number to each row. Raises EngineError if
    lengths differ.
    """
    lengths = {len(value) for value in values if type(value) is tuple}
    if not lengths:
        return work(*values)
    if len(lengths) > 1:
        raise unmatched(*values)
    (length,) = lengths
    columns = [value if type(value) is tuple else (value,) * length for value in values]
    if any(type(column[0]) is tuple for column in columns):
        return tuple([entry_by_entry(work, *entries) for entries in zip(*columns, strict=True)])
    return tuple([work(*entries) for entries in zip(*columns, strict=True)])


def as_grid(value: Value) -> Value:
    """Return a row as a grid of one row, and a grid as it is."""
    return (value,) if rank_of(value) == 1 else value


def is_column(value: Value) -> bool:
    """Return whether a value is a grid of one column and at least two rows: a column vector."""
    return rank_of(value) == 2 and len(value) > 1 and len(value[0]) == 1


def transposed(grid: Grid) -> Grid:
    """Return the transpose of a grid. Raises EngineError if its rows have different lengths."""
    if len(set(map(len, grid))) > 1:
        raise EngineError("the rows have different lengths; write as many numbers in every row")
    return tuple(zip(*grid, strict=True))


# The largest count accepted.
MOST = 10**9


def whole_number(value: Value, name: str, lowest: float = -inf, highest: float = inf) -> int:
    """Return a number as an int, as which a working depends on it. Raises EngineError as `need_whole` does."""
    need_whole(value, name, lowest, highest)
    return int(value)


def need_whole(value: Value, name: str, lowest: float = -inf, highest: float = inf) -> None:
    """Raise EngineError for anything but a whole number from `lowest` to `highest`."""
    if not is_number(value) or value % 1 != 0 or not lowest <= value <= highest:
        upwards = f", {lowest:g} or more" if highest >= MOST else f", {lowest:g} to {highest:g}"
        raise EngineError(f"{name} is {in_words(value)}; write a whole number{'' if lowest == -inf else upwards}")
