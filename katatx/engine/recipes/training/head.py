"""The classifier head: dense layers, relu, dropout, sigmoid.

Each call of a recipe's pencil writes one line and returns its value. Recipes raise EngineError for shapes or numbers
that they cannot work.
"""

from __future__ import annotations

from katatx.engine.asking import is_zero_or_one
from katatx.engine.errors import EngineError
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
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import WX, Order, recipe
from katatx.engine.recipes.numbers.checks import need_same_shape, need_whole
from katatx.engine.recipes.numbers.layouts import common_order
from katatx.engine.recipes.numbers.products import linear
from katatx.engine.values import Grid, Row, Value, flat, shapes_in_words
from katatx.notation.printing import write_number

keep_negative = Arithmetic(
    "keep negative", lambda a: min(0.0, a), prefixed("min(0, ", ")"), rising=True, keeps_whole=True
)
step = Arithmetic("step", lambda a: float(a > 0), prefixed("[", " > 0]"), rising=True, keeps_whole=True)


@recipe()
def relu(pencil: Pencil, inputs: Value) -> Value:
    """Keep positive numbers and make negative ones 0 (Nair and Hinton 2010)."""
    return pencil("keep", keep_positive, inputs)


relu.goes_wrong(
    "keep", "absolute-value", lambda line: line.work(absolute, line.given[0]),
    happened="made negative numbers positive",
    instead="make each of them 0",
)  # fmt: skip
relu.goes_wrong(
    "keep", "not-bent", lambda line: line.given[0],
    happened="kept the negative numbers",
    instead="make each of them 0",
)  # fmt: skip
relu.goes_wrong(
    "keep", "negatives-kept", lambda line: line.work(keep_negative, line.given[0]),
    happened="kept the negative numbers and made the positive ones 0",
    instead="keep the positive numbers",
)  # fmt: skip
relu.goes_wrong(
    "keep", "on-or-off", lambda line: line.work(step, line.given[0]),
    happened="turned positive numbers into 1",
    instead="leave a positive number as it is",
)  # fmt: skip


@recipe("logistic")
def sigmoid(pencil: Pencil, inputs: Value) -> Value:
    """Squeeze numbers into 0..1: 1 / (1 + e^-x)."""
    flipped = pencil("flip", negate, inputs)
    raised = pencil("raise", exp, flipped)
    below = pencil("add 1", add, 1.0, raised)
    return pencil("divide", divide, 1.0, below)


sigmoid.goes_wrong(
    "flip", "sign-kept", lambda line: line.given[0],
    happened="raised e to x, not to -x",
    instead="change the sign of x first: 1 / (1 + e^-x)",
)  # fmt: skip
sigmoid.goes_wrong(
    "add 1", "one-forgotten", lambda line: line.given[1],
    happened="left out the 1 of the divisor",
    instead="divide by 1 + e^-x",
)  # fmt: skip
sigmoid.goes_wrong(
    "divide", "not-turned-over", lambda line: line.given[1],
    happened="stopped at 1 + e^-x",
    instead="divide 1 by it: the result lies between 0 and 1",
)  # fmt: skip


@recipe("workers")
def dense(pencil: Pencil, inputs: Row, weights: Grid, nudges: Row, order: Order | None = None) -> Row:
    """Multiply a layer's inputs by each output's weights, add the products, and add its bias (nudge).

    The weights have one row for each output, with `order` xW one column; without an order the shapes decide, and Wx if
    both fit.
    """
    order = common_order(order, (len(inputs), weights))
    if len(nudges) != (len(weights) if order == WX else len(weights[0])):
        raise EngineError(
            f"dense is given {shapes_in_words(weights, nudges)}; write one bias for each output of the weights"
        )
    mixed = pencil("multiply-add", linear, weights, inputs, order)
    return pencil("nudge", add, mixed, nudges)


dense.goes_wrong(
    "nudge", "nudge-forgotten", lambda line: line.given[0],
    happened="left out the biases",
    instead="add each output's bias at the end",
)  # fmt: skip
dense.goes_wrong(
    "nudge", "one-nudge-for-all", lambda line: line.work(add, line.given[0], line.given[1][0]),
    happened="added the first bias everywhere",
    instead="add to each output its own bias",
)  # fmt: skip
dense.goes_wrong(
    "nudge", "bent-before-the-nudge", lambda line: line.work(add, line.work(relu, line.given[0]), line.given[1]),
    happened="took relu before adding the biases",
    instead="add each bias first, then take relu of the sum",
)  # fmt: skip
dense.goes_wrong(
    "nudge", "nudge-subtracted", lambda line: line.work(subtract, *line.given),
    happened="subtracted the biases",
    instead="add each, with the sign it has",
)  # fmt: skip


@recipe("dropout_in_practice")
def dropout(pencil: Pencil, row: Value, kept: Value, rate: Number) -> Value:
    """Set slots with 0 in `kept` to 0 and divide the others by 1 - rate: dropout in training.

    Srivastava et al. 2014, in the inverted form that libraries use, in which nothing remains to be done at test time.
    """
    _need_a_rate(rate)
    if not all(map(is_zero_or_one, flat(kept))):
        raise EngineError(
            "dropout: kept has a number other than 0 and 1; write 1 for each slot that stays, 0 for each one dropped"
        )
    need_same_shape("dropout", row, kept)
    dropped = pencil("drop", multiply, row, kept)
    share = pencil("share kept", subtract, 1.0, rate)
    return pencil("grow", divide, dropped, share)


def _need_a_rate(rate: Number) -> None:
    """Raise EngineError if a dropout rate is not from 0 to below 1."""
    share = low_of(rate)
    if not 0 <= share < 1:
        raise EngineError(f"the rate, the share dropped, is {write_number(share)}; write a number from 0 to below 1")


dropout.goes_wrong(
    "grow", "not-grown", lambda line: line.given[0],
    happened="did not enlarge the kept slots",
    instead="divide them by the share kept, so that the sum stays the same on average",
)  # fmt: skip
dropout.goes_wrong(
    "grow", "shrunk", lambda line: line.work(multiply, *line.given),
    happened="multiplied the kept slots by the share kept",
    instead="divide by it: the kept slots must make up for the dropped ones",
)  # fmt: skip
dropout.goes_wrong(
    "share kept", "divided-by-the-rate", lambda line: line.inputs["rate"],
    happened="divided the kept slots by the rate",
    instead="divide by 1 - rate, the share kept",
)  # fmt: skip
dropout.goes_wrong(
    "drop", "nothing-dropped", lambda line: line.given[0],
    happened="kept every slot",
    instead="set every dropped slot to 0",
)  # fmt: skip
dropout.goes_wrong(
    "drop", "kept-dropped",
    lambda line: line.work(multiply, line.given[0], line.work(subtract, 1.0, line.given[1])),
    happened="exchanged kept and dropped slots",
    instead="keep a slot marked 1, and drop one marked 0",
)  # fmt: skip


@recipe("dropout_in_exam")
def dropout_at_exam(pencil: Pencil, row: Value, rate: Number) -> Value:
    """Leave every slot as it is: dropout at test time."""
    _need_a_rate(rate)
    return pencil("pass on", keep, row)


dropout_at_exam.goes_wrong(
    "pass on", "shrunk",
    lambda line: line.work(multiply, line.given[0], line.work(subtract, 1.0, line.inputs["rate"])),
    happened="multiplied by the share kept",
    instead="leave the row alone: training has already enlarged the kept slots",
)  # fmt: skip
dropout_at_exam.goes_wrong(
    "pass on", "grown",
    lambda line: line.work(divide, line.given[0], line.work(subtract, 1.0, line.inputs["rate"])),
    happened="divided by the share kept, as in training",
    instead="leave the row alone: dropout works in training only",
)  # fmt: skip
dropout_at_exam.goes_wrong(
    "pass on", "dropped", lambda line: line.work(multiply, line.given[0], line.inputs["rate"]),
    happened="multiplied by the rate",
    instead="leave the row alone: at test time every slot is there, at its full size",
)  # fmt: skip


@recipe()
def dropout_count(pencil: Pencil, slots: Number, rate: Number) -> Number:
    """Count how many of `slots` dropout sets to 0 in training, on average."""
    need_whole(slots, "slots", 0)
    _need_a_rate(rate)
    return pencil("multiply", multiply, slots, rate)


dropout_count.goes_wrong(
    "multiply", "kept-counted",
    lambda line: line.work(multiply, line.given[0], line.work(subtract, 1.0, line.given[1])),
    happened="counted the slots that stay",
    instead="count those dropped: the rate is the share that is dropped",
)  # fmt: skip
dropout_count.goes_wrong(
    "multiply", "divided", lambda line: line.work(divide, *line.given),
    happened="divided by the rate",
    instead="multiply by it: 0.1 drops one slot in ten",
)  # fmt: skip
dropout_count.goes_wrong(
    "multiply", "exam-time", lambda line: 0.0,
    happened="dropped no slot, as at test time",
    instead="multiply by the rate: in training that share of slots is set to 0",
)  # fmt: skip
