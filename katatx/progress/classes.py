"""Read the logs of a class for a teacher, without writing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from math import isfinite
from typing import Any

from katatx.progress.basis import is_current
from katatx.progress.database.orm import peewee
from katatx.progress.database.rows import corrupt_rows
from katatx.progress.database.stores import Store, database_errors, raw_rows
from katatx.progress.database.tables import AttemptRow, BasisRow, DayRow, FitRow, RunRow, StandingRow, UndoRow
from katatx.progress.errors import LogError
from katatx.progress.records import UNGRADED
from scoring.schedule import Memory, Schedule
from scoring.skills import STILL_RECALL, STILL_SCORE

UNREADABLE = "a row cannot be read"
NOT_DERIVED = "not counted until they next start katatx"
_DEFAULT_SCHEDULE = Schedule()
# A skill counts as stuck after this many answers if few are right.
_FEWEST_ANSWERS = 5


@dataclass(frozen=True, slots=True)
class LearnerSkill:
    """A learner's standing in a skill (a recipe line) that was practised.

    `standing` is "automatic", "stuck" (five answers or more, with a low score), "fell back" (it was automatic) or
    "learning". `score` is the moving average of right and wrong, and `recall` the probability that it is still known,
    both from 0 to 1. `told` counts the answers about it, `clean` those that showed it known.
    """

    skill: str
    standing: str
    score: float
    recall: float
    told: int
    clean: int


@dataclass(slots=True)
class LearnerRow:
    """A learner of the class: skills, counts of known mistakes by name, last practice day (ISO date), and a note.

    `note` says which data are missing (`UNREADABLE` or `NOT_DERIVED`); None if all are there.
    """

    learner: str
    skills: list[LearnerSkill] = field(default_factory=list)
    turns: Counter[str] = field(default_factory=Counter)
    last_day: str | None = None
    note: str | None = None

    @property
    def automatic(self) -> int:
        """Return the number of automatic skills."""
        return sum(skill.standing == "automatic" for skill in self.skills)

    @property
    def stuck(self) -> list[LearnerSkill]:
        """Return the skills whose standing is "stuck", the lowest score first."""
        return sorted((each for each in self.skills if each.standing == "stuck"), key=lambda each: each.score)


def read_class(store: Store, day: date) -> list[LearnerRow]:
    """Return the learners with answers that count or fitted parameters, as far as this role may read their rows.

    They are sorted by name. Recall and standings are those on `day`. A row that cannot be read leads to a note on its
    own learner only, since learners may write to their own rows on a server. Raises LogError if the log cannot be read.
    """
    learners: dict[str, LearnerRow] = {}

    def row_of(name: str) -> LearnerRow:
        """Return the entry of a learner, created if needed."""
        return learners.setdefault(name, LearnerRow(name))

    with database_errors(store.where, store.advice, "read"):
        bases = dict(raw_rows(store, BasisRow.select(BasisRow.learner, BasisRow.basis)))
        begun = [name for (name,) in raw_rows(store, RunRow.select(RunRow.learner).distinct())]
        for name in {*begun, *bases}:
            if not is_current(bases.get(name)) and _has_answered(store, name):
                row_of(name).note = NOT_DERIVED
        schedules = _schedules(store, row_of)
        for name, *columns in _standing_rows(store, (StandingRow.deck == "") & (StandingRow.drill != "")):
            with _noting_unreadable(row_of(name)):
                row_of(name).skills.append(_skill(columns, schedules.get(name, _DEFAULT_SCHEDULE), day))
        counts = StandingRow.select(StandingRow.learner, StandingRow.wrong_turns)
        for name, turns in raw_rows(store, counts.where((StandingRow.deck != "") & (StandingRow.wrong_turns != "{}"))):
            with _noting_unreadable(row_of(name)):
                for turn, times in json.loads(turns).items():
                    row_of(name).turns[str(turn)] += int(times)
        for name, latest in raw_rows(
            store, DayRow.select(DayRow.learner, peewee.fn.MAX(DayRow.day)).group_by(DayRow.learner)
        ):
            with _noting_unreadable(row_of(name)):
                row_of(name).last_day = date.fromisoformat(latest).isoformat()
    return [learners[name] for name in sorted(learners)]


@contextmanager
def _noting_unreadable(learner: LearnerRow) -> Iterator[None]:
    """Return a context in which an unreadable row ends the block and sets its learner's note, instead of an error."""
    try:
        with corrupt_rows():
            yield
    except LogError:
        learner.note = UNREADABLE


def _has_answered(store: Store, name: str) -> bool:
    """Return whether the learner called `name` has an answer that counts, which is graded and not undone."""
    row, undo = AttemptRow, UndoRow
    undone = undo.select(undo.uid).where(undo.learner == name)
    counting = (row.learner == name) & row.verdict.not_in(UNGRADED) & row.uid.not_in(undone)
    return raw_rows(store, row.select(row.id).where(counting).limit(1)).fetchone() is not None


def _standing_rows(store: Store, which: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of standings that satisfy the SQL condition `which`, sorted by learner and skill.

    The columns are learner, skill, automatic, fell_back, score, told, clean, stability, difficulty and last_day.
    """
    row = StandingRow
    wanted = (row.learner, row.drill, row.automatic, row.fell_back, row.score, row.told, row.clean)
    query = (
        row.select(*wanted, row.stability, row.difficulty, row.last_day).where(which).order_by(row.learner, row.drill)
    )
    yield from raw_rows(store, query)


def _skill(columns: list[Any], schedule: Schedule, day: date) -> LearnerSkill:
    """Return the skill on `day` from a row of `_standing_rows` without the learner; recall is 0 if unrated.

    Raises ValueError, TypeError or ArithmeticError for invalid values, such as numbers that are not finite.
    """
    name, automatic, fell_back, score, told, clean, stability, difficulty, last_day = columns
    recall = 0.0
    if not all(isfinite(number or 0) for number in (score, stability, difficulty)):
        raise ValueError
    if stability is not None:
        recall = schedule.recall(Memory(float(stability), float(difficulty), int(last_day)), day.toordinal())
    if automatic and recall >= STILL_RECALL:
        standing = "automatic"
    elif told >= _FEWEST_ANSWERS and score < STILL_SCORE:
        standing = "stuck"
    else:
        standing = "fell back" if automatic or fell_back is not None else "learning"
    return LearnerSkill(str(name), standing, float(score), recall, int(told), int(clean))


def _schedules(store: Store, row_of: Callable[[str], LearnerRow]) -> dict[str, Schedule]:
    """Return the FSRS schedule of each learner who has fitted parameters, by name; the latest valid ones count.

    `row_of` returns the entry of a learner, which gets a note if parameters are invalid.
    """
    row, found = FitRow, dict[str, Schedule]()
    for name, parameters in raw_rows(store, row.select(row.learner, row.parameters).order_by(row.instant, row.id)):
        with _noting_unreadable(row_of(name)):
            schedule = Schedule([float(each) for each in json.loads(parameters)])
            schedule.check()
            found[name] = schedule
    return found
