"""A chain of lines, each an expression on what is given and on the lines before it.

A kata is such a chain. Fresh numbers for it are drawn line by line: every line by itself
keeps its wrong turns apart, which is far quicker than to keep those of the whole apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from katatx.engine.draws import Patience, Sieve
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import Names, evaluate, names_in
from katatx.engine.key import NOWHERE, Solution, solve
from katatx.engine.pencils import Rounding, band_of
from katatx.engine.ranges import Range
from katatx.engine.sources import Source, numbered_source
from katatx.engine.values import Value
from katatx.notation.syntax import Node
from scoring.key import Band, Key
from scoring.places import DECIMALS

_STARTS = 400
_TRIES = 60
_MOST_CALCULATIONS = 3_000_000
_MOST_SOLUTIONS = 5_000


class ChainLine(NamedTuple):
    """One line: the name that later lines know it by, and what it is worked from."""

    name: str
    node: Node
    places: int = DECIMALS

    @property
    def uses(self) -> set[str]:
        """The names it is worked from."""
        return {each.text for each in names_in(self.node)}


class WorkedChain(NamedTuple):
    """A chain with its numbers: what is given, and what every line comes to when it is worked
    from the true lines before it.
    """

    given: Names
    solutions: tuple[Solution, ...]


def work_chain(lines: Sequence[ChainLine], given: Names) -> dict[str, Value]:
    """The exact value of every line by its name, together with what is given.

    Raises EngineError where a line has none.
    """
    names = dict(given)
    for line in lines:
        names[line.name] = evaluate(line.node, names)
    return names


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
            Sieve(f"{self.name} {line.name}", line.node, partial(self._probe, at), line.places)
            for at, line in enumerate(self.lines)
        ]

    def draw_solved(self, seed: int | str) -> WorkedChain:
        """The numbers of a seed, and what every line comes to with them.

        Raises EngineError, naming the line that most often stands in the way, where no
        numbers will do.
        """
        source = numbered_source(f"{self.name} {seed}")
        patience = Patience(_MOST_CALCULATIONS, _MOST_SOLUTIONS)
        stopped, starts = [0] * len(self.lines), 0
        while starts < _STARTS and patience.left:
            starts += 1
            names: dict[str, Value] = dict(self.given)
            solutions: list[Solution] = []
            for line in range(len(self.lines)):
                solution = self._draw_line(line, names, source, patience)
                if solution is None:
                    stopped[line] += 1
                    break
                names[self.lines[line].name] = solution.value
                solutions.append(solution)
            else:
                drawn = {name: names[name] for name in self.given}
                if drawn != self.given:
                    return WorkedChain(drawn, tuple(solutions))
        at = stopped.index(max(stopped))
        why = f"mostly for {self.lines[at].name}: {self.sieves[at].why_none}"
        raise EngineError(f"{self.name}: {starts} draws, and none will do, {why}; widen its ranges")

    def _draw_line(self, at: int, names: dict[str, Value], source: Source, patience: Patience) -> Solution | None:
        """Draw what a line is the first to use, until the line will do; None where it will not."""
        ranges = self._first_used(at)
        for _ in range(_TRIES if ranges else 1):
            if not patience.left:
                return None
            names.update({name: each.draw(source, self.given) for name, each in ranges.items()})
            solution = self.sieves[at].pass_through(names, patience)
            if solution is not None:
                return solution
        return None

    def _first_used(self, at: int) -> dict[str, Range]:
        """The ranges of the names that this line uses and none before it."""
        before = {name for line in self.lines[:at] for name in line.uses}
        return {name: self.ranges[name] for name in self.ranges if name in self.lines[at].uses - before}

    def _probe(self, at: int, source: Source) -> Names:
        drawn = {**self.given, **{name: each.draw(source, self.given) for name, each in self.ranges.items()}}
        return work_chain(self.lines[:at], drawn)


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
    """Whether a line can be worked at all from these numbers, exactly and with rounded lines."""
    try:
        evaluate(line.node, names)
        evaluate(line.node, names, Rounding())
    except NOWHERE:
        return False
    return True
