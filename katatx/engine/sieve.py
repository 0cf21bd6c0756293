"""Which numbers will do for one expression."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import Names, evaluate
from katatx.engine.interval import Number, low_of
from katatx.engine.key import RIGHT, Belief, ExactResult, Solution, exact_results, solve
from katatx.engine.lines import ChainLine
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils import Effort, Exhausted, Pencil
from katatx.engine.sources import Source, numbered_source
from katatx.engine.suitable import (
    LONGEST_DRILL,
    SAYS_NOTHING,
    THEY_MEET,
    TOO_LARGE,
    Unavoidable,
    blurs,
    carries_too_far,
    collisions,
    pencil_sized,
    says_something,
)
from katatx.engine.values import floats
from katatx.notation.syntax import Node
from scoring.places import DECIMALS

if TYPE_CHECKING:
    from katatx.engine.sifting import Fate

_PROBES = 40
# Draws are tried one by one at first, as most drills take the first or the second; then more and more at once.
_ALONE = 6
_FEWEST = 32
_MOST = 256


@dataclass(slots=True)
class Patience:
    """How much longer to look for numbers that will do: single calculations of exact values, and
    whole solutions. Both are counted alike whatever was drawn before, so that a seed's numbers are.
    """

    calculations: int = 1_000_000
    solutions: int = 500

    @property
    def is_over(self) -> bool:
        """Return whether to give up."""
        return self.calculations <= 0 or self.solutions <= 0


@dataclass(slots=True)
class Sieve:
    """Which numbers will do for one expression. `name` and `numbers` serve to find what no
    numbers can avoid: the one makes a source, the other draws from it. An expression in a chain stands on
    the `lines_before` it.
    """

    name: str
    node: Node
    numbers: Callable[[Source], Names]
    places: int = DECIMALS
    beliefs: Sequence[Belief] = ()
    lines_before: Sequence[ChainLine] = ()
    # How many draws were tried since the last `begin`, and why those that would not do would not: what to say where
    # none do.
    tried: int = 0
    refused: Counter[str] = field(default_factory=Counter, repr=False)
    _unavoidable: Unavoidable | None = field(default=None, repr=False)
    _collided: Counter[str] = field(default_factory=Counter, repr=False)

    def begin(self) -> None:
        """Count anew what is tried and refused."""
        self.tried = 0
        self.refused.clear()

    def pass_through(self, names: Names, patience: Patience, apart: bool = True) -> Solution | None:
        """Return what an expression comes to with numbers that will do; None where they will not.

        Where wrong turns need not lie `apart`, it is enough that a person would work them.
        Raises EngineError where the expression is too long for any numbers.
        """
        found = self._worked_or_why_not(names, patience, apart)
        if isinstance(found, str):
            self.refused[found] += 1
            return None
        return found

    def _worked_or_why_not(self, names: Names, patience: Patience, apart: bool) -> Solution | str:
        sizing = _Sizing()
        try:
            # Exact values tell most bad draws at a tenth of the cost of their bands.
            value = evaluate(self.node, names, sizing)
        except Exhausted as error:
            raise EngineError(
                f"{self.name}: more than {LONGEST_DRILL:,} single calculations; make it smaller"
            ) from error
        except EngineError as error:
            return str(error)
        finally:
            patience.calculations -= sizing.spent
        if not says_something(floats(value), self.places):
            return SAYS_NOTHING
        return self._solved_or_why_not(names, patience, apart)

    def _solved_or_why_not(
        self, names: Names, patience: Patience, apart: bool, apart_already: bool = False
    ) -> Solution | str:
        try:
            if apart and not apart_already and not self._apart_exactly(names):
                return THEY_MEET
            patience.solutions -= 1
            solution = solve(self.node, names, self.places, self.beliefs)
        except EngineError as error:
            return str(error)
        if not solution.roundable:
            return "rounded lines cannot be worked"
        if carries_too_far(solution.key):
            return "honest rounding leads too far from the true value"
        found = collisions(solution) if apart else set()
        if found and not found <= self.unavoidable().collisions:
            return THEY_MEET
        return solution

    @property
    def why_none(self) -> str:
        """Return what most often stood in the way."""
        return self.refused.most_common(1)[0][0] if self.refused else "they are always the page's"

    def _apart_exactly(self, names: Names) -> bool:
        """Return whether the exact results lie apart; the first two that do not end the search.

        The mistakes that collided before are tried first, which only makes it quicker.
        """
        margin = 10.0**-self.places
        found: list[ExactResult] = []
        for result in exact_results(self.node, names, self.beliefs, self._collided):
            # What was found before must not decide what will do: a seed's numbers are the same
            # whichever seeds were drawn before it.
            if found and result.near(found[0], margin) and self._is_no_mistake(result.name):
                continue
            if self._confused(result, found, margin):
                return False
            found.append(result)
        return True

    def _is_no_mistake(self, name: str) -> bool:
        """Return whether a wrong turn leads to the right value whatever the numbers."""
        return frozenset((name, RIGHT)) in self.unavoidable().collisions

    def _confused(self, result: ExactResult, others: list[ExactResult], margin: float) -> bool:
        if others and blurs(result, others[0].value) and result.name not in self.unavoidable().blurred:
            self._collided[result.name] += 1
            return True
        for other in others:
            pair = frozenset((result.name, other.name))
            if result.near(other, margin) and pair not in self.unavoidable().collisions:
                self._collided.update(pair)
                return True
        return False

    def unavoidable(self) -> Unavoidable:
        """Return what every choice of numbers has, found by trying forty."""
        if self._unavoidable is None:
            from katatx.engine.probes import what_no_numbers_avoid

            source = numbered_source(f"{self.name} probe")
            drawn = [self.numbers(source) for _ in range(_PROBES)]
            self._unavoidable = what_no_numbers_avoid(self.node, drawn, self.places, self.beliefs, self.lines_before)
        return self._unavoidable

    def search(
        self,
        draw: Callable[[], Names],
        source: Source,
        patience: Patience,
        tries: int,
        apart: bool = True,
        besides: Names | None = None,
    ) -> tuple[Names, Solution] | None:
        """Return the first numbers of `tries` that will do and are not those `besides`, with what they come to; None
        where none do. `draw` draws them from a source, which is left where they were drawn.
        """
        tried = 0
        while tried < tries and not patience.is_over:
            together = min(1 if tried < _ALONE else _FEWEST + tried, _MOST, tries - tried)
            tried += together
            self.tried += together
            drawn: list[Names] = []
            states: list[object] = []
            for _ in range(together):
                drawn.append(draw())
                states.append(source.state() if together > 1 else None)
            fates = self.fates(drawn, apart) if together > 1 else [None]
            for at, names, fate in zip(count(), drawn, fates, strict=False):
                solution = None if names == besides else self.solved(names, fate, patience, apart)
                if solution is not None:
                    source.go_back(states[at])
                    return names, solution
        return None

    def fates(self, drawn: Sequence[Names], apart: bool = True, with_bands: bool = False) -> list[Fate]:
        """Return what is known of draws that are worked together."""
        from katatx.engine.sifting import fates

        return fates(self.node, drawn, self.places, self.beliefs, self.unavoidable, apart, with_bands)

    def solved(self, names: Names, fate: Fate | None, patience: Patience, apart: bool = True) -> Solution | None:
        """Return what a draw comes to, None where it will not do; of one alone no fate is known beforehand."""
        if patience.is_over:
            return None
        if fate is None or not fate.sure:
            return self.pass_through(names, patience, apart)
        patience.calculations -= fate.spent
        found = fate.refused or self._solved_or_why_not(names, patience, apart, apart_already=True)
        if isinstance(found, str):
            self.refused[found] += 1
            return None
        return found


class _Sizing(Pencil):
    """Works exactly, and stops at the first number that is not pencil-sized. More calculations
    than `LONGEST_DRILL` are no drill, whatever the numbers.
    """

    def __init__(self) -> None:
        self.bound = Effort(LONGEST_DRILL)
        super().__init__(effort=self.bound)

    @property
    def spent(self) -> int:
        """Return how many single calculations it took."""
        return self.bound.spent

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        value = super().hand(operation, numbers)
        if not pencil_sized(low_of(value)):
            raise EngineError(TOO_LARGE)
        return value
