"""The append-only log of one learner, and the standing derived from it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from datetime import datetime
from itertools import count
from typing import Any, NamedTuple, TypeVar

from katatx import __version__
from katatx.notation.quoting import quote
from katatx.progress.aside import Aside
from katatx.progress.errors import LogError
from katatx.progress.moments import instant_of
from katatx.progress.records import RIGHT, UNGRADED, Answered, Attempt, Opened, Run, Typing, Uncovering
from katatx.progress.rows import (
    Columns,
    as_written,
    attempt_of,
    attempt_row,
    named_at,
    new_name,
    opened_by,
    run_of,
    run_row,
    typing_row,
    uncovering_row,
)
from katatx.progress.standings import Moved, Standings
from katatx.progress.stores import Store, telling
from katatx.progress.tables import AttemptRow, FitRow, RunRow, TypingRow, UncoveringRow, UndoRow
from katatx.progress.work import Progress
from katatx.settings import Settings
from scoring import Verdict
from scoring.target import Pace, TimedAnswer, measured_pace

# The learner's pace is that of so many last answers: of typing any, of the pencil those right and cold,
# which in a bad stretch lie further back, but no further than this.
_PACE_ANSWERS = 60
_PACE_LOOK_BACK = 2000
_PACE_TYPINGS = 10
_RUNS_AT_ONCE = 20
# Verdicts on a line of a kata that is right by the page, and not only by the line before it.
_BY_THE_PAGE = (Verdict.RIGHT.value, Verdict.CARRIED.value)
# Tables of which rows may be kept aside.
_ASIDE = ("attempts", "uncoverings")
# An uncovering from before its own run began is of a clock that was set back: when it was nobody knows. As
# text: an import asks it of every attempt, and to put it together anew would take longer than all else there is to do.
_LOOKED_BEFORE = """SELECT 1 FROM uncoverings look
WHERE learner = ? AND deck = ? AND drill = ? AND day = ? AND instant <= ? AND NOT EXISTS
(SELECT 1 FROM runs WHERE runs.learner = look.learner AND runs.id = look.run AND runs.instant > look.instant) LIMIT 1
"""
# What is to be known before an answer is recorded, in one look.
_KNOWN_BEFORE = f"""SELECT EXISTS ({_LOOKED_BEFORE}),
EXISTS (SELECT 1 FROM attempts WHERE learner = ? AND deck = ? AND drill = ? AND day = ?
AND verdict NOT IN ({", ".join("?" * len(UNGRADED))}) AND uid NOT IN (SELECT uid FROM undos WHERE learner = ?)),
(SELECT basis FROM bases WHERE learner = ?)
"""
_Found = TypeVar("_Found")


class Recorded(NamedTuple):
    """An answer as it stands in the log, and what it moved; nothing where it was not graded, or is kept aside."""

    attempt: Attempt
    moved: Moved | None


class Log:
    """Runs, attempts and uncovered lines, each on disk when its method returns, with the standing
    they come to. What fails raises LogError.

    Where the store fails an answer in the middle of a sitting, it is kept in a file elsewhere, and so
    are those after it: `aside` then says where. `progress` is told of deriving every standing anew,
    where that is due.
    """

    def __init__(self, store: Store, settings: Settings | None = None, progress: Progress | None = None) -> None:
        self.store = store
        self.settings = settings or Settings()
        self.aside: Aside | None = None
        self.standings = Standings(store, self.settings.retention)
        with ExitStack() as unless_opened, self.telling("opened"):
            unless_opened.callback(store.close)
            self._make_sure_of_learner()
            self.standings.bring_up_to_date(progress)
            unless_opened.pop_all()

    def close(self) -> None:
        """Let the store go."""
        self.store.close()

    def telling(self, done: str) -> AbstractContextManager[None]:
        """Every failure as one line naming the store."""
        return telling(self.store.where, self.store.advice, done)

    def make_sure_it_is_own(self) -> None:
        """Raises LogError where somebody else's log is looked at: nobody answers in another's name."""
        if not self.store.is_own:
            name = quote(self.store.learner)
            raise LogError(f"this log is that of {name}, to be looked at; unset KATATX_LEARNER to practise yourself")

    def start_run(self, run: Run) -> None:
        """Record that a run has begun."""
        self.make_sure_it_is_own()
        with self.telling("written"), self.store.writing():
            self._insert(RunRow, **run_row(run))

    def record(self, answer: Answered) -> Recorded:
        """Record an answer and what it makes of the standing, in one transaction, and return both. It is on disk when
        this returns, in the log or `aside`; there no standing is made.

        Raises LogError where it could be kept nowhere.
        """
        self.make_sure_it_is_own()
        # One name for both: a store that failed in committing may turn out to have the answer.
        name, reason = new_name(), None
        if self.aside is None:
            try:
                with self.telling("written"), self.store.writing():
                    cold, helped, basis = self._known_before(answer)
                    attempt = self._seen(name, answer, cold, helped)
                    self._insert(AttemptRow, **attempt_row(attempt))
                    moved = self.standings.take_in(attempt, basis) if answer.graded else None
                return Recorded(attempt, moved)
            except LogError as error:
                reason = error
        attempt = self._seen(name, answer, *self._cold_and_helped_aside(answer))
        self._keep_aside(reason, answer.answered, "attempts", attempt_row(attempt))
        return Recorded(attempt, None)

    def uncover(self, uncovering: Uncovering) -> None:
        """Record that a worked line was uncovered before answering."""
        self.make_sure_it_is_own()
        row, reason = uncovering_row(uncovering, self._day(uncovering.at)), None
        if self.aside is None:
            try:
                with self.telling("written"), self.store.writing():
                    self._insert(UncoveringRow, **row)
                return
            except LogError as error:
                reason = error
        self._keep_aside(reason, uncovering.at, "uncoverings", row)

    def calibrate(self, typings: Sequence[Typing]) -> None:
        """Record what was typed to measure how long typing takes."""
        self.make_sure_it_is_own()
        with self.telling("written"), self.store.writing():
            for typing in typings:
                self._insert(TypingRow, **typing_row(typing))

    def fit(self, parameters: Sequence[float], at: datetime, progress: Progress | None = None) -> None:
        """Record FSRS parameters, and derive every standing anew with them."""
        self.make_sure_it_is_own()
        with self.telling("written"), self.store.writing():
            self._insert(FitRow, parameters=json.dumps(list(parameters)), **named_at(at))
            self.standings.rebuild(progress)

    def rebuild(self, progress: Progress | None = None) -> int:
        """Derive every standing anew from the log; how many attempts that was."""
        with self.telling("written"), self.store.writing():
            return self.standings.rebuild(progress)

    def undo(self, at: datetime) -> Attempt | None:
        """Take the last graded attempt out of the standing; None where there is none left. The log
        keeps it, marked.
        """
        self.make_sure_it_is_own()
        with self.telling("written"), self.store.writing():
            row = AttemptRow
            kept = self._mine(row) & row.verdict.not_in(UNGRADED) & ~self._undone(row)
            last = self._all(row.select().where(kept).order_by(row.instant.desc(), row.id.desc()).limit(1))
            if not last:
                return None
            self._insert(UndoRow, **named_at(at) | {"uid": last[0].uid})
            attempt = attempt_of(last[0], undone=True)
            self.standings.rebuild()
            return attempt

    def reset(self, deck: str, drill: str, at: datetime) -> int:
        """Take every graded attempt at a drill out of the standing, and those at lines of a kata that are
        practice of it; how many that was. The log keeps them, marked; hints taken stay taken.
        """
        self.make_sure_it_is_own()
        with self.telling("written"), self.store.writing():
            row = AttemptRow
            kept = self._mine(row) & row.verdict.not_in(UNGRADED) & ~self._undone(row)
            here = (row.deck == deck) & (row.drill == drill)
            gone = list(row.select(row.uid).where(kept & here).tuples().execute(self.store.database))
            for (uid,) in gone:
                self._insert(UndoRow, **named_at(at) | {"uid": uid})
            self.standings.rebuild()
            return len(gone)

    def runs(self, deck: str, kind: str = "drill") -> Iterator[Run]:
        """A deck's runs of a kind, the last begun first, a few at a time: most often the first will do,
        and reading on would keep others from writing.
        """
        row = RunRow
        same = self._mine(row) & (row.deck == deck) & (row.kind == kind)
        newest = row.select().where(same).order_by(row.instant.desc(), row.number.desc())
        for page in count(1):
            with self.telling("read"):
                part = self._all(newest.paginate(page, _RUNS_AT_ONCE))
            with as_written():
                found = list(map(run_of, part))
            yield from found
            if len(part) < _RUNS_AT_ONCE:
                return

    def attempts(self, run: str) -> list[Attempt]:
        """A run's attempts, oldest first."""
        return self._read(lambda: self._attempts(AttemptRow.run == run), [])

    def attempts_at(self, deck: str, drill: str) -> list[Attempt]:
        """All attempts at a drill, oldest first."""
        with self.telling("read"):
            return self._attempts((AttemptRow.deck == deck) & (AttemptRow.drill == drill))

    def examinations(self, deck: str | None = None) -> dict[str, str]:
        """The decks whose kata was worked clean and in time, each with the last practice day on which it was: every
        line right by the page, without help, all of them within the sum of their targets.
        """
        run, row = RunRow, AttemptRow
        katas = (run.learner == self.store.learner) & (run.kind == "kata")
        katas &= run.deck == deck if deck is not None else run.deck != ""
        lines = row.select(
            run.deck, run.id, run.drills, row.line, row.verdict, row.help, row.seconds, row.target_seconds, row.day
        )
        lines = lines.join(run, on=(row.run == run.id) & (row.learner == run.learner))
        lines = lines.where(katas & self._mine(row) & row.verdict.not_in(UNGRADED) & ~self._undone(row))
        found: dict[str, str] = {}
        by_run: dict[tuple[str, str], list[Any]] = {}
        for each in lines.order_by(row.instant, row.id).tuples().execute(self.store.database):
            by_run.setdefault((each[0], each[1]), []).append(each)
        for (name, _), answers in by_run.items():
            with as_written():
                asked = set(json.loads(answers[0][2]))
            clean = all(verdict in _BY_THE_PAGE and not helped for *_, verdict, helped, _, _, _ in answers)
            in_time = sum(each[6] for each in answers) <= sum(each[7] or 0.0 for each in answers)
            if clean and in_time and {each[3] for each in answers} == asked:
                found[name] = max(answers[-1][8], found.get(name, ""))
        return found

    def uncovered(self, run: str, drill: str, seed: int | None, line: str | None = None) -> Opened:
        """Return how far the worked lines lie open on a question of a run, or on a line of its kata."""
        here = {"run": run, "drill": drill, "seed": seed, "line": line}
        kept = () if self.aside is None else self.aside.kept("uncoverings", here)
        row = UncoveringRow
        same = self._mine(row) & (row.run == run) & (row.drill == drill) & _is(row.seed, seed) & _is(row.line, line)
        query = row.select(row.lines, row.step).where(same).tuples()
        nothing: list[tuple[int, str | None]] = []
        found = self._read(lambda: list(query.execute(self.store.database)), nothing)
        with as_written():
            return opened_by([*found, *((each["lines"], each["step"]) for each in kept)])

    def was_met(self, deck: str, drill: str, before: str) -> bool:
        """Return whether a drill was answered, well or not, in any run but `before`; as the line of a kata it
        asks something else, and does not count.
        """
        row = AttemptRow
        same = (row.deck == deck) & (row.drill == drill) & (row.run != before) & row.line.is_null()
        query = row.select(row.id).where(self._mine(row) & same).limit(1)
        return self._read(lambda: bool(self._all(query)), otherwise=True)

    def misses(self, deck: str, drill: str) -> int:
        """Return how many of the last days' first answers at a drill were not right, one after the other."""
        return self._read(lambda: self.standings.one(deck, drill).misses, otherwise=0)

    def looked_before(self, deck: str, drill: str, day: str, instant: int) -> bool:
        """Return whether a line of a drill was uncovered on a practice day, by an instant of it."""
        query = _LOOKED_BEFORE.replace("?", self.store.database.param)
        values = (self.store.learner, deck, drill, day, instant)
        return self.store.database.execute_sql(query, values).fetchone() is not None

    def pace(self) -> Pace:
        """The learner's pace, from their last answers and what was typed to measure it."""
        with self.telling("read"):
            row, keys = AttemptRow, TypingRow
            kept = self._mine(row) & row.verdict.not_in(UNGRADED) & ~row.untouched & ~self._undone(row)
            newest_first = (row.instant.desc(), row.id.desc())
            last = row.select().where(kept).order_by(*newest_first).limit(_PACE_ANSWERS)
            near = row.select(row.id).where(kept).order_by(*newest_first).limit(_PACE_LOOK_BACK)
            clean = row.id.in_(near) & row.cold & row.verdict.in_(RIGHT)
            worked = row.select().where(clean).order_by(*newest_first).limit(_PACE_ANSWERS)
            answers = [_typed(each) for each in self._all(last)] + [_worked(each) for each in self._all(worked)]
            newest = keys.select().where(self._mine(keys)).order_by(keys.instant.desc(), keys.id.desc())
            typings = newest.limit(_PACE_TYPINGS)
            calibration = [
                TimedAnswer(each.characters, each.seconds, each.seconds, None, shows_pencil=False)
                for each in self._all(typings)
            ]
            return measured_pace(answers, calibration)

    def has_typings(self) -> bool:
        """Return whether the learner's typing was measured."""
        with self.telling("read"):
            return bool(self._all(TypingRow.select(TypingRow.id).where(self._mine(TypingRow)).limit(1)))

    def has_attempts_before(self, run: str) -> bool:
        """Return whether anything was answered in another run."""
        with self.telling("read"):
            row = AttemptRow
            return bool(self._all(row.select(row.id).where(self._mine(row) & (row.run != run)).limit(1)))

    def _make_sure_of_learner(self) -> None:
        """Raises LogError for somebody else who has nothing here: most likely a mistyped name."""
        row, store = RunRow, self.store
        if not store.is_own and not self._all(row.select(row.number).where(self._mine(row)).limit(1)):
            raise LogError(f"the log {store.where} has nothing of a learner called {quote(store.learner)}")

    def _attempts(self, which: Any) -> list[Attempt]:
        row = AttemptRow
        rows = self._all(row.select().where(self._mine(row) & which).order_by(row.instant, row.id))
        undone = {each.uid for each in self._all(UndoRow.select(UndoRow.uid).where(self._mine(UndoRow)))}
        with as_written():
            return [attempt_of(each, each.uid in undone) for each in rows]

    def _seen(self, name: str, answer: Answered, cold: bool, helped: bool) -> Attempt:
        return Attempt(name, answer, self._day(answer.answered), cold, helped, __version__)

    def _keep_aside(self, reason: LogError | None, at: datetime, table: str, row: Columns) -> None:
        """Keep a row in the file there is, or in one begun for this reason."""
        if reason is not None:
            self.aside = Aside(reason, at, table, row)
        elif self.aside is not None:
            self.aside.keep(table, row)

    def _day(self, moment: datetime) -> str:
        return self.settings.day_of(moment).isoformat()

    def _known_before(self, answer: Answered) -> tuple[bool, bool, str | None]:
        """Return whether an answer is the day's first graded one at its drill, without help; whether a line was
        uncovered that day, before it or with it; and the basis of the standings.
        """
        learner, day = self.store.learner, self._day(answer.answered)
        here = (learner, answer.deck, answer.drill, day)
        query = _KNOWN_BEFORE.replace("?", self.store.database.param)
        values = (*here, instant_of(answer.answered), *here, *UNGRADED, learner, learner)
        looked, answered, basis = self.store.database.execute_sql(query, values).fetchone()
        helped = answer.help > 0 or bool(looked)
        return answer.graded and not helped and not answered, helped, basis

    def _cold_and_helped_aside(self, answer: Answered) -> tuple[bool, bool]:
        """The same by what is kept aside, and by the log if it can be read still."""
        here = {"deck": answer.deck, "drill": answer.drill, "day": self._day(answer.answered)}
        kept = {} if self.aside is None else {name: list(self.aside.kept(name, here)) for name in _ASIDE}
        graded = any(row["verdict"] not in UNGRADED for row in kept.get("attempts", ()))
        try:
            with self.telling("read"):
                cold, helped, _ = self._known_before(answer)
        except LogError:
            cold, helped = answer.graded and not answer.help, answer.help > 0
        now = instant_of(answer.answered)
        helped = helped or any(look["instant"] <= now for look in kept.get("uncoverings", ()))
        return cold and not helped and not graded, helped

    def _read(self, read: Callable[[], _Found], otherwise: _Found) -> _Found:
        """Return what the log says; where answers are kept aside and it says nothing any more, something else,
        so that the sitting can go on.
        """
        try:
            with self.telling("read"):
                return read()
        except LogError:
            if self.aside is None:
                raise
            return otherwise

    def _mine(self, table: Any) -> Any:
        return table.learner == self.store.learner

    def _undone(self, row: Any) -> Any:
        return row.uid.in_(UndoRow.select(UndoRow.uid).where(self._mine(UndoRow)))

    def _insert(self, table: Any, **columns: Any) -> None:
        table.insert(learner=self.store.learner, **columns).execute(self.store.database)

    def _all(self, query: Any) -> list[Any]:
        return list(query.execute(self.store.database))


def _is(column: Any, value: Any) -> Any:
    return column.is_null() if value is None else column == value


def _typed(row: Any) -> TimedAnswer:
    typing = None if row.first_key_seconds is None else max(0.0, row.seconds - row.first_key_seconds)
    return TimedAnswer(len(row.typed), row.seconds, typing, None, shows_pencil=False)


def _worked(row: Any) -> TimedAnswer:
    return TimedAnswer(len(row.typed), row.seconds, None, row.pencil_seconds, shows_pencil=True)
