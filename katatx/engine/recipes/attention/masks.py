"""Masks on scores before softmax: padding and the future.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from katatx.engine.errors import EngineError
from katatx.engine.operations import Arrangement
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, recipe
from katatx.engine.recipes.attention.softmax import softmax
from katatx.engine.recipes.numbers.checks import whole_number
from katatx.engine.values import Grid, Row, shapes_in_words


def _blocked(fill: float) -> Arrangement:
    """Return an arrangement of (scores, real) that sets every score after the first `real` ones to `fill`."""
    return Arrangement(
        "mask",
        lambda scores, real: tuple(score if index < int(real) else fill for index, score in enumerate(scores)),
    )


_block = _blocked(-inf)
_zero = _blocked(0.0)


@recipe("mask_padding")
def padding_mask(pencil: Pencil, scores: Row, real: Number) -> Row:
    """Set the score of every padding slot to minus infinity; the first `real` slots hold words.

    `real` is from 1 to the number of scores.
    """
    words = whole_number(real, "real", 1, len(scores))
    return pencil("mask", _block, scores, float(words))


padding_mask.goes_wrong(
    "mask", "zero-for-minus-infinity", lambda line: line.work(_zero, *line.given),
    happened="gave padding the score 0",
    instead="write -inf: e^0 is 1 and takes a portion, e^-inf is 0 and takes none",
)  # fmt: skip
padding_mask.goes_wrong(
    "mask", "not-masked", lambda line: line.given[0],
    happened="left the scores of the padding as they were",
    instead="set every padding slot's score to -inf before softmax",
)  # fmt: skip
padding_mask.goes_wrong(
    "mask", "words-masked",
    lambda line: tuple(-inf if i < line.given[1] else score for i, score in enumerate(line.given[0])),
    happened="masked the words and kept the padding",
    instead="mask the padding slots; the words keep their scores",
)  # fmt: skip


@recipe("masked_portions")
def masked_softmax(pencil: Pencil, scores: Row, real: Number) -> Row:
    """Take softmax over the real slots only: padding is masked first and gets portion 0.

    The first `real` slots hold words; `real` is from 1 to the number of scores.
    """
    masked = pencil("mask", padding_mask, scores, real)
    return pencil("portions", softmax, masked)


masked_softmax.goes_wrong(
    "portions", "masked-afterwards",
    lambda line: line.work(_zero, line.work(softmax, line.inputs["scores"]), line.inputs["real"]),
    happened="masked the padding after softmax",
    detail="the portions no longer add to 1",
    instead="mask before softmax",
)  # fmt: skip


def _where(blocked: Callable[[int, int], bool], fill: float = -inf) -> Arrangement:
    """Return an arrangement that sets the cells of a grid for which `blocked(row, column)` is true to `fill`."""
    return Arrangement(
        "mask",
        lambda scores: tuple(
            tuple(fill if blocked(i, j) else score for j, score in enumerate(row)) for i, row in enumerate(scores)
        ),
    )


def _later(row: int, column: int) -> bool:
    """Return whether a column stands for a later word than the row."""
    return column > row


def _earlier(row: int, column: int) -> bool:
    """Return whether a column stands for an earlier word than the row."""
    return column < row


def _not_earlier(row: int, column: int) -> bool:
    """Return whether a column stands for the row's own word or a later one."""
    return column >= row


_block_later = _where(_later)
_zero_later = _where(_later, 0.0)


@recipe("mask_future")
def causal_mask(pencil: Pencil, scores: Grid) -> Grid:
    """Set every score that points at a later word to minus infinity (Vaswani et al. 2017, section 3.2.3).

    The grid must be square.
    """
    if len(scores) != len(scores[0]):
        raise EngineError(
            f"causal_mask is given {shapes_in_words(scores)}; write as many rows as columns, one of each for every word"
        )
    return pencil("mask", _block_later, scores)


causal_mask.goes_wrong(
    "mask", "zero-for-minus-infinity", lambda line: line.work(_zero_later, *line.given),
    happened="gave later words the score 0",
    instead="write -inf: e^0 is 1 and takes a portion, e^-inf is 0 and takes none",
)  # fmt: skip
causal_mask.goes_wrong(
    "mask", "past-masked", lambda line: line.work(_where(_earlier), *line.given),
    happened="masked the past and kept the future",
    instead="keep columns 1 to i of row i, and mask those after them",
)  # fmt: skip
causal_mask.goes_wrong(
    "mask", "own-position-masked", lambda line: line.work(_where(_not_earlier), *line.given),
    happened="masked each word's own position too",
    instead="mask only the columns after its own: a word sees itself",
)  # fmt: skip
causal_mask.goes_wrong(
    "mask", "not-masked", lambda line: line.given[0],
    happened="left the scores of later words as they were",
    instead="set every score that points at a later word to -inf before softmax",
)  # fmt: skip


@recipe("causal_portions")
def causal_softmax(pencil: Pencil, scores: Grid) -> Grid:
    """Take softmax along every row with the future masked first, so that it gets portion 0."""
    masked = pencil("mask", causal_mask, scores)
    return pencil("portions", softmax, masked)


def _without_own(line: Line) -> Grid:
    """Return the portions of earlier words only, by mistake; the first word, which has none, gets zeros."""
    scores = line.inputs["scores"]
    first = (0.0,) * len(scores)
    if len(scores) == 1:
        return (first,)
    others = line.work(_where(_not_earlier), scores)[1:]
    return (first, *line.work(softmax, others))


causal_softmax.goes_wrong(
    "portions", "masked-afterwards",
    lambda line: line.work(_zero_later, line.work(softmax, line.inputs["scores"])),
    happened="masked the future after softmax",
    detail="the portions no longer add to 1",
    instead="mask before softmax",
)  # fmt: skip
causal_softmax.goes_wrong(
    "portions", "own-position-masked", _without_own,
    happened="masked each word's own position too",
    instead="let each word see itself: the first word has the portion 1 for itself",
)  # fmt: skip
