"""A sitting: one question up, an answer judged and on disk before its verdict is known."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from katatx.engine.values import as_lists
from katatx.notation.answers import LONGEST_ANSWER
from katatx.practice.clock import Clock
from katatx.practice.outcome import Outcome
from katatx.practice.question import Question
from katatx.practice.told import time_and_goes
from katatx.practice.working import NOTHING_OPEN, hint, line_of, opened_next
from katatx.progress.errors import LogError
from katatx.progress.log import Log, Recorded
from katatx.progress.records import Answered, Opened, Run, Uncovering
from scoring import Judgement
from scoring.target import Pace, sat_untouched

if TYPE_CHECKING:
    from katatx.engine.pencils import Step
    from katatx.practice.calibration import Calibration
    from katatx.practice.knowing import Found


@dataclass
class Sitting(ABC):
    """What a session, a kata and a review have in common: `question` is up now, None at the end."""

    log: Log
    run: Run
    clock: Clock
    question: Question | None = field(init=False, default=None)
    opened: Opened = field(init=False, default=NOTHING_OPEN)
    _steps: list[Step] | None = field(init=False, default=None, repr=False)
    outcomes: list[Outcome] = field(init=False, default_factory=list)
    # The learner's pace as the sitting began. Read then: a log that fails later must not cost an answer.
    pace: Pace = field(init=False, default_factory=Pace)
    # The decks of which the log knows what their drills are worked by.
    _known: set[str] = field(init=False, default_factory=set, repr=False)

    @property
    def kind(self) -> str:
        """drill, kata or review."""
        return self.run.kind

    @property
    def words(self) -> Mapping[str, str]:
        """The words of the page that is practised, with the textbook's."""
        return {} if self.question is None else self.question.prepared.deck.contents.words

    @property
    @abstractmethod
    def title(self) -> str:
        """Return what is practised."""

    @property
    @abstractmethod
    def total(self) -> int:
        """Return how many drills or lines there are."""

    @property
    @abstractmethod
    def finished(self) -> int:
        """Return how many of them are done."""

    @property
    @abstractmethod
    def place(self) -> str:
        """Return where the question up now belongs, in a few words."""

    @property
    def heading(self) -> str:
        """The same with the deck's name."""
        return f"{self._up().prepared.deck.name} · {self.place}"

    @property
    def mixes_decks(self) -> bool:
        """Return whether the deck must be named with every question."""
        return False

    @property
    @abstractmethod
    def opening(self) -> str:
        """Return what is to be done, and how far it is, in a sentence or two."""

    @property
    @abstractmethod
    def shows_working(self) -> bool:
        """Return whether a graded answer may be followed by its true working."""

    @property
    def asks_again(self) -> bool:
        """Return whether what is missed, or answered with help, comes back."""
        return self.shows_working

    @abstractmethod
    def advance(self) -> Question | None:
        """Put the next question up; None at the end of the sitting."""

    def ask_again(self) -> bool:
        """Put the drill just graded up once more, on fresh numbers; False where that cannot be."""
        return False

    @abstractmethod
    def summary_lines(self) -> list[str]:
        """Return what the sitting came to."""

    @abstractmethod
    def _graded(self, outcome: Outcome) -> None:
        """Take in a graded answer."""

    @property
    def offers_calibration(self) -> bool:
        """Return whether to offer, once, to measure the learner's typing: at the end of their first sitting."""
        if not self.outcomes or self.log.aside is not None or self.log.has_typings():
            return False
        graded = sum(attempt.answer.graded for attempt in self.log.attempts(self.run.id))
        return graded == len(self.outcomes) and not self.log.has_attempts_before(self.run.id)

    def calibration(self) -> Calibration:
        """A measuring of how long typing takes."""
        from katatx.practice.calibration import Calibration

        return Calibration(self.log, self.clock)

    @property
    def notices(self) -> list[str]:
        """Return what else must be told at the end."""
        return [] if self.log.aside is None else ["", self.log.aside.notice]

    @property
    def steps(self) -> list[Step]:
        """The worked lines of the question up now."""
        if self._steps is None:
            self._steps = self._up().steps()
        return self._steps

    def answer(
        self,
        typed: str,
        seconds: float,
        first_key_seconds: float | None = None,
        paused: float = 0.0,
        rest: float | None = None,
    ) -> Outcome:
        """Judge and record an answer to the question up now, which stays up until `advance`.

        It took so many `seconds` from the prompt to Enter without those `paused`, and so many to the
        first key, None where no keys are seen. `rest` is the longest time without any key, by
        default all of it.
        Raises LogError where it cannot be recorded anywhere: then there is no verdict either.
        """
        question = self._up()
        self._make_known(question)
        judgement = question.judge(typed)
        graded = not judgement.verdict.costs_nothing
        target = question.target_seconds(self.pace)
        recorded = self.log.record(
            Answered(
                run=self.run.id,
                deck=question.prepared.deck.name,
                drill=question.prepared.drill.id,
                seed=question.seed,
                given={name: as_lists(value) for name, value in question.given.items()},
                typed=typed[:LONGEST_ANSWER],
                verdict=judgement.verdict.value,
                wrong_turns=tuple(turn.name for turn in judgement.wrong_turns),
                slots=judgement.slots,
                help=self.opened.lines,
                answered=self.clock(),
                seconds=round(seconds, 3),
                first_key_seconds=None if first_key_seconds is None else round(first_key_seconds, 3),
                paused_seconds=round(paused, 3),
                untouched=sat_untouched(seconds if rest is None else rest, target),
                pencil_seconds=question.pencil_seconds(self.pace.tools),
                target_seconds=target,
                line=question.line,
            )
        )
        outcome = self._outcome(recorded, question, judgement)
        if graded:
            self.outcomes.append(outcome)
            self._graded(outcome)
        return outcome

    def hint(self) -> str | None:
        """Open one step more of the working before answering, and record it as help: the next line's
        name, then its expression, then its value. What it opened, in a line; None where all lies open.
        """
        question, steps = self._up(), self.steps
        opened = opened_next(steps, self.opened)
        if opened is None:
            return None
        drill, deck = question.prepared.drill.id, question.prepared.deck.name
        self.log.uncover(
            Uncovering(self.run.id, deck, drill, question.seed, opened.lines, self.clock(), question.line, opened.step)
        )
        self.opened = opened
        return hint(steps, opened)

    def plan_ahead(self) -> Callable[[], Callable[[], None]]:
        """Work that takes a while and can be done beforehand, such as what judging the question
        up now needs. It changes nothing of the sitting, so that another thread may do it; what
        comes back is then called where the sitting is used.
        """
        from katatx.practice.knowing import unknown_decks, work_out

        question, marks = self._up(), dict[str, str]()
        deck = {question.prepared.deck.name: question.prepared.deck}
        if not self._is_known(question):
            with suppress(LogError):
                marks = unknown_decks(deck, self.log)

        def work() -> Callable[[], None]:
            question.get_ready()
            found = work_out(deck, marks)
            return lambda: self._keep_known(question, found)

        return work

    def _is_known(self, question: Question) -> bool:
        """Return whether the log knows what the drills of a question's deck are worked by."""
        return question.prepared.deck.name in self._known or self.log.aside is not None

    def _keep_known(self, question: Question, found: Found) -> None:
        """Tell the log what was found, and have it ready for the answer; one that fails will say so at the answer."""
        if self._is_known(question):
            return
        with suppress(LogError):
            if found:
                with self.log.telling("written"), self.log.store.writing():
                    self.log.standings.know_decks(found)
            with self.log.telling("read"):
                self.log.standings.get_ready()
            self._known.add(question.prepared.deck.name)

    def _make_known(self, question: Question) -> None:
        """The same at an answer, where nothing was planned ahead."""
        if not self._is_known(question):
            from katatx.practice.knowing import unknown_decks, work_out

            deck = {question.prepared.deck.name: question.prepared.deck}
            with suppress(LogError):
                self._keep_known(question, work_out(deck, unknown_decks(deck, self.log)))

    def _up(self) -> Question:
        if self.question is None:
            raise ValueError("no question is up")
        return self.question

    def _show(self, question: Question | None) -> None:
        """Put a question up, with the lines of it that lie open already."""
        self.question, self.opened, self._steps = question, NOTHING_OPEN, None
        if question is not None:
            drill = question.prepared.drill.id
            self.opened = self.log.uncovered(self.run.id, drill, question.seed, question.line)
            # The file may have been edited since, and the working be shorter.
            if self.opened.lines and self.opened.lines > len(self.steps):
                self.opened = Opened(len(self.steps), "value")

    def _turned_on(self, judgement: Judgement) -> str | None:
        """The line of the working on which a wrong turn was taken, where the working may be shown."""
        if not (judgement.wrong_turns and self.shows_working):
            return None
        line = line_of(self.steps, judgement.wrong_turns[0])
        return None if line is None else self.steps[line].line

    def _outcome(self, recorded: Recorded, question: Question, judgement: Judgement) -> Outcome:
        answer = recorded.attempt.answer
        return Outcome(
            question,
            answer.typed,
            judgement,
            answer.seconds,
            answer.help,
            self.asks_again,
            self.shows_working,
            standing=None if recorded.moved is None else time_and_goes(answer, recorded.moved),
            notice=None if self.log.aside is None else self.log.aside.notice,
            turned_on=self._turned_on(judgement),
        )
