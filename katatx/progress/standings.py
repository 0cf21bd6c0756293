"""The tables of standings: updated with each answer, or derived anew from the log.

`katatx.progress.standing` says what a standing, a work and an own part are. The basis is the JSON text that says how
the stored standings were derived: the rule's version, the FSRS parameters, and the decks.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import isfinite
from typing import Any, NamedTuple

from katatx.progress.basis import RULE, readable, schedule_by
from katatx.progress.database.orm import peewee
from katatx.progress.database.rows import Columns, corrupt_rows
from katatx.progress.database.standing_rows import COLUMNS, GONE, rows_of, whole_of, work_of
from katatx.progress.database.stores import Store, raw_rows
from katatx.progress.database.tables import AttemptRow, BasisRow, DayRow, FitRow, StandingRow, UndoRow, WorkRow
from katatx.progress.errors import LogError
from katatx.progress.moments import instant_of
from katatx.progress.records import RIGHT, UNGRADED, Attempt
from katatx.progress.standing import AnswerFacts, Name, Standing, Whole, Works, evidence_of, facts_of
from katatx.progress.work import Progress, counted
from scoring.schedule import Rating, Schedule
from scoring.skills import Skill
from scoring.standing import Evidence, take_in
from scoring.work import Work

_AT_ONCE = 500
_EVIDENCE = (
    "deck", "drill", "line", "day", "instant", "wrong_turns", "verdict", "help", "helped", "seconds",
    "first_key_seconds", "untouched",
)  # fmt: skip


class Moved(NamedTuple):
    """The standings after an answer: of its drill, and of the recipe lines it uses."""

    drill: Standing
    skills: Mapping[str, Skill]


@dataclass(frozen=True, slots=True)
class PracticeDay:
    """A day's number of attempts that count (graded, not undone), how many were right, and their total seconds."""

    day: date
    attempts: int
    right: int
    seconds: float


class Standings:
    """The standings of a store's learner: every drill, every recipe line, and practice by day.

    `retention` is the recall probability at which a skill becomes due. An attempt counts if it is graded and not
    undone. The basis is the JSON text that says how standings were derived: the rule's version, the FSRS parameters and
    the decks. Call methods that write inside a transaction of the store, and all methods inside `database_errors`,
    which turns database errors into LogError. They also raise LogError themselves, if a row cannot be decoded or
    another version of katatx has derived the standings.
    """

    def __init__(self, store: Store, retention: float) -> None:
        self.store = store
        self.retention = retention
        self._schedule: Schedule | None = None
        self._works: Works | None = None
        # The basis these two were made with: another terminal, or a failed transaction, may have changed it.
        self._made_by: str | None = None

    def get_ready(self) -> None:
        """Read the schedule and the works in advance, so that the first answer need not wait for them."""
        _ = self.schedule, self.works

    @property
    def schedule(self) -> Schedule:
        """Return the FSRS schedule with the stored parameters and the target recall, cached after the first use."""
        schedule = self._schedule
        if schedule is None:
            schedule = self._made_with(self._basis_in_force() or self._basis())
        schedule.retention = self.retention
        return schedule

    @property
    def works(self) -> Works:
        """Return the work of each drill as last stored by `know_decks`; read once and kept until the basis changes."""
        if self._works is None:
            row = WorkRow
            query = row.select(row.deck, row.drill, row.line, row.work).where(self._mine(row) & (row.drill != ""))
            with corrupt_rows():
                found = query.tuples().execute(self.store.database)
                works = {(deck, drill, line): work_of(text) for deck, drill, line, text in found}
                gone = frozenset(deck for deck, mark in self.known_decks().items() if mark == GONE)
                self._works = Works(works, gone)
        return self._works

    def known_decks(self) -> dict[str, str]:
        """Return the stored fingerprint of each deck by name; `GONE` for a deck that no longer exists."""
        row = WorkRow
        query = row.select(row.deck, row.work).where(self._mine(row) & (row.drill == ""))
        return dict(query.tuples().execute(self.store.database))

    def know_decks(
        self, decks: Mapping[str, tuple[str, Mapping[tuple[str, str], Work]]], gone: Iterable[str] = ()
    ) -> None:
        """Store decks, given as {name: (fingerprint, works by (drill, kata line))}, and mark as gone the decks `gone`.

        The kata line is "" for a drill itself. The works of decks that are gone, and other decks, stay stored. If there
        are standings, all are derived anew.
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
        """Derive the standings anew if they are missing or were made with another rule, other parameters or other
        decks.

        Writes nothing if no attempt counts yet. Begins its own transaction. `progress` is called with (attempts done,
        their total).
        """
        if self._basis_in_force() not in (None, self._basis()) or self._is_underived():
            with self.store.writing():
                if self._basis_in_force() != self._basis():
                    self.rebuild(progress)

    def take_in(self, attempt: Attempt, basis: str | None) -> Moved:
        """Update the standings with a graded attempt, which the log must contain already, and return those it changed.

        `basis` is the one stored in the log, None if there is none; then, or if it cannot be read, one is stored. If
        the attempt is older than the latest one, all standings are derived anew. Raises ValueError if one of its times
        is not finite, or LogError if another version of katatx has changed the basis.
        """
        in_force = readable(basis)
        if in_force is None:
            in_force = self._basis()
            self._insert_all(BasisRow, [{"basis": in_force}])
        schedule = self._made_with(in_force)
        answer, works = attempt.answer, self.works
        work = works.of(answer.deck, answer.drill, answer.line)
        place, facts = f"{answer.deck}/{answer.drill}", facts_of(answer, attempt.helped)
        evidence = _finite(evidence_of(facts, place, _ordinal(attempt.day), work), answer.seconds)
        whole = self._around(answer.deck, answer.drill, work)
        instant, drill = instant_of(answer.answered), whole.drills[answer.deck, answer.drill]
        if instant < whole.last_instant:
            self.rebuild()
            whole = self._around(answer.deck, answer.drill, work)
            return Moved(whole.drills[answer.deck, answer.drill], whole.skills)
        whole.last_instant = instant
        drill.count(evidence, instant, answer.wrong_turns)
        take_in(evidence, whole.learner, whole.skills, drill.own, works.places, schedule)
        self._insert_all(StandingRow, rows_of(whole))
        self._count_day(_day_after(None, attempt.day, answer.verdict in RIGHT, answer.seconds))
        return Moved(drill, whole.skills)

    def rebuild(self, progress: Progress | None = None) -> int:
        """Derive and store all standings and days of practice anew from the log; return the number of attempts that
        count.

        If none counts, no standings and no basis stay stored. `progress` is called with (attempts done, their total).
        On SQLite, memory grows with the number of drills and days, not of attempts.
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
        """Return all standings under other works than the stored ones, without writing."""
        schedule = self.schedule  # read first, because it reloads the works
        kept, self._works, whole = self._works, works, Whole()
        try:
            for _ in self._replay(whole, schedule, None):
                pass
        finally:
            self._works = kept
        return whole

    def ratings(self, progress: Progress | None = None) -> dict[str, list[tuple[date, Rating]]]:
        """Return the rated days, oldest first, of every recipe line and, under `deck/drill`, of every drill's own part.

        A day is rated once, by the first answer that counts for the skill: GOOD if it was known, else AGAIN. `progress`
        is called with (attempts done, their total).
        """
        whole, rated = Whole(), dict[str, list[tuple[date, Rating]]]()
        for _, evidence, own in self._replay(whole, self.schedule, progress):
            finding = evidence.finding
            judged = [(name, whole.skills[name], True) for name in finding.known]
            judged += [(name, whole.skills[name], False) for name in finding.missed]
            judged += [] if finding.own is None else [(evidence.place, own, finding.own)]
            day = date.fromordinal(evidence.day)
            for name, skill, known in judged:
                if skill.memory is not None and skill.memory.last == evidence.day:
                    days = rated.setdefault(name, [])
                    if not days or days[-1][0] < day:
                        days.append((day, Rating.GOOD if known else Rating.AGAIN))
        return rated

    def one(self, deck: str, drill: str) -> Standing:
        """Return the standing of one drill; an empty one if it was never practised."""
        row = StandingRow
        return self._whole((row.deck == deck) & (row.drill == drill)).drills.get((deck, drill), Standing())

    def whole(self, deck: str | None = None) -> Whole:
        """Return all stored standings; with `deck`, those of the learner, of all skills and of that deck's drills.

        Pass "" as `deck` to leave out all drills.
        """
        return self._whole(None if deck is None else StandingRow.deck.in_(["", deck]))

    def names(self) -> set[Name]:
        """Return the (deck, id) of every drill that has a standing, which is one with an attempt that counts."""
        row = StandingRow
        here = self._mine(row) & (row.deck != "")
        return set(row.select(row.deck, row.drill).where(here).tuples().execute(self.store.database))

    def days(self) -> list[PracticeDay]:
        """Return every day of practice, oldest first."""
        row = DayRow
        rows = row.select(row.day, row.attempts, row.right, row.milliseconds).where(self._mine(row)).order_by(row.day)
        with corrupt_rows():
            return [
                PracticeDay(date.fromisoformat(day), attempts, right, time / 1000)
                for day, attempts, right, time in rows.tuples().execute(self.store.database)
            ]

    def _around(self, deck: str, drill: str, work: Work) -> Whole:
        """Return the standings of the learner, one drill and the recipe lines of its work, with new ones where there
        are none.
        """
        row, names = StandingRow, [name for name, _ in work.lines]
        # A mistake or a step may refer to a line on which nothing is timed.
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
        """Apply all attempts that count to the empty `whole`, oldest first; it is complete once all were yielded.

        Yields for each attempt its day, verdict and seconds as columns, its evidence, and the own part of its drill.
        `progress` is called with (attempts done, their total).
        """
        works, drills, skills, ordinals = self.works, whole.drills, _Skills(), dict[str, int]()
        whole.skills = skills
        turns_of: dict[str, tuple[str, ...]] = {"[]": ()}
        for columns in counted(self._graded(), self._count_graded, progress):
            with corrupt_rows():
                deck, drill, line, day, instant, turns, verdict, opened, helped, *timed = columns
                if day not in ordinals:
                    ordinals[day] = _ordinal(day)
                if turns not in turns_of:
                    turns_of[turns] = tuple(map(str, json.loads(turns)))
                name, work = (deck, drill), works.of(deck, drill, line)
                facts = AnswerFacts(verdict, turns_of[turns], opened, bool(helped), *timed)
                evidence = evidence_of(facts, f"{deck}/{drill}", ordinals[day], work)
                standing = drills.get(name)
                if standing is None:
                    standing = drills[name] = Standing()
                whole.last_instant = instant
                standing.count(evidence, instant, facts.turns)
                take_in(_finite(evidence, facts.seconds), whole.learner, skills, standing.own, works.places, schedule)
            yield {"day": day, "verdict": verdict, "seconds": facts.seconds}, evidence, standing.own
        whole.skills = {name: skill for name, skill in skills.items() if skill.told}

    def _made_with(self, basis: str) -> Schedule:
        """Return the FSRS schedule for a basis; if it is not the one used before, `works` will be read anew too."""
        if self._schedule is None or basis != self._made_by:
            self._schedule, self._works, self._made_by = schedule_by(basis), None, basis
            self._schedule.retention = self.retention
        return self._schedule

    def _basis(self) -> str:
        """Return the basis to derive standings with now: the rule's version, the parameters and a hash of the decks.

        Raises LogError if the stored standings were made by a newer version of the rule.
        """
        in_force = self._basis_in_force()
        if in_force is not None and json.loads(in_force)[0] > RULE:
            raise LogError(f"the log {self.store.where} is used with a newer katatx; update this one")
        works = hashlib.sha256(json.dumps(sorted(self.known_decks().items())).encode())
        return json.dumps([RULE, self._parameters(), works.hexdigest()])

    def _is_underived(self) -> bool:
        """Return whether there are attempts that count but no readable basis, so that standings must be derived."""
        return self._basis_in_force() is None and next(self._graded(ordered=False), None) is not None

    def _basis_in_force(self) -> str | None:
        """Return the stored basis; None if there is none or it cannot be read."""
        return readable(BasisRow.select(BasisRow.basis).where(self._mine(BasisRow)).scalar(self.store.database))

    def _parameters(self) -> list[float] | None:
        """Return the latest fitted FSRS parameters; None for the defaults."""
        row = FitRow
        last = row.select(row.parameters).where(self._mine(row)).order_by(row.instant.desc(), row.id.desc()).limit(1)
        found = last.scalar(self.store.database)
        with corrupt_rows():
            return None if found is None else list(json.loads(found))

    def _graded(self, ordered: bool = True) -> Iterator[Sequence[Any]]:
        """Yield a row of columns for each attempt that counts, without loading all attempts.

        The columns are deck, drill, kata line, day, instant, wrong turns (JSON), verdict, help, helped, seconds,
        seconds to the first key, untouched, and the number of typed characters. The oldest attempt comes first if
        `ordered`, otherwise the order is the database's.
        """
        row = AttemptRow
        query = row.select(*(getattr(row, name) for name in _EVIDENCE), peewee.fn.LENGTH(row.typed))
        query = query.where(self._counts())
        if ordered:
            query = query.order_by(row.instant, row.id)
        return iter(raw_rows(self.store, query))

    def _counts(self) -> Any:
        """Return the SQL condition for this learner's attempts that count: graded and not undone.

        Rows without a deck, which only other programs write, are excluded, since their names would be mistaken for
        recipe lines.
        """
        undone = UndoRow.select(UndoRow.uid).where(self._mine(UndoRow))
        row = AttemptRow
        return self._mine(row) & (row.deck != "") & row.verdict.not_in(UNGRADED) & row.uid.not_in(undone)

    def _count_graded(self) -> int:
        """Return the number of attempts that count."""
        query = AttemptRow.select(peewee.fn.COUNT(AttemptRow.id)).where(self._counts())
        return int(query.scalar(self.store.database))

    def _whole(self, which: Any = None) -> Whole:
        """Return the standings in the rows that satisfy the SQL condition `which`; all rows for None."""
        row = StandingRow
        query = row.select(*(getattr(row, name) for name in COLUMNS))
        query = query.where(self._mine(row) if which is None else self._mine(row) & which)
        if which is None:  # for a few rows, ordering would make SQLite scan all of them
            query = query.order_by(row.deck, row.drill)
        with corrupt_rows():
            return whole_of(raw_rows(self.store, query))

    def _count_day(self, first: Columns) -> None:
        """Add an answer to the totals of its day; `first` are the day's columns as if it were the first there."""
        row = DayRow
        more = {getattr(row, name): getattr(row, name) + first[name] for name in ("attempts", "right", "milliseconds")}
        put = row.insert(learner=self.store.learner, **first)
        put.on_conflict(conflict_target=[row.learner, row.day], update=more).execute(self.store.database)

    def _insert_all(self, table: Any, rows: Iterable[Columns]) -> None:
        """Insert this learner's rows into a table, replacing those with the same primary key."""
        names = table._meta.primary_key.field_names
        key = [getattr(table, name) for name in names]
        rest = [field for field in table._meta.sorted_fields if field.name not in names]
        for part in peewee.chunked(({"learner": self.store.learner, **row} for row in rows), _AT_ONCE):
            put = table.insert_many(part).on_conflict(conflict_target=key, preserve=rest)
            put.execute(self.store.database)

    def _mine(self, table: Any) -> Any:
        """Return the SQL condition for this learner's rows."""
        return table.learner == self.store.learner


class _Skills(dict[str, Skill]):
    """A dictionary of skills by name that creates and keeps a missing one."""

    def __missing__(self, name: str) -> Skill:
        """Store a new skill under a name and return it."""
        skill = self[name] = Skill()
        return skill


def _finite(evidence: Evidence, seconds: float) -> Evidence:
    """Return the evidence unchanged. Raises ValueError if its time or `seconds` is not finite."""
    if not (isfinite(seconds) and isfinite(evidence.seconds or 0)):
        raise ValueError
    return evidence


def _ordinal(day: str) -> int:
    """Return the ordinal of a date written as YYYY-MM-DD. Raises ValueError if it is written in another way."""
    parsed = date.fromisoformat(day)
    if parsed.isoformat() != day:
        raise ValueError
    return parsed.toordinal()


def _day_after(before: Columns | None, day: str, right: bool, seconds: float) -> Columns:
    """Return the columns of a practice day after one more answer, `right` or not, that took these seconds.

    `before` are the columns so far, None for the first answer.
    """
    before = before or {"attempts": 0, "right": 0, "milliseconds": 0}
    return {
        "day": day,
        "attempts": before["attempts"] + 1,
        "right": before["right"] + right,
        "milliseconds": before["milliseconds"] + round(1000 * seconds),
    }
