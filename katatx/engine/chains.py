"""A chain of lines, each an expression on what is given and on the lines before it.

A kata is such a chain. Fresh numbers for it are drawn line by line: every line by itself
keeps its wrong turns apart, which is far quicker than to keep those of the whole apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import Names, evaluate
from katatx.engine.key import NOWHERE, Solution, solve
from katatx.engine.lines import ChainLine
from katatx.engine.pencils import Rounding, band_of
from katatx.engine.ranges import Range
from katatx.engine.sieve import Patience, Sieve
from katatx.engine.sources import Source, numbered_source
from katatx.engine.stages import Stage
from scoring.key import Band, Key

_STARTS = 400
_TRIES = 60
_MOST_CALCULATIONS = 3_000_000
_MOST_SOLUTIONS = 5_000


class WorkedChain(NamedTuple):
    """A chain with its numbers: what is given, and what every line comes to when it is worked
    from the true lines before it.
    """

    given: Names
    solutions: tuple[Solution, ...]


def solved_lines(lines: Iterable[ChainLine], given: Names) -> Iterator[Solution]:
    """Line by line what each comes to, so that a caller can tell which has no value."""
    names = dict(given)
    for line in lines:
        solution = solve(line.node, names, line.places)
        names[line.name] = solution.value
        yield solution


@dataclass(slots=True)
class ChainDraws:
    """Fresh numbers for a chain."""

    name: str
    lines: Sequence[ChainLine]
    given: Names
    ranges: Mapping[str, Range]
    sieves: list[Sieve] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.sieves = [
            Sieve(f"{self.name} {line.name}", line.node, self._probe, line.places, lines_before=self.lines[:at])
            for at, line in enumerate(self.lines)
        ]

    starts = _STARTS

    def source(self, seed: int | str) -> Source:
        """Return what a seed's numbers are drawn from."""
        return numbered_source(f"{self.name} {seed}")

    def patience(self) -> Patience:
        """Return how long to look for a seed's numbers."""
        return Patience(_MOST_CALCULATIONS, _MOST_SOLUTIONS)

    def stages(self) -> list[Stage]:
        """Return what is drawn together: for each line what it is the first to use."""
        made, before = [], set[str]()
        for line, sieve in zip(self.lines, self.sieves, strict=True):
            ranges = {name: each for name, each in self.ranges.items() if name in line.uses - before}
            made.append(Stage(sieve, ranges, self.given, _TRIES if ranges else 1, name=line.name))
            before |= line.uses
        return made

    def draw(self, seed: int | str) -> Names:
        """The numbers of a seed. Raises EngineError as `draw_solved`."""
        return self.draw_solved(seed).given

    def draw_solved(self, seed: int | str) -> WorkedChain:
        """The numbers of a seed, and what every line comes to with them.

        Raises EngineError, naming the line that most often stands in the way, where no
        numbers will do.
        """
        source, patience, stages = self.source(seed), self.patience(), self.stages()
        stopped, starts = [0] * len(stages), 0
        for sieve in self.sieves:
            sieve.begin()
        while starts < self.starts and not patience.is_over:
            starts += 1
            names, solutions = self.given, list[Solution]()
            for at, stage in enumerate(stages):
                found = stage.sieve.search(partial(stage.draw, source, names), source, patience, stage.tries)
                if found is None:
                    stopped[at] += 1
                    break
                names = {**found[0], self.lines[at].name: found[1].value}
                solutions.append(found[1])
            else:
                drawn = {name: names[name] for name in self.given}
                if drawn != self.given:
                    return WorkedChain(drawn, tuple(solutions))
        at = stopped.index(max(stopped))
        why = f"mostly for {self.lines[at].name}: {self.sieves[at].why_none}"
        raise EngineError(f"{self.name}: {starts} draws, and none will do, {why}; widen its ranges")

    def _probe(self, source: Source) -> Names:
        return {**self.given, **{name: each.draw(source, self.given) for name, each in self.ranges.items()}}


def own_key(line: ChainLine, names: Names, uncertain: Names) -> Key | None:
    """The key of a line that stands on the learner's own lines: `names` has them as written,
    `uncertain` as the intervals that what was written stands for.

    None where nothing can be worked from them.
    """
    try:
        key = solve(line.node, names, line.places).key
    except NOWHERE:
        return None
    try:
        band = Band(*band_of(evaluate(line.node, uncertain, Rounding())))
    except NOWHERE:  # a divisor that may be zero once it is uncertain
        return key
    return key._replace(band=key.band.hull(band))


def leads_somewhere(line: ChainLine, names: Names) -> bool:
    """Return whether a line can be worked at all from these numbers, exactly and with rounded lines."""
    try:
        evaluate(line.node, names)
        evaluate(line.node, names, Rounding())
    except NOWHERE:
        return False
    return True
