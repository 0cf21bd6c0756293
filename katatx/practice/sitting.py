"""A sitting: one question up, an answer judged and on disk before its verdict is known."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from katatx.decks.loading import Deck
from katatx.engine.values import as_lists
from katatx.notation.answers import LONGEST_ANSWER
from katatx.practice.question import Question
from katatx.progress.log import Log
from katatx.progress.records import Attempt, Run, Uncovering
from scoring import Judgement

if TYPE_CHECKING:
    from katatx.engine.pencils import Step

# Tells the time of day, with its zone. Passed in, so that tests need no patching.
Clock = Callable[[], datetime]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an answer led to; it is on disk already. `comes_back` says that its drill is asked
    again in this run.
    """

    question: Question
    typed: str
    judgement: Judgement
    seconds: float
    help: int
    comes_back: bool = False

    @property
    def line(self) -> str:
        """The verdict in words; a right answer that had help says so, and what comes of it."""
        if not (self.help and self.judgement.verdict.counts_as_right):
            return self.judgement.line
        return f"{self.judgement.line}; with help{', so it comes back once more' * self.comes_back}"

    @property
    def erratum(self) -> str | None:
        """What the page prints wrongly, to be told once the answer is graded."""
        return None if self.judgement.verdict.costs_nothing else self.question.erratum

    @property
    def clean(self) -> bool:
        """Whether it was right, and without help."""
        return self.judgement.verdict.counts_as_right and self.help == 0


@dataclass
class Sitting(ABC):
    """What a drill session and a kata have in common: `question` is up now, None at the end."""

    deck: Deck
    log: Log
    run: Run
    clock: Clock
    question: Question | None = field(init=False, default=None)
    uncovered: int = field(init=False, default=0)
    outcomes: list[Outcome] = field(init=False, default_factory=list)

    @property
    @abstractmethod
    def total(self) -> int:
        """How many drills or lines there are."""

    @property
    @abstractmethod
    def finished(self) -> int:
        """How many of them are done."""

    @property
    @abstractmethod
    def place(self) -> str:
        """Where the question up now belongs, in a few words."""

    @property
    @abstractmethod
    def opening(self) -> str:
        """What is to be done, and how far it is, in a sentence or two."""

    @property
    @abstractmethod
    def shows_working(self) -> bool:
        """Whether a graded answer may be followed by its true working."""

    @property
    def asks_again(self) -> bool:
        """Whether what is missed, or answered with help, comes back."""
        return self.shows_working

    @abstractmethod
    def advance(self) -> Question | None:
        """Put the next question up; None at the end of the sitting."""

    @abstractmethod
    def summary_lines(self) -> list[str]:
        """What the sitting came to."""

    @abstractmethod
    def _graded(self, outcome: Outcome) -> None:
        """Take in a graded answer."""

    @property
    def steps(self) -> list[Step]:
        """The worked lines of the question up now."""
        return self._up().steps()

    def answer(self, typed: str, seconds: float, first_key_seconds: float | None = None) -> Outcome:
        """Judge and record an answer to the question up now, which stays up until `advance`.

        Raises LogError where it cannot be recorded: then there is no verdict either.
        """
        question = self._up()
        judgement = question.judge(typed)
        graded = not judgement.verdict.costs_nothing
        cold = graded and self.uncovered == 0 and not self._touched_today(question)
        self.log.record(
            Attempt(
                run=self.run.id,
                deck=self.deck.name,
                drill=question.prepared.drill.id,
                seed=question.seed,
                given={name: as_lists(value) for name, value in question.given.items()},
                typed=typed[:LONGEST_ANSWER],
                verdict=judgement.verdict.value,
                wrong_turns=tuple(turn.name for turn in judgement.wrong_turns),
                slots=judgement.slots,
                help=self.uncovered,
                cold=cold,
                answered=self.clock(),
                seconds=round(seconds, 3),
                first_key_seconds=None if first_key_seconds is None else round(first_key_seconds, 3),
                line=question.line,
            )
        )
        outcome = Outcome(question, typed, judgement, seconds, self.uncovered, self.asks_again)
        if graded:
            self.outcomes.append(outcome)
            self._graded(outcome)
        return outcome

    def uncover(self) -> Step | None:
        """Uncover the next worked line before answering, and record it as help."""
        question, steps = self._up(), self.steps
        if self.uncovered >= len(steps):
            return None
        step = steps[self.uncovered]
        drill = question.prepared.drill.id
        lines = self.uncovered + 1
        self.log.uncover(
            Uncovering(self.run.id, self.deck.name, drill, question.seed, lines, self.clock(), question.line)
        )
        self.uncovered = lines
        return step

    def plan_ahead(self) -> Callable[[], Callable[[], None]]:
        """Work that takes a while and can be done beforehand, such as what judging the question
        up now needs. It changes nothing of the sitting, so that another thread may do it; what
        comes back is then called where the sitting is used.
        """
        question = self._up()

        def work() -> Callable[[], None]:
            question.get_ready()
            return lambda: None

        return work

    def _up(self) -> Question:
        if self.question is None:
            raise ValueError("no question is up")
        return self.question

    def _show(self, question: Question | None) -> None:
        """Put a question up, with the lines of it that lie open already."""
        self.question, self.uncovered = question, 0
        if question is not None:
            drill = question.prepared.drill.id
            self.uncovered = self.log.uncovered(self.run.id, drill, question.seed, question.line)
            if self.uncovered:  # the file may have been edited since, and the working be shorter
                self.uncovered = min(self.uncovered, len(self.steps))

    def _touched_today(self, question: Question) -> bool:
        midnight = self.clock().replace(hour=0, minute=0, second=0, microsecond=0)
        last = self.log.last_touched(self.deck.name, question.prepared.drill.id)
        return last is not None and last >= midnight
