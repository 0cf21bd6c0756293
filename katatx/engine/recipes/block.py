"""A whole transformer block: residual, worker, and both orders of taming."""

from __future__ import annotations

from katatx.engine.operations import add, multiply, subtract
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import Line, Order, Recipe, recipe
from katatx.engine.recipes.attention import self_attention
from katatx.engine.recipes.checks import need_same_shape
from katatx.engine.recipes.head import relu
from katatx.engine.recipes.layouts import common_order
from katatx.engine.recipes.norms import layer_norm
from katatx.engine.recipes.products import projection
from katatx.engine.values import Grid, Row, Value


@recipe("skip_connection", "add_the_original")
def residual(pencil: Pencil, original: Value, change: Value) -> Value:
    """Adds what a layer made to what went into it, slot by slot (He et al. 2016, eq. 1)."""
    need_same_shape("residual", original, change)
    return pencil("add", add, original, change)


residual.goes_wrong(
    "add", "residual-forgotten", lambda line: line.given[1],
    happened="the original was not added back",
    instead="add what went in to what came out, slot by slot",
)  # fmt: skip
residual.goes_wrong(
    "add", "change-forgotten", lambda line: line.given[0],
    happened="the original was passed on alone",
    instead="add what the layer made of it",
)  # fmt: skip
residual.goes_wrong(
    "add", "multiplied", lambda line: line.work(multiply, *line.given),
    happened="the two rows were multiplied",
    instead="add them, slot by slot",
)  # fmt: skip
residual.goes_wrong(
    "add", "subtracted", lambda line: line.work(subtract, *line.given),
    happened="what the layer made was taken away",
    instead="add it to the original",
)  # fmt: skip


@recipe("worker", "ffn", "mlp")
def feed_forward(
    pencil: Pencil,
    row: Row,
    first_weights: Grid,
    second_weights: Grid,
    first_bias: Row | None = None,
    second_bias: Row | None = None,
    order: Order | None = None,
) -> Row:
    """Send a row through two grids with relu between: widen, bend, narrow (Vaswani et al. 2017, eq. 2).

    The weight grids have one row for each number they make, with `order` xW one column; without
    an order, shapes tell.
    """
    order = common_order(order, (len(row), first_weights, second_weights))
    wide = pencil("first grid", projection, row, first_weights, order)
    if first_bias is not None:
        wide = pencil("first bias", add, wide, first_bias)
    bent = pencil("relu", relu, wide)
    narrow = pencil("second grid", projection, bent, second_weights, order)
    return narrow if second_bias is None else pencil("second bias", add, narrow, second_bias)


def _bent_at_the_end(line: Line) -> Row:
    """Both grids first, the bend last."""
    _, second_weights, order = line.given
    return line.work(relu, line.work(projection, _unbent(line, order), second_weights, order))


def _unbent(line: Line, order: Order) -> Row:
    wide = line.work(projection, line.inputs["row"], line.inputs["first_weights"], order)
    bias = line.inputs["first_bias"]
    return wide if bias is None else line.work(add, wide, bias)


feed_forward.goes_wrong(
    "second grid", "stopped-at-the-bend", lambda line: line.given[0],
    happened="the second grid was left out",
    instead="send the bent numbers through it",
)  # fmt: skip
feed_forward.goes_wrong(
    "second grid", "bent-at-the-end", _bent_at_the_end,
    happened="relu was applied only after the second grid, not before it",
    instead="bend between the two grids",
)  # fmt: skip
feed_forward.goes_wrong(
    "second grid", "first-grid-again",
    lambda line: line.work(projection, line.given[0], line.inputs["first_weights"], line.given[2]),
    happened="the first grid was used twice",
    instead="the second grid has weights of its own",
)  # fmt: skip
for _bias in ("first bias", "second bias"):
    feed_forward.goes_wrong(
        _bias, f"{_bias.replace(' ', '-')}-forgotten", lambda line: line.given[0],
        happened=f"the {_bias} was left out",
        instead="add it after the grid",
    )  # fmt: skip


def _order_of(order: Order | None, rows: Grid, *weights: Grid) -> Order:
    """Return the one order of a block's six grids."""
    width = len(rows[0])
    query_weights, key_weights, *through = weights
    return common_order(order, (width, query_weights), (width, key_weights), (width, *through))


@recipe("pre_ln_block", "block", "gpt_block")
def pre_norm_block(
    pencil: Pencil,
    rows: Grid,
    query_weights: Grid,
    key_weights: Grid,
    value_weights: Grid,
    output_weights: Grid,
    first_weights: Grid,
    second_weights: Grid,
    order: Order | None = None,
) -> Grid:
    """Work one block that normalizes before each layer: s = x + attention(norm(x)), s + worker(norm(s)) (Xiong et al. 2020).

    The weight grids have one row for each number they make, with `order` xW one column; without
    an order, shapes tell.
    """
    order = _order_of(
        order, rows, query_weights, key_weights, value_weights, output_weights, first_weights, second_weights
    )
    tamed = pencil("layer norm 1", layer_norm, rows)
    weights = (query_weights, key_weights, value_weights, output_weights)
    gathered = pencil("attention", self_attention, tamed, *weights, order)
    stream = pencil("residual 1", residual, rows, gathered)
    again = pencil("layer norm 2", layer_norm, stream)
    worked = pencil("worker", feed_forward, again, first_weights, second_weights, None, None, order)
    return pencil("residual 2", residual, stream, worked)


@recipe("post_ln_block")
def post_norm_block(
    pencil: Pencil,
    rows: Grid,
    query_weights: Grid,
    key_weights: Grid,
    value_weights: Grid,
    output_weights: Grid,
    first_weights: Grid,
    second_weights: Grid,
    order: Order | None = None,
) -> Grid:
    """Work one block that normalizes after each sum: norm(x + layer(x)) (Vaswani et al. 2017, section 3.1).

    The weight grids have one row for each number they make, with `order` xW one column; without
    an order, shapes tell.
    """
    order = _order_of(
        order, rows, query_weights, key_weights, value_weights, output_weights, first_weights, second_weights
    )
    weights = (query_weights, key_weights, value_weights, output_weights)
    gathered = pencil("attention", self_attention, rows, *weights, order)
    stream = pencil("residual 1", residual, rows, gathered)
    tamed = pencil("layer norm 1", layer_norm, stream)
    worked = pencil("worker", feed_forward, tamed, first_weights, second_weights, None, None, order)
    whole = pencil("residual 2", residual, tamed, worked)
    return pencil("layer norm 2", layer_norm, whole)


def _weights(line: Line) -> tuple[Value, ...]:
    return tuple(line.inputs.values())[1:]


def _as_the_other(line: Line, other: Recipe) -> Value:
    return line.work(other, line.inputs["rows"], *_weights(line))


pre_norm_block.goes_wrong(
    "residual 1", "residual-of-the-tamed-row",
    lambda line: line.work(residual, line.work(layer_norm, line.given[0]), line.given[1]),
    happened="the tamed row was added back",
    instead="add the row as it was before taming",
)  # fmt: skip
pre_norm_block.goes_wrong(
    "residual 2", "residual-of-the-tamed-stream",
    lambda line: line.work(residual, line.work(layer_norm, line.given[0]), line.given[1]),
    happened="the tamed stream was added back",
    instead="add the stream as it was before taming",
)  # fmt: skip
pre_norm_block.goes_wrong(
    "residual 2", "original-for-stream",
    lambda line: line.work(residual, line.inputs["rows"], line.given[1]),
    happened="the block's own input was added at the end",
    instead="add the stream: the input with what attention gathered",
)  # fmt: skip
pre_norm_block.goes_wrong(
    "layer norm 1", "not-tamed", lambda line: line.given[0],
    happened="the rows went into attention untamed",
    instead="tame each row before its query, key and value are made",
)  # fmt: skip
pre_norm_block.goes_wrong(
    "layer norm 2", "stream-not-tamed", lambda line: line.given[0],
    happened="the stream went into the worker untamed",
    instead="tame it first",
)  # fmt: skip
pre_norm_block.goes_wrong(
    "residual 2", "post-norm-order", lambda line: _as_the_other(line, post_norm_block),
    happened="each sum was tamed after the adding",
    instead="this block tames before each layer and leaves the stream as it is",
)  # fmt: skip
post_norm_block.goes_wrong(
    "layer norm 2", "pre-norm-order", lambda line: _as_the_other(line, pre_norm_block),
    happened="the rows were tamed before each layer",
    instead="this block tames after each sum",
)  # fmt: skip
post_norm_block.goes_wrong(
    "layer norm 1", "not-tamed", lambda line: line.given[0],
    happened="the first sum was not tamed",
    instead="tame after every sum",
)  # fmt: skip
post_norm_block.goes_wrong(
    "layer norm 2", "last-sum-not-tamed", lambda line: line.given[0],
    happened="the last sum was not tamed",
    instead="tame after every sum",
)  # fmt: skip
