"""Slips: single small errors that explain a wrong answer.

Each finder gets the numbers typed, the key, and the indices of the wrong numbers (`off`, counted from 0 in row-major
order). It returns the message for its slip, or None. `FINDERS` is in order of preference: the most specific explanation
comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import isfinite, trunc
from typing import NamedTuple

from scoring.answer import TypedNumber
from scoring.key import Key
from scoring.places import DECIMALS, agrees, close, noise
from scoring.shapes import name_slot
from scoring.slots import Slot, is_early, judge_slot, spellings

KEEP_THREE = "rounded too early: keep three decimals on every line"

# A digit that is one off is told of numbers below this power of ten.
_LARGEST_POWER = 6

Numbers = tuple[TypedNumber, ...]
Finder = Callable[[Numbers, Key, tuple[int, ...]], str | None]


class Slip(NamedTuple):
    """The message for a slip; `explains` is False if it says only which number is wrong.

    It is not `sure` if a mistake in the working may have given the same digits.
    """

    message: str
    explains: bool = True
    sure: bool = True


def find_slip(numbers: Numbers, key: Key, slots: tuple[Slot, ...]) -> Slip | None:
    """Return the first slip that explains the answer, or names the only wrong number; None if there is none.

    `slots` has the quality of each number by `key`. Those that are EARLY or OFF are wrong; at least one must be. The
    only wrong number is named if the answer has more numbers and none of them is COARSE.
    """
    off = tuple(index for index, slot in enumerate(slots) if slot >= Slot.EARLY)
    for finder in FINDERS:
        found = finder(numbers, key, off)
        if found is not None:
            return Slip(found, sure=finder not in (_decimal_point, _digits) and (finder is not _sign or len(off) == 1))
    if len(numbers) > 1 and len(off) == 1 and Slot.COARSE not in slots:
        beyond = one_digit_off(numbers[off[0]], key, off[0])
        only = f"nearly: only {name_slot(off[0], key.shape)} is wrong"
        return Slip(f"{only}: {beyond}" if beyond else only, explains=False)
    return None


def one_digit_off(number: TypedNumber, key: Key, index: int) -> str:
    """Return a clause such as "it is 0.1 too large" if the number at `index` is one off in one digit; else "".

    Digits of a million and more do not count, nor do those of an exact form such as 1/2. The last digit typed counts
    only if the true number ends there and the key has other numbers. A digit before it does not if the difference is
    as large as the true number.
    """
    truth, places = key.value[index], number.places
    if places is None or not isfinite(truth):
        return ""
    beyond = number.value - round(truth, places)
    last_counts = len(key.value) > 1 and close(truth, round(truth, places))
    off_by = noise(number.value, truth)
    for power in range(-places if last_counts else 1 - places, _LARGEST_POWER):
        if abs(abs(beyond) - 10.0**power) <= off_by and (abs(beyond) < abs(truth) or power == -places):
            size = f"{10.0**power:.{max(0, -power)}f}"
            return f"it is {size} too {'large' if beyond > 0 else 'small'}"
    return ""


def _cut(numbers: Numbers, key: Key, off: tuple[int, ...]) -> str | None:
    """Return the message for numbers cut off instead of rounded; None if not every wrong number, at `off`, was."""
    if all(_is_cut(numbers[index], key.value[index], key.places) for index in off):
        was = "was cut off where it" if len(off) == 1 else "were cut off where they"
        return f"{_slot_names(off, key)} {was} should be rounded"
    return None


def _is_cut(number: TypedNumber, truth: float, asked: int | None) -> bool:
    """Return whether a number is `truth` cut off, and not also its rounding.

    False for an exact number, and for one with fewer decimals than `asked`.
    """
    if number.places is None or not isfinite(truth) or (asked is not None and number.places < asked):
        return False
    step = 10.0 ** min(number.places, 15)
    if not isfinite(truth * step):
        return False
    rounds_to_it = agrees(number.value, number.places, truth, about=True)
    return not rounds_to_it and close(number.value, trunc(truth * step) / step)


def _sign(numbers: Numbers, key: Key, off: tuple[int, ...]) -> str | None:
    """Return the message for wrong signs; None if any wrong number, at `off`, is not right with the other sign."""
    if all(_is_right(_with_value(numbers[index], -numbers[index].value), key, index) for index in off):
        has = "has the wrong one" if len(off) == 1 else "have the wrong ones"
        return f"right but for a sign: {_slot_names(off, key)} {has}"
    return None


def _decimal_point(numbers: Numbers, key: Key, off: tuple[int, ...]) -> str | None:
    """Return the message for decimal points that are equally far off in all wrong numbers; None if they are not.

    One to three places are tried, to both sides. `off` has the indices of the wrong numbers. One too far left may have
    lost digits to rounding: 0.033 for 0.333.
    """
    for shift in (1, -1, 2, -2, 3, -3):
        if all(
            _is_right(_shifted(numbers[index], shift), key, index)
            or _is_shifted(numbers[index], key.value[index], shift)
            for index in off
        ):
            if all(_differs_by_zeros(numbers[index], key.value[index], shift) for index in off):
                return f"right but for {_zeros_in_words(shift)} at the end{_location(off, key)}"
            is_share = shift == -2 and all(abs(key.value[index]) <= 1 for index in off)
            percent = _percent(numbers[off[0]]) if is_share else ""
            return f"right but for the decimal point, which is {_shift_in_words(shift)}{_location(off, key)}{percent}"
    return None


def _is_shifted(number: TypedNumber, truth: float, shift: int) -> bool:
    """Return whether a number of two digits or more is `truth` with the point `shift` places too far left, rounded."""
    digits = number.text.lstrip("-−0.")
    return (
        shift > 0 and len(digits) > 1 and bool(number.places) and agrees(number.value, number.places, truth / 10**shift)
    )


def _percent(number: TypedNumber) -> str:
    """Return a clause to append to a message, such as "; if you mean per cent, write 12%".

    It is "" unless the number is typed as digits, maybe with a point and a minus.
    """
    return (
        f"; if you mean per cent, write {number.text}%"
        if number.text.lstrip("-−").replace(".", "", 1).isdigit()
        else ""
    )


def _differs_by_zeros(number: TypedNumber, truth: float, shift: int) -> bool:
    """Return whether a number only has zeros too few (`shift` above 0) or too many (below 0) at its end.

    That is so if it is typed as plain digits, `truth` is whole, and as many zeros as are too many are there. The caller
    knows that the number times 10^`shift` is right.
    """
    return truth % 1 == 0 and number.text.lstrip("-−").isdigit() and number.text.endswith("0" * -shift)


def _zeros_in_words(shift: int) -> str:
    """Return how many zeros a whole number lacks, if `shift` is above 0, or has too many."""
    zeros = "a zero" if abs(shift) == 1 else f"{abs(shift)} zeros"
    return f"{zeros} too {'few' if shift > 0 else 'many'}"


def _shift_in_words(shift: int) -> str:
    """Return where the typed decimal point is, if it must move `shift` places to the right (left if negative)."""
    places = "one place" if abs(shift) == 1 else f"{abs(shift)} places"
    return f"{places} too far {'left' if shift > 0 else 'right'}"


def _shifted(number: TypedNumber, shift: int) -> TypedNumber:
    """Return a number times 10^`shift`, its decimals adjusted; unchanged if it is 0 or the result is not finite.

    Its text stays; its forms and its mark of being approximate are dropped.
    """
    if number.value == 0 or not isfinite(number.value * 10.0**shift):
        return number
    places = None if number.places is None else max(0, number.places - shift)
    return TypedNumber(number.text, number.value * 10.0**shift, places)


def _digits(numbers: Numbers, key: Key, off: tuple[int, ...]) -> str | None:
    """Return the message for two adjacent digits exchanged; None unless that explains the only wrong number.

    `off` has the indices of the wrong numbers.
    """
    if len(off) != 1:
        return None
    index = off[0]
    for other in _transposed(numbers[index]):
        if judge_slot(other, key, index) is Slot.RIGHT:
            return f"right but for two digits that changed places in {_slot_names(off, key)}: {other.text}"
    return None


def _transposed(number: TypedNumber) -> Iterator[TypedNumber]:
    """Yield the number with two adjacent digits exchanged, for each pair of different ones; not those of an exponent.

    Digits on both sides of the decimal point are adjacent. Yield nothing for an exact number, a text of more than 24
    characters, or one that `float` cannot read, such as 50 %.
    """
    text = number.text
    if number.places is None or len(text) > 24:
        return
    # Digits of an exponent are not exchanged: 1e-12 is not taken for 1e-21.
    digits = [index for index, letter in enumerate(text.lower().partition("e")[0]) if letter.isdigit()]
    for first, second in pairwise(digits):
        left, right = text[first], text[second]
        if left != right:
            other = f"{text[:first]}{right}{text[first + 1 : second]}{left}{text[second + 1 :]}"
            try:
                value = float(other.replace("−", "-"))
            except ValueError:
                return
            yield TypedNumber(other, value, number.places)


def _slots_swapped(numbers: Numbers, key: Key, off: tuple[int, ...]) -> str | None:
    """Return the message for two exchanged numbers; None unless two are wrong, at `off`, and right when exchanged."""
    if len(off) != 2:
        return None
    first, second = off
    if _is_right(numbers[second], key, first) and _is_right(numbers[first], key, second):
        return f"right but for order: {name_slot(first, key.shape)} and {name_slot(second, key.shape)} are swapped"
    return None


def _lines_swapped(numbers: Numbers, key: Key, off: tuple[int, ...]) -> str | None:
    """Return the message for two exchanged rows or columns of a grid; None if the answer is not just that.

    `off` has the indices of the wrong numbers: all must be in the two, which must be right when exchanged.
    """
    if len(key.shape) != 2:
        return None
    length, width = key.shape
    rows = [[row * width + column for column in range(width)] for row in range(length)]
    for name, lines in (("row", rows), ("column", [list(line) for line in zip(*rows, strict=True)])):
        wrong = [at for at, line in enumerate(lines) if not set(off).isdisjoint(line)]
        if len(wrong) == 2:
            first, second = (lines[at] for at in wrong)
            pairs = [*zip(first, second, strict=True), *zip(second, first, strict=True)]
            if all(_is_right(numbers[there], key, here) for here, there in pairs):
                return f"right but for order: {name}s {wrong[0] + 1} and {wrong[1] + 1} are swapped"
    return None


def _rounded_early(numbers: Numbers, key: Key, off: tuple[int, ...]) -> str | None:
    """Return the message for lines kept one digit too short; None if that cannot give every number. `off` is unused."""
    if is_early(numbers, key):
        return KEEP_THREE
    return None


FINDERS: tuple[Finder, ...] = (
    _cut, _sign, _decimal_point, _digits, _slots_swapped, _lines_swapped, _rounded_early,
)  # fmt: skip


def kept_too_short(key: Key, slots: tuple[Slot, ...]) -> str:
    """Return the message for lines rounded too early.

    It names the line value that caused most of the error in the first EARLY number (`key.coarsest`), if that is known
    and has fewer than three significant figures at 3 decimals. At least one of `slots` must be EARLY.
    """
    early = [index for index, slot in enumerate(slots) if slot is Slot.EARLY]
    value = key.coarsest[early[0]] if key.coarsest else None
    if value is None:
        return "rounded too early: keep more digits on every line"
    written = f"{value:.{DECIMALS}f}"
    figures = len(written.lstrip("-0.").rstrip("."))
    if figures >= len(_FIGURES):
        return "rounded too early: keep more digits on every line"
    return f"rounded too early: {written} has {_FIGURES[figures]}; keep {value:.{max(2, figures + 1)}g}"


_FIGURES = ("no significant figure", "one significant figure", "two significant figures")


def _is_right(number: TypedNumber, key: Key, index: int) -> bool:
    """Return whether a number, instead of the one typed at `index`, would be right or carried.

    Zeros added up to the places asked are allowed.
    """
    return any(judge_slot(each, key, index) <= Slot.CARRIED for each in spellings(number, key.places))


def _with_value(number: TypedNumber, value: float) -> TypedNumber:
    """Return a typed number with another value, and without its forms and its mark of being approximate."""
    return TypedNumber(number.text, value, number.places)


def _location(off: tuple[int, ...], key: Key) -> str:
    """Return ` in number 2` and the like for the numbers at `off`; empty if the key has only one number."""
    return "" if len(key.value) == 1 else f" in {_slot_names(off, key)}"


def _slot_names(off: tuple[int, ...], key: Key) -> str:
    """Return the names of the numbers at `off`, joined by "and"; "it" if the key has only one number."""
    if len(key.value) == 1:
        return "it"
    return " and ".join(name_slot(index, key.shape) for index in off)


def are_reordered(numbers: Numbers, key: Key) -> bool:
    """Return whether three numbers or more of a row are wrong, and each is right in another of their places.

    False if the key is not a row.
    """
    off = [index for index, number in enumerate(numbers) if not _is_right(number, key, index)]
    left = list(off)
    for index in off:
        place = next((at for at in left if _is_right(numbers[index], key, at)), None)
        if place is None:
            return False
        left.remove(place)
    return len(key.shape) == 1 and len(off) > 2
