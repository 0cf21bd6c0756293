"""The head that reads the summary: dense workers, relu, dropout, sigmoid."""

from __future__ import annotations

from katatx.engine.errors import EngineError
from katatx.engine.interval import Number, low_of
from katatx.engine.operations import (
    Arithmetic,
    absolute,
    add,
    divide,
    exp,
    keep,
    keep_positive,
    multiply,
    negate,
    prefixed,
    subtract,
)
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import WX, Order, recipe
from katatx.engine.recipes.checks import need_same_shape, whole_number
from katatx.engine.recipes.layouts import common_order
from katatx.engine.recipes.products import linear
from katatx.engine.values import Grid, Row, Value, flat, shape_of
from katatx.notation.printing import write_number
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
def dense(pencil: Pencil, inputs: Row, weights: Grid, nudges: Row, order: Order | None = None) -> Row:
    """Work a layer: each worker multiplies the inputs by its weights, adds the products, and adds its nudge (bias).

    The weights have one row for each worker, with `order` xW one column; without an order, shapes tell.
    """
    order = common_order(order, (len(inputs), weights))
    workers = len(weights) if order == WX else len(weights[0])
    if len(nudges) != workers:
        raise EngineError(
            f"dense needs one nudge a worker, and is given {workers} workers and {describe(shape_of(nudges))}"
        )
    mixed = pencil("multiply-add", linear, weights, inputs, order)
    return pencil("nudge", add, mixed, nudges)


dense.goes_wrong(
    "nudge", "nudge-forgotten", lambda line: line.given[0],
    happened="the nudge was left out",
    instead="add each worker's nudge after multiplying and adding",
)  # fmt: skip
dense.goes_wrong(
    "nudge", "one-nudge-for-all", lambda line: line.work(add, line.given[0], line.given[1][0]),
    happened="the first nudge was added everywhere",
    instead="every worker has a nudge of its own",
)  # fmt: skip
dense.goes_wrong(
    "nudge", "nudge-subtracted", lambda line: line.work(subtract, *line.given),
    happened="the nudge was taken away",
    instead="add it, with the sign it has",
)  # fmt: skip


@recipe("dropout_in_practice")
def dropout(pencil: Pencil, row: Value, kept: Value, rate: Number) -> Value:
    """Dropout in practice: slots with 0 in `kept` become 0, the others are divided by 1 - rate.

    Srivastava et al. 2014, in the inverted form that libraries use, which leaves nothing
    to do at exam time.
    """
    _need_a_rate(rate)
    if any(low_of(each) not in (0.0, 1.0) for each in flat(kept)):
        raise EngineError("dropout: kept has a 1 for every slot that stays and a 0 for every slot that is dropped")
    need_same_shape("dropout", row, kept)
    dropped = pencil("drop", multiply, row, kept)
    share = pencil("share kept", subtract, 1.0, rate)
    return pencil("grow", divide, dropped, share)


def _need_a_rate(rate: Number) -> None:
    if not 0 <= low_of(rate) < 1:
        raise EngineError(f"the rate is {write_number(low_of(rate))}; it is the share dropped, from 0 to below 1")


dropout.goes_wrong(
    "grow", "not-grown", lambda line: line.given[0],
    happened="the kept slots were left at their size",
    instead="divide them by the share kept, so that the sum stays what it was on average",
)  # fmt: skip
dropout.goes_wrong(
    "grow", "shrunk", lambda line: line.work(multiply, *line.given),
    happened="the kept slots were multiplied by the share kept",
    instead="divide by it: fewer slots must carry the whole",
)  # fmt: skip
dropout.goes_wrong(
    "share kept", "divided-by-the-rate", lambda line: line.inputs["rate"],
    happened="the kept slots were divided by the rate",
    instead="divide by 1 less the rate, the share kept",
)  # fmt: skip
dropout.goes_wrong(
    "drop", "nothing-dropped", lambda line: line.given[0],
    happened="no slot was set to 0",
    instead="set every dropped slot to 0",
)  # fmt: skip
dropout.goes_wrong(
    "drop", "kept-dropped",
    lambda line: line.work(multiply, line.given[0], line.work(subtract, 1.0, line.given[1])),
    happened="the kept slots were dropped and the dropped ones kept",
    instead="a 1 keeps the slot, a 0 drops it",
)  # fmt: skip


@recipe("dropout_in_exam")
def dropout_at_exam(pencil: Pencil, row: Value, rate: Number) -> Value:
    """Dropout at exam time: every slot stays as it is."""
    _need_a_rate(rate)
    return pencil("pass on", keep, row)


dropout_at_exam.goes_wrong(
    "pass on", "shrunk",
    lambda line: line.work(multiply, line.given[0], line.work(subtract, 1.0, line.inputs["rate"])),
    happened="the row was multiplied by the share kept in practice",
    instead="nothing happens at exam time: practice has grown the kept slots already",
)  # fmt: skip
dropout_at_exam.goes_wrong(
    "pass on", "grown",
    lambda line: line.work(divide, line.given[0], line.work(subtract, 1.0, line.inputs["rate"])),
    happened="the row was divided by the share kept, as in practice",
    instead="dropout fires in practice only",
)  # fmt: skip
dropout_at_exam.goes_wrong(
    "pass on", "dropped", lambda line: line.work(multiply, line.given[0], line.inputs["rate"]),
    happened="the row was multiplied by the rate",
    instead="at exam time every slot is there, at its full size",
)  # fmt: skip


@recipe()
def dropout_count(pencil: Pencil, slots: Number, rate: Number) -> Number:
    """How many of so many slots dropout sets to 0 in practice, on average."""
    whole_number(slots, "slots", 0)
    _need_a_rate(rate)
    return pencil("multiply", multiply, slots, rate)


dropout_count.goes_wrong(
    "multiply", "kept-counted",
    lambda line: line.work(multiply, line.given[0], line.work(subtract, 1.0, line.given[1])),
    happened="the slots that stay were counted",
    instead="the rate is the share that is dropped",
)  # fmt: skip
dropout_count.goes_wrong(
    "multiply", "divided", lambda line: line.work(divide, *line.given),
    happened="the slots were divided by the rate",
    instead="multiply by the rate: 0.1 drops one slot in ten",
)  # fmt: skip
dropout_count.goes_wrong(
    "multiply", "exam-time", lambda line: 0.0,
    happened="no slot was dropped, as at exam time",
    instead="in practice the rate's share of slots is set to 0",
)  # fmt: skip
