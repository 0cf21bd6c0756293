"""Lessons: read an example, complete it, work it alone. They are neither timed nor recorded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from katatx.decks.lessons import PreparedLesson, lesson_of
from katatx.decks.loading import Deck
from katatx.notation.answers import LONGEST_ANSWER
from katatx.progress.records import Opened
from katatx.questions.lesson import LessonQuestion, example_lines, questions_of
from katatx.questions.outcome import Outcome
from katatx.questions.question import Question
from katatx.sessions.asking import Asking


@dataclass
class LessonStages(Asking):
    """The stages of a lesson, in order: the worked example, the example with one line covered, and with all lines
    covered.
    """

    lesson: PreparedLesson
    _stages: list[LessonQuestion] = field(init=False)
    _at: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        """Work out all stages, and show the first. Raises KatatxError if the lesson cannot be worked."""
        self._stages = list(questions_of(self.lesson))
        self._show(self._stages[0])

    @property
    def is_example(self) -> bool:
        """Return whether the present stage is the worked example, which is only read."""
        return self._at == 0

    @property
    def lines(self) -> list[str]:
        """Return the worked example as lines of text."""
        return example_lines(self._stages[0])

    @property
    def title(self) -> str:
        """Return the section that the lesson introduces."""
        return self.lesson.drill.section

    @property
    def total(self) -> int:
        """Return the number of stages."""
        return len(self._stages)

    @property
    def finished(self) -> int:
        """Return the number of stages completed."""
        return self._at

    @property
    def place(self) -> str:
        """Return `lesson · ` and the section's name, for the screen's title; the same at every stage."""
        return f"lesson · {self.title}"

    @property
    def shows_working(self) -> bool:
        """Return True, because an answer is followed by the working."""
        return True

    @property
    def is_untimed(self) -> bool:
        """Return True, because lessons are not timed."""
        return True

    def advance(self) -> Question | None:
        """Show the next stage and return its question; None after the last."""
        self._at += 1
        self._show(self._stages[self._at] if self._at < len(self._stages) else None)
        return self.question

    def answer(
        self,
        typed: str,
        seconds: float,
        first_key_seconds: float | None = None,
        paused: float = 0.0,
        rest: float | None = None,
    ) -> Outcome:
        """Return the verdict on an answer without recording it, and uncover the whole working if it is graded.

        Times other than `seconds` are ignored.
        """
        question = self.current
        judgement = question.judge(typed)
        if not judgement.verdict.costs_nothing:
            self.opened = Opened(len(self.steps), "value")
        return Outcome(question, typed[:LONGEST_ANSWER], judgement, seconds, help=0)

    def _remember_help(self, opened: Opened) -> None:
        """Record nothing: help in a lesson does not count."""

    def plan_ahead(self) -> Callable[[], Callable[[], None]]:
        """Return a function for a background thread that prepares the question.

        It returns a second function, which does nothing. Raises ValueError if there is no question.
        """
        question = self.current

        def work() -> Callable[[], None]:
            """Prepare the question; nothing is left to be done afterwards."""
            question.get_ready()
            return lambda: None

        return work

    def _show(self, question: Question | None) -> None:
        """Show a question with the part of its working that is open at first; None shows no question."""
        self.question, self._steps = question, None
        if isinstance(question, LessonQuestion):
            self.opened = question.opened


def lesson_for(asking: Asking) -> LessonStages | None:
    """Return the lesson of the section of the current question; None if there is no question or no lesson.

    Raises KatatxError if the lesson cannot be worked.
    """
    question = asking.question
    return None if question is None else open_lesson(question.prepared.deck, question.section)


def open_lesson(deck: Deck, section: str) -> LessonStages | None:
    """Return the lesson of a deck's section; None if it has none. Raises KatatxError if it cannot be worked."""
    lesson = lesson_of(deck, section)
    return None if lesson is None else LessonStages(lesson)
