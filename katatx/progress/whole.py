"""What all answers of a learner come to: of each step, each drill, each day, and the learner; worked out in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

from katatx.progress.records import RIGHT, UNGRADED
from scoring.schedule import Schedule
from scoring.skills import Learner, Skill
from scoring.standing import Evidence, take_in
from scoring.work import Finding

Name = tuple[str, str]


@dataclass(slots=True)
class Standing:
    """The counts of a drill's answers, and its own part (`own`: what it asks beyond its recipe lines).

    `attempts` counts graded answers that are not undone. `firsts` counts the first answers of a day, `firsts_right`
    those of them that were right without help, and `misses` those that were not since the last one that was.
    `wrong_turns` counts known mistakes by name.
    """

    attempts: int = 0
    firsts: int = 0
    firsts_right: int = 0
    misses: int = 0
    wrong_turns: dict[str, int] = field(default_factory=dict)
    own: Skill = field(default_factory=Skill)

    def count(self, evidence: Evidence, turns: tuple[str, ...]) -> None:
        """Update the counts with a graded answer; call it before the answer changes `own`."""
        self.attempts += 1
        if self.own.would_count(evidence.place, evidence.day):
            self.firsts += 1
            self.firsts_right += evidence.right
            self.misses = 0 if evidence.right else self.misses + 1
        for turn in turns:
            self.wrong_turns[turn] = self.wrong_turns.get(turn, 0) + 1


@dataclass(slots=True)
class PracticeDay:
    """A day's number of attempts that count (graded, not undone), how many were right, and their total seconds."""

    day: date
    attempts: int = 0
    right: int = 0
    seconds: float = 0.0


class Moved(NamedTuple):
    """The standings after an answer: of its drill, and of the recipe lines it uses."""

    drill: Standing
    skills: Mapping[str, Skill]


@dataclass(slots=True)
class Whole:
    """The standings of the learner, of every practised recipe line (`skills`), of every answered drill by (deck, id),
    and of every practice day.

    `seen` has the drills of which something was uncovered, by day, or an answer taken back: its verdict was seen.
    """

    learner: Learner = field(default_factory=Learner)
    skills: dict[str, Skill] = field(default_factory=lambda: defaultdict(Skill))
    drills: dict[Name, Standing] = field(default_factory=lambda: defaultdict(Standing))
    days: dict[str, PracticeDay] = field(default_factory=dict)
    seen: set[tuple[str, str]] = field(default_factory=set)

    @property
    def own(self) -> dict[str, Skill]:
        """Return the own part of each answered drill, by `deck/drill`."""
        return {f"{deck}/{drill}": standing.own for (deck, drill), standing in self.drills.items()}

    def take(
        self,
        kind: str,
        place: str,
        data: Mapping[str, Any],
        undone: bool,
        places: Mapping[str, int],
        schedule: Schedule,
    ) -> None:
        """Take in the event that comes next in time; `undone` says that it is an answer that was taken back.

        `places` is the number of drills with each recipe line. Raises ValueError or a similar error for an event that
        katatx did not write.
        """
        if kind == "hint" or (kind == "answer" and undone and data["verdict"] not in UNGRADED):
            self.seen.add((place, data["day"]))
        elif kind == "answer" and not undone and data["verdict"] not in UNGRADED:
            self._answer(place, data, places, schedule)

    def _answer(self, place: str, data: Mapping[str, Any], places: Mapping[str, int], schedule: Schedule) -> None:
        helped = bool(data["help"]) or (place, data["day"]) in self.seen
        right, turns = data["verdict"] in RIGHT, tuple(data["wrong_turns"])
        finding = Finding(tuple(data["known"]), tuple(data["missed"]), data["own"])
        if helped and not data["help"]:
            finding = Finding(own=False)
        pace = data["pace"] if finding.known and not finding.missed else None
        day = date.fromisoformat(data["day"])
        evidence = Evidence(day.toordinal(), place, finding, pace, right and not helped, next(iter(turns), ""))
        drill = self.drills[data["deck"], data["drill"]]
        drill.count(evidence, turns)
        take_in(evidence, self.learner, self.skills, drill.own, places, schedule)
        total = self.days.setdefault(data["day"], PracticeDay(day))
        total.attempts, total.right = total.attempts + 1, total.right + right
        total.seconds += data["seconds"]
