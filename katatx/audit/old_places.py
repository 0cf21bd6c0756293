"""How far a written number agrees with a true one, and how a line is rounded.

One rule serves the whole project: a line is kept to 3 decimals or 4 significant
figures, whichever is coarser. `unit` is that rule; everything else asks it.
"""

from __future__ import annotations

from math import floor, isfinite, log10

DECIMALS = 3
FIGURES = 4

# Decimal arithmetic done in binary is off by a few parts in 10^16; a thousandth of a
# unit in the ninth place is far above that and far below anything written on paper.
FUZZ = 1e-9
_LARGE = 1e12
_TWO_DIGITS = 9.5
_MOST_NOISE = 1e-3
# No float tells more decimals apart than these; a number may claim any count of them.
_FINEST = 18


def close(first: float, second: float) -> bool:
    """Whether two values are the same number up to the noise of binary arithmetic.

    Two whole numbers that a float holds exactly are the same only where they are equal.
    """
    if first == second:
        return True
    return abs(first - second) <= noise(first, second)


def noise(*values: float) -> float:
    """How far apart results may lie for no other reason than binary arithmetic: parts in
    10^14, and never so much that a whole number passes for its neighbour.
    """
    size = max(map(abs, values))
    return min(1e-12 + 1e-14 * size, _MOST_NOISE) if isfinite(size) else 0.0


def unit(value: float, decimals: int = DECIMALS, figures: int = FIGURES) -> float:
    """The last place a line with this value is written to.

    10^-decimals, or the place of the last of `figures` significant figures where
    that is coarser: 0.001 for 5.657, 0.01 for 54.60, 10 for 28580.
    """
    if not isfinite(value) or value == 0:
        return 10.0**-decimals
    return 10.0 ** max(-decimals, floor(log10(abs(value)) + 1e-12) - figures + 1)


def whole_at(value: float, places: int) -> bool:
    """Whether the value ends within `places` decimals, so that writing it loses nothing."""
    if not isfinite(value):
        return True
    scaled = value * 10.0 ** min(places, _FINEST)
    if not isfinite(scaled):
        return False
    if abs(scaled) >= _LARGE:
        # So near the end of a float's digits only a short number is known to be whole.
        return float(f"{value:.12g}") == value
    return abs(scaled - round(scaled)) <= FUZZ + 2e-15 * abs(scaled)


def half_unit(places: int | None) -> float:
    """How far from the true value a number correctly rounded to `places` may lie."""
    return 0.0 if places is None else 0.5 * 10.0 ** -min(places, _FINEST)


def agrees(typed: float, places: int | None, truth: float, about: bool = False) -> bool:
    """Whether a number written to `places` decimals is the truth rounded there.

    A tie may go either way: half up and half even are both honest. A single bare digit
    stands for itself: 5 is not 4.5 rounded, nor 1 a portion of 0.953, unless it is
    said to be `about` that.
    """
    if typed == truth:
        return True
    if not (isfinite(typed) and isfinite(truth)):
        return False
    if places == 0 and abs(truth) < _TWO_DIGITS and not about:
        places = None
    off, half = abs(typed - truth), half_unit(places) * (1 + FUZZ)
    return off <= half or (off <= half + _MOST_NOISE and off <= half + noise(typed, truth))


def enough(typed: float, places: int | None, truth: float, asked: int | None) -> bool:
    """Whether `places` decimals are as many as asked, or as the rounding rule keeps of
    a number this size, or all there are.

    Where nothing is asked, only 0 or 0.0 for something that is not 0 says too little.
    """
    if places is None or whole_at(truth, places):
        return True
    if asked is None:
        return typed != 0 or places >= DECIMALS
    return places >= asked or 2 * half_unit(places) <= unit(truth, asked) * (1 + FUZZ)


def within(typed: float, places: int | None, low: float, high: float) -> bool:
    """Whether a number written to `places` decimals stands for one inside [low, high].

    The band already holds every rounding as fine as its lines, so only a coarser
    last place than that widens it.
    """
    if typed in (low, high):
        return True
    if not (isfinite(low) and isfinite(high) and isfinite(typed)):
        return low <= typed <= high
    size = max(abs(low), abs(high))
    if places == 0 and size < _TWO_DIGITS:
        places = None
    coarser = places is not None and 2 * half_unit(places) > unit(size) * (1 + FUZZ)
    exact = low == high and not coarser
    slack = noise(low, high) if exact else (half_unit(places) if coarser else 0.0) + 1e-10 + 1e-11 * size
    return low - slack <= typed <= high + slack
