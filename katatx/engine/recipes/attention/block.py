"""Transformer blocks: residual, feed-forward layer, pre-norm and post-norm.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine.operations import add, multiply, subtract
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, Order, recipe
from katatx.engine.recipes.attention.norms import layer_norm
from katatx.engine.recipes.attention.weighted_sum import self_attention
from katatx.engine.recipes.numbers.checks import need_same_shape
from katatx.engine.recipes.numbers.layouts import common_order
from katatx.engine.recipes.numbers.products import projection
from katatx.engine.recipes.training.head import relu
from katatx.engine.values import Grid, Row, Value, transposed


@recipe("skip_connection", "add_the_original")
def residual(pencil: Pencil, original: Value, change: Value) -> Value:
    """Add what a layer made to what went into it, number by number (He et al. 2016, eq. 1)."""
    need_same_shape("residual", original, change)
    return pencil("add", add, original, change)


residual.goes_wrong(
    "add", "residual-forgotten", lambda line: line.given[1],
    happened="left out the original",
    instead="add what went in to what came out, number by number",
)  # fmt: skip
residual.goes_wrong(
    "add", "change-forgotten", lambda line: line.given[0],
    happened="passed on the original alone",
    instead="add what the layer made of it",
)  # fmt: skip
residual.goes_wrong(
    "add", "multiplied", lambda line: line.work(multiply, *line.given),
    happened="multiplied the two rows",
    instead="add them, number by number",
)  # fmt: skip
residual.goes_wrong(
    "add", "subtracted", lambda line: line.work(subtract, *line.given),
    happened="subtracted what the layer made",
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
    """Send a row through two grids with relu between them (Vaswani et al. 2017, eq. 2).

    The weight grids have one row for each output number, with `order` xW one column; without an order the shapes
    decide, and Wx if both fit. Each bias is added after its grid.
    """
    order = common_order(order, (len(row), first_weights, second_weights))
    wide = pencil("first grid", projection, row, first_weights, order)
    if first_bias is not None:
        wide = pencil("first bias", add, wide, first_bias)
    bent = pencil("relu", relu, wide)
    narrow = pencil("second grid", projection, bent, second_weights, order)
    return narrow if second_bias is None else pencil("second bias", add, narrow, second_bias)


def _bent_at_the_end(line: Line) -> Row:
    """Return the result of both grids with relu wrongly applied last."""
    _, second_weights, order = line.given
    return line.work(relu, line.work(projection, _unbent(line, order), second_weights, order))


def _unbent(line: Line, order: Order) -> Row:
    """Return the result of the first grid, whose layout is `order`, and its bias if there is one, without relu."""
    wide = line.work(projection, line.inputs["row"], line.inputs["first_weights"], order)
    bias = line.inputs["first_bias"]
    return wide if bias is None else line.work(add, wide, bias)


feed_forward.goes_wrong(
    "second grid", "stopped-at-the-bend", lambda line: line.given[0],
    happened="stopped after relu",
    instead="send the numbers through the second grid",
)  # fmt: skip
feed_forward.goes_wrong(
    "second grid", "bent-at-the-end", _bent_at_the_end,
    happened="took relu after the second grid, not before it",
    instead="take relu between the two grids",
)  # fmt: skip
feed_forward.goes_wrong(
    "second grid", "first-grid-again",
    lambda line: line.work(projection, line.given[0], line.inputs["first_weights"], line.given[2]),
    happened="used the first grid twice",
    instead="use the second grid, which has weights of its own",
)  # fmt: skip
feed_forward.goes_wrong(
    "first bias", "bent-before-the-bias", lambda line: line.work(add, line.work(relu, line.given[0]), line.given[1]),
    happened="took relu before adding the first bias",
    instead="add the bias first, then take relu of the sum",
)  # fmt: skip
feed_forward.goes_wrong(
    "second grid", "output-bent", lambda line: line.work(relu, line.work(projection, *line.given)),
    happened="took relu of the output too",
    instead="take relu only between the two grids: the output may be negative",
)  # fmt: skip
for _bias in ("first bias", "second bias"):
    feed_forward.goes_wrong(
        _bias, f"{_bias.replace(' ', '-')}-forgotten", lambda line: line.given[0],
        happened=f"left out the {_bias}",
        instead="add it after the grid",
    )  # fmt: skip


def _order_of(order: Order | None, rows: Grid, *weights: Grid) -> Order:
    """Return the common layout of a block's six weight grids: `order` if given, else what fits rows of this width.

    They are given in the order of the block's parameters. If both layouts fit, or neither, it is Wx.
    """
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
    """Work a block, normalized before each layer: s = x + attention(norm(x)), s + worker(norm(s)) (Xiong et al. 2020).

    The layers are `self_attention`, in which nothing is masked, and `feed_forward` without biases; norm is `layer_norm`
    without gamma, beta and eps. The weight grids have one row for each output number, with `order` xW one column;
    without an order the shapes decide, and Wx if both fit.
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
    """Work a block, normalized after each sum: norm(x + layer(x)) (Vaswani et al. 2017, section 3.1).

    The layers are `self_attention`, in which nothing is masked, and `feed_forward` without biases; norm is `layer_norm`
    without gamma, beta and eps. The weight grids have one row for each output number, with `order` xW one column;
    without an order the shapes decide, and Wx if both fit.
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


def _with_grids_turned(line: Line) -> Value:
    """Return the feed-forward output with both weight grids wrongly transposed."""
    rows, first, second, *rest = line.given
    return line.work(feed_forward, rows, transposed(first), transposed(second), *rest)


for _block in (pre_norm_block, post_norm_block):
    _block.goes_wrong(
        "residual 1", "first-residual-forgotten", lambda line: line.given[1],
        happened="left out the input after attention",
        instead="add the input to what attention gave, and go on with the sum",
    )  # fmt: skip
    _block.goes_wrong(
        "worker", "worker-grids-on-their-side", _with_grids_turned,
        happened="exchanged the rows and columns of the feed-forward grids",
        instead="use the grids as they are given",
    )  # fmt: skip
pre_norm_block.goes_wrong(
    "residual 1", "residual-of-the-tamed-row",
    lambda line: line.work(residual, line.work(layer_norm, line.given[0]), line.given[1]),
    happened="added back the normalized row",
    instead="add the row as it was before layer norm",
)  # fmt: skip
pre_norm_block.goes_wrong(
    "residual 2", "residual-of-the-tamed-stream",
    lambda line: line.work(residual, line.work(layer_norm, line.given[0]), line.given[1]),
    happened="added back the normalized sum",
    instead="add the sum as it was before layer norm",
)  # fmt: skip
pre_norm_block.goes_wrong(
    "residual 2", "original-for-stream",
    lambda line: line.work(residual, line.inputs["rows"], line.given[1]),
    happened="added the block's own input at the end",
    instead="add the first sum: the input plus what attention gave",
)  # fmt: skip
pre_norm_block.goes_wrong(
    "layer norm 1", "not-tamed", lambda line: line.given[0],
    happened="skipped layer norm before attention",
    instead="normalize each row before its query, key and value are made",
)  # fmt: skip
pre_norm_block.goes_wrong(
    "layer norm 2", "stream-not-tamed", lambda line: line.given[0],
    happened="skipped layer norm before the feed-forward layer",
    instead="normalize each row first",
)  # fmt: skip
pre_norm_block.goes_wrong(
    "residual 2", "post-norm-order", lambda line: line.work(post_norm_block, *line.inputs.values()),
    happened="normalized each sum after adding",
    detail="that is post-norm, the order of 2017",
    instead="normalize before each layer, and leave the sums as they are",
)  # fmt: skip
post_norm_block.goes_wrong(
    "layer norm 2", "pre-norm-order", lambda line: line.work(pre_norm_block, *line.inputs.values()),
    happened="normalized before each layer",
    instead="normalize after each sum",
)  # fmt: skip
post_norm_block.goes_wrong(
    "layer norm 1", "not-tamed", lambda line: line.given[0],
    happened="skipped layer norm after the first sum",
    instead="normalize after every sum",
)  # fmt: skip
post_norm_block.goes_wrong(
    "layer norm 2", "last-sum-not-tamed", lambda line: line.given[0],
    happened="skipped layer norm after the last sum",
    instead="normalize after every sum",
)  # fmt: skip
