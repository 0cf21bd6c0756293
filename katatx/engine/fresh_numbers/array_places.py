"""NumPy versions of the functions in `scoring.places`, applied to every entry."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scoring.places import FUZZ, MOST_NOISE, NOISE

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


def close(first: Array, second: Array) -> Mask:
    """Return which entries are equal up to binary noise; see `scoring.places.close`."""
    with np.errstate(invalid="ignore"):
        near = np.abs(first - second) <= noise(first, second)
    found: Mask = (first == second) | near
    return found


def noise(first: Array, second: Array) -> Array:
    """Return the binary noise of each pair of finite numbers; see `scoring.places.noise`."""
    size: Array = np.maximum(np.abs(first), np.abs(second))
    return np.minimum(NOISE * size, MOST_NOISE)


def whole_at(value: Array, places: int) -> Mask:
    """Return which entries end within `places` decimals, at most 3; see `scoring.places.whole_at`.

    The numbers must be below a billion.
    """
    with np.errstate(invalid="ignore"):
        scaled = np.abs(value) * 10.0**places
        off = np.minimum(NOISE * scaled, FUZZ + 2e-15 * scaled)
        whole = (scaled > 0.5) & (np.abs(scaled - np.rint(scaled)) <= off)
    found: Mask = whole | (value == 0) | ~np.isfinite(value)
    return found
