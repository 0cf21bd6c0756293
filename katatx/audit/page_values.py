"""What printed numbers stand for from where they stand on."""

from __future__ import annotations

from math import isfinite

from katatx.audit.expressions import Expression
from katatx.audit.known import Known, given, opposite, rounded_as, wobbling
from katatx.audit.old_places import agrees, half_unit
from katatx.audit.results import Printed
from katatx.audit.scope import Scope
from katatx.engine.interval import Interval, high_of, low_of
from katatx.engine.values import Value, flat, floats, shape_of, shaped

# A number with so many decimals that nobody worked out may be a rounded one.
_LOOKS_ROUNDED = 3
# A number with so many decimals is recognized by its digits where it is used again.
_RECOGNIZED = 2


def taken(printed: Printed, scope: Scope, line: int, rounded: bool) -> Known:
    """A value that nothing was worked for: what was printed above for the same digits, or given."""
    numbers = []
    for number in printed.numbers:
        places = number.places or 0
        known = scope.number(number.text) if places >= 2 else None
        if known is not None:
            sign = -1 if number.value < 0 else 1
            known = known if (sign > 0 and known.printed >= 0) or (sign < 0 and known.printed < 0) else opposite(known)
        elif (
            number.about
            or (rounded and places >= 1)
            or len(number.text.rstrip("0").partition(".")[2]) >= _LOOKS_ROUNDED
        ):
            known = wobbling(number.value, places, line)
            if number.about and places > 0:
                scope.print_number(number.text, known)
        else:
            known = given(number.value, line)
            scope.give(number.text)
        numbers.append(known)
    shape = printed.shape
    made = Known(
        printed.value, shaped(shape, [each.true for each in numbers]), shaped(shape, [each.band for each in
        numbers]),
        given=all(each.given for each in numbers), line=line, roots=frozenset().union(*(each.roots for each in
        numbers)),
    )  # fmt: skip
    if rounded:
        for number, each in zip(printed.numbers, numbers, strict=True):
            if (number.places or 0) >= 2:
                scope.print_number(number.text, each if number.value >= 0 else opposite(each))
    return made


def remember(printed: Printed, known: Known, scope: Scope, against: Expression) -> None:
    """Let the digits of a rounded result stand for what it was rounded from. Where its sign alone is wrong the digits
    are right, and stand for themselves wherever they are used. What should have been printed where it is wrong, or
    might have been, is remembered too: a page may go on with that.
    """
    if not against.roots:
        _remember_honest(printed, known, scope, against)
    for number, true, band in zip(printed.numbers, flat(known.true), flat(known.band), strict=True):
        sign_alone = known.roots and agrees(-number.value, number.places, low_of(true))
        if true == number.value and band == true and not known.roots:
            scope.give(number.text)  # it came out so, and was not rounded
        if (number.places or 0) >= 2 and (true != number.value or known.roots) and not sign_alone:
            one = Known(number.value, true, band, given=False, line=known.line, roots=known.roots)
            scope.print_number(number.text, one if number.value >= 0 else opposite(one))


def meant(known: Known, against: Expression) -> Value:
    """What may honestly have been printed where a wrong result stands: the truth, or what its operands as printed come
    to, each rounded as it is.
    """
    found: list[float | Interval] = []
    for printed, true, direct in zip(floats(known.printed), floats(known.true), floats(against.printed), strict=True):
        ends = rounded_as(true, printed), rounded_as(direct, printed)
        if true == direct or not all(map(isfinite, (true, direct))):
            found.append(ends[0])
        else:
            found.append(Interval(min(map(low_of, ends)), max(map(high_of, ends))))
    return shaped(shape_of(known.true), found)


def _remember_honest(printed: Printed, known: Known, scope: Scope, against: Expression) -> None:
    """Let the digits that should stand for a number, or could as well, stand for what they would be rounded from."""
    for number, true, direct in zip(printed.numbers, floats(known.true), floats(against.printed), strict=True):
        places = number.places or 0
        if places < _RECOGNIZED or number.text.endswith("%") or known.true == known.printed:
            continue
        for value in {*_roundings(true, places), *_roundings(direct, places)}:
            text = f"{abs(value):.{places}f}"
            if abs(value) != abs(number.value) and scope.number(text) is None:
                ends = sorted((abs(value), abs(true)))
                band = Interval(ends[0], ends[1])
                scope.print_number(text, Known(abs(value), abs(true), band, given=False, line=known.line))


def _roundings(value: float, places: int) -> list[float]:
    """A number rounded to so many decimals: both ways, where it lies in the middle."""
    if not isfinite(value):
        return []
    ends = round(value - half_unit(places), places), round(value, places), round(value + half_unit(places), places)
    return [each for each in ends if agrees(each, places, value)]


def as_printed(printed: Printed, against: Expression) -> list[float | Interval]:
    """What a result may truly be whose operands are known to some decimals only: what comes of those, and what was
    printed.
    """
    low, high = against.band(mended=bool(against.roots)) or (floats(printed.value),) * 2
    found: list[float | Interval] = []
    for number, truth, *ends in zip(printed.numbers, floats(against.true), low, high, strict=True):
        half = half_unit(number.places)
        first, last = max(ends[0], number.value - half), min(ends[1], number.value + half)
        found.append(Interval(min(first, truth, number.value), max(last, truth, number.value)))
    return found
