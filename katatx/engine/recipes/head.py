"""The head that reads the summary: dense workers, relu, sigmoid."""

from __future__ import annotations

from katatx.engine.errors import EngineError
from katatx.engine.operations import (
    Arithmetic,
    absolute,
    add,
    divide,
    exp,
    keep_positive,
    negate,
    prefixed,
    subtract,
)
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import recipe
from katatx.engine.recipes.products import linear
from katatx.engine.values import Grid, Row, Value, shape_of
from scoring.shapes import describe

keep_negative = Arithmetic("keep negative", lambda a: min(0.0, a), prefixed("min(0, ", ")"), rising=True)
step = Arithmetic("step", lambda a: float(a > 0), prefixed("[", " > 0]"), rising=True)


@recipe()
def relu(pencil: Pencil, inputs: Value) -> Value:
    """Keeps positive numbers and makes negative ones 0 (Nair and Hinton 2010)."""
    return pencil("keep", keep_positive, inputs)


relu.goes_wrong(
    "keep", "absolute-value", lambda line: line.work(absolute, line.given[0]),
    happened="negative numbers lost their sign",
    instead="a negative number becomes 0, not positive",
)  # fmt: skip
relu.goes_wrong(
    "keep", "not-bent", lambda line: line.given[0],
    happened="negative numbers were kept",
    instead="every negative number becomes 0",
)  # fmt: skip
relu.goes_wrong(
    "keep", "negatives-kept", lambda line: line.work(keep_negative, line.given[0]),
    happened="the negative numbers were kept and the positive ones zeroed",
    instead="keep the positive numbers",
)  # fmt: skip
relu.goes_wrong(
    "keep", "on-or-off", lambda line: line.work(step, line.given[0]),
    happened="positive numbers were turned into 1",
    instead="a positive number stays as it is",
)  # fmt: skip


@recipe("logistic")
def sigmoid(pencil: Pencil, inputs: Value) -> Value:
    """Crushes any number into 0..1: 1 / (1 + e^-x)."""
    flipped = pencil("flip", negate, inputs)
    raised = pencil("raise", exp, flipped)
    below = pencil("add 1", add, 1.0, raised)
    return pencil("divide", divide, 1.0, below)


sigmoid.goes_wrong(
    "flip", "sign-kept", lambda line: line.given[0],
    happened="e was raised to x, not to -x",
    instead="flip the sign first: 1 / (1 + e^-x)",
)  # fmt: skip
sigmoid.goes_wrong(
    "add 1", "one-forgotten", lambda line: line.given[1],
    happened="the 1 was left out below the line",
    instead="divide by 1 + e^-x",
)  # fmt: skip
sigmoid.goes_wrong(
    "divide", "not-turned-over", lambda line: line.given[1],
    happened="1 + e^-x was not divided into 1",
    instead="turn it over: 1 divided by it lies between 0 and 1",
)  # fmt: skip


@recipe("workers")
def dense(pencil: Pencil, inputs: Row, weights: Grid, nudges: Row) -> Row:
    """A layer of workers: each multiplies, adds, and adds its nudge (bias)."""
    if len(nudges) != len(weights):
        raise EngineError(
            f"dense needs one nudge a worker, and is given {len(weights)} workers and {describe(shape_of(nudges))}"
        )
    mixed = pencil("multiply-add", linear, weights, inputs)
    return pencil("nudge", add, mixed, nudges)


dense.goes_wrong(
    "nudge", "nudge-forgotten", lambda line: line.given[0],
    happened="the nudge was left out",
    instead="add each worker's nudge after multiplying and adding",
)  # fmt: skip
dense.goes_wrong(
    "nudge", "nudge-subtracted", lambda line: line.work(subtract, *line.given),
    happened="the nudge was taken away",
    instead="add it, with the sign it has",
)  # fmt: skip
