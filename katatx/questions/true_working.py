"""The working of a question as steps. It takes the engine: import it when a working is first needed."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.decks.model import Choice
from katatx.engine.book import find_wrong_turn
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.key import write_out
from katatx.engine.mistakes.leaves import leaves_of
from katatx.engine.mistakes.spotting import Spot
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.pencils.writing import Step
from katatx.engine.values import Value, as_lists
from katatx.notation.printing import write_value
from katatx.notation.syntax import Node
from katatx.questions.question import Question
from katatx.questions.sheet import Names, letter


def steps_of(question: Question) -> list[Step]:
    """Return the true working, which hints uncover step by step, then the reason for the answer if one is given.

    Raises KatatxError if the drill is faulty.
    """
    steps = _worked(question)
    return [*steps, Step("because", question.because, None)] if question.because else steps


def steps_with(question: Question, mistake: str) -> list[Step]:
    """Return the working that a known mistake leads to; [] if it is unknown or impossible with these numbers."""
    if question.node is None or question.chain is not None:
        return []
    belief = next((each for each in question.prepared.beliefs if each.name == mistake), None)
    turn = None if belief is not None else find_wrong_turn(mistake)
    if belief is None and turn is None:
        return []
    node = question.node if belief is None else belief.node
    try:
        value = evaluate(node, question.given, Pencil(turn))
        return _stage(question, _with_answer(write_out(node, question.given, turn), value))
    except EngineError:  # an older log may name a mistake that is impossible with these numbers
        return []


def _worked(question: Question) -> list[Step]:
    if question.choices:
        return _choosing(question.choices, question.key)
    if question.spot is not None:
        return _correcting(question.spot)
    assert question.node is not None
    if question.chain is not None:
        return _kata_line(question.node, question.given)
    return _stage(question, _with_answer(write_out(question.node, question.given), question.solution.value))


def _choosing(choices: Sequence[Choice], right: str) -> list[Step]:
    """Return why other choices are wrong, where that is known, and the right one."""
    wrong = [(index, each.because) for index, each in enumerate(choices) if not each.right and each.because]
    return [*(Step(f"not {letter(index)}", because, None) for index, because in wrong), Step("answer", right, right)]


def _correcting(spot: Spot) -> list[Step]:
    """Return what happened on the wrong line, what to do instead, and what should be there."""
    return [
        Step("happened", spot.turn.happened, None),
        Step("instead", spot.turn.instead, None),
        Step(f"line {spot.wrong + 1} should be", spot.right, spot.solution.value),
    ]


def _kata_line(node: Node, given: Names) -> list[Step]:
    """Return the working of a line from the given values; if they have no result, one step that says why."""
    try:
        return write_out(node, given) or [Step("copy", "the numbers as they stand", None)]
    except EngineError as error:
        return [Step("nothing", str(error), None)]


def _with_answer(steps: list[Step], value: Value) -> list[Step]:
    """Return steps of which the last has the value `value`."""
    if steps and steps[-1].value == value:
        return steps
    return [*steps, Step("answer", write_value(as_lists(value)), value)]


def _stage(question: Question, steps: list[Step]) -> list[Step]:
    """Return the steps of a lesson as a flat list of lines, up to the line asked for; those of a drill unchanged."""
    if question.opened is None:
        return steps
    lines = [leaf.step._replace(steps=()) for leaf in leaves_of(steps)]
    if lines[-1].value != steps[-1].value:  # a last step that only combines the lines is still the answer
        lines.append(steps[-1]._replace(steps=()))
    return lines[: question.up_to]
