"""Affine arithmetic: work on rounded numbers that remembers which roundings they share.

Every rounding is a symbol. Sums are exact in the symbols, other work is a straight line through
them and one symbol more for how far the work bends away from it. A number that one rounding
reaches twice moves by it twice, or not at all; intervals would let each use move alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from math import fsum, hypot, isfinite, sqrt

from katatx.engine import operations as op
from katatx.engine.interval import Affine, Interval, Number, high_of, highest, low_of, lowest, not_below, through
from katatx.engine.operations import Arithmetic
from scoring.places import unit, whole_at

# How many times the root of the summed squares a number may be off where many roundings meet, and
# where very many do: those who round some numbers finer spread less and less beside them. Measured
# so that no simulated learner is further off (`python bench/learners.py`).
_SPREAD = 3.0
_LEAST_SPREAD = 1.3
_FEW = 9
_JUST_ABOVE_ONE = 1 + 1e-9
# Where so many roundings meet, it makes no difference that one who kept more digits in the numbers
# added up may round their sum.
_MANY = 40
# A bend is measured in the middle; one that is lopsided is a little higher beside it.
_LOPSIDED = 1.25


class Symbols:
    """The symbols of all roundings of one expression; those of equal forms are the same.

    `base` are the symbols of a pencil whose lines are copied: theirs are known here too.
    """

    def __init__(self, base: Symbols | None = None) -> None:
        self.known: dict[object, int] = {}
        self._base = base.known if base is not None else {}
        self.fresh: Iterator[int] = base.fresh if base is not None else count(2, 2)
        # What each rounding rounded, for saying which of them did harm.
        self.rounded: dict[int, float] = {}
        self._given: list[Interval] = []

    def named(self, key: object, known_ends: bool = False) -> int:
        """The symbol of a form. `known_ends` marks, by an odd number, a rounding of an exact number:
        most people write the same there, at one end or the other.
        """
        found = self.known.get(key) or self._base.get(key)
        if found is None:
            found = self.known[key] = next(self.fresh) + known_ends
        return found

    def of(self, number: Number) -> float | Affine:
        """A number as this arithmetic takes it; an interval from outside gets a symbol of its own."""
        if isinstance(number, Affine) or not isinstance(number, Interval):
            return number
        if number.low == number.high or not (isfinite(number.low) and isfinite(number.high)):
            return number.low
        self._given.append(number)  # so that its id stays its own
        half = (number.high - number.low) / 2
        return Affine(number.low, number.high, number.low + half, {self.named(("given", id(number))): half})


def work(operation: Arithmetic, numbers: tuple[Number, ...], symbols: Symbols) -> Number:
    """An operation on numbers of which one at least is uncertain, its result not yet rounded.

    Raises ArithmeticError or ValueError where it has no value.
    """
    given = tuple([symbols.of(not_below(operation.least, number)) for number in numbers])
    if operation.name not in _EXTREMES and not all(isfinite(each) for each in given if type(each) is float):
        reached = through(operation.work, given, operation.rising, operation.bends)
        return low_of(reached) if low_of(reached) == high_of(reached) else reached
    rule = _RULES.get(operation.name, _hull)
    return rule(operation, given, symbols)


def copies(operation: Arithmetic) -> bool:
    """Return whether an operation only hands on a number, or its opposite, so that nothing is rounded again."""
    return operation.name in _COPIES


def common_step(operation: Arithmetic, numbers: tuple[Number, ...], decimals: int) -> float:
    """Return the place that a result ends at for certain, because it is a sum of numbers that end there,
    or so many times one; 0 where that is not known.
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
    """A number as a line keeps it: rounded to `decimals` or `figures`, whichever is coarser, or finer.

    A number known exactly that ends within `decimals` is not rounded at all. One that ends at the place
    of its `step`, because those it was added up from do, is only where few roundings meet.
    """
    if not isinstance(number, Interval):
        return _kept_exact(number, decimals, figures, symbols)
    if not isinstance(number, Affine):
        return number
    place = unit(max(-number.low, number.high), decimals, figures)
    if place <= step * _JUST_ABOVE_ONE and len(number.terms) > _MANY:
        number.step = step
        return number
    half = place / 2
    total, squares = _sizes(number.terms)
    sign = -1.0 if number.centre < 0 else 1.0  # what rounds to 0.3 rounds to -0.3 with its sign turned
    own = symbols.named(("rounded", *_form(number.centre, number.terms, total, sign)))
    symbols.rounded[own] = number.centre
    terms = {**number.terms, own: sign * half}
    reach = _reach(len(terms), total + half, squares + half * half)
    low = max(number.centre - reach, lowest(number.low, decimals, figures))
    high = min(number.centre + reach, highest(number.high, decimals, figures))
    return Affine(low, high, number.centre, terms, (number.low, number.high), own, place)


def _kept_exact(number: float, decimals: int, figures: int, symbols: Symbols) -> Number:
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


def most_harm(number: Number, symbols: Symbols) -> float | None:
    """The line value whose rounding moves a number more than all other roundings together; the
    number's own rounding does not count. None where no single one does.
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
    """The sum of a form's coefficients without their signs, and that of their squares. An exact
    number's rounding is at one of its ends, which spreads as much as three uniform ones.
    """
    ends = [by for symbol, by in terms.items() if symbol & 1]
    squares = hypot(*terms.values()) ** 2 + (2 * hypot(*ends) ** 2 if ends else 0.0)
    return sum(map(abs, terms.values())), squares


def _reach(length: int, total: float, squares: float) -> float:
    """Return how far from its centre a number may be: the worst case where few roundings meet, the
    statistical one where many do.
    """
    if length <= _FEW:
        return total
    times = _LEAST_SPREAD + (_SPREAD - _LEAST_SPREAD) * min(1.0, _MANY / length)
    return min(total, times * sqrt(squares))


def _form(centre: float, terms: dict[int, float], total: float, sign: float = 1.0) -> tuple[object, ...]:
    """Return what equal forms have in common, to some twelve digits."""
    return f"{sign * centre:.11g}", f"{total:.9g}", round(sign * sum(terms.values()) / total, 8), frozenset(terms)


def _made(centre: float, terms: dict[int, float], bend: float, ends: tuple[float, float], symbols: Symbols) -> Number:
    """A number of a form, `bend` off it at most and between these `ends` for certain."""
    if 0.0 in terms.values():
        terms = {symbol: by for symbol, by in terms.items() if by}
    if bend and (not terms or bend > 1e-15 * abs(centre)):
        total = sum(map(abs, terms.values()))
        key = ("bend", *_form(centre, terms, total or 1.0), f"{bend:.9g}")
        terms[symbols.named(key)] = bend
    if not terms:
        return centre
    reach = _reach(len(terms), *_sizes(terms))
    low, high = max(centre - reach, ends[0]), min(centre + reach, ends[1])
    if not low < high:  # nothing but the noise of binary arithmetic is left
        return min(max(centre, ends[0]), ends[1])
    return Affine(low, high, centre, terms)


def _line(parts: Iterable[tuple[float | Affine, float]]) -> dict[int, float]:
    """The terms of a sum of numbers, each so many times."""
    terms: dict[int, float] = {}
    for number, times in parts:
        if type(number) is not float and times:
            if not terms:
                terms = {symbol: by * times for symbol, by in number.terms.items()}  # type: ignore[union-attr]
                continue
            have = terms.get
            for symbol, by in number.terms.items():  # type: ignore[union-attr]
                terms[symbol] = have(symbol, 0.0) + by * times
    return terms


def _centre(number: float | Affine) -> float:
    return number.centre if isinstance(number, Affine) else number


def _radius(number: float | Affine) -> float:
    if not isinstance(number, Affine):
        return 0.0
    return max(number.high - number.centre, number.centre - number.low)


_Given = tuple[float | Affine, ...]
_Rule = Callable[[Arithmetic, _Given, Symbols], Number]


# ---- rules


def _sum(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    centre = operation.work(*map(_centre, given))
    ends = fsum(map(low_of, given)), fsum(map(high_of, given))
    return _made(centre, _line((number, 1.0) for number in given), 0.0, ends, symbols)


def _difference(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    left, right = given
    centre = operation.work(_centre(left), _centre(right))
    ends = low_of(left) - high_of(right), high_of(left) - low_of(right)
    return _made(centre, _line(((left, 1.0), (right, -1.0))), 0.0, ends, symbols)


def _product(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    left, right = given
    one, other = _centre(left), _centre(right)
    corners = [a * b for a in (low_of(left), high_of(left)) for b in (low_of(right), high_of(right))]
    terms = _line(((left, other), (right, one)))
    return _made(one * other, terms, _radius(left) * _radius(right), (min(corners), max(corners)), symbols)


def _square(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    (number,) = given
    centre, bend = _centre(number), _radius(number) ** 2 / 2
    low, high = low_of(number), high_of(number)
    ends = 0.0 if low < 0 < high else min(low * low, high * high), max(low * low, high * high)
    return _made(centre * centre + bend, _line(((number, 2 * centre),)), bend, ends, symbols)


def _quotient(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """left/right is off left₀/right₀ by (left - quotient·right)/right, which one division rounds off twice."""
    left, right = given
    if low_of(right) <= 0 <= high_of(right):
        raise ZeroDivisionError
    over = _centre(right)
    centre = _centre(left) / over
    terms = _line(((left, 1 / over), (right, -centre / over)))
    nearest = min(abs(low_of(right)), abs(high_of(right)))
    bend = _reach(len(terms), *_sizes(terms)) * _radius(right) / nearest if terms else 0.0
    corners = [a / b for a in (low_of(left), high_of(left)) for b in (low_of(right), high_of(right))]
    return _made(centre, terms, bend, (min(corners), max(corners)), symbols)


def _curve(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """Work on one uncertain number: the secant, and how far the curve bends away from it."""
    uncertain = [at for at, number in enumerate(given) if isinstance(number, Affine)]
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
    return _made(straight, _line(((number, slope),)), (above - below) / 2, ends, symbols)


def _surface(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """Work on two uncertain numbers: the plane through the middle, and how far the corners are off it."""
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
    return _made(straight, _line(((left, slopes[0]), (right, slopes[1]))), bend, ends, symbols)


def _hull(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """Work that jumps: all that may come of it, and nothing remembered but that it came of the same numbers."""
    reached = through(operation.work, given, operation.rising, operation.bends)
    low, high = low_of(reached), high_of(reached)
    if low == high or not (isfinite(low) and isfinite(high)):
        return low if low == high else reached
    own = [(low_of(number), high_of(number), *map(frozenset, _symbols_of(number))) for number in given]
    half = (high - low) / 2
    return Affine(low, high, low + half, {symbols.named((operation.name, *own)): half})


def _symbols_of(number: float | Affine) -> tuple[dict[int, float], ...]:
    return (number.terms,) if isinstance(number, Affine) else ()


def _opposite(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    (number,) = given
    return number.negated() if isinstance(number, Affine) else -number


def _one_side(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """Work that leaves a number, its opposite or nothing, as its sign says."""
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
    return (0.0,)


def _extreme(operation: Arithmetic, given: _Given, symbols: Symbols) -> Number:
    """The largest, or smallest, of a row: the one that surely is it, else all that may be."""
    sign = 1.0 if operation is op.largest else -1.0
    best = max(given, key=lambda number: sign * _centre(number))
    for number in given:
        apart = _line(((best, sign), (number, -sign)))
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
