"""Planning a review: choose the drills with the most progress for each expected second. Pure functions.

A **line** is a recipe line such as `softmax/divide`, the unit of skill. A **place** is a drill (`deck/drill`) that
practises lines; its **own part** is recognizing what it asks. A **clean go** is an answer that showed a line known. A
place is **full** for a line after ten of them, each at another place counted half. A line is **due** if its
probability of recall is below the desired retention.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from math import fsum
from typing import NamedTuple

from scoring.schedule import Schedule
from scoring.skills import CARRY, GOES, SCORE, Learner, Skill
from scoring.target import CHARACTER, reading_seconds
from scoring.work import Work

# New drills are taken from the next 24 in page order, with at most 5 new lines a day.
NEXT = 24
NEW_LINES = 5
# Default length of a review.
MINUTES = 10
# Seconds between two questions, for reading the verdict.
BETWEEN = 5.0
# A beginner's pace relative to the default pace.
_FIRST_PACE = 2.0
# Value of reviving a line likely forgotten, of practising one often missed, and of a drill's own part.
_FORGOTTEN, _MISSED, _OWN = 0.03, 0.3, 0.02
# Exponents by which the value of a line grows with its number of drills: for a begun line, and for a new one.
_CARRIES, _BEGINS = 0.25, 0.6
# Factor for a drill of the section just practised: mixed practice is learned better (Rohrer and Taylor 2007).
_SAME_SECTION = 0.6


class Drill(NamedTuple):
    """A drill that can be asked: its `place` (`deck/drill`), its section, and its work."""

    place: str
    section: str
    work: Work


@dataclass(slots=True)
class Known:
    """The state that planning is based on.

    `skills` has the practised lines by name, `own` the own parts of answered drills by place, `places` the number of
    places that practise each line. `day` is today as an ordinal.
    """

    learner: Learner
    skills: Mapping[str, Skill]
    own: Mapping[str, Skill]
    places: Mapping[str, int]
    schedule: Schedule
    day: int

    def seconds(self, work: Work) -> float:
        """Return the expected time of a drill in seconds, including the time between two questions."""
        return BETWEEN + reading_seconds(work.words) + CHARACTER * work.characters + self.work_seconds(work)

    def work_seconds(self, work: Work) -> float:
        """Return the expected time of its operations in seconds, each line at the learner's pace on it.

        A line without one is taken at the usual pace; without that, at twice the default time.
        """
        usual = self.learner.usual or _FIRST_PACE
        timed = ((seconds, self.skills.get(name)) for name, seconds in work.lines)
        return sum(each * (usual if skill is None or skill.pace is None else skill.pace) for each, skill in timed)

    def is_new(self, place: str) -> bool:
        """Return whether the drill at a place was never answered."""
        own = self.own.get(place)
        return own is None or not own.goes

    def is_own_due(self, place: str) -> bool:
        """Return whether the own part of the drill at a place is due; False if it was never answered."""
        own = self.own.get(place)
        return own is not None and own.is_due(self.schedule, self.day)

    def due_lines(self) -> set[str]:
        """Return the lines that are due and that some drill practises."""
        due = (name for name, skill in self.skills.items() if skill.is_due(self.schedule, self.day))
        return {name for name in due if name in self.places}


def plan(
    drills: Sequence[Drill],
    known: Known,
    minutes: float,
    begun_today: int = 0,
    most: int = 200,
    focus: str = "",
    all_fit: bool = False,
) -> list[str]:
    """Return the places of the drills to ask within the given minutes, in order.

    `drills` are in page order; those answered today are left out, and old ones without lines whose own part
    (recognizing what is asked) is not due. `focus` is a recipe line or a recipe, and limits the plan to drills that use
    it; empty for no limit. Of those never answered only the next 24 are considered, and none while due lines need more
    than the time left. They may begin five new lines a day, less the `begun_today`; more if nothing else is left to
    ask. The first drill may exceed the time, unless `all_fit`; `most` limits the number of drills. Equal state gives an
    equal plan.
    """
    if focus:
        drills = [each for each in drills if any(f"{name}/".startswith(f"{focus}/") for name, _ in each.work.lines)]
    planner = _Planner(known, drills, 60 * minutes, max(0, NEW_LINES - begun_today), all_fit)
    while len(planner.order) < most and (best := planner.best()) is not None:
        planner.take(best)
    return [drill.place for drill in planner.order]


def bring_back(drills: Iterable[Drill], known: Known) -> list[Drill]:
    """Return a small set of drills that together practise every line that is due.

    Before them come the drills without lines whose own part is due. Drills answered today and drills never answered are
    not chosen; a due line that only they practise is left out. Drills are taken one at a time, each time the one with
    the most due lines, not yet covered, for each second.
    """
    due = known.due_lines()
    old = _old(drills, known)
    chosen = [drill for drill in old if not drill.work.lines]
    waiting = [(drill, {name for name, _ in drill.work.lines} & due, known.seconds(drill.work)) for drill in old]
    while waiting := [(drill, lines & due, seconds) for drill, lines, seconds in waiting if lines & due]:
        best, brought, _ = max(waiting, key=lambda each: len(each[1]) / each[2])
        chosen.append(best)
        due -= brought
    return chosen


class _Planner:
    """The plan so far, assuming right answers, and the drills that may still be added.

    `left` is the time in seconds, `lines_left` the number of new lines that may be begun. The value of a drill only
    falls as others are added, so old drills are kept in a heap by their last value, and only those at the top are
    evaluated again.
    """

    def __init__(self, known: Known, drills: Sequence[Drill], left: float, lines_left: int, all_fit: bool) -> None:
        """Begin an empty plan from drills in page order; the first drill may exceed the time unless `all_fit`."""
        self.known, self.left, self.lines_left, self.all_fit = known, left, lines_left, all_fit
        self.order: list[Drill] = []
        self._taken: set[str] = set()
        self.goes: dict[str, int] = {}
        self._values: dict[str, tuple[float, float]] = {}
        self.new = [drill for drill in drills if known.is_new(drill.place)][:NEXT]
        old = _old(drills, known)
        # The least seconds that reviving a line takes: a drill's time divided by its number of lines.
        self.costs: dict[str, float] = {}
        for drill in old:
            share = known.seconds(drill.work) / max(1, len(drill.work.lines))
            for name, _ in drill.work.lines:
                self.costs[name] = min(share, self.costs.get(name, share))
        self.due = known.due_lines()
        self.heap = [(-self.worth(drill), at, drill) for at, drill in enumerate(old)]
        heapify(self.heap)

    def best(self) -> Drill | None:
        """Return the drill with the most value now; None if the time is used up or no drill may be added.

        A new drill is considered only while the due lines fit into the time left. If nothing else is left to ask, the
        limit `lines_left` is lifted for the rest of the plan.
        """
        if self.left <= 0:
            return None
        old, worth = self._best_old()
        due = fsum(self.costs.get(name, 0.0) for name in self.due)
        if due <= self.left:
            new, worth_new = self._best_new(worth)
            if new is None and old is None:  # nothing else is left to ask
                self.lines_left = len(self.known.places)
                new, worth_new = self._best_new(worth)
            if new is not None and worth_new > worth:
                return new
        return old

    def take(self, drill: Drill) -> None:
        """Add a drill to the plan: its time and new lines are used up, and its lines are no longer due."""
        names = [name for name, _ in drill.work.lines]
        self.order.append(drill)
        self._taken.add(drill.place)
        self.left -= self.known.seconds(drill.work)
        self.lines_left -= self._begins(drill)
        self.due.difference_update(names)
        for name in names:
            self.goes[name] = self.goes.get(name, 0) + 1
            self._values.pop(name, None)
        self.new = [each for each in self.new if each.place != drill.place]

    def worth(self, drill: Drill) -> float:
        """Return a drill's value for each expected second.

        The value is that of a clean go of each of its lines, and a fixed one for its own part if that is new or due.
        """
        total = 0.0
        for name, _ in drill.work.lines:
            if name not in self._values:
                self._values[name] = self._value(name)
            anywhere, here = self._values[name]
            total += anywhere
            skill = self.known.skills.get(name)
            if here and (skill is None or skill.goes_at(drill.place) < GOES):
                total += here
        if self.known.is_new(drill.place) or self.known.is_own_due(drill.place):
            total += _OWN
        return total / self.known.seconds(drill.work)

    def _value(self, name: str) -> tuple[float, float]:
        """Return what one more clean go of a line is worth at any drill, and what it is worth more where not full."""
        known = self.known
        skill, planned, places = known.skills.get(name), self.goes.get(name, 0), known.places.get(name, 1)
        anywhere = here = 0.0
        if CARRY * (planned + (0 if skill is None else skill.clean)) < GOES:
            filled = 0 if skill is None else skill.full_places(places)
            weight = places ** (_BEGINS if skill is None else _CARRIES) / GOES / places
            anywhere, here = CARRY * max(0, places - filled) * weight, (1 - CARRY) * weight
        if skill is not None and not planned:
            recall = skill.recall(known.schedule, known.day)
            wanted = known.schedule.retention
            anywhere += _FORGOTTEN + wanted - recall if recall < wanted else 0.0
            anywhere += _MISSED * max(0.0, SCORE - skill.score)
        return anywhere, here

    def _begins(self, drill: Drill) -> int:
        """Return the number of a drill's lines that are neither practised yet nor in the plan."""
        return sum(name not in self.known.skills and name not in self.goes for name, _ in drill.work.lines)

    def _may_take(self, drill: Drill) -> bool:
        """Return whether a drill fits into the time left; the first of all may exceed it unless `all_fit`."""
        return not (self.order or self.all_fit) or self.known.seconds(drill.work) <= self.left

    def _after(self, drill: Drill) -> float:
        """Return the factor on a drill's value: below 1 if the drill planned before it has the same section."""
        return _SAME_SECTION if self.order and drill.section == self.order[-1].section else 1.0

    def _best_new(self, least: float) -> tuple[Drill | None, float]:
        """Return the new drill worth most, if it is worth at least `least`, and its value; else None and `least`."""
        best = None
        for drill in self.new:
            if self._begins(drill) <= self.lines_left and self._may_take(drill):
                worth = self.worth(drill) * self._after(drill)
                if worth > least or (best is None and worth == least):
                    best, least = drill, worth
        return best, least

    def _best_old(self) -> tuple[Drill | None, float]:
        """Return the old drill worth most, and its value; None and 0 if no drill that fits is worth anything."""
        weighed: list[tuple[float, int, Drill]] = []
        best: tuple[float, int, Drill] | None = None
        while self.heap and (best is None or -self.heap[0][0] > best[0]):
            _, at, drill = heappop(self.heap)
            if drill.place in self._taken or not self._may_take(drill):
                continue  # a drill that does not fit now will not fit later
            worth = self.worth(drill)
            weighed.append((-worth, at, drill))
            if worth > 0 and (best is None or worth * self._after(drill) > best[0]):
                best = worth * self._after(drill), at, drill
        for each in weighed:
            heappush(self.heap, each)
        return (None, 0.0) if best is None else (best[2], best[0])


def _old(drills: Iterable[Drill], known: Known) -> list[Drill]:
    """Return the drills answered before today; of those without lines only the ones whose own part is due."""
    old = []
    for drill in drills:
        if not known.is_new(drill.place):
            not_today = all(go.day < known.day for go in known.own[drill.place].goes.values())
            if not_today and (drill.work.lines or known.is_own_due(drill.place)):
                old.append(drill)
    return old
