"""Trying whether a mistake gives an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from katatx.engine.errors import EngineError
from katatx.engine.key import fits
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Effort
from katatx.engine.pencils.rounding import Rounding, band_of
from katatx.engine.workings.noting import Tape
from katatx.engine.workings.ways import Ways
from scoring.judge import Readings
from scoring.key import Band, Key
from scoring.places import DECIMALS, FIGURES, half_unit
from scoring.verdict import Cause

# Ways of rounding that are tried of one mistake: those that round all lines.
_WAYS = 4
# Decimals more than usual that lines may be kept to.
_FINER = 2
# How many times as far as right lines the lines of a mistake may lead from its exact result when they are rounded.
_FURTHER = 4.0
# The least that they may, as a share of its largest number.
_SHARE = 0.005

# Trying a mistake exactly counts a calculation as this share of a pencil's.
_CHEAPER = 20

Change = Callable[[Sequence[float]], Sequence[float]]


@dataclass(eq=False)
class Try:
    """A mistake to be tried, in at `most` so many ways of rounding: its tapes after these numbers, then a change."""

    cause: Cause
    tapes: Sequence[Tape]
    numbers: Sequence[float]
    change: Change | None = None
    most: int = _WAYS

    def gives(self, readings: Sequence[Readings], places: int | None, key: Key, effort: Effort | None = None) -> bool:
        """Return whether the mistake gives the answer, exactly or with rounded lines; `key` is the right one.

        What it takes is added to `effort`.
        """
        steps, effort = sum(len(tape.steps) for tape in self.tapes), effort or Effort(0)
        effort.spent += steps // _CHEAPER + 1
        exact = self.result
        if len(exact) != len(readings):
            return False
        if fits(readings, exact, places):
            return True
        if not (_near(readings, exact, key) or (self.most > _WAYS and self._may_be(readings))):
            return False
        effort.spent += _WAYS * steps
        finest = max(typed.places or 0 for typed, *_ in readings)  # who writes more decimals kept more in each line
        finer = min(max(0, finest - DECIMALS), _FINER) if self.most > _WAYS else 0
        return any(
            fits(readings, self._changed(result), places)
            for more in sorted({0, finer})
            for result in Ways(self.tapes, self.numbers, DECIMALS + more, FIGURES + more, self.most)
        )

    def _may_be(self, readings: Sequence[Readings]) -> bool:
        """Return whether the answer is in the band of the mistake; also if rounded lines of it have no value."""
        return self._band is None or all(
            low - half_unit(typed.places) <= typed.value <= high + half_unit(typed.places)
            for (typed, *_), low, high in zip(readings, *self._band, strict=True)
        )

    @cached_property
    def _band(self) -> Band | None:
        rounding, made = Rounding(), list[Number](self.numbers)
        try:
            for tape in self.tapes:
                made = tape.play_by(rounding.hand, made)
                rounding = Rounding(after=rounding)
            return band_of(self.tapes[-1].value(made))
        except EngineError:
            return None

    @cached_property
    def result(self) -> Sequence[float]:
        """Return the exact result, without numbers if there is none."""
        made = self.played()
        return self._changed([made[end] for end in self.tapes[-1].ends]) if made else ()

    def played(self) -> Sequence[float]:
        """Return all numbers of the working with the mistake, without numbers if there is no result."""
        made: Sequence[float] | None = self.numbers
        try:
            for tape in self.tapes:
                made = tape.play(made) if made is not None else None
        except (ArithmeticError, ValueError):
            return ()
        return made or ()

    def _changed(self, result: Sequence[float]) -> Sequence[float]:
        try:
            return result if self.change is None else self.change(result)
        except (ArithmeticError, ValueError):
            return ()


def _near(readings: Sequence[Readings], exact: Sequence[float], key: Key) -> bool:
    """Return whether an exact result is so near an answer that rounding the lines may lead from one to the other."""
    least = _SHARE * max(map(abs, exact))
    reach = [least] * len(exact)
    if len(exact) == len(key.value):
        reach = [max(least, _FURTHER * (high - low)) for low, high in zip(*key.band, strict=True)]
    return all(
        number == typed.value or abs(typed.value - number) <= most + 2 * half_unit(typed.places)
        for (typed, *_), number, most in zip(readings, exact, reach, strict=True)
    )
