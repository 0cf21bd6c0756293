"""The standings as tables: kept up with the log in its own transactions, and derived from it anew."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import inf, isfinite
from typing import Any, NamedTuple

from katatx.progress.errors import LogError
from katatx.progress.moments import instant_of
from katatx.progress.orm import peewee
from katatx.progress.records import RIGHT, UNGRADED, Attempt
from katatx.progress.rows import Columns, as_written
from katatx.progress.standing import Name, Said, Standing, Whole, Works, evidence_of, said_by
from katatx.progress.standing_rows import COLUMNS, rows_of, whole_of
from katatx.progress.stores import Store
from katatx.progress.tables import AttemptRow, BasisRow, DayRow, FitRow, StandingRow, UndoRow, WorkRow
from katatx.progress.work import Progress, counted
from scoring.schedule import Rating, Schedule
from scoring.skills import Learner, Skill
from scoring.standing import Evidence, take_in
from scoring.work import Work

# Part of what standings are derived with: raised whenever the same log would come to another standing.
RULE = 3
# In the place of the fingerprint of a deck that is there no more.
GONE = "gone"
_AT_ONCE = 500
_EVIDENCE = (
    "deck", "drill", "line", "day", "instant", "wrong_turns", "verdict", "help", "helped", "seconds",
    "first_key_seconds", "untouched",
)  # fmt: skip
# The row of the learner as a whole.
_WHOLE: Name = ("", "")


class Moved(NamedTuple):
    """What an answer moved: the standing of its drill, and the lines that it is worked by."""

    drill: Standing
    skills: Mapping[str, Skill]
    learner: Learner


@dataclass(frozen=True, slots=True)
class PracticeDay:
    """A day's graded attempts, how many of them were right, and how long they took."""

    day: date
    attempts: int
    right: int
    seconds: float


class Standings:
    """The standing of every drill and every recipe line of a store's learner; what is practised on which day.

    Every method that writes is called within a transaction of the store.
    """

    def __init__(self, store: Store, retention: float) -> None:
        self.store = store
        self.retention = retention
        self._schedule: Schedule | None = None
        self._works: Works | None = None
        # What these two were made by: another terminal, or a transaction that failed, may leave another in force.
        self._made_by: str | None = None

    def get_ready(self) -> None:
        """Read beforehand what the first answer needs, so that it does not wait for it."""
        _ = self.schedule, self.works

    @property
    def schedule(self) -> Schedule:
        """FSRS as the standings in the store were made with it, for the retention wished for."""
        schedule = self._schedule
        if schedule is None:
            schedule = self._made_with(self._basis_in_force() or self._basis())
        schedule.retention = self.retention
        return schedule

    @property
    def works(self) -> Works:
        """Return what every drill is worked by, as the decks were last read."""
        if self._works is None:
            row = WorkRow
            query = row.select(row.deck, row.drill, row.line, row.work).where(self._mine(row) & (row.drill != ""))
            with as_written():
                found = query.tuples().execute(self.store.database)
                works = {(deck, drill, line): _work(text) for deck, drill, line, text in found}
                gone = frozenset(deck for deck, mark in self.known_decks().items() if mark == GONE)
                self._works = Works(works, gone)
        return self._works

    def known_decks(self) -> dict[str, str]:
        """The decks whose works are known, each with the fingerprint of what was read, or `GONE`."""
        row = WorkRow
        query = row.select(row.deck, row.work).where(self._mine(row) & (row.drill == ""))
        return dict(query.tuples().execute(self.store.database))

    def know_decks(
        self, decks: Mapping[str, tuple[str, Mapping[tuple[str, str], Work]]], gone: Iterable[str] = ()
    ) -> None:
        """Keep what the drills of some decks are worked by, each deck with its fingerprint, and which are `gone`;
        where anything was answered, all is derived anew by that.
        """
        row = WorkRow
        row.delete().where(self._mine(row) & row.deck.in_(list(decks))).execute(self.store.database)
        self._insert_all(row, [{"deck": deck, "drill": "", "line": "", "work": GONE} for deck in gone])
        for deck, (mark, works) in decks.items():
            rows = [{"deck": deck, "drill": "", "line": "", "work": mark}]
            rows += [
                {"deck": deck, "drill": drill, "line": line, "work": json.dumps(work)}
                for (drill, line), work in works.items()
            ]
            self._insert_all(row, rows)
        self._works = None
        if self._basis_in_force() is not None:
            self.rebuild()

    def bring_up_to_date(self, progress: Progress | None = None) -> None:
        """Derive the standings anew where they were derived with another rule or parameters;
        where there is nothing to derive yet, write nothing.
        """
        if self._basis_in_force() not in (None, self._basis()) or self._is_underived():
            with self.store.writing():
                if self._basis_in_force() != self._basis():
                    self.rebuild(progress)

    def take_in(self, attempt: Attempt, basis: str | None) -> Moved:
        """Take in one more graded attempt, with the basis that stands in the log, and return what it moved.

        Where it is older than the last, all is derived anew.
        """
        in_force = _readable(basis)
        if in_force is None:
            in_force = self._basis()
            self._insert_all(BasisRow, [{"basis": in_force}])
        schedule = self._made_with(in_force)
        answer, works = attempt.answer, self.works
        work = works.of(answer.deck, answer.drill, answer.line)
        place, said = f"{answer.deck}/{answer.drill}", said_by(answer, attempt.helped)
        one = _finite(evidence_of(said, place, _ordinal(attempt.day), work), answer.seconds)
        whole = self._around(answer.deck, answer.drill, work)
        instant, drill = instant_of(answer.answered), whole.drills[answer.deck, answer.drill]
        if instant < whole.last_instant:
            self.rebuild()
            whole = self._around(answer.deck, answer.drill, work)
            return Moved(whole.drills[answer.deck, answer.drill], whole.skills, whole.learner)
        whole.last_instant = instant
        drill.count(one, instant, answer.wrong_turns)
        take_in(one, whole.learner, whole.skills, drill.own, works.places, schedule)
        self._insert_all(StandingRow, rows_of(whole))
        self._count_day(_day_after(None, attempt.day, answer.verdict in RIGHT, answer.seconds))
        return Moved(drill, whole.skills, whole.learner)

    def rebuild(self, progress: Progress | None = None) -> int:
        """Everything from the log; how many graded attempts that was. On SQLite memory grows with the
        drills and days, not with the attempts.
        """
        basis, whole = self._basis(), Whole()
        schedule = self._made_with(basis)
        days: dict[str, Columns] = {}
        count = 0
        for columns, *_ in self._replay(whole, schedule, progress):
            day = columns["day"]
            days[day] = _day_after(days.get(day), day, columns["verdict"] in RIGHT, columns["seconds"])
            count += 1
        for table in (StandingRow, DayRow, BasisRow):
            table.delete().where(self._mine(table)).execute(self.store.database)
        if count:
            self._insert_all(StandingRow, rows_of(whole))
            self._insert_all(DayRow, days.values())
            self._insert_all(BasisRow, [{"basis": basis}])
        return count

    def derive(self, works: Works) -> Whole:
        """Return everything's standing by other works than those kept, without writing anything."""
        schedule = self.schedule  # read first: with it the works are read anew
        kept, self._works, whole = self._works, works, Whole()
        try:
            for _ in self._replay(whole, schedule, None):
                pass
        finally:
            self._works = kept
        return whole

    def ratings(self, progress: Progress | None = None) -> dict[str, list[tuple[date, Rating]]]:
        """For every recipe line, and every drill's own part, the days on which it was rated, and how."""
        whole, found = Whole(), dict[str, list[tuple[date, Rating]]]()
        for _, one, own in self._replay(whole, self.schedule, progress):
            told = [(name, whole.skills[name], True) for name in one.finding.known]
            told += [(name, whole.skills[name], False) for name in one.finding.missed]
            told += [] if one.finding.own is None else [(one.place, own, one.finding.own)]
            for name, skill, known in told:
                day = date.fromordinal(one.day)
                if skill.memory is not None and skill.memory.last == one.day:
                    days = found.setdefault(name, [])
                    if not days or days[-1][0] < day:
                        days.append((day, Rating.GOOD if known else Rating.AGAIN))
        return found

    def one(self, deck: str, drill: str) -> Standing:
        """A drill's standing; an empty one where it was never practised."""
        row = StandingRow
        return self._whole((row.deck == deck) & (row.drill == drill)).drills.get((deck, drill), Standing())

    def whole(self, deck: str | None = None) -> Whole:
        """Everything's standing; of the drills all, or those of a deck."""
        return self._whole(None if deck is None else StandingRow.deck.in_(["", deck]))

    def names(self) -> set[Name]:
        """The drills that were practised."""
        row = StandingRow
        here = self._mine(row) & (row.deck != "")
        return set(row.select(row.deck, row.drill).where(here).tuples().execute(self.store.database))

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

    def _around(self, deck: str, drill: str, work: Work) -> Whole:
        """The learner, a drill, and the lines it is worked by; new ones where they were never practised."""
        row, names = StandingRow, [name for name, _ in work.lines]
        # A wrong turn or a step may name a line on which nothing is timed.
        names += [name for name in (*work.turns.values(), *sum(work.steps, ())) if name not in names]
        lines = (row.deck == "") & row.drill.in_(["", *names])
        whole = self._whole(lines | ((row.deck == deck) & (row.drill == drill)))
        whole.drills.setdefault((deck, drill), Standing())
        for name in names:
            whole.skills.setdefault(name, Skill())
        return whole

    def _replay(
        self, whole: Whole, schedule: Schedule, progress: Progress | None
    ) -> Iterator[tuple[Columns, Evidence, Skill]]:
        """Take every graded attempt that was not undone into a standing, oldest first, and yield its columns, what it
        was evidence of, and the own part of its drill.
        """
        works, drills, skills, ordinals = self.works, whole.drills, _Skills(), dict[str, int]()
        whole.skills = skills
        turns_of: dict[str, tuple[str, ...]] = {"[]": ()}
        for columns in counted(self._graded(), self._count_graded, progress):
            with as_written():
                deck, drill, line, day, instant, turns, verdict, opened, helped, *timed = columns
                if day not in ordinals:
                    ordinals[day] = _ordinal(day)
                if turns not in turns_of:
                    turns_of[turns] = tuple(map(str, json.loads(turns)))
                name, work = (deck, drill), works.of(deck, drill, line)
                said = Said(verdict, turns_of[turns], opened, bool(helped), *timed)
                one = evidence_of(said, f"{deck}/{drill}", ordinals[day], work)
                standing = drills.get(name)
                if standing is None:
                    standing = drills[name] = Standing()
                whole.last_instant = instant
                standing.count(one, instant, said.turns)
                take_in(_finite(one, said.seconds), whole.learner, skills, standing.own, works.places, schedule)
            yield {"day": day, "verdict": verdict, "seconds": said.seconds}, one, standing.own
        whole.skills = {name: skill for name, skill in skills.items() if skill.told}

    def _made_with(self, basis: str) -> Schedule:
        """Return FSRS by a basis. What was made by another is made anew, and the works are read again."""
        if self._schedule is None or basis != self._made_by:
            self._schedule, self._works, self._made_by = _schedule_by(basis), None, basis
            self._schedule.retention = self.retention
        return self._schedule

    def _basis(self) -> str:
        """Return what the standings shall be derived with. Raises LogError where a newer rule is in force."""
        in_force = self._basis_in_force()
        if in_force is not None and json.loads(in_force)[0] > RULE:
            raise LogError(f"the log {self.store.where} is used with a newer katatx; update this one")
        works = hashlib.sha256(json.dumps(sorted(self.known_decks().items())).encode())
        return json.dumps([RULE, self._parameters(), works.hexdigest()])

    def _is_underived(self) -> bool:
        """Return whether there are attempts that count, and no standings yet."""
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

    def _graded(self, ordered: bool = True) -> Iterator[Sequence[Any]]:
        """The columns of the graded attempts that were not undone, oldest first, without holding them all, and last
        how many characters were typed.
        """
        row = AttemptRow
        query = row.select(*(getattr(row, name) for name in _EVIDENCE), peewee.fn.LENGTH(row.typed))
        query = query.where(self._counts())
        if ordered:
            query = query.order_by(row.instant, row.id)
        # As the driver gives them: nothing is to be made of most columns, of a million rows.
        sql, values = self.store.database.get_sql_context().sql(query).query()
        return iter(self.store.database.execute_sql(sql, values))

    def _counts(self) -> Any:
        """Return what is true of a graded attempt that was not undone. One of no deck, which only others than katatx
        write, would have the name of a line.
        """
        undone = UndoRow.select(UndoRow.uid).where(self._mine(UndoRow))
        row = AttemptRow
        return self._mine(row) & (row.deck != "") & row.verdict.not_in(UNGRADED) & row.uid.not_in(undone)

    def _count_graded(self) -> int:
        query = AttemptRow.select(peewee.fn.COUNT(AttemptRow.id)).where(self._counts())
        return int(query.scalar(self.store.database))

    def _whole(self, which: Any = None) -> Whole:
        row = StandingRow
        query = row.select(*(getattr(row, name) for name in COLUMNS))
        query = query.where(self._mine(row) if which is None else self._mine(row) & which)
        if which is None:  # of a few rows SQLite would rather go through all, in order
            query = query.order_by(row.deck, row.drill)
        # As the driver gives them, for there may be thousands.
        sql, values = self.store.database.get_sql_context().sql(query).query()
        with as_written():
            return whole_of(self.store.database.execute_sql(sql, values))

    def _count_day(self, first: Columns) -> None:
        row = DayRow
        more = {getattr(row, name): getattr(row, name) + first[name] for name in ("attempts", "right", "milliseconds")}
        put = row.insert(learner=self.store.learner, **first)
        put.on_conflict(conflict_target=[row.learner, row.day], update=more).execute(self.store.database)

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


class _Skills(dict[str, Skill]):
    """Skills by name, each new where it is first asked for."""

    def __missing__(self, name: str) -> Skill:
        skill = self[name] = Skill()
        return skill


def is_current(basis: str | None) -> bool:
    """Return whether standings made with a basis are made by the rule of today."""
    readable = _readable(basis)
    return readable is not None and json.loads(readable)[0] == RULE


def _readable(basis: str | None) -> str | None:
    """Return a basis; None for what cannot be read."""
    try:
        rule, *_ = json.loads(basis or "[]")
    except (ValueError, TypeError, RecursionError):
        return None
    return str(basis) if isinstance(rule, int) else None


def _schedule_by(basis: str) -> Schedule:
    rule, *rest = json.loads(basis)
    if rule != RULE:
        raise LogError("another katatx works with this log by now; start again with the newest")
    with as_written():
        parameters, _ = rest
        schedule = Schedule(parameters)
        schedule.check()
    return schedule


def _work(text: str) -> Work:
    lines, turns, steps, words, characters = json.loads(text)
    known = tuple((str(name), float(seconds)) for name, seconds in lines)
    if not all(0 <= seconds < inf for _, seconds in known):
        raise ValueError
    by_turn = {str(turn): str(name) for turn, name in turns.items()}
    return Work(known, by_turn, tuple(tuple(map(str, step)) for step in steps), int(words), int(characters))


def _finite(one: Evidence, seconds: float) -> Evidence:
    if not (isfinite(seconds) and isfinite(one.seconds or 0)):
        raise ValueError
    return one


def _ordinal(day: str) -> int:
    found = date.fromisoformat(day)
    if found.isoformat() != day:
        raise ValueError
    return found.toordinal()


def _day_after(before: Columns | None, day: str, right: bool, seconds: float) -> Columns:
    before = before or {"attempts": 0, "right": 0, "milliseconds": 0}
    return {
        "day": day,
        "attempts": before["attempts"] + 1,
        "right": before["right"] + right,
        "milliseconds": before["milliseconds"] + round(1000 * seconds),
    }
