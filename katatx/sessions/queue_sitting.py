"""Sessions at a queue of drills: missed drills come back, and the next question is prepared in advance.

The queue's name for a drill is its id in a session at one deck, and `deck/drill` in a session over several.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from katatx.decks.errors import DeckError
from katatx.decks.prepared import Prepared
from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.progress.records import Run
from katatx.questions.asking import ask
from katatx.questions.outcome import Outcome
from katatx.questions.question import Question
from katatx.questions.seeds import seed_of
from katatx.sessions.pacing import pace_of
from katatx.sessions.queue import MISSES, Queue, Queued
from katatx.sessions.run_answers import answers_of
from katatx.sessions.sitting import Sitting
from katatx.settings import Settings

if TYPE_CHECKING:
    from katatx.sessions.lesson import LessonStages
    from katatx.views.summary import Summary

_LONGEST_FAULT = 400


@dataclass
class QueuedSitting(Sitting):
    """The base class of sessions at a deck and of reviews.

    The session ends after `limit` graded answers or after the learner's minutes; the run can be continued later. The
    queue's name for a drill is its id in a session at one deck, and `deck/drill` in a session over several.
    """

    queue: Queue = field(init=False)
    # The settings at the start; changes apply from the next session.
    settings: Settings = field(init=False)
    _prepared: dict[str, Prepared] = field(init=False, default_factory=dict)
    _ahead: dict[Queued, Question] = field(init=False, default_factory=dict)
    # The drill graded last.
    _asked: Queued | None = field(init=False, default=None)
    # Problems of drills that were left out, one line each, by the queue's name for them.
    faults: dict[str, str] = field(init=False, default_factory=dict)
    # The sections whose lesson was shown, as (deck, section); None if lessons are off.
    _met: set[tuple[str, str]] | None = field(init=False, default=None)
    # The number of drills to do when the session began.
    _to_do: int = field(init=False, default=0)

    @property
    @abstractmethod
    def limit(self) -> int | None:
        """Return the number of graded answers after which the session ends; None for no limit."""

    @abstractmethod
    def prepare_drill(self, name: str) -> Prepared:
        """Return the drill with this name in the queue, ready to be asked. Raises KatatxError if it is faulty."""

    @abstractmethod
    def name_of(self, deck: str, drill: str) -> str:
        """Return the queue's name for the drill with the id `drill` in the deck called `deck`."""

    @property
    def opening(self) -> str:
        """Return the line shown at the start."""
        return f"{self.title}. {self.finished} of {self.total} drills done."

    @property
    def place(self) -> str:
        """Return the question's section, and whether its numbers are new, for the screen's title."""
        question = self.current
        return f"{'fresh numbers · ' * question.is_fresh}{question.section}"

    @property
    def total(self) -> int:
        """Return the number of answers if `limit` ends the session first, else of drills."""
        return self.limit if self._counts_answers else self.drills_of_run  # type: ignore[return-value]

    @property
    def finished(self) -> int:
        """Return the number of graded answers or of drills done, whichever `total` counts."""
        return len(self.outcomes) if self._counts_answers else self.done_of_run

    @property
    def _counts_answers(self) -> bool:
        """Return whether the limit ends the session before the drills do; then answers are counted."""
        return self.limit is not None and self.limit < self._to_do

    @property
    def drills_of_run(self) -> int:
        """Return the number of drills in the run."""
        return len(self.queue.drills)

    @property
    def done_of_run(self) -> int:
        """Return the number of drills of the run that are done."""
        return len(self.queue.done)

    @property
    def shows_working(self) -> bool:
        """Return True, because an answer is followed by the true working."""
        return True

    @property
    def minutes_over(self) -> int | None:
        """Return the session's minutes once its graded answers have used them up; otherwise None."""
        minutes = self.most_minutes
        over = minutes is not None and sum(outcome.seconds for outcome in self.outcomes) >= 60 * minutes
        return minutes if over else None

    @property
    def most_minutes(self) -> int | None:
        """Return the minutes after which the session ends: those set, None for no limit."""
        return self.settings.minutes

    def ask_again(self) -> bool:
        """Show the drill graded last once more with other numbers; return False if that is impossible.

        Raises LogError if the log cannot be read.
        """
        if self._asked is None or self._is_over:
            return False
        self.queue.ask_again(self._asked)
        self._show_next()
        return True

    @property
    def asks_again(self) -> bool:
        """Return whether a miss at the current question comes back.

        True unless the question is `extra`: its drill was no longer waiting, and the learner asked for it once more.
        """
        return self.queue.now is None or not self.queue.now.extra

    @property
    def _is_over(self) -> bool:
        """Return whether the limit or the minutes are reached."""
        reached = self.limit is not None and len(self.outcomes) >= self.limit
        return reached or self.minutes_over is not None

    def advance(self) -> Question | None:
        """Show the next question and return it; None at the end of the session.

        Raises LogError if the log cannot be read.
        """
        if self._is_over:
            self.question = None
        else:
            self._show_next()
        return self.question

    def introduce(self) -> None:
        """Turn on lessons for sections that are new to the learner; call it once, before the first answer.

        If the log has no answers, the first question is untimed, and comes with a worked example unless a lesson
        precedes it. Raises LogError if the log cannot be read.
        """
        self._met = set()
        if self.question is None or self.log.has_answers():
            return
        self.is_first = True
        if not self._has_new_lesson():
            from katatx.questions.worked_example import explain

            explain(self.question, f"{self.run.seed} example")

    def take_lesson(self) -> LessonStages | None:
        """Return the lesson to show before the current question; None if there is none, it was returned before, or it
        is faulty. Raises LogError if the log cannot be read.
        """
        if not self._has_new_lesson():
            return None
        from katatx.sessions.lesson import lesson_for

        question = self.current
        assert self._met is not None
        self._met.add((question.prepared.deck.name, question.section))
        try:
            return lesson_for(self)
        except KatatxError:  # lint reports it, and the drills can be practised without it
            return None

    def _has_new_lesson(self) -> bool:
        """Return whether a lesson should precede the question.

        That is so if lessons are on, its section has one that was not shown, and no drill of the section was ever
        answered.
        """
        if self._met is None or self.question is None:
            return False
        deck, section = self.question.prepared.deck, self.question.section
        if (deck.name, section) in self._met or all(each.section != section for each in deck.contents.lessons):
            return False
        drills = [each.id for each in deck.drills if each.section == section]
        return not self.log.was_answered(deck.name, drills)

    def plan_ahead(self) -> Callable[[], Callable[[], None]]:
        """Return a function for a background thread that prepares this question and the next one.

        It changes nothing in the session but caches, and returns a second function, for the session's thread, that
        keeps what was prepared. The next question does not depend on the answer. Both threads may fill the caches:
        either writes the same entries. Raises ValueError if there is no question; this and the function for the thread
        raise KatatxError if a question cannot be worked.
        """
        ready, waiting = super().plan_ahead(), self.queue.waiting
        following = waiting[1] if len(waiting) > 1 else None
        # Read here, because only this thread may use the log.
        numbers = ("", False, False) if following is None else self._numbers(following)

        def work() -> Callable[[], None]:
            """Prepare both questions; return a function that keeps what was prepared."""
            keep_this = ready()
            if following is None:
                return keep_this
            try:
                question = self._question(following, *numbers)
            except KatatxError:  # it is reported when the question is due
                return keep_this

            def keep_both() -> None:
                """Keep what was prepared of both questions."""
                keep_this()
                self._keep(following, question)

            return keep_both

        return work

    def leave_out(self, error: KatatxError) -> bool:
        """Leave out the current question, which cannot be worked, and show the next one.

        Returns False if the run has no other drill, done or not, and this session no answer; and, leaving out nothing,
        if there is no question or the error is the log's. Raises LogError if the log cannot be read for the next one.
        """
        if self.question is None or isinstance(error, LogError):
            return False
        at = self.question.prepared
        self._leave_out(self.name_of(at.deck.name, at.drill.id), error)
        self.advance()
        return bool(self.queue.drills or self.outcomes)

    def summary(self) -> Summary:
        """Return the summary of the session, with what it changed in the log."""
        from katatx.sessions.changes import came_of_it
        from katatx.views.session_summary import session_summary
        from katatx.views.summary import paragraphs

        came = paragraphs([self.left], came_of_it(self), [*self.faults.values()])
        return session_summary(self.title, self.outcomes, self.pace, came, self.mixes_decks)

    @property
    def left(self) -> str:
        """Return how many drills are done and left, as one line."""
        from katatx.views.session_summary import left_line, minutes_line

        over = self.minutes_over
        seconds = sum(outcome.seconds for outcome in self.outcomes)
        return left_line(self.done_of_run, self.drills_of_run, "" if over is None else minutes_line(over, seconds))

    @property
    def missed(self) -> tuple[str, ...]:
        """Return the queue's names of the drills answered wrong in this session, even if right later, in order, each
        once.
        """
        missed = (
            outcome.question.prepared for outcome in self.outcomes if not outcome.judgement.verdict.counts_as_right
        )
        return tuple(dict.fromkeys(self.name_of(each.deck.name, each.drill.id) for each in missed))

    @property
    def sequels(self) -> Mapping[str, Callable[[], Sitting]]:
        """Return functions that start the sessions that may follow, by action: "redo-misses" if drills were missed."""
        from katatx.sessions.misses import redo_misses

        if not self.missed:
            return {}
        return {"redo-misses": partial(redo_misses, self)}

    def _begin(self, drills: list[str]) -> None:
        """Fill the queue with `drills`, replay the run's earlier answers, and show the next question.

        Raises LogError if the log cannot be read.
        """
        self.settings = self.log.settings
        self.pace = pace_of(self.log)
        self.queue = replayed(self.log, self.run, drills, self.name_of)
        self._to_do = len(self.queue.drills) - len(self.queue.done)
        self._show_next()

    def _keep(self, queued: Queued, question: Question) -> None:
        """Keep a question that was prepared in advance, in place of any other."""
        self._ahead = {queued: question}

    @property
    def when_again(self) -> str:
        """Return when the drill just graded is asked again: "again in 3 questions"; "" if it is not waiting."""
        return "" if self._asked is None else self.queue.when_again(self._asked.drill, self._is_over)

    def _way_back(self) -> Callable[[], None]:
        """Return a function that restores the queue as it is now, to undo an answer."""
        queue, waiting, done, asked = self.queue, list(self.queue.waiting), set(self.queue.done), self._asked

        def go_back() -> None:
            """Restore the queue as it was when `_way_back` was called."""
            queue.waiting, queue.done = waiting, done
            self.queue, self._asked = queue, asked

        return go_back

    def _graded(self, outcome: Outcome) -> None:
        """Update the queue after a graded answer."""
        self._asked = self.queue.now
        self.queue.answered(outcome.clean)

    def _show_next(self) -> None:
        """Show the question of the queue's first drill, leaving out drills that cannot be worked; none if it is empty.

        Raises LogError if the log cannot be read.
        """
        while (now := self.queue.now) is not None:
            try:
                self._show(self._ahead.get(now) or self._question(now, *self._numbers(now)))
                break
            except LogError:
                raise
            except KatatxError as error:
                self._leave_out(now.drill, error)
        else:
            self._show(None)
        self._ahead = {}

    def _leave_out(self, name: str, error: KatatxError) -> None:
        """Remove a drill that cannot be worked, and keep a message with its file, its name and the reason
        in `faults`.
        """
        located = error if isinstance(error, DeckError) else self._ready(name).fault(str(error))
        self.faults[name] = f"Left out because it cannot be worked: {plain(str(located), _LONGEST_FAULT, keep='')}"
        self.queue.leave_out(name)

    def _numbers(self, queued: Queued) -> tuple[str, bool, bool]:
        """Return the seed text of a question, whether it has the page's numbers, and whether a worked example precedes.

        The page's numbers are used when the learner meets a drill for the first time, unless a seed was chosen.
        """
        drill = self._ready(queued.drill)
        first = queued.showing == 0 and not self.run.always_fresh
        page = first and not self.log.was_met(drill.deck.name, drill.drill.id, before=self.run.id)
        return f"{self.run.seed} {queued.drill} {queued.showing}", page, not page and self._is_leech(queued, drill)

    def _is_leech(self, queued: Queued, drill: Prepared) -> bool:
        """Return whether a drill should come with a worked example because it is missed repeatedly.

        A miss is an answer that is not right, or with help. That is so at its first showing if it was missed on the
        latest three practice days or more in succession, and after three misses in the run, then at every other
        showing. It is never so if the learner asked for it once more, or if a seed was chosen for the run.
        """
        if queued.extra or self.run.always_fresh:
            return False
        if queued.showing >= MISSES:
            return (queued.showing - MISSES) % 2 == 0
        return queued.showing == 0 and self.log.standing(drill.deck.name, drill.drill.id).misses >= MISSES

    def _question(self, queued: Queued, name: str, page: bool, leech: bool) -> Question:
        """Return the question of a queued drill. Raises KatatxError if it cannot be asked.

        `name` is the seed text of its numbers. With `page` it has the page's numbers instead; with `leech` a worked
        example and easier numbers come first, if the drill can have other numbers.
        """
        if leech:
            from katatx.sessions.leeches import ask_easier

            easier = ask_easier(self._ready(queued.drill), name)
            if easier is not None:
                return easier
        return ask(self._ready(queued.drill), None if page else seed_of(name), shuffle=name)

    def _ready(self, name: str) -> Prepared:
        """Return the drill with this name in the queue, prepared once. Raises KatatxError if it is faulty."""
        if name not in self._prepared:
            self._prepared[name] = self.prepare_drill(name)
        return self._prepared[name]


def replayed(log: Log, run: Run, drills: list[str], name: Callable[[str, str], str]) -> Queue:
    """Return the queue of a run after all answers that count for it; `drills` are the queue's names of its drills.

    `name` returns the queue's name for (deck, drill id). Raises LogError if the log cannot be read.
    """
    queue = Queue(drills)
    queue.replay((name(answer.deck, answer.drill), answer.clean) for answer in answers_of(log, run))
    return queue


def new_run_id() -> str:
    """Return a random, unique id for a run."""
    return os.urandom(16).hex()
