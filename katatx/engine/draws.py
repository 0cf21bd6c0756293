"""Fresh numbers that cannot hide a mistake.

A draw is taken only where the arithmetic is pencil-sized, the answer says something,
no known wrong turn ends in the band of the right answer, and no two wrong turns end
in the same place. The same seed gives the same numbers everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import Names
from katatx.engine.key import Belief, Solution
from katatx.engine.ranges import Range
from katatx.engine.sieve import Patience, Sieve
from katatx.engine.sources import Source, numbered_source
from katatx.engine.stages import Stage
from katatx.engine.suitable import Unavoidable
from katatx.notation.syntax import Node
from scoring.places import DECIMALS

_TRIES = 5000


@dataclass(slots=True)
class Draws:
    """Draws for one drill: the expression asked for, its given numbers and their ranges."""

    name: str
    node: Node
    given: Names
    ranges: Mapping[str, Range]
    places: int = DECIMALS
    beliefs: Sequence[Belief] = ()
    sieve: Sieve = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.sieve = Sieve(self.name, self.node, self._numbers, self.places, self.beliefs)

    def draw(self, seed: int | str) -> Names:
        """The numbers of a seed.

        Raises EngineError where 5,000 tries find none that will do.
        """
        return self.draw_solved(seed)[0]

    def draw_solved(self, seed: int | str, apart: bool = True) -> tuple[Names, Solution]:
        """The numbers of a seed, with what they come to; wrong turns kept `apart`."""
        source, (stage,) = self.source(seed), self.stages()
        self.sieve.begin()
        draw = partial(stage.draw, source, self.given)
        found = self.sieve.search(draw, source, self.patience(), stage.tries, apart, stage.besides)
        if found is None:
            tried, why = self.sieve.tried, self.sieve.why_none
            raise EngineError(f"{self.name}: {tried} draws, and none will do: mostly {why}; widen its ranges")
        return found

    starts = 1

    def source(self, seed: int | str) -> Source:
        """Return what a seed's numbers are drawn from."""
        return numbered_source(f"{self.name} {seed}")

    def patience(self) -> Patience:
        """Return how long to look for a seed's numbers."""
        return Patience()

    def stages(self) -> list[Stage]:
        """Return what is drawn together: everything."""
        return [Stage(self.sieve, self.ranges, self.given, _TRIES, besides=self.given)]

    def unavoidable(self) -> Unavoidable:
        """Return what every choice of numbers has."""
        return self.sieve.unavoidable()

    def _numbers(self, source: Source) -> Names:
        return {**self.given, **{name: each.draw(source, self.given) for name, each in self.ranges.items()}}
