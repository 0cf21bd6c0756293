"""Whether a wrong result is what it should be but for a slip: a digit, a sign, a slot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import copysign
from operator import ne

from katatx.audit.expressions import Expression
from katatx.audit.old_places import agrees, close, half_unit, within
from katatx.audit.results import Comparison, Fit, Printed, compare, count_far
from katatx.engine.values import floats
from scoring.answer import TypedNumber

# A shorter number is one digit off many others.
_ENOUGH_DIGITS = 3


_LONG = 4
_TWO = 2
_MOST_DIGITS = 16
# Numbers in another order are those numbers; only of few digits they may be others.
_ENOUGH_SWAPPED = 4
# So many half units of its last place a result that nothing is written for may be off.
_LOOSE = 20


def says_enough(printed: Printed, found: Comparison) -> bool:
    """Whether a result is long enough that it does not fit by chance: two figures or the very value; three figures
    of a round number that is said to be about right.
    """
    vague = is_vague(printed)
    texts = [number.text.replace(".", "").lstrip("0").rstrip("%") for number in printed.numbers]
    figures = sum(len(text.rstrip("0") if vague else text) for text in texts)
    if vague:
        return figures >= _ENOUGH_DIGITS
    return figures >= _TWO or all(
        close(number.value, truth) for number, truth in zip(printed.numbers, floats(found.value), strict=True)
    )


def is_vague(printed: Printed) -> bool:
    """Whether a result is a round number that is said to be about right: `~270`."""
    return any(number.about and number.value % 10 == 0 for number in printed.numbers)


def is_long(printed: Printed, found: Comparison) -> bool:
    """Whether a result is so long that it is not one digit, or one slot, off another by chance."""
    digits = [sum(letter.isdigit() for letter in number.text.lstrip("0.")) for number in printed.numbers]
    if len(digits) == 1:
        return digits[0] > _LONG
    if found.off > 1:
        return sum(digits) >= _ENOUGH_SWAPPED
    return found.off == 1 and sum(digits) - max(digits) >= (_LONG if len(digits) > _TWO else _ENOUGH_DIGITS)


def is_telling(printed: Printed, likely: bool, sole: bool) -> bool:
    """Whether a result that fits would be found if one of its digits were another: it is long, or held against what it
    most `likely` stands for.
    """
    digits = [sum(letter.isdigit() for letter in number.text.lstrip("0.")) for number in printed.numbers]
    if len(digits) == 1:
        shown = sum(letter.isdigit() for letter in printed.numbers[0].text)
        return digits[0] > _LONG or (likely and shown >= _ENOUGH_DIGITS - sole)
    return likely or sum(digits) - max(digits) >= (_LONG if len(digits) > _TWO else _ENOUGH_DIGITS)


def is_loose(printed: Printed, found: Comparison) -> bool:
    """Whether a result is so far from the truth that only the wide band of what was rounded before it holds it."""
    return any(
        fit is Fit.CARRIED and abs(number.value - truth) > _LOOSE * half_unit(number.places)
        for number, truth, fit in zip(printed.numbers, floats(found.value), found.fits, strict=True)
    )


def is_beyond(printed: Printed, worked: Expression, likely: bool) -> bool:
    """Whether a result is so far from what an expression comes to that it is neither that nor a slip of it, however
    wide the band: quicker to tell than the band is worked.
    """
    count = len(printed.numbers)
    far = count_far(printed, worked, _LOOSE)
    if count == 1:
        digits = sum(letter.isdigit() for letter in printed.numbers[0].text.lstrip("0."))
        return bool(far) and not likely and digits <= _LONG
    return far > max(1, count // 3) and not any(
        _swapped(printed, floats(each)) for each in (worked.true, worked.printed)
    )


def is_slip(printed: Printed, worked: Expression, likely: bool = False) -> bool:
    """Whether a wrong result is what it should be but for a digit, a sign or a slot. Two digits are enough where it is
    `likely` that it should be that.
    """
    found = compare(printed, worked)
    return found is not None and found.worst is Fit.WRONG and nearness(printed, found, likely) is not None


def nearness(printed: Printed, found: Comparison, likely: bool = False) -> tuple[int, float] | None:
    """How near a wrong result is to a value: near enough to be a slip of it, or None. Of what it most `likely` stands
    for two digits are enough.
    """
    truths = floats(found.value)
    low, high = found.ends if found.ends[0] else (truths, truths)
    off = [
        (number, truth, ends)
        for number, truth, fit, *ends in zip(printed.numbers, truths, found.fits, low, high, strict=True)
        if fit is Fit.WRONG
    ]
    if len(truths) > 1 and len(off) > max(1, len(truths) // 3) and not _swapped(printed, truths):
        return None
    if any(number.about and "." not in number.text for number, *_ in off):
        return None
    digits = sum(letter.isdigit() for letter in printed.numbers[0].text)
    if len(truths) == 1 and digits < _ENOUGH_DIGITS - likely:
        return None
    if (
        len(truths) <= _TWO
        and not _swapped(printed, truths)
        and not all(_one_slip(number, truth, *ends) for number, truth, ends in off)
    ):
        return None
    return len(off), sum(abs(number.value - truth) for number, truth, _ in off)


def slips_in(printed: Printed, found: Comparison) -> int:
    """How many slips a row has: each number that is off, or one where they are the true ones in another order."""
    return 1 if found.off > 1 and _swapped(printed, floats(found.value)) else found.off


def _swapped(printed: Printed, truths: Sequence[float]) -> bool:
    """Whether numbers are the true ones in another order."""
    ordered = sorted(printed.numbers, key=lambda number: number.value)
    return len(ordered) > 1 and all(
        agrees(number.value, number.places, truth) for number, truth in zip(ordered, sorted(truths), strict=True)
    )


def is_digit_off(number: TypedNumber, truth: float) -> bool:
    """Whether a number is the truth but for its sign or one digit."""
    return _one_slip(number, truth, truth, truth)


def _one_slip(number: TypedNumber, truth: float, low: float, high: float) -> bool:
    """Whether a number is the truth, or what rounding on the way leaves of that, but for its sign or one digit."""
    text, value, places = number.text, number.value, number.places
    if agrees(-value, places, truth) or (low < high and within(-value, places, low, high)):
        return True
    if truth in (float("inf"), float("-inf")):
        return False
    if text.endswith("%"):
        text, value, truth, low, high = text[:-1], value * 100, truth * 100, low * 100, high * 100
        places = (places or 2) - 2
    shown = text.lstrip("+-−").replace(",", "")
    written = f"{abs(truth):.{max(0, places or 0)}f}"
    alike = len(written) == len(shown) and (copysign(1.0, value) < 0) == (truth < 0)
    if alike and (sum(map(ne, written, shown)) == 1 or _has_swapped_digits(written, shown)):
        return True
    narrow = low < high < float("inf") and high - low < _LOOSE * half_unit(places)
    return narrow and any(within(each, places, low, high) for each in _one_slip_off(shown, value))


def _has_swapped_digits(written: str, shown: str) -> bool:
    """Whether two neighbouring digits, maybe with the point between, changed places in one of two texts as long."""
    off = [at for at, (one, other) in enumerate(zip(written, shown, strict=True)) if one != other]
    if len(off) != _TWO or min(map(_figures, (written, shown))) < _ENOUGH_DIGITS:
        return False
    first, last = off
    beside = last - first == 1 or shown[first + 1 : last] == "."
    return beside and (written[first], written[last]) == (shown[last], shown[first])


def _one_slip_off(shown: str, value: float) -> Iterator[float]:
    """Every number that has one digit other than a number has, or two neighbouring digits in the other order."""
    if len(shown) > _MOST_DIGITS or not shown.replace(".", "", 1).isdigit():
        return
    scale = value / float(shown) if float(shown) else 1.0
    places = [at for at, letter in enumerate(shown) if letter != "."]
    for at in places:
        yield from (scale * float(shown[:at] + digit + shown[at + 1 :]) for digit in "0123456789" if digit != shown[at])
    for one, other in pairwise(places if _figures(shown) >= _ENOUGH_DIGITS else ()):
        turned = shown[:one] + shown[other] + shown[one + 1 : other] + shown[one] + shown[other + 1 :]
        yield scale * float(turned)


def _figures(shown: str) -> int:
    """How many digits a number has, but for the zeros that it begins with."""
    return len(shown.replace(".", "").lstrip("0"))
