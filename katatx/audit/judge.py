"""Judge a printed result against calculations, and a calculation of a chain against the one before it.

A **chain** is sides joined by `=` or `≈`. A **candidate** is a calculation that a result may come from; its `sure`
tells what it may decide (see `Candidate`). Its value has four **views**: "printed", worked from the numbers as
printed; "true", from their true values; "band", the interval that rounding allows; "mended", the interval around the
true values of results that are wrong. **Roots** are the numbers of the wrong claims that a calculation uses. `off` are
the indexes of wrong numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf, isclose, isfinite, isinf
from typing import NamedTuple

from katatx.audit.findings import ClaimVerdict
from katatx.audit.values import (
    MOST_PLACES,
    Candidate,
    Number,
    Printed,
    half_unit,
    is_rounded,
    joined_roots,
    places_of,
    printed_of,
)
from katatx.engine.pencils.interval import high_of, low_of
from katatx.engine.pencils.rounding import band_of
from katatx.engine.values import Value, flat, shape_of
from katatx.notation.sentences import is_printed
from katatx.notation.syntax import Binary, Listing, Literal, Node, Sum, Unary
from katatx.notation.walking import literals, parts_of
from scoring.places import DECIMALS, FUZZ, LARGEST_WHOLE
from scoring.places import noise as noise_of

# The most calculations that are also worked out from true values.
_MOST_TRUE = 8
# A number this many units of its last decimal off is not explained by rounding.
_FAR = 8
# The share by which a result may be off if its operands may have had more digits than printed.
_UNSEEN = 0.05
# The least figures of a number, of a row, and of the rest of a row for a slip in it to mean anything.
_FIGURES_OF_NUMBER = 3
_FIGURES_OF_ROW = 3
_FIGURES_OF_OTHERS = 2
# Factors between units in which a number may be repeated: thousands, percent, binary thousands.
_UNITS = (1e3, 1e6, 1e9, 1e-3, 1e-6, 1e-9, 100.0, 0.01, 1024.0, 1024.0**2, 1024.0**3, 1 / 1024)


class Judged(NamedTuple):
    """The judgement of a printed result.

    `candidate` is the deciding calculation and `true` its value, `off` the indexes of wrong numbers, `roots` the
    numbers of the wrong claims it depends on, and `why` the reason if it could not be checked.
    """

    verdict: ClaimVerdict
    candidate: Candidate | None = None
    true: Value = None
    off: tuple[int, ...] = ()
    roots: frozenset[int] = frozenset()
    why: str = ""


def judge(printed: Printed, candidates: Iterable[Candidate]) -> Judged:
    """Return the judgement of a printed result, given the calculations it may come from, most likely first.

    It is right if it fits one of them worked from printed values, or one of the first eight worked from true values. It
    is carried if it fits because of an earlier wrong claim, or is explained by rounding. A calculation that is not
    written beside it (`sure` is not True) confirms only results with three figures or more, or exact ones. The result
    is wrong if a written calculation contradicts it, or if it is one slip away from an implied one (`sure` is False),
    and no other one gives it. Otherwise it is unchecked, and so is a result that fits as printed but has a number from
    2^53 on, written in full. Candidates without a value of the result's shape are ignored.
    """
    near: list[tuple[Candidate, list[bool]]] = []
    for candidate in candidates:
        fits = printed.fits(candidate.value("printed"))
        if fits is None:
            continue
        if all(fits) and (candidate.sure or _says_enough(printed, candidate)):
            return _agreed(printed, candidate)
        near.append((candidate, fits))
    for candidate, _ in near[:_MOST_TRUE]:
        if all(printed.fits(candidate.value("true")) or [False]) and (
            candidate.sure or _says_enough(printed, candidate, "true")
        ):
            return Judged(ClaimVerdict.RIGHT, candidate, candidate.value("true"))
    wrong: Judged | None = None
    why = "no calculation on the page gives this result"
    if not near:
        why = "no calculation for it can be worked out"
    for candidate, fits in sorted(near, key=lambda each: (not each[0].sure, each[1].count(False))):
        if candidate.sure is None or not (candidate.sure or _is_near(printed, candidate, fits)):
            continue
        judged = _missed(printed, candidate, fits)
        if judged.verdict is ClaimVerdict.CARRIED and (candidate.sure or printed.figures >= _FIGURES_OF_ROW):
            return judged
        if judged.verdict is ClaimVerdict.WRONG:
            wrong = wrong or judged
        elif candidate.sure:
            why = judged.why
            break
    if wrong is not None and any(all(fits) for _, fits in near):
        return Judged(ClaimVerdict.UNCHECKED, wrong.candidate, why="another calculation on the page gives this result")
    return wrong or Judged(ClaimVerdict.UNCHECKED, why=why)


def _says_enough(printed: Printed, candidate: Candidate, view: str = "printed") -> bool:
    """Return whether a match is not by chance: the result has three figures or more, or equals the value exactly."""
    if printed.figures >= _FIGURES_OF_ROW:
        return True
    truths = map(low_of, flat(candidate.value(view)))
    return all(isclose(n.value, t, rel_tol=1e-9, abs_tol=1e-12) for n, t in zip(printed.numbers, truths, strict=True))


def _agreed(printed: Printed, candidate: Candidate) -> Judged:
    """Return the judgement of a result that fits its calculation: right, or carried if that uses wrong results."""
    if any(LARGEST_WHOLE <= abs(number.value) < inf and number.places >= 0 for number in printed.numbers):
        return Judged(ClaimVerdict.UNCHECKED, candidate, why="whole numbers from 2^53 on are not exact here")
    roots = candidate.roots
    if roots and all(printed.fits(candidate.value("true")) or [False]):
        roots = frozenset()  # the number is correct all the same
    verdict = ClaimVerdict.CARRIED if roots else ClaimVerdict.RIGHT
    return Judged(verdict, candidate, candidate.value("printed"), (), roots)


def _missed(printed: Printed, candidate: Candidate, fits: list[bool]) -> Judged:
    """Return the judgement of a result that does not fit its calculation: carried, wrong or unchecked."""
    true = candidate.value("printed")
    views = ("band", "mended") if candidate.roots else ("band",)
    off = min((_beyond_rounding(printed, candidate, fits, view) for view in views), key=len)
    if not off and not _is_out_of_reach(printed, true, candidate):
        return Judged(ClaimVerdict.CARRIED, candidate, true, (), candidate.roots)
    off = off or tuple(index for index, fit in enumerate(fits) if not fit)
    if _may_be_cut(printed, true):
        return Judged(ClaimVerdict.UNCHECKED, candidate, why="it may have been cut off or rounded up")
    if not printed.shape and _is_other_unit(printed.numbers[0], low_of(true)):
        return Judged(ClaimVerdict.UNCHECKED, candidate, why="right only in another unit, such as percent")
    if len(printed.numbers) > 2 and len(off) * 2 > len(printed.numbers):
        return Judged(ClaimVerdict.UNCHECKED, candidate, why="most of its numbers differ from the calculation")
    if candidate.sure or is_slip(printed, true, off):
        return Judged(ClaimVerdict.WRONG, candidate, true, off, candidate.roots)
    return Judged(ClaimVerdict.UNCHECKED, candidate, why="the page does not say for certain how it was calculated")


def _beyond_rounding(printed: Printed, candidate: Candidate, fits: list[bool], view: str) -> tuple[int, ...]:
    """Return the indexes of the numbers that do not fit as printed and are no rounding of the value in a view."""
    band = candidate.value(view, min(MOST_PLACES, printed.places) if printed.places > 1 else DECIMALS)
    if band is None or shape_of(band) != printed.shape:
        band = candidate.value("printed")
    return tuple(
        index
        for index, (number, fit, low, high) in enumerate(zip(printed.numbers, fits, *band_of(band), strict=True))
        if not fit and not (number.about and not candidate.sure) and not _inside(number, low, high)
    )


def _is_out_of_reach(printed: Printed, true: Value, candidate: Candidate) -> bool:
    """Return whether a result is too far off to be explained by operands with more digits than printed."""
    if candidate.stands_on_results or _cancels(candidate.node):
        return False
    pairs = zip(printed.numbers, map(low_of, flat(true)), strict=True)
    return any(abs(n.value - t) > max(2 * _FAR * n.half, _UNSEEN * abs(t)) for n, t in pairs if n.value != t)


def _cancels(node: Node) -> bool:
    """Return whether rounded numbers may be subtracted from each other: `(2.721 - 2.718) / 0.001`."""
    if isinstance(node, Sum) and any(sign == "-" for sign, _ in node.terms):
        rounded = [any(is_rounded(each.text) for each in literals(term)) for _, term in node.terms]
        if rounded.count(True) > 1:
            return True
    return any(map(_cancels, parts_of(node)))


def _inside(number: Number, low: float, high: float) -> bool:
    """Return whether a number is the rounding of a value in the interval [low, high], or such a value cut off."""
    half = number.half if number.places or abs(low) > 9.5 or number.about else 0.0
    noise = FUZZ * half + noise_of(number.value)
    # Cut off, towards zero, a number is less than a unit away; beyond the precision of a float only rounding counts.
    cut = max(half, 2 * (half - noise)) if number.places > 1 else half
    below, above = (cut, half) if number.value > 0 else (half, cut)
    return number.value in (low, high) or low - below - noise <= number.value <= high + above + noise


def _may_be_cut(printed: Printed, true: Value) -> bool:
    """Return whether a result is one number with at most one decimal, less than a unit of its last place off."""
    number = printed.numbers[0]
    return not printed.shape and number.places <= 1 and abs(number.value - low_of(true)) < 2 * number.half * (1 - 1e-9)


def _is_other_unit(number: Number, true: float) -> bool:
    """Return whether a number equals the true value in another unit: thousands, percent or binary thousands."""
    widest = abs(true) / 3  # nobody rounds 0.06 to 0.1
    gaps = ((abs(number.value * unit - true), min(number.half * unit, widest)) for unit in _UNITS)
    return number.value != 0 and any(gap <= most for gap, most in gaps)


def _is_near(printed: Printed, candidate: Candidate, fits: list[bool]) -> bool:
    """Return whether rounding or one slip may explain the difference; `fits` says which numbers fit."""
    truths = [low_of(truth) for truth in flat(candidate.value("printed"))]
    far = sum(
        abs(n.value - t) > 2 * _FAR * n.half for n, t in zip(printed.numbers, truths, strict=True) if n.value != t
    )
    off = tuple(index for index, fit in enumerate(fits) if not fit)
    return far <= (1 if printed.shape else 0) or is_slip(printed, candidate.value("printed"), off)


def is_slip(printed: Printed, value: Value, off: tuple[int, ...]) -> bool:
    """Return whether a result is right except for a digit, two swapped digits, a sign, or two swapped numbers.

    `value` is the true one, `off` the indexes of the wrong numbers. A single number must have three figures. In a row
    or grid, at least two numbers that are not 0 must be right, with two figures each on average.
    """
    truths = [low_of(truth) for truth in flat(value)]
    if any(isinf(truths[at]) or isinf(printed.numbers[at].value) for at in off):
        return False
    if len(printed.numbers) == 1:
        return printed.figures >= _FIGURES_OF_NUMBER and is_one_digit_off(printed.numbers[0], truths[0])
    others = [n for at, n in enumerate(printed.numbers) if at not in off and n.value and not isinf(n.value)]
    if len(others) < 2 or sum(other.figures for other in others) < _FIGURES_OF_OTHERS * len(others):
        return False
    if len(off) == 2:
        first, second = off
        return printed.numbers[first].fits(truths[second]) and printed.numbers[second].fits(truths[first])
    return len(off) == 1 and is_one_digit_off(printed.numbers[off[0]], truths[off[0]])


def is_one_digit_off(number: Number, truth: float) -> bool:
    """Return whether a number is the truth with one wrong digit, two digits swapped, or only another sign.

    Signs are not compared, and the number must be wrong: the same digits count as another sign. Swapped digits are
    neighbours, or have one character between them. A percentage is compared with 100 times `truth`.
    """
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

# The relative difference that rounding within two sides may leave.
_SHARE = 5e-3
# The relative difference that `≈` allows.
_ROUGHLY = 0.2
_NOISE = 1e-9


def compared(side: Candidate, before: Candidate, is_certain: Callable[[str], bool]) -> Judged | None:
    """Return the judgement of a side of a chain, given the side `before` it, whose value is the true one.

    `is_certain` says whether a name surely has its last value; if one does not, the side is not called wrong. The
    result is None if the sides cannot be compared, or if it is uncertain whether they should be equal.
    """
    value, wanted = side.value("printed"), before.value("printed")
    if value is None or wanted is None or shape_of(value) != shape_of(wanted):
        return None
    slack = _slack(side.node)
    off = _apart(value, wanted, slack)
    roots = joined_roots(side.roots, before.roots)
    agreed = Judged(ClaimVerdict.CARRIED if roots else ClaimVerdict.RIGHT, before, wanted, (), roots)
    if not off:
        return agreed
    true, wanted_true = side.value("true"), before.value("true")
    if true is not None and wanted_true is not None and not _apart(true, wanted_true, slack):
        return agreed
    if before.names and not side.names:  # numbers put in for names; either may be what is meant
        return Judged(ClaimVerdict.UNCHECKED, before, why="its names have other values above")
    off = _outside(side, before, off)
    if not off:
        return Judged(ClaimVerdict.CARRIED, before, wanted, (), roots)
    if begins_with_result(side.node, before) or not before.sure:
        return None
    if not all(map(is_certain, (*side.names, *before.names))):
        return None
    return Judged(ClaimVerdict.WRONG, before, wanted, off, roots)


def is_roughly(side: Candidate, before: Candidate) -> bool:
    """Return whether two sides of one shape differ by at most 20 %, as in `1024 ≈ 10^3`."""
    pairs = zip(flat(side.value("printed")), flat(before.value("printed")), strict=True)
    return all(abs(low_of(a) - low_of(b)) <= _ROUGHLY * max(abs(low_of(a)), abs(low_of(b))) for a, b in pairs)


def begins_with_result(node: Node, before: Candidate) -> bool:
    """Return whether the expression of a side begins with the result of the side before: `5 + 6 = 11 · 3 = 33`."""
    while isinstance(node, (Binary, Sum)):
        node = node.left if isinstance(node, Binary) else node.terms[0][1]
    if not is_printed(node) or isinstance(node, Listing):
        return False
    printed = printed_of(node, _AnyEnd(), about=True)
    return printed is not None and judge(printed, [before]).verdict.agrees


class _AnyEnd(dict[int, int]):
    """A mapping of each column to itself, for callers that do not need the columns where tokens end."""

    def __missing__(self, key: int) -> int:
        return key


def _slack(node: Node) -> float | None:
    """Return how far rounding of its terms may put a sum of written numbers off; None for any other calculation."""
    terms = (
        [term.operand if isinstance(term, Unary) else term for _, term in node.terms] if isinstance(node, Sum) else []
    )
    if not terms or not all(isinstance(term, Literal) for term in terms):
        return None
    return sum(
        half_unit(places) for term in terms if isinstance(term, Literal) and (places := places_of(term.text)) > 0
    )


def _apart(first: Value, second: Value, slack: float | None) -> tuple[int, ...]:
    """Return the indexes at which two values of one shape differ by more than rounding explains."""
    pairs = zip(map(low_of, flat(first)), map(low_of, flat(second)), strict=True)
    off = []
    for at, (a, b) in enumerate(pairs):
        most = _SHARE * max(abs(a), abs(b)) if slack is None else slack
        if a != b and not (isfinite(a - b) and abs(a - b) <= most + _NOISE * max(1.0, abs(a))):
            off.append(at)
    return tuple(off)


def _outside(side: Candidate, before: Candidate, off: tuple[int, ...]) -> tuple[int, ...]:
    """Return those indexes in `off` at which the bands of the two sides do not overlap; all if a side has no band."""
    band, other = side.value("band"), before.value("band")
    if band is None or other is None or shape_of(band) != shape_of(other):
        return off
    first, second = flat(band), flat(other)
    return tuple(
        at
        for at in off
        if low_of(first[at]) > high_of(second[at]) + _NOISE or high_of(first[at]) < low_of(second[at]) - _NOISE
    )
