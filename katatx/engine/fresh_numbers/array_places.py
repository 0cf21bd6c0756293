"""NumPy versions of the functions in `scoring.places`, applied to every entry."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scoring.places import FUZZ, MOST_NOISE, NOISE

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


def close(first: Array, second: Array) -> Mask:
    """Return which entries of two arrays are equal up to binary noise, as `noise` defines it."""
    with np.errstate(invalid="ignore"):
        near = np.abs(first - second) <= noise(first, second)
    found: Mask = (first == second) | near
    return found


def noise(first: Array, second: Array) -> Array:
    """Return the binary noise of each pair of finite numbers: 1e-13 of the larger size, but at most 0.001."""
    size: Array = np.maximum(np.abs(first), np.abs(second))
    return np.minimum(NOISE * size, MOST_NOISE)


def whole_at(value: Array, places: int) -> Mask:
    """Return which entries end within `places` decimals, at most 3, so that writing them loses nothing.

    0, infinity and NaN do; 0.0000001 does not. Other numbers must be below a billion in size.
    """
    with np.errstate(invalid="ignore"):
        scaled = np.abs(value) * 10.0**places
        off = np.minimum(NOISE * scaled, FUZZ + 2e-15 * scaled)
        whole = (scaled > 0.5) & (np.abs(scaled - np.rint(scaled)) <= off)
    found: Mask = whole | (value == 0) | ~np.isfinite(value)
    return found
