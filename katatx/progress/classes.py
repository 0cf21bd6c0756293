"""Read the logs of a class for a teacher, without writing."""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import dataclass, field
from datetime import date

from katatx.progress.errors import ForeignRow
from katatx.progress.log import Log
from katatx.progress.stores import Store
from katatx.settings import Settings
from scoring.schedule import Schedule
from scoring.steps import Step, Works

UNREADABLE = "a row cannot be read"
# A step may count as stuck after this many answers.
_FEWEST_ANSWERS = 5


@dataclass(frozen=True, slots=True)
class LearnerStep:
    """A learner's standing in a step that was practised, "learning" or "automatic", and its answers so far.

    `days` counts those on which it was right, at most five; `recall` is the probability that it is still known.
    `stuck`: of five answers or more, fewer than half are right.
    """

    step: str
    standing: str
    days: int
    recall: float
    answers: int
    right: int
    stuck: bool


@dataclass(slots=True)
class LearnerRow:
    """A learner of the class: steps, counts of known mistakes by name, last practice day (ISO date), and a note.

    `note` says that an event of theirs cannot be read, and then nothing is counted; None if all can.
    """

    learner: str
    steps: list[LearnerStep] = field(default_factory=list)
    turns: Counter[str] = field(default_factory=Counter)
    last_day: str | None = None
    note: str | None = None

    @property
    def automatic(self) -> int:
        return sum(step.standing == "automatic" for step in self.steps)

    @property
    def stuck(self) -> list[str]:
        """Return the steps at which the learner is stuck, the one least often right first."""
        found = sorted((each for each in self.steps if each.stuck), key=lambda each: each.right / each.answers)
        return [each.step for each in found]


def read_class(store: Store, day: date, works: Works, retention: float) -> list[LearnerRow]:
    """Return the learners with answers, as far as this role may read their events, sorted by name.

    Recall and standings are those on `day`. Learners may write to their own rows on a server: one that cannot be read
    leads to a note on its own learner only. Raises LogError if the log cannot be read.
    """
    with store.errors("read"):
        found = store.execute("SELECT DISTINCT learner FROM events WHERE kind IN ('answer', 'hint')")
        names = sorted(name for (name,) in found)
    return [_row(store, name, day, works, Settings(retention=retention)) for name in names]


def _row(store: Store, name: str, day: date, works: Works, settings: Settings) -> LearnerRow:
    theirs = copy(store)
    theirs.learner, theirs.is_own = name, True
    log = Log(theirs, settings)
    log.know(lambda: works)
    try:
        whole = log.whole
    except ForeignRow:
        return LearnerRow(name, note=UNREADABLE)
    steps = [_step(line, step, log.schedule, day.toordinal()) for line, step in sorted(whole.steps.items())]
    turns: Counter[str] = Counter()
    for standing in whole.drills.values():
        turns.update(standing.wrong_turns)
    return LearnerRow(name, steps, turns, max(whole.days, default=None))


def _step(name: str, step: Step, schedule: Schedule, day: int) -> LearnerStep:
    recall = 0.0 if step.memory is None else schedule.recall(step.memory, day)
    stuck = step.standing == "learning" and step.told >= _FEWEST_ANSWERS and 2 * step.right < step.told
    return LearnerStep(name, step.standing, len(step.days), recall, step.told, step.right, stuck)
