"""Which of many draws will do, told from their exact values alone.

A draw is refused here only where it surely would be by itself, one by one: whatever hangs on the last binary
digit is left open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from katatx.engine.array_places import Array, Mask
from katatx.engine.bulk import (
    Bulk,
    Result,
    in_groups,
    numbers_of,
    places_of,
    spread,
    stacked,
    turn_results,
)
from katatx.engine.bulk_bands import BulkBands, bands
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import Names, standard, work_out
from katatx.engine.key import NOWHERE, RIGHT, Belief, open_turns
from katatx.engine.meetings import OPEN, Meetings, alike, all_close, blurs
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils import Effort, Exhausted
from katatx.engine.suitable import (
    LONGEST_DRILL,
    SAYS_NOTHING,
    THEY_MEET,
    TOO_LARGE,
    Unavoidable,
    leads_too_far,
    pencil_sized,
    says_something,
    smallest_that_says_something,
)
from katatx.engine.values import Value, shape_of, shaped
from katatx.notation.syntax import Node
from scoring.key import Band

# Fewer draws than this are solved one by one more quickly than their bands are worked at once.
_WORTH_BANDS = 4


class Fate(NamedTuple):
    """What became of a draw: why it was `refused`, None where it was not, and after how many calculations.
    Where it is not `sure`, only the draw by itself tells. One that is not refused comes to a `value`; it `will_do`
    where its bands are known to lie apart too.
    """

    refused: str | None
    spent: int
    sure: bool = True
    value: Value | None = None
    will_do: bool = False


def fates(
    node: Node,
    draws: Sequence[Names],
    places: int,
    beliefs: Sequence[Belief],
    unavoidable: Callable[[], Unavoidable],
    apart: bool = True,
    with_bands: bool = False,
) -> list[Fate]:
    """Return the fate of each draw. Where wrong turns need not lie `apart`, only the size of the numbers counts.
    Whether a draw will do is told only `with_bands`.

    `unavoidable` tells what no numbers avoid; it is asked only where something meets, as it takes long.
    """
    found = [Fate(None, 0, sure=False)] * len(draws)
    asked = _Asked(standard(node, draws[0]), places, beliefs, unavoidable, apart, with_bands)
    for at, group in in_groups(draws, lambda some: _group_fates(asked, some)):
        for place, fate in zip(at, group, strict=True):
            found[place] = fate
    return found


class _Asked(NamedTuple):
    """What is asked of the draws of one expression."""

    node: Node
    places: int
    beliefs: Sequence[Belief]
    unavoidable: Callable[[], Unavoidable]
    apart: bool
    with_bands: bool


class _Sizing(Bulk):
    """Ends every draw at its first number that is not pencil-sized."""

    def __init__(self, draws: int) -> None:
        super().__init__(draws, effort=Effort(LONGEST_DRILL))

    def hand(self, operation: Arithmetic, numbers: tuple[Any, ...]) -> Any:
        value = super().hand(operation, numbers)
        if isinstance(value, float):
            if not pencil_sized(value):
                raise EngineError(TOO_LARGE)
            return value
        # What is whole and short, or small, is pencil-sized without a closer look.
        size = np.abs(value)
        for draw in places_of(self.alive & ~(size < _SURELY_SIZED)):
            if not pencil_sized(float(value[draw])):
                value[draw] = 1.0
                self.end(draw, TOO_LARGE)
        self.make_sure_of_one()
        return value


_SURELY_SIZED = 999.0


def _group_fates(asked: _Asked, draws: Sequence[Names]) -> list[Fate]:
    """The fates of draws that go the same way."""
    names, count = stacked(draws), len(draws)
    sizing = _Sizing(count)
    try:
        value = work_out(asked.node, names, sizing)
    except Exhausted:
        return [Fate(None, 0, sure=False)] * count
    except EngineError as error:
        return [Fate(sizing.why.get(draw, str(error)), sizing.spent_on(draw)) for draw in range(count)]
    right = Result(RIGHT, shape_of(value), spread(value, count), sizing.alive)
    is_open = _nearly_too_small(right, asked.places)
    for draw in places_of(sizing.alive & ~is_open):
        if not says_something(numbers_of(right.numbers, draw), asked.places):
            sizing.end(draw, SAYS_NOTHING)
    spent = [sizing.spent_on(draw) for draw in range(count)]
    meet = np.zeros(count, bool)
    will_do = set[int]()
    if asked.apart and sizing.alive.any():
        results = [right, *turn_results(asked.node, names, sizing, asked.beliefs, draws)]
        meet, undecided = _meeting(asked, sizing, results)
        is_open |= undecided
        if asked.with_bands:
            will_do = _will_do(asked, draws, results, places_of(sizing.alive & ~meet & ~is_open))
    made = []
    for draw in range(count):
        why = sizing.why.get(draw, THEY_MEET if meet[draw] else None)
        value = None if why else shaped(right.shape, numbers_of(right.numbers, draw))
        made.append(Fate(why, spent[draw], why is not None or not is_open[draw], value, draw in will_do))
    return made


def _nearly_too_small(right: Result, places: int) -> Mask:
    """In which draws some number is as small as an answer's may just be."""
    least = smallest_that_says_something(places)
    near: Mask = (np.abs(np.abs(right.numbers) - least) <= OPEN).any(axis=0) & right.there
    return near


def _meeting(asked: _Asked, sizing: Bulk, results: Sequence[Result]) -> tuple[Mask, Mask]:
    """In which draws two results surely meet that must lie apart, and in which that is open."""
    count = len(sizing.alive)
    is_open = np.zeros(count, bool)
    for belief in results[1 : 1 + len(asked.beliefs)]:
        is_open |= ~belief.there
    meetings = Meetings(results, 10.0**-asked.places)
    allowed, blurred = _allowed(asked, meetings, results)
    sure, never = np.zeros((2, count), bool)
    # A mistake that leads to the right value whatever the numbers need not lie apart from anything.
    is_none = {turn: where for (first, turn), where in meetings.pairs.items() if first == 0 and (0, turn) in allowed}
    for turn, where in blurred.items():
        sure |= where & ~is_none.get(turn, never)
    for (first, second), where in meetings.pairs.items():
        if (first, second) not in allowed:
            sure |= where & ~is_none.get(first, never) & ~is_none.get(second, never)
    is_open |= meetings.open
    return sure & ~is_open, is_open


def _allowed(
    asked: _Asked, meetings: Meetings, results: Sequence[Result]
) -> tuple[set[tuple[int, int]], dict[int, Mask]]:
    """Return which of the pairs that meet no numbers part, and in which draws the other mistakes blur into the
    truth.
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


def _will_do(asked: _Asked, draws: Sequence[Names], results: Sequence[Result], left: Sequence[int]) -> set[int]:
    """Return which of the draws that are left keep everything apart by their bands too."""
    found = set[int]()
    if len(left) >= _WORTH_BANDS:
        for places, lies_apart in in_groups(left, lambda some: _lie_apart(asked, draws, results, some)):
            found.update(left[place] for place, holds in zip(places, lies_apart, strict=True) if holds)
    return found


def _lie_apart(asked: _Asked, draws: Sequence[Names], all_results: Sequence[Result], some: Sequence[int]) -> Mask:
    """In which of some draws honest rounding surely neither leads too far nor makes two results meet."""
    names, count = stacked([draws[draw] for draw in some]), len(some)
    results = [each._replace(numbers=each.numbers[:, some], there=each.there[some]) for each in all_results]
    right = BulkBands(count)
    try:
        low, high = bands(work_out(asked.node, names, right), count)
    except EngineError:
        return np.zeros(count, bool)
    will_do = right.alive.copy()
    for draw in places_of(will_do):
        band = Band(numbers_of(low, draw), numbers_of(high, draw))
        will_do[draw] = not leads_too_far(numbers_of(results[0].numbers, draw), results[0].shape, band, asked.places)
    ends = [(low, high)]
    turns = {turn.id: turn for turn in open_turns(right)}
    nodes = {belief.name: standard(belief.node, names) for belief in asked.beliefs}
    for result in results[1:]:
        shown = result.there & ~all_close(result, results[0])
        try:
            pencil = BulkBands(count) if result.name in nodes else BulkBands(count, turns[result.name], right)
            ends.append(bands(work_out(nodes.get(result.name, asked.node), names, pencil), count))
            will_do &= pencil.alive | (~shown if result.name not in nodes else False)
        except (*NOWHERE, KeyError):
            ends.append((result.numbers, result.numbers))
            will_do &= ~shown if result.name not in nodes else np.zeros(count, bool)
    return will_do & _apart_by_bands(asked, results, ends)


def _apart_by_bands(asked: _Asked, results: Sequence[Result], ends: Sequence[tuple[Array, Array]]) -> Mask:
    apart = np.ones(len(results[0].there), bool)
    shown = [result.there & ~all_close(result, results[0]) for result in results]
    shown[0] = results[0].there
    for group in alike(results):
        low, high = (np.array([ends[place][side] for place in group]) for side in (0, 1))
        for at in range(1, len(group)):
            with np.errstate(invalid="ignore"):
                gaps = np.maximum(low[:at] - high[at], low[at] - high[:at])
            near = ~(np.where(np.isnan(gaps), 0.0, gaps).max(axis=1) > 10.0**-asked.places + OPEN)
            for other in places_of(near.any(axis=1)):
                where = near[other] & shown[group[at]] & shown[group[other]]
                pair = frozenset((results[group[at]].name, results[group[other]].name))
                if where.any() and pair not in asked.unavoidable().collisions:
                    apart &= ~where
    return apart
