"""The working of a question as steps. It takes the engine: import it when a working is first needed."""

from __future__ import annotations

from katatx.engine.book import find_wrong_turn
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.key import write_out
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.pencils.writing import Step, leaves_of
from katatx.engine.recipe import WrongTurn
from katatx.engine.values import Value, as_lists
from katatx.notation.printing import write_value
from katatx.notation.syntax import Node
from katatx.questions.question import Question


def steps_of(question: Question) -> list[Step]:
    """Return the true working, which hints uncover step by step, then the reason for the answer if one is given."""
    steps = _worked(question)
    return [*steps, Step("why", question.because, None)] if question.because else steps


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
        return _written(question, node, value, turn)
    except EngineError:  # an older log may name a mistake that is impossible with these numbers
        return []


def _worked(question: Question) -> list[Step]:
    if question.choices:  # why others are wrong, where that is known
        wrong = [(f"“{each.says}”", each.because) for each in question.choices if not each.right]
        steps = [Step("not", f"{says}: {because}", None) for says, because in wrong if because]
        return [*steps, Step("answer", question.key, question.key)]
    if question.spot is not None:
        spot = question.spot
        should_be = Step(f"line {spot.wrong + 1} should be", spot.right, None)
        return [Step("happened", spot.turn.happened, None), Step("instead", spot.turn.instead, None), should_be]
    assert question.node is not None
    if question.chain is None:
        return _written(question, question.node, question.solution.value)
    try:
        return write_out(question.node, question.given) or [Step("copy", "the numbers as they stand", None)]
    except EngineError as error:  # the learner's lines have no result
        return [Step("nothing", str(error), None)]


def _written(question: Question, node: Node, value: Value, turn: WrongTurn | None = None) -> list[Step]:
    """Return the working of a calculation to its value; in a lesson its lines, up to the one asked for."""
    steps = write_out(node, question.given, turn)
    if not steps or steps[-1].value != value:
        steps = [*steps, Step("answer", write_value(as_lists(value)), value)]
    if question.opened is None:
        return steps
    lines = [leaf.step._replace(steps=()) for leaf in leaves_of(steps)]
    if lines[-1].value != steps[-1].value:  # a last step that only combines the lines is still the answer
        lines.append(steps[-1]._replace(steps=()))
    return lines[: question.up_to]
