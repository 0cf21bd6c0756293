"""Weighted sums of values, and the whole of attention."""

from __future__ import annotations

from katatx.engine.errors import EngineError
from katatx.engine.interval import Number, low_of
from katatx.engine.operations import divide, keep, multiply, subtract, total
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import WX, Line, Order, recipe
from katatx.engine.recipes.checks import need_a_key_a_query, need_counts
from katatx.engine.recipes.layouts import common_order
from katatx.engine.recipes.masks import causal_softmax, padding_mask
from katatx.engine.recipes.products import linear, projection, without_own
from katatx.engine.recipes.products import scores as match_row
from katatx.engine.recipes.softmax import scale, softmax
from katatx.engine.values import Grid, Row, Value, shape_of, transposed
from scoring.shapes import describe


@recipe("mix")
def weighted_sum(pencil: Pencil, portions: Row, values: Grid) -> Row:
    """Multiplies each value row by its portion and adds the rows number by number; a grid of portions gives A·V."""
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
    "weigh", "portions-reversed", lambda line: line.work(multiply, line.given[0][::-1], line.given[1]),
    happened="the portions were given to the words in the opposite order",
    instead="the first portion belongs to the first value row",
)  # fmt: skip
weighted_sum.goes_wrong(
    "add", "rows-dotted", lambda line: line.work(linear, line.inputs["values"], line.inputs["portions"], WX),
    happened="the portions were dotted with each value row",
    instead="a portion belongs to a whole row: weigh the rows, then add slot by slot",
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
    need_counts(words=words, width=width)
    return pencil("count", keep, width)


weighted_sum_width.goes_wrong(
    "count", "word-count", lambda line: line.inputs["words"],
    happened="the result was given one number a word",
    instead="adding the rows makes the words collapse; the width survives",
)  # fmt: skip
weighted_sum_width.goes_wrong(
    "count", "one-number", lambda line: 1.0,
    happened="the result was taken for a single number",
    instead="rows are added slot by slot: one number a slot",
)  # fmt: skip
weighted_sum_width.goes_wrong(
    "count", "glued", lambda line: line.work(multiply, line.inputs["words"], line.inputs["width"]),
    happened="the rows were laid end to end",
    instead="rows are added number by number, so the width stays what it was",
)  # fmt: skip


@recipe("look_across", "scaled_dot_product_attention")
def attention(pencil: Pencil, query: Value, keys: Grid, values: Grid, real: Number | None = None) -> Value:
    """Match, scale, mask, portions, weighted sum, for one query or a grid of them (Vaswani et al. 2017, eq. 1).

    `real` is how many of the keys are words; the slots after them are padding.
    """
    matches = pencil("match", match_row, query, keys)
    scaled = pencil("scale", scale, matches, width_of(query))
    if real is not None:
        scaled = pencil("mask", padding_mask, scaled, real)
    portions = pencil("portions", softmax, scaled)
    return pencil("weighted sum", weighted_sum, portions, values)


@recipe("masked_attention", "causal_look_across")
def causal_attention(pencil: Pencil, queries: Grid, keys: Grid, values: Grid) -> Grid:
    """Attention in which no word sees a later one (Vaswani et al. 2017, section 3.2.3)."""
    need_a_key_a_query("causal_attention", queries, keys)
    matches = pencil("match", match_row, queries, keys)
    scaled = pencil("scale", scale, matches, width_of(queries))
    portions = pencil("portions", causal_softmax, scaled)
    return pencil("weighted sum", weighted_sum, portions, values)


def width_of(rows: Value) -> Number:
    """How many numbers a row has, or each row of a grid."""
    return float(shape_of(rows)[-1]) if isinstance(rows, tuple) else 1.0


def _is_grid(value: Value) -> bool:
    return len(shape_of(value)) == 2


def _without_itself(line: Line) -> Value:
    query, keys, values = line.inputs["query"], line.inputs["keys"], line.inputs["values"]
    if not _is_grid(query):
        return _row_without(line, query, keys, values, None)
    return tuple(_row_without(line, row, keys, values, float(own)) for own, row in enumerate(query, 1))


def _row_without(line: Line, query: Row, keys: Grid, values: Grid, own: Number | None) -> Row:
    real = line.inputs["real"]
    is_word = own is None or real is None or low_of(own) <= low_of(real)
    keys, values = without_own(keys, own), without_own(values, own)
    scaled = line.work(scale, line.work(match_row, query, keys), width_of(query))
    if real is not None:
        scaled = line.work(padding_mask, scaled, line.work(subtract, real, 1.0 if is_word else 0.0))
    return line.work(weighted_sum, line.work(softmax, scaled), values)


for _each in (attention, causal_attention):
    _each.goes_wrong(
        "match", "value-for-key", lambda line: line.work(match_row, line.given[0], line.inputs["values"]),
        happened="the query was dotted with the values",
        instead="dot it with the keys; values never enter a dot product",
    )  # fmt: skip
    _each.goes_wrong(
        "weighted sum", "key-for-value", lambda line: line.work(weighted_sum, line.given[0], line.inputs["keys"]),
        happened="the keys were mixed",
        instead="keys are only looked at; the portions weight the values",
    )  # fmt: skip
    _each.goes_wrong(
        "weighted sum", "stopped-at-portions", lambda line: line.given[0],
        happened="the portions were given as the result",
        instead="weight the values with them and add",
    )  # fmt: skip
attention.goes_wrong(
    "weighted sum", "itself-left-out", _without_itself,
    happened="the word left itself out",
    instead="a word matches itself too: its own value is in the sum",
)  # fmt: skip


@recipe()
def self_attention(
    pencil: Pencil,
    rows: Grid,
    query_weights: Grid,
    key_weights: Grid,
    value_weights: Grid,
    output_weights: Grid | None = None,
    order: Order | None = None,
) -> Grid:
    """Attend with queries, keys and values from the same rows; then, if given, send them through the output grid.

    The weight grids have one row for each number they make, with `order` xW one column; without
    an order, shapes tell (Vaswani et al. 2017, section 3.2.2, one head).
    """
    width = len(rows[0])
    order = common_order(order, (width, query_weights), (width, key_weights), (width, value_weights, output_weights))
    queries = pencil("queries", projection, rows, query_weights, order)
    keys = pencil("keys", projection, rows, key_weights, order)
    values = pencil("values", projection, rows, value_weights, order)
    mixed = pencil("attention", attention, queries, keys, values)
    return mixed if output_weights is None else pencil("output", projection, mixed, output_weights, order)


self_attention.goes_wrong(
    "attention", "key-and-value-swapped",
    lambda line: line.work(attention, line.given[0], line.given[2], line.given[1]),
    happened="values were matched and keys mixed",
    instead="match with the keys, mix the values",
)  # fmt: skip
self_attention.goes_wrong(
    "attention", "rows-for-values",
    lambda line: line.work(attention, line.given[0], line.given[1], line.inputs["rows"]),
    happened="the rows themselves were mixed",
    instead="mix their values: each row through the value grid",
)  # fmt: skip
self_attention.goes_wrong(
    "output", "output-grid-forgotten", lambda line: line.given[0],
    happened="the mixed rows were passed on without the output grid",
    instead="dot each with every row of the output grid",
)  # fmt: skip
