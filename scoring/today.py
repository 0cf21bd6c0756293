"""Today's list: the drills of a day, made from what was known before it. Pure functions.

First the steps that are due, at the drills that bring back most of them for each second; then new drills in page order
for at most a third of the minutes; the rest goes to the steps that were right on the fewest days, each at the drill
with it that was not seen for longest. A drill without recipe lines, as a choice, comes back only when due.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.schedule import Schedule
from scoring.steps import Learner, Step, steps_of
from scoring.target import CHARACTER, reading_seconds
from scoring.work import Work

MINUTES = 10
# The part of the minutes for new drills.
NEW = 1 / 3
# Seconds between two questions, for reading the verdict.
BETWEEN = 5.0
# A beginner's pace relative to the default pace.
_FIRST_PACE = 2.0


class Drill(NamedTuple):
    """A drill that can be asked: its place (`deck/drill`) and its work."""

    place: str
    work: Work

    @property
    def steps(self) -> tuple[str, ...]:
        return steps_of(self.place, self.work)


def seconds(work: Work, learner: Learner, steps: Mapping[str, Step]) -> float:
    """Return the expected seconds of a drill, with those between two questions.

    Each step is taken at the learner's pace on it, else at the usual one, else at twice the default time.
    """
    usual = learner.usual or _FIRST_PACE
    paced = ((each, steps.get(name)) for name, each in work.lines)
    worked = sum(each * (usual if step is None or step.pace is None else step.pace) for each, step in paced)
    return BETWEEN + reading_seconds(work.words) + CHARACTER * work.characters + worked


def todays_list(
    drills: Sequence[Drill],
    learner: Learner,
    steps: Mapping[str, Step],
    schedule: Schedule,
    day: int,
    minutes: float = MINUTES,
) -> list[str]:
    """Return the places to ask on a day (an ordinal), in order; `drills` are in page order.

    Drills seen on the day are left out. So the state before the day gives its list, and the state after it "ten minutes
    more". The last drill of a part may exceed its time.
    """
    making = _Making(learner, steps, schedule, day, 60 * minutes)
    last = learner.seen
    seen = sorted((each for each in drills if last.get(each.place, day) < day), key=lambda each: last[each.place])
    making.add_due(seen)
    making.add_new((each for each in drills if each.place not in last), NEW * 60 * minutes)
    making.add_least_practised(seen)
    return making.order


@dataclass(slots=True)
class _Making:
    """A list in the making: `left` are the seconds left, `listed` how often each step is in the list."""

    learner: Learner
    steps: Mapping[str, Step]
    schedule: Schedule
    day: int
    left: float
    order: list[str] = field(default_factory=list)
    listed: Counter[str] = field(default_factory=Counter)

    def add_due(self, seen: Sequence[Drill]) -> None:
        met = {name: self.steps.get(name, Step()) for drill in seen for name in drill.steps}
        due = {name for name, step in met.items() if step.is_due(self.schedule, self.day)}
        timed = [(drill, seconds(drill.work, self.learner, self.steps)) for drill in seen]
        while self.left > 0 and (timed := [each for each in timed if not due.isdisjoint(each[0].steps)]):
            drill, _ = max(timed, key=lambda each: len(due.intersection(each[0].steps)) / each[1])
            due.difference_update(drill.steps)
            self._add(drill)

    def add_new(self, new: Iterable[Drill], most: float) -> None:
        kept = self.left - most
        for drill in new:
            if self.left > max(0.0, kept):
                self._add(drill)

    def add_least_practised(self, seen: Iterable[Drill]) -> None:
        waiting = [drill for drill in seen if drill.work.lines and drill.place not in self.order]
        while self.left > 0 and waiting:
            names = dict.fromkeys(name for drill in waiting for name in drill.steps)
            least = min(names, key=self._practised)
            drill = next(each for each in waiting if least in each.steps)
            waiting.remove(drill)
            self._add(drill)

    def _practised(self, name: str) -> tuple[int, bool, int, float]:
        """Return how far a step is, to compare by; steps not in the list yet come first."""
        step = self.steps.get(name, Step())
        last = 0 if step.memory is None else step.memory.last
        return self.listed[name], step.automatic, len(step.days), last

    def _add(self, drill: Drill) -> None:
        self.order.append(drill.place)
        self.left -= seconds(drill.work, self.learner, self.steps)
        self.listed.update(drill.steps)
