"""Comparison of each typed number with its number in the key.

Numbers are in row-major order and indices count from 0. `asked` is the number of decimals asked for, or None. The
answer and what it is compared with must have equally many numbers; `judge_slots` does not check that, the others may
raise ValueError.
"""

from __future__ import annotations

from enum import IntEnum
from math import isfinite

from scoring.answer import TypedNumber
from scoring.key import Band, Key, KnownTurn
from scoring.places import DECIMALS, FIGURES, FUZZ, agrees, enough, half_unit, most_carried, noise, within, within_early
from scoring.shapes import Shape, row_of

Numbers = tuple[float, ...]


class Slot(IntEnum):
    """The quality of one number, best first.

    - RIGHT agrees with the truth. CARRIED is off only by honest rounding of the lines before.
    - COARSE may be right, but has too few decimals.
    - EARLY is in the band of honest rounding, but too far from the truth. OFF is outside the band.
    """

    RIGHT = 0
    CARRIED = 1
    COARSE = 2
    EARLY = 3
    OFF = 4


def judge_slot(number: TypedNumber, key: Key, index: int) -> Slot:
    """Return the quality of a typed number, compared with the key's number at `index` and its band.

    It is RIGHT if it agrees to the decimals typed. Zeros left out count as typed: 0.38 for 0.3801, which is 0.380 to 3
    decimals, but not 0 for a small number. Else it is OFF outside the band. In the band it is CARRIED if it is near
    (`is_near`) that number, or near the one worked from the learner's own lines (`Key.own`), else EARLY. With too few
    decimals it is COARSE in place of RIGHT, CARRIED and EARLY; written with `≈` it never has too few.
    """
    truth = key.value[index]
    if _leaves_out_zeros(number, key.places) and agrees(number.value, key.places, truth):
        return Slot.RIGHT
    full = number.about or enough(number.value, number.places, truth, key.places)
    if agrees(number.value, number.places, truth, number.about):
        return Slot.RIGHT if full else Slot.COARSE
    if not within(number.value, number.places, key.band.low[index], key.band.high[index], key.figures):
        return Slot.OFF
    if not full:
        return Slot.COARSE
    values = (key.value,) if key.own is None else (key.value, key.own)
    near = any(is_near(number, value, key.shape, index, key.places) for value in values)
    return Slot.CARRIED if near else Slot.EARLY


def _leaves_out_zeros(number: TypedNumber, asked: int | None) -> bool:
    """Return whether a number other than 0 has fewer decimals than asked for, so that zeros may be missing.

    False for an exact number, and if `asked` is None.
    """
    return number.value != 0 and number.places is not None and asked is not None and number.places < asked


# The accepted deviation from a wrong turn's value, relative to that from the truth: fresh numbers are chosen to keep
# rounding near the truth, but not near every mistake.
_MORE_FROM_TURNS = 4.0
# Margin at each end of a wrong turn's band, as a fraction of its width. The bands are measured on right workings;
# mistaken ones leave them slightly more often (`python bench/learners.py`).
_BEYOND = 0.1


def is_near(
    number: TypedNumber, value: Numbers, shape: Shape, index: int, asked: int | None, times: float = 1.0
) -> bool:
    """Return whether a number is off from `value[index]` by at most `times` what carried rounding may cause.

    That is 2 % of the largest number in its row of `value`, which has `shape`, or one unit of the last place asked,
    whichever is more (`most_carried`). The deviation may also be measured from `value[index]` rounded to the decimals
    asked for.
    """
    most = times * most_carried(row_of(value, shape, index), number.places, asked)
    # The deviation may also be measured from the value rounded to the asked places.
    written = value[index] if asked is None or not isfinite(value[index]) else round(value[index], asked)
    off = min(abs(number.value - value[index]), abs(number.value - written))
    return off <= most * (1 + FUZZ) + noise(number.value, value[index])


def judge_slots(numbers: tuple[TypedNumber, ...], key: Key) -> tuple[Slot, ...]:
    """Return the quality of every typed number, in order.

    There must be as many as the key has: fewer are not noticed, more raise IndexError.
    """
    return tuple(judge_slot(number, key, index) for index, number in enumerate(numbers))


def is_early(numbers: tuple[TypedNumber, ...], key: Key) -> bool:
    """Return whether every number may result from lines kept one digit shorter than the rule asks.

    That is so if it is in the band `key.early`, rounded to its places or to 2 decimals or 3 significant figures.
    """
    return all(
        within_early(number.value, number.places, low, high)
        for number, low, high in zip(numbers, key.early.low, key.early.high, strict=True)
    )


def is_two_decimals(numbers: tuple[TypedNumber, ...], key: Key) -> bool:
    """Return whether the answer, to the digits typed, is one of `key.two_decimals`.

    Those are the results of rounding every line to two decimals; without any, it is False.
    """
    return any(
        all(agrees(number.value, number.places, end) for number, end in zip(numbers, ending, strict=True))
        for ending in key.two_decimals
    )


def fits_turn(numbers: tuple[TypedNumber, ...], turn: KnownTurn, asked: int | None) -> bool:
    """Return whether a wrong turn gives the answer: each number agrees with its value, or is near it and in its band.

    The band is widened by a tenth at each end; near is four times what carried rounding may cause (`is_near`). Each
    number, as typed or with zeros added (`spellings`), needs enough decimals to be conclusive, at most one fewer than
    asked. The turn must have as many numbers as the answer.
    """

    def is_carried(number: TypedNumber, index: int) -> bool:
        """Return whether the number is in the turn's band at `index`, a tenth wider at each end, and near its value."""
        low, high = turn.band.low[index], turn.band.high[index]
        beyond = _BEYOND * (high - low) if isfinite(high - low) else 0.0
        in_band = within(number.value, number.places, low - beyond, high + beyond, FIGURES)
        return in_band and is_near(number, turn.value, turn.shape, index, asked, _MORE_FROM_TURNS)

    return all(
        any(
            _is_fine(each, truth, asked)
            and (agrees(each.value, each.places, truth, each.about) or is_carried(each, index))
            for each in spellings(number, asked)
        )
        for index, (number, truth) in enumerate(zip(numbers, turn.value, strict=True))
    )


def is_value(numbers: tuple[TypedNumber, ...], value: Numbers, asked: int | None) -> bool:
    """Return whether every number agrees with `value` in all digits typed, with enough decimals to be conclusive.

    At most one decimal fewer than asked is enough. Zeros may be added up to the places asked. There must be as many
    values as numbers.
    """
    return all(
        any(
            _is_fine(each, truth, asked) and agrees(each.value, each.places, truth, each.about)
            for each in spellings(number, asked)
        )
        for number, truth in zip(numbers, value, strict=True)
    )


def spellings(number: TypedNumber, asked: int | None) -> tuple[TypedNumber, ...]:
    """Return a number as typed, and also with zeros added up to the places asked: 14.6 and 14.600.

    Only the number as typed is returned if it is 0 or exact, has that many places, or if `asked` is None.
    """
    if asked is None or number.places is None or number.places >= asked or number.value == 0:
        return (number,)
    return number, number._replace(places=asked)


def _is_fine(number: TypedNumber, truth: float, asked: int | None) -> bool:
    """Return whether a number has enough decimals to identify a mistake whose value is `truth`.

    Enough are one fewer than asked, 4 significant figures of `truth`, or those within which `truth` ends. An exact
    number and one written as approximate always have enough. If `asked` is None, only 0 with fewer than 3 decimals has
    not, where `truth` is not 0.
    """
    return number.about or enough(number.value, number.places, truth, None if asked is None else asked - 1)


# The width that the last place of an answer with three decimals adds to a band.
_LAST_PLACE = 10.0**-DECIMALS
# How many times as much room a band must leave for an answer in both to be taken for the narrower one.
_MUCH_NARROWER = 20.0


def is_much_narrower(turn: KnownTurn, rounded: Band) -> bool:
    """Return whether a wrong turn's band is at most 1/20 as roomy as `rounded`.

    `rounded` is the band of lines rounded too early. Room is the product over all numbers of the width plus 0.001;
    where either width is infinite, a number is left out. An answer in both bands is then far more likely the wrong
    turn's.
    """
    room = 1.0
    for low, high, other_low, other_high in zip(*turn.band, *rounded, strict=True):
        narrow, wide = high - low + _LAST_PLACE, other_high - other_low + _LAST_PLACE
        room *= wide / narrow if isfinite(wide) and isfinite(narrow) else 1.0
    return room >= _MUCH_NARROWER


def equals_turn(numbers: tuple[TypedNumber, ...], turn: KnownTurn) -> bool:
    """Return whether every number agrees with the turn's exact value in all digits typed."""
    return all(
        agrees(number.value, number.places, value, number.about)
        for number, value in zip(numbers, turn.value, strict=True)
    )


def distance(numbers: tuple[TypedNumber, ...], turn: KnownTurn) -> float:
    """Return the summed distance of the numbers from the turn's value, in half units of the last place written.

    The unit for an exact number is 0.000001.
    """
    return sum(
        abs(number.value - truth) / (half_unit(number.places) or 1e-6)
        for number, truth in zip(numbers, turn.value, strict=True)
        if number.value != truth
    )
