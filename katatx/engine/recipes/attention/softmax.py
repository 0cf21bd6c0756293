"""Softmax: scaled scores, portions, and stable forms.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine.asking import highest_in, is_as_high, is_largest, is_masked
from katatx.engine.errors import EngineError
from katatx.engine.operations import (
    absolute,
    divide,
    exp,
    largest,
    log,
    log10,
    multiply,
    negate,
    power,
    root,
    square,
    subtract,
    total,
)
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import ROWS, Line, recipe
from katatx.engine.recipes.numbers.checks import need_whole
from katatx.engine.values import Row, Value, flat, shape_of, shaped, transposed

# For scores farther from 0, e^score overflows or loses digits.
_FARTHEST = 705.0


@recipe("scaled")
def scale(pencil: Pencil, scores: Value, width: Number) -> Value:
    """Divide scores by the root of the key width (Vaswani et al. 2017, eq. 1)."""
    need_whole(width, "width")
    divisor = pencil("root", root, width)
    return pencil("divide", divide, scores, divisor)


scale.goes_wrong(
    "divide", "not-scaled", lambda line: line.given[0],
    happened="left the scores as they were",
    instead="divide each score by the root of the width",
)  # fmt: skip
scale.goes_wrong(
    "root", "width-for-root", lambda line: line.given[0],
    happened="divided by the width itself",
    instead="take the root of the width first",
)  # fmt: skip
scale.goes_wrong(
    "root", "halved", lambda line: line.work(divide, line.given[0], 2.0),
    happened="halved the width instead of taking its root",
    instead="find the number that, times itself, gives the width",
)  # fmt: skip
scale.goes_wrong(
    "divide", "multiplied", lambda line: line.work(multiply, *line.given),
    happened="multiplied by the root",
    instead="divide by it: scaling makes the scores of wide keys smaller",
)  # fmt: skip
scale.goes_wrong(
    "divide", "standardised", lambda line: _standardised(line, line.given[0]),
    happened="divided the scores' distances from their mean by their spread",
    instead="divide by the root of the width: the divisor depends only on the width",
)  # fmt: skip


def _standardised(line: Line, scores: Value) -> Value:
    """Return scores minus their mean, divided by their standard deviation; each row of a grid by itself.

    Raises EngineError for a single number, and for a row of equal scores.
    """
    if not isinstance(scores, tuple):
        raise EngineError("this mistake needs a row of scores, and is given one number")
    if isinstance(scores[0], tuple):
        return tuple(_standardised(line, row) for row in scores)
    count = float(len(scores))
    mean = line.work(divide, line.work(total, scores), count)
    gaps = line.work(subtract, scores, mean)
    variance = line.work(divide, line.work(total, line.work(square, gaps)), count)
    return line.work(divide, gaps, line.work(root, variance))


@recipe("portions", "shares")
def softmax(pencil: Pencil, scores: Row) -> Row:
    """Turn scores into portions: e to each, divided by the total (Vaswani et al. 2017, eq. 1).

    If the largest score is above 705 or below -705, it is subtracted from all scores first, which changes no portion. A
    masked score, -inf, gets portion 0; it is an error if every score is masked.
    """
    _need_a_score(scores)
    highest = highest_in(scores)
    if abs(highest) > _FARTHEST:
        scores = pencil("shift", subtract, scores, highest)
    raised = pencil("raise", exp, scores)
    whole = pencil("total", total, raised)
    return pencil("divide", divide, raised, whole)


def _masks_as_ones(line: Line) -> Row:
    """Return the raised scores with 1 for masked ones. Raises EngineError if no score is masked."""
    if not any(map(is_masked, line.given[0])):
        raise EngineError("this mistake needs a masked score, and none is masked")
    return tuple(1.0 if is_masked(score) else line.work(exp, score) for score in line.given[0])


def _not_raised(line: Line) -> Row:
    """Return the scores unchanged, or with 0 for masked ones, which get no portion."""
    scores = line.given[0]
    return tuple(0.0 if is_masked(each) else each for each in scores) if any(map(is_masked, scores)) else scores


softmax.goes_wrong(
    "raise", "raw-shares", _not_raised,
    happened="skipped e^",
    detail="the scores themselves were shared out",
    instead="raise e to each score first",
)  # fmt: skip
softmax.goes_wrong(
    "raise", "base-2", lambda line: line.work(power, 2.0, line.given[0]),
    happened="raised 2 to each score",
    instead="raise e, about 2.718",
)  # fmt: skip
softmax.goes_wrong(
    "raise", "base-10", lambda line: line.work(power, 10.0, line.given[0]),
    happened="raised 10 to each score",
    instead="raise e, about 2.718",
)  # fmt: skip
softmax.goes_wrong(
    "raise", "sign-turned", lambda line: line.work(exp, line.work(negate, *line.given)),
    happened="raised e to minus each score",
    instead="raise e to the score itself: the largest score gets the largest portion",
)  # fmt: skip
softmax.goes_wrong(
    "total", "largest-for-total", lambda line: line.work(largest, line.given[0]),
    happened="divided by the largest raised score",
    instead="divide by the total of all of them, so that the portions add to 1",
)  # fmt: skip
softmax.goes_wrong(
    "divide", "scores-summed", lambda line: line.work(total, line.inputs["scores"]),
    happened="added the scores up to one number",
    instead="make each score a portion of its own: e to it, divided by the total",
)  # fmt: skip
softmax.goes_wrong(
    "divide", "not-divided", lambda line: line.given[0],
    happened="left out the division by the total",
    instead="divide each raised score by the total, so that the portions add to 1",
)  # fmt: skip
softmax.goes_wrong(
    "total", "raw-total", lambda line: line.work(total, line.inputs["scores"]),
    happened="divided by the total of the scores themselves",
    instead="add up the raised scores, and divide by that",
)  # fmt: skip
softmax.goes_wrong(
    "divide", "largest-takes-all", lambda line: _one_for_the_largest(line.inputs["scores"]),
    happened="gave the largest score everything",
    instead="keep a portion for every score, however small",
)  # fmt: skip
softmax.goes_wrong(
    "divide", "turned-over", lambda line: line.work(divide, line.given[1], line.given[0]),
    happened="divided the total by each raised score",
    instead="divide each raised score by the total: a portion is less than 1",
)  # fmt: skip
softmax.goes_wrong(
    "raise", "mask-raised-to-1", _masks_as_ones,
    happened="took e^-inf as 1",
    instead="write 0: a masked score gets no portion",
)  # fmt: skip
softmax.goes_wrong(
    ROWS, "down-the-columns", lambda line: transposed(line.work(softmax, transposed(line.given[0]))),
    happened="took softmax down each column",
    instead="take it along each row: a row holds one word's own scores",
)  # fmt: skip
softmax.goes_wrong(
    ROWS, "over-the-whole-grid", lambda line: shaped(shape_of(line.given[0]), line.work(softmax, flat(line.given[0]))),
    happened="took one total over the whole grid",
    instead="take one total for each row: its portions add to 1",
)  # fmt: skip


def _need_a_score(scores: Row) -> None:
    """Raise EngineError if every score is masked, that is, -inf."""
    if all(map(is_masked, scores)):
        raise EngineError(
            "softmax: every score is masked, so nothing is left to share out; leave one score or more as a number"
        )


def _one_for_the_largest(scores: Row) -> Row:
    """Return a row with 1 for the score with the highest upper end, the first of several, and 0 elsewhere."""
    return tuple(is_largest(scores, place) for place in range(len(scores)))


@recipe("softmax_less_largest", "safe_softmax")
def stable_softmax(pencil: Pencil, scores: Row) -> Row:
    """Subtract the row's largest score, then take softmax: no portion changes, and e^x stays small."""
    _need_a_score(scores)
    highest = pencil("largest", largest, scores)
    shifted = pencil("shift", subtract, scores, highest)
    return pencil("portions", softmax, shifted)


stable_softmax.goes_wrong(
    "shift", "divided-by-largest", lambda line: line.work(divide, *line.given),
    happened="divided the scores by the largest",
    instead="subtract it: the distances between the scores must stay",
)  # fmt: skip
stable_softmax.goes_wrong(
    "shift", "distances-kept-positive", lambda line: line.work(absolute, line.work(subtract, *line.given)),
    happened="dropped the minus after subtracting the largest",
    instead="keep it: the largest becomes 0, and all others negative",
)  # fmt: skip
stable_softmax.goes_wrong(
    "shift", "largest-alone-shifted",
    lambda line: tuple(0.0 if is_as_high(score, line.given[1]) else score for score in line.given[0]),
    happened="subtracted from the largest score alone",
    instead="subtract the largest from every score of the row",
)  # fmt: skip


@recipe("log_probabilities")
def log_softmax(pencil: Pencil, scores: Row) -> Row:
    """Subtract from each score the natural log of the total of all raised scores: ln softmax(x) = x - ln Σ e^x.

    As in `softmax`, a largest score above 705 or below -705 is subtracted from all scores first, and it is an error if
    every score is masked.
    """
    _need_a_score(scores)
    highest = highest_in(scores)
    if abs(highest) > _FARTHEST:
        scores = pencil("shift", subtract, scores, highest)
    raised = pencil("raise", exp, scores)
    whole = pencil("total", total, raised)
    logged = pencil("log", log, whole)
    return pencil("subtract", subtract, scores, logged)


log_softmax.goes_wrong(
    "subtract", "log-not-taken", lambda line: line.work(softmax, line.given[0]),
    happened="gave the portions themselves",
    detail="that is softmax",
    instead="take the natural log of each portion: all come out negative",
)  # fmt: skip
log_softmax.goes_wrong(
    "log", "total-not-logged", lambda line: line.given[0],
    happened="subtracted the total of the raised scores itself",
    instead="take its natural log first",
)  # fmt: skip
log_softmax.goes_wrong(
    "log", "log-base-10", lambda line: line.work(log10, line.given[0]),
    happened="took the logarithm to base 10",
    instead="take the natural one: ln 10 is 2.303",
)  # fmt: skip
log_softmax.goes_wrong(
    "subtract", "sign-turned", lambda line: line.work(negate, line.work(subtract, *line.given)),
    happened="changed the signs",
    detail="that is the loss of each class",
    instead="keep the minus: the log of a portion is never above 0",
)  # fmt: skip
log_softmax.goes_wrong(
    "total", "raw-total", lambda line: line.work(total, line.inputs["scores"]),
    happened="added the raw scores",
    instead="raise e to each score first, then add",
)  # fmt: skip
log_softmax.goes_wrong(
    ROWS, "down-the-columns", lambda line: transposed(line.work(log_softmax, transposed(line.given[0]))),
    happened="worked down the columns",
    instead="take one total along each row",
)  # fmt: skip
