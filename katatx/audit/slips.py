"""Whether a wrong result is what it should be but for a slip: a digit, a sign, a slot."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.audit.expressions import Expression
from katatx.audit.results import Comparison, Fit, Printed, compare
from katatx.engine.values import floats
from scoring.places import agrees, close

# A shorter number is one digit off many others.
_ENOUGH_DIGITS = 3


_LONG = 5
_TWO = 2


def says_enough(printed: Printed, found: Comparison) -> bool:
    """Whether a result is long enough that it does not fit by chance: two figures (three of a round number that is said
    to be about right), or the very value.
    """
    figures = sum(len(number.text.replace(".", "").lstrip("0").rstrip("%")) for number in printed.numbers)
    figures -= any(number.about and number.value % 10 == 0 for number in printed.numbers)
    return figures >= 2 or all(
        close(number.value, truth) for number, truth in zip(printed.numbers, floats(found.value), strict=True)
    )


def is_long(printed: Printed, found: Comparison) -> bool:
    """Whether a result is so long that it is not one digit, or one slot, off another by chance."""
    digits = [sum(letter.isdigit() for letter in number.text.lstrip("0.")) for number in printed.numbers]
    if len(digits) == 1:
        return digits[0] >= _LONG
    return found.off == 1 and sum(digits) - max(digits) > _LONG


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
    off = [
        (number, truth)
        for number, truth, fit in zip(printed.numbers, truths, found.fits, strict=True)
        if fit is Fit.WRONG
    ]
    if len(truths) > 1 and len(off) > (len(truths) > _TWO) * max(1, len(truths) // 3) and not _swapped(printed, truths):
        return None
    if any(number.about and "." not in number.text for number, _ in off):
        return None
    digits = sum(letter.isdigit() for letter in printed.numbers[0].text)
    if len(truths) == 1 and digits < _ENOUGH_DIGITS - likely:
        return None
    if len(truths) == 1 and not all(
        _one_slip(number.text, number.value, number.places, truth) for number, truth in off
    ):
        return None
    return len(off), sum(abs(number.value - truth) for number, truth in off)


def _swapped(printed: Printed, truths: Sequence[float]) -> bool:
    left = sorted(number.value for number in printed.numbers)
    return all(abs(one - other) < 1e-2 for one, other in zip(left, sorted(truths), strict=True))


def _one_slip(text: str, value: float, places: int | None, truth: float) -> bool:
    """Whether a number is the truth but for its sign or one digit."""
    if agrees(-value, places, truth):
        return True
    if truth in (float("inf"), float("-inf")):
        return False
    if text.endswith("%"):
        text, value, truth = text[:-1], value * 100, truth * 100
        places = (places or 2) - 2
    written = f"{abs(truth):.{max(0, places or 0)}f}"
    shown = text.lstrip("+-−").replace(",", "")
    if len(written) == len(shown) and (value < 0) == (truth < 0):
        return sum(one != other for one, other in zip(written, shown, strict=True)) == 1
    return False
