"""Read the logs of a class for a teacher, without writing."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date

from katatx.progress.errors import LogError
from katatx.progress.events import Event, checked, decoded, exported, foreign_rows
from katatx.progress.stores import Store, database_errors
from katatx.progress.whole import Whole
from scoring.schedule import Schedule
from scoring.skills import STILL_SCORE, Skill
from scoring.work import Works

UNREADABLE = "a row cannot be read"
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

    `note` says that an event of theirs cannot be read, which then ends what is counted; None if all can.
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


def read_class(store: Store, day: date, works: Works, retention: float) -> list[LearnerRow]:
    """Return the learners with answers, as far as this role may read their events, sorted by name.

    Recall and standings are those on `day`. Learners may write to their own rows on a server: one that cannot be read
    leads to a note on its own learner only. Raises LogError if the log cannot be read.
    """
    schedule = Schedule(retention=retention)
    with database_errors(store, "read"):
        undone = set(store.execute("SELECT learner, place FROM events WHERE kind = 'undo'"))
        wholes: dict[str, Whole] = {}
        faults: set[str] = set()
        columns = "learner, uid, at, kind, run, place, data"
        for learner, uid, at, kind, run, place, text in store.execute(
            f"SELECT {columns} FROM events WHERE kind IN ('answer', 'hint') ORDER BY learner, at, number"
        ):
            whole = wholes.setdefault(learner, Whole())
            if learner in faults:
                continue
            try:
                with foreign_rows():
                    event = Event(uid, at, kind, run, place, decoded(text))
                    if checked(exported(event), UNREADABLE) != event:
                        faults.add(learner)
                        continue
                    is_undone = (learner, event.uid) in undone
                    whole.take(event.kind, event.place, event.data, is_undone, works.places, schedule)
            except LogError:
                faults.add(learner)
    return [_row(name, wholes[name], name in faults, schedule, day) for name in sorted(wholes)]


def _row(name: str, whole: Whole, is_faulty: bool, schedule: Schedule, day: date) -> LearnerRow:
    skills = [_skill(line, skill, schedule, day.toordinal()) for line, skill in sorted(whole.skills.items())]
    turns: Counter[str] = Counter()
    for standing in whole.drills.values():
        turns.update(standing.wrong_turns)
    return LearnerRow(name, skills, turns, max(whole.days, default=None), UNREADABLE if is_faulty else None)


def _skill(name: str, skill: Skill, schedule: Schedule, day: int) -> LearnerSkill:
    if skill.is_automatic(schedule, day):
        standing = "automatic"
    elif skill.told >= _FEWEST_ANSWERS and skill.score < STILL_SCORE:
        standing = "stuck"
    else:
        standing = "fell back" if skill.automatic or skill.fell_back is not None else "learning"
    return LearnerSkill(name, standing, skill.score, skill.recall(schedule, day), skill.told, skill.clean)
