"""What a class's logs come to, for a teacher: read, and never written."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from math import isfinite
from typing import Any

from katatx.progress.errors import LogError
from katatx.progress.orm import peewee
from katatx.progress.records import UNGRADED
from katatx.progress.rows import as_written
from katatx.progress.standings import is_current
from katatx.progress.stores import Store, telling
from katatx.progress.tables import AttemptRow, BasisRow, DayRow, FitRow, RunRow, StandingRow
from scoring.schedule import Memory, Schedule
from scoring.skills import STILL_RECALL, STILL_SCORE

UNREADABLE = "a row cannot be read"
NOT_DERIVED = "not derived yet: they start katatx once"
_USUAL = Schedule()
# Stuck is who answered so often and is right so seldom.
_TOLD = 5


@dataclass(frozen=True, slots=True)
class LearnerSkill:
    """How a learner stands at a recipe line: new ones are left out."""

    skill: str
    standing: str
    score: float
    recall: float
    told: int
    clean: int


@dataclass(slots=True)
class LearnerRow:
    """A learner of the class: their skills, how often each wrong turn was taken, the last day of practice, and what
    keeps more from being told.
    """

    learner: str
    skills: list[LearnerSkill] = field(default_factory=list)
    turns: Counter[str] = field(default_factory=Counter)
    last_day: str | None = None
    note: str | None = None

    @property
    def automatic(self) -> int:
        """Return how many skills are automatic."""
        return sum(skill.standing == "automatic" for skill in self.skills)

    @property
    def stuck(self) -> list[LearnerSkill]:
        """The skills that are missed again and again, the worst first."""
        return sorted((each for each in self.skills if each.standing == "stuck"), key=lambda each: each.score)


def read_class(store: Store, day: date) -> list[LearnerRow]:
    """Return every learner whose rows the store lets be read, by name, as they stand on a day. Rows that no katatx has
    written spoil their own learner's line and no other: on a server learners may write to their own.

    Raises LogError where the log cannot be read.
    """
    learners: dict[str, LearnerRow] = {}

    def row_of(name: str) -> LearnerRow:
        return learners.setdefault(name, LearnerRow(name))

    with telling(store.where, store.advice, "read"):
        bases = dict(_raw(store, BasisRow.select(BasisRow.learner, BasisRow.basis)))
        begun = [name for (name,) in _raw(store, RunRow.select(RunRow.learner).distinct())]
        for name in {*begun, *bases}:
            if not is_current(bases.get(name)) and _has_answered(store, name):
                row_of(name).note = NOT_DERIVED
        schedules = _schedules(store, row_of)
        for name, *columns in _rows(store, (StandingRow.deck == "") & (StandingRow.drill != "")):
            with _own_trouble(row_of(name)):
                row_of(name).skills.append(_skill(columns, schedules.get(name, _USUAL), day))
        taken = StandingRow.select(StandingRow.learner, StandingRow.wrong_turns)
        for name, turns in _raw(store, taken.where((StandingRow.deck != "") & (StandingRow.wrong_turns != "{}"))):
            with _own_trouble(row_of(name)):
                for turn, times in json.loads(turns).items():
                    row_of(name).turns[str(turn)] += int(times)
        for name, latest in _raw(
            store, DayRow.select(DayRow.learner, peewee.fn.MAX(DayRow.day)).group_by(DayRow.learner)
        ):
            with _own_trouble(row_of(name)):
                row_of(name).last_day = date.fromisoformat(latest).isoformat()
    return [learners[name] for name in sorted(learners)]


@contextmanager
def _own_trouble(learner: LearnerRow) -> Iterator[None]:
    """Note on a learner that a row of theirs cannot be read."""
    try:
        with as_written():
            yield
    except LogError:
        learner.note = UNREADABLE


def _has_answered(store: Store, name: str) -> bool:
    row = AttemptRow
    graded = (row.learner == name) & row.verdict.not_in(UNGRADED)
    return _raw(store, row.select(row.id).where(graded).limit(1)).fetchone() is not None


def _rows(store: Store, which: Any) -> Iterator[tuple[Any, ...]]:
    row = StandingRow
    wanted = (row.learner, row.drill, row.automatic, row.fell_back, row.score, row.told, row.clean)
    query = (
        row.select(*wanted, row.stability, row.difficulty, row.last_day).where(which).order_by(row.learner, row.drill)
    )
    yield from _raw(store, query)


def _raw(store: Store, query: Any) -> Any:
    """Return rows as the driver gives them: of a class there are a hundred thousand."""
    sql, values = store.database.get_sql_context().sql(query).query()
    return store.database.execute_sql(sql, values)


def _skill(columns: list[Any], schedule: Schedule, day: date) -> LearnerSkill:
    name, automatic, fell_back, score, told, clean, stability, difficulty, last_day = columns
    recall = 0.0
    if not all(isfinite(number or 0) for number in (score, stability, difficulty)):
        raise ValueError
    if stability is not None:
        recall = schedule.recall(Memory(float(stability), float(difficulty), int(last_day)), day.toordinal())
    if automatic and recall >= STILL_RECALL:
        standing = "automatic"
    elif told >= _TOLD and score < STILL_SCORE:
        standing = "stuck"
    else:
        standing = "fell back" if automatic or fell_back is not None else "learning"
    return LearnerSkill(str(name), standing, float(score), recall, int(told), int(clean))


def _schedules(store: Store, row_of: Callable[[str], LearnerRow]) -> dict[str, Schedule]:
    """Return FSRS by the parameters of each learner who has fitted some."""
    row, found = FitRow, dict[str, Schedule]()
    for name, parameters in _raw(store, row.select(row.learner, row.parameters).order_by(row.instant, row.id)):
        with _own_trouble(row_of(name)):
            schedule = Schedule([float(each) for each in json.loads(parameters)])
            schedule.check()
            found[name] = schedule
    return found
