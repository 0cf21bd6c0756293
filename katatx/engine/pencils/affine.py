"""Affine arithmetic on rounded numbers, which tracks the roundings that numbers share.

A number in affine form (see `Affine`) is a centre plus a coefficient for each symbol. A symbol is an int that stands
for one rounding, or for one deviation from a straight line. Sums are exact in the symbols; other operations are a
linear function of them plus one new symbol for the deviation from it. A number that depends twice on one rounding
therefore moves consistently, where plain interval arithmetic would treat the two uses as independent.

A rule works one operation: it takes operands in affine form (floats count) and returns the unrounded result. It raises
what the operation's `work` raises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from math import fsum, hypot, isfinite, sqrt

from katatx.engine import operations as op
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.interval import (
    Affine,
    Interval,
    Number,
    high_of,
    highest,
    low_of,
    lowest,
    raised_to,
    through,
)
from scoring.places import unit, whole_at

# Half-width of a band as a multiple of the root of the summed squares, for many roundings and for very many, where
# people who round some numbers finer spread less. Measured so that no simulated learner leaves the band
# (`python bench/learners.py`).
_SPREAD = 3.0
_LEAST_SPREAD = 1.3
_FEW = 9
_JUST_ABOVE_ONE = 1 + 1e-9
# Above this number of roundings, rounding a sum again, after keeping more digits in its terms, has no visible effect.
_MANY = 40
# The deviation from a secant is sampled in the middle; an asymmetric curve deviates slightly more elsewhere.
_LOPSIDED = 1.25


class Symbols:
    """The symbols of all roundings in one expression; equal roundings share a symbol.

    `known` maps keys to symbols. `rounded` maps the symbols of roundings to the values that were rounded. `base` are
    the symbols of a pencil whose lines are copied; its keys are known here too.
    """

    def __init__(self, base: Symbols | None = None) -> None:
        self.known: dict[object, int] = {}
        self._base = base.known if base is not None else {}
        self.fresh: Iterator[int] = base.fresh if base is not None else count(2, 2)
        # The value that each symbol's rounding was applied to, for `dominant_rounding`.
        self.rounded: dict[int, float] = {}
        self._given: list[Interval] = []

    def named(self, key: object, known_ends: bool = False) -> int:
        """Return the symbol of a key, an int made on first use; `key` is any hashable that equal roundings share.

        `known_ends` makes a new symbol odd. It marks the rounding of an exact number, where most people write one of
        its two ends.
        """
        found = self.known.get(key) or self._base.get(key)
        if found is None:
            found = self.known[key] = next(self.fresh) + known_ends
        return found

    def of(self, number: Number) -> float | Affine:
        """Return a number in affine form.

        A float or Affine is returned unchanged. Any other interval becomes an Affine with a symbol of its own, always
        the same for one object. If its ends are equal, or one is infinite, its lower end is returned instead, as a
        float.
        """
        if isinstance(number, Affine) or not isinstance(number, Interval):
            return number
        if number.low == number.high or not (isfinite(number.low) and isfinite(number.high)):
            return number.low
        self._given.append(number)  # keeps its id unique
        half = (number.high - number.low) / 2
        return Affine(number.low, number.high, number.low + half, {self.named(("given", id(number))): half})


def work(operation: Arithmetic, numbers: tuple[Number, ...], symbols: Symbols) -> Number:
    """Return an operation's unrounded result on numbers of which at least one is uncertain.

    An interval that contains the operation's `least` is cut off there first. The result is an Affine, a float if
    nothing is uncertain any more, or a plain Interval where infinite numbers leave no affine form. Raises
    ArithmeticError or ValueError if there is no value.
    """
    given = tuple([symbols.of(raised_to(operation.least, number)) for number in numbers])
    if operation.name not in _EXTREMES and not all(isfinite(each) for each in given if type(each) is float):
        reached = through(operation.work, given, operation.rising, operation.bends)
        return low_of(reached) if low_of(reached) == high_of(reached) else reached
    rule = _RULES.get(operation.name, _hull)
    return rule(operation, given, symbols)


def copies(operation: Arithmetic, operands: int) -> bool:
    """Return whether the results of an operation on `operands` numbers (their count) are not rounded again.

    That holds for operations that pass a number on, perhaps with its sign changed: negation, absolute value, ReLU and
    the like, maximum and minimum of a row, and a sum of one term.
    """
    return operation.name in _COPIES or (operands == 1 and operation.name == op.total.name)


def common_step(operation: Arithmetic, numbers: tuple[Number, ...], decimals: int) -> float:
    """Return a decimal place (such as 0.001) that the result is taken to be a multiple of; 0 if none is known.

    For a sum or difference this is the finest place of the uncertain operands; for a product with an integer, that of
    the other factor. It is 0 for other operations, if an interval is not Affine, or if a number in a sum is exact but
    has more than `decimals` decimals.
    """
    if operation.name not in _SUMS:
        if operation.name != op.multiply.name or not any(type(each) is float and whole_at(each, 0) for each in numbers):
            return 0.0
        numbers = tuple(each for each in numbers if type(each) is not float)
    steps = []
    for number in numbers:
        if isinstance(number, Affine):
            steps.append(number.step)
        elif isinstance(number, Interval) or not whole_at(number, decimals):
            return 0.0
    return min(steps, default=0.0)


def kept(number: Number, decimals: int, figures: int, symbols: Symbols, step: float = 0.0) -> Number:
    """Return a number as a line keeps it: widened by every rounding that the line may use.

    A line may round to `decimals` or to `figures` significant figures, whichever is coarser, or keep more digits. The
    rounding is recorded in `symbols`. Three kinds of number are returned as they are: an exact number that ends within
    `decimals`; an interval that is not Affine; and a number with more than 40 roundings that is a multiple of the
    line's unit already. The last is known from `step`, the place that the number is a multiple of (0 if unknown), which
    is then stored in it.
    """
    if not isinstance(number, Interval):
        return _round_exact(number, decimals, figures, symbols)
    if not isinstance(number, Affine):
        return number
    place = unit(max(-number.low, number.high), decimals, figures)
    if place <= step * _JUST_ABOVE_ONE and len(number.terms) > _MANY:
        number.step = step
        return number
    half = place / 2
    total, squares = number.sizes or _sizes(number.terms)
    sign = -1.0 if number.centre < 0 else 1.0  # a number and its opposite are rounded alike
    own = symbols.named(("rounded", *_form_key(number.centre, number.terms, total, sign)))
    symbols.rounded[own] = number.centre
    terms = {**number.terms, own: sign * half}
    sizes = total + half, squares + half * half
    reach = _reach(len(terms), *sizes)
    low = max(number.centre - reach, lowest(number.low, decimals, figures))
    high = min(number.centre + reach, highest(number.high, decimals, figures))
    return Affine(low, high, number.centre, terms, (number.low, number.high), own, place, sizes)


def _round_exact(number: float, decimals: int, figures: int, symbols: Symbols) -> Number:
    """Return an exact number as rounded on a line: an Affine, or the number itself if rounding does not change it.

    Equal numbers and their opposites share the symbol of the rounding.
    """
    if whole_at(number, decimals):
        return number
    low, high = lowest(number, decimals, figures), highest(number, decimals, figures)
    if not low < high:
        return number
    half, own = (high - low) / 2, symbols.named(("exact", f"{abs(number):.12g}"), known_ends=True)
    symbols.rounded[own] = number
    return Affine(
        low,
        high,
        low + half,
        {own: half if number > 0 else -half},
        (number, number),
        own,
        unit(number, decimals, figures),
    )


def dominant_rounding(number: Number, symbols: Symbols) -> float | None:
    """Return the unrounded value of the line whose rounding moves a number at least as much as all else together.

    The number's own rounding does not count. None if there is no such line, or if the number is not Affine.
    """
    if not isinstance(number, Affine):
        return None
    sizes = {symbol: abs(by) for symbol, by in number.terms.items() if symbol != number.own}
    worst = max(sizes, key=lambda symbol: sizes[symbol], default=None)
    if worst is None or sizes[worst] < sum(sizes.values()) / 2:
        return None
    return symbols.rounded.get(worst)


# ---- forms


def _sizes(terms: dict[int, float]) -> tuple[float, float]:
    """Return the sum of a form's absolute coefficients, and a sum of their squares.

    Squares of odd symbols count three times: the rounding of an exact number lies at one of its ends, which has the
    variance of three uniform roundings.
    """
    ends = [by for symbol, by in terms.items() if symbol & 1]
    squares = hypot(*terms.values()) ** 2 + (2 * hypot(*ends) ** 2 if ends else 0.0)
    return sum(map(abs, terms.values())), squares


def _reach(length: int, total: float, squares: float) -> float:
    """Return the half-width of a form: the worst case for few roundings, a statistical bound for many.

    `length` is the number of terms; `total` and `squares` are the sums that `_sizes` returns.
    """
    if length <= _FEW:
        return total
    times = _LEAST_SPREAD + (_SPREAD - _LEAST_SPREAD) * min(1.0, _MANY / length)
    return min(total, times * sqrt(squares))


def _form_key(centre: float, terms: dict[int, float], total: float, sign: float = 1.0) -> tuple[object, ...]:
    """Return a hashable key that equal forms have in common, whatever their binary noise.

    `total` is the sum of the absolute coefficients in `terms`; 1 if there are none. With `sign` -1, it is the key of
    the opposite form.
    """
    return f"{sign * centre:.11g}", f"{total:.9g}", round(sign * sum(terms.values()) / total, 8), frozenset(terms)


def _number_of_form(
    centre: float, terms: dict[int, float], bend: float, ends: tuple[float, float], symbols: Symbols
) -> Number:
    """Return the number with this affine form, deviating from it by at most `bend` and certainly within `ends`.

    `bend` becomes one more term, which may be added to `terms` itself. The result is a float if nothing is uncertain.
    """
    if 0.0 in terms.values():
        terms = {symbol: by for symbol, by in terms.items() if by}
    total, squares = _sizes(terms)
    if bend and (not terms or bend > 1e-15 * abs(centre)):
        key = ("bend", *_form_key(centre, terms, total or 1.0), f"{bend:.9g}")
        terms[symbols.named(key)] = bend
        total, squares = total + bend, squares + bend * bend
    if not terms:
        return centre
    reach = _reach(len(terms), total, squares)
    low, high = max(centre - reach, ends[0]), min(centre + reach, ends[1])
    if not low < high:  # only binary noise is left
        return min(max(centre, ends[0]), ends[1])
    return Affine(low, high, centre, terms, sizes=(total, squares))


def _linear_terms(parts: Iterable[tuple[float | Affine, float]]) -> dict[int, float]:
    """Return the terms (symbol to coefficient) of a linear combination, given as pairs (number, factor)."""
    terms: dict[int, float] = {}
    for number, times in parts:
        if not isinstance(number, Affine) or not times:
            continue
        added = number.terms if times == 1.0 else {symbol: by * times for symbol, by in number.terms.items()}
        if not terms:
            terms = dict(added) if added is number.terms else added
            continue
        have = terms.get
        for symbol, by in added.items():
            terms[symbol] = have(symbol, 0.0) + by
    return terms


def _centre(number: float | Affine) -> float:
    """Return the centre of a number in affine form; a float as it is."""
    return number.centre if isinstance(number, Affine) else number


def _radius(number: float | Affine) -> float:
    """Return the largest deviation of a number from its centre; 0 for a float."""
    if not isinstance(number, Affine):
        return 0.0
    return max(number.high - number.centre, number.centre - number.low)


_Given = tuple[float | Affine, ...]
_Rule = Callable[[Arithmetic, _Given, Symbols], Number]


# ---- rules


def _sum(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """Return the sum of numbers, which needs no new symbol; of one number, that number."""
    if len(given) == 1:
        return given[0]
    centre = operation.work(*map(_centre, given))
    ends = fsum(map(low_of, given)), fsum(map(high_of, given))
    return _number_of_form(centre, _linear_terms((number, 1.0) for number in given), 0.0, ends, symbols)


def _difference(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """Return the difference of two numbers, the first minus the second, which needs no new symbol."""
    left, right = given
    centre = operation.work(_centre(left), _centre(right))
    ends = low_of(left) - high_of(right), high_of(left) - low_of(right)
    return _number_of_form(centre, _linear_terms(((left, 1.0), (right, -1.0))), 0.0, ends, symbols)


def _product(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """Return the product of two numbers; one new symbol covers the nonlinear part, within the product of radii."""
    left, right = given
    if not isinstance(left, Affine):
        left, right = right, left
    if isinstance(left, Affine) and not isinstance(right, Affine):
        return _times(left, right)
    one, other = _centre(left), _centre(right)
    corners = [a * b for a in (low_of(left), high_of(left)) for b in (low_of(right), high_of(right))]
    terms = _linear_terms(((left, other), (right, one)))
    return _number_of_form(one * other, terms, _radius(left) * _radius(right), (min(corners), max(corners)), symbols)


def _times(number: Affine, factor: float) -> Number:
    """Return an uncertain number times an exact one, which may be 0: all that is known of it grows alike."""
    low, high = sorted((number.low * factor, number.high * factor))
    if not low < high:
        return low
    total, squares = number.sizes or _sizes(number.terms)
    terms = {symbol: by * factor for symbol, by in number.terms.items()}
    return Affine(low, high, number.centre * factor, terms, sizes=(total * abs(factor), squares * factor * factor))


def _square(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """Return the square of a number; one new symbol covers the nonlinear part, within half its squared radius."""
    (number,) = given
    centre, bend = _centre(number), _radius(number) ** 2 / 2
    low, high = low_of(number), high_of(number)
    ends = 0.0 if low < 0 < high else min(low * low, high * high), max(low * low, high * high)
    return _number_of_form(centre * centre + bend, _linear_terms(((number, 2 * centre),)), bend, ends, symbols)


def _quotient(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """Return the first of two numbers divided by the second; one new symbol covers the nonlinear part.

    The error is (left - quotient·right)/right. Raises ZeroDivisionError if the divisor may be 0.
    """
    left, right = given
    if low_of(right) <= 0 <= high_of(right):
        raise ZeroDivisionError
    over = _centre(right)
    centre = _centre(left) / over
    terms = _linear_terms(((left, 1 / over), (right, -centre / over)))
    nearest = min(abs(low_of(right)), abs(high_of(right)))
    bend = _reach(len(terms), *_sizes(terms)) * _radius(right) / nearest if terms else 0.0
    corners = [a / b for a in (low_of(left), high_of(left)) for b in (low_of(right), high_of(right))]
    return _number_of_form(centre, terms, bend, (min(corners), max(corners)), symbols)


def _curve(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """Return a function of one uncertain number: the secant, plus a term for the curve's deviation from it.

    The largest deviation in the middle and at the local extrema is taken, and a quarter more; around an inflection the
    true one can be larger. The range of the result is exact. If two numbers are uncertain, the result is that of
    `_surface`; if none is any more, it is exact.
    """
    uncertain = [at for at, number in enumerate(given) if isinstance(number, Affine)]
    if not uncertain:
        return operation.work(*given)
    if len(uncertain) != 1:
        return _surface(operation, given, symbols)
    number = given[uncertain[0]]
    before, after = given[: uncertain[0]], given[uncertain[0] + 1 :]
    low, high, centre = low_of(number), high_of(number), _centre(number)
    inside = operation.bends(low, high) if uncertain[0] == 0 else ()
    between = ((low + high) / 2, *inside)
    first, last, *others = (operation.work(*before, at, *after) for at in (low, high, *between))
    slope = (last - first) / (high - low)
    off = [reached - first - slope * (at - low) for reached, at in zip(others, between, strict=True)]
    below, above = min(0.0, *off) * _LOPSIDED, max(0.0, *off) * _LOPSIDED
    ends = min(first, last, *others[1:]), max(first, last, *others[1:])
    straight = first + slope * (centre - low) + (below + above) / 2
    return _number_of_form(straight, _linear_terms(((number, slope),)), (above - below) / 2, ends, symbols)


def _surface(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """Return a function of two uncertain numbers: a plane, plus a term for the deviation from it.

    The plane has the mean slopes between the corners. The largest deviation at the corners, in the middle and at the
    local extrema is taken, and a quarter more; between those points the true one can be slightly larger.
    """
    left, right = given
    lefts, rights = (low_of(left), high_of(left)), (low_of(right), high_of(right))
    inside = operation.bends(*lefts)
    corners = {(a, b): operation.work(a, b) for a in lefts for b in rights}
    across = (corners[lefts[1], rights[0]] + corners[lefts[1], rights[1]]) / 2
    across -= (corners[lefts[0], rights[0]] + corners[lefts[0], rights[1]]) / 2
    along = (corners[lefts[0], rights[1]] + corners[lefts[1], rights[1]]) / 2
    along -= (corners[lefts[0], rights[0]] + corners[lefts[1], rights[0]]) / 2
    slopes = across / (lefts[1] - lefts[0]), along / (rights[1] - rights[0])
    middle = sum(lefts) / 2, sum(rights) / 2
    points = {**corners, middle: operation.work(*middle)}
    points.update({(a, b): operation.work(a, b) for a in inside for b in rights})
    centre = corners[lefts[0], rights[0]]
    off = [
        reached - centre - slopes[0] * (a - lefts[0]) - slopes[1] * (b - rights[0])
        for (a, b), reached in points.items()
    ]
    below, above = min(off), max(off)
    moved = slopes[0] * (_centre(left) - lefts[0]) + slopes[1] * (_centre(right) - rights[0])
    ends = min(points.values()), max(points.values())
    bend = (above - below) / 2 * _LOPSIDED
    straight = centre + moved + (below + above) / 2
    return _number_of_form(straight, _linear_terms(((left, slopes[0]), (right, slopes[1]))), bend, ends, symbols)


def _hull(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """Return the range of an operation as one term, where no other rule fits.

    The term has a symbol that depends only on the operation and its numbers; the roundings of the numbers are not
    followed further. The result is a float if the range is one number, and a plain Interval if an end is infinite.
    """
    reached = through(operation.work, given, operation.rising, operation.bends)
    low, high = low_of(reached), high_of(reached)
    if low == high or not (isfinite(low) and isfinite(high)):
        return low if low == high else reached
    own = [(low_of(each), high_of(each), frozenset(each.terms) if isinstance(each, Affine) else None) for each in given]
    half = (high - low) / 2
    return Affine(low, high, low + half, {symbols.named((operation.name, *own)): half})


def _opposite(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """Return a number with its sign changed."""
    (number,) = given
    return number.negated() if isinstance(number, Affine) else -number


def _one_side(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """Return a number, its opposite or 0, according to its sign (for absolute value, ReLU and the like).

    A number that may have either sign is worked by `_curve`, with a bend at 0.
    """
    (number,) = given
    if low_of(number) < 0 < high_of(number):
        return _curve(operation._replace(bends=_at_zero), given, symbols)
    kept_one = operation.work(_centre(number))
    if kept_one == 0:
        return 0.0
    if isinstance(number, Affine) and kept_one != _centre(number):
        return number.negated()
    return number


def _at_zero(low: float, high: float) -> tuple[float, ...]:
    """Return 0 as the only local extremum, whatever the bounds."""
    return (0.0,)


def _extreme(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """Return the maximum or minimum of a row: one of its numbers if it is certain which, else its range (`_hull`)."""
    sign = 1.0 if operation is op.largest else -1.0
    best = max(given, key=lambda number: sign * _centre(number))
    for number in given:
        apart = _linear_terms(((best, sign), (number, -sign)))
        gap = sign * (_centre(best) - _centre(number))
        if apart and gap < _reach(len(apart), *_sizes(apart)) * (1 - 1e-9) and any(apart.values()):
            return _hull(operation, given, symbols)
    return best


_EXTREMES = frozenset((op.largest.name, op.smallest.name))
_COPIES = frozenset((op.negate.name, op.absolute.name, op.keep_positive.name, "keep negative")) | _EXTREMES

_SUMS = frozenset((op.add.name, op.total.name, op.subtract.name))

_RULES: dict[str, _Rule] = {
    op.add.name: _sum,
    op.total.name: _sum,
    op.subtract.name: _difference,
    op.multiply.name: _product,
    op.divide.name: _quotient,
    op.square.name: _square,
    op.negate.name: _opposite,
    op.absolute.name: _one_side,
    op.keep_positive.name: _one_side,
    "keep negative": _one_side,
    op.largest.name: _extreme,
    op.smallest.name: _extreme,
    **{each.name: _curve for each in (op.exp, op.log, op.log10, op.power, op.root, op.sine, op.cosine)},
}
