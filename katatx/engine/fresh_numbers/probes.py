"""Finding the collisions that no choice of an expression's numbers avoids, by trying some.

A collision is a pair of results that cannot be told apart. A mistake blurs if, written with few decimals, it agrees
with the right value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate, work_out
from katatx.engine.fresh_numbers.suitable import LONGEST_DRILL, Collision, Unavoidable, blurs, gap
from katatx.engine.key import RIGHT, Belief, ExactResult, exact_results, open_turns
from katatx.engine.lines import ChainLine, work_chain
from katatx.engine.names import Names
from katatx.engine.pencils.pencil import Effort, Pencil
from katatx.engine.pencils.rounding import Rounding, band_of
from katatx.engine.standard_form import standard
from katatx.notation.syntax import Node
from scoring.key import Band
from scoring.places import close
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
    tally = _Tally(node, beliefs, 10.0**-places)
    for names in _with_a_value(node, draws, lines_before):
        tally.count(names)
    return Unavoidable(frozenset(tally.seen - tally.apart), frozenset(tally.blurred - tally.clear))


def _with_a_value(node: Node, draws: Sequence[Names], lines_before: Sequence[ChainLine]) -> Iterator[Names]:
    """Yield the draws in which the lines before and the expression have a value, until they have taken too long."""
    patience = len(draws) * LONGEST_DRILL // 3
    for names in draws:
        effort = Effort(LONGEST_DRILL)
        try:
            known = work_chain(lines_before, names) if lines_before else names
            evaluate(node, known, Pencil(effort=effort))
            has_value = True
        except EngineError:
            has_value = False
        patience -= effort.spent
        if patience < 0:
            return
        if has_value:
            yield known


class _Tally:
    """Counts which results met and which were distinct in the draws so far.

    `seen` has all pairs of results that were compared or equal, `apart` those that were distinct in some draw.
    `blurred` has the mistakes that blurred into the right value in some draw, `clear` those that did not in some draw.
    """

    def __init__(self, node: Node, beliefs: Sequence[Belief], margin: float) -> None:
        """Start counting for an expression; results closer than `margin` in every number cannot be told apart."""
        self.node = node
        self.beliefs = beliefs
        self.margin = margin
        self.seen: set[Collision] = set()
        self.apart: set[Collision] = set()
        self.blurred: set[str] = set()
        self.clear: set[str] = {RIGHT}

    def count(self, names: Names) -> None:
        """Count the results that meet and those that are distinct in one draw.

        A draw in which a belief has no value, exactly or with rounded lines, is skipped. A mistake that gives the right
        value is not compared with other results.
        """
        try:
            right, *mistakes = exact_results(self.node, names, self.beliefs, {})
            for belief in self.beliefs:
                evaluate(belief.node, names, Rounding())
        except EngineError:
            return
        shown = [right]
        for mistake in mistakes:
            if same_shape(mistake.shape, right.shape) and all(map(close, mistake.value, right.value)):
                self.seen.add(frozenset((RIGHT, mistake.name)))
                self.blurred.add(mistake.name)
            else:
                shown.append(mistake)
                (self.blurred if blurs(mistake, right.value) else self.clear).add(mistake.name)
        self._separate(names, shown)

    def _separate(self, names: Names, shown: Sequence[ExactResult]) -> None:
        """Record which of the results are compared, and which are distinct even when their lines are rounded."""
        bands = _Bands(self.node, names, self.beliefs)
        for first, second in combinations(shown, 2):
            pair = frozenset((first.name, second.name))
            self.seen.add(pair)
            if pair in self.apart or (same_shape(first.shape, second.shape) and first.near(second, self.margin)):
                continue
            if not same_shape(first.shape, second.shape) or gap(bands.of(first), bands.of(second)) > self.margin:
                self.apart.add(pair)


class _Bands:
    """The bands of one draw's results, each worked on first use."""

    def __init__(self, node: Node, names: Names, beliefs: Sequence[Belief]) -> None:
        self._node = standard(node, names)
        self._names = names
        self._beliefs = {belief.name: belief.node for belief in beliefs}
        self._right = Rounding()
        self._known: dict[str, Band | None] = {}

    def of(self, result: ExactResult) -> Band:
        """Return the band of a result; its exact numbers if rounded lines have no value."""
        if not self._known:
            self._work(RIGHT, self._node, self._right)
            self._turns = {turn.id: turn for turn in open_turns(self._right)}
        if result.name in self._beliefs and result.name not in self._known:
            self._work(result.name, standard(self._beliefs[result.name], self._names), Rounding())
        elif result.name not in self._known:
            pencil = Rounding(self._turns.get(result.name), after=self._right)
            self._work(result.name, self._node, pencil)
        return self._known[result.name] or Band(result.value, result.value)

    def _work(self, name: str, node: Node, pencil: Rounding) -> None:
        """Note the band of an expression worked with a pencil; None if it has none."""
        try:
            self._known[name] = band_of(work_out(node, self._names, pencil))
        except EngineError:
            self._known[name] = None
