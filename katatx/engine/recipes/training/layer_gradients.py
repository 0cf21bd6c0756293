"""The backward pass of a layer: weights, bias, inputs and relu, and a check by finite differences.

Each gradient follows from that of the layer's output by the chain rule (Rumelhart, Hinton and Williams 1986; Goodfellow
et al. 2016, section 6.5). Weights have one row for each output number, as in PyTorch.

Each call of a recipe's pencil writes one line and returns its value. Recipes raise EngineError for shapes or numbers
that they cannot work.
"""

from __future__ import annotations

from katatx.engine.errors import EngineError
from katatx.engine.operations import divide, keep, multiply, negate, subtract, total, transposing
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import recipe
from katatx.engine.recipes.numbers.checks import need_same_shape
from katatx.engine.recipes.numbers.products import dot, matmul
from katatx.engine.recipes.numbers.rows import outer
from katatx.engine.recipes.training.head import relu, step
from katatx.engine.values import Grid, Row, Value, rank_of, shapes_in_words, transposed


@recipe("weight_gradient", "grad_w")
def linear_weight_gradient(pencil: Pencil, output_gradient: Value, inputs: Value) -> Grid:
    """Find ∂L/∂W of y = W·x + b: the outer product of ∂L/∂y and x; of a batch, Gᵀ·X, summed over its examples.

    Both are rows, or grids with one row for each example. Raises EngineError, naming both shapes, for others.
    """
    ranks = rank_of(output_gradient), rank_of(inputs)
    if ranks == (1, 1):
        return pencil("outer product", outer, output_gradient, inputs)
    if ranks != (2, 2) or len(output_gradient) != len(inputs):
        found = shapes_in_words(output_gradient, inputs)
        raise EngineError(
            f"linear_weight_gradient is given {found}; write two rows, or a row of each for every example"
        )
    columns = pencil("transpose", transposing, output_gradient)
    return pencil("multiply", matmul, columns, inputs)


linear_weight_gradient.goes_wrong(
    "outer product", "input-forgotten", lambda line: tuple((each,) * len(line.given[1]) for each in line.given[0]),
    happened="left out the inputs",
    instead="multiply each output's gradient by each input: a weight was multiplied by its input",
)  # fmt: skip
linear_weight_gradient.goes_wrong(
    "transpose", "transpose-lost", lambda line: line.given[0],
    happened="left out the transpose",
    instead="transpose the gradient first: the rows of the result belong to the outputs",
)  # fmt: skip
linear_weight_gradient.goes_wrong(
    "multiply", "averaged", lambda line: line.work(divide, line.work(matmul, *line.given), float(len(line.given[1]))),
    happened="averaged the examples",
    instead="add them: where the loss is a mean, the gradients that come in are divided already",
)  # fmt: skip


@recipe("bias_gradient", "grad_b")
def linear_bias_gradient(pencil: Pencil, output_gradient: Grid) -> Row:
    """Find ∂L/∂b of y = W·x + b: ∂L/∂y, summed over the rows of a batch."""
    columns = pencil("columns", transposing, output_gradient)
    return pencil("add", total, columns)


linear_bias_gradient.goes_wrong(
    "columns", "along-the-rows", lambda line: line.given[0],
    happened="added along the rows",
    instead="add down the columns: each output has a bias, shared by all examples",
)  # fmt: skip
linear_bias_gradient.goes_wrong(
    "add", "averaged",
    lambda line: line.work(divide, line.work(total, line.given[0]), float(len(line.given[0][0]))),
    happened="averaged the examples",
    instead="add them: where the loss is a mean, the gradients that come in are divided already",
)  # fmt: skip
linear_bias_gradient.goes_wrong(
    "add", "first-example-only", lambda line: tuple(column[0] for column in line.given[0]),
    happened="kept only the first example",
    instead="add the gradients of all examples: they share the bias",
)  # fmt: skip


@recipe("input_gradient", "grad_x")
def linear_input_gradient(pencil: Pencil, output_gradient: Row, weights: Grid) -> Row:
    """Find ∂L/∂x of y = W·x + b: Wᵀ·∂L/∂y, each column of the weights dotted with ∂L/∂y."""
    columns = pencil("transpose", transposing, weights)
    numbers = tuple(pencil("row", dot, column, output_gradient) for column in columns)
    return pencil("stack", keep, numbers)


linear_input_gradient.goes_wrong(
    "transpose", "transpose-lost", lambda line: line.given[0],
    happened="left out the transpose",
    instead="dot the gradient with the columns of the weights, not with the rows",
)  # fmt: skip
linear_input_gradient.goes_wrong(
    "stack", "gradient-forgotten", lambda line: line.work(total, transposed(line.inputs["weights"])),
    happened="added up the columns of the weights",
    instead="multiply each weight of a column by its output's gradient, then add",
)  # fmt: skip
linear_input_gradient.goes_wrong(
    "stack", "sign-turned", lambda line: line.work(negate, line.given[0]),
    happened="changed the sign",
    instead="keep it: only the update of the weights goes against the gradient",
)  # fmt: skip


@recipe("relu_gradient")
def relu_backward(pencil: Pencil, inputs: Value, output_gradient: Value) -> Value:
    """Find ∂L/∂z from ∂L/∂h of h = relu(z): ∂L/∂h where z > 0, else 0.

    `inputs` is what went into relu. At z = 0 the gradient is 0, as in PyTorch.
    """
    need_same_shape("relu_backward", inputs, output_gradient)
    gates = pencil("gate", step, inputs)
    return pencil("multiply", multiply, output_gradient, gates)


relu_backward.goes_wrong(
    "gate", "gated-by-gradient", lambda line: line.work(step, line.inputs["output_gradient"]),
    happened="set the negative gradients to 0",
    instead="go by the sign of what went into relu, not by that of the gradient",
)  # fmt: skip
relu_backward.goes_wrong(
    "multiply", "not-gated", lambda line: line.given[0],
    happened="left every gradient as it was",
    instead="set a gradient to 0 where relu made the number 0",
)  # fmt: skip
relu_backward.goes_wrong(
    "multiply", "gates-alone", lambda line: line.given[1],
    happened="gave the slope of relu alone",
    instead="multiply it by the gradient of the output: the chain rule multiplies",
)  # fmt: skip
relu_backward.goes_wrong(
    "gate", "multiplied-by-output", lambda line: line.work(relu, line.given[0]),
    happened="multiplied by what came out of relu",
    instead="multiply by the slope of relu: 1 where its input is above 0, else 0",
)  # fmt: skip


@recipe("central_diff", "numerical_gradient")
def central_difference(pencil: Pencil, loss_above: Number, loss_below: Number, step: Number) -> Number:
    """Estimate a slope from the losses `step` above and below a weight: (L(w+h) - L(w-h)) / 2h.

    The error is of order h²; that of the one-sided quotient is of order h (Goodfellow et al. 2016, section 11.5).
    """
    change = pencil("subtract", subtract, loss_above, loss_below)
    apart = pencil("double", multiply, 2.0, step)
    return pencil("divide", divide, change, apart)


central_difference.goes_wrong(
    "double", "two-forgotten", lambda line: line.given[1],
    happened="divided by h",
    instead="divide by 2h: that is how far apart the two weights are",
)  # fmt: skip
central_difference.goes_wrong(
    "subtract", "turned-round", lambda line: line.work(subtract, line.given[1], line.given[0]),
    happened="subtracted the loss above from the one below",
    instead="take the loss at w + h minus the loss at w - h",
)  # fmt: skip
central_difference.goes_wrong(
    "divide", "not-divided", lambda line: line.given[0],
    happened="stopped at the difference of the losses",
    instead="divide it by 2h: a slope is the change per unit",
)  # fmt: skip
central_difference.goes_wrong(
    "divide", "step-forgotten", lambda line: line.work(divide, line.given[0], 2.0),
    happened="divided by 2",
    instead="divide by 2h, the distance between the two weights",
)  # fmt: skip
