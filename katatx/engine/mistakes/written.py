"""Slips in writing a right answer down: numbers or digits exchanged, a sign, a point, cut off, rounded too early."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import isfinite, trunc
from typing import Any

from katatx.engine.key import Solution, fits
from katatx.engine.mistakes.misread import digits_exchanged, exchanged, orders
from katatx.engine.mistakes.trying import Try
from katatx.engine.values import Value, floats, shaped
from katatx.engine.workings.ways import Ways
from katatx.notation.printing import write_number
from scoring.answer import TypedNumber
from scoring.judge import Readings
from scoring.places import DECIMALS, FIGURES, agrees, close
from scoring.shapes import Shape, name_slot
from scoring.verdict import Cause

# Ways of rounding to two decimals that are tried.
_WAYS = 12


def slips_in_writing(solution: Solution, readings: Sequence[Readings], off: Sequence[int]) -> Iterator[Cause]:
    """Yield the causes that the digits of an answer show; `off` are the places that are wrong."""
    truth, shape = solution.key.value, solution.key.shape
    if all(_is_cut(readings[at][0], truth[at]) for at in off):
        says = f"cut off {_names(off, shape)}"
        yield Cause(says, "round instead: a 5 or more after the last digit raises it")
    if all(_is_rounded_whole(readings[at][0], truth[at]) for at in off):
        yield Cause(f"rounded {_names(off, shape)}", "write all digits, or ≈ in front")
    early = Ways([solution.tape], solution.numbers, DECIMALS - 1, FIGURES - 1, _WAYS)
    if any(fits(readings, result, fewer(solution.places)) for result in early):
        yield Cause("the lines were rounded to two decimals", "keep three on every line")


def miscopied(solution: Solution, off: Sequence[int]) -> Iterator[Try]:
    """Yield a right answer with the sign, the point or the order of its digits wrong at the places `off`, or moved."""
    names = _names(off, solution.key.shape)
    yield _slip(solution, f"the sign of {names} is wrong", "keep the signs", _times, off, -1.0)
    for shift in (1, 2, 3, -1, -2, -3):
        places = f"{abs(shift)} place{'s' * (abs(shift) > 1)} too far {'left' if shift > 0 else 'right'}"
        yield _slip(solution, f"the decimal point of {names} is {places}", "", _times, off, 10.0**-shift)
    if len(off) == 2:
        yield _slip(solution, f"{names} are exchanged", "put each in its own place", exchanged, *off)
    for at in off if len(off) == 1 else ():
        right = write_number(solution.key.value[at], DECIMALS if solution.places is None else solution.places)
        for other in digits_exchanged(right):
            says = f"two digits of {right} are exchanged"
            yield _slip(solution, says, "copy it once more", _times, off, other / solution.key.value[at])
    for happened, instead, move in orders(solution.value):
        yield _slip(solution, f"{happened} the answer", instead, _moved, solution.key.shape, move)


def _slip(solution: Solution, says: str, instead: str, change: Callable[..., Sequence[float]], *how: Any) -> Try:
    return Try(Cause(says, instead), (solution.tape,), solution.numbers, partial(change, *how))


def _moved(shape: Shape, move: Callable[[Value], Value], row: Sequence[float]) -> Sequence[float]:
    return floats(move(shaped(shape, row)))


def _times(off: Sequence[int], factor: float, row: Sequence[float]) -> list[float]:
    return [number * factor if at in off else number for at, number in enumerate(row)]


def fewer(places: int | None) -> int | None:
    """Return one decimal less than is asked: as many are enough to tell a mistake."""
    return None if places is None else max(0, places - 1)


def _is_cut(number: TypedNumber, truth: float) -> bool:
    """Return whether a number is a true one cut off, and not also its rounding."""
    if number.places is None or not isfinite(truth) or agrees(number.value, number.places, truth, about=True):
        return False
    step = 10.0 ** min(number.places, 15)
    is_whole = isfinite(truth * step) and close(truth * step, round(truth * step))
    return isfinite(truth * step) and not is_whole and close(number.value, trunc(truth * step) / step)


def _is_rounded_whole(number: TypedNumber, truth: float) -> bool:
    """Return whether a whole number is a true one rounded to tens or more."""
    zeros = min(len(number.text) - len(number.text.rstrip("0")), len(number.text) - 2) if number.places == 0 else 0
    return truth % 1 == 0 and any(agrees(number.value, -places, truth) for places in range(1, zeros + 1))


def _names(off: Sequence[int], shape: Shape) -> str:
    if shape == ():
        return "the answer"
    if len(off) > 2:
        return f"{len(off)} numbers"
    return " and ".join(name_slot(index, shape) for index in off)
