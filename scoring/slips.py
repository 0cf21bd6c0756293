"""Answers that are right but for one thing.

Each finder looks at the slots that are off and returns the sentence naming the slip,
or None. The order of `FINDERS` is the order of preference: the narrowest reading of
what went wrong comes first, "one slot is wrong" last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isfinite, trunc

from scoring.answer import TypedNumber
from scoring.key import Key
from scoring.places import DECIMALS, agrees, close
from scoring.shapes import name_slot
from scoring.slots import Slot, is_early, judge_slot, judge_slots

KEEP_THREE = "rounded too early: keep three decimals"

Numbers = tuple[TypedNumber, ...]
Finder = Callable[[Numbers, Key, tuple[int, ...]], str | None]


def find_slip(numbers: Numbers, key: Key, slots: tuple[Slot, ...]) -> str | None:
    """The sentence for the slip that explains the answer, or None."""
    off = tuple(index for index, slot in enumerate(slots) if slot >= Slot.EARLY)
    for finder in FINDERS:
        found = finder(numbers, key, off)
        if found is not None:
            return found
    return None


def _cut(numbers: Numbers, key: Key, off: tuple[int, ...]) -> str | None:
    if all(_is_cut(numbers[index], key.value[index], key.places) for index in off):
        return f"{_slots(off, key)} cut off where it should be rounded"
    return None


def _is_cut(number: TypedNumber, truth: float, asked: int | None) -> bool:
    if number.places is None or not isfinite(truth) or (asked is not None and number.places < asked):
        return False
    step = 10.0 ** min(number.places, 15)
    if not isfinite(truth * step):
        return False
    rounds_to_it = agrees(number.value, number.places, truth, about=True)
    return not rounds_to_it and close(number.value, trunc(truth * step) / step)


def _sign(numbers: Numbers, key: Key, off: tuple[int, ...]) -> str | None:
    if all(_holds(_with_value(numbers[index], -numbers[index].value), key, index) for index in off):
        return f"right but for a sign: {_slots(off, key)} has the wrong one"
    return None


def _decimal_point(numbers: Numbers, key: Key, off: tuple[int, ...]) -> str | None:
    for shift in (1, -1, 2, -2, 3, -3):
        if all(_holds(_shifted(numbers[index], shift), key, index) for index in off):
            return f"right but for the decimal point, which is {_by(shift)}{_where(off, key)}"
    return None


def _by(shift: int) -> str:
    places = "one place" if abs(shift) == 1 else f"{abs(shift)} places"
    return f"{places} too far {'left' if shift > 0 else 'right'}"


def _shifted(number: TypedNumber, shift: int) -> TypedNumber:
    if number.value == 0 or not isfinite(number.value * 10.0**shift):
        return number
    places = None if number.places is None else max(0, number.places - shift)
    return TypedNumber(number.text, number.value * 10.0**shift, places)


def _digits(numbers: Numbers, key: Key, off: tuple[int, ...]) -> str | None:
    if len(off) != 1:
        return None
    index = off[0]
    for other in _transposed(numbers[index]):
        if _holds(other, key, index):
            return f"right but for two digits that changed places in {_slots(off, key)}: {other.text}"
    return None


def _transposed(number: TypedNumber) -> Iterator[TypedNumber]:
    text = number.text
    if number.places is None or len(text) > 24:
        return
    # The digits of a power of ten are not where a hand slips: 1e-12 is no 1e-21.
    for index in range(len(text.lower().partition("e")[0]) - 1):
        left, right = text[index], text[index + 1]
        if left.isdigit() and right.isdigit() and left != right:
            other = text[:index] + right + left + text[index + 2 :]
            try:
                value = float(other.replace("−", "-"))
            except ValueError:
                return
            yield TypedNumber(other, value, number.places)


def _slots_swapped(numbers: Numbers, key: Key, off: tuple[int, ...]) -> str | None:
    if len(off) != 2:
        return None
    first, second = off
    if _holds(numbers[second], key, first) and _holds(numbers[first], key, second):
        return f"right but for order: {name_slot(first, key.shape)} and {name_slot(second, key.shape)} are swapped"
    return None


def _rounded_early(numbers: Numbers, key: Key, off: tuple[int, ...]) -> str | None:
    if is_early(numbers, key):
        return KEEP_THREE
    return None


def _one_slot(numbers: Numbers, key: Key, off: tuple[int, ...]) -> str | None:
    if len(numbers) > 1 and len(off) == 1 and Slot.COARSE not in judge_slots(numbers, key):
        return f"nearly: only {name_slot(off[0], key.shape)} is wrong"
    return None


FINDERS: tuple[Finder, ...] = (_cut, _sign, _decimal_point, _digits, _slots_swapped, _rounded_early, _one_slot)


def kept_too_short(key: Key, slots: tuple[Slot, ...]) -> str:
    """Return the sentence for rounding that led too far off: which line's value lost too many
    digits, where it was one line above all.
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


def _holds(number: TypedNumber, key: Key, index: int) -> bool:
    return judge_slot(number, key, index) <= Slot.CARRIED


def _with_value(number: TypedNumber, value: float) -> TypedNumber:
    return TypedNumber(number.text, value, number.places)


def _where(off: tuple[int, ...], key: Key) -> str:
    return "" if len(key.value) == 1 else f" in {_slots(off, key)}"


def _slots(off: tuple[int, ...], key: Key) -> str:
    if len(key.value) == 1:
        return "it"
    return " and ".join(name_slot(index, key.shape) for index in off)
