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


def close(first: float, second: float) -> bool:
    """Whether two values are the same number up to the noise of binary arithmetic."""
    if first == second:
        return True
    if not (isfinite(first) and isfinite(second)):
        return False
    return abs(first - second) <= 1e-12 * max(1.0, abs(first), abs(second))


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
    scaled = value * 10.0**places
    if abs(scaled) >= _LARGE:
        # So near the end of a float's digits only a short number is known to be whole.
        return float(f"{value:.12g}") == value
    return abs(scaled - round(scaled)) <= FUZZ + 2e-15 * abs(scaled)


def half_unit(places: int | None) -> float:
    """How far from the true value a number correctly rounded to `places` may lie."""
    return 0.0 if places is None else 0.5 * 10.0**-places


def agrees(typed: float, places: int | None, truth: float) -> bool:
    """Whether a number written to `places` decimals is the truth rounded there.

    A tie may go either way: half up and half even are both honest.
    """
    if typed == truth:
        return True
    if not (isfinite(typed) and isfinite(truth)):
        return False
    return abs(typed - truth) <= half_unit(places) * (1 + FUZZ) + 1e-12 * max(1.0, abs(truth))


def enough(typed: float, places: int | None, truth: float, asked: int | None) -> bool:
    """Whether `places` decimals are as many as asked, or as the rounding rule keeps of
    a number this size, or all there are.

    Where nothing is asked, only a bare 0 for something that is not 0 says too little.
    """
    if places is None or whole_at(truth, places):
        return True
    if asked is None:
        return typed != 0
    return places >= asked or 10.0**-places <= unit(truth, asked) * (1 + FUZZ)


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
    coarser = places is not None and 10.0**-places > unit(size) * (1 + FUZZ)
    slack = (half_unit(places) if coarser else 0.0) + 1e-10 + 1e-11 * size
    return low - slack <= typed <= high + slack
