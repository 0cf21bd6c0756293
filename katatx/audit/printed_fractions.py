"""Wrong results that are printed as fractions, and the fractions that should stand there: `3/4` for 0.6 is `3/5`."""

from __future__ import annotations

import re
from fractions import Fraction
from math import isfinite
from typing import NamedTuple

from katatx.audit.findings import Figure
from katatx.audit.tokens import VULGAR

# What no one would write as a fraction has a larger denominator.
_LARGEST_DENOMINATOR = 1_000
# Truths are kept to twelve figures.
_CLOSE = 1e-10
_LONGEST = 40
_WRITTEN = re.compile(rf"([-−–]?)(?:(\d+)(\s*))?(?:(?<![\d.])(\d+)(\s*[/⁄∕]\s*)(\d+)|([{''.join(VULGAR)}]))")
_DIGITS = re.compile(r"\d+")


class _Printed(NamedTuple):
    """A fraction as it is printed: its sign, the whole number before it and what parts them, its own two numbers, and
    what stands between those; nothing where one sign stands for it.
    """

    sign: str
    whole: str
    apart: str
    top: int
    bottom: int
    bar: str


def fraction_figures(source: str, start: int, stop: int, printed: str, truth: object) -> tuple[Figure, ...]:
    """What puts a wrong result right that stands in a source from `start` to before `stop`, and is read as `printed`.
    Nothing where that is no fraction, or the truth no simple one.
    """
    if not isinstance(truth, (int, float)) or not isfinite(truth):
        return ()
    plain = _read(source[start:stop])
    if plain is not None:
        right = _simple(truth, plain.bottom)
        return () if right is None else (Figure(start, stop, _written(*right, plain)),)
    return _in_markup(source, start, stop, printed, truth)


def _in_markup(source: str, start: int, stop: int, printed: str, truth: float) -> tuple[Figure, ...]:
    r"""What puts the numbers of a fraction right that markup makes one: `\frac{3}{4}`. The markup stays."""
    read = _read(printed)
    right = _simple(truth, read.bottom) if read is not None else None
    if read is None or right is None or right[0] < 0 or read.sign or read.whole:
        return ()
    numbers = list(_DIGITS.finditer(source, start, stop))
    if [int(each[0]) for each in numbers] == [read.top, read.bottom]:
        return tuple(
            Figure(number.start(), number.end(), str(correct))
            for number, correct in zip(numbers, right, strict=True)
            if int(number[0]) != correct
        )
    if [each[0] for each in numbers] == [f"{read.top}{read.bottom}"] and source[start:stop].startswith("\\"):
        short = "".join(map(str, right))  # `\frac34`
        return (Figure(*numbers[0].span(), short if len(short) == 2 else f"{{{right[0]}}}{{{right[1]}}}"),)
    return ()


def _read(text: str) -> _Printed | None:
    found = _WRITTEN.fullmatch(text) if len(text) <= _LONGEST else None
    if found is None:
        return None
    sign, whole, apart, top, bar, bottom, vulgar = found.groups()
    if vulgar:
        top, _, bottom = VULGAR[vulgar].partition("/")
    return _Printed(sign, whole or "", apart or "", int(top), int(bottom), bar or "")


def _simple(truth: float, bottom: int) -> tuple[int, int] | None:
    """A number as the top and bottom of a fraction, with a given bottom if it may have that."""
    exact = Fraction(truth)
    found = exact.limit_denominator(_LARGEST_DENOMINATOR)
    if abs(found - exact) > _CLOSE * max(1.0, abs(truth)):
        return None
    times = bottom // found.denominator if bottom % found.denominator == 0 else 1
    return found.numerator * max(1, times), found.denominator * max(1, times)


def _written(top: int, bottom: int, like: _Printed) -> str:
    """A fraction as another is written: with a whole number before it, or as one sign."""
    sign = (like.sign or "-") if top < 0 else ""
    top = abs(top)
    if top % bottom == 0:
        return f"{sign}{top // bottom}"
    whole, before = "", ""
    if like.whole and top > bottom:
        whole, before, top = str(top // bottom), like.apart, top % bottom
    if not like.bar:
        reduced = Fraction(top, bottom)
        one_sign = next((each for each, text in VULGAR.items() if Fraction(text) == reduced), None)
        if one_sign is not None:
            return f"{sign}{whole}{before}{one_sign}"
        top, bottom, before = reduced.numerator, reduced.denominator, " "
    return f"{sign}{whole}{before if whole else ''}{top}{like.bar or '/'}{bottom}"
