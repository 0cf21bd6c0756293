"""The base classes of questions: a drill with concrete numbers, and the judgement of answers.

The code that works out answers is imported when first needed, so that a prompt can be shown without it. An option is a
line that can be selected, such as a choice. Pencil strokes are counts of the products, sums, exponentials, divisions
and digits that written work takes; target times are calculated from them.
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
from katatx.questions.answer_form import Behind, Wanted
from katatx.questions.reading import read_numbers
from katatx.questions.sheet import Names, Option, fill, given_lines
from scoring import Band, Judgement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from katatx.engine.key import Solution
    from katatx.engine.pencils.strokes import Strokes
    from katatx.engine.pencils.writing import Step
    from katatx.notation.syntax import Node
    from katatx.pictures.parts import Picture
    from scoring.target import Pace

_LONGEST_READING = 240
_KINDS = {0: "scalar", 1: "vector", 2: "matrix"}


@dataclass
class Question(ABC):
    """A drill with its numbers: the page's if `seed` is None, else random ones where it has ranges (see `is_fresh`).

    `given` are the values by name.

    What only some kinds of question have is here a method that returns None, 0 or an empty value, as its docstring
    says. Whatever must work the answer out, judging too, raises KatatxError if the drill is faulty. A spot is a
    question that shows a working with one wrong line to find.
    """

    prepared: Prepared
    seed: int | None
    given: Names
    # Lines shown above the question, such as a worked example with other numbers or a lesson's idea.
    above: tuple[str, ...] = field(default=(), init=False, kw_only=True)

    @property
    def id(self) -> str:
        """Return the drill's name, `deck/drill`."""
        return self.prepared.name

    @property
    def section(self) -> str:
        """Return the section of the page that the drill belongs to."""
        return self.prepared.drill.section

    @property
    def line(self) -> str | None:
        """Return the name of the kata line that is asked for; None for a drill."""
        return None

    @property
    def prompt(self) -> str:
        """Return the prompt with its numbers filled in."""
        return fill(self.prompt_as_written, self.given)

    @property
    def prompt_as_written(self) -> str:
        """Return the prompt as in the deck's file, with placeholders for numbers."""
        return self.prepared.drill.prompt

    @property
    def sheet(self) -> list[str]:
        """Return the lines shown with the prompt: those of `above`, the given values that it does not name, then
        `choosing`.
        """
        return [*self.above, *given_lines(self.given, placeholders(self.prompt_as_written)), *self.choosing]

    @property
    def choosing(self) -> list[str]:
        """Return the options as text, and how to select one if that must be said; [] if only numbers are asked
        for.
        """
        return [str(option) for option in self.options]

    @property
    def pictures(self) -> Sequence[Picture]:
        """Return pictures of the given values, arranged as the answer's expression uses them if it is known."""
        from katatx.pictures.choosing import pictures_of

        return pictures_of(self.node, self.given, placeholders(self.prompt_as_written))

    def pictures_of(self, step: Step) -> Sequence[Picture]:
        """Return pictures of a line of the working; [] if its text says everything."""
        from katatx.pictures.working import pictures_of_answer, pictures_of_step

        # The last line of a single operation is the whole answer.
        if self.node is not None and not step.steps and step.value is not None and as_lists(step.value) == self.key:
            return pictures_of_answer(self.node, self.given, step.value) or pictures_of_step(step)
        return pictures_of_step(step)

    @property
    def node(self) -> Node | None:
        """Return the expression of the answer; None if there is none or if it would give too much away."""
        return None

    @property
    def advice(self) -> str | None:
        """Return a sentence with further information needed to answer; None if there is none."""
        return None

    @property
    def options(self) -> Sequence[Option]:
        """Return the lines that can be selected, such as choices; () if only numbers are asked for."""
        return ()

    def pointed_at(self, typed: str) -> int | None:
        """Return the index of the option that the typed text selects; None if it selects none."""
        return None

    def pointing_at(self, option: int, typed: str) -> str:
        """Return the typed text, changed so that it selects the option with this index, from 0; unchanged without
        options.
        """
        return typed

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return the choices in the order shown; () for other questions."""
        return ()

    @property
    def places(self) -> int:
        """Return the number of decimals asked for."""
        return self.prepared.drill.places

    @property
    def is_fresh(self) -> bool:
        """Return whether the numbers differ from the page's."""
        return self.seed is not None and self.prepared.can_be_fresh

    @property
    @abstractmethod
    def answer_type(self) -> str:
        """Return the type: "scalar", "vector", "matrix", "choice", or "line" (a wrong line to find)."""

    @property
    @abstractmethod
    def key(self) -> Any:
        """Return the true value as nested lists (a single number as it is), or the text of the right choice.

        For a spot it is the value that should be on the wrong line, without the number of that line.
        """

    @property
    def band(self) -> tuple[tuple[int, ...], Band] | None:
        """Return the shape of the answer and the lowest and highest accepted values of its numbers; None
        for a choice.
        """
        return None

    @property
    def erratum(self) -> str | None:
        """Return a sentence on the page's misprint; None if there is none or the numbers are not the page's."""
        erratum = None if self.is_fresh or self.line is not None else self.prepared.drill.erratum
        return None if erratum is None else plain(f"The page that this deck follows has an error here. {erratum}")

    def pencil_seconds(self, tools: str = "tables") -> float | None:
        """Return the seconds to read the question and work it by hand at the default pace; None for a choice or a
        spot.

        `tools` are "none", "tables" or "calculator".
        """
        return None

    @property
    def characters(self) -> int:
        """Return the number of characters to type for the answer; 0 for a choice or a spot."""
        return 0

    def target_seconds(self, pace: Pace | None = None) -> float | None:
        """Return the seconds that an automatic answer takes at most, at the learner's `pace` or the default one.

        Returns None for a choice or a spot.
        """
        from scoring.target import Pace, target_seconds

        pace = pace or Pace()
        pencil = self.pencil_seconds(pace.tools)
        return None if pencil is None else target_seconds(pencil, self.characters, pace)

    @abstractmethod
    def judge(self, typed: str) -> Judgement:
        """Return the verdict on the typed text: `unread` for text that cannot be read. No text raises an error."""

    @abstractmethod
    def steps(self) -> list[Step]:
        """Return the working as steps, which hints uncover one by one; a step may contain `steps`."""

    @property
    def size_foreseen(self) -> tuple[int, ...] | None:
        """Return the shape of the answer if it is known without working it out; otherwise None."""
        return None

    @property
    def wanted_words(self) -> str:
        """Return how many numbers are asked for, and to how many decimals, in words; "" for a choice or a spot."""
        return ""

    def behind(self, typed: str) -> Behind:
        """Return the faint hint after the typed text: the empty places and what is wanted."""
        return Behind()

    def first_behind(self, typed: str) -> Behind:
        """Return the faint hint after the text typed so far, before the answer has been worked out."""
        return self.behind(typed)

    def steps_with(self, name: str) -> list[Step]:
        """Return the working that a known mistake leads to, as steps; [] if that is unknown, as for a choice."""
        return []

    def read_back(self, typed: str) -> str:
        """Return how the answer will be read, or why it cannot be read yet, short and safe to display; "" for empty
        text.
        """
        return plain(self.reading(typed), _LONGEST_READING, keep="") if typed.strip() else ""

    @abstractmethod
    def reading(self, typed: str) -> str:
        """Return how the typed text will be read, at any length, not yet safe to display. No text raises an error."""

    def get_ready(self) -> None:
        """Work out in advance everything that judging an answer needs, so that the verdict comes at once."""
        self.judge("0")
        self.target_seconds()


class SolvedQuestion(Question):
    """A question whose answer is the value of an expression.

    Pencil strokes are counts of the products, sums, exponentials, divisions and digits that written work takes.
    """

    @property
    @abstractmethod
    def solution(self) -> Solution:
        """Return the true value and the key made from it."""

    @property
    def answer_type(self) -> str:
        """Return the type by the value's shape: "scalar", "vector" or "matrix"."""
        return _KINDS[len(shape_of(self.solution.value))]

    @property
    def key(self) -> Any:
        """Return the true value as nested lists."""
        return as_lists(self.solution.value)

    @property
    def band(self) -> tuple[tuple[int, ...], Band]:
        """Return the shape of the answer and the lowest and highest accepted values of its numbers."""
        return self.solution.key.shape, self.solution.key.band

    def reading(self, typed: str) -> str:
        """Return how the typed numbers will be read, or why they are not read yet. No text raises an error."""
        return read_numbers(typed, self.band[0], self.solution.key.forms)

    @property
    def size_foreseen(self) -> tuple[int, ...] | None:
        """Return the shape of the answer, found from the shapes of the given values; None if that is impossible."""
        from katatx.pictures.sizes import size_of_result

        return None if self.node is None else size_of_result(self.node, self.given)

    @cached_property
    def wanted(self) -> Wanted:
        """Return the shape and the decimals that the answer should have, 0 if it is certain to be whole."""
        whole = self.node is not None and self.solution.stays_whole
        return Wanted(self.band[0], 0 if whole else self.places)

    @property
    def wanted_words(self) -> str:
        """Return how many numbers are asked for, to how many decimals, and for a grid how to separate its rows, in
        words.
        """
        return self.wanted.words + "; put ; between rows" * (len(self.wanted.shape) == 2)

    def behind(self, typed: str) -> Behind:
        """Return the faint hint after the typed text: the empty places and what is wanted."""
        return self.wanted.behind(typed)

    def first_behind(self, typed: str) -> Behind:
        """Return the hint for the empty answer line without working out the answer: its places, or one if their
        number is unknown.
        """
        return Wanted(self.size_foreseen or (), None).behind(typed)

    @abstractmethod
    def count_strokes(self) -> Strokes:
        """Return the pencil strokes that the working takes."""

    @cached_property
    def strokes(self) -> Strokes:
        """Return the pencil strokes that the working takes; counted once."""
        return self.count_strokes()

    def pencil_seconds(self, tools: str = "tables") -> float | None:
        """Return the seconds to read the question and work it by hand at the default pace, to one decimal.

        `tools` are "none", "tables" or "calculator".
        """
        from scoring.target import reading_seconds, stroke_seconds

        return round(reading_seconds(len(self.prompt.split())) + stroke_seconds(self.strokes, tools), 1)

    @property
    def characters(self) -> int:
        """Return the number of characters to type for the answer."""
        return len(write_value(self.key, self.places))
