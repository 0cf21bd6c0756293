"""The stages of a lesson: the calculation fully worked, with one line covered, and with all lines covered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from katatx.decks.prepared import ANSWER, Prepared
from katatx.engine.errors import EngineError
from katatx.engine.key import Solution
from katatx.engine.pencils.writing import line_to_cover
from katatx.engine.values import as_lists
from katatx.notation.printing import write_value
from katatx.progress.events import Opened
from katatx.questions.asking import seed_of
from katatx.questions.question import Question
from katatx.questions.sheet import fill
from katatx.questions.true_working import steps_of
from katatx.questions.working import NOTHING_OPEN, working_text

_ONE_COVERED = 'The same, a line covered: type the result of "{line}".'
_ALL_COVERED = "The same with every line covered: type the last result."
_OTHER_NUMBERS = "The same with other numbers, every line covered: type the last result."


def stages_of(lesson: Prepared) -> list[Callable[[int], Question]]:
    """Return what makes the worked example, one stage with a line covered if one can be, and one to work alone.

    Each takes how often its stage was shown before.
    """
    above = "The idea:", fill(_idea(lesson, "?"), lesson.given), "Now you:"
    covered = replace(_stage(lesson, _ALL_COVERED), above=above)
    last = line_to_cover(lesson.leaves, lesson.solution.value)
    example = _stage(lesson, _idea(lesson, write_value(as_lists(lesson.solution.value))))
    example = replace(example, opened=Opened(len(steps_of(example)), "value"))
    stages: list[Callable[[int], Question]] = [lambda _: example]
    if last is not None:
        stages.append(partial(_one_covered, covered, last))
    return [*stages, partial(_alone, covered)]


def _one_covered(covered: Question, last: int, _: int) -> Question:
    lesson = covered.prepared
    line = lesson.leaves[last].step
    assert line.number is not None  # only the heading of a row has none
    return replace(
        covered,
        asked=_ONE_COVERED.format(line=line.line),
        worked=Solution(lesson.node, lesson.given, lesson.drill.places, line=line.number),
        opened=Opened(last + 1, "expression"),
        up_to=last + 1,
    )


def _alone(covered: Question, showing: int) -> Question:
    """Return the stage with other numbers, and without the idea, whose words may tell the page's; else `covered`."""
    lesson = covered.prepared
    seed = seed_of(f"{lesson.name} {lesson.drill.section}") + showing
    if not lesson.can_be_fresh:
        return covered
    try:
        given, (worked,) = lesson.drawn(seed)[1]
    except EngineError:
        return covered
    return replace(_stage(lesson, _OTHER_NUMBERS), seed=seed, given=given, worked=worked)


def example_lines(example: Question) -> list[str]:
    """Return a worked example as lines of text."""
    return [example.prompt, *(f"  {line}" for line in (*example.sheet, *working_text(steps_of(example))))]


def _stage(lesson: Prepared, asked: str) -> Question:
    return Question(lesson, None, lesson.given, asked, lesson.node, opened=NOTHING_OPEN)


def _idea(lesson: Prepared, answer: str) -> str:
    return lesson.drill.prompt.replace(f"{{{ANSWER}}}", answer)
