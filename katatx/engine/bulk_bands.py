"""Bands of many draws at once: wider than those of one draw by itself, and quickly worked.

A number is everything that rounding may have left of it, without memory of which roundings it shares with others:
two ends, each an array. What lies apart by these bands lies apart by the narrower ones that answers are judged by.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np

from katatx.engine import operations as op
from katatx.engine.affine import copies
from katatx.engine.array_places import Array, Mask, unit, whole_at
from katatx.engine.bulk import EXACT_ON_ARRAYS, Bulk, in_a_row, places_of
from katatx.engine.interval import Interval, Number, high_of, low_of, through
from katatx.engine.operations import Arithmetic
from katatx.engine.recipe import WrongTurn
from katatx.engine.values import Value, flat
from scoring.places import DECIMALS, FUZZ


class BulkBands(Bulk):
    """Rounds every line, of many draws at once. A draw dies where its rounded lines cannot be worked."""

    def __init__(self, draws: int, turn: WrongTurn | None = None, after: BulkBands | None = None) -> None:
        super().__init__(draws, turn, None, after)

    def hand(self, operation: Arithmetic, numbers: tuple[Any, ...]) -> Any:
        """One operation on numbers that may be uncertain, its result rounded."""
        with np.errstate(all="ignore"):
            given = [_not_below(operation.least, number) for number in numbers]
            ends = self._ends(operation, given)
            low, high = _rounded(*ends)
            if copies(operation):  # what was rounded before is handed on as it is
                exact = ends[0] == ends[1]
                low, high = np.where(exact, low, ends[0]), np.where(exact, high, ends[1])
            return _Rounded(low, high, ends)

    def _ends(self, operation: Arithmetic, given: list[Number]) -> tuple[Array, Array]:
        work, bends = _ON_ARRAYS.get(operation.name), operation.bends in _NO_BENDS
        if work is None or not (bends or operation.name in _BEND_AT_ZERO):
            return self._one_by_one_ends(operation, given)
        lows, highs = [_array(low_of(number)) for number in given], [_array(high_of(number)) for number in given]
        if operation.rising:
            ends = work(*lows), work(*highs)
        else:
            reached = [work(*corner) for corner in product(*zip(lows, highs, strict=True))]
            if operation.name in _BEND_AT_ZERO:
                crossing = (lows[0] < 0) & (highs[0] > 0)
                reached.append(np.where(crossing, 0.0, reached[0]))
            ends = np.minimum.reduce(np.broadcast_arrays(*reached)), np.maximum.reduce(np.broadcast_arrays(*reached))
        low, high = (np.array(np.broadcast_to(end, len(self.alive)), float) for end in ends)
        bad = np.isnan(low) | np.isnan(high) | (high == np.inf)
        bad |= (low == -np.inf) & np.all([np.broadcast_to(np.isfinite(each), bad.shape) for each in lows], axis=0)
        if operation is op.divide:
            bad |= (lows[1] <= 0) & (highs[1] >= 0)
        self._bury(bad, low, high)
        return low, high

    def _one_by_one_ends(self, operation: Arithmetic, given: list[Number]) -> tuple[Array, Array]:
        low, high = np.ones((2, len(self.alive)))
        bad = np.zeros(len(self.alive), bool)
        for draw in places_of(self.alive):
            numbers = tuple(Interval(_at(low_of(each), draw), _at(high_of(each), draw)) for each in given)
            try:
                reached = through(operation.work, numbers, operation.rising, operation.bends)
            except (ArithmeticError, ValueError):
                bad[draw] = True
                continue
            low[draw], high[draw] = low_of(reached), high_of(reached)
        self._bury(bad | np.isnan(low) | np.isnan(high), low, high)
        return low, high

    def _bury(self, bad: Mask, low: Array, high: Array) -> None:
        if bad.any():
            low[bad] = high[bad] = 1.0
            self.alive &= ~bad
            self.make_sure_of_one()


class _Rounded(Interval):
    """A rounded number; `before` are its ends before its own line was rounded."""

    __slots__ = ("before",)

    def __init__(self, low: Any, high: Any, before: tuple[Array, Array]) -> None:
        super().__init__(low, high)
        self.before = before


def bands(value: Value, draws: int) -> tuple[Array, Array]:
    """Return the lowest and the highest ends slot by slot, each in every draw, before the last line is rounded."""
    ends = [each.before if isinstance(each, _Rounded) else (low_of(each), high_of(each)) for each in flat(value)]
    low, high = (np.array([np.broadcast_to(_array(end), draws) for end in side]) for side in zip(*ends, strict=True))
    return low, high


# A last binary digit makes no difference to a band.
_ON_ARRAYS: dict[str, Callable[..., Any]] = {
    **EXACT_ON_ARRAYS,
    op.total.name: in_a_row(np.add),
    op.exp.name: np.exp,
    op.power.name: np.power,
}
_NO_BENDS = (op.multiply.bends,)
_BEND_AT_ZERO = frozenset((op.square.name, op.absolute.name))


def _array(end: Any) -> Array:
    return np.asarray(end, float)


def _at(end: Any, draw: int) -> float:
    return float(end[draw]) if getattr(end, "ndim", 0) else float(end)


def _not_below(least: float, number: Number) -> Number:
    if least == -np.inf or not isinstance(number, Interval):
        return number
    low, high = _array(number.low), _array(number.high)
    return Interval(np.where((low < least) & (high >= least), least, low), number.high)  # type: ignore[arg-type]


def _rounded(low: Array, high: Array) -> tuple[Array, Array]:
    """Return what honest rounding may leave, as `interval.rounded` does, or a little more."""
    exact = (low == high) & whole_at(low, DECIMALS)
    return np.where(exact, low, _lowest(low)), np.where(exact, high, -_lowest(-high))


def _lowest(value: Array) -> Array:
    """Return no more than the lowest that honest rounding of each number may write."""
    step = unit(value)
    scaled = value / step
    below = np.floor(scaled + FUZZ)
    # Where the number is rounded up, it may be rounded down by who keeps one digit more.
    found = np.where(scaled - below <= 0.5 + FUZZ, below * step, value - step / 20)
    return np.where(np.isfinite(value), np.minimum(value, found), value)
