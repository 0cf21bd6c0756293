"""What is asked next: the drill that moves the learner furthest for each second it is expected to take. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.schedule import Schedule
from scoring.skills import GOES, RECALL, SCORE, Learner, Skill
from scoring.target import CHARACTER, reading_seconds
from scoring.work import Work

# New drills come from so many next ones in page order, with at most so many new lines a day.
NEXT = 24
NEW_LINES = 5
# Between two questions: the verdict is read.
BETWEEN = 5.0
# A beginner takes so many times as long as the strokes do at the default pace.
_FIRST_PACE = 2.0
# What counts beside the goes that are missing: a line likely forgotten, one often missed, a drill's own part.
_FORGOTTEN, _MISSED, _OWN = 0.03, 0.3, 0.02
# A line that carries many drills counts for more than one that carries few, by this power of their number: most where
# it is to be begun.
_CARRIES, _BEGINS = 0.25, 0.6
# A section that was just practised is worth less: what is mixed is learned better (Rohrer and Taylor 2007).
_SAME_SECTION = 0.6


class Drill(NamedTuple):
    """A drill that can be asked: its `place` (`deck/drill`), its section, and what it is worked by."""

    place: str
    section: str
    work: Work


@dataclass(slots=True)
class Known:
    """What the planner goes by: the learner, their skills by line, the own parts of drills by place, and at how many
    places each line is practised. `day` is an ordinal.
    """

    learner: Learner
    skills: Mapping[str, Skill]
    own: Mapping[str, Skill]
    places: Mapping[str, int]
    schedule: Schedule
    day: int

    def seconds(self, work: Work) -> float:
        """Return how long a drill is expected to take, with what is between two questions."""
        return BETWEEN + reading_seconds(work.words) + CHARACTER * work.characters + self.work_seconds(work)

    def work_seconds(self, work: Work) -> float:
        """Return how long its strokes are expected to take, each line at the learner's pace on it."""
        usual = self.learner.usual or _FIRST_PACE
        return sum(seconds * self._pace(name, usual) for name, seconds in work.lines)

    def is_new(self, place: str) -> bool:
        """Whether a drill was never answered."""
        own = self.own.get(place)
        return own is None or not own.goes

    def new_lines(self, work: Work) -> int:
        """Return how many lines of a drill were never practised."""
        return sum(name not in self.skills for name, _ in work.lines)

    def is_due(self, name: str) -> bool:
        """Whether a line is likely enough forgotten to be asked."""
        skill = self.skills.get(name)
        return skill is not None and skill.recall(self.schedule, self.day) < self.schedule.retention

    def is_own_due(self, place: str) -> bool:
        """Whether the own part of a drill is."""
        own = self.own.get(place)
        return own is not None and own.memory is not None and own.recall(self.schedule, self.day) < RECALL

    def due_lines(self) -> set[str]:
        """Return the lines that are due."""
        return {name for name in self.skills if name in self.places and self.is_due(name)}

    def _pace(self, name: str, usual: float) -> float:
        skill = self.skills.get(name)
        return usual if skill is None or skill.pace is None else skill.pace


@dataclass(slots=True)
class _Plan:
    """What was planned so far, each drill taken to be answered right."""

    known: Known
    goes: dict[str, int] = field(default_factory=dict)

    def gain(self, drill: Drill) -> float:
        """Return how far a drill moves the learner: the parts of places it fills, and what it brings back."""
        known, carry = self.known, self.known.learner.carry
        total = 0.0
        for name, _ in drill.work.lines:
            skill, planned = known.skills.get(name), self.goes.get(name, 0)
            places = known.places.get(name, 1)
            clean = planned + (0 if skill is None else skill.clean)
            wanted = GOES - carry * clean
            if wanted > 0:
                # Without those here, of which the next go fills more.
                filled = 0 if skill is None else skill.full_places(places, carry)
                here = skill is None or skill.goes_at(drill.place, carry) < GOES
                missing = ((1 - carry) * here + carry * max(0, places - filled)) / GOES / places
                total += missing * places ** (_BEGINS if skill is None else _CARRIES)
            if skill is not None and not planned:
                recall = skill.recall(known.schedule, known.day)
                total += _FORGOTTEN + RECALL - recall if recall < RECALL else 0.0
                total += _MISSED * max(0.0, SCORE - skill.score)
        if known.is_new(drill.place) or known.is_own_due(drill.place):
            total += _OWN
        return total

    def add(self, drill: Drill) -> None:
        for name, _ in drill.work.lines:
            self.goes[name] = self.goes.get(name, 0) + 1


def plan(
    drills: Sequence[Drill],
    known: Known,
    minutes: float,
    begun_today: int = 0,
    most: int = 200,
    focus: str = "",
    all_fit: bool = False,
) -> list[str]:
    """Return the places of the drills to be asked in so many minutes, in order.

    `drills` stand in page order; of those never answered the next 24 may come, with at most five new lines a day, of
    which `begun_today` are taken, and none while what is due takes longer than the minutes left. With a `focus`, a
    line or the beginning of its name, only drills that hold it come. The first may take longer than the minutes,
    unless `all_fit`. The order is the same for the same standing,
    always.
    """
    wanted = [drill for drill in drills if not focus or any(_fits(name, focus) for name, _ in drill.work.lines)]
    new = [drill for drill in wanted if known.is_new(drill.place)][:NEXT]
    old = [drill for drill in wanted if not known.is_new(drill.place) and _may_come(drill, known)]
    waiting = {drill.place: drill for drill in (*old, *new)}
    seconds = {place: known.seconds(drill.work) for place, drill in waiting.items()}
    news = {drill.place: known.new_lines(drill.work) for drill in new}
    by_line: dict[str, list[str]] = {}
    for place, drill in waiting.items():
        for name, _ in drill.work.lines:
            by_line.setdefault(name, []).append(place)
    planned, left, lines_left = _Plan(known), 60 * minutes, NEW_LINES - begun_today
    gains = {place: planned.gain(drill) for place, drill in waiting.items()}
    due, costs = known.due_lines(), _costs(old, seconds)
    section, order, seen = "", list[str](), set(known.skills)
    while waiting and left > 0 and len(order) < most:
        due_seconds = sum(costs.get(name, 0.0) for name in due)
        best, best_value = None, 0.0
        for place, drill in waiting.items():
            if place in news and (due_seconds > left or news[place] > lines_left):
                continue
            if seconds[place] > left and (order or all_fit):
                continue
            value = gains[place] / seconds[place] * (_SAME_SECTION if drill.section == section else 1.0)
            if value > best_value:
                best, best_value = place, value
        if best is None and lines_left < len(known.places) and due_seconds <= left:
            lines_left = len(known.places)  # nothing else is left for the minutes
            continue
        if best is None:
            break
        drill = waiting.pop(best)
        order.append(best)
        left -= seconds[best]
        section = drill.section
        planned.add(drill)
        names = [name for name, _ in drill.work.lines]
        due.difference_update(names)
        lines_left -= len(set(names) - seen)
        seen.update(names)
        for place in {each for name in names for each in by_line[name]} & waiting.keys():
            gains[place] = planned.gain(waiting[place])
            if place in news:
                news[place] = sum(name not in seen for name, _ in waiting[place].work.lines)
    return order


def _fits(name: str, focus: str) -> bool:
    return name == focus or name.startswith(f"{focus}/")


def _may_come(drill: Drill, known: Known) -> bool:
    """Whether a drill answered before may come today: once a day, and one of no lines only when it is due."""
    own = known.own[drill.place]
    last = max((go.day for go in own.goes.values()), default=0)
    return last < known.day and (bool(drill.work.lines) or known.is_own_due(drill.place))


def _costs(drills: Iterable[Drill], seconds: Mapping[str, float]) -> dict[str, float]:
    """Return what bringing back each line costs at the least: of a drill with several lines, its share."""
    costs: dict[str, float] = {}
    for drill in drills:
        for name, _ in drill.work.lines:
            share = seconds[drill.place] / len(drill.work.lines)
            costs[name] = min(share, costs.get(name, share))
    return costs
