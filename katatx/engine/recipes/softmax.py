"""From raw matches to portions: scale, mask, softmax."""

from __future__ import annotations

from math import inf

from katatx.engine.errors import EngineError
from katatx.engine.interval import Number, high_of
from katatx.engine.operations import (
    Arrangement,
    divide,
    exp,
    multiply,
    power,
    root,
    subtract,
    total,
)
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import Line, recipe
from katatx.engine.recipes.whole import whole_number
from katatx.engine.values import Row, Value


@recipe("scaled")
def scale(pencil: Pencil, scores: Value, width: Number) -> Value:
    """Divides scores by the root of the key width (Vaswani et al. 2017, eq. 1)."""
    divisor = pencil("root", root, width)
    return pencil("divide", divide, scores, divisor)


scale.goes_wrong(
    "divide", "not-scaled", lambda line: line.given[0],
    happened="the scores were left as they are",
    instead="divide each score by the root of the width",
)  # fmt: skip
scale.goes_wrong(
    "root", "width-for-root", lambda line: line.given[0],
    happened="the scores were divided by the width itself",
    instead="take the root of the width first, and divide by that",
)  # fmt: skip
scale.goes_wrong(
    "divide", "multiplied", lambda line: line.work(multiply, *line.given),
    happened="the scores were multiplied by the root",
    instead="divide by it: scaling makes wide tags' scores smaller",
)  # fmt: skip
scale.goes_wrong(
    "divide", "standardised", lambda line: _standardised(line, line.given[0]),
    happened="the scores were centred on their mean and divided by their spread",
    instead="the divisor is fixed by the width alone; the scores are not looked at",
)  # fmt: skip


def _standardised(line: Line, scores: Row) -> Row:
    if not isinstance(scores, tuple):
        raise EngineError("one number has no spread")
    count = float(len(scores))
    mean = line.work(divide, line.work(total, scores), count)
    gaps = line.work(subtract, scores, mean)
    variance = line.work(divide, line.work(total, line.work(multiply, gaps, gaps)), count)
    return line.work(divide, gaps, line.work(root, variance))


@recipe("portions", "shares")
def softmax(pencil: Pencil, scores: Row) -> Row:
    """Turns scores into portions: e to each, divided by the total (Vaswani et al. 2017, eq. 1)."""
    _need_a_score(scores)
    raised = pencil("raise", exp, scores)
    whole = pencil("total", total, raised)
    return pencil("divide", divide, raised, whole)


softmax.goes_wrong(
    "raise", "raw-shares", lambda line: line.given[0],
    happened="the raw scores were shared out, without raising e to them",
    instead="raise e to each score first, then divide by the total of the raised",
)  # fmt: skip
softmax.goes_wrong(
    "raise", "base-2", lambda line: line.work(power, 2.0, line.given[0]),
    happened="2 was raised to each score",
    instead="raise e, about 2.718",
)  # fmt: skip
softmax.goes_wrong(
    "raise", "base-10", lambda line: line.work(power, 10.0, line.given[0]),
    happened="10 was raised to each score",
    instead="raise e, about 2.718",
)  # fmt: skip
softmax.goes_wrong(
    "divide", "scores-summed", lambda line: line.work(total, line.inputs["scores"]),
    happened="the raw scores were added to one number",
    instead="nothing is added raw: each score becomes a portion of its own",
)  # fmt: skip
softmax.goes_wrong(
    "divide", "not-divided", lambda line: line.given[0],
    happened="the raised scores were not divided by their total",
    instead="divide each by the total, so that the portions add to 1",
)  # fmt: skip
softmax.goes_wrong(
    "total", "raw-total", lambda line: line.work(total, line.inputs["scores"]),
    happened="the raised scores were divided by the total of the raw ones",
    instead="add up the raised scores, and divide by that",
)  # fmt: skip
softmax.goes_wrong(
    "divide", "largest-takes-all", lambda line: _one_for_the_largest(line.inputs["scores"]),
    happened="the largest score was given everything",
    instead="softmax is soft: every score keeps a portion, however small",
)  # fmt: skip


def _need_a_score(scores: Row) -> None:
    if all(high_of(score) == -inf for score in scores):
        raise EngineError("softmax: every score is masked, so there is nothing to share out")


def _one_for_the_largest(scores: Row) -> Row:
    highest = max(map(high_of, scores))
    return tuple(float(high_of(score) == highest) for score in scores)


def _blocked(fill: float) -> Arrangement:
    return Arrangement(
        "mask",
        lambda scores, real: tuple(score if index < int(real) else fill for index, score in enumerate(scores)),
    )


_block = _blocked(-inf)
_zero = _blocked(0.0)


@recipe("mask_padding")
def padding_mask(pencil: Pencil, scores: Row, real: Number) -> Row:
    """Sets the score of every padding slot to minus infinity; the first `real` slots hold words."""
    whole_number(real, "real", 1, len(scores))
    return pencil("mask", _block, scores, real)


padding_mask.goes_wrong(
    "mask", "zero-for-minus-infinity", lambda line: line.work(_zero, *line.given),
    happened="padding was given score 0",
    instead="write -inf: e^0 is 1 and takes a portion, e^-inf is 0 and takes none",
)  # fmt: skip
padding_mask.goes_wrong(
    "mask", "not-masked", lambda line: line.given[0],
    happened="padding kept its scores",
    instead="set every padding slot's score to -inf before softmax",
)  # fmt: skip
padding_mask.goes_wrong(
    "mask", "words-masked",
    lambda line: tuple(-inf if i < line.given[1] else score for i, score in enumerate(line.given[0])),
    happened="the words were masked and the padding kept",
    instead="block the padding slots; the words keep their scores",
)  # fmt: skip


@recipe("masked_portions")
def masked_softmax(pencil: Pencil, scores: Row, real: Number) -> Row:
    """Softmax over the real slots only: padding is masked first and gets portion 0."""
    masked = pencil("mask", padding_mask, scores, real)
    return pencil("portions", softmax, masked)


masked_softmax.goes_wrong(
    "portions", "masked-afterwards",
    lambda line: line.work(_zero, line.work(softmax, line.inputs["scores"]), line.inputs["real"]),
    happened="padding was cut out after softmax, so the portions no longer add to 1",
    instead="mask before softmax; then the real portions share the whole",
)  # fmt: skip
