"""The standings as tables: kept up with the log in its own transactions, and derived from it anew."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from math import isfinite
from typing import Any

from katatx.progress.errors import LogError
from katatx.progress.moments import instant_of
from katatx.progress.orm import peewee
from katatx.progress.records import RIGHT, UNGRADED, Attempt
from katatx.progress.rows import Columns, as_written
from katatx.progress.standing import RULE, Evidence, Standing
from katatx.progress.stores import Store
from katatx.progress.tables import AttemptRow, BasisRow, DayRow, FitRow, StandingRow, UndoRow
from katatx.progress.work import Progress, counted
from scoring.automatic import FirstAnswer
from scoring.schedule import Rating, Schedule

Name = tuple[str, str]
_AT_ONCE = 500
_EVIDENCE = (
    "deck", "drill", "day", "instant", "verdict", "helped", "seconds", "untouched", "target_seconds",
    "wrong_turns",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PracticeDay:
    """A day's graded attempts, how many of them were right, and how long they took."""

    day: date
    attempts: int
    right: int
    seconds: float


class Standings:
    """The standing of every drill of a store's learner; what is practised on which day.

    Every method that writes is called within a transaction of the store.
    """

    def __init__(self, store: Store, retention: float) -> None:
        self.store = store
        self.retention = retention
        self._schedule: Schedule | None = None
        self._schedule_basis = ""

    def get_ready(self) -> None:
        """Make the schedule beforehand, so that the first answer does not wait for it."""
        _ = self.schedule

    @property
    def schedule(self) -> Schedule:
        """FSRS as the standings in the store were made with it: another terminal may have derived them
        anew with other parameters since.
        """
        return self._schedule_by(self._basis_in_force() or self._basis())

    def _schedule_by(self, basis: str) -> Schedule:
        if self._schedule is None or basis != self._schedule_basis:
            self._schedule, self._schedule_basis = _schedule_by(basis), basis
        return self._schedule

    def bring_up_to_date(self, progress: Progress | None = None) -> None:
        """Derive the standings anew where they were derived with another rule, retention or parameters;
        where there is nothing to derive yet, write nothing.
        """
        if self._basis_in_force() not in (None, self._basis()) or self._is_underived():
            with self.store.writing():
                if self._basis_in_force() != self._basis():
                    self.rebuild(progress)

    def take_in(self, attempt: Attempt, basis: str | None) -> Standing:
        """Take in one more graded attempt, with the basis that stands in the log, and return the standing of its drill.

        One that is older than the last is put in its place among all.
        """
        answer, evidence = attempt.answer, _evidence_of(attempt)
        standing = self.one(answer.deck, answer.drill)
        if evidence.instant < standing.last_instant:
            self.derive_again(answer.deck, answer.drill, {attempt.day})
            return self.one(answer.deck, answer.drill)
        in_force = _readable(basis)
        if in_force is None:
            in_force = self._basis()
            self._insert_all(BasisRow, [{"basis": in_force}])
        standing = standing.take_in(evidence, f"{answer.deck}/{answer.drill}", self._schedule_by(in_force))
        self._keep(answer.deck, answer.drill, standing)
        self._count_day(_day_after(None, evidence, answer.seconds))
        return standing

    def derive_again(self, deck: str, drill: str, days: set[str]) -> None:
        """One drill's standing, and some days, from the log."""
        standing, schedule = Standing(), self.schedule
        row = AttemptRow
        for _, evidence in self._graded((row.deck == deck) & (row.drill == drill)):
            standing = standing.take_in(evidence, f"{deck}/{drill}", schedule)
        if standing.attempts:
            self._keep(deck, drill, standing)
        else:
            gone = StandingRow
            here = self._mine(gone) & (gone.deck == deck) & (gone.drill == drill)
            gone.delete().where(here).execute(self.store.database)
            if not self.names():  # nothing is derived, with whatever
                BasisRow.delete().where(self._mine(BasisRow)).execute(self.store.database)
        for day in sorted(days):
            self._count_again(day)

    def rebuild(self, progress: Progress | None = None) -> int:
        """Everything from the log; how many graded attempts that was. On SQLite memory grows with the
        drills and days, not with the attempts.
        """
        basis = self._basis()
        schedule = _schedule_by(basis)
        standings: dict[Name, Standing] = {}
        days: dict[str, Columns] = {}
        count = 0
        for columns, evidence in counted(self._graded(), self._count_graded, progress):
            name = columns["deck"], columns["drill"]
            standings[name] = standings.get(name, Standing()).take_in(evidence, "/".join(name), schedule)
            days[evidence.day] = _day_after(days.get(evidence.day), evidence, columns["seconds"])
            count += 1
        for table in (StandingRow, DayRow, BasisRow):
            table.delete().where(self._mine(table)).execute(self.store.database)
        self._insert_all(StandingRow, (_columns(*name, standing) for name, standing in standings.items()))
        self._insert_all(DayRow, days.values())
        if count:
            self._insert_all(BasisRow, [{"basis": basis}])
        return count

    def ratings(self, progress: Progress | None = None) -> dict[Name, list[tuple[date, Rating]]]:
        """For every drill the days on which it was rated, and how."""
        standings: dict[Name, Standing] = {}
        schedule = self.schedule
        found: dict[Name, list[tuple[date, Rating]]] = {}
        for columns, evidence in counted(self._graded(), self._count_graded, progress):
            name = columns["deck"], columns["drill"]
            standing = standings.get(name, Standing())
            rating = standing.rating(evidence)
            if rating is not None:
                found.setdefault(name, []).append((date.fromisoformat(evidence.day), rating))
            standings[name] = standing.take_in(evidence, "/".join(name), schedule)
        return found

    def one(self, deck: str, drill: str) -> Standing:
        """A drill's standing; an empty one where it was never practised."""
        row = StandingRow
        found = list(self._select((row.deck == deck) & (row.drill == drill)))
        return found[0][1] if found else Standing()

    def all(self, deck: str | None = None) -> dict[Name, Standing]:
        """Every drill's standing, or those of a deck."""
        return dict(self._select(None if deck is None else StandingRow.deck == deck))

    def due(self, day: date) -> list[Name]:
        """The drills due on a day or before it, weakest first: what FSRS holds most likely forgotten."""
        row = StandingRow
        here = self._mine(row) & (row.due_day <= day.isoformat())
        # Of thousands that may be due, only what puts them in order.
        wanted = row.select(row.deck, row.drill, row.stability, row.last_day).where(here).tuples()
        with as_written():
            weakest = sorted(
                (-_forgotten(stability, last, day), (deck, drill))
                for deck, drill, stability, last in wanted.execute(self.store.database)
            )
        return [name for _, name in weakest]

    def names(self, due: date | None = None) -> set[Name]:
        """The drills that were practised; those of them due on a day or before it."""
        row = StandingRow
        here = self._mine(row) if due is None else self._mine(row) & (row.due_day <= due.isoformat())
        return set(row.select(row.deck, row.drill).where(here).tuples().execute(self.store.database))

    def practised_since(self, day: date) -> set[Name]:
        """The drills that had a day's first answer on a day or after it."""
        row = StandingRow
        here = self._mine(row) & (row.last_day >= day.isoformat())
        return set(row.select(row.deck, row.drill).where(here).tuples().execute(self.store.database))

    def begun_on(self, day: date) -> int:
        """How many drills were practised on a day for the first time."""
        row = StandingRow
        here = self._mine(row) & (row.first_day == day.isoformat())
        return int(row.select(peewee.fn.COUNT(row.drill)).where(here).scalar(self.store.database))

    def days(self) -> list[PracticeDay]:
        """Every day of practice, the first first."""
        row = DayRow
        rows = row.select(row.day, row.attempts, row.right, row.milliseconds).where(self._mine(row)).order_by(row.day)
        found = rows.tuples().execute(self.store.database)
        with as_written():
            return [
                PracticeDay(date.fromisoformat(day), attempts, right, time / 1000)
                for day, attempts, right, time in found
            ]

    def _basis(self) -> str:
        """What the standings shall be derived with; somebody else's with the retention they chose.

        Raises LogError where a newer rule is in force.
        """
        in_force = self._basis_in_force()
        rule, retention, _ = (RULE, self.retention, None) if in_force is None else json.loads(in_force)
        if rule > RULE:
            raise LogError(f"the log {self.store.where} is used with a newer katatx; update this one")
        return json.dumps([RULE, self.retention if self.store.is_own else retention, self._parameters()])

    def _is_underived(self) -> bool:
        """Whether there are attempts that count, and no standings yet."""
        return self._basis_in_force() is None and next(self._graded(ordered=False), None) is not None

    def _basis_in_force(self) -> str | None:
        """None where there is none, or none that can be read: then all is derived anew."""
        return _readable(BasisRow.select(BasisRow.basis).where(self._mine(BasisRow)).scalar(self.store.database))

    def _parameters(self) -> list[float] | None:
        row = FitRow
        last = row.select(row.parameters).where(self._mine(row)).order_by(row.instant.desc(), row.id.desc()).limit(1)
        found = last.scalar(self.store.database)
        with as_written():
            return None if found is None else list(json.loads(found))

    def _graded(self, which: Any = None, ordered: bool = True) -> Iterator[tuple[Columns, Evidence]]:
        """The graded attempts that were not undone, oldest first, without holding them all, and what each
        is evidence of. For a day in order SQLite would rather go through the whole log.
        """
        row = AttemptRow
        query = row.select(*(getattr(row, name) for name in _EVIDENCE))
        query = query.where(self._counts() if which is None else self._counts() & which)
        if ordered:
            query = query.order_by(row.instant, row.id)
        for each in query.tuples().iterator(self.store.database):
            columns = dict(zip(_EVIDENCE, each, strict=True))
            with as_written():
                evidence = _evidence(columns)
            yield columns, evidence

    def _counts(self) -> Any:
        """What is true of a graded attempt that was not undone."""
        undone = UndoRow.select(UndoRow.uid).where(self._mine(UndoRow))
        return self._mine(AttemptRow) & AttemptRow.verdict.not_in(UNGRADED) & AttemptRow.uid.not_in(undone)

    def _count_graded(self) -> int:
        query = AttemptRow.select(peewee.fn.COUNT(AttemptRow.id)).where(self._counts())
        return int(query.scalar(self.store.database))

    def _select(self, which: Any) -> Iterator[tuple[Name, Standing]]:
        row = StandingRow
        here = self._mine(row) if which is None else self._mine(row) & which
        fields = (row.deck, row.drill, *(getattr(row, name) for name in Standing.__slots__))
        found = row.select(*fields).where(here).order_by(row.deck, row.drill).tuples()
        for deck, drill, *values in found.execute(self.store.database):
            with as_written():
                standing = _standing(values)
            yield (deck, drill), standing

    def _keep(self, deck: str, drill: str, standing: Standing) -> None:
        self._insert_all(StandingRow, [_columns(deck, drill, standing)])

    def _count_day(self, first: Columns) -> None:
        row = DayRow
        more = {getattr(row, name): getattr(row, name) + first[name] for name in ("attempts", "right", "milliseconds")}
        put = row.insert(learner=self.store.learner, **first)
        put.on_conflict(conflict_target=[row.learner, row.day], update=more).execute(self.store.database)

    def _count_again(self, day: str) -> None:
        row = DayRow
        row.delete().where(self._mine(row) & (row.day == day)).execute(self.store.database)
        found: Columns | None = None
        for columns, evidence in self._graded(AttemptRow.day == day, ordered=False):
            found = _day_after(found, evidence, columns["seconds"])
        if found is not None:
            self._insert_all(row, [found])

    def _insert_all(self, table: Any, rows: Iterable[Columns]) -> None:
        """Put rows in; where one of the same key stands already, in its place."""
        names = table._meta.primary_key.field_names
        key = [getattr(table, name) for name in names]
        rest = [field for field in table._meta.sorted_fields if field.name not in names]
        for part in peewee.chunked(({"learner": self.store.learner, **row} for row in rows), _AT_ONCE):
            put = table.insert_many(part).on_conflict(conflict_target=key, preserve=rest)
            put.execute(self.store.database)

    def _mine(self, table: Any) -> Any:
        return table.learner == self.store.learner


def _readable(basis: str | None) -> str | None:
    """Return a basis; None for what cannot be read."""
    try:
        rule, retention, _ = json.loads(basis or "[]")
    except (ValueError, TypeError):
        return None
    return str(basis) if isinstance(rule, int) and isinstance(retention, (int, float)) else None


def _schedule_by(basis: str) -> Schedule:
    rule, retention, parameters = json.loads(basis)
    if rule != RULE:
        raise LogError("another katatx works with this log by now; start again with the newest")
    schedule = Schedule(parameters, retention)
    with as_written():
        schedule.check()
    return schedule


def _evidence_of(attempt: Attempt) -> Evidence:
    """What an attempt is evidence of. Raises ValueError for what no attempt has."""
    answer = attempt.answer
    return _checked(
        Evidence(
            day=attempt.day,
            instant=instant_of(answer.answered),
            right=answer.verdict in RIGHT,
            helped=attempt.helped,
            seconds=None if answer.untouched else answer.seconds,
            target=answer.target_seconds,
            wrong_turns=answer.wrong_turns,
        ),
        answer.seconds,
    )


def _evidence(columns: Columns) -> Evidence:
    """The same of a row of the log."""
    return _checked(
        Evidence(
            day=_day(columns["day"]),
            instant=columns["instant"],
            right=columns["verdict"] in RIGHT,
            helped=bool(columns["helped"]),
            seconds=None if columns["untouched"] else columns["seconds"],
            target=columns["target_seconds"],
            wrong_turns=tuple(json.loads(columns["wrong_turns"])),
        ),
        columns["seconds"],
    )


def _checked(evidence: Evidence, seconds: float) -> Evidence:
    if not (isfinite(seconds) and isfinite(evidence.target or 0)):
        raise ValueError
    return evidence


def _day_after(before: Columns | None, evidence: Evidence, seconds: float) -> Columns:
    before = before or {"attempts": 0, "right": 0, "milliseconds": 0}
    return {
        "day": evidence.day,
        "attempts": before["attempts"] + 1,
        "right": before["right"] + evidence.right,
        "milliseconds": before["milliseconds"] + round(1000 * seconds),
    }


def _columns(deck: str, drill: str, standing: Standing) -> Columns:
    plain = {name: getattr(standing, name) for name in standing.__slots__}
    recent = [list(asdict(answer).values()) for answer in standing.recent]
    return {
        **plain,
        "deck": deck,
        "drill": drill,
        "recent": json.dumps(recent),
        "wrong_turns": json.dumps(dict(standing.wrong_turns)),
    }


def _standing(values: Sequence[Any]) -> Standing:
    """The standing of a row's values, in the order of its fields. Raises ValueError, or its like, for
    what no standing has: on a server learners may write to their own.
    """
    names = dict(zip(Standing.__slots__, values, strict=True))
    for name in ("first_day", "last_day", "due_day", "fell_back"):
        names[name] = None if names[name] is None else _day(names[name])
    if not all(isfinite(names[name] or 0) for name in ("stability", "difficulty")):
        raise ValueError
    names["automatic"] = bool(names["automatic"])
    names["recent"] = tuple(_first_answer(*answer) for answer in json.loads(names["recent"]))
    names["wrong_turns"] = {str(turn): int(count) for turn, count in json.loads(names["wrong_turns"]).items()}
    return Standing(**names)


def _day(text: str) -> str:
    if date.fromisoformat(text).isoformat() != text:
        raise ValueError
    return text


def _first_answer(day: str, clean: bool, seconds: float | None, target: float | None) -> FirstAnswer:
    if not all(each is None or isfinite(each) for each in (seconds, target)):
        raise ValueError
    return FirstAnswer(str(day), bool(clean), seconds, target)


def _forgotten(stability: float | None, last: str | None, day: date) -> float:
    """How long ago for how stable: the higher, the less likely it is still known. FSRS's curve falls
    with it whatever the parameters, so that the package need not be imported to put drills in order.
    """
    return 0.0 if stability is None or last is None else (day - date.fromisoformat(last)).days / stability
