"""Rows and grids as array libraries treat them: broadcasting, indexing, and calls that only arrange numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from math import ceil, inf, isfinite, prod
from typing import Any, NamedTuple

from katatx.engine.errors import EngineError
from katatx.engine.values import (
    Value,
    entry_by_entry,
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

_MOST = 2_000  # numbers that a call may make


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


def _need(holds: bool) -> None:
    if not holds:  # `arranged` makes this an EngineError, as it does TypeError and IndexError
        raise ValueError


def _sizes(*values: Value) -> list[int]:
    return [whole_number(number, "a size") for number in (flat(values[0]) if len(values) == 1 else values)]


def _filled(sizes: Sequence[int], number: Value) -> Value:
    _need(is_number(number) and len(sizes) <= 2 and min(sizes) >= 1 and prod(sizes) <= _MOST)
    return shaped(tuple(sizes), [number] * prod(sizes))


def _band(grid: Value, lowest: float, highest: float) -> Value:
    """Return a grid with 0 wherever the column less the row is not from lowest to highest."""
    return tuple(
        tuple(number if lowest <= column - row <= highest else 0.0 for column, number in enumerate(numbers))
        for row, numbers in enumerate(grid)
    )


def _eye(size: Value, width: Value | None = None) -> Value:
    return _band(_filled(_sizes(size, size if width is None else width), 1.0), 0, 0)


def _diag(value: Value) -> Value:
    if rank_of(value) == 1:
        return _band((value,) * len(value), 0, 0)
    return tuple(row[at] for at, row in enumerate(value) if at < len(row))


def _arange(start: Value, stop: Value | None = None, step: Value = 1.0) -> Value:
    first, last, by = (0.0, start, step) if stop is None else (start, stop, step)
    _need(by != 0 and 0 < (last - first) / by <= _MOST)
    return tuple(first + by * at for at in range(ceil((last - first) / by)))


def _linspace(start: Value, stop: Value, count: Value = 50.0) -> Value:
    number, first, last = whole_number(count, "a count"), start, stop
    _need(1 <= number <= _MOST and isfinite(first) and isfinite(last))
    return tuple(first + (last - first) * at / max(number - 1, 1) for at in range(number))


def _reshaped(value: Value, shape: Value) -> Value:
    sizes, numbers = _sizes(shape), flat(value)
    if sizes.count(-1) == 1:  # this size follows from the others
        sizes[sizes.index(-1)] = len(numbers) // max(-prod(sizes), 1)
    _need(prod(sizes) == len(numbers) and len(sizes) <= 2 and min(sizes) >= 1)
    return shaped(tuple(sizes), numbers)


def _joined(axis: Value, *parts: Value) -> Value:
    """Return rows end to end, or grids end to end (axis 0, -2) or side by side; a number is a row."""
    along = whole_number(axis, "an axis")
    _need(along in (-2, -1, 0, 1) and len({rank_of(part) == 2 for part in parts}) == 1)
    if rank_of(parts[0]) < 2:
        return tuple(number for part in parts for number in flat(part))
    if along in (-1, 1):
        return tuple(tuple(chain(*rows)) for rows in zip(*parts, strict=True))
    _need(len({len(part[0]) for part in parts}) == 1)
    return tuple(chain(*parts))


def _row(value: Value) -> Value:
    _need(rank_of(value) == 1)
    return value


def _where(condition: Value, first: Value, second: Value) -> Value:
    first, second = broadcast(first, second)
    condition, first = broadcast(condition, first)
    condition, second = broadcast(condition, second)
    return entry_by_entry(lambda holds, a, b: a if holds != 0 else b, condition, first, second)


def _order(row: Value) -> Value:
    return tuple(map(float, sorted(range(len(row)), key=lambda at: row[at])))


class _Arranging(NamedTuple):
    """A function that only makes or arranges numbers, and what to write in its brackets."""

    work: Callable[..., Value]
    takes: str = "a row or a grid"


_ANY_SIZES = f"one or two sizes, for 1 to {_MOST:,} numbers"
# By their library names.
ARRANGED: dict[str, _Arranging] = {
    "zeros": _Arranging(lambda *sizes: _filled(_sizes(*sizes), 0.0), _ANY_SIZES),
    "ones": _Arranging(lambda *sizes: _filled(_sizes(*sizes), 1.0), _ANY_SIZES),
    "full": _Arranging(lambda sizes, number: _filled(_sizes(sizes), number), f"{_ANY_SIZES}, and one number"),
    "zeros_like": _Arranging(lambda value: entry_by_entry(lambda _: 0.0, value)),
    "ones_like": _Arranging(lambda value: entry_by_entry(lambda _: 1.0, value)),
    "eye": _Arranging(_eye, _ANY_SIZES),
    "arange": _Arranging(_arange, f"the end, or start, end and step, of 1 to {_MOST:,} numbers"),
    "linspace": _Arranging(_linspace, f"two finite ends, and a count from 1 to {_MOST:,}"),
    "diag": _Arranging(_diag),
    "tril": _Arranging(lambda grid, most=0.0: _band(grid, -inf, whole_number(most, "an offset")), "a grid"),
    "triu": _Arranging(lambda grid, least=0.0: _band(grid, whole_number(least, "an offset"), inf), "a grid"),
    "flatten": _Arranging(flat),
    "reshape": _Arranging(_reshaped, "one or two sizes whose product is the count of the numbers"),
    "join": _Arranging(_joined, "rows alone, or grids of one width or height"),
    "vstack": _Arranging(lambda *parts: _joined(0.0, *map(as_grid, parts)), "rows or grids of one width"),
    "where": _Arranging(_where, "a condition and two values"),
    "masked_fill": _Arranging(lambda value, mask, number: _where(mask, number, value), "a value, a mask and a number"),
    "as_column": _Arranging(lambda row: tuple((number,) for number in _row(row)), "a row"),
    "argsort": _Arranging(lambda row: _order(_row(row)), "one row, as in argsort(x[0])"),
    "sort": _Arranging(lambda row: tuple(sorted(_row(row))), "one row, as in sort(x[0])"),
    "shape": _Arranging(lambda value: (float(len(value)), *map(float, shape_of(value[0])))),
    "size": _Arranging(lambda value: float(len(flat(value))), "one value"),
    "len": _Arranging(lambda value: float(len(value))),
    "ndim": _Arranging(lambda value: float(rank_of(value)), "one value"),
    "flip": _Arranging(lambda value: value[::-1]),
}


def arranged(name: str, values: Sequence[Value]) -> Value:
    """Return the result of a function in `ARRANGED`. Raises EngineError if the values do not fit."""
    work, takes = ARRANGED[name]
    try:
        return work(*values)
    except (TypeError, IndexError, ValueError) as error:
        given = " and ".join(map(in_words, values)) or "nothing"
        raise EngineError(f"{name} does not work with {given}; write {takes} in its brackets") from error
