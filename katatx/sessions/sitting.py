"""A sitting: one stretch of practice over a plan. Each answer is recorded before its verdict is shown.

A run may take several sittings. Their queue is rebuilt from its recorded answers, after an undo too; it calls a drill
by its id in a run at one deck, and `deck/drill` in a run over several.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from itertools import takewhile
from typing import TYPE_CHECKING

from katatx.decks.loading import Deck
from katatx.errors import DeckError, KatatxError
from katatx.notation.answers import LONGEST_ANSWER
from katatx.notation.quoting import plain
from katatx.progress.events import Answered, Hint, LogError, Opened, Run, as_kept, new_name
from katatx.progress.log import Log
from katatx.questions.outcome import Outcome, told_of
from katatx.questions.question import Question
from katatx.questions.working import NOTHING_OPEN, hint, opened_next
from katatx.sessions.queue import Queue, Queued
from scoring import Judgement
from scoring.steps import Works
from scoring.target import was_idle

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step
    from katatx.sessions.kata import Kata

_LONGEST_FAULT = 400
# Functions that start the sittings that may follow, by action name; they raise KatatxError if they cannot.
Sequels = Mapping[str, Callable[[], "Sitting"]]


@dataclass
class Practice:
    """The decks by name, the log, and functions that return the present time and random seeds, for every sitting."""

    decks: dict[str, Deck]
    log: Log
    clock: Callable[[], datetime]
    new_seed: Callable[[], int]

    @property
    def day(self) -> date:
        return self.log.settings.day_of(self.clock())

    def run(
        self, kind: str, deck: str, drills: Iterable[str], drill: str | None = None, seed: int | None = None,
        always_fresh: bool = False,
    ) -> Run:  # fmt: skip
        """Return a run that begins now, not recorded yet, by default with a random seed."""
        chosen = self.new_seed() if seed is None else seed
        return Run(new_name(), deck, drill, tuple(drills), chosen, always_fresh, self.clock(), kind)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The plan of a sitting: drills, the lines of a kata, or the stages of a lesson, by `names` in order.

    `ask` makes the question of a turn, and raises KatatxError if it cannot be asked. The sitting ends after `limit`
    graded answers, or once these took the `minutes`; None means no limit. `sequels` returns what may follow.
    """

    title: str
    names: Sequence[str]
    ask: Callable[[Queued], Question]
    sequels: Callable[[Sitting], Sequels] = lambda _: {}
    limit: int | None = None
    minutes: int | None = None
    # What is said at the start: what it is about, by default the title, and how far the run is.
    about: str = ""
    progress: str = "{finished} of {total} drills done"
    # Where each question is; "" for its section.
    place: str = ""
    kata: Kata | None = None
    # Whether what is missed, or answered with help, comes back, and what cannot be worked is left out.
    repeats: bool = True
    is_recorded: bool = True


class Sitting:
    """Questions asked one after the other. `question` is the current one, None at the end; `turn` is its place.

    `opened` is how much of its working is uncovered, and `outcomes` are the graded answers of this sitting. `faults`
    are the problems of drills that were left out, one line each, by name. `met` are the sections whose lesson was
    shown, as (deck, section), None if lessons are off. Every method may raise LogError if the log cannot be used.
    """

    def __init__(self, practice: Practice, run: Run, plan: Plan) -> None:
        """Take in the earlier answers of the run, and show the next question."""
        self.practice, self.run, self.plan, self.log, self.clock = practice, run, plan, practice.log, practice.clock
        self.question: Question | None = None
        self.turn: Queued | None = None
        self.opened = NOTHING_OPEN
        self.outcomes: list[Outcome] = []
        self.faults: dict[str, str] = {}
        self.met: set[tuple[str, str]] | None = None
        # Whether the log had no answers at the start, and the standing of each step before the first answer.
        self.is_first = False
        self.before: dict[str, str] | None = None
        # The fewest seconds of a clean answer to the current question before; None if there is none, or not known yet.
        self.fastest: float | None = None
        # The turns of `outcomes`, what was prepared in advance, and the working of the current question.
        self._turns: list[Queued] = []
        self._ahead: dict[Queued, Question] = {}
        self._steps: list[Step] | None = None
        # The learner's pace is read early, so that a log that fails later costs no answer.
        self.pace, self.queue = self.log.pace(), self._replayed()
        self._to_do = len(self.queue.drills) - len(self.queue.done)
        self._show_next()

    # What is said of it.

    @property
    def opening(self) -> str:
        plan, begun = self.plan, f", {self.finished} of them done" * (self.finished > 0)
        progress = plan.progress.format(finished=self.finished, total=self.total, begun=begun)
        return f"{plan.about or plan.title}. {'Nothing is left for today' if self.question is None else progress}."

    @property
    def place(self) -> str:
        """Return where the current question is, in a few words, with its deck's name in a run over several."""
        if self.plan.kata is not None:
            return self.plan.kata.place
        deck = f"{self.current.prepared.deck.name} · " * (not self.run.deck)
        fresh = "fresh numbers · " * self.current.is_fresh
        return self.plan.place or f"{deck}{fresh}{self.current.section}"

    @property
    def words(self) -> Mapping[str, str]:
        """Return the page's own words, each with the textbook's word for it."""
        return {} if self.question is None else self.question.prepared.deck.contents.words

    @property
    def total(self) -> int:
        """Return the number of answers if the limit ends the sitting first, else of all that the run asks."""
        return len(self.queue.drills) if self._limit is None else self._limit

    @property
    def finished(self) -> int:
        return len(self.queue.done if self._limit is None else self.outcomes)

    @property
    def number(self) -> int:
        """Return which of all the current question is, from 1; it stays while its verdict is shown."""
        is_answered = bool(self.outcomes) and self.outcomes[-1].question is self.question
        is_done = self.turn is not None and self.turn.drill in self.queue.done
        return min(self.total, self.finished + (not (is_done if self._limit is None else is_answered)))

    @property
    def _limit(self) -> int | None:
        limit = self.plan.limit
        return limit if limit is not None and limit < self._to_do else None

    @property
    def is_untimed(self) -> bool:
        """Return whether no time counts: the question is a lesson's, or the learner's first ever."""
        return not self.plan.is_recorded or (self.is_first and not self.outcomes)

    @property
    def minutes_over(self) -> int | None:
        """Return the plan's minutes once the graded answers have used them up."""
        minutes, spent = self.plan.minutes, sum(outcome.seconds for outcome in self.outcomes)
        return minutes if minutes is not None and spent >= 60 * minutes else None

    @property
    def when_again(self) -> str:
        """Return when the drill just graded is asked again ("again in 3 questions"); "" if it is not."""
        return self.queue.when_again(self._turns[-1].drill, self._is_over) if self._turns else ""

    @property
    def missed(self) -> tuple[str, ...]:
        """Return the names of what was answered wrong, even if right later, each once."""
        turns = zip(self._turns, self.outcomes, strict=True)
        return tuple(dict.fromkeys(turn.drill for turn, outcome in turns if not outcome.is_right))

    @property
    def sequels(self) -> Sequels:
        return self.plan.sequels(self)

    # The current question and its working.

    @property
    def current(self) -> Question:
        if self.question is None:
            raise ValueError("no question is asked now")
        return self.question

    @property
    def steps(self) -> list[Step]:
        """Return the working of the current question. Raises KatatxError if it cannot be worked."""
        if self._steps is None:
            from katatx.questions.true_working import steps_of

            self._steps = steps_of(self.current)
        return self._steps

    @property
    def following(self) -> str:
        """Return the next question's section if it is another one and known already; else ""."""
        sections = [each.section for each in (self.question, *self._ahead.values()) if each is not None]
        return sections[1] if len({*sections}) == 2 else ""

    def hint(self) -> str | None:
        """Uncover the next part of the working, record it as help, and return it as a line; None if all is open.

        Raises LogError, uncovering nothing, if the help cannot be recorded.
        """
        opened = opened_next(self.steps, self.opened)
        if opened is None:
            return None
        if self.plan.is_recorded:
            question, at, (lines, step) = self.current, self.clock(), opened
            asked, day = (self.run.id, *_place(question), question.seed), self.log.settings.day_of(at)
            self.log.add([Hint(*asked, uid=new_name(), lines=lines, at=at, day=day, line=question.line, step=step)])
        self.opened = opened
        return hint(self.steps, opened)

    def prepare(self) -> None:
        """Prepare judging, by a wrong answer, and the next question, which no answer changes, as a thread may do.

        Raises KatatxError if the current question cannot be worked.
        """
        question = self.current
        question.judge(re.sub(r"[^\[\], ]+", "0", str(question.key)))
        question.target_seconds()
        if not self.plan.is_recorded:
            return
        with suppress(LogError):
            self._know(question.prepared.deck)
            _ = self.log.whole
            if self.plan.kata is None:
                self.fastest = self.log.standing(*_place(question)).fastest[question.seed is not None]
        for following in self.queue.waiting[1:2] if self.plan.repeats else ():
            with suppress(KatatxError):  # it is reported when the question is due
                self._ahead = {following: self.plan.ask(following)}

    # Answers.

    def answer(
        self, typed: str, seconds: float, first_key_seconds: float | None = None, paused: float = 0.0,
        rest: float | None = None,
    ) -> Outcome:  # fmt: skip
        """Judge and record an answer to the current question, which stays until `advance`.

        Times are those of `Answered`; `rest` is the longest without a key, by default all of `seconds`. Raises
        KatatxError if the question cannot be worked, and LogError, without a verdict, if it cannot be recorded.
        """
        question = self.current
        if not self.plan.is_recorded:
            outcome = Outcome(question, typed[:LONGEST_ANSWER], question.judge(typed), seconds, help=0)
            if not outcome.judgement.verdict.costs_nothing:
                self.opened = Opened(len(self.steps), "value")
                self.queue.answered(clean=True)
            return outcome
        self._know(question.prepared.deck)
        if self.before is None:
            with suppress(LogError):
                self.before = {name: step.standing for name, step in self.log.whole.steps.items()}
        judgement = question.judge(typed)
        target = question.target_seconds(self.pace)
        answer = Answered(
            self.run.id, *_place(question), question.seed, as_kept(question.given),
            typed[:LONGEST_ANSWER], judgement.verdict.value, judgement.wrong_turns, judgement.slots,
            help=self.opened.lines,
            answered=self.clock(),
            seconds=round(seconds, 3),
            first_key_seconds=None if first_key_seconds is None else round(first_key_seconds, 3),
            paused_seconds=round(paused, 3),
            untouched=self.is_untimed or was_idle(seconds if rest is None else rest, target),
            pencil_seconds=question.pencil_seconds(self.pace.tools),
            target_seconds=target,
            line=question.line,
        )  # fmt: skip
        return self._recorded(answer, judgement)

    def _recorded(self, answer: Answered, judgement: Judgement) -> Outcome:
        (event, changed), turn = self.log.record(answer), self.turn
        assert turn is not None  # it is that of the question
        outcome = Outcome(
            self.current, answer.typed, judgement, answer.seconds, answer.help,
            tells_truth=self.plan.kata is None,
            told=told_of(answer, changed) if answer.graded else (),
            uid=event.uid,
            untouched=answer.untouched,
        )  # fmt: skip
        if answer.graded:
            self.outcomes.append(outcome)
            self._turns.append(turn)
            self.queue.answered(outcome.clean or not self.plan.repeats)
            if self.plan.kata is not None:
                self.plan.kata.take(event, judgement)
        return outcome

    def _know(self, deck: Deck) -> None:
        """Tell the log of the recipe lines of a deck that it does not know."""
        known = self.log.works.works
        if all(name != deck.name for name, *_ in known):
            from katatx.decks.works import works_of_all

            both = Works({**known, **works_of_all({deck.name: deck}).works})
            self.log.know(lambda: both)

    def undo(self) -> Outcome | None:
        """Undo the last graded answer of this sitting, show its question again, and return its outcome, if any."""
        if not self.outcomes:
            return None
        self.log.undo(self.clock(), self.outcomes[-1].uid)
        self.queue = self._replayed()
        outcome, turn = self.outcomes.pop(), self._turns.pop()
        self.queue.put_first(turn)
        self._show(turn, outcome.question)
        return outcome

    def _replayed(self) -> Queue:
        queue, kata = Queue(self.plan.names), self.plan.kata
        for name in self.faults:
            queue.leave_out(name)
        if kata is not None:
            kata.replay(self.log)
            queue.replay((row.line, True) for row in kata.rows)
        elif self.plan.is_recorded:
            done = answers_of(self.log, self.run)
            queue.replay((each.drill if self.run.deck else each.place, each.clean) for each in done)
        return queue

    # The next question.

    def advance(self) -> Question | None:
        """Show the next question and return it; None at the end of the sitting. A lesson's stage may be skipped."""
        if not self.plan.is_recorded and self.queue.now == self.turn:
            self.queue.answered(clean=True)
        if self._is_over:
            self.question = None
        else:
            self._show_next()
        return self.question

    def skip(self) -> bool:
        """Leave the current question for the end, and show the next one; return whether there is another."""
        if self.plan.kata is not None or len(self.queue.waiting) < 2:
            return False
        self.queue.waiting.append(self.queue.waiting.pop(0))
        self._show_next()
        return True

    def ask_again(self) -> bool:
        """Show the drill just graded once more with other numbers, if possible, or a lesson's stage."""
        if not self.plan.is_recorded and self.turn is not None:
            self.queue.ask_again(self.turn)
        elif not (self.plan.repeats and self._turns) or self._is_over:
            return False
        else:
            self.queue.ask_again(self._turns[-1])
        self._show_next()
        return True

    def leave_out(self, error: KatatxError) -> bool:
        """Leave out the current question, which raised `error` because it cannot be worked, and show the next one.

        Returns False if nothing is left or was answered; and, leaving out nothing, if the plan leaves out none, there
        is no question, or the error is the log's.
        """
        if not self.plan.repeats or self.turn is None or self.question is None or isinstance(error, LogError):
            return False
        self._leave_out(self.turn.drill, error)
        self.advance()
        return bool(self.queue.drills or self.outcomes)

    def _leave_out(self, name: str, error: KatatxError) -> None:
        known = isinstance(error, DeckError) or self.question is None
        located = error if known else self.current.prepared.fault(str(error))
        self.faults[name] = f"Left out because it cannot be worked: {plain(str(located), _LONGEST_FAULT, keep='')}"
        self.queue.leave_out(name)

    @property
    def _is_over(self) -> bool:
        reached = self.plan.limit is not None and len(self.outcomes) >= self.plan.limit
        return reached or self.minutes_over is not None

    def _show_next(self) -> None:
        while (now := self.queue.now) is not None:
            try:
                self._show(now, self._ahead.get(now) or self.plan.ask(now))
                break
            except KatatxError as error:
                if isinstance(error, LogError) or not self.plan.repeats:
                    raise
                self._leave_out(now.drill, error)
        else:
            self.question = None
        self._ahead = {}

    def _show(self, turn: Queued, question: Question) -> None:
        """Make a question current, with those parts of its working open that were uncovered before."""
        self.turn, self.question, self._steps, self.fastest = turn, question, None, None
        self.opened = question.opened or NOTHING_OPEN
        if self.plan.is_recorded:
            self.opened = self.log.uncovered(self.run.id, *_place(question), question.seed, question.line)
            # After an edit of the file the working may be shorter.
            if self.opened.lines and self.opened.lines > len(self.steps):
                self.opened = Opened(len(self.steps), "value")


def answers_of(log: Log, run: Run) -> list[Answered]:
    """Return the graded answers of a run that are not undone, then those of runs that repeated its misses."""
    since = takewhile(lambda each: each.started >= run.started, log.runs(run.deck, "misses"))
    runs = [run, *reversed([each for each in since if each.drill == run.id])]
    return [attempt.answer for each in runs for attempt in log.attempts(each.id) if attempt.counts]


def _place(question: Question) -> tuple[str, str]:
    return question.prepared.deck.name, question.prepared.drill.id
