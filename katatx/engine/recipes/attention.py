"""Weighted sums of values, and the whole of attention."""

from __future__ import annotations

from katatx.engine.errors import EngineError
from katatx.engine.interval import Number
from katatx.engine.operations import divide, keep, multiply, total
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import Line, recipe
from katatx.engine.recipes.products import scores as match_row
from katatx.engine.recipes.products import without_own
from katatx.engine.recipes.softmax import padding_mask, scale, softmax
from katatx.engine.values import Grid, Row, shape_of, transposed
from scoring.shapes import describe


@recipe("mix")
def weighted_sum(pencil: Pencil, portions: Row, values: Grid) -> Row:
    """Multiplies each value row by its portion and adds the rows number by number."""
    if len(portions) != len(values):
        found = f"{describe(shape_of(portions))} and {describe(shape_of(values))}"
        raise EngineError(f"weighted_sum needs one portion for each value row, and is given {found}")
    weighed = pencil("weigh", multiply, portions, values)
    return pencil("add", total, transposed(weighed))


weighted_sum.goes_wrong(
    "weigh", "plain-average", lambda line: line.work(divide, line.given[1], float(len(line.given[1]))),
    happened="every row was given the same weight",
    instead="multiply each row by its own portion",
)  # fmt: skip
weighted_sum.goes_wrong(
    "weigh", "unweighted", lambda line: line.given[1],
    happened="the rows were added as they are",
    instead="multiply each row by its portion before adding",
)  # fmt: skip
weighted_sum.goes_wrong(
    "add", "not-added", lambda line: transposed(line.given[0]),
    happened="the weighed rows were left apart",
    instead="add them number by number into one row",
)  # fmt: skip
weighted_sum.goes_wrong(
    "add", "glued", lambda line: tuple(number for row in transposed(line.given[0]) for number in row),
    happened="the weighed rows were laid end to end",
    instead="add them number by number: the width stays what it was",
)  # fmt: skip
weighted_sum.goes_wrong(
    "add", "width-collapsed", lambda line: line.work(total, transposed(line.given[0])),
    happened="each weighed row was added up inside itself, leaving one number a word",
    instead="add across the rows, slot by slot: words collapse, width survives",
)  # fmt: skip


@recipe("sum_width")
def weighted_sum_width(pencil: Pencil, words: Number, width: Number) -> Number:
    """How many numbers a weighted sum of `words` rows of one width has."""
    return pencil("count", keep, width)


weighted_sum_width.goes_wrong(
    "count", "word-count", lambda line: line.inputs["words"],
    happened="the result was given one number a word",
    instead="adding the rows makes the words collapse; the width survives",
)  # fmt: skip
weighted_sum_width.goes_wrong(
    "count", "glued", lambda line: line.work(multiply, line.inputs["words"], line.inputs["width"]),
    happened="the rows were laid end to end",
    instead="rows are added number by number, so the width stays what it was",
)  # fmt: skip


@recipe("look_across")
def attention(pencil: Pencil, query: Row, keys: Grid, values: Grid, real: Number | None = None) -> Row:
    """One word's new row: match, scale, mask, portions, weighted sum (Vaswani et al. 2017, eq. 1).

    `real` is how many of the keys are words; the slots after them are padding.
    """
    matches = pencil("match", match_row, query, keys)
    scaled = pencil("scale", scale, matches, float(len(query)))
    if real is not None:
        scaled = pencil("mask", padding_mask, scaled, real)
    portions = pencil("portions", softmax, scaled)
    return pencil("weighted sum", weighted_sum, portions, values)


def _without_itself(line: Line) -> Row:
    query, real = line.inputs["query"], line.inputs["real"]
    keys, values = (without_own(line.inputs[name], None) for name in ("keys", "values"))
    scaled = line.work(scale, line.work(match_row, query, keys), float(len(query)))
    if real is not None:
        scaled = line.work(padding_mask, scaled, real - 1)
    return line.work(weighted_sum, line.work(softmax, scaled), values)


attention.goes_wrong(
    "match", "value-for-key", lambda line: line.work(match_row, line.given[0], line.inputs["values"]),
    happened="the query was dotted with the values",
    instead="dot it with the keys; values never enter a dot product",
)  # fmt: skip
attention.goes_wrong(
    "weighted sum", "key-for-value", lambda line: line.work(weighted_sum, line.given[0], line.inputs["keys"]),
    happened="the keys were mixed",
    instead="keys are only looked at; the portions weight the values",
)  # fmt: skip
attention.goes_wrong(
    "weighted sum", "itself-left-out", _without_itself,
    happened="the word left itself out",
    instead="a word matches itself too: its own value is in the sum",
)  # fmt: skip
attention.goes_wrong(
    "weighted sum", "stopped-at-portions", lambda line: line.given[0],
    happened="the portions were given as the result",
    instead="weight the values with them and add",
)  # fmt: skip
