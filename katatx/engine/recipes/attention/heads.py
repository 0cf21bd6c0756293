"""Multi-head attention: head widths, splitting and joining.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine.errors import EngineError
from katatx.engine.operations import Arrangement, add, divide, glue, keep, multiply
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, Order, recipe
from katatx.engine.recipes.attention.softmax import scale, softmax
from katatx.engine.recipes.attention.weighted_sum import attention, sum_of, weighted_sum, width_of
from katatx.engine.recipes.numbers.checks import need_parts, need_whole, whole_number, whole_parts
from katatx.engine.recipes.numbers.layouts import common_order
from katatx.engine.recipes.numbers.products import projection, scores
from katatx.engine.values import Grid, Row, Value, need_rank


@recipe()
def head_width(pencil: Pencil, width: Number, heads: Number) -> Number:
    """Divide one width between the heads: how wide each head's queries, keys and values are."""
    need_parts(width, heads, "width", "heads")
    return pencil("split", divide, width, heads)


head_width.divides_evenly = True


head_width.goes_wrong(
    "split", "not-split", lambda line: line.given[0],
    happened="gave every head the full width",
    instead="divide the width by the number of heads",
)  # fmt: skip
head_width.goes_wrong(
    "split", "multiplied", lambda line: line.work(multiply, *line.given),
    happened="multiplied the width by the number of heads",
    instead="divide it by the number of heads",
)  # fmt: skip
head_width.goes_wrong(
    "split", "turned-round", lambda line: line.work(divide, *reversed(line.given)),
    happened="divided the number of heads by the width",
    instead="divide the width by the number of heads",
)  # fmt: skip


@recipe()
def glued_width(pencil: Pencil, width: Number, heads: Number) -> Number:
    """Find the width of the joined heads when one width is split between them."""
    narrow = pencil("split", head_width, width, heads)
    return pencil("glue", multiply, heads, narrow)


glued_width.goes_wrong(
    "glue", "one-head", lambda line: line.given[1],
    happened="counted one head's width alone",
    instead="add up all heads' widths: they lie side by side",
)  # fmt: skip
glued_width.goes_wrong(
    "glue", "squared", lambda line: line.work(multiply, line.given[1], line.given[1]),
    happened="multiplied one head's width by itself",
    instead="multiply it by the number of heads",
)  # fmt: skip
glued_width.goes_wrong(
    "glue", "count-added", lambda line: line.work(add, *line.given),
    happened="added the number of heads to one head's width",
    instead="multiply the two: there is one such width for every head",
)  # fmt: skip


@recipe("glue", "concatenate")
def glue_heads(pencil: Pencil, first: Row, second: Row) -> Row:
    """Lay two heads' rows side by side."""
    return pencil("glue", glue, first, second)


glue_heads.goes_wrong(
    "glue", "added", lambda line: line.work(add, *line.given),
    happened="added the heads' rows",
    instead="lay them side by side: heads are joined, not summed",
)  # fmt: skip
glue_heads.goes_wrong(
    "glue", "second-first", lambda line: line.given[1] + line.given[0],
    happened="wrote the second head's row first",
    instead="keep the order: head 1, then head 2",
)  # fmt: skip
glue_heads.goes_wrong(
    "glue", "interleaved", lambda line: _interleaved(*line.given),
    happened="took a number from each row alternately",
    instead="write the whole first row, then the whole second row",
)  # fmt: skip


def _interleaved(first: Row, second: Row) -> Row:
    """Return two heads' rows with their numbers wrongly alternating. Raises EngineError if the lengths differ."""
    if len(first) != len(second):
        raise EngineError("this mistake needs two rows of the same length, and they differ")
    return tuple(number for pair in zip(first, second, strict=True) for number in pair)


@recipe()
def key_dim_width(pencil: Pencil, key_dim: Number, heads: Number) -> Number:
    """Find the width of the joined heads, before the last grid, when each has the width `key_dim`."""
    need_whole(key_dim, "key_dim")
    need_whole(heads, "heads")
    return pencil("glue", multiply, heads, key_dim)


key_dim_width.goes_wrong(
    "glue", "one-head", lambda line: line.given[1],
    happened="counted one head's width alone",
    instead="add up all heads' widths: they lie side by side",
)  # fmt: skip
key_dim_width.goes_wrong(
    "glue", "split", lambda line: line.work(divide, line.given[1], line.given[0]),
    happened="split key_dim between the heads",
    instead="multiply it by the number of heads: key_dim is each head's own width",
)  # fmt: skip
key_dim_width.goes_wrong(
    "glue", "count-added", lambda line: line.work(add, *line.given),
    happened="added the number of heads to one head's width",
    instead="multiply the two: there is one such width for every head",
)  # fmt: skip


@recipe()
def multi_head_width(pencil: Pencil, width: Number, key_dim: Number, heads: Number) -> Number:
    """Find the width of multi-head attention's result: its last grid restores the input width.

    `key_dim` (the width of one head) and `heads` do not change it, only the results of known mistakes.
    """
    for name, value in (("width", width), ("key_dim", key_dim), ("heads", heads)):
        need_whole(value, name)
    return pencil("project", keep, width)


multi_head_width.goes_wrong(
    "project", "glued", lambda line: line.work(multiply, line.inputs["heads"], line.inputs["key_dim"]),
    happened="gave the width before the last grid",
    instead="give the width after it: the last grid brings back the width that came in",
)  # fmt: skip
multi_head_width.goes_wrong(
    "project", "a-width-a-head", lambda line: line.work(multiply, line.inputs["heads"], line.inputs["width"]),
    happened="multiplied the width by the number of heads",
    instead="keep the width that came in, however many heads there are",
)  # fmt: skip
multi_head_width.goes_wrong(
    "project", "one-head", lambda line: line.inputs["key_dim"],
    happened="gave one head's width",
    instead="give the width that came in: the last grid brings it back",
)  # fmt: skip


@recipe("mha")
def multi_head_attention(
    pencil: Pencil,
    rows: Grid,
    heads: Number,
    query_weights: Grid,
    key_weights: Grid,
    value_weights: Grid,
    output_weights: Grid | None = None,
    order: Order | None = None,
) -> Grid:
    """Let every head attend on its own slots, join and project the results (Vaswani et al. 2017, section 3.2.2).

    The weight grids have one row for each output number (with `order` xW one column; without an order the shapes
    decide, and Wx if both fit). Those of queries, keys and values have the same number of rows for each head, head
    after head. Without `output_weights` the joined rows are the result. Nothing is masked.
    """
    count, width = whole_number(heads, "heads"), len(rows[0])
    order = common_order(order, (width, query_weights), (width, key_weights), (width, value_weights, output_weights))
    queries = pencil("queries", projection, rows, query_weights, order)
    keys = pencil("keys", projection, rows, key_weights, order)
    values = pencil("values", projection, rows, value_weights, order)
    split = split_rows(count)
    each = zip(
        *(
            pencil(f"split {what}", split, made)
            for what, made in (("queries", queries), ("keys", keys), ("values", values))
        ),
        strict=True,
    )
    made = tuple(pencil("head", attention, query, key, value) for query, key, value in each)
    glued = pencil("glue", _side_by_side, made)
    return glued if output_weights is None else pencil("output", projection, glued, output_weights, order)


def split_row(count: int) -> Arrangement:
    """Return an arrangement that cuts a row into `count` equal parts, one for each head.

    The arrangement raises EngineError if the row's length is not a multiple of `count`.
    """

    def work(row: Row) -> Grid:
        """Return the parts of a row in order, one row each."""
        size = whole_parts(float(len(row)), float(count), "the width of a query, key or value,", "heads")
        return tuple(row[head * size : (head + 1) * size] for head in range(count))

    return Arrangement("split", work)


def split_rows(count: int) -> Arrangement:
    """Return an arrangement that cuts every row of a grid into `count` equal parts, and gives one grid for each head.

    The arrangement raises EngineError if a row's length is not a multiple of `count`.
    """
    split = split_row(count)
    return Arrangement("split", lambda rows: tuple(zip(*map(split.work, rows), strict=True)))


def _joined(heads: tuple[Grid, ...]) -> Grid:
    """Return one grid with the heads' matching rows end to end. Raises EngineError for anything but a list of grids."""
    need_rank(heads, 3, "joining heads")
    return tuple(sum(rows, ()) for rows in zip(*heads, strict=True))


_side_by_side = Arrangement("glue", _joined)


def scaled_by_all(line: Line) -> Value:
    """Return a head's attention, scaled by mistake with the root of the width of all heads together.

    The line is one that works `attention` of a query, keys and values, in a recipe with an argument `heads`.
    """
    query, keys, values = line.given
    width = line.work(multiply, line.inputs["heads"], width_of(query))
    scaled = line.work(scale, line.work(scores, query, keys), width)
    return line.work(weighted_sum, line.work(softmax, scaled), values)


multi_head_attention.goes_wrong(
    "glue", "heads-added", lambda line: sum_of(line, line.given[0]),
    happened="added the heads' rows",
    instead="lay them side by side: heads are joined, not summed",
)  # fmt: skip
multi_head_attention.goes_wrong(
    "glue", "last-head-first", lambda line: line.work(_side_by_side, line.given[0][::-1]),
    happened="laid the heads side by side from the last to the first",
    instead="keep their order: head 1, then head 2",
)  # fmt: skip
multi_head_attention.goes_wrong(
    "head", "scaled-by-the-full-width", scaled_by_all,
    happened="divided a head's scores by the root of all heads' widths together",
    instead="divide by the root of one head's own width",
)  # fmt: skip
multi_head_attention.goes_wrong(
    "output", "not-projected", lambda line: line.given[0],
    happened="left out the last grid",
    instead="send the joined rows through it: it mixes the heads",
)  # fmt: skip
