"""Parameter counts of layers.

Each call of a recipe's pencil writes one line and returns its value. Recipes raise EngineError for shapes or numbers
that they cannot work.
"""

from __future__ import annotations

from katatx.engine.operations import add, multiply
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import recipe
from katatx.engine.recipes.numbers.checks import need_counts


@recipe()
def dense_parameters(pencil: Pencil, inputs: Number, outputs: Number) -> Number:
    """Count a dense layer's parameters: a weight for every pair of input and output, a bias for every output."""
    need_counts(inputs=inputs, outputs=outputs)
    weights = pencil("weights", multiply, inputs, outputs)
    return pencil("biases", add, weights, outputs)


dense_parameters.goes_wrong(
    "biases", "biases-forgotten", lambda line: line.given[0],
    happened="left out the biases",
    instead="add one bias for each output",
)  # fmt: skip
dense_parameters.goes_wrong(
    "biases", "bias-an-input", lambda line: line.work(add, line.given[0], line.inputs["inputs"]),
    happened="counted a bias for every input",
    instead="count one for each output",
)  # fmt: skip
dense_parameters.goes_wrong(
    "biases", "one-bias", lambda line: line.work(add, line.given[0], 1.0),
    happened="counted one bias for the whole layer",
    instead="count one for each output",
)  # fmt: skip


@recipe()
def attention_parameters(pencil: Pencil, width: Number, inner: Number) -> Number:
    """Count attention's weights without biases: four grids of width by `inner`, all heads' widths together."""
    need_counts(width=width, inner=inner)
    grid = pencil("one grid", multiply, width, inner)
    return pencil("four grids", multiply, 4.0, grid)


attention_parameters.goes_wrong(
    "four grids", "output-grid-forgotten", lambda line: line.work(multiply, 3.0, line.given[1]),
    happened="left out the output grid",
    instead="count four grids: query, key, value and output",
)  # fmt: skip
attention_parameters.goes_wrong(
    "four grids", "one-grid", lambda line: line.given[1],
    happened="counted one grid alone",
    instead="count four grids: query, key, value and output",
)  # fmt: skip
attention_parameters.goes_wrong(
    "one grid", "sides-added", lambda line: line.work(add, *line.given),
    happened="added the sides of a grid",
    instead="multiply them: a grid holds its rows times its columns",
)  # fmt: skip


@recipe()
def layer_norm_parameters(pencil: Pencil, width: Number) -> Number:
    """Count a layer norm's parameters: a gamma and a beta for each slot."""
    need_counts(width=width)
    return pencil("two a slot", multiply, 2.0, width)


layer_norm_parameters.goes_wrong(
    "two a slot", "gamma-only", lambda line: line.given[1],
    happened="counted gamma alone",
    instead="count beta too: it has as many again",
)  # fmt: skip
layer_norm_parameters.goes_wrong(
    "two a slot", "one-pair", lambda line: 2.0,
    happened="counted one gamma and one beta for the whole row",
    instead="count a gamma and a beta for every slot",
)  # fmt: skip
layer_norm_parameters.goes_wrong(
    "two a slot", "squared", lambda line: line.work(multiply, line.given[1], line.given[1]),
    happened="counted a whole grid",
    instead="count two numbers for each slot: gamma and beta are rows",
)  # fmt: skip


@recipe("worker_parameters")
def feed_forward_parameters(pencil: Pencil, width: Number, inner: Number) -> Number:
    """Count the parameters of a feed-forward layer's two grids, biases included."""
    first = pencil("first grid", dense_parameters, width, inner)
    second = pencil("second grid", dense_parameters, inner, width)
    return pencil("add", add, first, second)


feed_forward_parameters.goes_wrong(
    "add", "one-grid", lambda line: line.given[0],
    happened="counted the first grid alone",
    instead="count the second grid too: it brings the width back",
)  # fmt: skip
feed_forward_parameters.goes_wrong(
    "add", "first-grid-twice", lambda line: line.work(add, line.given[0], line.given[0]),
    happened="counted the first grid twice",
    instead="count the second grid by itself: it has as many weights, but only as many biases as the width",
)  # fmt: skip
