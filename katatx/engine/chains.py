"""Chains of lines: each is an expression of the given numbers and of earlier lines. A drill is a chain of one line.

A key is the data that an answer is graded against.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.key import Belief, Solution
from katatx.engine.names import Names, names_used
from katatx.engine.values import Value
from katatx.notation.syntax import Node
from scoring.places import DECIMALS


class ChainLine(NamedTuple):
    """A line of a chain, or a drill.

    `name` is the name under which later lines use the line's value. `places` is the number of decimals asked for.
    `beliefs` are mistakes of this line only.
    """

    name: str
    node: Node
    places: int = DECIMALS
    beliefs: Sequence[Belief] = ()

    @property
    def uses(self) -> set[str]:
        """Return the words of the line and its beliefs that may be names with a value, given or of earlier lines.

        A word such as the `xW` of `order=xW` is among them.
        """
        return {name for node in (self.node, *(each.node for each in self.beliefs)) for name in names_used(node)}

    def solve(self, names: Names) -> Solution:
        """Return the line's solution; `names` has the given numbers and the lines before. Raises as Solution does."""
        return Solution(self.node, names, self.places, self.beliefs)


def work_chain(lines: Iterable[ChainLine], given: Names) -> dict[str, Value]:
    """Return the given values and the value of every line, by name.

    Raises what `evaluate` raises, such as EngineError if a line has no value.
    """
    names = dict(given)
    for line in lines:
        names[line.name] = evaluate(line.node, names)
    return names


class WorkedChain(NamedTuple):
    """The given numbers of a chain, and the solution of every line worked from the correct earlier lines."""

    given: Names
    solutions: Sequence[Solution]


def solved_lines(lines: Iterable[ChainLine], given: Names) -> Iterator[Solution]:
    """Yield the Solution of each line in order, worked from the given values and the correct earlier lines.

    A line is solved only when it is asked for, so that a caller can see which one raises EngineError (it has no value)
    or Ambiguous (it has two readings).
    """
    names = dict(given)
    for line in lines:
        solution = line.solve(names)
        names[line.name] = solution.value
        yield solution


def solution_from_own_lines(line: ChainLine, names: Names, uncertain: Names | None = None) -> Solution | None:
    """Return the solution of a line worked from the learner's own earlier lines; None if it has no value.

    `names` has the given values and those lines as written, `uncertain` the lines as the intervals that their digits
    stand for.
    """
    try:
        return Solution(line.node, names, line.places, line.beliefs, uncertain=uncertain)
    except EngineError:
        return None
