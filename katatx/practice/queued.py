"""A sitting at a queue of drills: what is missed comes back, and the next question is worked out ahead."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from katatx.decks.prepared import Prepared
from katatx.practice.asking import ask
from katatx.practice.outcome import Outcome
from katatx.practice.pacing import pace_of
from katatx.practice.question import Question
from katatx.practice.queue import Queue, Turn
from katatx.practice.seeds import seed_of
from katatx.practice.sitting import Sitting
from katatx.settings import Settings

# Missed so often, a drill comes with its lesson.
MISSES = 3


@dataclass
class QueuedSitting(Sitting):
    """What a session at a deck and a review have in common. `limit` ends the sitting after so many
    graded answers, and so do the minutes that the learner set; the run goes on another time.
    """

    queue: Queue = field(init=False)
    # As the sitting began: what is set meanwhile holds from the next one on.
    settings: Settings = field(init=False)
    _prepared: dict[str, Prepared] = field(init=False, default_factory=dict)
    _ahead: dict[Turn, Question] = field(init=False, default_factory=dict)
    # What was graded last.
    _asked: Turn | None = field(init=False, default=None)

    @property
    @abstractmethod
    def limit(self) -> int | None:
        """After how many graded answers the sitting ends."""

    @abstractmethod
    def _prepare(self, name: str) -> Prepared:
        """A drill of the queue, made ready."""

    @abstractmethod
    def _name(self, deck: str, drill: str) -> str:
        """Return what the queue calls a drill."""

    @property
    def place(self) -> str:
        question = self._up()
        return f"{'fresh numbers · ' * question.is_fresh}{question.section}"

    @property
    def total(self) -> int:
        return len(self.queue.drills)

    @property
    def finished(self) -> int:
        return len(self.queue.done)

    @property
    def shows_working(self) -> bool:
        return True

    @property
    def minutes_over(self) -> int | None:
        """The minutes set for a sitting, once its graded answers took so many; else None."""
        minutes = self.settings.minutes
        over = minutes is not None and sum(outcome.seconds for outcome in self.outcomes) >= 60 * minutes
        return minutes if over else None

    def ask_again(self) -> bool:
        if self._asked is None or self._is_over:
            return False
        self.queue.ask_again(self._asked)
        self._put_up()
        return True

    @property
    def asks_again(self) -> bool:
        return self.queue.now is None or not self.queue.now.extra

    @property
    def _is_over(self) -> bool:
        reached = self.limit is not None and len(self.outcomes) >= self.limit
        return reached or self.minutes_over is not None

    def advance(self) -> Question | None:
        if self._is_over:
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
        numbers = ("", False, False) if following is None else self._numbers(following)

        def work() -> Callable[[], None]:
            kept = ready()
            return kept if following is None else partial(self._keep, following, self._question(following, *numbers))

        return work

    def _begin(self, drills: list[str]) -> None:
        """Fill the queue, go through what was answered before, and put the next question up."""
        self.settings = self.log.settings
        self.pace = pace_of(self.log)
        self.queue = Queue(drills)
        past = self.log.attempts(self.run.id)
        self.queue.replay(
            (self._name(answer.deck, answer.drill), answer.clean)
            for answer in (attempt.answer for attempt in past if not attempt.undone)
            if answer.graded
        )
        self._put_up()

    def _keep(self, turn: Turn, question: Question) -> None:
        self._ahead = {turn: question}

    def _graded(self, outcome: Outcome) -> None:
        self._asked = self.queue.now
        self.queue.answered(outcome.clean)

    def _put_up(self) -> None:
        turn = self.queue.now
        if turn is None:
            self._show(None)
            return
        self._show(self._ahead.get(turn) or self._question(turn, *self._numbers(turn)))
        self._ahead = {}

    def _numbers(self, turn: Turn) -> tuple[str, bool, bool]:
        """Return what a turn's numbers are drawn by, whether they are the page's (at the first meeting), and whether
        the drill is missed again and again.
        """
        drill = self._ready(turn.drill)
        first = turn.showing == 0 and not self.run.always_fresh
        page = first and not self.log.was_met(drill.deck.name, drill.drill.id, before=self.run.id)
        return f"{self.run.seed} {turn.drill} {turn.showing}", page, not page and self._is_leech(turn, drill)

    def _is_leech(self, turn: Turn, drill: Prepared) -> bool:
        if turn.extra or self.run.always_fresh:
            return False
        # Shown once with its lesson, it comes as ever, then with its lesson again.
        if turn.showing >= MISSES:
            return (turn.showing - MISSES) % 2 == 0
        return turn.showing == 0 and self.log.misses(drill.deck.name, drill.drill.id) >= MISSES

    def _question(self, turn: Turn, name: str, page: bool, leech: bool) -> Question:
        if leech:
            from katatx.practice.leeches import ask_easier

            easier = ask_easier(self._ready(turn.drill), name)
            if easier is not None:
                return easier
        return ask(self._ready(turn.drill), None if page else seed_of(name), shuffle=name)

    def _ready(self, name: str) -> Prepared:
        if name not in self._prepared:
            self._prepared[name] = self._prepare(name)
        return self._prepared[name]


def new_run_id() -> str:
    """A name that no other run has."""
    return os.urandom(16).hex()
