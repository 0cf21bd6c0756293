"""One answer taken into the standing of all skills it tells of: pure, the same step one by one or all again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scoring.schedule import Schedule
from scoring.skills import Learner, Skill
from scoring.work import Finding, Work

# A line was practised elsewhere if so many answers told of it.
_PRACTISED = 3


class Evidence(NamedTuple):
    """What of a graded answer the standing needs: the practice `day` as an ordinal, the `place` (`deck/drill`), what it
    was worked by and what it says. `seconds` are those of the work alone, None where they say nothing; `right` is
    right without help, and `turn` the
    wrong turn named, or empty.
    """

    day: int
    place: str
    work: Work
    finding: Finding
    seconds: float | None
    right: bool = False
    turn: str = ""

    @property
    def pace(self) -> float | None:
        """The seconds of work over those that its strokes take at the default pace."""
        if self.seconds is None or not self.finding.known or self.finding.missed:
            return None
        return self.seconds / max(1.0, self.work.seconds)


def take_in(
    evidence: Evidence,
    learner: Learner,
    skills: Mapping[str, Skill],
    own: Skill,
    places: Mapping[str, int],
    schedule: Schedule,
) -> None:
    """Take an answer in: into the learner, the skills of its lines, and the own part of its drill, all changed in
    place.

    `skills` has every line of the work, `places` at how many places each is practised. Only the first answer of a day
    at a place tells of a skill.
    """
    day, place, finding = evidence.day, evidence.place, evidence.finding
    pace = evidence.pace
    if not own.goes:
        _meet(evidence, learner, skills)
    if pace is not None:
        learner.take_pace(pace)
    if own.tells(place, day):
        if finding.own is None:
            own.meet(place, day)
        else:
            own.take_in(finding.own, place, day, schedule, "" if finding.own else evidence.turn)
    for known, names in ((True, finding.known), (False, finding.missed)):
        for name in names:
            skill = skills[name]
            if not skill.tells(place, day):
                continue
            skill.take_in(known, place, day, schedule, "" if known else evidence.turn)
            if pace is not None:
                skill.take_pace(pace)
            skill.judge(places.get(name, 1), learner, day)


def _meet(evidence: Evidence, learner: Learner, skills: Mapping[str, Skill]) -> None:
    """Take in what the first answer at a drill shows of carrying over, where all its lines were practised elsewhere."""
    lines, finding = evidence.work.lines, evidence.finding
    if not lines or any(skills[name].told < _PRACTISED for name, _ in lines):
        return
    missed = len(finding.missed) + (finding.own is False)
    learner.take_meeting(len(finding.known), missed)
    timed = [(skill.first_pace, skill.pace, seconds) for name, seconds in lines for skill in (skills[name],)]
    first = sum(pace * seconds for pace, _, seconds in timed if pace is not None)
    now = sum(pace * seconds for _, pace, seconds in timed if pace is not None)
    if evidence.pace is not None and evidence.seconds is not None and all(pace is not None for pace, _, _ in timed):
        learner.take_gain(1 - now / first, 1 - evidence.seconds / first)
