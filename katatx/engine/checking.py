"""A line of arithmetic checked: `a`, `a = claim`, or a chain `a = b = c`."""

from __future__ import annotations

from dataclasses import dataclass

from katatx.engine.evaluate import evaluate, standard
from katatx.engine.key import Solution, count_strokes, solve, write_out
from katatx.engine.pencils import Step, Strokes
from katatx.engine.values import Value, as_lists, flat, like, shape_of
from katatx.notation.answers import read_answer
from katatx.notation.errors import Ambiguous, Difference, NotationError
from katatx.notation.expressions import read_expression, split_chain
from katatx.notation.printing import write_expression, write_value
from katatx.notation.syntax import Node, Side
from scoring import Answer, Judgement, TypedNumber, Verdict, grade

# How bad a verdict is for the line as a whole.
_WORST = {verdict: rank for rank, verdict in enumerate(Verdict)}


@dataclass(frozen=True, slots=True)
class Link:
    """One `left = right` of a chain: what the left side comes to, and what the right
    side is against that. `claim` and `judgement` are None where nothing is claimed."""

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


@dataclass(frozen=True, slots=True)
class Checked:
    """A checked line: one link for each `=`, or a single link where nothing is claimed."""

    links: tuple[Link, ...]

    @property
    def worst(self) -> Link:
        """The link the whole line stands or falls with."""
        return max(self.links, key=lambda link: -1 if link.judgement is None else _WORST[link.judgement.verdict])


def check(text: str, places: int | None = None) -> Checked:
    """Check one line. `places` asks every claim for that many decimals; None takes each
    as far as it goes.

    Raises KatatxError, with the column, for what cannot be read or has no value.
    """
    sides = split_chain(text)
    if len(sides) == 1:
        return Checked((_link(sides[0], None, places),))
    return Checked(tuple(_link(left, right, places) for left, right in zip(sides, sides[1:], strict=False)))


def _link(left: Side, right: Side | None, places: int | None) -> Link:
    node = _expression(left)
    solution = solve(node, {}, places)
    if right is None:
        return Link(node, solution, None, None)
    answer = _claim(right)
    claim = like(answer.shape, [number.value for number in answer.numbers])
    return Link(node, solution, claim, grade(answer, solution.key))


def _expression(side: Side) -> Node:
    try:
        return standard(read_expression(side.text))
    except NotationError as error:
        raise _moved(error, side) from error


def _claim(side: Side) -> Answer:
    """A claim as typed numbers where it is some, else as the value of an expression."""
    try:
        return read_answer(side.text)
    except Ambiguous as error:
        if not isinstance(error, Difference):
            raise _moved(error, side) from error
    except NotationError:
        pass
    value = evaluate(_expression(side))
    numbers = tuple(TypedNumber(side.text.strip(), float(number), None) for number in flat(value))
    return Answer(numbers, shape_of(value))


def _moved(error: NotationError, side: Side) -> NotationError:
    """The error with its column counted in the whole line."""
    return type(error)(error.problem, error.column + side.column - 1)


