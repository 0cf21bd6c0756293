"""Each typed number held against its slot of the key."""

from __future__ import annotations

from enum import IntEnum
from math import isfinite

from scoring.answer import TypedNumber
from scoring.key import Key, KnownTurn
from scoring.places import FIGURES, FUZZ, agrees, enough, half_unit, most_carried, noise, within, within_early
from scoring.shapes import Shape, row_of

Numbers = tuple[float, ...]


class Slot(IntEnum):
    """How one slot stands, best first. EARLY is what honest rounding can lead to, but so far off
    that the digits it kept were too few.
    """

    RIGHT = 0
    CARRIED = 1
    COARSE = 2
    EARLY = 3
    OFF = 4


def judge_slot(number: TypedNumber, key: Key, index: int) -> Slot:
    """Return how one typed number stands against a slot's true value and band."""
    truth = key.value[index]
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


# How many times as far as from the truth rounding may lead from what a wrong turn comes to: fresh
# numbers are chosen so that rounding stays near the truth, not near every mistake.
_MORE_FROM_TURNS = 4.0


def is_near(
    number: TypedNumber, value: Numbers, shape: Shape, index: int, asked: int | None, times: float = 1.0
) -> bool:
    """Return whether a number lies no further from its slot of `value` than carried rounding may lead, so many
    times over.
    """
    most = times * most_carried(row_of(value, shape, index), number.places, asked)
    # A unit of the last place asked is counted between numbers written to that place.
    written = value[index] if asked is None or not isfinite(value[index]) else round(value[index], asked)
    off = min(abs(number.value - value[index]), abs(number.value - written))
    return off <= most * (1 + FUZZ) + noise(number.value, value[index])


def judge_slots(numbers: tuple[TypedNumber, ...], key: Key) -> tuple[Slot, ...]:
    """Return how every typed number stands; as many numbers as the key has slots."""
    return tuple(judge_slot(number, key, index) for index, number in enumerate(numbers))


def is_early(numbers: tuple[TypedNumber, ...], key: Key) -> bool:
    """Return whether the answer is what lines kept one digit shorter can end in."""
    return all(
        within_early(number.value, number.places, low, high)
        for number, low, high in zip(numbers, key.early.low, key.early.high, strict=True)
    )


def is_two_decimals(numbers: tuple[TypedNumber, ...], key: Key) -> bool:
    """Return whether the answer is what plain work with two decimals on every line ends in."""
    return any(
        all(agrees(number.value, number.places, end) for number, end in zip(numbers, ending, strict=True))
        for ending in key.two_decimals
    )


def fits_turn(numbers: tuple[TypedNumber, ...], turn: KnownTurn, asked: int | None) -> bool:
    """Return whether every number is inside the turn's band, written finely enough to say so.

    One place fewer than asked still names a mistake; a bare "0" does not.
    """
    fewest = None if asked is None else asked - 1
    return all(
        (number.about or enough(number.value, number.places, turn.value[index], fewest))
        and (
            agrees(number.value, number.places, turn.value[index], number.about)
            or (
                within(number.value, number.places, turn.band.low[index], turn.band.high[index], FIGURES)
                and is_near(number, turn.value, turn.shape, index, asked, _MORE_FROM_TURNS)
            )
        )
        for index, number in enumerate(numbers)
    )


def is_turns_own(numbers: tuple[TypedNumber, ...], turn: KnownTurn) -> bool:
    """Return whether every number is the turn's own exact value to all the digits typed."""
    return all(
        agrees(number.value, number.places, value, number.about)
        for number, value in zip(numbers, turn.value, strict=True)
    )


def distance(numbers: tuple[TypedNumber, ...], turn: KnownTurn) -> float:
    """Return how far the answer is from the turn's own value, in units of the last place written."""
    return sum(
        abs(number.value - truth) / (half_unit(number.places) or 1e-6)
        for number, truth in zip(numbers, turn.value, strict=True)
        if number.value != truth
    )
