"""Judge a printed result by the calculations it may come from, and a side of a chain by the one before it.

Two things decide: the view of a calculation that the result fits (as printed, as it truly is, within the band of honest
rounding, or none) and the standing of the calculation. `roots` are the numbers of wrong claims that it uses, and `off`
the indexes of wrong numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf, isfinite
from typing import NamedTuple

from katatx.audit.findings import ClaimVerdict
from katatx.audit.values import CONFIRMS, WRITTEN, Candidate, Number, Printed, joined_roots
from katatx.engine.pencils.interval import low_of
from katatx.engine.pencils.rounding import band_of
from katatx.engine.values import Value, flat, shape_of
from scoring.places import LARGEST_WHOLE, close

# The most calculations that are also worked out from true values, and rounded.
_MOST_TRUE = 8
# The least figures of a result, and right ones of a row with a slip, for a match to mean anything.
_FIGURES = 3
_FIGURES_OF_A_ROW = 5
# Factors between units in which a number may be repeated: thousands, percent, binary thousands.
_UNITS = (1e3, 1e6, 1e9, 1e-3, 1e-6, 1e-9, 100.0, 0.01, 1024.0, 1 / 1024, 1024.0**-2, 1024.0**-3)
# The relative difference that `≈` allows between two sides.
_ROUGHLY = 0.2
_NOISE = 1e-9
_RIGHT, _CARRIED, _WRONG, _UNCHECKED = ClaimVerdict
_UNSURE = "the page does not say for certain how it was calculated"
_NOTHING = "no calculation on the page gives this result"
_NOT_WORKED = "no calculation for it can be worked out"


class Judged(NamedTuple):
    """A judgement: the deciding calculation and its value, the indexes of wrong numbers, roots, and why unchecked."""

    verdict: ClaimVerdict
    candidate: Candidate | None = None
    true: Value = None
    off: tuple[int, ...] = ()
    roots: frozenset[int] = frozenset()
    why: str = ""


def judge(printed: Printed, candidates: Iterable[Candidate]) -> Judged:
    """Return the judgement of a printed result, given the calculations it may come from, most likely first.

    One that is not written beside the result confirms it only with three figures or more, or exactly. Of those that a
    result does not fit, written ones decide, then those nearest to it.
    """
    missed: list[tuple[Candidate, list[bool]]] = []
    refusal = ""
    for candidate in candidates:
        fits = printed.fits(candidate.value("printed"))
        if fits is not None and all(fits) and _says_enough(printed, candidate, "printed"):
            return _agreed(printed, candidate)
        if fits is not None:
            missed.append((candidate, fits))
        refusal = refusal or (candidate.refusal if candidate.standing is WRITTEN else "")
    for candidate, _ in missed[:_MOST_TRUE]:
        if printed.fits_all(candidate.value("true")) and _says_enough(printed, candidate, "true"):
            return Judged(_RIGHT, candidate, candidate.value("true"))
    wrong: Judged | None = None
    missed.sort(key=lambda each: (each[0].standing is not WRITTEN, each[1].count(False)))
    for candidate, fits in missed[:_MOST_TRUE]:
        judged = _by(printed, candidate, fits)
        is_unsure = judged.verdict is _UNCHECKED and candidate.standing is WRITTEN and wrong is None
        if judged.verdict is _CARRIED or is_unsure:
            return judged
        wrong = wrong or (judged if judged.verdict is _WRONG else None)
    return wrong or Judged(_UNCHECKED, why=refusal or (_NOTHING if missed else _NOT_WORKED))


def _says_enough(printed: Printed, candidate: Candidate, view: str) -> bool:
    """Return whether a match is not by chance: it is written out, has three figures or more, or is exact."""
    truths = map(low_of, flat(candidate.value(view)))
    is_exact = all(close(n.value, truth) for n, truth in zip(printed.numbers, truths, strict=True))
    return candidate.standing is WRITTEN or printed.figures >= _FIGURES or is_exact


def _agreed(printed: Printed, candidate: Candidate) -> Judged:
    """Return the judgement of a result that fits its calculation: right, or carried if that uses wrong results."""
    if any(LARGEST_WHOLE <= abs(number.value) < inf and number.places >= 0 for number in printed.numbers):
        return Judged(_UNCHECKED, candidate, why="whole numbers from 2^53 on are not exact here")
    is_carried = bool(candidate.roots) and not printed.fits_all(candidate.value("true"))
    roots = candidate.roots if is_carried else frozenset[int]()  # the number may be correct all the same
    return Judged(_CARRIED if roots else _RIGHT, candidate, candidate.value("printed"), (), roots)


def _by(printed: Printed, candidate: Candidate, fits: list[bool]) -> Judged:
    is_written = candidate.standing is WRITTEN
    if candidate.standing is CONFIRMS or not (is_written or printed.figures >= _FIGURES):
        return Judged(_UNCHECKED, candidate, why=_UNSURE)
    true, off = candidate.value("printed"), tuple(at for at, fit in enumerate(fits) if not fit)
    beyond = _beyond_rounding(printed, candidate, off)
    if not beyond:
        return Judged(_CARRIED, candidate, true, (), candidate.roots)
    why = _other_reading(printed, true, beyond) if is_written or is_slip(printed, true, off) else _UNSURE
    return Judged(_UNCHECKED, candidate, why=why) if why else Judged(_WRONG, candidate, true, beyond, candidate.roots)


def _beyond_rounding(printed: Printed, candidate: Candidate, off: tuple[int, ...]) -> tuple[int, ...]:
    """Return those indexes in `off` at which rounding along the way does not explain the number."""
    band = candidate.value("band")
    if band is None:
        return off
    ends = [*zip(printed.numbers, *band_of(band), strict=True)]
    nearest = [min(max(number.value, low), high) for number, low, high in ends]
    return tuple(at for at in off if not printed.numbers[at].fits(nearest[at], printed.numbers[at].about))


def _other_reading(printed: Printed, true: Value, off: tuple[int, ...]) -> str:
    """Return how a result that its calculation contradicts may be meant otherwise; "" for no other reading."""
    pairs = [(printed.numbers[at], low_of(flat(true)[at])) for at in off]
    near = all(abs(number.value - truth) < 2 * number.half * (1 - 1e-9) for number, truth in pairs)
    if near and all(number.places <= 1 or 0 < abs(number.value) < abs(truth) for number, truth in pairs):
        return "cut off or rounded up, not rounded"
    if all(number.rounded(least=2).fits(truth) for number, truth in pairs):
        return "a round number"
    number, truth = pairs[0]
    # Cut off or rounded at the same time, but nobody rounds 0.06 to 0.1.
    most = min(2 * number.rounded().half, abs(number.value) / 4)
    is_other_unit = not printed.shape and any(abs(number.value - truth * unit) <= most > 0 for unit in _UNITS)
    return "right only in another unit, such as percent" if is_other_unit else ""


def is_slip(printed: Printed, value: Value, off: tuple[int, ...]) -> bool:
    """Return whether a result is right except for a digit, two swapped digits, a sign, or two swapped numbers.

    A single number must have three figures, and a row or grid five that are right. A zero may be meant.
    """
    wrong = [printed.numbers[at] for at in off]
    truths = [low_of(flat(value)[at]) for at in off]
    right = sum(number.figures for number in printed.numbers if isfinite(number.value)) - len(off)
    least = _FIGURES_OF_A_ROW if len(printed.numbers) > 1 else _FIGURES - 1
    if right < least or not all(truths) or not all(number.value for number in wrong):
        return False
    if len(off) == 2:
        return all(number.fits(truth) for number, truth in zip(wrong, reversed(truths), strict=True))
    return len(off) == 1 and is_one_digit_off(wrong[0], truths[0])


def is_one_digit_off(number: Number, truth: float) -> bool:
    """Return whether a wrong number is the truth with one wrong digit, two near ones swapped, or another sign."""
    percent = 100.0 if number.text.endswith("%") else 1.0
    should = f"{abs(truth) * percent:.{max(number.places - (2 if percent > 1 else 0), 0)}f}"
    text = number.text.lstrip("-−+").rstrip("%").replace(",", "")
    text = f"0{text}" if text.startswith(".") else text
    if len(should) != len(text):
        return False
    different = [at for at, (a, b) in enumerate(zip(should, text, strict=True)) if a != b]
    if not different:
        return bool(truth)
    swapped = len(different) == 2 and sorted(should) == sorted(text) and different[1] - different[0] <= 2
    return len(different) == 1 or swapped


# ---- a calculation of a chain against the previous one


def compared(side: Candidate, before: Candidate, is_certain: Callable[[str], bool], about: bool) -> Judged | None:
    """Return the judgement of a side of a chain by the one `before` it; None if it is uncertain that they are equal.

    `is_certain` says whether a name surely has its last value. With `about`, 20 % are nothing: `1024 ≈ 10^3`.
    """
    value, wanted = side.value("printed"), before.value("printed")
    if value is None or wanted is None or shape_of(value) != shape_of(wanted):
        return None
    roots = joined_roots(side.roots, before.roots)
    if not all(_apart(side.value(view), before.value(view)) for view in ("printed", "true", "loose")):
        return Judged(_CARRIED if roots else _RIGHT, before, wanted, (), roots)
    if before.names and not side.names:  # numbers put in for names; either may be what is meant
        return Judged(_UNCHECKED, before, why="its names have other values above")
    if about and not _apart(value, wanted, _ROUGHLY):
        return None
    certain = before.standing is WRITTEN and all(map(is_certain, (*side.names, *before.names)))
    return Judged(_WRONG, before, wanted, (), roots) if certain else None


def _apart(first: Value, second: Value, share: float = _NOISE) -> tuple[int, ...]:
    """Return the indexes at which two values or bands of one shape are apart; (0,) if there is none to compare."""
    if first is None or second is None or shape_of(first) != shape_of(second):
        return (0,)
    (low, high), (other_low, other_high) = band_of(first), band_of(second)
    off = []
    for at, value in enumerate(low):
        noise = share * max(1.0, abs(value)) if isfinite(value) else 0.0
        if value > other_high[at] + noise or high[at] < other_low[at] - noise:
            off.append(at)
    return tuple(off)
