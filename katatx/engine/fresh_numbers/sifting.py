"""Deciding from exact values which of many draws are suitable.

A draw is refused only if it would certainly be refused when worked alone; a decision that depends on the last binary
digit is left open. Two results meet in a draw if they cannot be told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from katatx.engine.errors import EngineError, TwoReadings
from katatx.engine.evaluate import work_out
from katatx.engine.fresh_numbers.array_places import Mask
from katatx.engine.fresh_numbers.bulk import (
    Bulk,
    Result,
    as_array,
    in_groups,
    indices_of,
    numbers_of,
    stacked,
    turn_results,
)
from katatx.engine.fresh_numbers.meetings import OPEN, Meetings, blurs
from katatx.engine.fresh_numbers.suitable import (
    LONGEST_DRILL,
    SAYS_NOTHING,
    THEY_MEET,
    TOO_LARGE,
    Unavoidable,
    pencil_sized,
    says_something,
    smallest_that_says_something,
)
from katatx.engine.key import RIGHT, Belief
from katatx.engine.names import Names
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.pencil import Effort, Exhausted
from katatx.engine.standard_form import standard
from katatx.engine.values import shape_of
from katatx.notation.syntax import Node


class Fate(NamedTuple):
    """The decision on one draw.

    `refused` is the reason for refusal, None if exact values give none; it was reached after `spent` calculations. If
    not `sure`, the draw must be worked alone.
    """

    refused: str | None
    spent: int
    sure: bool = True


def fates(
    node: Node,
    draws: Sequence[Names],
    places: int,
    beliefs: Sequence[Belief],
    unavoidable: Callable[[], Unavoidable],
    apart: bool = True,
) -> list[Fate]:
    """Return the fate of each draw, in their order; there must be at least one draw.

    Without `apart`, draws in which results meet are not refused. `unavoidable` returns the collisions that no numbers
    avoid; it is slow, and therefore called only if two results meet or a mistake blurs into the right value. Raises
    TwoReadings if the expression has two readings.
    """
    found = [Fate(None, 0, sure=False)] * len(draws)
    asked = _Asked(standard(node, draws[0]), places, beliefs, unavoidable, apart)
    for at, group in in_groups(draws, lambda some: _group_fates(asked, some)):
        for place, fate in zip(at, group, strict=True):
            found[place] = fate
    return found


class _Asked(NamedTuple):
    """The arguments of `fates` that are the same for all groups of draws."""

    node: Node
    places: int
    beliefs: Sequence[Belief]
    unavoidable: Callable[[], Unavoidable]
    apart: bool


class _Sizing(Bulk):
    """Bulk pencil that ends every draw at its first number too large or too long to write.

    It raises Exhausted after more than `LONGEST_DRILL` calculations, which are too many for any numbers.
    """

    def __init__(self, draws: int) -> None:
        super().__init__(draws, effort=Effort(LONGEST_DRILL))

    def hand(self, operation: Arithmetic, numbers: tuple[Any, ...]) -> Any:
        """Return the result of one operation, ending the draws in which it is too large or too long to write.

        Raises EngineError if no draw is left alive, or if the result is such a number in all draws; Exhausted if it is
        one calculation too many.
        """
        value = super().hand(operation, numbers)
        if isinstance(value, float):
            if not pencil_sized(value):
                raise EngineError(TOO_LARGE)
            return value
        # Small numbers need no closer look.
        size = np.abs(value)
        for draw in indices_of(self.alive & ~(size < _SURELY_SIZED)):
            if not pencil_sized(float(value[draw])):
                value[draw] = 1.0
                self.end(draw, TOO_LARGE)
        self.check_any_alive()
        return value


_SURELY_SIZED = 999.0


def _group_fates(asked: _Asked, draws: Sequence[Names]) -> list[Fate]:
    """Return the fates of draws whose recipes take the same lines, in their order.

    Raises Disagree or OneByOne, for `in_groups`; TwoReadings if the expression has two readings.
    """
    names, count = stacked(draws), len(draws)
    sizing = _Sizing(count)
    try:
        value = work_out(asked.node, names, sizing)
    except Exhausted:
        return [Fate(None, 0, sure=False)] * count
    except TwoReadings:
        raise  # no numbers change that
    except EngineError as error:
        return [Fate(sizing.why.get(draw, str(error)), sizing.spent_on(draw)) for draw in range(count)]
    right = Result(RIGHT, shape_of(value), as_array(value, count), sizing.alive)
    is_open = _nearly_too_small(right, asked.places)
    for draw in indices_of(sizing.alive & ~is_open):
        if not says_something(numbers_of(right.numbers, draw), asked.places):
            sizing.end(draw, SAYS_NOTHING)
    spent = [sizing.spent_on(draw) for draw in range(count)]
    meet = np.zeros(count, bool)
    if asked.apart and sizing.alive.any():
        results = [right, *turn_results(asked.node, names, sizing, asked.beliefs, draws)]
        meet, undecided = _meeting(asked, sizing, results)
        is_open |= undecided
    made = []
    for draw in range(count):
        why = sizing.why.get(draw, THEY_MEET if meet[draw] else None)
        made.append(Fate(why, spent[draw], why is not None or not is_open[draw]))
    return made


def _nearly_too_small(right: Result, places: int) -> Mask:
    """Return in which draws some number is within 1e-9 of the smallest absolute value that an answer may have."""
    least = smallest_that_says_something(places)
    near: Mask = (np.abs(np.abs(right.numbers) - least) <= OPEN).any(axis=0) & right.there
    return near


def _meeting(asked: _Asked, sizing: Bulk, results: Sequence[Result]) -> tuple[Mask, Mask]:
    """Return two masks: the draws in which two results that must be distinct certainly meet, and the undecided draws.

    A mistake that blurs into the right value counts as meeting it. A draw in which a belief has no value is undecided.
    `results` are the right one, the beliefs and the wrong turns.
    """
    count = len(sizing.alive)
    is_open = np.zeros(count, bool)
    for belief in results[1 : 1 + len(asked.beliefs)]:
        is_open |= ~belief.there
    meetings = Meetings(results, 10.0**-asked.places)
    allowed, blurred = _allowed(asked, meetings, results)
    sure, never = np.zeros((2, count), bool)
    # A mistake that gives the right value with any numbers need not be distinct from anything.
    same_as_right = {
        turn: where for (first, turn), where in meetings.pairs.items() if first == 0 and (0, turn) in allowed
    }
    for turn, where in blurred.items():
        sure |= where & ~same_as_right.get(turn, never)
    for (first, second), where in meetings.pairs.items():
        if (first, second) not in allowed:
            sure |= where & ~same_as_right.get(first, never) & ~same_as_right.get(second, never)
    is_open |= meetings.open
    return sure & ~is_open, is_open


def _allowed(
    asked: _Asked, meetings: Meetings, results: Sequence[Result]
) -> tuple[set[tuple[int, int]], dict[int, Mask]]:
    """Return (pairs, masks) for results given by their indices in `results`; both are empty if nothing meets or blurs.

    The pairs are those of `meetings` that no numbers keep apart. The masks say in which draws a mistake blurs into the
    right value, without the mistakes that do so with all numbers.
    """
    blurred = {turn: blurs(result, results[0]) for turn, result in enumerate(results) if turn}
    blurred = {turn: where for turn, where in blurred.items() if where.any()}
    if not (meetings.pairs or blurred):
        return set(), {}
    known = asked.unavoidable()
    allowed = {
        (first, second)
        for first, second in meetings.pairs
        if frozenset((results[first].name, results[second].name)) in known.collisions
    }
    return allowed, {turn: where for turn, where in blurred.items() if results[turn].name not in known.blurred}
