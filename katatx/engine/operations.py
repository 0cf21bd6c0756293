"""Single operations, of which recipes consist: how each is computed, written and counted."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from katatx.engine.errors import EngineError
from katatx.engine.pencils.interval import Bends, Number
from katatx.engine.values import Value, entry_by_entry, transposed
from katatx.notation.printing import write_number
from scoring.places import DECIMALS, LARGEST_WHOLE, float_noise

# A pencil's method that works one operation on single numbers.
Hand = Callable[["Arithmetic", tuple[Number, ...]], Number]

# A difference smaller than this fraction of its terms has lost digits to cancellation.
_CANCELLED = 0.01
# Significant decimal digits of a float.
_KEPT_DIGITS = 15
_ANGLE_NOISE = 1e-15
# A larger error of a float than this may hide the decimals of a quotient.
_MOST_ERROR = 2e-3


class Arithmetic(NamedTuple):
    """An operation that computes.

    `work` takes and returns floats, and may raise ArithmeticError or ValueError. `sign` writes the calculation; it
    takes the numbers and the keyword `places`. `stroke` is the counter in `Strokes` that it adds to. `rising`: the
    result never falls when a number rises. `folds`: a row is reduced to one number. `bends` returns the local extrema
    of `work` in its first number between two bounds. `least` is the lowest number it is defined for; rounding may give
    lower ones, which are dropped. `keeps_whole`: whole numbers give a whole one.
    """

    name: str
    work: Callable[..., float]
    sign: Callable[..., str]
    stroke: str | None = None
    rising: bool = False
    folds: bool = False
    bends: Bends = lambda low, high: ()
    least: float = -math.inf
    keeps_whole: bool = False

    def apply(self, hand: Hand, *given: Value) -> Value:
        """Return the result on values of matching shapes, each single calculation done by `hand`.

        One that folds uses only the first value. Raises EngineError if shapes do not fit, and what `hand` raises.
        """
        if not self.folds:
            return entry_by_entry(lambda *numbers: hand(self, numbers), *given)
        if not isinstance(given[0], tuple):
            raise EngineError(f"{self.name} is given one number; write a row, as in [1, 2]")
        if isinstance(given[0][0], tuple):
            return tuple(self.apply(hand, row) for row in given[0])
        return hand(self, given[0])


class Arrangement(NamedTuple):
    """An operation that moves, selects or ranks; one that `joins` only puts together what was worked just before."""

    name: str
    work: Callable[..., Value]
    joins: bool = False

    def apply(self, hand: Hand, *given: Value) -> Value:
        return self.work(*given)


Operation = Arithmetic | Arrangement


def written(form: str) -> Callable[..., str]:
    """Return a function that writes an operation: `{} / {}` with its numbers, negative ones in brackets."""

    def operand(number: float, places: int) -> str:
        text = write_number(number, places)
        return f"({text})" if text.startswith("-") else text

    return lambda *numbers, places=DECIMALS: form.format(*[operand(number, places) for number in numbers])


def enclosed(form: str) -> Callable[..., str]:
    """Return a function that writes an operation whose form has brackets of its own: `tanh({})`."""
    return lambda *numbers, places=DECIMALS: form.format(", ".join([write_number(each, places) for each in numbers]))


def _join_terms(*numbers: float, places: int = DECIMALS) -> str:
    """Return a sum as text, with a minus before negative terms."""
    first, *others = (write_number(number, places) for number in numbers)
    return first + "".join(f" - {each[1:]}" if each.startswith("-") else f" + {each}" for each in others)


def _at_zero(low: float, high: float) -> Sequence[float]:
    return (0.0,) if low < 0 < high else ()


def _quarter_turns(low: float, high: float) -> Sequence[float]:
    """Return the multiples of π/2 between two angles, at most eight: enough for every extreme of a wave."""
    quarter = math.pi / 2
    first = math.ceil(low / quarter)
    return [quarter * k for k in range(first, min(first + 8, math.floor(high / quarter) + 1))]


def _exact_sum(*numbers: float) -> float:
    """Return a sum without rounding errors, and without binary noise: 0.1 + 0.2 - 0.3 is 0.

    A sum of terms that cancel is rounded at the last exact digit of its largest term that is not whole.
    """
    whole = math.fsum(numbers)
    if not whole or abs(whole) > _CANCELLED * max(map(abs, numbers)) or not math.isfinite(whole):
        return whole
    size = max((abs(term) for term in numbers if term % 1), default=0.0)
    return round(whole, _KEPT_DIGITS - 1 - math.floor(math.log10(size))) + 0.0 if size else whole


def _sum_of_two(first: float, second: float) -> float:
    whole = first + second
    return whole if abs(whole) > _CANCELLED * abs(first) else _exact_sum(first, second)


def _wave(work: Callable[[float], float]) -> Callable[[float], float]:
    """Return a sine or cosine that is exactly 0 where only the noise of its angle is left: sin π is 0."""

    def wave(angle: float) -> float:
        height = work(angle)
        return 0.0 if abs(height) < _ANGLE_NOISE * abs(angle) else height

    return wave


def _logarithm(work: Callable[[float], float]) -> Callable[[float], float]:
    """Return a logarithm that rounds values between -0.01 and 0.01 to 15 decimals: ln 1 is exactly 0."""

    def logarithm(number: float) -> float:
        height = work(number)
        return round(height, _KEPT_DIGITS) + 0.0 if abs(height) < _CANCELLED else height

    return logarithm


def _whole(work: Callable[[float], int]) -> Callable[[float], float]:
    """Return floor or ceiling with a tolerance: 0.3 / 0.1, in binary just below 3, counts as 3.

    It raises OverflowError if floats cannot tell: from 2^53 on, and above 10^12 so near a whole number that it may be
    one.
    """

    def whole(number: float) -> float:
        if not math.isfinite(number):
            return number
        near = round(number)
        off, error = abs(number - near), float_noise(number)
        if abs(number) >= LARGEST_WHOLE or (0 < off <= error and error > _MOST_ERROR):
            raise OverflowError
        return float(near if off <= error else work(number))

    return whole


def _whole_quotient(number: float, divisor: float) -> float:
    """Return how many whole times a divisor goes into a number; of whole numbers exactly."""
    if not (float(number).is_integer() and float(divisor).is_integer()):
        return floor.work(number / divisor)
    if max(abs(number), abs(divisor)) >= LARGEST_WHOLE:
        raise OverflowError
    return float(number // divisor)


def _half_to_even(number: float, decimals: float = 0.0) -> float:
    """Return a number rounded to `decimals` as NumPy does, ties to even; 2.675, in binary just below, counts as one.

    `decimals` are whole; -2 rounds to hundreds. Numbers of 2^53 and more, infinity and NaN are returned as they are.
    """
    if not math.isfinite(number) or abs(number) >= LARGEST_WHOLE:
        return number
    scale: float = 10.0 ** abs(decimals)
    scaled = number * scale if decimals > 0 else number / scale
    below = math.floor(scaled)
    is_tie = abs(scaled - below - 0.5) <= float_noise(scaled)
    rounded = below + below % 2 if is_tie else round(scaled)
    return rounded / scale if decimals > 0 else rounded * scale


def _joined(first: Value, second: Value) -> Value:
    if not (isinstance(first, tuple) and isinstance(second, tuple)):
        raise EngineError("single numbers cannot be joined; write rows")
    return first + second


def _place_of(sign: int) -> Callable[[Value], Any]:
    """Return a function that gives the first place of the largest (`sign` 1) or smallest (-1) number."""
    return lambda row: float(max(range(len(row)), key=lambda at: sign * row[at]))


# Operations that never fall when a number rises, that keep whole numbers whole, or both.
_rising = partial(Arithmetic, rising=True)
_whole_kept = partial(Arithmetic, keeps_whole=True)
_whole_rising = partial(Arithmetic, rising=True, keeps_whole=True)

multiply = _whole_kept("multiply", lambda a, b: a * b, written("{}·{}"), "products")
divide = Arithmetic("divide", lambda a, b: a / b, written("{} / {}"), "divisions")
add = _whole_rising("add", _sum_of_two, _join_terms, "sums")
subtract = _whole_kept("subtract", lambda a, b: _sum_of_two(a, -b), written("{} - {}"), "sums")
total = _whole_rising("total", _exact_sum, _join_terms, "sums", folds=True)
negate = _whole_kept("negate", lambda a: -a, written("-{}"))
exp = _rising("exp", math.exp, written("e^{}"), "exponentials")
log = _rising("log", _logarithm(math.log), written("ln {}"), "exponentials")
log10 = _rising("log10", _logarithm(math.log10), written("log10 {}"), "exponentials")
log2 = _rising("log2", math.log2, written("log2 {}"), "exponentials")
power = Arithmetic("power", math.pow, written("{}^{}"), "exponentials", bends=_at_zero)
square = _whole_kept("square", lambda a: a * a, written("{}^2"), "products", bends=_at_zero)
root = _rising("root", math.sqrt, written("√{}"), "divisions", least=0.0)
keep_positive = _whole_rising("keep positive", lambda a: max(0.0, a), enclosed("max(0, {})"))
keep_negative = _whole_rising("keep negative", lambda a: min(0.0, a), enclosed("min(0, {})"))
absolute = _whole_kept("absolute", abs, enclosed("|{}|"), bends=_at_zero)
floor = _whole_rising("floor", _whole(math.floor), enclosed("⌊{}⌋"))
ceiling = _whole_rising("ceiling", _whole(math.ceil), enclosed("⌈{}⌉"))
towards_zero = _whole_rising("towards zero", lambda a: float(math.trunc(a)), enclosed("cut off({})"))
nearest = _whole_rising("nearest", lambda a: float(math.floor(a + 0.5)), enclosed("round({})"))
round_to = _rising("round", _half_to_even, enclosed("round({})"))
ROUNDINGS = (floor, ceiling, towards_zero, nearest, round_to)
sine = Arithmetic("sine", _wave(math.sin), enclosed("sin({})"), "exponentials", bends=_quarter_turns)
cosine = Arithmetic("cosine", _wave(math.cos), enclosed("cos({})"), "exponentials", bends=_quarter_turns)
tanh = _rising("tanh", math.tanh, enclosed("tanh({})"), "exponentials")
erf = _rising("erf", math.erf, enclosed("erf({})"), "exponentials")
# The cumulative distribution function of the standard normal distribution.
normal_share = _rising("normal share", lambda a: math.erfc(-a / math.sqrt(2)) / 2, enclosed("Φ({})"), "exponentials")
quotient = _whole_kept("quotient", _whole_quotient, written("⌊{} / {}⌋"), "divisions")
remainder = _whole_kept("remainder", math.fmod, written("{} mod {}"), "divisions")
sign_of = _whole_rising("sign", lambda a: float((a > 0) - (a < 0)), enclosed("sign({})"))
largest = _whole_rising("largest", lambda *row: max(row), enclosed("max({})"), folds=True)
smallest = _whole_rising("smallest", lambda *row: min(row), enclosed("min({})"), folds=True)
step = _whole_rising("step", lambda a: float(a > 0), enclosed("[{} > 0]"))
larger = _whole_rising("larger", max, enclosed("max({})"))
smaller = _whole_rising("smaller", min, enclosed("min({})"))
# An earlier result, rounded as it was written down.
taken_over = _whole_kept("take over", lambda number: number, enclosed("{}"))

keep = Arrangement("keep", lambda value: value, joins=True)
glue = Arrangement("glue", _joined, joins=True)
transposing = Arrangement("transpose", transposed)
place_of_largest = Arrangement("place of the largest", _place_of(1))
place_of_smallest = Arrangement("place of the smallest", _place_of(-1))
