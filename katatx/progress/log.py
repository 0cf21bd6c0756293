"""The log of one learner: events that are only added, and what they come to, worked out in memory.

A run is one pass through a deck, a kata or a review. An attempt is an answer in the log. It is graded if its verdict is
not one of `UNGRADED` (such as text that cannot be read), and it counts if it is graded and not undone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import date, datetime, timedelta
from threading import RLock
from typing import Any, NamedTuple

from katatx.notation.quoting import quote
from katatx.progress.errors import LogError
from katatx.progress.events import (
    Answer,
    Event,
    Hint,
    answer_event,
    foreign_rows,
    hint_event,
    instant_of,
    read_event,
    row_of,
    run_place,
    undo_event,
)
from katatx.progress.records import STEPS, Answered, Attempt, Opened, Run, Uncovering
from katatx.progress.replay import COLUMNS, ORDER, Replay, kept
from katatx.progress.stores import Store, database_errors
from katatx.progress.whole import Standing, Whole
from katatx.progress.work import Progress, counted
from katatx.settings import Settings
from scoring.schedule import Schedule
from scoring.steps import NO_WORKS, Step, Works
from scoring.target import Pace, TimedAnswer, measured_pace

# The pace is measured over the last answers: typing over any, written work over right first answers of a day.
_PACE_ANSWERS = 400
ADD = (
    "INSERT INTO events (learner, uid, at, kind, run, place, data) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
# Later than any event, in microseconds since 1970.
_LATEST = 2**62
# A start takes in this many events without keeping what they come to.
_WORTH_KEEPING = 200


class Recorded(NamedTuple):
    """An answer in the log, and the steps whose standing it changed, as they are after it."""

    attempt: Attempt
    changed: Mapping[str, Step]


class Log:
    """Runs, answers and uncovered lines, each on disk when its method returns, and the standings that follow from them.

    `works_now` returns the recipe lines of all drills; it is called when the first is needed. Every public method
    raises LogError on failure; those that add to the log do so too if it belongs to another learner. Events that others
    add are taken in before the next is added.
    """

    def __init__(
        self, store: Store, settings: Settings | None = None, works_now: Callable[[], Works] | None = None,
        progress: Progress | None = None,
    ) -> None:  # fmt: skip
        """Use a store; on failure it is closed and LogError raised. `progress` is told of a long replay."""
        self.store, self.settings = store, settings or Settings()
        self._works_now = works_now or (lambda: NO_WORKS)
        self._progress, self._lock = progress, RLock()
        self._works: Works | None = None
        self._replays: dict[str, Replay] = {}
        with ExitStack() as unless_opened:
            unless_opened.callback(store.close)
            if not store.is_own and not self._has("kind = 'run'"):
                raise LogError(
                    f"the log {store.where} has no learner called {quote(store.learner)}; correct the name in "
                    "KATATX_LEARNER"
                )
            unless_opened.pop_all()

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    def know(self, works_now: Callable[[], Works]) -> None:
        """Work everything out, when it is next needed, with the recipe lines that `works_now` returns."""
        self._works_now, self._works, self._replays = works_now, None, {}

    @property
    def schedule(self) -> Schedule:
        """Return the schedule with the wanted retention."""
        return Schedule(retention=self.settings.retention)

    @property
    def works(self) -> Works:
        """Return the recipe lines of all drills, read once."""
        if self._works is None:
            self._works = self._works_now()
        return self._works

    @property
    def whole(self) -> Whole:
        """Return what all answers come to, those of other programs included."""
        return self._replayed("").whole

    def before(self, day: date) -> Whole:
        """Return what all answers before a practice day come to."""
        return self._replayed(day.isoformat()).whole

    def replay(self) -> None:
        """Work out everything anew from the events in order of time."""
        self._replays = {"": Replay()}

    def _replayed(self, before: str) -> Replay:
        """Return what the events before a practice day come to, or all with ""; kept from the last start if it can."""
        with self._lock, self._reading():
            replay = self._replays.get(before) or self._kept(before)
            begun = replay.last
            if not self._takes_new(replay):
                replay, begun = Replay(before), 0
                self._takes_new(replay)
            self._replays[before] = replay
            if replay.last - begun >= _WORTH_KEEPING:
                replay.keep(self._name, self._state)
        return replay

    def _takes_new(self, replay: Replay) -> bool:
        rows = self._select(COLUMNS, f"number > ? ORDER BY {ORDER}", replay.last)
        told = rows.fetchall() if replay.last else counted(rows, self.count, self._progress)
        return replay.take(told, self.works, self.schedule)

    def _kept(self, before: str) -> Replay:
        """Return what was kept for this log, or an empty replay if its last event is not in the log."""
        found = kept(self._name, self._state, before)
        is_here = self._select("1", "number = ? AND uid = ?", found.last, found.uid).fetchone()
        return found if is_here else Replay(before)

    @property
    def _name(self) -> str:
        return f"{self.store.where} {self.store.learner}"

    @property
    def _state(self) -> str:
        """Return what decides, beside the events, what they come to."""
        return f"{self.works.mark} {self.settings.retention}"

    def make_sure_it_is_own(self) -> None:
        """Raise LogError if the log belongs to another learner, since nobody may answer for others."""
        if not self.store.is_own:
            name = quote(self.store.learner)
            raise LogError(
                f"this is the log of {name}, which you can only read; unset KATATX_LEARNER to practise yourself"
            )

    def add(self, events: Iterable[Event]) -> int:
        """Add events, all or none, and return how many are new; they are on disk when this returns."""
        self.make_sure_it_is_own()
        with self._lock, database_errors(self.store, "written"), self.store.writing():
            return sum(self.store.execute(ADD, (self.store.learner, *row_of(event))).rowcount > 0 for event in events)

    def start_run(self, run: Run) -> None:
        """Record a new run."""
        self.add([run])

    def record(self, answer: Answered) -> Recorded:
        """Record an answer, and return the attempt with the steps whose standing it changed."""
        day, place = self.settings.day_of(answer.answered), f"{answer.deck}/{answer.drill}"
        helped = answer.help > 0 or (place, day.isoformat()) in self.whole.seen
        cold = answer.graded and not helped and self.whole.is_first(place, day)
        event = answer_event(answer, day, self.works.of(answer.deck, answer.drill, answer.line))
        before = {name: self.step(name).standing for name in (*event.known, *event.missed)}
        self.add([event])
        changed = tuple(name for name, standing in before.items() if self.step(name).standing != standing)
        attempt = Attempt(event.uid, event, event.day, cold, helped, event.version)
        return Recorded(attempt, {name: self.step(name) for name in changed})

    def step(self, name: str) -> Step:
        """Return the standing of a step; that of a new one if it was never practised."""
        return self.whole.steps.get(name) or Step()

    def uncover(self, uncovering: Uncovering) -> None:
        """Record that a part of the working was uncovered before answering."""
        self.add([hint_event(uncovering, self.settings.day_of(uncovering.at))])

    def undo(self, at: datetime, uid: str | None = None) -> Attempt | None:
        """Take back the latest attempt that counts, and return it; with `uid`, the one with this id if it counts.

        Returns None if there is none. Because the learner saw the verdict, later answers of the same practice day at
        the same drill count as helped.
        """
        self.make_sure_it_is_own()
        found = self.last_counting(uid)
        if found is not None:
            self.add([undo_event(found.uid, at)])
        return found

    def last_counting(self, uid: str | None = None) -> Attempt | None:
        """Return the attempt that counts and was recorded last, or the one with this `uid` if it counts; else None."""
        which = "kind = 'answer' ORDER BY number DESC" if uid is None else "kind = 'answer' AND uid = ?"
        undone = self._undone()
        with self._reading():
            rows = self._select("uid, data", which, *([] if uid is None else [uid]))
            for name, text in rows:
                answer = read_event(text)
                if isinstance(answer, Answer) and name not in undone and answer.graded:
                    return Attempt(name, answer, answer.day, cold=False, helped=False, version=answer.version)
        return None

    def reset(self, deck: str, drill: str, at: datetime) -> int:
        """Take back all attempts that count at a drill, kata lines that practise it too, and return their number."""
        kept = [each.uid for each in self.attempts_at(deck, drill) if each.answer.graded and not each.undone]
        self.add([undo_event(uid, at) for uid in kept])
        return len(kept)

    def runs(self, deck: str, kind: str = "drill") -> Iterator[Run]:
        """Yield a deck's runs of a kind ("drill", "kata", "misses" or "review"), latest first; "" for reviews."""
        which = "kind = 'run' AND place = ? ORDER BY at DESC, number DESC"
        with self._reading():
            rows = self._select("data", which, run_place(deck, kind)).fetchall()
        for (text,) in rows:
            with foreign_rows():
                run = read_event(text)
            if isinstance(run, Run):
                yield run

    def run(self, uid: str) -> Run | None:
        """Return the run with an id."""
        with self._reading():
            row = self._select("data", "kind = 'run' AND uid = ?", uid).fetchone()
            found = None if row is None else read_event(row[0])
        return found if isinstance(found, Run) else None

    def attempts(self, run: str) -> list[Attempt]:
        """Return a run's attempts in the order of recording, ungraded and undone ones too; `run` is its id."""
        return self._attempts("run = ? AND kind = 'answer' ORDER BY number", run)

    def attempts_at(self, deck: str, drill: str) -> list[Attempt]:
        """Return all attempts at a drill in any run, oldest first, ungraded and undone ones and kata lines too."""
        return self._attempts("place = ? AND kind IN ('answer', 'hint') ORDER BY at, number", f"{deck}/{drill}")

    def answers_since(self, day: date, to: date | None = None) -> list[Attempt]:
        """Return the attempts that count on a practice day and later, up to the day `to` if given, oldest first."""
        # A day begins up to 26 hours earlier or later in other zones, in which some may be recorded.
        first = instant_of(self.settings.beginning_of(day) - timedelta(days=2))
        last = _LATEST if to is None else instant_of(self.settings.beginning_of(to) + timedelta(days=3))
        found = self._attempts("kind = 'answer' AND at BETWEEN ? AND ? ORDER BY at, number", first, last)
        ends = "9" if to is None else to.isoformat()
        return [
            each for each in found if each.answer.graded and not each.undone and day.isoformat() <= each.day <= ends
        ]

    def attempts_of_runs(self, kind: str) -> list[Attempt]:
        """Return all attempts of runs of a kind, oldest first."""
        runs = "run IN (SELECT uid FROM events WHERE learner = ? AND kind = 'run' AND place LIKE ?)"
        which = f"kind = 'answer' AND {runs} ORDER BY at, number"
        return self._attempts(which, self.store.learner, f"{kind} %")

    def uncovered(self, run: str, deck: str, drill: str, seed: int | None, line: str | None = None) -> Opened:
        """Return how much of the working is uncovered for a question of a run; `line` names a line of its kata.

        `run` is the run's id, and `seed` that of the question's numbers, None for the page's.
        """
        with self._reading():
            rows = self._select("data", "run = ? AND place = ? AND kind = 'hint'", run, f"{deck}/{drill}").fetchall()
            hints = [hint for (text,) in rows if isinstance(hint := read_event(text), Hint)]
        whole, here = len(STEPS) - 1, [each for each in hints if (each.seed, each.line) == (seed, line)]
        opened = [(each.lines, whole if each.step is None else STEPS.index(each.step)) for each in here]
        most, step = max(opened, default=(0, whole))
        return Opened(most, STEPS[step if most else whole])

    def was_answered(self, deck: str, drills: Collection[str]) -> bool:
        """Return whether the verdict or the working of any of these drills of a deck was ever seen."""
        seen = self.whole.drills.keys() | {place for place, _ in self.whole.seen}
        return any(f"{deck}/{drill}" in seen for drill in drills)

    def was_met(self, deck: str, drill: str, before: str) -> bool:
        """Return whether a drill has an attempt, graded or not and no kata line, in any run but that with an id."""
        found = self.attempts_at(deck, drill)
        return any(each.answer.run != before and each.answer.line is None for each in found)

    def has_answers(self) -> bool:
        """Return whether the verdict or the working of any drill was ever seen."""
        return bool(self.whole.drills or self.whole.seen)

    def standing(self, deck: str, drill: str) -> Standing:
        """Return the standing of one drill; an empty one if it was never practised."""
        return self.whole.drills.get(f"{deck}/{drill}") or Standing()

    def pace(self) -> Pace:
        """Return the learner's pace (speed of typing and of written work), from recent answers."""
        found = self._attempts(f"kind = 'answer' ORDER BY at DESC, number DESC LIMIT {_PACE_ANSWERS}")
        timed = [each for each in found if each.answer.graded and not each.undone and not each.answer.untouched]
        return measured_pace([_times(each.answer) for each in timed])

    def events(self) -> Iterator[Event]:
        """Yield all events in order of time."""
        with foreign_rows():
            yield from map(read_event, self.texts())

    def texts(self) -> Iterator[str]:
        """Yield all events as JSON, in order of time."""
        with self._reading():
            for (text,) in self._select("data", "1 = 1 ORDER BY at, number"):
                yield text

    def count(self) -> int:
        """Return the number of events."""
        with self._reading():
            return int(self._select("COUNT(*)", "1 = 1").fetchone()[0])

    def _attempts(self, which: str, *values: Any) -> list[Attempt]:
        undone = self._undone()
        with self._reading():
            rows = self._select("uid, place, data", which, *values).fetchall()
        seen, answered, found = set[tuple[str, str]](), set[tuple[str, str]](), list[Attempt]()
        with foreign_rows():
            for uid, place, text in rows:
                event = read_event(text)
                if not isinstance(event, Answer):
                    seen |= {(place, event.day)} if isinstance(event, Hint) else set()
                    continue
                here, graded = (place, event.day), event.graded
                helped = bool(event.help) or here in seen
                cold = graded and uid not in undone and not helped and here not in answered
                found.append(Attempt(uid, event, event.day, cold, helped, event.version, uid in undone))
                if graded:
                    (seen if uid in undone else answered).add(here)
        return found

    def _undone(self) -> set[str]:
        with self._reading():
            return {place for (place,) in self._select("place", "kind = 'undo'")}

    def _has(self, which: str) -> bool:
        with self._reading():
            return self._select("1", f"{which} LIMIT 1").fetchone() is not None

    def _select(self, columns: str, which: str, *values: Any) -> Any:
        """Return the cursor of this learner's events that satisfy the condition `which`."""
        return self.store.execute(
            f"SELECT {columns} FROM events WHERE learner = ? AND {which}", (self.store.learner, *values)
        )

    @contextmanager
    def _reading(self) -> Iterator[None]:
        with self._lock, database_errors(self.store, "read"), foreign_rows():
            yield


def _times(answer: Answered) -> TimedAnswer:
    """Return an attempt's times for measuring the pace."""
    first = answer.first_key_seconds
    typing = None if first is None else max(0.0, answer.seconds - first)
    return TimedAnswer(len(answer.typed), answer.seconds, typing, answer.pencil_seconds, answer.clean)
