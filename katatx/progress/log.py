"""The log of one learner: events that are only added, and what they come to, worked out in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import cache
from threading import RLock
from typing import Any

import msgspec

from katatx.notation.quoting import quote
from katatx.progress.events import (
    STEPS,
    Answer,
    Answered,
    Attempt,
    Event,
    ForeignRow,
    Hint,
    LogError,
    Opened,
    Run,
    answer_event,
    instant_of,
    read_event,
    row_of,
    undo_of,
)
from katatx.progress.stores import Store
from katatx.progress.whole import COLUMNS, ORDER, Standing, Whole, kept
from katatx.progress.work import Progress, counted
from katatx.settings import Settings
from scoring.schedule import Schedule
from scoring.steps import NO_WORKS, Step, Works
from scoring.target import Pace, measured_pace

# The pace is measured over the latest answers: typing over any, written work over right first answers of a day.
_LATEST = 400
# A start takes in this many events without keeping what they come to.
_WORTH_KEEPING = 200
_UNDONE = (
    "EXISTS (SELECT 1 FROM events AS undo WHERE undo.learner = events.learner AND undo.kind = 'undo' "
    "AND undo.place = events.uid)"
)


class Log:
    """Events, on disk when the method that adds them returns, and the standings that follow from them.

    Every public method raises LogError on failure; those that add do so too if the log is another learner's. `progress`
    is told of a long replay.
    """

    def __init__(self, store: Store, settings: Settings | None = None, progress: Progress | None = None) -> None:
        self.store, self.settings = store, settings or Settings()
        self._progress, self._lock = progress, RLock()
        self.know(lambda: NO_WORKS)

    def close(self) -> None:
        self.store.close()

    def know(self, works_now: Callable[[], Works]) -> None:
        """Work everything out with the recipe lines of all drills; `works_now` is called when the first is needed."""
        self._works = cache(works_now)
        self._wholes: dict[date | None, Whole] = {}

    @property
    def works(self) -> Works:
        return self._works()

    @property
    def schedule(self) -> Schedule:
        return Schedule(retention=self.settings.retention)

    # ---- what the events come to

    @property
    def whole(self) -> Whole:
        return self._replayed()

    def before(self, day: date) -> Whole:
        """Return what the answers before a practice day come to."""
        return self._replayed(day)

    def _replayed(self, before: date | None = None) -> Whole:
        """Return what the events come to, as kept from the last start if its last event is in the log."""
        of, state = f"{self.store.where} {self.store.learner}", f"{self.works.mark} {self.settings.retention}"
        with self._reading():
            known = self._wholes.get(before) or kept(of, state, before)
            if before not in self._wholes:
                is_here = self.store.select("1", "number = ? AND uid = ?", known.last, known.uid).fetchone()
                known = known if is_here else Whole(before=before)
            for whole in (known, Whole(before=before)):
                begun = whole.last
                rows = self.store.select(COLUMNS, f"number > ? ORDER BY {ORDER}", begun)
                told = rows.fetchall() if begun else counted(rows, self.count, self._progress)
                if whole.take_rows(told, self.works, self.schedule):
                    break
            self._wholes[before] = whole
            if whole.last - begun >= _WORTH_KEEPING:
                whole.keep(of, state)
            return whole

    def standing(self, deck: str, drill: str) -> Standing:
        return self.whole.drills.get(f"{deck}/{drill}") or Standing()

    # ---- what is added

    def add(self, events: Iterable[Event]) -> int:
        """Add events, all or none, and return how many are new; they are on disk when this returns."""
        if not self.store.is_own:  # nobody may answer for others
            problem = f"this is the log of {quote(self.store.learner)}, which you can only read"
            raise LogError(f"{problem}; unset KATATX_LEARNER to practise yourself")
        with self._lock, self.store.errors("written"), self.store.writing():
            return sum(self.store.insert(row_of(event)) for event in events)

    def record(self, answer: Answered) -> tuple[Answer, Mapping[str, Step]]:
        """Record an answer, and return it with the steps whose standing it changed, as they are after it."""
        day = self.settings.day_of(answer.answered)
        event = answer_event(answer, day, self.works.of(answer.deck, answer.drill, answer.line))
        before = {name: step.standing for name, step in self.whole.steps.items()}
        self.add([event])
        steps = self.whole.steps.items()
        return event, {name: step for name, step in steps if step.standing != before.get(name, Step().standing)}

    def undo(self, at: datetime, uid: str | None = None) -> Attempt | None:
        """Take back the attempt that `last_counting` returns; later answers there that day count as helped."""
        found = self.last_counting(uid)
        if found is not None:
            self.add([undo_of(found.answer.uid, at)])
        return found

    def reset(self, deck: str, drill: str, at: datetime) -> int:
        """Take back all attempts that count at a drill, kata lines that practise it too, and return their number."""
        return self.add([undo_of(each.answer.uid, at) for each in self.attempts_at(deck, drill) if each.counts])

    # ---- what is in it

    def last_counting(self, uid: str | None = None) -> Attempt | None:
        """Return the attempt that counts and was recorded last, or the one with this `uid` if it counts; else None."""
        which = f"kind = 'answer' AND NOT {_UNDONE} AND uid = COALESCE(?, uid) ORDER BY number DESC LIMIT {_LATEST}"
        return next((each for each in self._attempts(which, uid) if each.counts), None)

    def runs(self, deck: str, kind: str = "drill") -> list[Run]:
        """Return a deck's runs of a kind ("drill", "kata", "misses" or "review"), latest first; "" for reviews."""
        found = self._found("kind = 'run' AND place = ? ORDER BY at DESC, number DESC", f"{kind} {deck}")
        return [each for each, _ in found if isinstance(each, Run)]

    def run(self, uid: str) -> Run | None:
        return next((each for each, _ in self._found("uid = ?", uid) if isinstance(each, Run)), None)

    def attempts(self, run: str) -> list[Attempt]:
        """Return all attempts of the run with this id, in the order of recording, undone ones too."""
        return self._attempts("run = ? AND kind = 'answer' ORDER BY number", run)

    def attempts_at(self, deck: str, drill: str) -> list[Attempt]:
        """Return all attempts at a drill in any run, oldest first, ungraded and undone ones and kata lines too."""
        return self._attempts("place = ? AND kind IN ('answer', 'hint') ORDER BY at, number", f"{deck}/{drill}")

    def answers_on(self, day: date) -> list[Attempt]:
        """Return the attempts that count on a practice day, oldest first."""
        # A day begins up to 26 hours earlier or later in other zones, in which some may be recorded.
        begins = self.settings.beginning_of(day)
        first, last = instant_of(begins - timedelta(days=2)), instant_of(begins + timedelta(days=3))
        found = self._attempts("kind = 'answer' AND at BETWEEN ? AND ? ORDER BY at, number", first, last)
        return [each for each in found if each.counts and each.answer.day == day]

    def uncovered(self, run: str, deck: str, drill: str, seed: int | None, line: str | None = None) -> Opened:
        """Return how much of the working is uncovered for a question of a run; `line` names a line of its kata."""
        found = self._found("run = ? AND place = ? AND kind = 'hint'", run, f"{deck}/{drill}")
        hints = (each for each, _ in found if isinstance(each, Hint) and (each.seed, each.line) == (seed, line))
        most, step = max(((each.lines, STEPS.index(each.step or "value")) for each in hints), default=(0, -1))
        return Opened(most, STEPS[step if most else -1])

    def pace(self) -> Pace:
        """Return the learner's pace, from recent answers, with the permitted tools; that of written work may be set."""
        found = self._attempts(f"kind = 'answer' ORDER BY at DESC, number DESC LIMIT {_LATEST}")
        pace = measured_pace([each.answer.timed for each in found if each.counts and not each.answer.untouched])
        own = self.settings.pace
        return replace(pace, tools=self.settings.tools, pencil=pace.pencil if own is None else float(own))

    def has_answers(self) -> bool:
        """Return whether the verdict or the working of any drill was ever seen."""
        return bool(self.whole.drills or self.whole.seen)

    def events(self) -> Iterator[Event]:
        with self._reading():
            for (text,) in self.store.select("data", "1 = 1 ORDER BY at, number"):
                yield read_event(text)

    def count(self) -> int:
        with self._reading():
            return int(self.store.select("COUNT(*)", "1 = 1").fetchone()[0])

    def _found(self, which: str, *values: Any) -> list[tuple[Event, bool]]:
        """Return events, each with whether it was taken back."""
        with self._reading():
            rows = self.store.select(f"data, {_UNDONE}", which, *values)
            return [(read_event(text), bool(undone)) for text, undone in rows]

    def _attempts(self, which: str, *values: Any) -> list[Attempt]:
        """Return the answers among the rows, with what came before each of them there on its day."""
        seen, found = set[tuple[str, date]](), list[Attempt]()
        for event, undone in self._found(which, *values):
            if isinstance(event, (Answer, Hint)):
                here = event.place, event.day
                if isinstance(event, Answer):
                    found.append(Attempt(event, bool(event.help) or here in seen, undone))
                if isinstance(event, Hint) or (event.graded and undone):
                    seen.add(here)
        return found

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Return a context in which errors of the store, and of rows that another program wrote, are LogErrors."""
        with self._lock, self.store.errors("read"):
            try:
                yield
            except (msgspec.MsgspecError, ValueError, TypeError, ArithmeticError, RecursionError) as error:
                problem = "the log contains a row that katatx did not write; its administrator must repair it"
                raise ForeignRow(problem) from error
