"""Drawing fresh numbers for a drill.

A draw is accepted only if the arithmetic can be done by hand, the answer is not trivial, and all results of known
mistakes are distinguishable from the right answer and from one another. Equal seeds give equal numbers on every
platform.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from katatx.engine.fresh_numbers.ranges import Range
from katatx.engine.fresh_numbers.sieve import Patience, Sieve
from katatx.engine.fresh_numbers.sources import Source, numbered_source
from katatx.engine.fresh_numbers.suitable import Unavoidable
from katatx.engine.key import Belief, Solution
from katatx.engine.names import Names
from katatx.notation.syntax import Node
from scoring.places import DECIMALS

_TRIES = 5000


@dataclass(slots=True)
class Draws:
    """Draws fresh numbers for one drill.

    `name` seeds the random numbers and begins messages. `given` are the page's own numbers; `ranges` maps some of their
    names to what may be drawn. `places` is the number of decimals asked for. `beliefs` are mistakes of this drill only.
    """

    name: str
    node: Node
    given: Names
    ranges: Mapping[str, Range]
    places: int = DECIMALS
    beliefs: Sequence[Belief] = ()
    sieve: Sieve = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Make the Sieve that decides which numbers are suitable."""
        self.sieve = Sieve(self.name, self.node, self._numbers, self.places, self.beliefs)

    def draw(self, seed: int | str) -> Names:
        """Return the given numbers for a seed, fresh where they have a range, and not all equal to the page's.

        Raises EngineError if none are suitable within 5,000 tries, or fewer if the work allowed is used up, if the
        expression is too long for a drill, or if a range cannot be drawn: its `like` names nothing given, or it has too
        many numbers.
        """
        return self.draw_solved(seed)[0]

    def draw_solved(self, seed: int | str, apart: bool = True) -> tuple[Names, Solution]:
        """Return the numbers for a seed and their solution; the numbers differ from the page's own.

        Without `apart`, wrong turns need not be distinguishable; the numbers may then be others than those of `draw`.
        The counts of the sieve begin anew. Raises EngineError if no suitable numbers are found, if the expression is
        too long for a drill, or if a range cannot be drawn.
        """
        draw = partial(self._numbers, numbered_source(f"{self.name} {seed}"))
        self.sieve.begin()
        found = self.sieve.search(draw, Patience(), _TRIES, apart, excluded=self.given)
        if found is None:
            raise self.sieve.failure(self.name, self.sieve.tried)
        return found

    def unavoidable(self) -> Unavoidable:
        """Return the collisions that no choice of numbers avoids, and the mistakes that always blur; cached."""
        return self.sieve.unavoidable()

    def _numbers(self, source: Source) -> Names:
        """Return the given numbers with fresh ones for all ranges, suitable or not."""
        return {**self.given, **{name: each.draw(source, self.given) for name, each in self.ranges.items()}}
