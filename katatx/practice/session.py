"""A session at a deck: the question up now, what an answer does, where to go on."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from katatx.decks.loading import Deck, find_drill
from katatx.decks.prepared import Prepared, prepare
from katatx.practice.asking import ask
from katatx.practice.question import Question
from katatx.practice.queue import Queue, Turn
from katatx.practice.sitting import Clock, Outcome, Sitting
from katatx.progress.log import Log
from katatx.progress.records import Run
from scoring import Verdict


@dataclass
class Session(Sitting):
    """One sitting at a run of a deck.

    `question` is up now, None when all drills are done. `limit` ends the sitting after
    so many graded answers; the run goes on another time.
    """

    deck: Deck
    limit: int | None = None
    queue: Queue = field(init=False)
    _prepared: dict[str, Prepared] = field(init=False, default_factory=dict)
    _ahead: dict[Turn, Question] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        drills = dict.fromkeys(self.run.drills)
        if self.run.drill is None:  # drills that came into the file since are asked too
            drills |= dict.fromkeys(self.deck.by_id)
        self.queue = Queue([drill for drill in drills if drill in self.deck.by_id])
        past = self.log.attempts(self.run.id)
        self.queue.replay(
            (attempt.answer.drill, Verdict(attempt.answer.verdict).counts_as_right and attempt.answer.help == 0)
            for attempt in past
            if attempt.answer.graded and not attempt.undone
        )
        self._put_up()

    @property
    def title(self) -> str:
        return self.deck.contents.title

    @property
    def total(self) -> int:
        return len(self.queue.drills)

    @property
    def finished(self) -> int:
        return len(self.queue.done)

    @property
    def place(self) -> str:
        question = self._up()
        return f"{question.section}{' · fresh numbers' * question.is_fresh}"

    @property
    def opening(self) -> str:
        return f"{self.title}. {self.finished} of {self.total} drills done."

    @property
    def shows_working(self) -> bool:
        return True

    def summary_lines(self) -> list[str]:
        from katatx.practice.session_summary import session_summary_lines

        return session_summary_lines(self.outcomes, self.finished, self.total)

    def advance(self) -> Question | None:
        if self.limit is not None and len(self.outcomes) >= self.limit:
            self.question = None
        else:
            self._put_up()
        return self.question

    def plan_ahead(self) -> Callable[[], Callable[[], None]]:
        """As ever; and the question after this one, which is the same whatever the answer.

        Drills made ready, and what a sieve remembers of numbers refused, are filled from both
        threads: each entry is what the other would have written, or only an order to try things in.
        """
        ready, waiting = super().plan_ahead(), self.queue.waiting
        following = waiting[1] if len(waiting) > 1 else None
        # Here and not in the work: the log is read by one thread.
        numbers = ("", False) if following is None else self._numbers(following)

        def work() -> Callable[[], None]:
            kept = ready()
            return kept if following is None else partial(self._keep, following, self._question(following, *numbers))

        return work

    def _keep(self, turn: Turn, question: Question) -> None:
        self._ahead = {turn: question}

    def _graded(self, outcome: Outcome) -> None:
        self.queue.answered(outcome.clean)

    def _put_up(self) -> None:
        turn = self.queue.now
        if turn is None:
            self._show(None)
            return
        self._show(self._ahead.get(turn) or self._question(turn, *self._numbers(turn)))
        self._ahead = {}

    def _numbers(self, turn: Turn) -> tuple[str, bool]:
        """What a turn's numbers are drawn by, and whether they are the page's."""
        first = turn.showing == 0 and not self.run.always_fresh
        page = first and not self.log.was_met(self.deck.name, turn.drill, before=self.run.id)
        return f"{self.run.seed} {turn.drill} {turn.showing}", page

    def _question(self, turn: Turn, name: str, page: bool) -> Question:
        if turn.drill not in self._prepared:
            self._prepared[turn.drill] = prepare(self.deck, self.deck.by_id[turn.drill])
        return ask(self._prepared[turn.drill], None if page else seed_of(name), shuffle=name)


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
            session = Session(log, run, clock, deck, limit)
            if session.question is not None:
                return session
            break
    chosen = new_seed() if seed is None else seed
    run = Run(new_run_id(), deck.name, drill, drills, chosen, seed is not None, clock())
    log.start_run(run)
    return Session(log, run, clock, deck, limit)


def new_run_id() -> str:
    """A name that no other run has."""
    return os.urandom(16).hex()


def seed_of(name: str) -> int:
    """The seed that a name stands for."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:6], "big")
