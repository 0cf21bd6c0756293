"""The one verdict: a printed result against all the calculations that it may come from; and one calculation of a chain
against the one before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isclose, isinf
from typing import NamedTuple

from katatx.audit.findings import ClaimVerdict
from katatx.audit.values import (
    MOST_PLACES,
    Candidate,
    Number,
    Printed,
    half_unit,
    is_rounded,
    literals,
    parts_of,
    places_of,
    printed_of,
)
from katatx.engine.interval import high_of, low_of
from katatx.engine.values import Value, flat, shape_of
from katatx.notation.sentences import is_printed
from katatx.notation.syntax import Binary, Listing, Literal, Node, Sum, Unary
from scoring.places import DECIMALS

# So many calculations that do not fit as printed are worked from what is true as well.
_MOST_TRUE = 8
# A number this many units of its last place off is off by more than rounding along the way may leave.
_FAR = 8
# A result may be off by this share of the true value if its operands may have had more digits than the page shows.
_UNSEEN = 0.05
# The figures that a number, or the rest of its row, must have before one slip in it says anything.
_FIGURES_OF_NUMBER = 3
_FIGURES_OF_ROW = 3
_FIGURES_OF_OTHERS = 2
# Units in which a number may be told again: thousands, percent, binary thousands.
_UNITS = (1e3, 1e6, 1e9, 1e-3, 1e-6, 1e-9, 100.0, 0.01, 1024.0, 1024.0**2, 1024.0**3, 1 / 1024)


class Judged(NamedTuple):
    """What a printed result is: its verdict, the calculation that tells, what that comes to, which numbers are off, the
    wrong claims it stands on, and why it could not be checked.
    """

    verdict: ClaimVerdict
    candidate: Candidate | None = None
    true: Value = None
    off: tuple[int, ...] = ()
    roots: frozenset[int] = frozenset()
    why: str = ""


def judge(printed: Printed, candidates: Iterable[Candidate]) -> Judged:
    """Judge a printed result by the calculations it may come from, the likeliest first.

    It is right where it fits one of them worked from what is printed, or from what is true; carried where it does
    because of a wrong claim before it, or lies in the band of honest rounding and is no further off than unprinted
    digits explain. An implied calculation confirms only what has some figures, or is exact. A result is wrong where a
    calculation that is written out tells otherwise, or where an implied one is missed by one slip. Else it is
    unchecked.
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
    why = "nothing on the page says what it comes from" if not near else "no calculation on the page comes to it"
    for candidate, fits in sorted(near, key=lambda each: (not each[0].sure, each[1].count(False))):
        if candidate.sure is None or not (candidate.sure or _is_near(printed, candidate, fits)):
            continue
        judged = _missed(printed, candidate, fits)
        if judged.verdict is ClaimVerdict.CARRIED:
            return judged
        if judged.verdict is ClaimVerdict.WRONG:
            wrong = wrong or judged
        elif candidate.sure:
            why = judged.why
            break
    if wrong is not None and any(all(fits) for _, fits in near):
        return Judged(ClaimVerdict.UNCHECKED, wrong.candidate, why="it may come from another calculation")
    return wrong or Judged(ClaimVerdict.UNCHECKED, why=why)


def _says_enough(printed: Printed, candidate: Candidate, view: str = "printed") -> bool:
    """Return whether a result fits by more than chance: it has three figures or more, or equals the value exactly."""
    if printed.figures >= _FIGURES_OF_ROW:
        return True
    truths = map(low_of, flat(candidate.value(view)))
    return all(isclose(n.value, t, rel_tol=1e-9, abs_tol=1e-12) for n, t in zip(printed.numbers, truths, strict=True))


def _agreed(printed: Printed, candidate: Candidate) -> Judged:
    roots = candidate.roots
    if roots and all(printed.fits(candidate.value("true")) or [False]):
        roots = frozenset()  # what should stand there stands there
    verdict = ClaimVerdict.CARRIED if roots else ClaimVerdict.RIGHT
    return Judged(verdict, candidate, candidate.value("printed"), (), roots)


def _missed(printed: Printed, candidate: Candidate, fits: list[bool]) -> Judged:
    """Judge a result that does not fit its calculation as it stands: rounding along the way, or an error."""
    true = candidate.value("printed")
    band = candidate.value("band", min(MOST_PLACES, printed.places) if printed.places > 1 else DECIMALS)
    if band is None or shape_of(band) != printed.shape:
        band = true
    off = tuple(
        index
        for index, (number, ends, fit) in enumerate(zip(printed.numbers, flat(band), fits, strict=True))
        if not fit and not (number.about and not candidate.sure) and not _inside(number, low_of(ends), high_of(ends))
    )
    if not off and not _is_out_of_reach(printed, true, candidate):
        return Judged(ClaimVerdict.CARRIED, candidate, true, (), candidate.roots)
    off = off or tuple(index for index, fit in enumerate(fits) if not fit)
    if _may_be_cut(printed, true):
        return Judged(
            ClaimVerdict.UNCHECKED,
            candidate,
            why="the calculation comes to no whole number; it may be cut or rounded up",
        )
    if not printed.shape and _is_other_unit(printed.numbers[0], low_of(true)):
        return Judged(ClaimVerdict.UNCHECKED, candidate, why="right in another unit")
    if len(printed.numbers) > 2 and len(off) * 2 > len(printed.numbers):
        return Judged(ClaimVerdict.UNCHECKED, candidate, why="most of it is not what the calculation comes to")
    if candidate.sure or is_slip(printed, true, off):
        return Judged(ClaimVerdict.WRONG, candidate, true, off, candidate.roots)
    return Judged(ClaimVerdict.UNCHECKED, candidate, why="nothing on the page says for certain what it comes from")


def _is_out_of_reach(printed: Printed, true: Value, candidate: Candidate) -> bool:
    """Return whether a result is further off than unprinted digits of its operands explain: `1/(1 - 0.999) = 66`."""
    if candidate.stands_on_results or _cancels(candidate.node):
        return False
    pairs = zip(printed.numbers, map(low_of, flat(true)), strict=True)
    return any(abs(n.value - t) > max(2 * _FAR * n.half, _UNSEEN * abs(t)) for n, t in pairs if n.value != t)


def _cancels(node: Node) -> bool:
    """Return whether rounded numbers are taken from each other: `(2.721 - 2.718) / 0.001`."""
    if isinstance(node, Sum) and any(sign == "-" for sign, _ in node.terms):
        rounded = [any(is_rounded(each.text) for each in literals(term)) for _, term in node.terms]
        if rounded.count(True) > 1:
            return True
    return any(map(_cancels, parts_of(node)))


def _inside(number: Number, low: float, high: float) -> bool:
    """Return whether a number is the rounding of something in a band; a bare digit stands for itself."""
    half = number.half if number.places or abs(low) > 9.5 or number.about else 0.0
    cut = half + number.half * (1 - 1e-9) if number.places > 1 else half  # it may be cut off, towards zero
    below, above = (cut, half) if number.value > 0 else (half, cut)
    noise = 1e-10 + 1e-11 * abs(number.value)
    return number.value in (low, high) or low - below - noise <= number.value <= high + above + noise


def _may_be_cut(printed: Printed, true: Value) -> bool:
    """Return whether a number with one decimal or none stands beside what has more: it may have been cut."""
    number = printed.numbers[0]
    return not printed.shape and number.places <= 1 and abs(number.value - low_of(true)) < 2 * number.half * (1 - 1e-9)


def _is_other_unit(number: Number, true: float) -> bool:
    return number.value != 0 and any(abs(number.value * unit - true) <= number.half * unit for unit in _UNITS)


def _is_near(printed: Printed, candidate: Candidate, fits: list[bool]) -> bool:
    """Return whether rounding, or one slip, may account for what does not fit; the band is not worked for it."""
    truths = [low_of(truth) for truth in flat(candidate.value("printed"))]
    far = sum(
        abs(n.value - t) > 2 * _FAR * n.half for n, t in zip(printed.numbers, truths, strict=True) if n.value != t
    )
    off = tuple(index for index, fit in enumerate(fits) if not fit)
    return far <= (1 if printed.shape else 0) or is_slip(printed, candidate.value("printed"), off)


def is_slip(printed: Printed, value: Value, off: tuple[int, ...]) -> bool:
    """Return whether a result is what it should be but for one digit, two that changed places, a sign, or two slots of
    a row that changed places. What else is printed of it must say enough.
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
    """Return whether a number is written as the truth would be, but for one digit, two beside each other, or a sign."""
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


# ---- one calculation of a chain against the one before it

# What rounding inside two sides may leave between them.
_SHARE = 5e-3
# What `≈` between two calculations may leave.
_ROUGHLY = 0.2
_NOISE = 1e-9


def compared(made: Candidate, before: Candidate, is_certain: Callable[[str], bool]) -> Judged | None:
    """Judge a side by the one before it; None where the two cannot be compared, or a formula is only put in numbers."""
    value, wanted = made.value("printed"), before.value("printed")
    if value is None or wanted is None or shape_of(value) != shape_of(wanted):
        return None
    off = _apart(value, wanted, _slack(made.node))
    roots = made.roots | before.roots
    if not off:
        return Judged(ClaimVerdict.CARRIED if roots else ClaimVerdict.RIGHT, before, wanted, (), roots)
    true, wanted_true = made.value("true"), before.value("true")
    if true is not None and wanted_true is not None and not _apart(true, wanted_true, _slack(made.node)):
        return Judged(ClaimVerdict.CARRIED if roots else ClaimVerdict.RIGHT, before, wanted, (), roots)
    if before.names and not made.names:  # numbers put in for names: nobody can tell which of the two is meant
        return Judged(ClaimVerdict.UNCHECKED, before, why="the names stand for other numbers above")
    off = _outside(made, before, off)
    if not off:
        return Judged(ClaimVerdict.CARRIED, before, wanted, (), roots)
    if begins_with_result(made.node, before) or not before.sure:
        return None
    if not all(map(is_certain, (*made.names, *before.names))):
        return None
    return Judged(ClaimVerdict.WRONG, before, wanted, off, roots)


def is_roughly(made: Candidate, before: Candidate) -> bool:
    """Return whether two calculations come to about the same, as `1024 ≈ 10^3`."""
    pairs = zip(flat(made.value("printed")), flat(before.value("printed")), strict=True)
    return all(abs(low_of(a) - low_of(b)) <= _ROUGHLY * max(abs(low_of(a)), abs(low_of(b))) for a, b in pairs)


def begins_with_result(node: Node, before: Candidate) -> bool:
    """Return whether a side begins with the result of the one before: `5 + 6 = 11 · 3 = 33`."""
    while isinstance(node, (Binary, Sum)):
        node = node.left if isinstance(node, Binary) else node.terms[0][1]
    if not is_printed(node) or isinstance(node, Listing):
        return False
    printed = printed_of(node, _AnyEnd(), about=True)
    return printed is not None and _agrees(printed, before)


class _AnyEnd(dict[int, int]):
    """Ends of tokens that nobody asks for."""

    def __missing__(self, key: int) -> int:
        return key


def _agrees(printed: Printed, before: Candidate) -> bool:
    return judge(printed, [before]).verdict in (ClaimVerdict.RIGHT, ClaimVerdict.CARRIED)


def _slack(node: Node) -> float | None:
    """Return how far a sum of written numbers may be off as they were rounded; None for other calculations."""
    terms = (
        [term.operand if isinstance(term, Unary) else term for _, term in node.terms] if isinstance(node, Sum) else []
    )
    if not terms or not all(isinstance(term, Literal) for term in terms):
        return None
    return sum(
        half_unit(places) for term in terms if isinstance(term, Literal) and (places := places_of(term.text)) > 0
    )


def _apart(first: Value, second: Value, slack: float | None) -> tuple[int, ...]:
    """Return where two values differ by more than rounding inside them may leave."""
    pairs = zip(map(low_of, flat(first)), map(low_of, flat(second)), strict=True)
    found = []
    for at, (a, b) in enumerate(pairs):
        most = _SHARE * max(abs(a), abs(b)) if slack is None else slack
        if a != b and not abs(a - b) <= most + _NOISE * max(1.0, abs(a)):
            found.append(at)
    return tuple(found)


def _outside(made: Candidate, before: Candidate, off: tuple[int, ...]) -> tuple[int, ...]:
    """Return which numbers that are off lie outside all that rounding allows of both sides."""
    band, other = made.value("band"), before.value("band")
    if band is None or other is None or shape_of(band) != shape_of(other):
        return off
    first, second = flat(band), flat(other)
    return tuple(
        at
        for at in off
        if low_of(first[at]) > high_of(second[at]) + _NOISE or high_of(first[at]) < low_of(second[at]) - _NOISE
    )
