"""The stages of a lesson: the calculation fully worked, with one line covered, and with all lines covered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from katatx.decks.lessons import ANSWER, PreparedLesson
from katatx.engine.values import as_lists, floats
from katatx.notation.printing import write_value
from katatx.questions.answer_form import Wanted
from katatx.questions.number import NumberQuestion
from katatx.questions.sheet import fill
from katatx.questions.working import NOTHING_OPEN, Opened, working_text

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step
    from katatx.notation.syntax import Node
    from katatx.pictures.parts import Picture

# Placeholder for the answer in the idea while it is asked for.
_UNTOLD = "?"
_ONE_COVERED = (
    'The line "{line}" of the working is covered, and what follows it is left out. Work the line on paper, and type '
    "what it comes to."
)
_ALL_COVERED = "Every line is covered. Work them on paper, and type what the last one comes to."


@dataclass
class LessonQuestion(NumberQuestion):
    """A stage of a lesson: its calculation up to the line of working with index `last`, or to the end for None.

    `asked` is the prompt, with placeholders, and `opened` the part of the working that is visible at first.
    """

    asked: str = ""
    opened: Opened = NOTHING_OPEN
    last: int | None = None

    @property
    def prompt_as_written(self) -> str:
        """Return the prompt, with placeholders for numbers."""
        return self.asked

    @property
    def node(self) -> Node | None:
        """Return the lesson's expression; None if a line in the middle is asked for."""
        return self.prepared.node if self.last is None else None

    @property
    def pictures(self) -> Sequence[Picture]:
        """Return pictures of the given numbers, with empty lines to fill in unless it is the worked example."""
        from katatx.decks.parts import placeholders
        from katatx.pictures.choosing import pictures_of

        node = self.prepared.node if self.above else None
        return pictures_of(node, self.given, placeholders(self.asked))

    @cached_property
    def wanted(self) -> Wanted:
        """Return the shape and the decimals that the answer should have, 0 if it is whole."""
        whole = all(number.is_integer() for number in floats(self.solution.value))
        return Wanted(self.band[0], 0 if whole else self.places)

    def steps(self) -> list[Step]:
        """Return the working as a flat list of lines, up to the line asked for."""
        return self._cut(super().steps())

    def steps_with(self, name: str) -> list[Step]:
        """Return the working that a known mistake leads to, as a flat list of lines up to the line asked for.

        It is [] if the mistake is unknown or impossible with these numbers.
        """
        return self._cut(super().steps_with(name))

    def _cut(self, steps: Sequence[Step]) -> list[Step]:
        """Return the steps as a flat list of lines, up to the line asked for; the answer is the last one."""
        from katatx.engine.mistakes.leaves import leaves_of

        lines = [leaf.step._replace(steps=()) for leaf in leaves_of(steps)]
        if self.last is not None:
            return lines[: self.last + 1]
        # A last step that only combines the lines is still the answer.
        return lines if not steps or lines[-1].value == steps[-1].value else [*lines, steps[-1]._replace(steps=())]


def example_of(lesson: PreparedLesson) -> LessonQuestion:
    """Return a lesson's worked example, with all lines open. Raises KatatxError if it cannot be worked."""
    example = LessonQuestion(
        lesson, None, lesson.given, asked=_with_answer(lesson, write_value(as_lists(lesson.solution.value)))
    )
    example.opened = Opened(len(example.steps()), "value")
    return example


def example_lines(example: LessonQuestion) -> list[str]:
    """Return a worked example as lines of text: the idea, the given values, and each line of the working, indented."""
    working = working_text(example.steps())
    return [example.prompt, *(f"  {line}" for line in (*example.sheet, *working))]


def questions_of(lesson: PreparedLesson) -> Iterator[LessonQuestion]:
    """Yield the stages of a lesson: the worked example, one with a line covered if one can be, one with all lines
    covered.

    Raises KatatxError if the lesson cannot be worked.
    """
    from katatx.engine.key import Solution
    from katatx.engine.mistakes.leaves import line_to_cover

    yield example_of(lesson)
    leaves = lesson.leaves
    last = line_to_cover(leaves, lesson.solution.value)
    if last is not None:
        line = leaves[last].step
        assert line.number is not None  # only the heading of a row has none
        solution = Solution(lesson.node, lesson.given, lesson.drill.places, line=line.number)
        asked = _ONE_COVERED.format(line=line.line)
        covered = LessonQuestion(lesson, None, lesson.given, solution, asked, Opened(last + 1, "name"), last)
        yield _under_idea(lesson, covered)
    yield _under_idea(lesson, LessonQuestion(lesson, None, lesson.given, asked=_ALL_COVERED))


def _under_idea(lesson: PreparedLesson, question: LessonQuestion) -> LessonQuestion:
    """Put the lesson's idea, with "?" for the answer, above the question, and return the question."""
    question.above = ("The idea:", fill(_with_answer(lesson, _UNTOLD), lesson.given), "Now you:")
    return question


def _with_answer(lesson: PreparedLesson, answer: str) -> str:
    """Return a lesson's idea with the text `answer` in place of `{answer}`; other placeholders stay."""
    return lesson.drill.prompt.replace(f"{{{ANSWER}}}", answer)
