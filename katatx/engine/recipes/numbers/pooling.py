"""Average pooling over the real words.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine.errors import EngineError
from katatx.engine.operations import add, divide, keep, larger, largest, smaller, total
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, recipe
from katatx.engine.recipes.numbers.checks import whole_number
from katatx.engine.values import Row, Value, transposed

_LONGEST_SORTED = 9


@recipe("average", "pool", "middle", "average_pooling")
def mean(pencil: Pencil, rows: Value, real: Number | None = None) -> Value:
    """Average rows number by number, only the first `real` of them if given; of a single row, its numbers."""
    if not isinstance(rows, tuple):
        raise EngineError("mean is given one number; write a row or a grid")
    count = float(whole_number(float(len(rows)) if real is None else real, "real", 1, len(rows)))
    words = pencil("real rows", keep, rows[: int(count)]) if real is not None else rows
    sums = pencil("add", total, transposed(words) if isinstance(words[0], tuple) else words)
    return pencil("divide", divide, sums, count)


def _over_all_slots(line: Line) -> Value:
    """Return the sum wrongly divided by all slots, padding included. Raises EngineError if no `real` was given."""
    if line.inputs["real"] is None:
        raise EngineError("this mistake needs padded words, and no count of real ones is given")
    return line.work(divide, line.given[0], float(len(line.inputs["rows"])))


def _averaged_inside(line: Line) -> Row:
    """Return the mean of each row's own numbers, a known mistake. Raises EngineError for a single row."""
    rows = line.inputs["rows"][: int(line.given[1])]
    if not isinstance(rows[0], tuple):
        raise EngineError("this mistake needs several rows, and is given one")
    return line.work(divide, line.work(total, rows), float(len(rows[0])))


def _side_by_side(line: Line) -> Value:
    """Return the numbers to be averaged, without padding: a row, or for each slot a row of its numbers."""
    rows = line.inputs["rows"][: int(line.given[1])]
    return transposed(rows) if isinstance(rows[0], tuple) else rows


def _median(line: Line, numbers: Value) -> Value:
    """Return the median of a row, or of each row of a grid, sorted by comparing neighbours.

    Raises EngineError for a row of more than 9 numbers.
    """
    if isinstance(numbers[0], tuple):
        return tuple(_median(line, row) for row in numbers)
    row = list(numbers)
    if len(row) > _LONGEST_SORTED:
        raise EngineError("this mistake needs a row of 9 numbers or fewer, and this one is longer")
    for last in range(len(row) - 1, 0, -1):
        for at in range(last):
            first, second = row[at : at + 2]
            row[at : at + 2] = line.work(smaller, first, second), line.work(larger, first, second)
    half = len(row) // 2
    return row[half] if len(row) % 2 else line.work(divide, line.work(add, row[half - 1], row[half]), 2.0)


mean.goes_wrong(
    "divide", "not-divided", lambda line: line.given[0],
    happened="left out the division",
    instead="divide each sum by how many were added",
)  # fmt: skip
mean.goes_wrong(
    "divide", "padding-counted", _over_all_slots,
    happened="divided by the number of all slots, padding too",
    instead="divide by the number of real words",
)  # fmt: skip
mean.goes_wrong(
    "real rows", "padding-added", lambda line: line.inputs["rows"],
    happened="added the padding rows too",
    instead="leave them out of the sum: padding holds no word",
)  # fmt: skip
mean.goes_wrong(
    "divide", "averaged-inside", _averaged_inside,
    happened="averaged each row by itself",
    detail="that leaves one number for each row",
    instead="average the rows slot by slot: the result is as wide as one row",
)  # fmt: skip
mean.goes_wrong(
    "divide", "largest-taken", lambda line: line.work(largest, _side_by_side(line)),
    happened="took the largest",
    detail="that is max pooling",
    instead="add up, and divide by how many were added",
)  # fmt: skip
mean.goes_wrong(
    "divide", "median-taken", lambda line: _median(line, _side_by_side(line)),
    happened="took the middle one of the sorted numbers",
    detail="that is the median",
    instead="add up, and divide by how many were added",
)  # fmt: skip
mean.goes_wrong(
    "divide", "halved", lambda line: line.work(divide, line.given[0], 2.0),
    happened="halved the sum",
    instead="divide by how many were added",
)  # fmt: skip
