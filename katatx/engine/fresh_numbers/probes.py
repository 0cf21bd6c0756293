"""Finding the collisions that no choice of an expression's numbers avoids, by trying some.

A collision is a pair of results that cannot be told apart. A mistake blurs if, written with few decimals, it agrees
with the right value.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate, work_out
from katatx.engine.fresh_numbers.array_places import Mask
from katatx.engine.fresh_numbers.bulk import (
    Bulk,
    Result,
    as_array,
    in_groups,
    indices_of,
    names_of_draw,
    numbers_of,
    stacked,
    turn_results,
)
from katatx.engine.fresh_numbers.meetings import OPEN, Meetings, all_close, blurs
from katatx.engine.fresh_numbers.suitable import LONGEST_DRILL, Collision, Unavoidable, gap
from katatx.engine.key import RIGHT, Belief, open_turns
from katatx.engine.lines import ChainLine, work_chain
from katatx.engine.names import Names
from katatx.engine.pencils.pencil import Effort
from katatx.engine.pencils.rounding import Rounding, band_of
from katatx.engine.recipe import WrongTurn
from katatx.engine.standard_form import standard
from katatx.engine.values import shape_of
from katatx.notation.syntax import Node
from scoring.key import Band
from scoring.shapes import same_shape


def find_unavoidable(
    node: Node,
    draws: Sequence[Names],
    places: int,
    beliefs: Sequence[Belief],
    lines_before: Sequence[ChainLine] = (),
) -> Unavoidable:
    """Return the collisions that no draw avoids, and the mistakes that blur into the truth in every draw showing them.

    `draws` are numbers to try, `places` the number of decimals asked for. `lines_before` are worked in each draw first.
    Exact values show most distinctions. Bands, which take far longer, are worked only for pairs that no earlier draw
    separated. Very long expressions are tried on fewer draws. Returns nothing unavoidable if no draw has a value.
    """
    patience, counted = len(draws) * LONGEST_DRILL // 3, set()
    if lines_before:
        worked: dict[int, Names | None] = {}
        for places_in_draws, group in in_groups(draws, lambda some: _with_lines(lines_before, some)):
            worked.update(zip(places_in_draws, group, strict=True))
        draws = [names for _, names in sorted(worked.items()) if names is not None]
    if not draws:
        return Unavoidable()
    node = standard(node, draws[0])
    groups = [group for _, group in in_groups(draws, lambda some: _worked(node, some, beliefs))]
    spent = {id(names): group.spent[at] for group in groups for at, names in enumerate(group.draws)}
    for names in draws:
        counted.add(id(names))
        patience -= spent[id(names)]
        if patience < 0:
            break
    tally = _Tally(node, beliefs, 10.0**-places)
    for group in groups:
        if group.results:
            tally.count(group, np.array([id(names) in counted for names in group.draws]))
    return tally.always()


def _with_lines(lines: Sequence[ChainLine], draws: Sequence[Names]) -> list[Names | None]:
    """Return the draws with the values of the lines added; None for a draw in which a line has no value.

    Raises Disagree or OneByOne, for `in_groups`.
    """
    pencils: list[Bulk] = []

    def pencil() -> Bulk:
        """Return a new bulk pencil, which is kept in `pencils`."""
        pencils.append(Bulk(len(draws)))
        return pencils[-1]

    try:
        names = work_chain(lines, stacked(draws), pencil)
    except EngineError:
        return [None] * len(draws)
    alive = np.all([each.alive for each in pencils], axis=0)
    return [names_of_draw(names, draw) if alive[draw] else None for draw in range(len(draws))]


class _Group(NamedTuple):
    """Draws worked together, the results of the right working and of every mistake, and the calculations of each draw.

    `results` is empty if no draw has a value, or if the expression is too long for a drill.
    """

    draws: Sequence[Names]
    results: Sequence[Result]
    spent: Sequence[int]


def _worked(node: Node, draws: Sequence[Names], beliefs: Sequence[Belief]) -> _Group:
    """Return the group of draws with the results of the right working and of all mistakes.

    Raises Disagree or OneByOne, for `in_groups`.
    """
    names, count = stacked(draws), len(draws)
    right, results = Bulk(count, effort=Effort(LONGEST_DRILL)), []
    try:
        value = work_out(node, names, right)
        results.append(Result(RIGHT, shape_of(value), as_array(value, count), right.alive))
        spent = [right.spent_on(draw) for draw in range(count)]
        results += turn_results(node, names, right, beliefs, draws)
    except EngineError:
        return _Group(draws, (), [right.spent_on(draw) for draw in range(count)])
    return _Group(draws, results, spent)


class _Tally:
    """Counts which results met and which were distinct in the draws so far.

    `seen` has all pairs of results that were compared or equal, `apart` those that were distinct in some draw.
    `blurred` has the mistakes that blurred into the right value in some draw, `clear` those that did not in some draw.
    """

    def __init__(self, node: Node, beliefs: Sequence[Belief], margin: float) -> None:
        """Start counting for an expression; results closer than `margin` in every number cannot be told apart."""
        self.node = node
        self.beliefs = {belief.name: belief for belief in beliefs}
        self.margin = margin
        self.seen: set[Collision] = set()
        self.apart: set[Collision] = set()
        self.blurred: set[str] = set()
        self.clear: set[str] = {RIGHT}

    def always(self) -> Unavoidable:
        """Return the pairs that were distinct in no draw, and the mistakes that blurred in every draw."""
        return Unavoidable(frozenset(self.seen - self.apart), frozenset(self.blurred - self.clear))

    def count(self, group: _Group, counted: Mask) -> None:
        """Count the results that meet and those that are distinct in the draws of a group where `counted` is true.

        The group must have results. Draws without a right value, or in which a belief has no value, exactly or with
        rounded lines, are skipped. A mistake that gives the right value in a draw is not compared with other results
        there.
        """
        right, *mistakes = group.results
        counted = counted & right.there
        for belief in mistakes[: len(self.beliefs)]:
            counted = counted & belief.there
            for draw in indices_of(counted):
                counted[draw] = self._can_be_rounded(self.beliefs[belief.name], group.draws[draw])
        shown: list[Mask] = [counted]
        for mistake in mistakes:
            there = mistake.there & shown[0]
            hidden = there & all_close(mistake, right)
            if hidden.any():
                self.seen.add(frozenset((RIGHT, mistake.name)))
                self.blurred.add(mistake.name)
            blurred = blurs(mistake, right)
            shown.append(there & np.logical_not(hidden))
            if (shown[-1] & blurred).any():
                self.blurred.add(mistake.name)
            if (shown[-1] & ~blurred).any():
                self.clear.add(mistake.name)
        self._separate(group, shown)

    def _can_be_rounded(self, belief: Belief, names: Names) -> bool:
        """Return whether a belief has a value with rounded lines."""
        try:
            evaluate(belief.node, names, Rounding())
        except EngineError:
            return False
        return True

    def _separate(self, group: _Group, shown: Sequence[Mask]) -> None:
        """Record which results of a group are compared, and which are distinct.

        Bands are worked only for pairs not yet known to be distinct. `shown` has a mask for each result: the draws in
        which it is compared.
        """
        results = group.results
        meet = Meetings(results, self.margin - OPEN).pairs
        open_pairs: dict[tuple[int, int], Mask] = {}
        for first, second in combinations(range(len(results)), 2):
            both = shown[first] & shown[second]
            if not both.any():
                continue
            name = frozenset((results[first].name, results[second].name))
            self.seen.add(name)
            if not same_shape(results[first].shape, results[second].shape):
                self.apart.add(name)
                continue
            where = both & ~meet.get((first, second), ~both)
            if name not in self.apart and where.any():
                open_pairs[first, second] = where
        for draw, names in enumerate(group.draws):
            asked = [pair for pair, where in open_pairs.items() if where[draw]]
            bands = _Bands(self, names, group.results, draw)
            for first, second in asked:
                if gap(bands.of(first), bands.of(second)) > self.margin:
                    self.apart.add(frozenset((results[first].name, results[second].name)))
                    del open_pairs[first, second]


class _Bands:
    """The bands of one draw's results, each worked on first use.

    `results` are those of a group, `draw` is the index of the draw in it, and `names` are its numbers.
    """

    def __init__(self, tally: _Tally, names: Names, results: Sequence[Result], draw: int) -> None:
        self._tally = tally
        self._names = names
        self._results = results
        self._draw = draw
        self._known: dict[int, Band] = {}
        self._right = Rounding()
        self._turns: dict[str, WrongTurn] = {}

    def of(self, place: int) -> Band:
        """Return the band of the result at index `place`; its exact numbers if rounded lines have no value."""
        if not self._known:
            self._known[0] = self._band(0, self._tally.node, self._right)
            self._turns = {turn.id: turn for turn in open_turns(self._right)}
        if place not in self._known:
            name = self._results[place].name
            belief = self._tally.beliefs.get(name)
            if belief is not None:
                self._known[place] = self._band(place, standard(belief.node, self._names), Rounding())
            else:
                pencil = Rounding(self._turns.get(name), after=self._right)
                self._known[place] = self._band(place, self._tally.node, pencil)
        return self._known[place]

    def _band(self, place: int, node: Node, pencil: Rounding) -> Band:
        """Return the band of an expression worked with a pencil; the exact numbers of result `place` if it has none."""
        try:
            return band_of(work_out(node, self._names, pencil))
        except EngineError:
            exact = numbers_of(self._results[place].numbers, self._draw)
            return Band(exact, exact)
