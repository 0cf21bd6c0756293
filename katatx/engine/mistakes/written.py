"""Slips in writing a right answer down: numbers or digits exchanged, a sign, a point, cut off, rounded too early."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import fsum, isfinite, trunc

from katatx.engine.key import Solution, fits
from katatx.engine.workings.ways import Ways
from scoring.answer import TypedNumber
from scoring.judge import Readings
from scoring.places import DECIMALS, FIGURES, agrees, close
from scoring.shapes import Shape, name_slot
from scoring.verdict import Cause

_LONGEST = 24
# Portions add to 1, but for binary noise.
_SHARES = 1e-9
_ROUND = "round instead: a 5 or more after the last digit raises it"
# Ways of rounding to two decimals that are tried.
_WAYS = 12


def slips_in_writing(solution: Solution, readings: Sequence[Readings], off: Sequence[int]) -> Iterator[Cause]:
    """Yield the causes of an answer that is right but for how it is written; `off` are the places that are wrong."""
    truth, shape = solution.key.value, solution.key.shape
    yield from _exchanged(solution, readings, off)
    if all(_is_right(solution, readings, at, -truth[at]) for at in off):
        yield Cause(f"{_names(off, shape)} {_has(off, 'has', 'have')} the wrong sign", "keep the signs")
    for shift, how in ((1, "left"), (2, "left"), (3, "left"), (-1, "right"), (-2, "right"), (-3, "right")):
        if all(_is_right(solution, readings, at, truth[at] / 10**shift) for at in off):
            places = f"{abs(shift)} place{'s' * (abs(shift) > 1)}"
            yield Cause(f"the decimal point of {_names(off, shape)} is {places} too far {how}")
            break
    if len(off) == 1:
        yield from _digits_exchanged(readings[off[0]][0], truth[off[0]], shape, off)
    if all(_is_cut(readings[at][0], truth[at]) for at in off):
        yield Cause(
            f"{_names(off, shape)} {_has(off, 'was', 'were')} cut off",
            "round instead: a 5 or more after the last digit raises it",
        )
    if all(_is_rounded_whole(readings[at][0], truth[at]) for at in off):
        yield Cause(f"{_names(off, shape)} {_has(off, 'was', 'were')} rounded", "write all digits, or ≈ in front")
    size = shape[-1] if shape else 1
    if size > 1 and abs(fsum(truth[:size]) - 1) < _SHARES and fits(readings, [1 / size] * len(truth), solution.places):
        yield Cause("every portion is the same", "a higher score gets a larger portion")
    early = Ways([solution.tape], solution.numbers, DECIMALS - 1, FIGURES - 1, _WAYS)
    if any(fits(readings, result, fewer(solution.places)) for result in early):
        yield Cause("the lines were rounded to two decimals", "keep three on every line")


def fewer(places: int | None) -> int | None:
    """Return one decimal less than is asked: as many are enough to tell a mistake."""
    return None if places is None else max(0, places - 1)


def _exchanged(solution: Solution, readings: Sequence[Readings], off: Sequence[int]) -> Iterator[Cause]:
    """Yield two numbers, rows or columns of the answer exchanged."""
    shape = solution.key.shape
    if len(off) == 2 and _permuted(solution, readings, dict(zip(off, off[::-1], strict=True))):
        yield Cause(f"{_names(off, shape)} are exchanged", "put each in its own place")
    length, width = shape if len(shape) == 2 else (1, 1)
    rows = [[row * width + column for column in range(width)] for row in range(length)]
    for what, lines in (("rows", rows), ("columns", [list(line) for line in zip(*rows, strict=True)])):
        for one, two in combinations(range(len(lines)), 2) if len(off) > 2 else ():
            if set(off) <= {*lines[one], *lines[two]}:
                moved = dict(zip((*lines[one], *lines[two]), (*lines[two], *lines[one]), strict=True))
                if _permuted(solution, readings, moved):
                    yield Cause(f"{what} {one + 1} and {two + 1} of the answer are exchanged", "keep their order")
    if (
        len(off) > 2
        and len(shape) == 1
        and _permuted(solution, readings, {at: len(readings) - 1 - at for at in range(len(readings))})
    ):
        yield Cause("the numbers of the answer stand in the opposite order", "keep their order")
    if length == width > 1 and _permuted(
        solution,
        readings,
        {row * width + column: column * width + row for row in range(length) for column in range(width)},
    ):
        yield Cause("rows and columns of the answer are exchanged", "write its rows as rows")


def _permuted(solution: Solution, readings: Sequence[Readings], moved: dict[int, int]) -> bool:
    return all(_is_right(solution, readings, at, solution.key.value[place]) for at, place in moved.items())


def _is_right(solution: Solution, readings: Sequence[Readings], at: int, number: float) -> bool:
    return fits([readings[at]], [number], fewer(solution.places))


def _digits_exchanged(number: TypedNumber, truth: float, shape: Shape, off: Sequence[int]) -> Iterator[Cause]:
    text = number.text.replace("−", "-")
    whole = text.lower().partition("e")[0]
    digits = [at for at, letter in enumerate(whole) if letter.isdigit()] if len(text) <= _LONGEST else []
    for one, two in pairwise(digits):
        if two > one + 1 or (text[two] == "0" and not text[:one].strip("-")):
            continue  # across the point, or a nought in front
        other = f"{text[:one]}{text[two]}{text[one + 1 : two]}{text[one]}{text[two + 1 :]}"
        try:
            value = float(other)
        except ValueError:
            return
        if text[one] != text[two] and agrees(value, number.places, truth):
            yield Cause(f"two digits of {_names(off, shape)} are exchanged", "copy it once more")
            return


def _is_cut(number: TypedNumber, truth: float) -> bool:
    """Return whether a number is a true one cut off, and not also its rounding."""
    if number.places is None or not isfinite(truth) or agrees(number.value, number.places, truth, about=True):
        return False
    step = 10.0 ** min(number.places, 15)
    is_whole = isfinite(truth * step) and close(truth * step, round(truth * step))
    return isfinite(truth * step) and not is_whole and close(number.value, trunc(truth * step) / step)


def _is_rounded_whole(number: TypedNumber, truth: float) -> bool:
    """Return whether a whole number is a true one rounded to tens or more."""
    zeros = len(number.text) - len(number.text.rstrip("0")) if number.places == 0 and number.value else 0
    return truth % 1 == 0 and any(agrees(number.value, -places, truth) for places in range(1, zeros + 1))


def _has(off: Sequence[int], one: str, many: str) -> str:
    return one if len(off) == 1 else many


def _names(off: Sequence[int], shape: Shape) -> str:
    if shape == ():
        return "the answer"
    if len(off) > 2:
        return f"{len(off)} numbers"
    return " and ".join(name_slot(index, shape) for index in off)
