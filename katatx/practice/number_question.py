"""A drill that is answered with numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from katatx.notation.errors import NotationError
from katatx.notation.printing import write_value
from katatx.practice.question import SolvedQuestion
from scoring import Judgement, Verdict
from scoring.shapes import Shape

if TYPE_CHECKING:
    from katatx.engine.key import Solution
    from katatx.engine.pencils import Step, Strokes
    from katatx.notation.syntax import Node
    from scoring.answer import Answer
    from scoring.key import Key


@dataclass
class NumberQuestion(SolvedQuestion):
    """Asks for what an expression comes to."""

    _drawn: Solution | None = field(default=None, repr=False)

    @cached_property
    def solution(self) -> Solution:
        """Return what the numbers come to."""
        if self._drawn is not None:
            return self._drawn
        return self.prepared.solution

    @property
    def places(self) -> int:
        drawn = None if self._drawn is None else self._drawn.key.places
        return self.prepared.places if drawn is None else drawn

    @property
    def node(self) -> Node:
        return self.prepared.node

    def judge(self, typed: str) -> Judgement:
        return judge_numbers(typed, self.solution.key)

    def steps(self) -> list[Step]:
        from katatx.engine.key import write_out
        from katatx.engine.pencils import Step

        value = self.solution.value
        steps = write_out(self.prepared.node, self.given)
        if not steps or steps[-1].value != value:
            steps.append(Step("answer", write_value(self.key), value))
        because = self.prepared.drill.because
        return [*steps, Step("because", because, None)] if because else steps

    def count_strokes(self) -> Strokes:
        from katatx.engine.key import count_strokes

        return count_strokes(self.prepared.node, self.given)


def unreadable(typed: str, shape: tuple[int, ...]) -> Judgement | None:
    """The verdict on what cannot be read as numbers of a shape; None where it can."""
    from scoring.judge import other_shape
    from scoring.shapes import same_shape

    answer = _read(typed, shape)
    if isinstance(answer, Judgement):
        return answer
    return None if same_shape(answer.shape, shape) else other_shape(answer.shape, shape)


def judge_numbers(typed: str, key: Key, own: Key | None = None) -> Judgement:
    """The verdict on numbers as typed; `own` is the key from the learner's own lines before."""
    from scoring import grade

    answer = _read(typed, key.shape)
    return answer if isinstance(answer, Judgement) else grade(answer, key, own)


def _read(typed: str, shape: Shape) -> Answer | Judgement:
    """Return what was typed as numbers of a shape, or the verdict that it cannot be read."""
    from katatx.notation.answers import read_answer

    try:
        return read_answer(typed, shape)
    except NotationError as error:
        return Judgement(Verdict.UNREAD, str(error))


def judge_on_rounded(typed: str, true: Key, own: Key | None) -> Judgement:
    """The verdict on a line worked from lines that are right but rounded: `own` is its key from
    those, `true` that from the exact ones.
    """
    judged = judge_numbers(typed, true if own is None else true.widened(own))
    if judged.verdict is Verdict.COARSE and own is not None and judge_numbers(typed, own).verdict is Verdict.RIGHT:
        # 1.234 + 0.406 is 1.64 and no more, though the true line goes on.
        return Judgement(Verdict.CARRIED, "right: all that comes of the lines before", judged.slots)
    return judged
