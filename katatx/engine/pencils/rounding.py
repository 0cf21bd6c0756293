"""Affine arithmetic on rounded numbers, which tracks the roundings that numbers share.

A number in affine form (see `Affine`) is a centre plus a coefficient for each symbol. A symbol is an int that stands
for one rounding, or for one deviation from a straight line. Every operation is worked as a linear function of its
numbers plus one new symbol for the deviation from it, within the range that interval arithmetic gives. A number that
depends twice on one rounding therefore moves consistently, where interval arithmetic treats the two as independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, product
from math import fsum, hypot, inf, isfinite, sqrt

from katatx.engine import operations as op
from katatx.engine.errors import EngineError
from katatx.engine.operations import Arithmetic, divide
from katatx.engine.pencils.interval import Affine, Interval, Number, high_of, highest, low_of, lowest
from katatx.engine.pencils.pencil import no_value, refuse_overflow
from katatx.engine.values import Value, flat
from scoring.key import Band
from scoring.places import DECIMALS, FIGURES, unit, whole_at

# Half-width of a band as a multiple of the root of the summed squares, for many roundings and for very many, where
# people who round some numbers finer spread less. Measured so that no simulated learner leaves the band
# (`python bench/learners.py`).
_SPREAD = 3.0
_LEAST_SPREAD = 1.3
_FEW = 9
_JUST_ABOVE_ONE = 1 + 1e-9
# From this number of roundings on, the spread is the least.
_MANY = 40
# The deviation is sampled; a quadratic function of two numbers deviates by up to a quarter more between the samples.
_BETWEEN = 1.25
# If the deviation from a line is more than this share of the range, the function may jump, and no line is used.
_JUMPS = 0.4
# Deviations below this fraction of the result are binary noise.
_NOISE = 1e-14

_SUMS = frozenset((op.add.name, op.total.name, op.subtract.name))
_EXTREMES = {op.largest.name: 1.0, op.larger.name: 1.0, op.smallest.name: -1.0, op.smaller.name: -1.0}
_COPIES = frozenset((op.negate.name, op.absolute.name, op.keep_positive.name, "keep negative", *_EXTREMES))


class Symbols:
    """The symbols of all roundings in one expression; equal roundings share a symbol.

    `base` are the symbols of a pencil whose lines are copied; its keys are known here too.
    """

    def __init__(self, base: Symbols | None = None) -> None:
        self.known: dict[object, int] = {}
        self._base = base.known if base is not None else {}
        self.fresh: Iterator[int] = base.fresh if base is not None else count(2, 2)

    def named(self, key: object, known_ends: bool = False) -> int:
        """Return the symbol of a key, made on first use; `key` is any hashable that equal roundings share.

        `known_ends` makes a new symbol odd. It marks the rounding of an exact number, where most people write one of
        its two ends.
        """
        found = self.known.get(key) or self._base.get(key)
        if found is None:
            found = self.known[key] = next(self.fresh) + known_ends
        return found

    def of(self, number: Number, least: float = -inf) -> float | Affine:
        """Return a number in affine form, cut off at `least` if it contains that.

        A plain interval gets a symbol of its own, or becomes a float, its lower end, if it has no finite width.
        """
        if isinstance(number, Interval) and number.low < least <= number.high:
            number = Interval(least, number.high)
        if isinstance(number, Affine) or not isinstance(number, Interval):
            return number
        half = (number.high - number.low) / 2
        if not 0 < half < inf:
            return number.low
        return Affine(number.low, number.high, number.low + half, {self.named(number): half})


_Given = tuple[float | Affine, ...]
# Results by the numbers they were worked from.
_Reached = dict[tuple[float, ...], float]
# A linear function of numbers: its slopes, its value at their centres, and the largest deviation from it.
_Line = tuple[Sequence[float], float, float]


def work(operation: Arithmetic, numbers: tuple[Number, ...], symbols: Symbols) -> Number:
    """Return an operation's unrounded result on numbers that may be uncertain.

    It is an Affine, a float if nothing is uncertain any more, or a plain Interval if it may be infinite. Raises what
    the operation's `work` raises.
    """
    if {*map(type, numbers)} == {float}:
        return operation.work(*numbers)
    given = tuple([symbols.of(number, operation.least) for number in numbers])
    reached = _reached(operation, given)
    low, high = min(reached.values()), max(reached.values())
    if low == high or not (isfinite(low) and isfinite(high)):
        return low if low == high else Interval(low, high)
    slopes, centre, bend = _line_of(operation, given, reached)
    bend = bend if bend > _NOISE * max(-low, high) else 0.0
    if bend or not copies(operation, len(given)):
        return _number_of_form(operation, centre, _linear_terms(given, slopes), bend, (low, high), symbols)
    passed = [number if slope > 0 else -number for number, slope in zip(given, slopes, strict=True) if slope]
    return passed[0] if passed else 0.0


def copies(operation: Arithmetic, operands: int) -> bool:
    """Return whether the results of an operation on `operands` numbers (their count) are not rounded again.

    That holds for operations that pass one number on, perhaps with its sign changed, or 0.
    """
    return operation.name in _COPIES or (operands == 1 and operation.name == op.total.name)


def kept(number: Number, decimals: int, figures: int, symbols: Symbols) -> Number:
    """Return a number as a line keeps it: widened by every rounding that the line may use.

    A line may round to `decimals` or to `figures` significant figures, whichever is coarser, or keep more digits. The
    rounding is recorded in `symbols`. A whole number, and an interval that is not Affine, are returned as they are.
    """
    if not isinstance(number, Interval):
        return _round_exact(number, decimals, figures, symbols)
    if not isinstance(number, Affine):
        return number
    place = unit(max(-number.low, number.high), decimals, figures)
    half = place / 2
    total, squares = number.sizes or _sizes(number.terms)
    sign = -1.0 if number.centre < 0 else 1.0  # a number and its opposite are rounded alike
    own = symbols.named(("rounded", *_form_key(number.centre, number.terms, total, sign)))
    terms = {**number.terms, own: sign * half}
    sizes = total + half, squares + half * half
    reach = _reach(len(terms), *sizes)
    low = max(number.centre - reach, lowest(number.low, decimals, figures))
    high = min(number.centre + reach, highest(number.high, decimals, figures))
    return Affine(low, high, number.centre, terms, (number.low, number.high), sizes)


def _round_exact(number: float, decimals: int, figures: int, symbols: Symbols) -> Number:
    """Return an exact number as rounded on a line; equal numbers and their opposites share the symbol."""
    if whole_at(number, 0):
        return number
    low, high = lowest(number, decimals, figures), highest(number, decimals, figures)
    if not low < high:
        return number
    half, own = (high - low) / 2, symbols.named(("exact", f"{abs(number):.12g}"), known_ends=True)
    terms = {own: half if number > 0 else -half}
    return Affine(low, high, low + half, terms, (number, number))


# ---- lines


def _reached(operation: Arithmetic, given: _Given) -> _Reached:
    """Return the results where they are extreme: at the corners, where `bends` says so, and at 0, where many bend."""
    points: Iterable[tuple[float, ...]] = (tuple(map(low_of, given)), tuple(map(high_of, given)))
    if not operation.rising or len(given) == 1:
        first, *others = [(each.low, each.high) if isinstance(each, Affine) else (each,) for each in given]
        inside = [at for at in (0.0, *operation.bends(first[0], first[-1])) if first[0] < at < first[-1]]
        points = product((*first, *inside), *others)
    return {point: operation.work(*point) for point in points}


def _line_of(operation: Arithmetic, given: _Given, reached: _Reached) -> _Line:
    if operation.name in _EXTREMES:
        return _line_of_extreme(_EXTREMES[operation.name], given)
    if operation.name == op.divide.name:
        return _line_of_quotient(*given)
    if operation.name in _SUMS:
        slopes = [1.0, *[-1.0 if operation.name == op.subtract.name else 1.0] * (len(given) - 1)]
    elif operation.name == op.multiply.name and any(type(each) is float for each in given):
        slopes = [each if type(each) is float else 0.0 for each in reversed(given)]
    else:
        return _secant(operation, given, reached)
    return slopes, operation.work(*map(_centre, given)), 0.0


def _line_of_extreme(sign: float, given: _Given) -> _Line:
    """Return the number that is probably the maximum (`sign` 1) or minimum (-1), and by how much others may beat it."""
    best = max(range(len(given)), key=lambda at: sign * _centre(given[at]))
    beyond = 0.0
    for number in given:
        apart = _linear_terms((number, given[best]), (1.0, -1.0))
        ahead = sign * (_centre(given[best]) - _centre(number)) * _JUST_ABOVE_ONE
        beyond = max(beyond, _reach(len(apart), *_sizes(apart)) - ahead)
    slopes = [float(at == best) for at in range(len(given))]
    return slopes, _centre(given[best]) + sign * beyond / 2, beyond / 2


def _line_of_quotient(left: float | Affine, right: float | Affine) -> _Line:
    """Return the tangent at the centres; the deviation is that of (left - centre·right)/right, so x/x has none."""
    over = _centre(right)
    centre = _centre(left) / over
    slopes = 1 / over, -centre / over
    if not isinstance(right, Affine):
        return slopes, centre, 0.0
    terms = _linear_terms((left, right), slopes)
    radius = max(right.high - right.centre, right.centre - right.low)
    return slopes, centre, _reach(len(terms), *_sizes(terms)) * radius / min(abs(right.low), abs(right.high))


def _secant(operation: Arithmetic, given: _Given, reached: _Reached) -> _Line:
    """Return the line with the mean slopes between the corners, or with slopes 0 if that is not close."""
    slopes = [_mean_slope(at, number, reached) for at, number in enumerate(given)]
    middle = [(low_of(number) + high_of(number)) / 2 for number in given]
    straight = operation.work(*middle)
    off = [0.0, *[value - straight - _moved(slopes, point, middle) for point, value in reached.items()]]
    below, above = min(off), max(off)
    low, high = min(reached.values()), max(reached.values())
    if above - below > _JUMPS * (high - low):
        return [0.0] * len(given), (low + high) / 2, (high - low) / 2
    centre = straight + _moved(slopes, [_centre(number) for number in given], middle) + (below + above) / 2
    return slopes, centre, (above - below) / 2 * _BETWEEN


def _mean_slope(at: int, number: float | Affine, reached: _Reached) -> float:
    if not isinstance(number, Affine):
        return 0.0
    lows = [value for point, value in reached.items() if point[at] == number.low]
    highs = [value for point, value in reached.items() if point[at] == number.high]
    return (fsum(highs) - fsum(lows)) / len(lows) / (number.high - number.low)


def _moved(slopes: Sequence[float], point: Sequence[float], start: Sequence[float]) -> float:
    return sum([slope * (to - at) for slope, to, at in zip(slopes, point, start, strict=True) if slope])


# ---- forms


def _sizes(terms: dict[int, float]) -> tuple[float, float]:
    """Return the sum of a form's absolute coefficients, and of their squares, those of odd symbols three times.

    The rounding of an exact number lies at one of its ends, which has the variance of three uniform roundings.
    """
    ends = [by for symbol, by in terms.items() if symbol & 1]
    squares = hypot(*terms.values()) ** 2 + (2 * hypot(*ends) ** 2 if ends else 0.0)
    return sum(map(abs, terms.values())), squares


def _reach(length: int, total: float, squares: float) -> float:
    """Return the half-width of a form of `length` terms: the worst case for few, a statistical one for many."""
    if length <= _FEW:
        return total
    times = _LEAST_SPREAD + (_SPREAD - _LEAST_SPREAD) * min(1.0, _MANY / length)
    return min(total, times * sqrt(squares))


def _form_key(centre: float, terms: dict[int, float], total: float, sign: float = 1.0) -> tuple[object, ...]:
    """Return a key that equal forms have in common, whatever their binary noise; of the opposite form for `sign` -1."""
    balance = round(sign * sum(terms.values()) / (total or 1.0), 8)
    return f"{sign * centre:.11g}", f"{total:.9g}", balance, frozenset(terms)


def _number_of_form(
    operation: Arithmetic, centre: float, terms: dict[int, float], bend: float, ends: Sequence[float], symbols: Symbols
) -> Number:
    """Return the number with this affine form, deviating from it by at most `bend` and certainly within `ends`."""
    total, squares = _sizes(terms)
    key = (operation.name, *_form_key(centre, terms, total), f"{bend:.9g}") if bend else None
    if 0.0 in terms.values():
        terms = {symbol: by for symbol, by in terms.items() if by}
    if key:
        terms[symbols.named(key)] = bend
        total, squares = total + bend, squares + bend * bend
    if not terms:
        return centre
    reach = _reach(len(terms), total, squares)
    low, high = max(centre - reach, ends[0]), min(centre + reach, ends[1])
    if not low < high:  # only binary noise is left
        return min(max(centre, ends[0]), ends[1])
    return Affine(low, high, centre, terms, sizes=(total, squares))


def _linear_terms(given: Sequence[float | Affine], slopes: Sequence[float]) -> dict[int, float]:
    """Return the terms (symbol to coefficient) of a linear combination, also those that are 0."""
    terms: dict[int, float] = {}
    for number, slope in zip(given, slopes, strict=True):
        added = number.terms if isinstance(number, Affine) else {}
        if not terms:
            terms = {symbol: by * slope for symbol, by in added.items()}
            continue
        for symbol, by in added.items():
            terms[symbol] = terms.get(symbol, 0.0) + by * slope
    return terms


def _centre(number: float | Affine) -> float:
    return number.centre if isinstance(number, Affine) else number


# ---- lines


class Rounding:
    """Works calculations with rounded lines, and tracks the range of all honest roundings.

    Lines are rounded to `decimals`, or to `figures` significant figures if that is coarser. Results are Affine where
    rounding has an effect, and floats elsewhere; infinite numbers may lead to a plain Interval. `after` is what worked
    the lines before.
    """

    def __init__(self, decimals: int = DECIMALS, figures: int = FIGURES, after: Rounding | None = None) -> None:
        self.decimals = decimals
        self.figures = figures
        self.symbols: Symbols = Symbols(None if after is None else after.symbols)

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the rounded result of one operation on numbers that may be uncertain.

        Raises EngineError if there is none, if it overflows, or if a divisor may be zero.
        """
        if operation is divide and isinstance(numbers[1], Interval) and numbers[1].low <= 0 <= numbers[1].high:
            raise EngineError(f"once lines are rounded, {no_value(operation, numbers, ZeroDivisionError())}")
        try:
            value = work(operation, numbers, self.symbols)
        except (ArithmeticError, ValueError) as error:
            raise EngineError(no_value(operation, numbers, error)) from error
        for end in (low_of(value), high_of(value)):
            if not isfinite(end):
                refuse_overflow(operation, numbers, end)
        if isinstance(value, Affine) and copies(operation, len(numbers)):
            return value
        return kept(value, self.decimals, self.figures, self.symbols)


def band_of(value: Value) -> Band:
    """Return the band of a Rounding pencil's result: for each number, row-major, the ends that honest rounding reaches.

    The last line is left unrounded here, because the digits of an answer say how it was rounded.
    """
    ends = [(isinstance(each, Affine) and each.before) or (low_of(each), high_of(each)) for each in flat(value)]
    return Band(tuple(low for low, _ in ends), tuple(high for _, high in ends))
