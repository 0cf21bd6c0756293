"""`scoring.places` for arrays: what it says of one number, of all at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scoring.places import DECIMALS, FIGURES, FUZZ, MOST_NOISE, NOISE

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


def close(first: Array, second: Array) -> Mask:
    """As `scoring.places.close`."""
    with np.errstate(invalid="ignore"):
        near = np.abs(first - second) <= noise(first, second)
    found: Mask = (first == second) | near
    return found


def noise(first: Array, second: Array) -> Array:
    """As `scoring.places.noise`, of finite numbers."""
    size: Array = np.maximum(np.abs(first), np.abs(second))
    return np.minimum(NOISE * size, MOST_NOISE)


def unit(value: Array) -> Array:
    """As `scoring.places.unit`."""
    size = np.where(np.isfinite(value) & (value != 0), np.abs(value), 1.0)
    step: Array = 10.0 ** np.maximum(-DECIMALS, np.floor(np.log10(size) + 1e-12) - FIGURES + 1)
    return step


def whole_at(value: Array, places: int) -> Mask:
    """As `scoring.places.whole_at`, of numbers below a billion."""
    with np.errstate(invalid="ignore"):
        scaled = np.abs(value) * 10.0**places
        off = np.minimum(NOISE * scaled, FUZZ + 2e-15 * scaled)
        whole = (scaled > 0.5) & (np.abs(scaled - np.rint(scaled)) <= off)
    found: Mask = whole | (value == 0) | ~np.isfinite(value)
    return found
