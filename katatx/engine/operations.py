"""Single operations: how each is computed, written and counted.

Every line of a recipe is one of these or another recipe. Exact work, intervals, counting and writing all follow from
one definition.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from katatx.engine.errors import EngineError
from katatx.engine.pencils.interval import Bends, Number, high_of, low_of, no_bends
from katatx.engine.values import Value, entry_by_entry, transposed
from katatx.notation.printing import write_number
from scoring.places import DECIMALS, LARGEST_WHOLE, float_noise


class Hand(Protocol):
    """A pencil's method that works one operation on single numbers."""

    def __call__(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number: ...


class Arithmetic(NamedTuple):
    """An operation that computes.

    `work` takes and returns floats; it may raise ArithmeticError or ValueError. `sign` returns the calculation as text;
    it takes the numbers and the keyword `places`. `stroke` is the counter in `Strokes` that it adds to; None for none.
    `rising` says that the result never falls when a number rises. `folds` says that a row is reduced to one number;
    otherwise it works entry by entry. `bends` returns the local extrema of `work` in its first number between two
    bounds. `least` is the lowest number it is defined for; lower values that only rounding allows are dropped.
    `keeps_whole` says that whole numbers give a whole number.
    """

    name: str
    work: Callable[..., float]
    sign: Callable[..., str]
    stroke: str | None = None
    rising: bool = False
    folds: bool = False
    bends: Bends = no_bends
    least: float = -math.inf
    keeps_whole: bool = False

    def apply(self, hand: Hand, *given: Value) -> Value:
        """Return the result on values of matching shapes, each single calculation done by `hand`.

        A single number matches any shape, and a row a grid of as many rows. An operation that folds uses only the first
        value, a row or a grid, and makes each row one number. Raises EngineError if shapes do not fit, and what `hand`
        raises.
        """
        if self.folds:
            return self._fold(hand, given[0])
        return entry_by_entry(lambda *numbers: hand(self, numbers), *given)

    def _fold(self, hand: Hand, value: Value) -> Value:
        """Return the row reduced to a number; each row of a grid separately. Raises EngineError for a number."""
        if not isinstance(value, tuple):
            raise EngineError(f"{self.name} is given one number; write a row, as in [1, 2]")
        if isinstance(value[0], tuple):
            return tuple(self._fold(hand, row) for row in value)
        return hand(self, value)


class Arrangement(NamedTuple):
    """An operation that only moves, selects or ranks numbers, such as joining or copying. Nothing is rounded."""

    name: str
    work: Callable[..., Value]

    def apply(self, hand: Hand, *given: Value) -> Value:
        """Return `work(*given)`; `hand` is not used."""
        return self.work(*given)


Operation = Arithmetic | Arrangement


def write_operand(number: float, places: int = DECIMALS) -> str:
    """Return a number written as an operand to `places` decimals, a negative one in brackets."""
    text = write_number(number, places)
    return f"({text})" if text.startswith("-") else text


def _join_terms(*numbers: float, places: int = DECIMALS) -> str:
    """Return a sum as text, with a minus before negative terms."""
    text = write_number(numbers[0], places)
    for number in numbers[1:]:
        written = write_number(number, places)
        text += f" - {written[1:]}" if written.startswith("-") else f" + {written}"
    return text


def infix(sign: str) -> Callable[..., str]:
    """Return a function that writes an operation as text, with `sign` between its two numbers."""

    def write(left: float, right: float, places: int = DECIMALS) -> str:
        """Return the operation on two numbers as text, to `places` decimals; negative numbers are in brackets."""
        return f"{write_operand(left, places)}{sign}{write_operand(right, places)}"

    return write


def prefixed(before: str, after: str = "") -> Callable[..., str]:
    """Return a function that writes an operation on one number, with text before and after it.

    Without text after it, a negative number is put in brackets.
    """

    def write(number: float, places: int = DECIMALS) -> str:
        """Return the operation on one number as text, to `places` decimals."""
        inside = write_number(number, places) if after else write_operand(number, places)
        return f"{before}{inside}{after}"

    return write


def _function(name: str) -> Callable[..., str]:
    """Return a function that writes an operation as `name(a, b)`."""

    def write(*numbers: float, places: int = DECIMALS) -> str:
        """Return the operation on any number of numbers as text, to `places` decimals."""
        return f"{name}({', '.join(write_number(number, places) for number in numbers)})"

    return write


def _at_zero(low: float, high: float) -> Sequence[float]:
    """Return 0 as the only local extremum if it lies strictly between two numbers; otherwise none."""
    return (0.0,) if low < 0 < high else ()


def _quarter_turns(low: float, high: float) -> Sequence[float]:
    """Return the multiples of π/2 between two angles, at most eight: enough to include every extreme of a wave."""
    quarter = math.pi / 2
    first = math.ceil(low / quarter)
    return [quarter * k for k in range(first, min(first + 8, math.floor(high / quarter) + 1))]


# A difference smaller than this fraction of its terms has lost digits to cancellation.
_CANCELLED = 0.01
# Significant decimal digits of a float.
_KEPT_DIGITS = 15


def _exact_sum(*numbers: float) -> float:
    """Return the sum of numbers without rounding errors; a sum of terms that cancel has no binary noise.

    Raises OverflowError or ValueError if there is none.
    """
    whole = math.fsum(numbers)
    return whole if not whole or abs(whole) > _CANCELLED * max(map(abs, numbers)) else _without_noise(whole, numbers)


def _sum_of_two(first: float, second: float) -> float:
    """Return the sum of two numbers, without binary noise if they nearly cancel."""
    whole = first + second
    return whole if not whole or abs(whole) > _CANCELLED * abs(first) else _without_noise(whole, (first, second))


def _without_noise(rest: float, terms: Sequence[float]) -> float:
    """Return a small difference rounded at the last exact digit of its largest term, so that 0.1 + 0.2 - 0.3 is 0.

    Integers are exact and do not count as terms.
    """
    size = max((abs(term) for term in terms if term % 1), default=0.0)
    if not size or not math.isfinite(rest):
        return rest
    return round(rest, _KEPT_DIGITS - 1 - math.floor(math.log10(size))) + 0.0


def _wave(work: Callable[[float], float]) -> Callable[[float], float]:
    """Return `work`, a sine or cosine, made exactly 0 where only the noise of its angle is left: sin π is 0."""

    def wave(angle: float) -> float:
        """Return the sine or cosine of an angle in radians."""
        height = work(angle)
        return 0.0 if abs(height) < _ANGLE_NOISE * abs(angle) else height

    return wave


_ANGLE_NOISE = 1e-15


def _logarithm(work: Callable[[float], float]) -> Callable[[float], float]:
    """Return `work`, a logarithm, with values between -0.01 and 0.01 rounded to 15 decimals: ln 1 is exactly 0."""

    def logarithm(number: float) -> float:
        """Return the logarithm of a number. Raises what `work` raises."""
        height = work(number)
        return round(height, _KEPT_DIGITS) + 0.0 if abs(height) < _CANCELLED else height

    return logarithm


# A larger error of a float than this may hide the decimals of a quotient.
_MOST_ERROR = 2e-3


def _whole(below: bool) -> Callable[[float], float]:
    """Return a floor function (if `below`) or a ceiling function, both with a tolerance.

    0.3 / 0.1, in binary just below 3, counts as 3. A number that is not finite is returned as it is.
    """

    def work(number: float) -> float:
        """Return the floor or ceiling of a number, or the whole number that it equals up to binary noise.

        Raises OverflowError if floats cannot tell: from 2^53 on, and above 10^12 so near a whole number that it may be
        one.
        """
        if not math.isfinite(number):
            return number
        near = round(number)
        off, error = abs(number - near), float_noise(number)
        if abs(number) >= LARGEST_WHOLE or (0 < off <= error and error > _MOST_ERROR):
            raise OverflowError
        if off <= error:
            return float(near)
        return float(math.floor(number) if below else math.ceil(number))

    return work


def _whole_quotient(number: float, divisor: float) -> float:
    """Return how many whole times a divisor goes into a number, rounded down; of whole numbers exactly.

    Raises ZeroDivisionError for the divisor 0, OverflowError if floats cannot tell.
    """
    if not (float(number).is_integer() and float(divisor).is_integer()):
        return floor.work(number / divisor)
    if max(abs(number), abs(divisor)) >= LARGEST_WHOLE:
        raise OverflowError
    return float(number // divisor)


def _joined(first: Value, second: Value) -> Value:
    """Return two rows end to end, or the rows of two grids. Raises EngineError for single numbers."""
    if not (isinstance(first, tuple) and isinstance(second, tuple)):
        raise EngineError("single numbers cannot be joined; write rows")
    return first + second


def _half_to_even(number: float, decimals: float = 0.0) -> float:
    """Return a number rounded to `decimals` as NumPy does, ties to even.

    2.675, in binary just below a tie, counts as one. `decimals` must be whole, which is not checked; -2 rounds to
    hundreds. A number that is not finite, or is 2^53 or more in size, is returned as it is.
    """
    if not math.isfinite(number) or abs(number) >= LARGEST_WHOLE:
        return number
    scale: float = 10.0 ** abs(decimals)
    scaled = number * scale if decimals > 0 else number / scale
    below = math.floor(scaled)
    is_tie = abs(scaled - below - 0.5) <= float_noise(scaled)
    rounded = below + below % 2 if is_tie else round(scaled)
    return rounded / scale if decimals > 0 else rounded * scale


def _place_of(sign: int) -> Callable[[Value], Any]:
    """Return a function that gives the index, from 0, of a row's first largest (`sign` 1) or smallest (-1) number.

    An interval counts as its midpoint.
    """

    def place(row: Value) -> Any:
        """Return the index, from 0, of the row's first largest or smallest number, as a float."""
        sizes = [sign * (low_of(number) + high_of(number)) for number in row]
        return float(sizes.index(max(sizes)))

    return place


multiply = Arithmetic("multiply", lambda a, b: a * b, infix("·"), "products", keeps_whole=True)
divide = Arithmetic("divide", lambda a, b: a / b, infix(" / "), "divisions")
add = Arithmetic("add", _sum_of_two, _join_terms, "sums", rising=True, keeps_whole=True)
subtract = Arithmetic("subtract", lambda a, b: _sum_of_two(a, -b), infix(" - "), "sums", keeps_whole=True)
total = Arithmetic("total", _exact_sum, _join_terms, "sums", rising=True, folds=True, keeps_whole=True)
negate = Arithmetic("negate", lambda a: -a, prefixed("-"), keeps_whole=True)
exp = Arithmetic("exp", math.exp, prefixed("e^"), "exponentials", rising=True)
log = Arithmetic("log", _logarithm(math.log), prefixed("ln "), "exponentials", rising=True)
log10 = Arithmetic("log10", _logarithm(math.log10), prefixed("log10 "), "exponentials", rising=True)
power = Arithmetic("power", math.pow, infix("^"), "exponentials", bends=_at_zero)
square = Arithmetic(
    "square", lambda a: a * a, lambda a, places=DECIMALS: f"{write_operand(a, places)}^2", "products", bends=_at_zero,
    keeps_whole=True,
)  # fmt: skip
root = Arithmetic("root", math.sqrt, prefixed("√"), "divisions", rising=True, least=0.0)
keep_positive = Arithmetic(
    "keep positive", lambda a: max(0.0, a), prefixed("max(0, ", ")"), rising=True, keeps_whole=True
)
absolute = Arithmetic("absolute", abs, prefixed("|", "|"), bends=_at_zero, keeps_whole=True)
floor = Arithmetic("floor", _whole(below=True), prefixed("⌊", "⌋"), rising=True, keeps_whole=True)
ceiling = Arithmetic("ceiling", _whole(below=False), prefixed("⌈", "⌉"), rising=True, keeps_whole=True)
towards_zero = Arithmetic(
    "towards zero", lambda a: float(math.trunc(a)), prefixed("cut off(", ")"), rising=True, keeps_whole=True
)
nearest = Arithmetic(
    "nearest", lambda a: float(math.floor(a + 0.5)), prefixed("round(", ")"), rising=True, keeps_whole=True
)
sine = Arithmetic("sine", _wave(math.sin), prefixed("sin(", ")"), "exponentials", bends=_quarter_turns)
cosine = Arithmetic("cosine", _wave(math.cos), prefixed("cos(", ")"), "exponentials", bends=_quarter_turns)
quotient = Arithmetic(
    "quotient", _whole_quotient,
    lambda a, b, places=DECIMALS: f"⌊{write_number(a, places)} / {write_number(b, places)}⌋", "divisions",
    keeps_whole=True,
)  # fmt: skip
remainder = Arithmetic("remainder", math.fmod, infix(" mod "), "divisions", keeps_whole=True)
largest = Arithmetic("largest", lambda *row: max(row), _function("max"), rising=True, folds=True, keeps_whole=True)
smallest = Arithmetic("smallest", lambda *row: min(row), _function("min"), rising=True, folds=True, keeps_whole=True)

# An earlier result, rounded as it was written down.
taken_over = Arithmetic(
    "take over", lambda number: number, lambda number, places=DECIMALS: write_number(number, places), keeps_whole=True
)
keep = Arrangement("keep", lambda value: value)
glue = Arrangement("glue", _joined)
transposing = Arrangement("transpose", transposed)

tanh = Arithmetic("tanh", math.tanh, prefixed("tanh(", ")"), "exponentials", rising=True)
erf = Arithmetic("erf", math.erf, prefixed("erf(", ")"), "exponentials", rising=True)
# The cumulative distribution function of the standard normal distribution.
normal_share = Arithmetic(
    "normal share", lambda a: math.erfc(-a / math.sqrt(2)) / 2, prefixed("Φ(", ")"), "exponentials", rising=True
)
log2 = Arithmetic("log2", math.log2, prefixed("log2 "), "exponentials", rising=True)
sign_of = Arithmetic("sign", lambda a: float((a > 0) - (a < 0)), prefixed("sign(", ")"), rising=True, keeps_whole=True)
round_to = Arithmetic("round", _half_to_even, _function("round"), rising=True)
larger = Arithmetic("larger", max, _function("max"), rising=True, keeps_whole=True)
smaller = Arithmetic("smaller", min, _function("min"), rising=True, keeps_whole=True)
place_of_largest = Arrangement("place of the largest", _place_of(1))
place_of_smallest = Arrangement("place of the smallest", _place_of(-1))
