"""The Llama block: swiglu, rotary attention in groups, RMS norm and both residuals.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine.operations import add, multiply
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, Order, recipe
from katatx.engine.recipes.attention.block import residual
from katatx.engine.recipes.attention.grouped import grouped_query_attention, side_by_side
from katatx.engine.recipes.attention.heads import split_row
from katatx.engine.recipes.attention.norms import rms_norm
from katatx.engine.recipes.attention.rotary import rope
from katatx.engine.recipes.numbers.activations import silu
from katatx.engine.recipes.numbers.checks import whole_number
from katatx.engine.recipes.numbers.layouts import common_order
from katatx.engine.recipes.numbers.products import projection
from katatx.engine.recipes.training.head import relu, sigmoid
from katatx.engine.values import Grid, Row


def _swiglu_order(row: Row, gate: Grid, up: Grid, down: Grid, order: Order | None) -> Order:
    """Return the layout of the weight grids of `swiglu`: the one given, or the one that fits all.

    If both fit, or neither, it is Wx.
    """
    return common_order(order, (len(row), gate, down), (len(row), up, down))


@recipe("swish_gated_linear_unit", "swiglu_ffn")
def swiglu(
    pencil: Pencil, row: Row, gate_weights: Grid, up_weights: Grid, down_weights: Grid, order: Order | None = None
) -> Row:
    """Send a row through a gated feed-forward layer: down(silu(gate(x)) ⊙ up(x)) (Shazeer 2020, eq. 6).

    The weight grids have one row for each output number, with `order` xW one column; without an order the shapes
    decide, and Wx if both fit.
    """
    order = _swiglu_order(row, gate_weights, up_weights, down_weights, order)
    gate = pencil("gate", projection, row, gate_weights, order)
    up = pencil("up", projection, row, up_weights, order)
    opened = pencil("silu", silu, gate)
    gated = pencil("multiply", multiply, opened, up)
    return pencil("down", projection, gated, down_weights, order)


swiglu.goes_wrong(
    "silu", "relu-for-silu", lambda line: line.work(relu, line.given[0]),
    happened="took relu of the gate",
    detail="that is ReGLU",
    instead="take silu: each number times its sigmoid",
)  # fmt: skip
swiglu.goes_wrong(
    "silu", "sigmoid-for-silu", lambda line: line.work(sigmoid, line.given[0]),
    happened="took the sigmoid of the gate",
    detail="that is GLU",
    instead="take silu: multiply the sigmoid by the number itself",
)  # fmt: skip
swiglu.goes_wrong(
    "silu", "gate-not-bent", lambda line: line.given[0],
    happened="left out silu",
    detail="that is the bilinear layer",
    instead="take silu of the gate before multiplying",
)  # fmt: skip
swiglu.goes_wrong(
    "multiply", "gate-on-the-wrong-branch",
    lambda line: line.work(
        multiply,
        line.work(projection, line.inputs["row"], line.inputs["gate_weights"], _swiglu_order(*line.inputs.values())),
        line.work(silu, line.given[1]),
    ),
    happened="took silu of the up branch",
    instead="take silu of the gate branch, and leave the up branch as it is",
)  # fmt: skip
swiglu.goes_wrong(
    "multiply", "branches-added", lambda line: line.work(add, *line.given),
    happened="added the two branches",
    instead="multiply them, number by number",
)  # fmt: skip
swiglu.goes_wrong(
    "multiply", "up-forgotten", lambda line: line.given[0],
    happened="left out the up branch",
    instead="multiply silu of the gate by it, number by number",
)  # fmt: skip
swiglu.goes_wrong(
    "down", "stopped-before-down", lambda line: line.given[0],
    happened="stopped before the down grid",
    instead="send the products through it",
)  # fmt: skip


@recipe()
def rope_rows(pencil: Pencil, rows: Grid, heads: Number | None = None, base: Number | None = None) -> Grid:
    """Rotate every head of every row, row t by position t, counted from 0 (Su et al. 2021, section 3.2.2).

    A row has its heads side by side: `heads` of them, 1 by default. `base` is that of `rope`, 10000 by default.
    """
    count = 1 if heads is None else whole_number(heads, "heads")
    rotated = []
    for at, row in enumerate(rows):
        parts = pencil("split", split_row(count), row)
        rotated.append(pencil("join", side_by_side, pencil("rotate", rope, parts, float(at), base)))
    return tuple(rotated)


rope_rows.goes_wrong(
    "rotate", "one-position", lambda line: line.work(rope, line.given[0], 1.0, line.given[2]),
    happened="gave every row position 1",
    instead="give each row its own position: the first 0, the next 1, and so on",
)  # fmt: skip
rope_rows.goes_wrong(
    "rotate", "row-as-one-head",
    lambda line: line.work(
        split_row(len(line.given[0])), line.work(rope, side_by_side.work(line.given[0]), *line.given[1:])
    ),
    happened="rotated the whole row as one head",
    instead="rotate each head by itself: every head begins again with the fastest pair",
)  # fmt: skip


def _attention_order(
    rows: Grid,
    query_weights: Grid,
    key_weights: Grid,
    value_weights: Grid,
    output_weights: Grid | None,
    order: Order | None,
) -> Order:
    """Return the layout of the weight grids of `rotary_attention`: the one given, or the one that fits all.

    If both fit, or neither, it is Wx.
    """
    width = len(rows[0])
    return common_order(order, (width, query_weights, output_weights), (width, key_weights), (width, value_weights))


@recipe("llama_attention")
def rotary_attention(
    pencil: Pencil,
    rows: Grid,
    heads: Number,
    kv_heads: Number,
    query_weights: Grid,
    key_weights: Grid,
    value_weights: Grid,
    output_weights: Grid | None = None,
    base: Number | None = None,
    order: Order | None = None,
) -> Grid:
    """Attend in groups with rotated queries and keys, each token to itself and earlier ones (Touvron et al. 2023).

    Row t is at position t, counted from 0, and `base` is that of `rope`. The weight grids have one row for each output
    number, head after head (with `order` xW one column; without an order the shapes decide, and Wx if both fit).
    `heads` counts the query heads. Without `output_weights` the joined heads are the result.
    """
    order = _attention_order(rows, query_weights, key_weights, value_weights, output_weights, order)
    queries = pencil("queries", projection, rows, query_weights, order)
    keys = pencil("keys", projection, rows, key_weights, order)
    values = pencil("values", projection, rows, value_weights, order)
    rotated_queries = pencil("rotate queries", rope_rows, queries, heads, base)
    rotated_keys = pencil("rotate keys", rope_rows, keys, kv_heads, base)
    made = tuple(
        pencil("attend", grouped_query_attention, query, rotated_keys[: at + 1], values[: at + 1], heads, kv_heads)
        for at, query in enumerate(rotated_queries)
    )
    return made if output_weights is None else pencil("output", projection, made, output_weights, order)


def _of_all_rows(line: Line, weights: str) -> Grid:
    """Return the projections of all rows, later ones included, by the weights argument of this name."""
    rows, _, _, query, key, value, output, _, order = line.inputs.values()
    return line.work(projection, rows, line.inputs[weights], _attention_order(rows, query, key, value, output, order))


def _with_the_future(line: Line) -> Row:
    """Return the attention output of a query that wrongly sees all rows, later ones included."""
    query, _, _, heads, kv_heads = line.given
    values = _of_all_rows(line, "value_weights")
    keys = line.work(rope_rows, _of_all_rows(line, "key_weights"), kv_heads, line.inputs["base"])
    return line.work(grouped_query_attention, query, keys, values, heads, kv_heads)


def _values_rotated(line: Line) -> Row:
    """Return the attention output with the values wrongly rotated too."""
    query, keys, values, heads, kv_heads = line.given
    rotated = line.work(rope_rows, values, kv_heads, line.inputs["base"])
    return line.work(grouped_query_attention, query, keys, rotated, heads, kv_heads)


rotary_attention.goes_wrong(
    "rotate keys", "keys-not-rotated", lambda line: line.given[0],
    happened="rotated the queries alone",
    instead="rotate the keys too: the score then depends only on how far apart the two are",
)  # fmt: skip
rotary_attention.goes_wrong(
    "rotate queries", "queries-not-rotated", lambda line: line.given[0],
    happened="rotated the keys alone",
    instead="rotate the queries too: the score then depends only on how far apart the two are",
)  # fmt: skip
rotary_attention.goes_wrong(
    "attend", "values-rotated", _values_rotated,
    happened="rotated the values as well",
    instead="rotate queries and keys alone: only scores need to know the distance",
)  # fmt: skip
rotary_attention.goes_wrong(
    "attend", "future-seen", _with_the_future,
    happened="let tokens see the tokens after them",
    instead="let each token see only itself and the tokens before it",
)  # fmt: skip
rotary_attention.goes_wrong(
    "output", "not-projected", lambda line: line.given[0],
    happened="left out the last grid",
    instead="send the joined heads through it",
)  # fmt: skip


@recipe("llama_layer")
def llama_block(
    pencil: Pencil,
    rows: Grid,
    heads: Number,
    kv_heads: Number,
    query_weights: Grid,
    key_weights: Grid,
    value_weights: Grid,
    output_weights: Grid,
    gate_weights: Grid,
    up_weights: Grid,
    down_weights: Grid,
    base: Number | None = None,
    order: Order | None = None,
) -> Grid:
    """Work a Llama block: s = x + attention(rms_norm(x)), s + swiglu(rms_norm(s)) (Touvron et al. 2023, section 2.2).

    Attention is `rotary_attention` with this `base`, gammas are 1, and there is no eps. The weight grids have one row
    for each output number, with `order` xW one column; without an order the shapes decide, and Wx if both fit.
    """
    width = len(rows[0])
    paths = (query_weights, output_weights), (key_weights,), (value_weights,)
    order = common_order(order, *((width, *path) for path in paths), (width, gate_weights, down_weights))
    tamed = pencil("rms norm 1", rms_norm, rows)
    weights = (query_weights, key_weights, value_weights, output_weights)
    gathered = pencil("attention", rotary_attention, tamed, heads, kv_heads, *weights, base, order)
    stream = pencil("residual 1", residual, rows, gathered)
    again = pencil("rms norm 2", rms_norm, stream)
    worked = pencil("swiglu", swiglu, again, gate_weights, up_weights, down_weights, order)
    return pencil("residual 2", residual, stream, worked)


for _norm, _before in (("rms norm 1", "attention"), ("rms norm 2", "swiglu")):
    llama_block.goes_wrong(
        _norm, f"not-normalized-before-{_before}", lambda line: line.given[0],
        happened=f"skipped RMS norm before {_before}",
        instead="divide each row by its root mean square first",
    )  # fmt: skip
llama_block.goes_wrong(
    "residual 1", "residual-of-the-normalized-row",
    lambda line: line.work(residual, line.work(rms_norm, line.given[0]), line.given[1]),
    happened="added back the normalized row",
    instead="add the row as it came into the block",
)  # fmt: skip
llama_block.goes_wrong(
    "residual 2", "residual-of-the-normalized-stream",
    lambda line: line.work(residual, line.work(rms_norm, line.given[0]), line.given[1]),
    happened="added back the normalized sum",
    instead="add the sum as it was before RMS norm",
)  # fmt: skip
llama_block.goes_wrong(
    "residual 2", "original-for-stream", lambda line: line.work(residual, line.inputs["rows"], line.given[1]),
    happened="added the block's own input at the end",
    instead="add the first sum: the input plus what attention gave",
)  # fmt: skip
