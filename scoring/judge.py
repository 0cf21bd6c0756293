"""Grading an answer against its key.

A typed number is the interval of all numbers that are written so. Its level is the first of these that it meets: the
truth, then the band of honest rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from math import inf, isfinite

from scoring.answer import Answer, TypedNumber
from scoring.key import Key
from scoring.places import DECIMALS, FIGURES, TWO_DIGITS, agrees, compared_places, enough, half_unit, unit, whole_at
from scoring.shapes import Shape, describe, name_slot, same_shape
from scoring.unworked import find_unworked
from scoring.verdict import Judgement, Verdict

# A number in the ways in which it may be meant: as typed, and with zeros that were left out.
Readings = tuple[TypedNumber, ...]
# So many units of the last place kept may a sum that is rounded after each term lead out of the band.
_NEAR = 5
# The most wrong numbers listed; more are only counted.
_MOST_NAMED = 4
# The largest relative deviation that is taken for a rounding to a whole number.
_MOST_ROUNDED = 0.1
# What programs add to the scores that they mask, in place of minus infinity, is this or less.
_MASKED = -1e8


class Level(IntEnum):
    """Levels of one number, best first: it agrees with the truth, is in the band, has too few digits, or is wrong."""

    RIGHT = 0
    ROUNDED = 1
    SHORT = 2
    WRONG = 3


def grade(
    answer: Answer, key: Key, is_honest: Callable[[Sequence[Readings]], bool] = lambda readings: False
) -> Judgement:
    """Return the judgement of an answer, without causes.

    `is_honest` is asked about an answer in the band, or near it: whether some honest rounding of the lines gives its
    digits.
    """
    unworked = find_unworked(answer, key.forms)
    if unworked is not None:
        return Judgement(Verdict.AGAIN, unworked)
    if not same_shape(answer.shape, key.shape):
        return other_shape(answer.shape, key.shape)
    if any(
        true == -inf and -inf < typed.value <= _MASKED for typed, true in zip(answer.numbers, key.value, strict=True)
    ):
        return Judgement(Verdict.AGAIN, "write -inf for a masked score")
    readings = readings_of(answer.numbers, key.places)
    levels = [_level(each, key, at) for at, each in enumerate(readings)]
    if max(levels) is Level.RIGHT:
        return Judgement(Verdict.RIGHT, _right(readings, key), (True,) * len(levels))
    if max(levels) < Level.WRONG and is_honest(readings):
        return Judgement(Verdict.RIGHT, "right, with the rounding of your lines", (True,) * len(levels), rounded=True)
    if max(levels) is Level.SHORT and Level.ROUNDED not in levels:
        return Judgement(Verdict.AGAIN, f"right so far; give {_precision_asked(key)}", (True,) * len(levels))
    if all(map(_is_whole_rounding, answer.numbers, key.value)):
        return Judgement(Verdict.AGAIN, "that is the nearest whole number; write its decimals", (True,) * len(levels))
    if answer.other and grade(Answer(answer.other, key.shape), key).verdict is Verdict.RIGHT:
        ways = " or ".join(" ".join(each.text for each in way) for way in (answer.numbers, answer.other))
        return Judgement(Verdict.AGAIN, f"the comma can be read as {ways}; write it so, as it is meant")
    good = (Level.RIGHT, Level.SHORT, *[Level.ROUNDED] * (max(levels) is Level.WRONG))
    marks = tuple(level in good for level in levels)
    return Judgement(Verdict.WRONG, _where(marks, key.shape), marks)


def readings_of(numbers: Sequence[TypedNumber], asked: int | None) -> list[Readings]:
    """Return the ways in which numbers may be meant: a row is as fine as its finest number, or as was asked.

    Shorter numbers may have dropped their zeros; 0 alone has none to drop.
    """
    several = len(numbers) > 1
    finest = max((number.places or 0 for number in numbers), default=0) if several else 0
    return [_readings(number, finest, asked, several) for number in numbers]


def _readings(number: TypedNumber, finest: int, asked: int | None, several: bool) -> Readings:
    if number.places is None:
        return (number,)
    longer = {finest, DECIMALS if asked is None else asked} if number.value or several else {finest}
    return number, *(number._replace(places=more) for more in sorted(longer) if more > number.places)


def is_fine(reading: TypedNumber, truth: float, asked: int | None) -> bool:
    """Return whether a number, as read, agrees with a true one, and has enough digits."""
    right = agrees(reading.value, reading.places, truth, reading.about)
    return right and (reading.about or enough(reading.places, truth, asked))


def is_as_asked(readings: Readings, truth: float, asked: int | None) -> bool:
    """Return whether a number is fine in one of its readings; of more digits than are asked only those asked count,
    unless the true number ends there.
    """
    typed = readings[0]
    longer = asked is not None and (typed.places or 0) > asked and not whole_at(truth, asked)
    cut = typed._replace(value=round(typed.value, asked), places=asked) if longer else typed
    return any(is_fine(each, truth, asked) for each in (*readings, cut))


def _level(readings: Readings, key: Key, index: int) -> Level:
    truth, low, high = key.value[index], key.band.low[index], key.band.high[index]
    typed = readings[0]
    if is_as_asked(readings, truth, key.places):
        return Level.RIGHT
    is_short = not (typed.about or enough(typed.places, truth, key.places))
    if is_short and (_is_inside(typed, low, high) or agrees(typed.value, typed.places, truth)):
        return Level.SHORT
    return Level.ROUNDED if any(_is_inside(each, low, high, _NEAR) for each in readings) else Level.WRONG


def _is_inside(number: TypedNumber, low: float, high: float, near: float = 0.0) -> bool:
    """Return whether a number is in a band, rounded, or up to `near` units of the last place kept beside it."""
    if (low == high and whole_at(low, 0)) or (number.places == 0 and abs(low) < TWO_DIGITS and not number.about):
        return low <= number.value <= high
    slack = half_unit(number.places) + near * unit(number.value) if isfinite(number.value) else 0.0
    return low - slack <= number.value <= high + slack


def _right(readings: Sequence[Readings], key: Key) -> str:
    """Return the message for a right answer, with the most decimals of its rounded numbers; "right" without any.

    More decimals than were compared are not called right.
    """
    places, compared = -99, 99
    for each, truth in zip(readings, key.value, strict=True):
        typed = each[0].places
        if typed is not None and not whole_at(truth, typed):
            typed = typed if key.places is None else min(typed, key.places)
            places, compared = max(places, typed), min(compared, compared_places(truth))
    if places == -99:
        return "right"
    if places <= 0:
        return f"right to the nearest {'whole number' if places == 0 else 10**-places}"
    if places > compared:
        return f"right to {compared} places; more are not compared"
    return f"right to {places} place{'' if places == 1 else 's'}"


def _precision_asked(key: Key) -> str:
    places = DECIMALS if key.places is None else key.places
    return f"{places} decimal{'' if places == 1 else 's'}, or {FIGURES} significant figures"


def _is_whole_rounding(number: TypedNumber, truth: float) -> bool:
    """Return whether a whole number is a true one rounded, at most 10 % off: 5 for 4.9, not 2 for 1.7."""
    near = number.places == 0 and abs(number.value - truth) <= _MOST_ROUNDED * abs(truth)
    return near and agrees(number.value, number.places, truth, about=True)


def _where(marks: tuple[bool, ...], shape: Shape) -> str:
    """Return the message that says which numbers are wrong, by position; whole rows of a grid by row."""
    wrong = [index for index, mark in enumerate(marks) if not mark]
    if len(marks) == 1:
        return "wrong: this is not the number"
    if len(wrong) == len(marks):
        return "wrong: no number is right"
    if len(shape) > 1 and min(shape) > 1:
        rows = [marks[at : at + shape[1]] for at in range(0, len(marks), shape[1])]
        off = [f"row {number}" for number, row in enumerate(rows, 1) if not any(row)]
        if 0 < len(off) <= _MOST_NAMED and all(all(row) for row in rows if any(row)):
            return _not_right(off)
    if len(wrong) > _MOST_NAMED:
        return f"wrong: {len(wrong)} of {len(marks)} numbers are not right; the first is {name_slot(wrong[0], shape)}"
    return _not_right([name_slot(index, shape) for index in wrong])


def _not_right(places: Sequence[str]) -> str:
    return f"wrong: {' and '.join(places)} {'is' if len(places) == 1 else 'are'} not right"


def other_shape(typed: Shape, asked: Shape) -> Judgement:
    """Return the judgement of an answer with shape `typed` where `asked` is asked for."""
    how = "; write its rows one after the other, as [1 2; 3 4]" if len(asked) == 2 else ""
    return Judgement(Verdict.AGAIN, f"{describe(asked)} is asked for; this reads as {describe(typed)}{how}")
