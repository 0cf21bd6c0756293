"""Cross-entropy losses for two classes and for many.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine.asking import is_above, is_exact, is_masked, is_zero_or_one, largest_in
from katatx.engine.errors import EngineError
from katatx.engine.operations import Arrangement, add, exp, log, log2, log10, multiply, negate, subtract, total
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, Recipe, recipe
from katatx.engine.recipes.attention.softmax import softmax
from katatx.engine.recipes.numbers.checks import need_a_probability, need_portions, need_same_shape, whole_number
from katatx.engine.values import Row, Value, need_rank, rank_of, shapes_in_words
from katatx.notation.printing import write_number

# A smaller portion has lost digits that would be visible in its logarithm.
_LEAST = 1e-300


@recipe("bce")
def binary_cross_entropy(pencil: Pencil, truth: Number, predicted: Number) -> Number:
    """Take -log of the probability given to the truth (0 or 1); `predicted` is the probability of 1.

    It is an error if the truth is given probability 0.
    """
    side = low_of(truth)
    if side not in (0.0, 1.0):
        raise EngineError(
            f"binary_cross_entropy: its first number, the true class, is {write_number(side)}; write 0 or 1"
        )
    need_a_probability("binary_cross_entropy", predicted)
    given = predicted if side == 1 else pencil("other side", subtract, 1.0, predicted)
    _need_a_chance(given, "binary_cross_entropy")
    logged = pencil("log", log, given)
    return pencil("flip", negate, logged)


def _need_a_chance(number: Number, recipe_name: str) -> None:
    """Raise EngineError if the true class was given probability 0."""
    if not is_above(number, 0.0):
        raise EngineError(
            f"{recipe_name}: the true class has probability 0, so the loss is infinite; write one above 0"
        )


def _distance(line: Line) -> Number:
    """Return the distance of the predicted probability from the truth (0 or 1), a known mistake."""
    truth, predicted = line.inputs["truth"], line.inputs["predicted"]
    return predicted if low_of(truth) == 0 else line.work(subtract, 1.0, predicted)


def _wrong_base(this: Recipe) -> None:
    """Register the wrong turns of the line `log` that take a logarithm to another base."""
    this.goes_wrong(
        "log", "log-base-2", lambda line: line.work(log2, line.given[0]),
        happened="took the logarithm to base 2",
        instead="take the natural one: ln 0.1 is -2.303",
    )  # fmt: skip
    this.goes_wrong(
        "log", "log-base-10", lambda line: line.work(log10, line.given[0]),
        happened="took the logarithm to base 10",
        instead="take the natural one: ln 0.1 is -2.303",
    )  # fmt: skip


def _wrong_logarithm(this: Recipe) -> None:
    """Register the wrong turns of the lines `log` and `flip` for the loss of one probability."""
    _wrong_base(this)
    this.goes_wrong(
        "flip", "log-not-taken", lambda line: line.work(exp, line.given[0]),
        happened="gave the probability itself",
        instead="take -ln of it: the loss of probability 1 is 0",
    )  # fmt: skip
    this.goes_wrong(
        "flip", "sign-lost", lambda line: line.given[0],
        happened="lost the minus before the logarithm",
        instead="change the sign: a loss is not negative",
    )  # fmt: skip


_wrong_logarithm(binary_cross_entropy)
binary_cross_entropy.goes_wrong(
    "log", "other-side", lambda line: line.work(log, line.work(subtract, 1.0, line.given[0])),
    happened="took the probability of the other answer",
    instead="take that of the truth: p for 1, 1 - p for 0",
)  # fmt: skip
binary_cross_entropy.goes_wrong(
    "flip", "distance-for-log", _distance,
    happened="gave 1 minus the probability of the truth",
    instead="take -ln of the probability: a confident miss costs far more",
)  # fmt: skip


def _pick(row: Row, target: Number) -> Number:
    """Return the number of a row at index `target`, from 0.

    Raises EngineError if the index is out of range, or if `row` is not a row.
    """
    need_rank(row, 1, "finding the true class's number")
    return row[whole_number(target, "target", 0, len(row) - 1)]


_picked = Arrangement("pick", _pick)


def _class_of(row: Value) -> Number | None:
    """Return the class, from 0, that a one-hot row marks; None if the row is not one-hot."""
    if rank_of(row) != 1 or not all(is_zero_or_one(each) and is_exact(each) for each in row):
        return None
    marks = tuple(map(low_of, row))
    return float(marks.index(1.0)) if sum(marks) == 1 else None


def _portions_and_class(portions: Row, target: Value) -> tuple[Row, Number]:
    """Return the predicted portions, then the number of the true class, from 0.

    A target that is a number is returned as it is. Of two rows the target is the second if that is one-hot, else the
    first. Raises EngineError if neither is one-hot, if they differ in length, or if the target is a grid.
    """
    if rank_of(target) == 0:
        return portions, target
    if rank_of(target) != 1:
        raise EngineError(
            f"cross_entropy: the target is {shapes_in_words(target)}; write the number of a class, or a row"
        )
    need_same_shape("cross_entropy", portions, target)
    marked = _class_of(target)
    if marked is not None:
        return portions, marked
    first = _class_of(portions)
    if first is None:
        raise EngineError(
            "cross_entropy: neither row has a single 1 among zeros, so which one is the target? For portions as "
            "target, "
            "write soft_cross_entropy(predicted, target)"
        )
    return target, first


@recipe("negative_log_likelihood", "nll")
def cross_entropy(pencil: Pencil, portions: Row, target: Value) -> Number:
    """Take -log of the probability given to the true class: a number counted from 0, or a one-hot row.

    Of two rows the target is the second if that is one-hot, else the first. The portions must add to 1, within 0.05,
    and that of the true class must not be 0.
    """
    portions, true_class = _portions_and_class(portions, target)
    need_portions("cross_entropy", portions)
    picked = pencil("pick", _picked, portions, true_class)
    _need_a_chance(picked, "cross_entropy")
    logged = pencil("log", log, picked)
    return pencil("flip", negate, logged)


def _class_before_it(line: Line) -> Number:
    """Return the portion of the class before the true one, as if classes counted from 1.

    Raises EngineError if there is none, or if the target is a row.
    """
    if rank_of(line.inputs["target"]):
        raise EngineError("this mistake needs the number of a class, and is given a row")
    return _pick(line.given[0], line.work(subtract, line.given[1], 1.0))


def _distance_of_class(line: Line) -> Value:
    """Return 1 minus the portion of the true class, a known mistake."""
    return line.work(subtract, 1.0, _pick(*_portions_and_class(line.inputs["portions"], line.inputs["target"])))


_wrong_logarithm(cross_entropy)
cross_entropy.goes_wrong(
    "pick", "counted-from-1", _class_before_it,
    happened="counted the classes from 1",
    instead="count from 0: the first class is number 0",
)  # fmt: skip
cross_entropy.goes_wrong(
    "pick", "largest-picked", lambda line: largest_in(line.given[0]),
    happened="took the largest probability",
    instead="take that of the true class, largest or not",
)  # fmt: skip
cross_entropy.goes_wrong(
    "flip", "distance-for-log", _distance_of_class,
    happened="gave 1 minus the probability of the truth",
    instead="take -ln of the probability: a confident miss costs far more",
)  # fmt: skip


@recipe()
def soft_cross_entropy(pencil: Pencil, portions: Row, target: Row) -> Number:
    """Add up -target·log(portion) over all classes; the target's portions add to 1 too.

    Classes with target 0 are left out, so that their portion may be 0.
    """
    need_portions("soft_cross_entropy", portions)
    need_portions("soft_cross_entropy", target, "target's portions")
    need_same_shape("soft_cross_entropy", portions, target)
    counted = [(given, wanted) for given, wanted in zip(portions, target, strict=True) if is_above(wanted, 0.0)]
    for given, _ in counted:
        _need_a_chance(given, "soft_cross_entropy")
    logged = pencil("log", log, tuple(given for given, _ in counted))
    weighed = pencil("weigh", multiply, tuple(wanted for _, wanted in counted), logged)
    whole = pencil("add", total, weighed)
    return pencil("flip", negate, whole)


_wrong_base(soft_cross_entropy)
soft_cross_entropy.goes_wrong(
    "flip", "sign-lost", lambda line: line.given[0],
    happened="lost the minus before the sum",
    instead="change the sign at the end: a loss is not negative",
)  # fmt: skip
soft_cross_entropy.goes_wrong(
    "flip", "rows-exchanged",
    lambda line: line.work(soft_cross_entropy, line.inputs["target"], line.inputs["portions"]),
    happened="took the log of the target",
    instead="take the log of what was predicted, and weigh it with the target",
)  # fmt: skip
soft_cross_entropy.goes_wrong(
    "weigh", "not-weighed", lambda line: line.given[1],
    happened="added the logs without weighing them",
    instead="multiply the log of each class by the portion that the target gives that class",
)  # fmt: skip


@recipe("softmax_cross_entropy")
def logit_cross_entropy(pencil: Pencil, logits: Row, target: Number) -> Number:
    """Take cross-entropy from raw scores: softmax, then -log of the true class's portion; classes count from 0.

    A portion of that class of at most 1e-300 is an error.
    """
    portions = pencil("portions", softmax, logits)
    if not is_above(_pick(portions, target), _LEAST) and not is_masked(_pick(logits, target)):
        raise EngineError(
            "logit_cross_entropy: the true class's portion is too small to work with; write a larger raw score for it, "
            "or smaller ones for the others (classes count from 0)"
        )
    return pencil("loss", cross_entropy, portions, target)


@recipe()
def logit_gradient(pencil: Pencil, logits: Row, target: Number) -> Row:
    """Find the gradient of cross-entropy by each raw score: the portions, less 1 at the true class, from 0."""
    portions = pencil("portions", softmax, logits)
    truth = tuple(float(index == whole_number(target, "target", 0, len(logits) - 1)) for index in range(len(logits)))
    return pencil("subtract", subtract, portions, truth)


def _class_before(line: Line) -> Row:
    """Return the gradient with the 1 wrongly subtracted at the class before the true one.

    Raises EngineError if the true class is the first.
    """
    portions, truth = line.given
    if truth[0]:
        raise EngineError("this mistake needs a class before the true one, and that is the first")
    return line.work(subtract, portions, (*truth[1:], 0.0))


logit_gradient.goes_wrong(
    "subtract", "truth-forgotten", lambda line: line.given[0],
    happened="left the portions as they were",
    instead="subtract 1 from the portion of the true class",
)  # fmt: skip
logit_gradient.goes_wrong(
    "subtract", "turned-round", lambda line: line.work(subtract, line.given[1], line.given[0]),
    happened="subtracted the portions from the truth",
    instead="subtract the truth from the portions: only the true class comes out negative",
)  # fmt: skip
logit_gradient.goes_wrong(
    "subtract", "counted-from-1", _class_before,
    happened="subtracted 1 at the class before, as if classes counted from 1",
    instead="count from 0: the first class is number 0",
)  # fmt: skip
logit_gradient.goes_wrong(
    "subtract", "added", lambda line: line.work(add, *line.given),
    happened="added 1 to the true class",
    instead="subtract 1 from it",
)  # fmt: skip
