"""The log of one learner: events that are only added, and what they come to, worked out in memory.

A run is one pass through a deck, a kata or a review. An attempt is an answer in the log. It is graded if its verdict is
not one of `UNGRADED` (such as text that cannot be read), and it counts if it is graded and not undone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import date, datetime, timedelta
from threading import RLock
from typing import Any, NamedTuple

from katatx.notation.quoting import quote
from katatx.progress.errors import LogError
from katatx.progress.events import (
    Event,
    answer_event,
    attempt_of,
    decoded,
    foreign_rows,
    hint_event,
    instant_of,
    run_event,
    run_of,
    run_place,
    undo_event,
)
from katatx.progress.records import RIGHT, STEPS, UNGRADED, Answered, Attempt, Opened, Run, Uncovering
from katatx.progress.stores import Store, database_errors
from katatx.progress.whole import Moved, Standing, Whole
from katatx.progress.work import Progress, counted
from katatx.settings import Settings
from scoring.schedule import Schedule
from scoring.skills import Skill
from scoring.standing import pace_of_work
from scoring.target import Pace, TimedAnswer, measured_pace
from scoring.verdict import SLIP
from scoring.work import NO_WORKS, Works, find

# The pace is measured over the last answers: typing over any, written work over right first answers of a day.
_PACE_ANSWERS = 400
ADD = (
    "INSERT INTO events (learner, uid, at, kind, run, place, data) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
)
_COLUMNS = "number, uid, at, kind, run, place, data"


class Recorded(NamedTuple):
    """An answer in the log and the skills it changed; `moved` is None if it was not graded."""

    attempt: Attempt
    moved: Moved | None


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
        self._whole: Whole | None = None
        # The number of the last event taken in, and the moment of the latest answer or hint.
        self._last, self._latest = 0, 0
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
        self._works_now, self._works, self._whole = works_now, None, None

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
        with self._lock:
            if self._whole is None or not self._takes_new(self._whole):
                self.replay()
            return self._whole or Whole()

    def _takes_new(self, whole: Whole) -> bool:
        """Take in the events added since; return False if one is older than the latest, or an undo."""
        with self._reading():
            rows = self._select(_COLUMNS, "number > ? ORDER BY at, number", self._last).fetchall()
            if any(kind == "undo" or (kind != "run" and at < self._latest) for _, _, at, kind, *_ in rows):
                return False
            # An undo that was imported may be older than its answer.
            undone = self._undone() if rows else set[str]()
            for number, uid, at, kind, _, place, data in rows:
                self._last = max(self._last, number)
                if kind in ("answer", "hint"):
                    self._latest = at
                    whole.take(kind, place, decoded(data), uid in undone, self.works.places, self.schedule)
        return True

    def replay(self) -> None:
        """Work out everything anew from the events in order of time."""
        whole, places, schedule = Whole(), self.works.places, self.schedule
        with self._lock, self._reading():
            undone = {place for (place,) in self._select("place", "kind = 'undo'")}
            rows = self._select(_COLUMNS, "1 = 1 ORDER BY at, number")
            self._last = self._latest = 0
            for number, uid, at, kind, _, place, data in counted(rows, self.count, self._progress):
                self._last = max(self._last, number)
                if kind in ("answer", "hint"):
                    self._latest = at
                    whole.take(kind, place, decoded(data), uid in undone, places, schedule)
                elif kind == "undo" and place not in undone:  # another program added it since
                    self.replay()
                    return
            self._whole = whole

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
            return sum(self.store.execute(ADD, (self.store.learner, *event.row)).rowcount > 0 for event in events)

    def start_run(self, run: Run) -> None:
        """Record a new run."""
        self.add([run_event(run)])

    def record(self, answer: Answered) -> Recorded:
        """Record an answer, and return the attempt with the standings that it changed."""
        whole, work = self.whole, self.works.of(answer.deck, answer.drill, answer.line)
        day, place = self.settings.day_of(answer.answered), f"{answer.deck}/{answer.drill}"
        helped = answer.help > 0 or (place, day.isoformat()) in whole.seen
        cold = answer.graded and not helped and not self._answered_on(place, day)
        slip = SLIP in (answer.verdict, *answer.wrong_turns)
        right = answer.verdict in RIGHT
        shown = find(work, right, slip, answer.wrong_turns, answer.help, helped=False)
        pace = None if answer.untouched else pace_of_work(
            work, answer.seconds, answer.first_key_seconds, len(answer.typed)
        )  # fmt: skip
        event = answer_event(answer, day, shown, pace)
        self.add([event])
        attempt = Attempt(event.uid, answer, day.isoformat(), cold, helped, event.data["version"])
        names = [name for name, _ in work.lines] + [name for name in shown.missed if name not in dict(work.lines)]
        skills = {name: self.whole.skills.get(name) or Skill() for name in names}
        moved = Moved(self.standing(answer.deck, answer.drill), skills)
        return Recorded(attempt, moved if answer.graded else None)

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
            rows = self._select(_COLUMNS, which, *([] if uid is None else [uid]))
            for _, name, _, _, _, _, text in rows:
                data = decoded(text)
                if name not in undone and data["verdict"] not in UNGRADED:
                    return attempt_of(name, data, undone=False, helped=False, cold=False)
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
            rows = self._select("uid, data", which, run_place(deck, kind)).fetchall()
        for uid, data in rows:
            with foreign_rows():
                run = run_of(uid, decoded(data))
            yield run

    def run(self, uid: str) -> Run | None:
        """Return the run with an id."""
        with self._reading():
            row = self._select("data", "kind = 'run' AND uid = ?", uid).fetchone()
            return None if row is None else run_of(uid, decoded(row[0]))

    def attempts(self, run: str) -> list[Attempt]:
        """Return a run's attempts in the order of recording, ungraded and undone ones too; `run` is its id."""
        return self._attempts("run = ? AND kind = 'answer' ORDER BY number", run)

    def attempts_at(self, deck: str, drill: str) -> list[Attempt]:
        """Return all attempts at a drill in any run, oldest first, ungraded and undone ones and kata lines too."""
        return self._attempts("place = ? AND kind IN ('answer', 'hint') ORDER BY at, number", f"{deck}/{drill}")

    def answers_since(self, day: date) -> list[Attempt]:
        """Return the attempts that count on a practice day and later, oldest first."""
        # A day begins up to 26 hours earlier in other zones, in which some may be recorded.
        at = instant_of(self.settings.beginning_of(day) - timedelta(days=2))
        found = self._attempts("kind = 'answer' AND at >= ? ORDER BY at, number", at)
        return [each for each in found if each.answer.graded and not each.undone and each.day >= day.isoformat()]

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
            hints = [data for (text,) in rows if (data := decoded(text))["seed"] == seed and data["line"] == line]
        whole = len(STEPS) - 1
        opened = [(each["lines"], whole if each["step"] is None else STEPS.index(each["step"])) for each in hints]
        most, step = max(opened, default=(0, whole))
        return Opened(most, STEPS[step if most else whole])

    def was_answered(self, deck: str, drills: Collection[str]) -> bool:
        """Return whether any of these drills of a deck has a graded answer, undone or not."""
        return any(each.answer.graded for drill in drills for each in self.attempts_at(deck, drill))

    def was_met(self, deck: str, drill: str, before: str) -> bool:
        """Return whether a drill has an attempt, graded or not and no kata line, in any run but that with an id."""
        found = self.attempts_at(deck, drill)
        return any(each.answer.run != before and each.answer.line is None for each in found)

    def has_answers(self) -> bool:
        """Return whether the log has a graded answer, undone or not."""
        with self._reading():
            rows = self._select("data", "kind = 'answer' ORDER BY number DESC")
            return any(decoded(data)["verdict"] not in UNGRADED for (data,) in rows)

    def standing(self, deck: str, drill: str) -> Standing:
        """Return the standing of one drill; an empty one if it was never practised."""
        return self.whole.drills.get((deck, drill)) or Standing()

    def pace(self) -> Pace:
        """Return the learner's pace (speed of typing and of written work), from recent answers."""
        found = self._attempts(f"kind = 'answer' ORDER BY at DESC, number DESC LIMIT {_PACE_ANSWERS}")
        timed = [each for each in found if each.answer.graded and not each.undone and not each.answer.untouched]
        return measured_pace([_times(each.answer) for each in timed])

    def events(self) -> Iterator[Event]:
        """Yield all events in order of time."""
        with self._reading():
            for _, uid, at, kind, run, place, data in self._select(_COLUMNS, "1 = 1 ORDER BY at, number"):
                yield Event(uid, at, kind, run, place, decoded(data))

    def count(self) -> int:
        """Return the number of events."""
        with self._reading():
            return int(self._select("COUNT(*)", "1 = 1").fetchone()[0])

    def _attempts(self, which: str, *values: Any) -> list[Attempt]:
        undone = self._undone()
        with self._reading():
            rows = self._select(_COLUMNS, which, *values).fetchall()
        seen, answered, found = set[tuple[str, str]](), set[tuple[str, str]](), list[Attempt]()
        with foreign_rows():
            for _, uid, _, kind, _, place, text in rows:
                data = decoded(text)
                here = place, data["day"]
                if kind == "hint":
                    seen.add(here)
                    continue
                graded, helped = data["verdict"] not in UNGRADED, bool(data["help"]) or here in seen
                cold = graded and uid not in undone and not helped and here not in answered
                found.append(attempt_of(uid, data, uid in undone, helped, cold))
                if graded:
                    (seen if uid in undone else answered).add(here)
        return found

    def _answered_on(self, place: str, day: date) -> bool:
        deck, _, drill = place.rpartition("/")
        return not self.standing(deck, drill).own.would_count(place, day.toordinal())

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
