"""The base class of what asks questions: one at a time, with its working uncovered part by part."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from katatx.progress.records import Opened
from katatx.questions.question import Question
from katatx.questions.working import NOTHING_OPEN, hint, opened_next
from katatx.views.words import Words, words_beside

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step
    from katatx.errors import KatatxError
    from katatx.questions.outcome import Outcome
    from katatx.sessions.lesson import LessonStages


@dataclass
class Asking(ABC):
    """Questions asked one after the other. `question` is the current one, None at the end.

    `opened` is how much of its working is uncovered. Subclasses show a question by setting both. What only some kinds
    of session do is here a method that does nothing and returns False, None, 0 or "", as its docstring says.
    """

    question: Question | None = field(init=False, default=None)
    opened: Opened = field(init=False, default=NOTHING_OPEN)
    _steps: list[Step] | None = field(init=False, default=None, repr=False)

    @property
    def words(self) -> Mapping[str, str]:
        """Return the page's own words, each with the textbook's word for it; empty if no question is asked."""
        return {} if self.question is None else self.question.prepared.deck.contents.words

    @property
    def words_beside(self) -> Words:
        """Return the page's words with the textbook's, in display order: first those that occur in the question."""
        question = self.question
        return words_beside(self.words, () if question is None else (question.prompt, *question.sheet))

    @property
    @abstractmethod
    def title(self) -> str:
        """Return the title of the session."""

    @property
    @abstractmethod
    def total(self) -> int:
        """Return the number of questions, drills or lines of the session, whichever it counts."""

    @property
    @abstractmethod
    def finished(self) -> int:
        """Return how many of `total` are done."""

    @property
    @abstractmethod
    def place(self) -> str:
        """Return the question's position in the page or the kata, in a few words. Ask only while there is a
        question.
        """

    @property
    def heading(self) -> str:
        """Return the deck's name and the question's position. Raises ValueError if no question is asked."""
        return f"{self.current.prepared.deck.name} · {self.place}"

    @property
    @abstractmethod
    def shows_working(self) -> bool:
        """Return whether the true working may be shown after a graded answer."""

    @property
    def when_again(self) -> str:
        """Return when the drill just graded is asked again ("again in 3 questions"); "" if it is not, as without a
        queue.
        """
        return ""

    @property
    @abstractmethod
    def is_untimed(self) -> bool:
        """Return whether the time of the current question does not count."""

    @property
    def seconds_before(self) -> float:
        """Return the seconds already on the clock when a question is shown: for a kata those of its earlier lines, else
        0.
        """
        return 0.0

    @abstractmethod
    def advance(self) -> Question | None:
        """Show the next question and return it; None at the end of the session.

        Raises LogError if the session needs the log and cannot use it.
        """

    def ask_again(self) -> bool:
        """Show the drill just graded once more with other numbers; return False if that is impossible."""
        return False

    def leave_out(self, error: KatatxError) -> bool:
        """Leave out the current question, which raised `error` because it cannot be worked, and show the next one.

        Returns False if the session cannot continue without it, or if the error is the log's.
        """
        return False

    def take_lesson(self) -> LessonStages | None:
        """Return the lesson to show before the current question; None if there is none or it was returned before."""
        return None

    @abstractmethod
    def answer(
        self,
        typed: str,
        seconds: float,
        first_key_seconds: float | None = None,
        paused: float = 0.0,
        rest: float | None = None,
    ) -> Outcome:
        """Judge an answer to the current question, which stays until `advance`; record it if the session is recorded.

        `seconds` runs from the prompt to Enter without the `paused` seconds; `first_key_seconds` is the time to the
        first key, None if unknown. `rest` is the longest time in seconds without a key, by default all of `seconds`.
        Raises ValueError if there is no question, KatatxError if it cannot be worked (see `leave_out`).
        """

    @abstractmethod
    def plan_ahead(self) -> Callable[[], Callable[[], None]]:
        """Return a function for a background thread that prepares what judging the current question needs.

        It changes nothing in the session, but returns a second function that does: call that one in the session's
        thread. Raises ValueError if there is no question; this and the function for the thread raise KatatxError if a
        question cannot be worked.
        """

    @property
    def current(self) -> Question:
        """Return the current question. Raises ValueError if there is none."""
        if self.question is None:
            raise ValueError("no question is asked now")
        return self.question

    @property
    def steps(self) -> list[Step]:
        """Return the working of the current question, worked out once.

        Raises ValueError if there is no question, KatatxError if it cannot be worked.
        """
        if self._steps is None:
            self._steps = self.current.steps()
        return self._steps

    def hint(self) -> str | None:
        """Uncover the next part of the working, record it as help, and return it as a line.

        A line is uncovered in three parts: its name, its expression, its value. Returns None if nothing is covered any
        more. Raises LogError, uncovering nothing, if the help cannot be recorded, ValueError if there is no question,
        and KatatxError if it cannot be worked.
        """
        opened = opened_next(self.steps, self.opened)
        if opened is None:
            return None
        self._remember_help(opened)
        self.opened = opened
        return hint(self.steps, opened)

    @abstractmethod
    def _remember_help(self, opened: Opened) -> None:
        """Record that the working is about to be uncovered as far as `opened`."""
