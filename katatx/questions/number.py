"""Questions that are answered with numbers, and the verdicts on them.

A belief is a mistake of one drill that its deck describes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from katatx.engine.values import Value, as_lists
from katatx.notation.errors import NotationError
from katatx.notation.printing import write_value
from katatx.questions.deck_words import in_words_of
from katatx.questions.question import SolvedQuestion
from scoring import Judgement, Verdict
from scoring.shapes import Shape

if TYPE_CHECKING:
    from katatx.engine.key import Solution
    from katatx.engine.pencils.strokes import Strokes
    from katatx.engine.pencils.writing import Step
    from katatx.notation.syntax import Node
    from scoring.answer import Answer


@dataclass
class NumberQuestion(SolvedQuestion):
    """A question for the value of an expression.

    Pass the solution for random numbers; for the page's numbers it is worked out when needed.
    """

    _drawn: Solution | None = field(default=None, repr=False)

    @cached_property
    def solution(self) -> Solution:
        """Return the solution for the given numbers. Raises DeckError if there is none with the page's."""
        return self.prepared.solution if self._drawn is None else self._drawn

    @property
    def places(self) -> int:
        """Return the decimals asked for."""
        drawn = None if self._drawn is None else self._drawn.places
        return self.prepared.places if drawn is None else drawn

    @property
    def node(self) -> Node | None:
        """Return the expression to work out; None if only a line of it is asked for."""
        return self.prepared.node

    def judge(self, typed: str) -> Judgement:
        """Return the verdict on an answer. No text raises an error."""
        return in_words_of(self.prepared.deck.contents.words, judge_numbers(typed, self.solution))

    def steps(self) -> list[Step]:
        """Return the true working, with the answer as its last step, then the drill's reason if it has one."""
        from katatx.engine.key import write_out
        from katatx.engine.pencils.writing import Step

        steps = _with_answer(write_out(self.prepared.node, self.given), self.solution.value)
        because = self.prepared.drill.because
        return [*steps, Step("because", because, None)] if because else steps

    def steps_with(self, name: str) -> list[Step]:
        """Return the working that a known mistake leads to; [] if it is unknown or impossible with these numbers."""
        from katatx.engine.book import find_wrong_turn
        from katatx.engine.errors import EngineError
        from katatx.engine.evaluate import evaluate
        from katatx.engine.key import write_out
        from katatx.engine.pencils.pencil import Pencil

        belief = next((each for each in self.prepared.beliefs if each.name == name), None)
        turn = None if belief is not None else find_wrong_turn(name)
        if belief is None and turn is None:
            return []
        node = self.prepared.node if belief is None else belief.node
        try:
            return _with_answer(write_out(node, self.given, turn), evaluate(node, self.given, Pencil(turn)))
        except EngineError:  # an older log may name a mistake that is impossible with these numbers
            return []

    def count_strokes(self) -> Strokes:
        """Return the pencil strokes (operations and digits of written work) that the working takes, for the target
        time.
        """
        from katatx.engine.key import count_strokes

        return count_strokes(self.prepared.node, self.given)


def _with_answer(steps: list[Step], value: Value) -> list[Step]:
    """Append a step "answer" to `steps` unless the last one has the value `value`; return `steps`."""
    from katatx.engine.pencils.writing import Step

    if not steps or steps[-1].value != value:
        steps.append(Step("answer", write_value(as_lists(value)), value))
    return steps


def unreadable(typed: str, shape: tuple[int, ...]) -> Judgement | None:
    """Return the verdict `again` on text that is not worked-out numbers of a shape; None on text that is."""
    from scoring.judge import other_shape
    from scoring.shapes import same_shape
    from scoring.unworked import find_unworked

    answer = _read(typed, shape)
    if isinstance(answer, Judgement):
        return answer
    unworked = find_unworked(answer, frozenset())
    if unworked is not None:
        return Judgement(Verdict.AGAIN, unworked)
    return None if same_shape(answer.shape, shape) else other_shape(answer.shape, shape)


def judge_numbers(typed: str, true: Solution, own: Solution | None = None, *, on_error: bool = False) -> Judgement:
    """Return the verdict on typed text: `again`, with the reason, if it cannot be read. Never raises.

    `true` is worked from true values; `own`, if given, from the learner's earlier lines, one of which is wrong if
    `on_error` is set.
    """
    from katatx.engine.mistakes.judging import judge
    from katatx.notation.answers import read_loosely

    answer = _read(typed, true.shape)
    judged = answer if isinstance(answer, Judgement) else judge(answer, true, own, on_error=on_error)
    if judged.verdict is Verdict.AGAIN:
        # Only where it is right: what was read loosely may not be what is meant.
        loose = read_loosely(typed, true.shape)
        by_it = loose and true.grade(loose)
        return by_it if by_it and by_it.verdict is Verdict.RIGHT else judged
    return judged


def _read(typed: str, shape: Shape) -> Answer | Judgement:
    """Return the typed numbers, in this shape if they can be read so, or the verdict if they cannot be read."""
    from katatx.notation.answers import read_answer

    try:
        return read_answer(typed, shape)
    except NotationError as error:
        return Judgement(Verdict.AGAIN, str(error))
