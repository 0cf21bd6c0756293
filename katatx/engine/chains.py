"""Chains of lines (katas): their keys, and fresh numbers for them.

A key is the data that an answer is graded against. A Sieve decides which numbers are suitable for one line. Fresh
numbers are drawn line by line, so that each line keeps its own wrong turns distinguishable. That is much faster than
keeping those of the whole chain distinguishable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.fresh_numbers.ranges import Range
from katatx.engine.fresh_numbers.sieve import Patience, Sieve
from katatx.engine.fresh_numbers.sources import Source, numbered_source
from katatx.engine.fresh_numbers.stages import Stage
from katatx.engine.key import Solution, solve
from katatx.engine.lines import ChainLine
from katatx.engine.names import Names
from katatx.engine.pencils.rounding import Rounding, band_of
from scoring.key import Key

_STARTS = 2000
_TRIES = 60
_MOST_CALCULATIONS = 3_000_000
_MOST_SOLUTIONS = 5_000


class WorkedChain(NamedTuple):
    """The given numbers of a chain, and the solution of every line worked from the correct earlier lines."""

    given: Names
    solutions: tuple[Solution, ...]


def solved_lines(lines: Iterable[ChainLine], given: Names) -> Iterator[Solution]:
    """Yield the Solution of each line in order, worked from the given values and the correct earlier lines.

    A line is solved only when it is asked for, so that a caller can see which one raises EngineError (it has no value)
    or Ambiguous (it has two readings).
    """
    names = dict(given)
    for line in lines:
        solution = solve(line.node, names, line.places)
        names[line.name] = solution.value
        yield solution


@dataclass(slots=True)
class ChainDraws:
    """Draws fresh numbers for a chain.

    `name` seeds the random numbers and begins messages. `given` are the page's own numbers; `ranges` maps some of their
    names to what may be drawn. Equal seeds give equal numbers. `sieves` has one Sieve for each line.
    """

    name: str
    lines: Sequence[ChainLine]
    given: Names
    ranges: Mapping[str, Range]
    sieves: list[Sieve] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Make one Sieve for each line."""
        self.sieves = [
            Sieve(f"{self.name} {line.name}", line.node, self._probe, line.places, lines_before=self.lines[:at])
            for at, line in enumerate(self.lines)
        ]

    def stages(self) -> list[Stage]:
        """Return one Stage for each line, with the ranges of the names that it is the first to use.

        A stage has 60 tries; 1 if it has no ranges.
        """
        made, before = [], set[str]()
        for line, sieve in zip(self.lines, self.sieves, strict=True):
            ranges = {name: each for name, each in self.ranges.items() if name in line.uses - before}
            made.append(Stage(sieve, ranges, self.given, _TRIES if ranges else 1))
            before |= line.uses
        return made

    def draw(self, seed: int | str) -> Names:
        """Return the given numbers for a seed, fresh where they have a range and a line has them among its `uses`.

        Raises EngineError if no suitable numbers are found, a line is too long, or a range cannot be drawn.
        """
        return self.draw_solved(seed).given

    def draw_solved(self, seed: int | str) -> WorkedChain:
        """Return the given numbers for a seed, and the solution of every line with them.

        The numbers are those of `draw`, and differ from the page's own. The counts of the sieves begin anew. Raises
        EngineError, naming the line that failed most often, if no suitable numbers are found; also if a line is too
        long for a drill, or if a range cannot be drawn.
        """
        source, stages = numbered_source(f"{self.name} {seed}"), self.stages()
        patience = Patience(_MOST_CALCULATIONS, _MOST_SOLUTIONS)
        stopped, starts = [0] * len(stages), 0
        for sieve in self.sieves:
            sieve.begin()
        while starts < _STARTS and not patience.is_over:
            starts += 1
            names, solutions = self.given, list[Solution]()
            for at, stage in enumerate(stages):
                found = stage.sieve.search(partial(stage.draw, source, names), patience, stage.tries)
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
        raise self.sieves[at].failure(self.name, starts, f"at line {self.lines[at].name}, ")

    def _probe(self, source: Source) -> Names:
        """Return the given numbers with fresh ones for all ranges, suitable or not."""
        return {**self.given, **{name: each.draw(source, self.given) for name, each in self.ranges.items()}}


def key_from_own_lines(line: ChainLine, names: Names, uncertain: Names) -> Key | None:
    """Return the key of a line worked from the learner's own earlier lines; None if it has no value.

    `names` has the given values and those lines as written. `uncertain` has the same names, with the lines as the
    intervals that their digits stand for; the key's band of accepted results is extended by what they lead to, if that
    has a value.
    """
    try:
        key = solve(line.node, names, line.places).key
    except EngineError:
        return None
    try:
        band = band_of(evaluate(line.node, uncertain, Rounding()))
    except EngineError:  # for example a divisor whose interval contains zero
        return key
    return key._replace(band=key.band.hull(band))


def line_has_value(line: ChainLine, names: Names) -> bool:
    """Return whether a line has a value with these numbers, both exactly and with rounded lines."""
    try:
        evaluate(line.node, names)
        evaluate(line.node, names, Rounding())
    except EngineError:
        return False
    return True
