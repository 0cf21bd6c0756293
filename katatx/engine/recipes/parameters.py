"""How many numbers a layer learns."""

from __future__ import annotations

from katatx.engine.interval import Number
from katatx.engine.operations import add, multiply
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import recipe
from katatx.engine.recipes.checks import need_counts


@recipe()
def dense_parameters(pencil: Pencil, inputs: Number, outputs: Number) -> Number:
    """Numbers that a dense layer learns: a weight for every pair of input and output, and a bias an output."""
    need_counts(inputs=inputs, outputs=outputs)
    weights = pencil("weights", multiply, inputs, outputs)
    return pencil("biases", add, weights, outputs)


dense_parameters.goes_wrong(
    "biases", "biases-forgotten", lambda line: line.given[0],
    happened="the biases were left out",
    instead="add one bias an output",
)  # fmt: skip
dense_parameters.goes_wrong(
    "biases", "bias-an-input", lambda line: line.work(add, line.given[0], line.inputs["inputs"]),
    happened="a bias was counted for every input",
    instead="a bias belongs to a worker: one an output",
)  # fmt: skip
dense_parameters.goes_wrong(
    "biases", "one-bias", lambda line: line.work(add, line.given[0], 1.0),
    happened="one bias was counted for the whole layer",
    instead="every worker has its own: one an output",
)  # fmt: skip


@recipe()
def attention_parameters(pencil: Pencil, width: Number, inner: Number) -> Number:
    """Weights of attention without biases: four grids of width by `inner`, which is all heads' widths together."""
    need_counts(width=width, inner=inner)
    grid = pencil("one grid", multiply, width, inner)
    return pencil("four grids", multiply, 4.0, grid)


attention_parameters.goes_wrong(
    "four grids", "output-grid-forgotten", lambda line: line.work(multiply, 3.0, line.given[1]),
    happened="the output grid was left out",
    instead="query, key, value and output: four grids",
)  # fmt: skip
attention_parameters.goes_wrong(
    "four grids", "one-grid", lambda line: line.given[1],
    happened="only one grid was counted",
    instead="query, key, value and output: four grids",
)  # fmt: skip
attention_parameters.goes_wrong(
    "one grid", "sides-added", lambda line: line.work(add, *line.given),
    happened="the sides of a grid were added",
    instead="a grid holds its rows times its columns",
)  # fmt: skip


@recipe()
def layer_norm_parameters(pencil: Pencil, width: Number) -> Number:
    """Numbers that a layer norm learns: gamma and beta, one each a slot."""
    need_counts(width=width)
    return pencil("two a slot", multiply, 2.0, width)


layer_norm_parameters.goes_wrong(
    "two a slot", "gamma-only", lambda line: line.given[1],
    happened="only gamma was counted",
    instead="beta has as many again",
)  # fmt: skip
layer_norm_parameters.goes_wrong(
    "two a slot", "one-pair", lambda line: 2.0,
    happened="one gamma and one beta were counted for the whole row",
    instead="every slot has a gamma and a beta of its own",
)  # fmt: skip
layer_norm_parameters.goes_wrong(
    "two a slot", "squared", lambda line: line.work(multiply, line.given[1], line.given[1]),
    happened="a whole grid was counted",
    instead="gamma and beta are rows: two numbers a slot",
)  # fmt: skip


@recipe("worker_parameters")
def feed_forward_parameters(pencil: Pencil, width: Number, inner: Number) -> Number:
    """Numbers that the two grids of a worker learn, biases included."""
    first = pencil("first grid", dense_parameters, width, inner)
    second = pencil("second grid", dense_parameters, inner, width)
    return pencil("add", add, first, second)


feed_forward_parameters.goes_wrong(
    "add", "one-grid", lambda line: line.given[0],
    happened="only the first grid was counted",
    instead="the second grid brings the width back: count it too",
)  # fmt: skip
feed_forward_parameters.goes_wrong(
    "add", "first-grid-twice", lambda line: line.work(add, line.given[0], line.given[0]),
    happened="the first grid was counted twice",
    instead="the second grid has one bias for each slot of the narrow row",
)  # fmt: skip
