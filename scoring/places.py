"""How far a written number agrees with a true one, and how a line is rounded.

One rule serves the whole project: a line is kept to 3 decimals or 4 significant
figures, whichever is coarser. `unit` is that rule; everything else asks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, isfinite, log10

DECIMALS = 3
FIGURES = 4

# Decimal arithmetic done in binary is off by a few parts in 10^16; a thousandth of a
# unit in the ninth place is far above that and far below anything written on paper.
FUZZ = 1e-9
# Part of a number that binary arithmetic may be off by, after the few dozen steps of a line.
NOISE = 1e-13
_LARGE = 1e12
TWO_DIGITS = 9.5
MOST_NOISE = 1e-3
# No float has more decimals than these; a number may claim any count of them.
_FINEST = 300
# How far from the truth carried rounding may lead, as a share of the largest number in the row.
_MOST_CARRIED = 0.02


def close(first: float, second: float) -> bool:
    """Return whether two values are the same number up to the noise of binary arithmetic.

    Two whole numbers that a float holds exactly are the same only where they are equal.
    """
    if first == second:
        return True
    return abs(first - second) <= noise(first, second)


def noise(*values: float) -> float:
    """Return how far apart results may lie for no other reason than binary arithmetic: parts in
    10^13 of the numbers, and never so much that a whole number passes for its neighbour.
    """
    size = max(map(abs, values))
    return min(NOISE * size, MOST_NOISE) if isfinite(size) else 0.0


def unit(value: float, decimals: int = DECIMALS, figures: int = FIGURES) -> float:
    """The last place a line with this value is written to.

    10^-decimals, or the place of the last of `figures` significant figures where
    that is coarser: 0.001 for 5.657, 0.01 for 54.60, 10 for 28580.
    """
    if not isfinite(value) or value == 0:
        return 10.0**-decimals
    return 10.0 ** max(-decimals, floor(log10(abs(value)) + 1e-12) - figures + 1)


def whole_at(value: float, places: int) -> bool:
    """Return whether the value ends within `places` decimals, so that writing it loses nothing.

    0.0000001 does not end at 3 decimals: nothing of it would be left.
    """
    if value == 0 or not isfinite(value):
        return True
    scaled = value * 10.0 ** min(places, _FINEST)
    size = abs(scaled)
    if size >= _LARGE:
        # So near the end of a float's digits only a short number is known to be whole.
        return float(f"{value:.12g}") == value
    return size > 0.5 and abs(scaled - round(scaled)) <= min(NOISE * size, FUZZ + 2e-15 * size)


def half_unit(places: int | None) -> float:
    """Return how far from the true value a number correctly rounded to `places` may lie."""
    return 0.0 if places is None else 0.5 * 10.0 ** -min(places, _FINEST)


def agrees(typed: float, places: int | None, truth: float, about: bool = False) -> bool:
    """Return whether a number written to `places` decimals is the truth rounded there.

    A tie may go either way: half up and half even are both honest. A single bare digit
    stands for itself: 5 is not 4.5 rounded, nor 1 a portion of 0.953, unless it is
    said to be `about` that.
    """
    if typed == truth:
        return True
    if not (isfinite(typed) and isfinite(truth)):
        return False
    if places == 0 and abs(truth) < TWO_DIGITS and not about:
        places = None
    return abs(typed - truth) <= half_unit(places) * (1 + FUZZ) + noise(typed, truth)


def enough(typed: float, places: int | None, truth: float, asked: int | None) -> bool:
    """Return whether `places` decimals are as many as asked, or as the rounding rule keeps of
    a number this size, or all there are.

    Where nothing is asked, only 0 or 0.0 for something that is not 0 says too little.
    """
    if places is None or whole_at(truth, places):
        return True
    if asked is None:
        return typed != 0 or places >= DECIMALS
    return places >= asked or 2 * half_unit(places) <= unit(truth, asked) * (1 + FUZZ)


def within(typed: float, places: int | None, low: float, high: float, figures: int | None = None) -> bool:
    """Return whether a number is one inside [low, high], rounded to its `places` decimals, or to so many
    `figures` with zeros behind them: 54.600 may be 54.598 to four figures.
    """
    if low <= typed <= high:
        return True
    if not (isfinite(low) and isfinite(high) and isfinite(typed)):
        return False
    if places == 0 and max(abs(low), abs(high)) < TWO_DIGITS:
        places = None
    half = half_unit(places)
    if figures is not None and unit(typed, DECIMALS, figures) > 10.0**-DECIMALS:
        is_exact = low == high and whole_at(low, DECIMALS)
        half = half if is_exact else max(half, _half_padded(typed, places, DECIMALS, figures))
    slack = half * (1 + FUZZ) + noise(low, high, typed)
    return low - slack <= typed <= high + slack


def within_early(typed: float, places: int | None, low: float, high: float) -> bool:
    """Return whether a number is one inside [low, high], rounded to its `places` or to one digit
    less than the rule asks for, with zeros behind it.
    """
    slack = _half_padded(typed, places, DECIMALS - 1, FIGURES - 1) * (1 + FUZZ)
    return within(typed, places, low, high) or low - slack <= typed <= high + slack


def _half_padded(typed: float, places: int | None, decimals: int, figures: int) -> float:
    """Half of the unit that a number was rounded to, by figures or by decimals, where only zeros stand
    behind it; else 0.
    """
    for step in (unit(typed, decimals, figures), 10.0**-decimals):
        if places is not None and step >= half_unit(places) and whole_at(typed / step, 0):
            return step / 2
    return 0.0


def most_carried(row: Sequence[float], places: int | None, asked: int | None) -> float:
    """Return how far carried rounding may lead a number of a row from the truth: 2 % of the row's
    largest finite number, or one unit of the last place asked, whichever is more.

    Where no places are asked, the unit is that of the `places` typed, if they are 3 at most.
    """
    share = _MOST_CARRIED * max((abs(number) for number in row if isfinite(number)), default=0.0)
    if asked is None and places is not None and places <= DECIMALS:
        asked = places
    return share if asked is None else max(share, 10.0**-asked)
