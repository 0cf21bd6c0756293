"""A line of arithmetic checked: `a`, `a = claim`, or a chain `a = b = c`."""

from __future__ import annotations

from typing import NamedTuple

from katatx.engine.errors import UnknownName
from katatx.engine.evaluate import standard
from katatx.engine.key import Solution, count_strokes, solve, write_out
from katatx.engine.pencils import Step, Strokes
from katatx.engine.values import Value, as_lists, like
from katatx.notation.errors import Ambiguous, Difference, NotationError
from katatx.notation.expressions import read_expression, split_chain
from katatx.notation.printing import write_expression, write_value
from katatx.notation.syntax import Node, Side
from scoring import Answer, Judgement, TypedNumber, Verdict

# How bad a verdict is for the line as a whole.
_WORST = {verdict: rank for rank, verdict in enumerate(Verdict)}


class Link(NamedTuple):
    """One `left = right` of a chain: what the left side comes to, and what the right
    side is against that. `claim` and `judgement` are None where nothing is claimed.
    """

    node: Node
    solution: Solution
    claim: Value
    judgement: Judgement | None

    @property
    def expression(self) -> str:
        return write_expression(self.node)

    @property
    def shown(self) -> str:
        places = self.solution.key.places
        return write_value(as_lists(self.solution.value), 3 if places is None else places)

    def steps(self) -> list[Step]:
        """The worked lines of the left side."""
        return write_out(self.node, {})

    def strokes(self) -> Strokes:
        """What the left side costs by hand."""
        return count_strokes(self.node, {})


class Checked(NamedTuple):
    """A checked line: one link for each `=`, or a single link where nothing is claimed."""

    links: tuple[Link, ...]

    @property
    def worst(self) -> Link:
        """The link the whole line stands or falls with."""
        return max(self.links, key=lambda link: -1 if link.judgement is None else _WORST[link.judgement.verdict])


def check(text: str, places: int | None = None) -> Checked:
    """Check one line. `places` asks every claim for that many decimals; None takes each
    as far as it goes.

    A number written in mid-chain, as in `1/3 = 0.33 = 0.333`, is a claim like the last
    one: both are held against what was worked out before them.

    Raises KatatxError, with the column, for what cannot be read or has no value.
    """
    first, *others = split_chain(text)
    node, solution = _worked(first, places)
    if not others:
        return Checked((Link(node, solution, None, None),))
    links: list[Link] = []
    for side in others:
        claim = _written(side)
        if claim is not None:
            links.append(_link(node, solution, claim))
            continue
        next_node, next_solution = _worked(side, places)
        links.append(_link(node, solution, _as_answer(side, next_solution)))
        node, solution = next_node, next_solution
    return Checked(tuple(links))


def _link(node: Node, solution: Solution, answer: Answer) -> Link:
    from scoring import grade

    claim = like(answer.shape, [number.value for number in answer.numbers])
    return Link(node, solution, claim, grade(answer, solution.key))


def _worked(side: Side, places: int | None) -> tuple[Node, Solution]:
    try:
        node = standard(read_expression(side.text))
        return node, solve(node, {}, places)
    except (NotationError, UnknownName) as error:
        raise _moved(error, side) from error


def _written(side: Side) -> Answer | None:
    """A side as typed numbers; None where it is something to work out."""
    # Reading answers costs a claim-less check a tenth of its time in patterns to compile.
    from katatx.notation.answers import read_answer

    try:
        return read_answer(side.text)
    except Difference:
        return None
    except Ambiguous as error:
        raise _moved(error, side) from error
    except NotationError:
        return None


def _as_answer(side: Side, solution: Solution) -> Answer:
    text = side.text.strip()
    return Answer(tuple(TypedNumber(text, value, None) for value in solution.key.value), solution.key.shape)


def _moved(error: NotationError | UnknownName, side: Side) -> NotationError | UnknownName:
    """The error with its column counted in the whole line."""
    return type(error)(error.problem, error.column + side.column - 1)
