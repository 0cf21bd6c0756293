"""A drill with the numbers it is asked with, and the judging of an answer to it.

What works answers out is imported when it is first needed: a prompt can be shown
without it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from katatx.decks.model import Choice
from katatx.decks.parts import placeholders
from katatx.decks.prepared import Prepared
from katatx.engine.values import as_lists, shape_of
from katatx.notation.printing import write_value
from katatx.notation.quoting import plain
from katatx.practice.reading import read_numbers
from katatx.practice.sheet import Names, Option, fill, given_lines
from scoring import Band, Judgement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from katatx.engine.key import Solution
    from katatx.engine.pencils import Step, Strokes
    from katatx.notation.syntax import Node
    from katatx.practice.pictures.parts import Picture
    from scoring.target import Pace

_LONGEST_READING = 240
_KINDS = {0: "scalar", 1: "vector", 2: "matrix"}


@dataclass
class Question(ABC):
    """A drill as asked: with the page's numbers (`seed` None) or fresh ones."""

    prepared: Prepared
    seed: int | None
    given: Names
    # The same worked on other numbers, shown above what is given; empty for most.
    lesson: tuple[str, ...] = field(default=(), init=False, kw_only=True)

    @property
    def id(self) -> str:
        """`deck/drill`."""
        return self.prepared.name

    @property
    def section(self) -> str:
        """Return what of the page it belongs to."""
        return self.prepared.drill.section

    @property
    def line(self) -> str | None:
        """The line of a kata that it asks for; None for a drill by itself."""
        return None

    @property
    def prompt(self) -> str:
        """The prompt with its numbers in it."""
        return fill(self.prompt_as_written, self.given)

    @property
    def prompt_as_written(self) -> str:
        """The prompt of the file, with names for its numbers."""
        return self.prepared.drill.prompt

    @property
    def sheet(self) -> list[str]:
        """Return what stands under the prompt, a line each."""
        return [*self.lesson, *given_lines(self.given, placeholders(self.prompt_as_written))]

    @property
    def pictures(self) -> Sequence[Picture]:
        """Return what is given, drawn: as the answer's expression uses it."""
        from katatx.practice.pictures.choosing import pictures_of

        return pictures_of(self.node, self.given, placeholders(self.prompt_as_written))

    def pictures_of(self, step: Step) -> Sequence[Picture]:
        """A worked line, drawn; nothing where looking at it says no more than reading."""
        from katatx.practice.pictures.choosing import pictures_of_answer, pictures_of_step

        # A lone recipe's lines stand as the expression's own, so that its last is all of it.
        if self.node is not None and not step.steps and step.value is not None and as_lists(step.value) == self.key:
            return pictures_of_answer(self.node, self.given, step.value) or pictures_of_step(step)
        return pictures_of_step(step)

    @property
    def node(self) -> Node | None:
        """The expression that answers it; None where there is none, or where it would tell too much."""
        return None

    @property
    def advice(self) -> str | None:
        """Return what else must be known to answer it."""
        return None

    @property
    def options(self) -> Sequence[Option]:
        """Lines of the sheet to point at: choices, or the lines of a working; none where numbers are asked."""
        return ()

    def pointed_at(self, typed: str) -> int | None:
        """Return which of the options is meant by what is typed."""
        return None

    def pointing_at(self, option: int, typed: str) -> str:
        """Return what is typed, changed so that it means an option."""
        return typed

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices in the order shown; none but for a choice."""
        return ()

    @property
    def places(self) -> int:
        """Return how many decimals are asked for."""
        return self.prepared.drill.places

    @property
    def is_fresh(self) -> bool:
        """Return whether its numbers are other than the page's."""
        return self.seed is not None and self.prepared.can_be_fresh

    @property
    @abstractmethod
    def answer_type(self) -> str:
        """scalar, vector, matrix, choice, or line for a wrong line to be spotted."""

    @property
    @abstractmethod
    def key(self) -> Any:
        """The true value as plain nested lists; the text of the right one for a choice."""

    @property
    def band(self) -> tuple[tuple[int, ...], Band] | None:
        """The shape of the answer and the band of its numbers; None for a choice."""
        return None

    @property
    def erratum(self) -> str | None:
        """Return what to tell of the page's own wrong answer, where this asks with the page's numbers."""
        erratum = None if self.is_fresh or self.line is not None else self.prepared.drill.erratum
        return None if erratum is None else plain(f"The page errs here. {erratum}")

    def pencil_seconds(self, tools: str = "tables") -> float | None:
        """Return how long reading it and its strokes take by hand, by default, with some tools; None where nothing is
        worked.
        """
        return None

    @property
    def characters(self) -> int:
        """Return how many characters its answer has, where it is worked."""
        return 0

    def target_seconds(self, pace: Pace | None = None) -> float | None:
        """Return how long it takes once it is automatic, at a learner's pace or the default one; None
        where nothing is worked.
        """
        from scoring.target import Pace, target_seconds

        pace = pace or Pace()
        pencil = self.pencil_seconds(pace.tools)
        return None if pencil is None else target_seconds(pencil, self.characters, pace)

    @abstractmethod
    def judge(self, typed: str) -> Judgement:
        """The verdict on what was typed. Never raises: what cannot be read is `unread`."""

    @abstractmethod
    def steps(self) -> list[Step]:
        """The worked lines, to be uncovered one by one; lines inside a line stand in its own `steps`."""

    def read_back(self, typed: str) -> str:
        """Return what an answer says as it will be read, or why it cannot be yet; empty where nothing is typed."""
        return plain(self.reading(typed), _LONGEST_READING, keep="") if typed.strip() else ""

    @abstractmethod
    def reading(self, typed: str) -> str:
        """Return how what is typed will be read. Never raises."""

    def get_ready(self) -> None:
        """Work out beforehand all that judging an answer needs, so that Enter does not wait."""
        self.judge("0")
        self.target_seconds()


class SolvedQuestion(Question):
    """A question whose answer is numbers that an expression comes to."""

    @property
    @abstractmethod
    def solution(self) -> Solution:
        """Return what the numbers come to, and the key that makes."""

    @property
    def answer_type(self) -> str:
        return _KINDS[len(shape_of(self.solution.value))]

    @property
    def key(self) -> Any:
        return as_lists(self.solution.value)

    @property
    def band(self) -> tuple[tuple[int, ...], Band]:
        return self.solution.key.shape, self.solution.key.band

    def reading(self, typed: str) -> str:
        return read_numbers(typed, self.band[0])

    @abstractmethod
    def count_strokes(self) -> Strokes:
        """Count what a pencil does for it."""

    @cached_property
    def strokes(self) -> Strokes:
        """Return what a pencil does for it."""
        return self.count_strokes()

    def pencil_seconds(self, tools: str = "tables") -> float | None:
        from scoring.target import reading_seconds, stroke_seconds

        return round(reading_seconds(len(self.prompt.split())) + stroke_seconds(self.strokes, tools), 1)

    @property
    def characters(self) -> int:
        return len(write_value(self.key, self.places))
