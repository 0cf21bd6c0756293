"""Read the logs of a class for a teacher, without writing."""

from __future__ import annotations

from collections import Counter
from copy import copy
from dataclasses import dataclass, field

from katatx.progress.events import ForeignRow
from katatx.progress.log import Log
from katatx.progress.stores import Store
from katatx.progress.whole import Whole
from katatx.settings import Settings
from scoring.steps import Works

# A step may count as stuck after this many answers.
_FEWEST_ANSWERS = 5


@dataclass(slots=True)
class LearnerRow:
    """A learner of the class. `note` says that an event of theirs cannot be read; then nothing is counted."""

    learner: str
    whole: Whole = field(default_factory=Whole)
    note: str | None = None

    @property
    def automatic(self) -> int:
        return sum(step.automatic for step in self.whole.steps.values())

    @property
    def last_day(self) -> str | None:
        return max(self.whole.days, default=None)

    @property
    def stuck(self) -> list[str]:
        """Return the steps in learning with fewer than half of five answers or more right, the least right first."""
        asked = [(name, step) for name, step in sorted(self.whole.steps.items()) if step.told >= _FEWEST_ANSWERS]
        stuck = [(step.right / step.told, name) for name, step in asked if not step.automatic]
        return [name for share, name in sorted(stuck) if 2 * share < 1]

    @property
    def turns(self) -> Counter[str]:
        """Return how often each known mistake was made."""
        return sum((Counter(each.wrong_turns) for each in self.whole.drills.values()), Counter())


def read_class(store: Store, works: Works, retention: float) -> list[LearnerRow]:
    """Return the learners with answers, as far as this role may read their events, sorted by name.

    Learners may write to their own rows on a server: one that cannot be read leads to a note on its own learner only.
    Raises LogError if the log cannot be read.
    """
    with store.errors("read"):
        found = store.execute("SELECT DISTINCT learner FROM events WHERE kind IN ('answer', 'hint')")
        names = sorted(name for (name,) in found)
    rows = []
    for name in names:
        theirs = copy(store)
        theirs.learner, theirs.is_own = name, True
        log = Log(theirs, Settings(retention=retention))
        log.know(lambda: works)
        try:
            rows.append(LearnerRow(name, log.whole))
        except ForeignRow:
            rows.append(LearnerRow(name, note="a row cannot be read"))
    return rows
