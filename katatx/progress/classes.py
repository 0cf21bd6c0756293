"""What a class's logs come to, for a teacher: read, and never written."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from math import isfinite
from typing import Any

from katatx.progress.orm import peewee
from katatx.progress.rows import as_written
from katatx.progress.stores import Store, telling
from katatx.progress.tables import DayRow, FitRow, StandingRow
from scoring.schedule import Memory, Schedule
from scoring.skills import STILL_RECALL, STILL_SCORE

# How often each wrong turn was taken: counted where it lies, for a class there are a hundred thousand counts.
_TURNS = """SELECT s.learner, each.key, SUM(CAST(each.value AS INTEGER)) FROM standings s, {} each
WHERE s.deck <> '' AND s.wrong_turns <> '{{}}' GROUP BY s.learner, each.key"""
_EACH = {"PostgresqlDatabase": "json_each_text(s.wrong_turns::json)"}
_EACH_OF_SQLITE = "json_each(s.wrong_turns)"
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
    """A learner of the class: their skills, how often each wrong turn was taken, and the last day of practice."""

    learner: str
    skills: list[LearnerSkill] = field(default_factory=list)
    turns: Counter[str] = field(default_factory=Counter)
    last_day: str | None = None

    @property
    def automatic(self) -> int:
        """How many skills are automatic."""
        return sum(skill.standing == "automatic" for skill in self.skills)

    @property
    def stuck(self) -> list[LearnerSkill]:
        """The skills that are missed again and again, the worst first."""
        return sorted((each for each in self.skills if each.standing == "stuck"), key=lambda each: each.score)


def read_class(store: Store, day: date) -> list[LearnerRow]:
    """Return every learner whose rows the store lets be read, by name, as they stand on a day.

    Raises LogError where the log cannot be read, or holds what no katatx has written.
    """
    learners: dict[str, LearnerRow] = {}
    with telling(store.where, store.advice, "read"), as_written():
        schedules = _schedules(store)
        usual = Schedule()
        for name, *columns in _rows(store, (StandingRow.deck == "") & (StandingRow.drill != "")):
            skill = _skill(columns, schedules.get(name, usual), day)
            learners.setdefault(name, LearnerRow(name)).skills.append(skill)
        for name, turn, times in store.database.execute_sql(
            _TURNS.format(_EACH.get(type(store.database).__name__, _EACH_OF_SQLITE))
        ):
            learners.setdefault(name, LearnerRow(name)).turns[str(turn)] = int(times)
        last = DayRow.select(DayRow.learner, peewee.fn.MAX(DayRow.day)).group_by(DayRow.learner)
        for name, latest in last.tuples().execute(store.database):
            learners.setdefault(name, LearnerRow(name)).last_day = date.fromisoformat(latest).isoformat()
    return [learners[name] for name in sorted(learners)]


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


def _schedules(store: Store) -> dict[str, Schedule]:
    """FSRS by the parameters of each learner who has fitted some."""
    row = FitRow
    found: dict[str, Schedule] = {}
    for name, parameters in (
        row.select(row.learner, row.parameters).order_by(row.instant, row.id).tuples().execute(store.database)
    ):
        found[name] = Schedule([float(each) for each in json.loads(parameters)])
        found[name].check()
    return found
