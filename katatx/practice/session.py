"""A session at a deck: the question up now, what an answer does, where to go on."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from katatx.decks.loading import Deck, find_drill
from katatx.decks.prepared import Prepared, prepare
from katatx.engine.values import as_lists
from katatx.practice.question import Question, ask
from katatx.practice.queue import Queue, Turn
from katatx.progress.log import Log
from katatx.progress.records import Attempt, Run, Uncovering
from scoring import Judgement, Verdict

if TYPE_CHECKING:
    from katatx.engine.pencils import Step

# Tells the time of day, with its zone. Passed in, so that tests need no patching.
Clock = Callable[[], datetime]
_LONGEST_TYPED = 10_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an answer led to; it is on disk already."""

    question: Question
    typed: str
    judgement: Judgement
    seconds: float
    help: int

    @property
    def line(self) -> str:
        """The verdict in words; a right answer that had help says that it comes back."""
        helped = self.help and self.judgement.verdict.counts_as_right
        return self.judgement.line + ("; with help, so it comes back once more" if helped else "")

    @property
    def clean(self) -> bool:
        """Whether it was right, and without help."""
        return self.judgement.verdict.counts_as_right and self.help == 0


@dataclass
class Session:
    """One sitting at a run of a deck.

    `question` is up now, None when all drills are done. `limit` ends the sitting after
    so many graded answers; the run goes on another time.
    """

    deck: Deck
    log: Log
    run: Run
    clock: Clock
    limit: int | None = None
    queue: Queue = field(init=False)
    question: Question | None = field(init=False, default=None)
    uncovered: int = field(init=False, default=0)
    outcomes: list[Outcome] = field(init=False, default_factory=list)
    _met: set[str] = field(init=False)
    _prepared: dict[str, Prepared] = field(init=False, default_factory=dict)
    _ahead: dict[Turn, Question] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        drills = dict.fromkeys(self.run.drills)
        if self.run.drill is None:  # drills that came into the file since are asked too
            drills |= dict.fromkeys(self.deck.by_id)
        self.queue = Queue([drill for drill in drills if drill in self.deck.by_id])
        past = self.log.attempts(self.run.id)
        self._met = self.log.drills_met(self.deck.name, before=self.run.id)
        self.queue.replay(
            (attempt.drill, Verdict(attempt.verdict).counts_as_right and attempt.help == 0)
            for attempt in past
            if not Verdict(attempt.verdict).costs_nothing
        )
        self._put_up()

    @property
    def total(self) -> int:
        return len(self.queue.drills)

    @property
    def finished(self) -> int:
        """How many of the run's drills are done."""
        return len(self.queue.done)

    @property
    def steps(self) -> list[Step]:
        """The worked lines of the question up now."""
        return self._up().steps()

    def answer(self, typed: str, seconds: float, first_key_seconds: float | None = None) -> Outcome:
        """Judge and record an answer to the question up now.

        A graded answer moves the queue on; the question stays up until `advance`. Raises
        LogError where it cannot be recorded: then there is no verdict either.
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
                typed=typed[:_LONGEST_TYPED],
                verdict=judgement.verdict.value,
                wrong_turns=tuple(turn.name for turn in judgement.wrong_turns),
                slots=judgement.slots,
                help=self.uncovered,
                cold=cold,
                answered=self.clock(),
                seconds=round(seconds, 3),
                first_key_seconds=None if first_key_seconds is None else round(first_key_seconds, 3),
            )
        )
        outcome = Outcome(question, typed, judgement, seconds, self.uncovered)
        if graded:
            self.outcomes.append(outcome)
            self.queue.answered(outcome.clean)
        return outcome

    def uncover(self) -> Step | None:
        """Uncover the next worked line before answering, and record it as help."""
        question, steps = self._up(), self.steps
        if self.uncovered >= len(steps):
            return None
        step = steps[self.uncovered]
        drill = question.prepared.drill.id
        self.log.uncover(
            Uncovering(self.run.id, self.deck.name, drill, question.seed, self.uncovered + 1, self.clock())
        )
        self.uncovered += 1
        return step

    def advance(self) -> Question | None:
        """Put the next question up; None when all is done or the limit is reached."""
        if self.limit is not None and len(self.outcomes) >= self.limit:
            self.question = None
        else:
            self._put_up()
        return self.question

    @property
    def next_turn(self) -> Turn | None:
        """What is asked after the question up now, whatever the answer to it."""
        waiting = self.queue.waiting
        return waiting[1] if len(waiting) > 1 else None

    def work_ahead(self, question: Question, turn: Turn | None) -> Question | None:
        """Work out what judging a question needs, then the question of a turn: some draws
        take a while. Changes nothing of the session, so that another thread may do it.
        """
        question.get_ready()
        return None if turn is None else self._question(turn)

    def keep_ahead(self, turn: Turn, question: Question) -> None:
        """Keep a question that was worked out ahead, until its turn comes."""
        self._ahead = {turn: question}

    def _up(self) -> Question:
        if self.question is None:
            raise ValueError("no question is up")
        return self.question

    def _put_up(self) -> None:
        turn = self.queue.now
        self.question, self.uncovered = None, 0
        if turn is None:
            return
        self.question = self._ahead.get(turn) or self._question(turn)
        self._ahead = {}
        self.uncovered = self.log.uncovered(self.run.id, turn.drill, self.question.seed)
        if self.uncovered:  # the file may have been edited since, and the working be shorter
            self.uncovered = min(self.uncovered, len(self.steps))

    def _question(self, turn: Turn) -> Question:
        if turn.drill not in self._prepared:
            self._prepared[turn.drill] = prepare(self.deck, self.deck.by_id[turn.drill])
        page = turn.showing == 0 and not self.run.always_fresh and turn.drill not in self._met
        name = f"{self.run.seed} {turn.drill} {turn.showing}"
        return ask(self._prepared[turn.drill], None if page else _number(name), shuffle=name)

    def _touched_today(self, question: Question) -> bool:
        midnight = self.clock().replace(hour=0, minute=0, second=0, microsecond=0)
        last = self.log.last_touched(self.deck.name, question.prepared.drill.id)
        return last is not None and last >= midnight


def open_session(
    deck: Deck,
    log: Log,
    clock: Clock,
    new_seed: Callable[[], int],
    drill: str | None = None,
    seed: int | None = None,
    limit: int | None = None,
) -> Session:
    """The session to go on with: the last unfinished run of these drills, else a new one.

    `seed` asks for that seed's fresh numbers from the first question on. Raises
    KatatxError where the drill does not exist, LogError where the log cannot be used.
    """
    drills = (find_drill(deck, drill).id,) if drill else tuple(each.id for each in deck.drills)
    for run in log.runs(deck.name):
        if run.always_fresh == (seed is not None) and seed in (None, run.seed) and run.drill == drill:
            session = Session(deck, log, run, clock, limit)
            if session.question is not None:
                return session
            break
    started = clock()
    chosen = new_seed() if seed is None else seed
    run = Run(os.urandom(16).hex(), deck.name, drill, drills, chosen, seed is not None, started)
    log.start_run(run)
    return Session(deck, log, run, clock, limit)


def _number(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:6], "big")
