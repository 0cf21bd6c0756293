"""Each typed number held against its slot of the key."""

from __future__ import annotations

from enum import IntEnum

from scoring.answer import TypedNumber
from scoring.key import Key, KnownTurn
from scoring.places import agrees, enough, half_unit, within


class Slot(IntEnum):
    """How one slot stands, best first."""

    RIGHT = 0
    CARRIED = 1
    COARSE = 2
    OFF = 3


def judge_slot(number: TypedNumber, truth: float, low: float, high: float, asked: int | None) -> Slot:
    """How one typed number stands against its true value and band."""
    full = number.about or enough(number.value, number.places, truth, asked)
    if agrees(number.value, number.places, truth, number.about):
        return Slot.RIGHT if full else Slot.COARSE
    if within(number.value, number.places, low, high):
        return Slot.CARRIED if full else Slot.COARSE
    return Slot.OFF


def judge_slots(numbers: tuple[TypedNumber, ...], key: Key) -> tuple[Slot, ...]:
    """How every typed number stands; as many numbers as the key has slots."""
    band = key.band
    return tuple(
        judge_slot(number, truth, low, high, key.places)
        for number, truth, low, high in zip(numbers, key.value, band.low, band.high, strict=True)
    )


def within_early(numbers: tuple[TypedNumber, ...], key: Key) -> bool:
    """Whether the answer is what lines kept one digit shorter can end in."""
    return all(
        within(number.value, number.places, low, high)
        for number, low, high in zip(numbers, key.early.low, key.early.high, strict=True)
    )


def fits_turn(numbers: tuple[TypedNumber, ...], turn: KnownTurn, asked: int | None) -> bool:
    """Whether every number is inside the turn's band, written finely enough to say so.

    One place fewer than asked still names a mistake; a bare "0" does not.
    """
    fewest = None if asked is None else asked - 1
    return all(
        (number.about or enough(number.value, number.places, truth, fewest))
        and (within(number.value, number.places, low, high) or agrees(number.value, number.places, truth, number.about))
        for number, truth, low, high in zip(numbers, turn.value, turn.band.low, turn.band.high, strict=True)
    )


def distance(numbers: tuple[TypedNumber, ...], turn: KnownTurn) -> float:
    """How far the answer is from the turn's own value, in units of the last place written."""
    return sum(
        abs(number.value - truth) / (half_unit(number.places) or 1e-6)
        for number, truth in zip(numbers, turn.value, strict=True)
        if number.value != truth
    )
