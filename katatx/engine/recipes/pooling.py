"""Many rows, or numbers, into one: the average over real words."""

from __future__ import annotations

from katatx.engine.errors import EngineError
from katatx.engine.interval import Number
from katatx.engine.operations import divide, keep, total
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import Line, recipe
from katatx.engine.recipes.checks import whole_number
from katatx.engine.values import Row, Value, transposed


@recipe("average", "pool", "middle", "average_pooling")
def mean(pencil: Pencil, rows: Value, real: Number | None = None) -> Value:
    """Average rows number by number, only the first `real` of them if given; of a single row, its numbers."""
    if not isinstance(rows, tuple):
        raise EngineError("mean needs a row or a grid, and this is one number")
    count = float(whole_number(float(len(rows)) if real is None else real, "real", 1, len(rows)))
    words = pencil("real rows", keep, rows[: int(count)]) if real is not None else rows
    sums = pencil("add", total, transposed(words) if isinstance(words[0], tuple) else words)
    return pencil("divide", divide, sums, count)


def _over_all_slots(line: Line) -> Value:
    if line.inputs["real"] is None:
        raise EngineError("there is no padding")
    return line.work(divide, line.given[0], float(len(line.inputs["rows"])))


def _averaged_inside(line: Line) -> Row:
    rows = line.inputs["rows"][: int(line.given[1])]
    if not isinstance(rows[0], tuple):
        raise EngineError("a single row has no inside")
    return line.work(divide, line.work(total, rows), float(len(rows[0])))


mean.goes_wrong(
    "divide", "not-divided", lambda line: line.given[0],
    happened="left out the division",
    instead="divide each sum by how many were added",
)  # fmt: skip
mean.goes_wrong(
    "divide", "padding-counted", _over_all_slots,
    happened="divided by all slots, padding too",
    instead="divide by the number of real words",
)  # fmt: skip
mean.goes_wrong(
    "real rows", "padding-added", lambda line: line.inputs["rows"],
    happened="added the padding rows in",
    instead="leave them out of the sum: padding holds no word",
)  # fmt: skip
mean.goes_wrong(
    "divide", "averaged-inside", _averaged_inside,
    happened="averaged each row by itself",
    detail="that leaves one number for each word",
    instead="average across the words, slot by slot: the width stays the same",
)  # fmt: skip
mean.goes_wrong(
    "divide", "halved", lambda line: line.work(divide, line.given[0], 2.0),
    happened="halved the sum",
    instead="divide by how many were added",
)  # fmt: skip
