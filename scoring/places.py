"""Decimal places: how a line is rounded, and when a written number agrees with a true one.

The whole project has one rounding rule, `unit`: a line is kept to 3 decimals or 4 significant figures, whichever is
coarser. In all functions `places` is the number of decimals a number was written to: None if it is exact, negative if
it was rounded to tens or hundreds. `asked` is the number of decimals asked for; None if any number will do.
"""

from __future__ import annotations

from math import floor, isfinite, log10

DECIMALS = 3
FIGURES = 4

# Tolerance for decimal arithmetic done in binary: far above its error of a few parts in 10^16, far below any written
# digit.
FUZZ = 1e-9
# Relative error of binary arithmetic after the few dozen steps of a line.
NOISE = 1e-13
_LARGE = 1e12
# From here on, floats do not represent every whole number.
LARGEST_WHOLE = 2.0**53
TWO_DIGITS = 9.5
MOST_NOISE = 1e-3
# The most decimals a float can have; a number may claim more.
_FINEST = 300


def close(first: float, second: float) -> bool:
    """Return whether two values are equal up to the noise of binary arithmetic.

    Two integers that floats represent exactly must be equal.
    """
    if first == second:
        return True
    return abs(first - second) <= noise(first, second)


def noise(*values: float) -> float:
    """Return the difference between results that binary arithmetic alone may cause.

    It is 1e-13 of the largest size among one or more values, but at most 0.001; 0 if that size is not finite.
    """
    size = max(map(abs, values))
    return min(NOISE * size, MOST_NOISE) if isfinite(size) else 0.0


def compared_places(value: float) -> int:
    """Return the decimals to which a written number is compared with a finite value; finer ones are noise.

    It is 12 for 1, fewer for larger values, but at least 2; more for smaller ones, and 300 for 0.
    """
    size = 2 * noise(value)
    return floor(-log10(size)) if size else _FINEST


def unit(value: float, decimals: int = DECIMALS, figures: int = FIGURES) -> float:
    """Return the unit of the last place that a line with this value is rounded to.

    It is 10^-decimals, or the last of `figures` significant figures if that is coarser: 0.001 for 5.657, 0.01 for
    54.60, 10 for 28580. For 0, infinity and NaN it is 10^-decimals.
    """
    if not isfinite(value) or value == 0:
        return 10.0**-decimals
    return 10.0 ** max(-decimals, floor(log10(abs(value)) + 1e-12) - figures + 1)


def whole_at(value: float, places: int) -> bool:
    """Return whether the value ends within `places` decimals, so that writing it loses nothing.

    0.0000001 does not end at 3 decimals: it would be written as 0. True for 0, infinity and NaN. A value of 10^12 units
    of the last place or more does so only if it has at most 12 significant digits.
    """
    if value == 0 or not isfinite(value):
        return True
    scaled = value * 10.0 ** min(places, _FINEST)
    size = abs(scaled)
    if size >= _LARGE:
        # So close to the precision of a float, only a number with few digits is certainly whole.
        return float(f"{value:.12g}") == value
    return size > 0.5 and abs(scaled - round(scaled)) <= min(NOISE * size, float_noise(scaled))


def float_noise(value: float) -> float:
    """Return the tolerance within which a calculated number counts as whole, or as a tie.

    It is 1e-9, plus 2e-15 of the number's size.
    """
    return FUZZ + 2e-15 * abs(value)


def half_unit(places: int | None) -> float:
    """Return half a unit of the last of `places` decimals, the largest error of correct rounding to them.

    It is 0 for None.
    """
    return 0.0 if places is None else 0.5 * 10.0 ** -min(places, _FINEST)


def agrees(typed: float, places: int | None, truth: float, about: bool = False) -> bool:
    """Return whether a number written to `places` decimals is the truth rounded to them.

    A tie may be rounded either way. An exact number (`places` is None) must equal the truth, up to binary noise. If
    `places` is 0 and the truth below 9.5 in size, the number is exact, unless given with `about`: 5 is not 4.5 rounded,
    nor is 1 a portion of 0.953. Infinity agrees only with itself, NaN with nothing.
    """
    if typed == truth:
        return True
    if not (isfinite(typed) and isfinite(truth)):
        return False
    if places == 0 and abs(truth) < TWO_DIGITS and not about:
        places = None
    return abs(typed - truth) <= half_unit(places) * (1 + FUZZ) + noise(typed, truth)


def enough(places: int | None, truth: float, asked: int | None) -> bool:
    """Return whether a number written to `places` decimals has enough of them.

    It has if it is exact, if nothing is asked, if `truth` ends within them, if there are at least `asked`, or if they
    reach the last of 4 significant figures of `truth`.
    """
    if places is None or asked is None or whole_at(truth, places):
        return True
    return places >= asked or 2 * half_unit(places) <= unit(truth, asked) * (1 + FUZZ)
