"""Many rows into one: the average over real words."""

from __future__ import annotations

from katatx.engine.interval import Number
from katatx.engine.operations import divide, keep, total
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import recipe
from katatx.engine.recipes.whole import whole_number
from katatx.engine.values import Grid, Row, transposed


@recipe("average", "pool")
def mean(pencil: Pencil, rows: Grid, real: Number | None = None) -> Row:
    """Averages rows number by number; only the first `real` rows hold words."""
    count = float(whole_number(float(len(rows)) if real is None else real, "real", 1, len(rows)))
    words = pencil("real rows", keep, rows[: int(count)])
    sums = pencil("add", total, transposed(words))
    return pencil("divide", divide, sums, count)


mean.goes_wrong(
    "divide", "not-divided", lambda line: line.given[0],
    happened="the rows were added and not divided",
    instead="divide each sum by the number of words",
)  # fmt: skip
mean.goes_wrong(
    "divide", "padding-counted",
    lambda line: line.work(divide, line.given[0], float(len(line.inputs["rows"]))),
    happened="the sum was divided by all slots, padding too",
    instead="divide by the number of real words",
)  # fmt: skip
mean.goes_wrong(
    "real rows", "padding-added", lambda line: line.inputs["rows"],
    happened="the padding rows were added in",
    instead="leave padding out of the sum: it holds no word",
)  # fmt: skip
mean.goes_wrong(
    "divide", "averaged-inside",
    lambda line: line.work(
        divide,
        line.work(total, line.inputs["rows"][: int(line.given[1])]),
        float(len(line.inputs["rows"][0])),
    ),
    happened="each row was averaged inside itself, leaving one number a word",
    instead="average across the words, slot by slot: the width survives",
)  # fmt: skip
