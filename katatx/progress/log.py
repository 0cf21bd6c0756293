"""The append-only log of one learner.

A run is one pass through a deck, a kata or a review. An attempt is an answer in the log. It is graded if its verdict is
not one of `UNGRADED` (such as text that cannot be read), and it counts if it is graded and not undone. An uncovering is
a hint: a part of the working shown before answering; an undone answer leaves one too, since its verdict was seen. A
standing is what the log shows about a drill or a skill. `aside` is a separate file for answers while the store cannot
be written.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from datetime import datetime, timedelta
from itertools import count
from typing import Any, NamedTuple, TypeVar

from katatx import __version__
from katatx.notation.quoting import quote
from katatx.progress.aside import Aside
from katatx.progress.database.rows import (
    Columns,
    attempt_of,
    attempt_row,
    corrupt_rows,
    named_at,
    new_name,
    opened_by,
    run_of,
    run_row,
    typing_row,
    uncovering_row,
)
from katatx.progress.database.stores import Store, database_errors
from katatx.progress.database.tables import AttemptRow, FitRow, RunRow, TypingRow, UncoveringRow, UndoRow
from katatx.progress.errors import LogError
from katatx.progress.moments import instant_of
from katatx.progress.records import RIGHT, UNGRADED, Answered, Attempt, Opened, Run, Typing, Uncovering
from katatx.progress.standings import Moved, Standings
from katatx.progress.work import Progress
from katatx.settings import Settings
from scoring.target import Pace, TimedAnswer, measured_pace, timed_typing

# The pace is measured over the last answers: typing over any, written work over right first answers of a day. In a bad
# stretch the latter are sought further back, up to this limit.
_PACE_ANSWERS = 60
_PACE_LOOK_BACK = 2000
# The number of texts per typing measurement; only the latest measurement counts.
_PACE_TYPINGS = 6
_RUNS_AT_ONCE = 20
# Tables whose rows may be kept in a separate file.
_ASIDE = ("attempts", "uncoverings")
# Ignores an uncovering dated before its run, which means that the clock was set back. Written as SQL text because an
# import runs it for every attempt, and building it each time would be slow.
_UNCOVERED_BEFORE = """SELECT 1 FROM uncoverings hint
WHERE learner = ? AND deck = ? AND drill = ? AND day = ? AND instant <= ? AND NOT EXISTS
(SELECT 1 FROM runs WHERE runs.learner = hint.learner AND runs.id = hint.run AND runs.instant > hint.instant) LIMIT 1
"""
# Everything needed before an answer is recorded, in one query.
_KNOWN_BEFORE = f"""SELECT EXISTS ({_UNCOVERED_BEFORE}),
EXISTS (SELECT 1 FROM attempts WHERE learner = ? AND deck = ? AND drill = ? AND day = ?
AND verdict NOT IN ({", ".join("?" * len(UNGRADED))}) AND uid NOT IN (SELECT uid FROM undos WHERE learner = ?)),
(SELECT basis FROM bases WHERE learner = ?)
"""
_Result = TypeVar("_Result")


class Recorded(NamedTuple):
    """An answer in the log and the skills it changed; `moved` is None if it was not graded or is not in the log yet."""

    attempt: Attempt
    moved: Moved | None


class Log:
    """Runs, attempts and uncovered lines, each on disk when its method returns, and the standings derived from them.

    An attempt is an answer in the log. It counts if it is graded (unreadable text is not) and not undone. If the store
    fails during a session, answers go to a separate file, `aside`. `progress` is called with (attempts done, their
    total) if all standings must be derived anew. Every public method raises LogError on failure unless it says
    otherwise; those that add to the log do so too if it belongs to another learner. Private ones may raise the
    database's own errors instead.
    """

    def __init__(self, store: Store, settings: Settings | None = None, progress: Progress | None = None) -> None:
        """Bring the standings in the store up to date; `settings` None means the defaults.

        On failure the store is closed and LogError raised.
        """
        self.store = store
        self.settings = settings or Settings()
        self.aside: Aside | None = None
        self.standings = Standings(store, self.settings.retention)
        with ExitStack() as unless_opened, self.database_errors("opened"):
            unless_opened.callback(store.close)
            self._check_learner()
            self.standings.bring_up_to_date(progress)
            unless_opened.pop_all()

    def close(self) -> None:
        """Close the store; answers in the separate file stay there."""
        self.store.close()

    def database_errors(self, done: str) -> AbstractContextManager[None]:
        """Return a context that turns database errors into a LogError naming the store.

        `done` completes the message "the log … cannot be …": "read", "written" or "opened".
        """
        return database_errors(self.store.where, self.store.advice, done)

    def make_sure_it_is_own(self) -> None:
        """Raise LogError if the log belongs to another learner, since nobody may answer for others."""
        if not self.store.is_own:
            name = quote(self.store.learner)
            raise LogError(
                f"this is the log of {name}, which you can only read; unset KATATX_LEARNER to practise yourself"
            )

    def start_run(self, run: Run) -> None:
        """Record a new run. Raises LogError if it cannot be written; a run is never kept in the separate file."""
        self.make_sure_it_is_own()
        with self.database_errors("written"), self.store.writing():
            self._insert(RunRow, **run_row(run))

    def record(self, answer: Answered) -> Recorded:
        """Record an answer, update the standings in one transaction, and return the attempt with the standings it
        changed.

        It is on disk when this returns. Its times must be finite. If the store fails, this and all later answers go to
        the separate file `aside` until `portable.bring_back`, and standings are not updated. Raises LogError if it
        cannot be saved anywhere.
        """
        self.make_sure_it_is_own()
        # One id for both places: after a failed commit, the store may turn out to have the answer.
        name, reason = new_name(), None
        if self.aside is None:
            try:
                with self.database_errors("written"), self.store.writing():
                    cold, helped, basis = self._known_before(answer)
                    attempt = self._attempt(name, answer, cold, helped)
                    self._insert(AttemptRow, **attempt_row(attempt))
                    moved = self.standings.take_in(attempt, basis) if answer.graded else None
                return Recorded(attempt, moved)
            except LogError as error:
                reason = error
        attempt = self._attempt(name, answer, *self._cold_and_helped_aside(answer))
        self._keep_aside(reason, answer.answered, "attempts", attempt_row(attempt))
        return Recorded(attempt, None)

    def uncover(self, uncovering: Uncovering) -> None:
        """Record that a part of the working was uncovered before answering; in the separate file `aside` if the store
        fails.

        Raises LogError if it cannot be saved anywhere.
        """
        self.make_sure_it_is_own()
        row, reason = uncovering_row(uncovering, self._day(uncovering.at)), None
        if self.aside is None:
            try:
                with self.database_errors("written"), self.store.writing():
                    self._insert(UncoveringRow, **row)
                return
            except LogError as error:
                reason = error
        self._keep_aside(reason, uncovering.at, "uncoverings", row)

    def calibrate(self, typings: Sequence[Typing]) -> None:
        """Record a typing measurement, all of its texts or none. Raises LogError if it cannot be written."""
        self.make_sure_it_is_own()
        with self.database_errors("written"), self.store.writing():
            for typing in typings:
                self._insert(TypingRow, **typing_row(typing))

    def fit(self, parameters: Sequence[float], at: datetime, progress: Progress | None = None) -> None:
        """Record fitted parameters of FSRS, the scheduling algorithm, and derive all standings anew with them."""
        self.make_sure_it_is_own()
        with self.database_errors("written"), self.store.writing():
            self._insert(FitRow, parameters=json.dumps(list(parameters)), **named_at(at))
            self.standings.rebuild(progress)

    def rebuild(self, progress: Progress | None = None) -> int:
        """Derive all standings anew from the log and return the number of attempts that count."""
        with self.database_errors("written"), self.store.writing():
            return self.standings.rebuild(progress)

    def undo(self, at: datetime, uid: str | None = None) -> Attempt | None:
        """Mark as undone the latest attempt that counts, and return it; with `uid`, the one with this id if it counts.

        Returns None if there is none. `at` is the time of the undoing. The standings are derived anew. Because the
        learner saw the verdict, later answers of the same practice day at the same drill count as helped.
        """
        self.make_sure_it_is_own()
        with self.database_errors("written"), self.store.writing():
            last = self._last_counting(uid)
            if last is None:
                return None
            self._insert(UndoRow, **named_at(at) | {"uid": last.uid})
            with corrupt_rows():
                attempt = attempt_of(last, undone=True)
            answer = attempt.answer
            after = answer.answered + timedelta(microseconds=1)  # it helped no answer but later ones
            seen = Uncovering(answer.run, answer.deck, answer.drill, answer.seed, 0, after, answer.line)
            self._insert(UncoveringRow, **uncovering_row(seen, attempt.day))
            self.standings.rebuild()
            return attempt

    def last_counting(self) -> Attempt | None:
        """Return the latest attempt that counts, which is graded and not undone; None if there is none."""
        with self.database_errors("read"), corrupt_rows():
            last = self._last_counting()
            return None if last is None else attempt_of(last, undone=False)

    def _last_counting(self, uid: str | None = None) -> Any:
        """Return the database row of the latest attempt that counts, or of the one with this `uid` if it counts.

        The latest is the one recorded last, whatever the clock said. Returns None if there is none.
        """
        row = AttemptRow
        # Without the concatenation, SQLite takes an index on the learner and sorts the whole log to find one row.
        mine = row.learner.concat("") == self.store.learner if uid is None else self._mine(row) & (row.uid == uid)
        kept = mine & row.verdict.not_in(UNGRADED) & ~row.uid.in_(self._undone())
        return next(iter(self._all(row.select().where(kept).order_by(row.id.desc()).limit(1))), None)

    def reset(self, deck: str, drill: str, at: datetime) -> int:
        """Mark all attempts that count at a drill as undone, at the time `at`, and return their number.

        They include kata lines that practise the drill. Uncovered lines stay recorded, and the standings are derived
        anew.
        """
        self.make_sure_it_is_own()
        with self.database_errors("written"), self.store.writing():
            row = AttemptRow
            kept = self.counts()
            here = (row.deck == deck) & (row.drill == drill)
            uids = list(row.select(row.uid).where(kept & here).tuples().execute(self.store.database))
            for (uid,) in uids:
                self._insert(UndoRow, **named_at(at) | {"uid": uid})
            self.standings.rebuild()
            return len(uids)

    def runs(self, deck: str, kind: str = "drill") -> Iterator[Run]:
        """Yield a deck's runs of a kind ("drill", "kata", "misses" or "review"), latest first, reading a few at a time.

        Pass "" as `deck` for reviews. Usually the first run is enough, and a long read would block writers.
        """
        row = RunRow
        same = self._mine(row) & (row.deck == deck) & (row.kind == kind)
        newest = row.select().where(same).order_by(row.instant.desc(), row.number.desc())
        for page in count(1):
            with self.database_errors("read"):
                rows = self._all(newest.paginate(page, _RUNS_AT_ONCE))
            with corrupt_rows():
                runs = list(map(run_of, rows))
            yield from runs
            if len(rows) < _RUNS_AT_ONCE:
                return

    def attempts(self, run: str) -> list[Attempt]:
        """Return a run's attempts in the order of recording, including ungraded and undone ones; `run` is its id.

        Those in the separate file are left out. Returns [] if the store cannot be read while answers go there.
        """
        return self._read(lambda: self._attempts(AttemptRow.run == run, AttemptRow.id), [])

    def attempts_at(self, deck: str, drill: str) -> list[Attempt]:
        """Return all attempts at a drill in any run, oldest first, including ungraded and undone ones, and
        kata lines.
        """
        with self.database_errors("read"):
            return self._attempts(
                (AttemptRow.deck == deck) & (AttemptRow.drill == drill), AttemptRow.instant, AttemptRow.id
            )

    def uncovered(self, run: str, deck: str, drill: str, seed: int | None, line: str | None = None) -> Opened:
        """Return how much of the working is uncovered for a question of a run; `line` names a line of its kata.

        `run` is the run's id, and `seed` that of the question's numbers, None for the page's. If the store cannot be
        read while answers go to the separate file, only uncoverings in that file are included.
        """
        here = {"run": run, "deck": deck, "drill": drill, "seed": seed, "line": line}
        kept = () if self.aside is None else self.aside.kept("uncoverings", here)
        row = UncoveringRow
        asked = (row.run == run) & (row.deck == deck) & (row.drill == drill) & _is(row.seed, seed)
        same = self._mine(row) & asked & _is(row.line, line)
        query = row.select(row.lines, row.step).where(same).tuples()
        nothing: list[tuple[int, str | None]] = []
        found = self._read(lambda: list(query.execute(self.store.database)), nothing)
        with corrupt_rows():
            return opened_by([*found, *((each["lines"], each["step"]) for each in kept)])

    def was_met(self, deck: str, drill: str, before: str) -> bool:
        """Return whether a drill has an attempt, graded or not, in any run but the one with the id `before`.

        Kata lines do not count. Returns True if the store cannot be read while answers go to the separate file.
        """
        row = AttemptRow
        same = (row.deck == deck) & (row.drill == drill) & (row.run != before) & row.line.is_null()
        return self._read(lambda: self._exists(row, same), otherwise=True)

    def was_answered(self, deck: str, drills: Collection[str]) -> bool:
        """Return whether any of these drills of a deck has a graded answer, undone or not.

        Returns True if the store cannot be read while answers go to the separate file.
        """
        row = AttemptRow
        graded = (row.deck == deck) & row.drill.in_(list(drills)) & row.verdict.not_in(UNGRADED)
        return self._read(lambda: self._exists(row, graded), otherwise=True)

    def misses(self, deck: str, drill: str) -> int:
        """Return on how many practice days in succession, up to the latest, the first answer at a drill was not right
        without help.

        Returns 0 if the store cannot be read while answers go to the separate file.
        """
        return self._read(lambda: self.standings.one(deck, drill).misses, otherwise=0)

    def uncovered_before(self, deck: str, drill: str, day: str, instant: int) -> bool:
        """Return whether a part of a drill's working was uncovered on the practice day `day` up to `instant`.

        `day` is an ISO date, `instant` in microseconds since 1970 UTC. An answer that was undone counts as uncovering,
        since its verdict was seen. An uncovering dated before its run, because the clock was set back, does not count.
        Call it inside `database_errors`: database errors are not converted.
        """
        query = _UNCOVERED_BEFORE.replace("?", self.store.database.param)
        values = (self.store.learner, deck, drill, day, instant)
        return self.store.database.execute_sql(query, values).fetchone() is not None

    def pace(self) -> Pace:
        """Return the learner's pace (speed of typing and of written work), from recent answers and the last typing
        measurement.
        """
        with self.database_errors("read"):
            row, keys = AttemptRow, TypingRow
            kept = self.counts() & ~row.untouched
            newest_first = (row.instant.desc(), row.id.desc())
            last = row.select().where(kept).order_by(*newest_first).limit(_PACE_ANSWERS)
            near = row.select(row.id).where(kept).order_by(*newest_first).limit(_PACE_LOOK_BACK)
            clean = row.id.in_(near) & row.cold & row.verdict.in_(RIGHT)
            worked = row.select().where(clean).order_by(*newest_first).limit(_PACE_ANSWERS)
            answers = [_typed(each) for each in self._all(last)] + [_worked(each) for each in self._all(worked)]
            newest = keys.select().where(self._mine(keys)).order_by(keys.id.desc())
            typings = newest.limit(_PACE_TYPINGS)
            calibration = [timed_typing(each.characters, each.seconds) for each in self._all(typings)]
            return measured_pace(answers, calibration)

    def has_typings(self) -> bool:
        """Return whether the typing speed was ever measured."""
        with self.database_errors("read"):
            return self._exists(TypingRow)

    def has_answers(self) -> bool:
        """Return whether the log has a graded answer, undone or not."""
        with self.database_errors("read"):
            return self._exists(AttemptRow, AttemptRow.verdict.not_in(UNGRADED))

    def has_attempts_besides(self, run: str) -> bool:
        """Return whether the log has an attempt, graded or not, in any run but this one, earlier or later."""
        with self.database_errors("read"):
            return self._exists(AttemptRow, AttemptRow.run != run)

    def counts(self) -> Any:
        """Return the SQL condition on `AttemptRow` for attempts that count: this learner's, graded, not undone."""
        row = AttemptRow
        return self._mine(row) & row.verdict.not_in(UNGRADED) & ~row.uid.in_(self._undone())

    def undone(self) -> Any:
        """Return the SQL condition on `AttemptRow` for this learner's attempts that were undone."""
        return self._mine(AttemptRow) & AttemptRow.uid.in_(self._undone())

    def _undone(self) -> Any:
        """Return the query of the uids of this learner's attempts that were undone."""
        return UndoRow.select(UndoRow.uid).where(self._mine(UndoRow))

    def _check_learner(self) -> None:
        """Raise LogError if the log is another learner's and has no runs: the name is probably a typing error."""
        store = self.store
        if not store.is_own and not self._exists(RunRow):
            raise LogError(
                f"the log {store.where} has no learner called {quote(store.learner)}; correct the name in "
                "KATATX_LEARNER"
            )

    def _attempts(self, which: Any, *order: Any) -> list[Attempt]:
        """Return the attempts that satisfy the SQL condition `which`, ordered by these columns."""
        row = AttemptRow
        rows = self._all(row.select().where(self._mine(row) & which).order_by(*order))
        undone = {each.uid for each in self._all(UndoRow.select(UndoRow.uid).where(self._mine(UndoRow)))}
        with corrupt_rows():
            return [attempt_of(each, each.uid in undone) for each in rows]

    def _attempt(self, name: str, answer: Answered, cold: bool, helped: bool) -> Attempt:
        """Return an answer as an attempt with the id `name`, its practice day and the program's version.

        `cold` and `helped` are passed on.
        """
        return Attempt(name, answer, self._day(answer.answered), cold, helped, __version__)

    def _keep_aside(self, reason: LogError | None, at: datetime, table: str, row: Columns) -> None:
        """Write a row to the separate file; with `reason`, create the file, named by the time `at`, with this row."""
        if reason is not None:
            self.aside = Aside(reason, at, table, row)
        elif self.aside is not None:
            self.aside.keep(table, row)

    def _day(self, moment: datetime) -> str:
        """Return the practice day of a moment, as an ISO date."""
        return self.settings.day_of(moment).isoformat()

    def _known_before(self, answer: Answered) -> tuple[bool, bool, str | None]:
        """Return whether an answer is cold, whether it is `helped` (see `Attempt`), and the stored basis of the
        standings (JSON text, None if there is none).

        An answer is cold if it is the day's first graded one at its drill, without help; undone ones do not count.
        """
        learner, day = self.store.learner, self._day(answer.answered)
        here = (learner, answer.deck, answer.drill, day)
        query = _KNOWN_BEFORE.replace("?", self.store.database.param)
        values = (*here, instant_of(answer.answered), *here, *UNGRADED, learner, learner)
        uncovered, answered, basis = self.store.database.execute_sql(query, values).fetchone()
        helped = answer.help > 0 or bool(uncovered)
        return answer.graded and not helped and not answered, helped, basis

    def _cold_and_helped_aside(self, answer: Answered) -> tuple[bool, bool]:
        """Return whether an answer is cold and whether it had help, using the log, if it can be read, and the separate
        file.

        An answer is cold if it is the day's first graded one at its drill, without help.
        """
        here = {"deck": answer.deck, "drill": answer.drill, "day": self._day(answer.answered)}
        kept = {} if self.aside is None else {name: list(self.aside.kept(name, here)) for name in _ASIDE}
        graded = any(row["verdict"] not in UNGRADED for row in kept.get("attempts", ()))
        try:
            with self.database_errors("read"):
                cold, helped, _ = self._known_before(answer)
        except LogError:
            cold, helped = answer.graded and not answer.help, answer.help > 0
        now = instant_of(answer.answered)
        helped = helped or any(hint["instant"] <= now for hint in kept.get("uncoverings", ()))
        return cold and not helped and not graded, helped

    def _read(self, read: Callable[[], _Result], otherwise: _Result) -> _Result:
        """Return the result of `read`; if that fails while answers go to a separate file, return `otherwise`.

        Raises LogError if it fails while none do.
        """
        try:
            with self.database_errors("read"):
                return read()
        except LogError:
            if self.aside is None:
                raise
            return otherwise

    def _mine(self, table: Any) -> Any:
        """Return the SQL condition for this learner's rows of a table."""
        return table.learner == self.store.learner

    def _insert(self, table: Any, **columns: Any) -> None:
        """Insert a row with these columns for this learner."""
        table.insert(learner=self.store.learner, **columns).execute(self.store.database)

    def _exists(self, table: Any, *conditions: Any) -> bool:
        """Return whether this learner has a row in a table that satisfies all of the SQL conditions."""
        return bool(self._all(table.select(table.learner).where(self._mine(table), *conditions).limit(1)))

    def _all(self, query: Any) -> list[Any]:
        """Return all rows of a query, run on the store's database."""
        return list(query.execute(self.store.database))


def _is(column: Any, value: Any) -> Any:
    """Return the SQL condition that a column has a value, which may be None."""
    return column.is_null() if value is None else column == value


def _typed(row: Any) -> TimedAnswer:
    """Return an attempt's times for measuring the typing speed; `row` is an `AttemptRow`."""
    typing = None if row.first_key_seconds is None else max(0.0, row.seconds - row.first_key_seconds)
    return TimedAnswer(len(row.typed), row.seconds, typing, None, shows_pencil=False)


def _worked(row: Any) -> TimedAnswer:
    """Return an attempt's times for measuring the speed of written work; `row` is an `AttemptRow`."""
    return TimedAnswer(len(row.typed), row.seconds, None, row.pencil_seconds, shows_pencil=True)
