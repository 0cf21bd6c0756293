"""Rows and grids as array libraries treat them: broadcasting, indexing, and calls that only arrange numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from math import inf, isfinite, prod

from katatx.engine.asking import is_true
from katatx.engine.errors import EngineError
from katatx.engine.pencils.interval import low_of
from katatx.engine.values import (
    Row,
    Value,
    entry_by_entry,
    flat,
    is_number,
    rank_of,
    shape_of,
    shaped,
    shapes_in_words,
    transposed,
)
from katatx.notation.quoting import quote
from scoring.shapes import describe

_MOST_ENDS = 3  # start, stop and step
_MOST = 2_000  # numbers that a call may make


def broadcast(left: Value, right: Value) -> tuple[Value, Value]:
    """Return two values expanded to one shape by NumPy's broadcasting rules, for up to two axes.

    Both are returned unchanged if one is a single number or if their shapes are equal. Otherwise both results are
    grids, even for two rows. Raises EngineError, naming both shapes, if they are incompatible.
    """
    if is_number(left) or is_number(right) or shape_of(left) == shape_of(right):
        return left, right
    first, second = _as_grid(left), _as_grid(right)
    height, width = (_common_length(first, second, left, right, axis) for axis in (0, 1))
    return _repeated(first, height, width), _repeated(second, height, width)


def _as_grid(value: Value) -> Value:
    """Return a row as a grid of one row; anything else unchanged."""
    return (value,) if rank_of(value) == 1 else value


def _common_length(first: Value, second: Value, left: Value, right: Value, axis: int) -> int:
    """Return the length of two grids along an axis (0 or 1) after broadcasting: the larger one.

    `left` and `right` are the values before they were made grids. Raises EngineError with their shapes if the lengths
    differ and neither is 1.
    """
    lengths = {shape_of(first)[axis], shape_of(second)[axis]}
    if len(lengths - {1}) > 1:
        raise EngineError(
            f"the shapes do not match: {describe(shape_of(left))} and {describe(shape_of(right))}; make both the "
            "same length and width"
        )
    return max(lengths)


def _repeated(grid: Value, height: int, width: int) -> Value:
    """Return a grid repeated along axes of length 1 to the given height and width."""
    rows = grid if len(grid) == height else grid * height
    return tuple(row if len(row) == width else row * width for row in rows)


def whole_number(value: Value, what: str) -> int:
    """Return a value as an int; an interval counts as its lower end.

    Raises EngineError, beginning with `what`, if it is not a whole number.
    """
    number = low_of(value) if is_number(value) else inf
    if not isfinite(number) or number != int(number):
        found = (
            f"{number:g}"
            if is_number(value)
            else describe(shape_of(value))
            if isinstance(value, tuple)
            else quote(str(value))
        )
        raise EngineError(f"{what} is {found}; write a whole number")
    return int(number)


def picked(value: Value, index: Sequence[Value | slice]) -> Value:
    """Return the part of a value that an index selects: `x[0]`, `A[:, 1]`, `A[1:3]`, `A[[0, 2]]`.

    `index` has at least one entry, and at most one for each axis: a number (from 0, or negative from the end), a slice,
    or a row of numbers. Two rows of numbers are pairs of positions, as in NumPy. Raises EngineError if the index is not
    whole or out of range, has too many entries, pairs rows of different lengths, or selects nothing.
    """
    if len(index) > rank_of(value):
        raise EngineError(
            f"the square brackets name too many positions ({len(index)}) for {describe(shape_of(value))}; write at "
            f"most {rank_of(value)}"
        )
    first, *others = index
    if isinstance(first, slice):
        rows = value[first]
        if not rows:
            raise EngineError("the part picked with a colon is empty; write a start before the end, as in x[0:2]")
        return tuple(picked(row, others) for row in rows) if others else rows
    if isinstance(first, tuple):
        rows = tuple(value[_index(each, len(value))] for each in first)
        if others and isinstance(others[0], tuple):
            if len(others[0]) != len(rows):
                raise EngineError(
                    f"{len(rows)} row positions and {len(others[0])} column positions do not make pairs; write as "
                    "many of each"
                )
            return tuple(picked(row, (place,)) for row, place in zip(rows, others[0], strict=False))
        return tuple(picked(row, others) for row in rows) if others else rows
    row = value[_index(first, len(value))]
    return picked(row, others) if others else row


def _index(number: Value, length: int) -> int:
    """Return an index as an int; it is negative if it counts from the end.

    Raises EngineError if it is not whole, or outside a row of `length` numbers.
    """
    at = whole_number(number, "a position in square brackets")
    if not -length <= at < length:
        raise EngineError(f"there is no position {at}, as positions go from 0 to {length - 1}; write one of these")
    return at


def _sizes(values: Sequence[Value]) -> tuple[int, ...]:
    """Return the sizes given to `zeros` and the like as ints; `values` are one or more numbers, or a single row.

    Raises EngineError for a size that is not whole.
    """
    numbers = flat(values[0]) if len(values) == 1 else tuple(values)
    return tuple(whole_number(number, "a size") for number in numbers)


def _filled(sizes: tuple[int, ...], number: float) -> Value:
    """Return a row or grid of the given one or two sizes in which every entry is `number`.

    Raises EngineError for no size, more than two, one below 1, or more than 2,000 entries.
    """
    if not sizes or any(size < 1 for size in sizes) or len(sizes) > 2 or prod(sizes) > _MOST:
        raise EngineError(
            f"the sizes make no row or grid of 1 to {_MOST:,} numbers; write one or two sizes, as in zeros(2, 3)"
        )
    return shaped(sizes, [number] * prod(sizes))


def _eye(size: Value, width: Value | None = None) -> Value:
    """Return an identity matrix of `size` rows, cut off or extended with zeros to `width` columns, if given.

    Raises EngineError for a size that is not whole or below 1, or for more than 2,000 entries.
    """
    height = whole_number(size, "a size")
    across = height if width is None else whole_number(width, "a size")
    _filled((height, across), 0.0)
    return tuple(tuple(float(row == column) for column in range(across)) for row in range(height))


def _full(sizes: Value, number: Value) -> Value:
    """Return a row or grid of these sizes, each entry the same number.

    Raises EngineError if `number` is not a single number, or for sizes that `_sizes` or `_filled` refuses.
    """
    if not is_number(number):
        raise EngineError(f"full is given {shapes_in_words(number)} to fill with; write one number there")
    return _filled(_sizes((sizes,)), number)


def _arange(*values: Value) -> Value:
    """Return evenly spaced numbers, given (stop), (start, stop) or (start, stop, step) as for `numpy.arange`.

    Raises EngineError for another count of arguments, if there are no such numbers or more than 2,000, or for a step of
    0.
    """
    if not 1 <= len(values) <= _MOST_ENDS:
        raise EngineError(f"a range is given {len(values)} values; write its end, or its start, end and step")
    numbers = list(map(low_of, values))
    start, stop, step = (0.0, numbers[0], 1.0) if len(numbers) == 1 else (*numbers, 1.0)[:3]
    if step == 0 or not 0 < (stop - start) / step <= _MOST:
        raise EngineError(
            f"a range from {start:g} to {stop:g} by {step:g} does not have 1 to {_MOST:,} numbers; "
            "write another end or step"
        )
    count = -int(-((stop - start) / step) // 1)
    return tuple(start + step * index for index in range(count))


def _linspace(start: Value, stop: Value, count: Value | None = None) -> Value:
    """Return `count` (default 50) evenly spaced numbers from start to stop, both included; a count of 1 gives start.

    Raises EngineError if the count is not a whole number from 1 to 2,000, or an end is infinite.
    """
    number = 50 if count is None else whole_number(count, "a count")
    first, last = low_of(start), low_of(stop)
    if not (1 <= number <= _MOST and isfinite(first) and isfinite(last)):
        raise EngineError(
            f"linspace is asked for {number:g} numbers from {first:g} to {last:g}; write a count from 1 to {_MOST:,} "
            "and finite ends"
        )
    return tuple(first + (last - first) * index / (number - 1) for index in range(number)) if number > 1 else (first,)


def _diag(value: Value) -> Value:
    """Return the grid with a row on its diagonal, or the diagonal of a grid."""
    if rank_of(value) == 1:
        return tuple(
            tuple(each if at == column else 0.0 for column in range(len(value))) for at, each in enumerate(value)
        )
    return tuple(row[at] for at, row in enumerate(value) if at < len(row))


def _triangle(lower: bool) -> Callable[..., Value]:
    """Return a function that sets all but the lower (if `lower`) or upper triangle of a grid to 0.

    Like `numpy.tril`, it takes the grid and, optionally, by how many columns the diagonal is moved to the right.
    """

    def cut(value: Value, offset: Value = 0.0) -> Value:
        """Return the grid `value` with 0 outside the triangle, whose diagonal is moved right by `offset` columns.

        A negative offset moves it left. Raises EngineError if it is not whole.
        """
        shift = whole_number(offset, "an offset")
        return tuple(
            tuple(
                number if (column - row <= shift if lower else column - row >= shift) else 0.0
                for column, number in enumerate(numbers)
            )
            for row, numbers in enumerate(value)
        )

    return cut


def _reshaped(value: Value, shape: Value) -> Value:
    """Return the numbers of a value in another shape; one size may be -1, and then follows from the others.

    `shape` is one or two sizes. Raises EngineError if the numbers do not fill it, if it has more than two axes, or if a
    size is not whole.
    """
    sizes = [whole_number(number, "a size") for number in flat(shape)]
    numbers = flat(value)
    if sizes.count(-1) == 1:
        known = -prod(sizes)
        sizes[sizes.index(-1)] = len(numbers) // known if known > 0 else 0
    if prod(sizes) != len(numbers) or len(sizes) > 2 or min(sizes) < 1:
        raise EngineError(
            f"{len(numbers)} numbers do not fill that shape; write one or two sizes whose product is {len(numbers)}"
        )
    return shaped(tuple(sizes), numbers)


def _joined(axis: Value, *parts: Value) -> Value:
    """Return rows or grids concatenated: end to end (axis 0 or -2), or for grids side by side (axis 1 or -1).

    A single number counts as a row. Rows are joined end to end along either axis, as a grid of one row is a row. Raises
    EngineError if nothing is given, if rows and grids are mixed, if there is no such axis, or if grids end to end
    differ in width; ValueError if grids side by side differ in height.
    """
    if not parts:
        raise EngineError("there is nothing to join; write rows or grids in the brackets")
    ranks = {rank_of(part) == 2 for part in parts}
    if len(ranks) > 1:
        raise EngineError("a row and a grid cannot be joined; write the row as a grid too, as in [[1, 2]]")
    along, are_grids = whole_number(axis, "an axis"), True in ranks
    if along not in (-2, -1, 0, 1):
        raise EngineError(f"there is no axis {along}; write axis=0 or axis=1")
    if are_grids:
        if along in (0, -2):
            if len({len(part[0]) for part in parts}) > 1:
                raise EngineError(
                    f"the shapes do not match: {shapes_in_words(*parts)}; write grids with as many columns each"
                )
            return tuple(chain.from_iterable(parts))
        return tuple(tuple(chain.from_iterable(rows)) for rows in zip(*parts, strict=True))
    return tuple(number for part in parts for number in flat(part))


def _as_column(value: Value) -> Value:
    """Return a row as a column. Raises EngineError for anything else."""
    if rank_of(value) != 1:
        raise EngineError(f"{shapes_in_words(value)} cannot be made a column; write a row")
    return tuple((number,) for number in value)


def _where(condition: Value, first: Value, second: Value) -> Value:
    """Return the entries of `first` where the condition is not 0, of `second` elsewhere; all three are broadcast.

    A condition that is an interval counts as its lower end. Raises EngineError if the shapes do not fit.
    """
    first, second = broadcast(first, second)
    condition, first = broadcast(condition, first)
    condition, second = broadcast(condition, second)
    return entry_by_entry(lambda holds, a, b: a if is_true(holds) else b, condition, first, second)


def _order(row: Value) -> Row:
    """Return the indices, from 0, of a row's numbers in ascending order of the numbers.

    The indices are floats, and equal numbers keep their order. An interval is sorted by its lower end. Raises
    EngineError for anything but a row.
    """
    if rank_of(row) != 1:
        raise EngineError(f"argsort is given {shapes_in_words(row)}; write one row, as in argsort(x[0])")
    return tuple(map(float, sorted(range(len(row)), key=lambda at: low_of(row[at]))))


def _sorted(row: Value) -> Row:
    """Return a row in ascending order; an interval is sorted by its lower end.

    Raises EngineError for anything but a row.
    """
    if rank_of(row) != 1:
        raise EngineError(f"sort is given {shapes_in_words(row)}; write one row, as in sort(x[0])")
    return tuple(sorted(row, key=low_of))


def _shape(value: Value) -> Row:
    """Return the shape of a row or grid as a row of numbers. Raises EngineError for a single number."""
    if is_number(value):
        raise EngineError("shape is given one number; write a row or a grid, as in shape([1, 2])")
    return tuple(map(float, shape_of(value)))


# Functions that only create or arrange numbers, by their library names.
ARRANGED: dict[str, Callable[..., Value]] = {
    "zeros": lambda *sizes: _filled(_sizes(sizes), 0.0),
    "ones": lambda *sizes: _filled(_sizes(sizes), 1.0),
    "full": _full,
    "zeros_like": lambda value: shaped(shape_of(value), [0.0] * len(flat(value))),
    "ones_like": lambda value: shaped(shape_of(value), [1.0] * len(flat(value))),
    "eye": _eye, "arange": _arange, "linspace": _linspace, "diag": _diag,
    "tril": _triangle(lower=True), "triu": _triangle(lower=False),
    "flatten": flat, "reshape": _reshaped, "join": _joined, "where": _where,
    "vstack": lambda *parts: _joined(0.0, *map(_as_grid, parts)),
    "as_column": _as_column,
    "masked_fill": lambda value, mask, number: _where(mask, number, value),
    "argsort": _order,
    "sort": _sorted,
    "shape": _shape, "size": lambda value: float(len(flat(value))), "len": lambda value: float(len(value)),
    "ndim": lambda value: float(rank_of(value)), "flip": lambda value: value[::-1],
}  # fmt: skip


def arranged(name: str, values: Sequence[Value]) -> Value:
    """Return the result of the function called `name` in `ARRANGED` on `values`.

    Raises EngineError if the arguments do not fit.
    """
    try:
        return ARRANGED[name](*values)
    except (TypeError, IndexError, ValueError) as error:
        given = " and ".join(describe(shape_of(each)) for each in values)
        raise EngineError(f"{name} does not work with {given}; write other values in its brackets") from error


def is_column(value: Value) -> bool:
    """Return whether a value is a grid of one column and at least two rows: a column vector."""
    return rank_of(value) == 2 and len(value) > 1 and len(value[0]) == 1


def row_of_column(value: Value) -> Row:
    """Return a column vector as a row."""
    return transposed(value)[0]
