"""Simulated learners: they go through the same lines, but round with `decimal`, as a person does."""

from __future__ import annotations

import random
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal
from math import isfinite

from katatx.engine.evaluate import evaluate
from katatx.engine.pencils import rounding
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.values import as_written, flat, like, shape_of, value_of

# Room for the largest float written out to three decimals.
_ROOM = Context(prec=330)


@dataclass(frozen=True)
class Habit:
    """How a learner rounds: decimals kept, a limit of significant figures or None, and ties."""

    decimals: int
    figures: int | None
    ties: str


HONEST = [
    Habit(3, None, ROUND_HALF_UP),
    Habit(3, None, ROUND_HALF_EVEN),
    Habit(3, 4, ROUND_HALF_UP),
    Habit(3, 4, ROUND_HALF_EVEN),
    Habit(5, None, ROUND_HALF_UP),
    Habit(4, None, ROUND_HALF_EVEN),
]

# What many people do who were not told otherwise.
TWO_DECIMALS = [Habit(2, figures, ties) for figures in (None, 3) for ties in (ROUND_HALF_UP, ROUND_HALF_EVEN)]


def rounded(value: float, habit: Habit) -> float:
    if not isfinite(value):
        return value
    exact = Decimal(repr(round(value, 12)))
    # A value that ends within three decimals is written as it is.
    if exact == exact.quantize(Decimal("0.001"), context=_ROOM):
        return float(exact)
    step = Decimal(1).scaleb(-habit.decimals)
    if habit.figures is not None and exact:
        step = max(step, Decimal(1).scaleb(exact.adjusted() - habit.figures + 1))
    return float(exact.quantize(step, rounding=habit.ties, context=_ROOM))


class Learner(Pencil):
    """Rounds every line by habit; takes the pencil's wrong turn, if it has one."""

    def __init__(self, habit: Habit, turn=None) -> None:
        super().__init__(turn)
        self.habit = habit
        self.has_rounded = False

    def hand(self, operation, numbers):
        value = super().hand(operation, numbers)
        kept = value if rounding.copies(operation, len(numbers)) else rounded(value, self.habit)
        self.has_rounded |= kept != value
        return kept

    def answer(self, node, names, places: int = 3) -> str:
        """Works an expression, and types the result: to its places if anything was rounded."""
        value = as_written(evaluate(node, names, self))
        return typed(value, places if self.has_rounded else 0)


class MixedLearner(Learner):
    """Rounds by one habit, but only some kinds of lines."""

    def __init__(self, source: random.Random, turn=None) -> None:
        super().__init__(source.choice(HONEST), turn)
        self.source = source
        self.kind: tuple[str, str] | None = None
        self.rounds: dict[tuple[str, str] | None, bool] = {}

    def __call__(self, line, how, *given):
        outer, self.kind = self.kind, (self._frames[-1][0].name, line)
        try:
            return super().__call__(line, how, *given)
        finally:
            self.kind = outer

    def hand(self, operation, numbers):
        if self.rounds.setdefault(self.kind, self.source.random() < 0.5):
            return super().hand(operation, numbers)
        self.has_rounded = True
        return Pencil.hand(self, operation, numbers)


class SlippingLearner(Learner):
    """Gets one number wrong somewhere on the way, at random, and goes on with it.

    Half of them write one digit wrong; the others miscalculate by 2 to 60 per cent.
    """

    def __init__(self, source: random.Random, strokes: int) -> None:
        super().__init__(source.choice(HONEST))
        self.source = source
        self.left = source.randrange(strokes + 1)

    def hand(self, operation, numbers):
        value = super().hand(operation, numbers)
        self.left -= 1
        return self.slipped(value) if self.left == -1 else value

    def slipped(self, value: float) -> float:
        if not isfinite(value) or self.source.random() < 0.5:
            return rounded(value * (1 + self.source.choice((-1, 1)) * self.source.uniform(0.02, 0.6)), self.habit)
        text = repr(round(value, 3)) if value % 1 else str(int(value))
        index = self.source.choice([index for index, letter in enumerate(text) if letter.isdigit()])
        other = self.source.choice([digit for digit in "0123456789" if digit != text[index]])
        return float(text[:index] + other + text[index + 1 :])

    def answer(self, node, names, places: int = 3) -> str:
        """As any learner; one whose working held no more strokes slips in copying the result."""
        value = as_written(evaluate(node, names, self))
        if self.left >= 0:
            numbers = list(flat(value))
            index = self.source.randrange(len(numbers))
            numbers[index] = self.slipped(numbers[index])
            value = value_of(like(shape_of(value), numbers))
        return typed(value, places if self.has_rounded else 0)


class StrokeCounter(Pencil):
    """How many strokes an expression takes."""

    strokes = 0

    def hand(self, operation, numbers):
        self.strokes += 1
        return super().hand(operation, numbers)


def typed(value, places: int) -> str:
    """A value as typed: each number to at least `places` decimals, more where it has more."""
    if shape_of(value) == ():
        return _number(value, places)
    if len(shape_of(value)) == 1:
        return f"[{', '.join(_number(number, places) for number in value)}]"
    return "\n".join(typed(row, places) for row in value)


def _number(value: float, places: int) -> str:
    if not isfinite(value):
        return "inf" if value > 0 else "-inf"
    exact = Decimal(repr(round(value, 5))).normalize()
    own = max(0, -int(exact.as_tuple().exponent))
    return str(exact.quantize(Decimal(1).scaleb(-max(places, own)), rounding=ROUND_HALF_UP, context=_ROOM))
