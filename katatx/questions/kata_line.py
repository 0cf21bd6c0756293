"""The question for one line of a kata.

Each line has two solutions: one from the true values of earlier lines, and one from the learner's own lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from katatx.decks.model import KataLine
from katatx.engine.errors import EngineError
from katatx.questions.deck_words import in_words_of
from katatx.questions.number import judge_numbers
from katatx.questions.question import SolvedQuestion
from katatx.questions.sheet import Names
from scoring import Judgement

if TYPE_CHECKING:
    from katatx.engine.chains import ChainLine
    from katatx.engine.key import Solution
    from katatx.engine.pencils.strokes import Strokes
    from katatx.engine.pencils.writing import Step
    from katatx.notation.syntax import Node


@dataclass
class KataQuestion(SolvedQuestion):
    """The question for one line of a kata, worked from the learner's previous lines.

    `given` holds the values to work from, `uncertain` those values as intervals if the learner rounded them. `true` is
    the solution from true lines. `stands_on_error`: one of the learner's lines used is wrong. `starts_anew`: they have
    no result here (as in a division by zero), so the true lines are given instead. `replaced` names the lines whose
    answers cannot be calculated with and are given with their true values.
    """

    file_line: KataLine
    chain_line: ChainLine
    true: Solution
    uncertain: Names
    stands_on_error: bool
    starts_anew: bool = False
    replaced: tuple[str, ...] = ()

    @property
    def solution(self) -> Solution:
        """Return the solution of the line from the true values of earlier lines."""
        return self.true

    @property
    def line(self) -> str:
        """Return the name of the line."""
        return self.file_line.name

    @property
    def prompt_as_written(self) -> str:
        """Return the line's prompt, with placeholders for numbers."""
        return self.file_line.prompt

    @property
    def node(self) -> Node:
        """Return the expression of the line."""
        return self.chain_line.node

    @property
    def sheet(self) -> list[str]:
        """Return the lines shown with the prompt, with the advice on replaced lines at the end."""
        lines = super().sheet
        return lines if self.advice is None else [*lines, self.advice]

    @property
    def advice(self) -> str | None:
        """Return a sentence on which of the learner's lines were replaced by true ones; None if none were."""
        if self.starts_anew:
            return "Your earlier lines have no result here, so these are the true ones."
        if self.replaced:
            these = "this is the true one" if len(self.replaced) == 1 else "these are the true ones"
            return f"Your {' and '.join(self.replaced)} cannot be used further, so {these}."
        return None

    @property
    def places(self) -> int:
        """Return the decimals asked for."""
        return self.chain_line.places

    @property
    def is_fresh(self) -> bool:
        """Return whether the kata has random numbers."""
        return self.seed is not None

    @cached_property
    def _own(self) -> Solution | None:
        """Return the solution worked from the learner's lines; None if they have no result."""
        from katatx.engine.chains import solution_from_own_lines

        return solution_from_own_lines(self.chain_line, self.given, self.uncertain)

    def judge(self, typed: str) -> Judgement:
        """Return the verdict on an answer, by the true lines and by the learner's. Never raises."""
        judged = judge_numbers(typed, self.solution, self._own, on_error=self.stands_on_error)
        return in_words_of(self.prepared.deck.contents.words, judged)

    def count_strokes(self) -> Strokes:
        """Return the pencil strokes (operations and digits of written work) that the line takes; none if it has no
        result.
        """
        from katatx.engine.key import count_strokes
        from katatx.engine.pencils.strokes import Strokes

        try:
            return count_strokes(self.chain_line.node, self.given)
        except EngineError:  # lines without a result take no strokes
            return Strokes()

    def steps(self) -> list[Step]:
        """Return the working of the line from the given values; if they have no result, one step that says why."""
        from katatx.engine.key import write_out
        from katatx.engine.pencils.writing import Step

        try:
            steps = write_out(self.chain_line.node, self.given)
        except EngineError as error:
            return [Step("nothing", str(error), None)]
        return steps or [Step("copy", "the numbers as they stand", None)]
