"""One line of a kata, asked from the learner's own lines before it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from katatx.decks.model import KataLine
from katatx.engine.errors import EngineError
from katatx.practice.number_question import judge_numbers, judge_on_rounded
from katatx.practice.question import SolvedQuestion
from katatx.practice.sheet import Names
from scoring import Judgement

if TYPE_CHECKING:
    from katatx.engine.key import Solution
    from katatx.engine.lines import ChainLine
    from katatx.engine.pencils import Step, Strokes
    from katatx.notation.syntax import Node
    from scoring.key import Key


@dataclass
class KataQuestion(SolvedQuestion):
    """A line of a kata. `given` has what it is worked from, the learner's own lines among it;
    `uncertain` the same as intervals that the written numbers stand for. `stands_on_error` says
    that one of those lines is wrong; `starts_anew` that they lead nowhere, as to a division by
    zero, so that the true ones are given instead.
    """

    file_line: KataLine
    chain_line: ChainLine
    true: Solution
    uncertain: Names
    stands_on_error: bool
    starts_anew: bool = False

    @property
    def solution(self) -> Solution:
        """Return what the line comes to from the true lines before it."""
        return self.true

    @property
    def line(self) -> str:
        return self.file_line.name

    @property
    def prompt_as_written(self) -> str:
        return self.file_line.prompt

    @property
    def node(self) -> Node:
        return self.chain_line.node

    @property
    def sheet(self) -> list[str]:
        lines = super().sheet
        return lines if self.advice is None else [*lines, self.advice]

    @property
    def advice(self) -> str | None:
        return "Your own lines lead nowhere here: these are the true ones." if self.starts_anew else None

    @property
    def places(self) -> int:
        return self.chain_line.places

    @property
    def is_fresh(self) -> bool:
        return self.seed is not None

    @cached_property
    def _own(self) -> Key | None:
        """The key of the line from the learner's own lines before it."""
        from katatx.engine.chains import own_key

        return own_key(self.chain_line, self.given, self.uncertain if self.stands_on_error else self.given)

    def judge(self, typed: str) -> Judgement:
        if self.stands_on_error:
            return judge_numbers(typed, self.solution.key, self._own)
        return judge_on_rounded(typed, self.solution.key, self._own)

    def count_strokes(self) -> Strokes:
        from katatx.engine.key import count_strokes
        from katatx.engine.pencils import Strokes

        try:
            return count_strokes(self.chain_line.node, self.given)
        except EngineError:  # own lines that lead nowhere take no strokes
            return Strokes()

    def steps(self) -> list[Step]:
        from katatx.engine.key import write_out
        from katatx.engine.pencils import Step

        try:
            steps = write_out(self.chain_line.node, self.given)
        except EngineError as error:
            return [Step("nothing", str(error), None)]
        return steps or [Step("copy", "the numbers as they stand", None)]
