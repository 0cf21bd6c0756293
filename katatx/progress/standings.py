"""The standings as tables: kept up with the log in its own transactions, and derived from it anew."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from katatx.progress.orm import peewee
from katatx.progress.records import UNGRADED, Attempt
from katatx.progress.rows import Columns, attempt_row
from katatx.progress.standing import RULE, Evidence, Standing
from katatx.progress.stores import Store
from katatx.progress.tables import AttemptRow, BasisRow, DayRow, FitRow, StandingRow, UndoRow
from scoring.automatic import ColdAnswer
from scoring.schedule import Rating, Schedule

Name = tuple[str, str]
_AT_ONCE = 500
_EVIDENCE = (
    "deck", "drill", "day", "instant", "verdict", "help", "cold", "seconds", "untouched", "target_seconds", "wrong_turns",
)  # fmt: skip
# As scoring's verdicts have it; a standing must not need the judge.
_RIGHT = frozenset({"right", "carried", "follows"})


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

    @property
    def schedule(self) -> Schedule:
        """FSRS with the learner's own parameters, where they were fitted."""
        if self._schedule is None:
            self._schedule = Schedule(self._parameters(), self.retention)
        return self._schedule

    def bring_up_to_date(self) -> None:
        """Derive the standings anew where they were derived with another rule, retention or parameters."""
        if self._basis_in_force() != self._basis():
            with self.store.writing():
                if self._basis_in_force() != self._basis():
                    self.rebuild()

    def take_in(self, attempt: Attempt) -> None:
        """One more graded attempt. One that is older than the last is put in its place among all."""
        answer = attempt.answer
        columns = attempt_row(attempt)
        standing = self.one(answer.deck, answer.drill)
        if columns["instant"] < standing.last_instant:
            self.derive_again(answer.deck, answer.drill, attempt.day)
            return
        name = f"{answer.deck}/{answer.drill}"
        self._keep(answer.deck, answer.drill, standing.take_in(_evidence(columns), name, self.schedule))
        self._count_day(columns)

    def derive_again(self, deck: str, drill: str, day: str) -> None:
        """One drill's standing, and one day, from the log."""
        standing = Standing()
        row = AttemptRow
        for columns in self._graded((row.deck == deck) & (row.drill == drill)):
            standing = standing.take_in(_evidence(columns), f"{deck}/{drill}", self.schedule)
        if standing.attempts:
            self._keep(deck, drill, standing)
        else:
            gone = StandingRow
            here = self._mine(gone) & (gone.deck == deck) & (gone.drill == drill)
            gone.delete().where(here).execute(self.store.database)
        then = DayRow
        then.delete().where(self._mine(then) & (then.day == day)).execute(self.store.database)
        for columns in self._graded(row.day == day):
            self._count_day(columns)

    def rebuild(self) -> int:
        """Everything from the log; how many graded attempts that was. Memory grows with the drills
        and days, not with the attempts.
        """
        self._schedule = None
        standings: dict[Name, Standing] = {}
        days: dict[str, Columns] = {}
        count = 0
        for columns in self._graded():
            name = columns["deck"], columns["drill"]
            evidence = _evidence(columns)
            standings[name] = standings.get(name, Standing()).take_in(evidence, "/".join(name), self.schedule)
            days[evidence.day] = _day_after(days.get(evidence.day), columns)
            count += 1
        for table in (StandingRow, DayRow, BasisRow):
            table.delete().where(self._mine(table)).execute(self.store.database)
        self._insert_all(StandingRow, (_columns(*name, standing) for name, standing in standings.items()))
        self._insert_all(DayRow, days.values())
        self._insert_all(BasisRow, [{"basis": self._basis()}])
        return count

    def ratings(self) -> dict[Name, list[tuple[date, Rating]]]:
        """For every drill the days on which it was rated, and how."""
        standings: dict[Name, Standing] = {}
        found: dict[Name, list[tuple[date, Rating]]] = {}
        for columns in self._graded():
            name, evidence = (columns["deck"], columns["drill"]), _evidence(columns)
            standing = standings.get(name, Standing())
            rating = standing.rating(evidence)
            if rating is not None:
                found.setdefault(name, []).append((date.fromisoformat(evidence.day), rating))
            standings[name] = standing.take_in(evidence, "/".join(name), self.schedule)
        return found

    def one(self, deck: str, drill: str) -> Standing:
        """A drill's standing; an empty one where it was never practised."""
        row = StandingRow
        found = list(self._select((row.deck == deck) & (row.drill == drill)))
        return found[0][1] if found else Standing()

    def all(self, deck: str | None = None) -> dict[Name, Standing]:
        """Every drill's standing, or those of a deck."""
        return dict(self._select(None if deck is None else StandingRow.deck == deck))

    def due(self, day: date) -> list[tuple[Name, Standing]]:
        """What is due on a day or before it, weakest first: what FSRS holds most likely forgotten."""
        text = day.isoformat()
        found = [each for each in self._select(StandingRow.due_day <= text)]
        return sorted(found, key=lambda each: (-_forgotten(each[1], day), each[0]))

    def names(self, due: date | None = None) -> set[Name]:
        """The drills that were practised; those of them due on a day or before it."""
        row = StandingRow
        here = self._mine(row) if due is None else self._mine(row) & (row.due_day <= due.isoformat())
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
        return [
            PracticeDay(date.fromisoformat(day), attempts, right, time / 1000) for day, attempts, right, time in found
        ]

    def _basis(self) -> str:
        return json.dumps([RULE, self.retention, self._parameters()])

    def _basis_in_force(self) -> str | None:
        found = BasisRow.select(BasisRow.basis).where(self._mine(BasisRow)).scalar(self.store.database)
        return None if found is None else str(found)

    def _parameters(self) -> list[float] | None:
        row = FitRow
        last = row.select(row.parameters).where(self._mine(row)).order_by(row.id.desc()).limit(1)
        found = last.scalar(self.store.database)
        return None if found is None else list(json.loads(found))

    def _graded(self, which: Any = None) -> Iterator[Columns]:
        """The graded attempts that were not undone, oldest first, without holding them all."""
        row = AttemptRow
        undone = UndoRow.select(UndoRow.uid).where(self._mine(UndoRow))
        kept = self._mine(row) & row.verdict.not_in(UNGRADED) & row.uid.not_in(undone)
        query = row.select(*(getattr(row, name) for name in _EVIDENCE))
        query = query.where(kept if which is None else kept & which).order_by(row.instant, row.id)
        for each in query.tuples().iterator(self.store.database):
            yield dict(zip(_EVIDENCE, each, strict=True))

    def _select(self, which: Any) -> Iterator[tuple[Name, Standing]]:
        row = StandingRow
        here = self._mine(row) if which is None else self._mine(row) & which
        for each in row.select().where(here).order_by(row.deck, row.drill).dicts().execute(self.store.database):
            yield (each["deck"], each["drill"]), _standing(each)

    def _keep(self, deck: str, drill: str, standing: Standing) -> None:
        self._insert_all(StandingRow, [_columns(deck, drill, standing)])

    def _count_day(self, columns: Columns) -> None:
        row = DayRow
        here = self._mine(row) & (row.day == columns["day"])
        before = list(row.select().where(here).dicts().execute(self.store.database))
        self._insert_all(row, [_day_after(before[0] if before else None, columns)])

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


def _evidence(columns: Columns) -> Evidence:
    return Evidence(
        day=columns["day"],
        instant=columns["instant"],
        right=columns["verdict"] in _RIGHT,
        cold=bool(columns["cold"]),
        seconds=None if columns["untouched"] else columns["seconds"],
        target=columns["target_seconds"],
        wrong_turns=tuple(json.loads(columns["wrong_turns"])),
    )


def _day_after(before: Columns | None, columns: Columns) -> Columns:
    before = before or {"attempts": 0, "right": 0, "milliseconds": 0}
    return {
        "day": columns["day"],
        "attempts": before["attempts"] + 1,
        "right": before["right"] + (columns["verdict"] in _RIGHT),
        "milliseconds": before["milliseconds"] + round(1000 * columns["seconds"]),
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


def _standing(row: Columns) -> Standing:
    names = {name: row[name] for name in Standing.__slots__}
    names["automatic"] = bool(names["automatic"])
    names["recent"] = tuple(ColdAnswer(*answer) for answer in json.loads(row["recent"]))
    names["wrong_turns"] = json.loads(row["wrong_turns"])
    return Standing(**names)


def _forgotten(standing: Standing, day: date) -> float:
    """How long ago for how stable: the higher, the less likely it is still known. FSRS's curve falls
    with it whatever the parameters, so that the package need not be imported to put drills in order.
    """
    memory = standing.memory
    return 0.0 if memory is None else (day - memory.last).days / memory.stability
