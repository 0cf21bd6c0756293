"""Optimizers: gradient descent, momentum, Adam and AdamW.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine.operations import add, divide, multiply, power, root, square, subtract
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, recipe
from katatx.engine.recipes.numbers.checks import need_a_share, need_same_shape, need_whole
from katatx.engine.values import Value

# Defaults of the two averages, recommended by Kingma and Ba 2015.
_BETA1 = 0.9
_BETA2 = 0.999


@recipe("gradient_step")
def sgd(pencil: Pencil, weights: Value, gradient: Value, rate: Number) -> Value:
    """Take a step of gradient descent: w - η·∂L/∂w, with the learning rate η (Robbins and Monro 1951)."""
    need_same_shape("sgd", weights, gradient)
    change = pencil("rate", multiply, rate, gradient)
    return pencil("step", subtract, weights, change)


sgd.goes_wrong(
    "step", "uphill", lambda line: line.work(add, *line.given),
    happened="added the step",
    instead="subtract it: the gradient points where the loss grows",
)  # fmt: skip
sgd.goes_wrong(
    "rate", "rate-forgotten", lambda line: line.given[1],
    happened="left out the learning rate",
    instead="multiply by the learning rate before subtracting",
)  # fmt: skip
sgd.goes_wrong(
    "step", "step-alone", lambda line: line.given[1],
    happened="gave the step, not the new weight",
    instead="subtract the step from the old weight",
)  # fmt: skip
sgd.goes_wrong(
    "rate", "divided-by-rate", lambda line: line.work(divide, line.given[1], line.given[0]),
    happened="divided by the learning rate",
    instead="multiply by it: a small rate makes a small step",
)  # fmt: skip


@recipe("momentum_velocity")
def velocity(pencil: Pencil, before: Value, gradient: Value, momentum: Number) -> Value:
    """Keep a part of the last velocity and add the gradient: μ·v + g (Polyak 1964; in PyTorch's form)."""
    need_same_shape("velocity", before, gradient)
    kept = pencil("keep", multiply, momentum, before)
    return pencil("add", add, kept, gradient)


def _averaged(line: Line) -> Value:
    """Return the velocity with the gradient wrongly weighted by 1 - momentum."""
    kept, gradient = line.given
    share = line.work(subtract, 1.0, line.inputs["momentum"])
    return line.work(add, kept, line.work(multiply, share, gradient))


velocity.goes_wrong(
    "add", "averaged", _averaged,
    happened="multiplied the gradient by 1 - momentum",
    instead="here the whole gradient is added; the factor belongs to methods that average, such as Adam",
    convention=True,
)  # fmt: skip
velocity.goes_wrong(
    "keep", "velocity-kept-whole", lambda line: line.given[1],
    happened="left out the momentum factor",
    instead="multiply the last velocity by the momentum first",
)  # fmt: skip
velocity.goes_wrong(
    "add", "velocity-forgotten", lambda line: line.given[1],
    happened="left out the last velocity",
    instead="multiply it by the momentum, and add that to the gradient",
)  # fmt: skip
velocity.goes_wrong(
    "add", "subtracted", lambda line: line.work(subtract, *line.given),
    happened="subtracted the gradient from the velocity",
    instead="add it: the minus comes only with the step of the weight",
)  # fmt: skip


@recipe("momentum_step")
def sgd_momentum(
    pencil: Pencil, weights: Value, gradient: Value, before: Value, rate: Number, momentum: Number
) -> Value:
    """Take a step with momentum: v = μ·v + g, then w - η·v (PyTorch's form of Sutskever et al. 2013).

    `before` is the last velocity. In the paper the velocity includes η: v = μ·v - η·g, then w + v.
    """
    new = pencil("velocity", velocity, before, gradient, momentum)
    return pencil("step", sgd, weights, new, rate)


def _rate_on_gradient_alone(line: Line) -> Value:
    """Return the step with the learning rate wrongly applied to the gradient only, not to the velocity."""
    given = line.inputs
    kept = line.work(multiply, given["momentum"], given["before"])
    change = line.work(add, kept, line.work(multiply, given["rate"], given["gradient"]))
    return line.work(subtract, given["weights"], change)


sgd_momentum.goes_wrong(
    "step", "rate-on-gradient-alone", _rate_on_gradient_alone,
    happened="multiplied only the new gradient by the learning rate",
    detail="that fits a velocity which has the rate in it already",
    instead="multiply the whole velocity by it",
)  # fmt: skip
sgd_momentum.goes_wrong(
    "step", "last-velocity",
    lambda line: line.work(sgd, line.given[0], line.inputs["before"], line.given[2]),
    happened="stepped with the last velocity",
    instead="work the new velocity first, and step with that",
)  # fmt: skip
sgd_momentum.goes_wrong(
    "step", "rate-times-momentum",
    lambda line: line.work(sgd, *line.given[:2], line.work(multiply, line.given[2], line.inputs["momentum"])),
    happened="multiplied the step by the momentum too",
    instead="use the momentum once, on the last velocity",
)  # fmt: skip


@recipe("first_moment", "ema", "exponential_moving_average")
def moving_average(pencil: Pencil, before: Value, new: Value, beta: Number) -> Value:
    """Move an average a little towards a new number: β·m + (1 - β)·g (Kingma and Ba 2015, algorithm 1)."""
    need_same_shape("moving_average", before, new)
    need_a_share(beta, "beta")
    kept = pencil("keep", multiply, beta, before)
    share = pencil("share", subtract, 1.0, beta)
    added = pencil("weigh", multiply, share, new)
    return pencil("add", add, kept, added)


moving_average.goes_wrong(
    "weigh", "new-added-whole", lambda line: line.given[1],
    happened="added the new number whole",
    instead="multiply it by 1 - β first, so that the two shares make 1",
)  # fmt: skip
moving_average.goes_wrong(
    "add", "average-forgotten", lambda line: line.given[1],
    happened="left out the average so far",
    instead="keep β of it, and add 1 - β of the new number",
)  # fmt: skip


def _shares_exchanged(line: Line) -> Value:
    """Return the average with β and 1 - β wrongly exchanged."""
    return line.work(
        moving_average, line.inputs["before"], line.inputs["new"], line.work(subtract, 1.0, line.inputs["beta"])
    )


moving_average.goes_wrong(
    "add", "shares-exchanged", _shares_exchanged,
    happened="exchanged β and 1 - β",
    instead="multiply the average so far by β, and the new number by 1 - β",
)  # fmt: skip


@recipe()
def second_moment(pencil: Pencil, before: Value, gradient: Value, beta: Number) -> Value:
    """Update the average of squared gradients: β·v + (1 - β)·g² (Kingma and Ba 2015, algorithm 1)."""
    squared = pencil("square", square, gradient)
    return pencil("average", moving_average, before, squared, beta)


def _squared_late(line: Line) -> Value:
    """Return the second moment with the square wrongly taken after the weighting."""
    before, _, beta = line.given
    added = line.work(multiply, line.work(subtract, 1.0, beta), line.inputs["gradient"])
    return line.work(add, line.work(multiply, beta, before), line.work(square, added))


second_moment.goes_wrong(
    "square", "not-squared", lambda line: line.given[0],
    happened="left out the square",
    instead="square the gradient: the second moment averages squares",
)  # fmt: skip
second_moment.goes_wrong(
    "average", "squared-late", _squared_late,
    happened="squared 1 - β too",
    instead="square the gradient alone, then multiply by 1 - β",
)  # fmt: skip
second_moment.goes_wrong(
    "average", "average-squared", lambda line: line.work(square, line.work(moving_average, *_unsquared(line))),
    happened="averaged first and squared the average",
    instead="square each gradient, then average: the mean of squares, not the square of the mean",
)  # fmt: skip


def _unsquared(line: Line) -> tuple[Value, Value, Value]:
    """Return the root of the last second moment, which serves as an average of gradients, the gradient, and β."""
    before, _, beta = line.given
    return line.work(root, before), line.inputs["gradient"], beta


@recipe("correct_bias")
def bias_correction(pencil: Pencil, average: Value, beta: Number, steps: Number) -> Value:
    """Divide an average that began at 0 by 1 - β^t, where t counts the steps from 1 (Kingma and Ba 2015, section 3)."""
    need_whole(steps, "steps")
    need_a_share(beta, "beta")
    forgotten = pencil("power", power, beta, steps)
    counted = pencil("subtract", subtract, 1.0, forgotten)
    return pencil("divide", divide, average, counted)


bias_correction.goes_wrong(
    "divide", "not-corrected", lambda line: line.given[0],
    happened="left out the bias correction",
    instead="divide the average by 1 - β^t: it began at 0, and is too small at first",
)  # fmt: skip
bias_correction.goes_wrong(
    "power", "power-left-out", lambda line: line.given[0],
    happened="divided by 1 - β at every step",
    instead="raise β to the number of steps first",
)  # fmt: skip
bias_correction.goes_wrong(
    "subtract", "divided-by-power", lambda line: line.given[1],
    happened="divided by β^t",
    instead="divide by 1 - β^t, the share that the gradients have in the average",
)  # fmt: skip
bias_correction.goes_wrong(
    "power", "multiplied-for-power", lambda line: line.work(multiply, *line.given),
    happened="multiplied β by the number of steps",
    instead="raise β to that power",
)  # fmt: skip
bias_correction.goes_wrong(
    "divide", "multiplied", lambda line: line.work(multiply, *line.given),
    happened="multiplied by 1 - β^t",
    instead="divide by it: the correction makes the average larger",
)  # fmt: skip


@recipe()
def adam(
    pencil: Pencil,
    weights: Value,
    gradient: Value,
    first: Value,
    second: Value,
    steps: Number,
    rate: Number,
    beta1: Number | None = None,
    beta2: Number | None = None,
    eps: Number | None = None,
) -> Value:
    """Take step number `steps`, from 1, of Adam: w - η·m̂ / (√v̂ + eps) (Kingma and Ba 2015, algorithm 1).

    `first` and `second` are the moments before the step. β1 is 0.9 and β2 0.999 by default. Without `eps` none is
    added, and a weight whose gradients have all been 0 is an error.
    """
    need_same_shape("adam", weights, gradient)
    decay1, decay2 = _BETA1 if beta1 is None else beta1, _BETA2 if beta2 is None else beta2
    mean = pencil("first moment", moving_average, first, gradient, decay1)
    spread = pencil("second moment", second_moment, second, gradient, decay2)
    mean = pencil("correct first", bias_correction, mean, decay1, steps)
    spread = pencil("correct second", bias_correction, spread, decay2, steps)
    size = pencil("root", root, spread)
    if eps is not None:
        size = pencil("eps", add, size, eps)
    ratio = pencil("divide", divide, mean, size)
    return pencil("step", sgd, weights, ratio, rate)


def _eps_inside(line: Line) -> Value:
    """Return the size with eps wrongly added inside the root."""
    size, eps = line.given
    return line.work(root, line.work(add, line.work(square, size), eps))


adam.goes_wrong(
    "root", "root-not-taken", lambda line: line.given[0],
    happened="divided by the second moment",
    instead="take its square root before dividing: the step must stay the same if every gradient doubles",
)  # fmt: skip
adam.goes_wrong(
    "eps", "eps-inside-the-root", _eps_inside,
    happened="added eps under the root",
    detail="layer norm has it there",
    instead="add it after the root",
)  # fmt: skip
adam.goes_wrong(
    "divide", "gradient-for-moment", lambda line: line.work(divide, line.inputs["gradient"], line.given[1]),
    happened="divided the gradient itself by the root",
    instead="divide the corrected first moment",
)  # fmt: skip
adam.goes_wrong(
    "divide", "not-divided", lambda line: line.given[0],
    happened="took the step with the first moment alone",
    instead="divide it by the root of the second moment",
)  # fmt: skip


@recipe()
def adamw(
    pencil: Pencil,
    weights: Value,
    gradient: Value,
    first: Value,
    second: Value,
    steps: Number,
    rate: Number,
    decay: Number,
    beta1: Number | None = None,
    beta2: Number | None = None,
    eps: Number | None = None,
) -> Value:
    """Shrink the weights by η·λ of themselves, then take Adam's step (Loshchilov and Hutter 2019, algorithm 2).

    As in PyTorch, the weight decay λ is multiplied by the learning rate. It does not enter the moments. The other
    parameters are those of `adam`.
    """
    shrinking = pencil("rate times decay", multiply, rate, decay)
    lost = pencil("decay", multiply, shrinking, weights)
    shrunk = pencil("shrink", subtract, weights, lost)
    return pencil("step", adam, shrunk, gradient, first, second, steps, rate, beta1, beta2, eps)


def _decay_in_gradient(line: Line) -> Value:
    """Return Adam's step with the weight decay wrongly added to the gradient."""
    _, gradient, *others = line.given
    weights = line.inputs["weights"]
    added = line.work(multiply, line.inputs["decay"], weights)
    return line.work(adam, weights, line.work(add, gradient, added), *others)


adamw.goes_wrong(
    "step", "decay-in-gradient", _decay_in_gradient,
    happened="added the decay to the gradient",
    detail="that is Adam with an L2 penalty",
    instead="take it off the weight alone: AdamW keeps it out of both moments",
)  # fmt: skip
adamw.goes_wrong(
    "shrink", "decay-forgotten", lambda line: line.given[0],
    happened="left out the weight decay",
    instead="take η·λ·w off the weight too",
)  # fmt: skip
adamw.goes_wrong(
    "shrink", "weights-grown", lambda line: line.work(add, *line.given),
    happened="added the decay to the weight",
    instead="subtract it: decay makes a weight smaller",
)  # fmt: skip
adamw.goes_wrong(
    "rate times decay", "rate-left-out", lambda line: line.given[1],
    happened="took λ·w off, without the learning rate",
    detail="so the paper writes it",
    instead="here the decay is multiplied by the learning rate, as in PyTorch",
    convention=True,
)  # fmt: skip
