"""Activation functions: tanh, leaky relu, gelu, silu.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
A parameter of type Value may be a number, a row or a grid: each of its numbers is worked.
"""

from __future__ import annotations

from math import tan

from katatx.engine import operations as op
from katatx.engine.operations import Arithmetic, prefixed
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, Recipe, recipe
from katatx.engine.recipes.training.head import keep_negative, relu, sigmoid
from katatx.engine.values import Value

# The default slope below zero, as in PyTorch.
_SLOPE = 0.01
_tangent = Arithmetic("tangent", tan, prefixed("tan(", ")"), "exponentials")


@recipe("hyperbolic_tangent")
def tanh(pencil: Pencil, inputs: Value) -> Value:
    """Squeeze numbers into -1..1: (e^x - e^-x) / (e^x + e^-x)."""
    return pencil("tanh", op.tanh, inputs)


tanh.goes_wrong(
    "tanh", "sigmoid-for-tanh", lambda line: line.work(sigmoid, line.given[0]),
    happened="took the sigmoid",
    detail="it lies between 0 and 1",
    instead="take tanh, which lies between -1 and 1 and is 0 at 0",
)  # fmt: skip
tanh.goes_wrong(
    "tanh", "tangent-for-tanh", lambda line: line.work(_tangent, line.given[0]),
    happened="took the plain tangent",
    instead="use the hyperbolic tangent: tanh is never above 1",
)  # fmt: skip
tanh.goes_wrong(
    "tanh", "powers-not-doubled", lambda line: line.work(op.tanh, line.work(op.divide, line.given[0], 2.0)),
    happened="calculated (e^x - 1) / (e^x + 1)",
    detail="that is tanh of half the number",
    instead="raise e to 2x first: tanh x is (e^2x - 1) / (e^2x + 1)",
)  # fmt: skip
tanh.goes_wrong(
    "tanh", "not-bent", lambda line: line.given[0],
    happened="left the number as it was",
    instead="take its tanh, which lies between -1 and 1",
)  # fmt: skip


@recipe("lrelu")
def leaky_relu(pencil: Pencil, inputs: Value, slope: Number | None = None) -> Value:
    """Keep positive numbers and multiply negative ones by a small slope, 0.01 unless given (Maas et al. 2013)."""
    positive = pencil("keep positive", op.keep_positive, inputs)
    negative = pencil("keep negative", keep_negative, inputs)
    shrunk = pencil("shrink", op.multiply, negative, _SLOPE if slope is None else slope)
    return pencil("put together", op.add, positive, shrunk)


leaky_relu.entry_by_entry = True
leaky_relu.goes_wrong(
    "put together", "like-relu", lambda line: line.given[0],
    happened="made negative numbers 0",
    detail="that is relu",
    instead="multiply each negative number by the slope",
)  # fmt: skip
leaky_relu.goes_wrong(
    "shrink", "not-bent", lambda line: line.given[0],
    happened="left negative numbers as they were",
    instead="multiply each by the slope",
)  # fmt: skip
leaky_relu.goes_wrong(
    "put together", "slope-everywhere",
    lambda line: line.work(op.add, line.work(op.multiply, line.given[0], _slope(line)), line.given[1]),
    happened="multiplied the positive numbers by the slope too",
    instead="keep positive numbers as they are",
)  # fmt: skip
leaky_relu.goes_wrong(
    "put together", "sign-dropped", lambda line: line.work(op.subtract, *line.given),
    happened="dropped the minus of the negative numbers",
    instead="keep the sign: a negative number stays negative, only smaller",
)  # fmt: skip


def _slope(line: Line) -> Number:
    """Return the slope given to leaky_relu, or the default."""
    slope: Number | None = line.inputs["slope"]
    return _SLOPE if slope is None else slope


@recipe("gaussian_error_linear_unit")
def gelu(pencil: Pencil, inputs: Value) -> Value:
    """Multiply each number by the normal distribution function: x·Φ(x), exactly (Hendrycks and Gimpel 2016)."""
    share = pencil("share below", op.normal_share, inputs)
    return pencil("multiply", op.multiply, inputs, share)


gelu.goes_wrong(
    "share below", "quick-gelu", lambda line: line.work(sigmoid, line.work(op.multiply, 1.702, line.given[0])),
    happened="took the quick form x·sigmoid(1.702·x)",
    instead="here take Φ itself: Φ(1) is 0.841",
    convention=True,
)  # fmt: skip
gelu.goes_wrong(
    "share below", "sigmoid-for-share", lambda line: line.work(sigmoid, line.given[0]),
    happened="multiplied by the sigmoid",
    detail="that is silu",
    instead="multiply by Φ(x), the share of a normal distribution below x",
)  # fmt: skip
gelu.goes_wrong(
    "share below", "sign-forgotten", lambda line: line.work(op.normal_share, line.work(op.absolute, line.given[0])),
    happened="took Φ of a negative number as if it were positive",
    instead="work Φ(-x) as 1 - Φ(x), which is less than a half",
)  # fmt: skip
gelu.goes_wrong(
    "share below", "erf-for-share", lambda line: line.work(op.erf, line.given[0]),
    happened="took erf(x) for Φ(x)",
    instead="work Φ(x) as (1 + erf(x/√2)) / 2",
)  # fmt: skip


@recipe("swish", "sigmoid_linear_unit")
def silu(pencil: Pencil, inputs: Value) -> Value:
    """Multiply numbers by their sigmoid: x·sigmoid(x) (Elfwing et al. 2018; Ramachandran et al. 2017)."""
    share = pencil("sigmoid", sigmoid, inputs)
    return pencil("multiply", op.multiply, inputs, share)


silu.goes_wrong(
    "sigmoid", "gelu-for-silu", lambda line: line.work(op.normal_share, line.given[0]),
    happened="multiplied by Φ(x)",
    detail="that is gelu",
    instead="multiply by the sigmoid of x",
)  # fmt: skip


def _gates_go_wrong(this: Recipe, factor: str) -> None:
    """Register the wrong turns that gelu and silu share; `factor` is what x is multiplied by, for the advice."""
    this.goes_wrong(
        "multiply", "not-multiplied", lambda line: line.given[1],
        happened="stopped before multiplying by x",
        instead=f"multiply {factor} by x",
    )  # fmt: skip
    this.goes_wrong(
        "multiply", "like-relu", lambda line: line.work(relu, line.given[0]),
        happened="made negative numbers 0 and kept the others",
        detail="that is relu",
        instead=f"multiply each x by {factor}: a negative x gives a little less than 0",
    )  # fmt: skip


_gates_go_wrong(gelu, "Φ(x)")
_gates_go_wrong(silu, "sigmoid(x)")
