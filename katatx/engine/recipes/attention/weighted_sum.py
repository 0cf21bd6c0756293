"""Attention, and weighted sums of values.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce

from katatx.engine.asking import is_at_most
from katatx.engine.errors import EngineError
from katatx.engine.operations import add, divide, keep, multiply, subtract, total
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import WX, Line, Order, recipe
from katatx.engine.recipes.attention.masks import causal_softmax, padding_mask
from katatx.engine.recipes.attention.softmax import scale, softmax
from katatx.engine.recipes.numbers.checks import need_a_key_a_query, need_counts
from katatx.engine.recipes.numbers.layouts import common_order
from katatx.engine.recipes.numbers.products import linear, projection, without_own
from katatx.engine.recipes.numbers.products import scores as match_row
from katatx.engine.values import Grid, Row, Value, rank_of, shape_of, shapes_in_words, transposed


def sum_of(line: Line, parts: Sequence[Value]) -> Value:
    """Return the sum of values of one shape, number by number, worked by `line`; there must be at least one."""
    return reduce(partial(line.work, add), parts)


@recipe("mix")
def weighted_sum(pencil: Pencil, portions: Row, values: Grid) -> Row:
    """Multiply each value row by its portion and add the rows number by number; a grid of portions gives A·V."""
    if len(portions) != len(values):
        raise EngineError(
            f"weighted_sum is given {shapes_in_words(portions, values)}; write one portion for each row of values"
        )
    weighed = pencil("weigh", multiply, portions, values)
    return pencil("add", total, transposed(weighed))


weighted_sum.goes_wrong(
    "weigh", "plain-average", lambda line: line.work(divide, line.given[1], float(len(line.given[1]))),
    happened="gave every row the same weight",
    detail="that is the plain average",
    instead="multiply each row by its own portion",
)  # fmt: skip
weighted_sum.goes_wrong(
    "weigh", "unweighted", lambda line: line.given[1],
    happened="added the rows without multiplying them",
    instead="multiply each row by its portion before adding",
)  # fmt: skip
weighted_sum.goes_wrong(
    "weigh", "portions-reversed", lambda line: line.work(multiply, line.given[0][::-1], line.given[1]),
    happened="gave the portions to the rows in the opposite order",
    instead="give the first portion to the first value row",
)  # fmt: skip
weighted_sum.goes_wrong(
    "add", "rows-dotted", lambda line: line.work(linear, line.inputs["values"], line.inputs["portions"], WX),
    happened="dotted the portions with each value row",
    instead="multiply each whole row by its portion, then add the rows number by number",
)  # fmt: skip
weighted_sum.goes_wrong(
    "add", "not-added", lambda line: transposed(line.given[0]),
    happened="left the weighted rows side by side",
    instead="add them number by number into one row",
)  # fmt: skip
weighted_sum.goes_wrong(
    "add", "glued", lambda line: tuple(number for row in transposed(line.given[0]) for number in row),
    happened="laid the weighted rows end to end",
    instead="add them number by number: the width stays the same",
)  # fmt: skip
weighted_sum.goes_wrong(
    "add", "width-collapsed", lambda line: line.work(total, transposed(line.given[0])),
    happened="added up each weighted row by itself",
    detail="that leaves one number for each row",
    instead="add across the rows, number by number: the width stays the same",
)  # fmt: skip


@recipe("sum_width")
def weighted_sum_width(pencil: Pencil, words: Number, width: Number) -> Number:
    """Count the numbers in a weighted sum of `words` rows of one width."""
    need_counts(words=words, width=width)
    return pencil("count", keep, width)


weighted_sum_width.goes_wrong(
    "count", "word-count", lambda line: line.inputs["words"],
    happened="counted one number for each word",
    instead="count the width: adding the rows number by number keeps it",
)  # fmt: skip
weighted_sum_width.goes_wrong(
    "count", "one-number", lambda line: 1.0,
    happened="took the result for a single number",
    instead="count one number for each slot: rows are added slot by slot",
)  # fmt: skip
weighted_sum_width.goes_wrong(
    "count", "glued", lambda line: line.work(multiply, line.inputs["words"], line.inputs["width"]),
    happened="counted the rows laid end to end",
    instead="count one row's width: rows are added number by number",
)  # fmt: skip


@recipe("look_across", "scaled_dot_product_attention")
def attention(pencil: Pencil, query: Value, keys: Grid, values: Grid, real: Number | None = None) -> Value:
    """Match, scale, mask, take softmax and weight the values, for one query or a grid (Vaswani et al. 2017, eq. 1).

    `real` is the number of keys that are words; the slots after them are padding.
    """
    matches = pencil("match", match_row, query, keys)
    scaled = pencil("scale", scale, matches, width_of(query))
    if real is not None:
        scaled = pencil("mask", padding_mask, scaled, real)
    portions = pencil("portions", softmax, scaled)
    return pencil("weighted sum", weighted_sum, portions, values)


@recipe("masked_attention", "causal_look_across")
def causal_attention(pencil: Pencil, queries: Grid, keys: Grid, values: Grid) -> Grid:
    """Attend so that no word sees a later one (Vaswani et al. 2017, section 3.2.3).

    There must be one key for each query.
    """
    need_a_key_a_query("causal_attention", queries, keys)
    matches = pencil("match", match_row, queries, keys)
    scaled = pencil("scale", scale, matches, width_of(queries))
    portions = pencil("portions", causal_softmax, scaled)
    return pencil("weighted sum", weighted_sum, portions, values)


def width_of(rows: Value) -> Number:
    """Return the length of a row, or of each row of a grid; 1 for a number."""
    return float(shape_of(rows)[-1]) if isinstance(rows, tuple) else 1.0


def _without_itself(line: Line) -> Value:
    """Return the attention output if each word wrongly ignores its own key and value.

    Row n of the queries belongs to key n; a single query belongs to the first.
    """
    query, keys, values = line.inputs["query"], line.inputs["keys"], line.inputs["values"]
    if rank_of(query) != 2:
        return _row_without(line, query, keys, values, None)
    return tuple(_row_without(line, row, keys, values, float(own)) for own, row in enumerate(query, 1))


def _row_without(line: Line, query: Row, keys: Grid, values: Grid, own: Number | None) -> Row:
    """Return the attention output of one query without the key and value number `own`, from 1 (None: the first)."""
    real = line.inputs["real"]
    is_word = own is None or real is None or is_at_most(own, real)
    keys, values = without_own(keys, own), without_own(values, own)
    scaled = line.work(scale, line.work(match_row, query, keys), width_of(query))
    if real is not None:
        scaled = line.work(padding_mask, scaled, line.work(subtract, real, 1.0 if is_word else 0.0))
    return line.work(weighted_sum, line.work(softmax, scaled), values)


for _each in (attention, causal_attention):
    _each.goes_wrong(
        "match", "value-for-key", lambda line: line.work(match_row, line.given[0], line.inputs["values"]),
        happened="dotted the query with the values",
        instead="dot it with the keys: values are only weighted and added",
    )  # fmt: skip
    _each.goes_wrong(
        "weighted sum", "key-for-value", lambda line: line.work(weighted_sum, line.given[0], line.inputs["keys"]),
        happened="weighted the keys",
        instead="weight the values with the portions; keys are only for matching",
    )  # fmt: skip
    _each.goes_wrong(
        "portions", "softmax-skipped", lambda line: line.given[0],
        happened="skipped softmax",
        detail="the values were weighted with the scaled scores themselves",
        instead="turn the scores into portions first",
    )  # fmt: skip
    _each.goes_wrong(
        "scale", "keys-for-width", lambda line: line.work(scale, line.given[0], float(len(line.inputs["keys"]))),
        happened="divided by the root of how many keys there are",
        instead="divide by the root of their width, however many there are",
    )  # fmt: skip
    _each.goes_wrong(
        "weighted sum", "stopped-at-portions", lambda line: line.given[0],
        happened="stopped at the portions",
        instead="multiply the values by them and add",
    )  # fmt: skip
attention.goes_wrong(
    "weighted sum", "itself-left-out", _without_itself,
    happened="left out the word itself",
    instead="count it in: a word matches itself too, and its own value is in the sum",
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
    """Attend with queries, keys and values from the same rows; then, if given, apply the output weights.

    The weight grids have one row for each output number, with `order` xW one column; without an order the shapes
    decide, and Wx if both fit. Nothing is masked (Vaswani et al. 2017, section 3.2.2, one head).
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
    happened="exchanged keys and values",
    instead="match with the keys, and add up the values",
)  # fmt: skip
self_attention.goes_wrong(
    "attention", "rows-for-values",
    lambda line: line.work(attention, line.given[0], line.given[1], line.inputs["rows"]),
    happened="added up the rows themselves",
    instead="add up their values: each row through the value grid",
)  # fmt: skip
self_attention.goes_wrong(
    "output", "output-grid-forgotten", lambda line: line.given[0],
    happened="left out the output grid",
    instead="send each row through it at the end",
)  # fmt: skip
