"""The base class of practice sessions: each answer is saved before its verdict is shown.

A run, which the log records, may take several sessions (sittings).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from katatx.clock import Clock
from katatx.decks.loading import Deck
from katatx.engine.values import as_lists
from katatx.notation.answers import LONGEST_ANSWER
from katatx.progress.errors import LogError
from katatx.progress.log import Log, Recorded
from katatx.progress.records import Answered, Opened, Run, Uncovering
from katatx.questions.after_answer import told_of
from katatx.questions.outcome import Outcome
from katatx.questions.question import Question
from katatx.questions.working import NOTHING_OPEN
from katatx.sessions.asking import Asking
from katatx.sessions.gains import Gains
from scoring import Judgement
from scoring.steps import Works
from scoring.target import Pace, was_idle

if TYPE_CHECKING:
    from datetime import date, datetime

    from katatx.views.summary import Summary
    from katatx.views.welcome import Welcome


@dataclass
class Sitting(Asking):
    """The base class of sessions at decks, katas and reviews, which are recorded in the log as a run.

    `outcomes` are the graded answers of this session, in order.
    """

    log: Log
    run: Run
    clock: Clock
    outcomes: list[Outcome] = field(init=False, default_factory=list)
    # Functions that undo each graded outcome, in order.
    _ways_back: list[Callable[[], None]] = field(init=False, default_factory=list, repr=False)
    # The learner's pace at the start; read early, so that a log that fails later costs no answer.
    pace: Pace = field(init=False, default_factory=Pace)
    # Whether the log had no answers at the start.
    is_first: bool = field(init=False, default=False)
    # The time of the first question, and the steps then.
    began: datetime | None = field(init=False, default=None)
    gains: Gains | None = field(init=False, default=None, repr=False)

    @property
    def kind(self) -> str:
        """Return the kind of run: drill, kata, review or misses."""
        return self.run.kind

    @property
    def mixes_decks(self) -> bool:
        """Return whether questions come from several decks, so that each needs its deck's name."""
        return False

    @property
    @abstractmethod
    def opening(self) -> str:
        """Return a text, shown at the start, on what is practised and how much is done."""

    @property
    def asks_again(self) -> bool:
        """Return whether a drill missed, or answered with help, is asked again."""
        return self.shows_working

    @abstractmethod
    def summary(self) -> Summary:
        """Return the summary of the session."""

    def summary_lines(self) -> list[str]:
        """Return the summary as lines of text."""
        return self.summary().lines()

    @property
    def sequels(self) -> Mapping[str, Callable[[], Sitting]]:
        """Return functions that start the sessions that may follow, by action name.

        The functions raise KatatxError if the session cannot be started.
        """
        return {}

    def tomorrow(self) -> str:
        """Return a line on what is due tomorrow."""
        from katatx.sessions.changes import tomorrow

        return tomorrow(self.log, self.today)

    @property
    def today(self) -> date:
        """Return the current practice day."""
        return self.log.settings.day_of(self.clock())

    @abstractmethod
    def _graded(self, outcome: Outcome) -> None:
        """Update the session after a graded answer."""

    @abstractmethod
    def _way_back(self) -> Callable[[], None]:
        """Return a function that restores the session's present progress; it is called to undo the answer
        that follows.
        """

    def undo(self) -> Outcome | None:
        """Undo the last graded answer of this session, show its question again, and return its outcome.

        Returns None if there is none. The log keeps the answer, marked as undone. Raises LogError, changing nothing, if
        that cannot be written.
        """
        if not self.outcomes:
            return None
        self.log.undo(self.clock(), self.outcomes[-1].uid)
        outcome = self.outcomes.pop()
        self._ways_back.pop()()
        self._show(outcome.question)
        return outcome

    @property
    def is_untimed(self) -> bool:
        """Return whether the current question is the learner's first ever, whose time does not count."""
        return self.is_first and not self.outcomes

    def welcome(self) -> Welcome:
        """Return the text that a new learner reads before the first question, with the choice of permitted tools."""
        from katatx.views.welcome import Welcome

        return Welcome(self.title, self.words, self.log.settings.tools, self._save_tools)

    def _save_tools(self, tools: str) -> None:
        """Save which tools the learner may use ("none", "tables" or "calculator"), and use them for target times from
        now on.
        """
        from katatx.progress.home import home_folder
        from katatx.sessions.pacing import pace_of
        from katatx.settings.saving import save_setting

        self.log.settings = save_setting(home_folder(), "practice", "tools", tools).practice
        self.pace = pace_of(self.log)

    def answer(
        self,
        typed: str,
        seconds: float,
        first_key_seconds: float | None = None,
        paused: float = 0.0,
        rest: float | None = None,
    ) -> Outcome:
        """Judge and record an answer to the current question; update the session if it is graded.

        `seconds` runs from the prompt to Enter without the `paused` seconds; `first_key_seconds` is the time to the
        first key, None if unknown. `rest` is the longest time in seconds without a key, by default all of `seconds`.
        Raises ValueError if there is no question, KatatxError if it cannot be worked, and LogError, without a verdict,
        if the answer cannot be recorded.
        """
        question = self.current
        self._know(question.prepared.deck)
        self._remember_standing()
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
                wrong_turns=judgement.wrong_turns,
                slots=judgement.slots,
                help=self.opened.lines,
                answered=self.clock(),
                seconds=round(seconds, 3),
                first_key_seconds=None if first_key_seconds is None else round(first_key_seconds, 3),
                paused_seconds=round(paused, 3),
                untouched=self.is_untimed or was_idle(seconds if rest is None else rest, target),
                pencil_seconds=question.pencil_seconds(self.pace.tools),
                target_seconds=target,
                line=question.line,
            )
        )
        outcome = self._outcome(recorded, question, judgement)
        if graded:
            self.outcomes.append(outcome)
            self._ways_back.append(self._way_back())
            self._graded(outcome)
        return outcome

    def _remember_help(self, opened: Opened) -> None:
        """Record that the working is about to be uncovered as far as `opened`, which counts as help."""
        question = self.current
        drill, deck = question.prepared.drill.id, question.prepared.deck.name
        self.log.uncover(
            Uncovering(self.run.id, deck, drill, question.seed, opened.lines, self.clock(), question.line, opened.step)
        )

    def plan_ahead(self) -> Callable[[], Callable[[], None]]:
        """Return a function for a background thread that prepares judging the current question.

        It changes nothing in the session, but returns a second function, for the session's thread, that remembers the
        standings. Raises ValueError if there is no question; the function for the thread raises KatatxError if it
        cannot be worked.
        """
        question = self.current

        def work() -> Callable[[], None]:
            """Prepare judging, and read the works and the standings; return the function that remembers these."""
            question.get_ready()
            with suppress(LogError):
                self._know(question.prepared.deck)
                _ = self.log.whole
            return self._remember_standing

        return work

    def _know(self, deck: Deck) -> None:
        """Tell the log of the recipe lines of a deck that is not among those it was told of."""
        known = self.log.works.works
        if all(name != deck.name for name, *_ in known):
            from katatx.decks.works import works_of_all

            both = Works({**known, **works_of_all({deck.name: deck}).works})
            self.log.know(lambda: both)

    def _remember_standing(self) -> None:
        """Remember the time and the state of steps once, before the first answer, to compare with at the end."""
        if self.began is None:
            self.began = self.clock()
        if self.gains is None:
            with suppress(LogError):
                self.gains = Gains(self.log)

    def _show(self, question: Question | None) -> None:
        """Make a question current, with those parts of its working open that were uncovered before; None shows no
        question.

        Raises LogError if the log cannot be read, KatatxError if uncovered working can no longer be worked out.
        """
        self.question, self.opened, self._steps = question, NOTHING_OPEN, None
        if question is not None:
            at = question.prepared
            self.opened = self.log.uncovered(self.run.id, at.deck.name, at.drill.id, question.seed, question.line)
            # After an edit of the file the working may be shorter.
            if self.opened.lines and self.opened.lines > len(self.steps):
                self.opened = Opened(len(self.steps), "value")

    def _outcome(self, recorded: Recorded, question: Question, judgement: Judgement) -> Outcome:
        """Return the outcome of a recorded answer, with the steps it changed."""
        answer = recorded.attempt.answer
        return Outcome(
            question,
            answer.typed,
            judgement,
            answer.seconds,
            answer.help,
            self.asks_again,
            self.shows_working,
            standing=told_of(answer, recorded.changed) if answer.graded else None,
            uid=recorded.attempt.uid,
            untouched=answer.untouched,
        )
