"""The stages of a lesson: the calculation fully worked, with one line covered, and with all lines covered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from katatx.decks.prepared import ANSWER, Prepared
from katatx.engine.key import Solution
from katatx.engine.mistakes.leaves import line_to_cover
from katatx.engine.values import as_lists
from katatx.notation.printing import write_value
from katatx.progress.events import Opened
from katatx.questions.question import Question
from katatx.questions.sheet import fill
from katatx.questions.true_working import steps_of
from katatx.questions.working import NOTHING_OPEN, working_text

_ONE_COVERED = (
    'The line "{line}" of the working is covered, and what follows it is left out. Work the line on paper, and type '
    "what it comes to."
)
_ALL_COVERED = "Every line is covered. Work them on paper, and type what the last one comes to."


def questions_of(lesson: Prepared) -> Iterator[Question]:
    """Yield the worked example, one stage with a line covered if one can be, and one with all lines covered.

    Raises KatatxError if the lesson cannot be worked.
    """
    example = _stage(lesson, _idea(lesson, write_value(as_lists(lesson.solution.value))))
    yield replace(example, opened=Opened(len(steps_of(example)), "value"))
    covered = replace(
        _stage(lesson, _ALL_COVERED),
        above=("The idea:", fill(_idea(lesson, "?"), lesson.given), "Now you:"),
    )
    last = line_to_cover(lesson.leaves, lesson.solution.value)
    if last is not None:
        line = lesson.leaves[last].step
        assert line.number is not None  # only the heading of a row has none
        yield replace(
            covered,
            asked=_ONE_COVERED.format(line=line.line),
            worked=Solution(lesson.node, lesson.given, lesson.drill.places, line=line.number),
            opened=Opened(last + 1, "name"),
            up_to=last + 1,
        )
    yield covered


def example_lines(example: Question) -> list[str]:
    """Return a worked example as lines of text: the idea, the given values, and each line of the working, indented."""
    return [example.prompt, *(f"  {line}" for line in (*example.sheet, *working_text(steps_of(example))))]


def _stage(lesson: Prepared, asked: str) -> Question:
    return Question(lesson, None, lesson.given, asked, lesson.node, opened=NOTHING_OPEN)


def _idea(lesson: Prepared, answer: str) -> str:
    return lesson.drill.prompt.replace(f"{{{ANSWER}}}", answer)
