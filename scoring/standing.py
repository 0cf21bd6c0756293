"""Updating skills and the learner with one answer; the same pure step for a new answer and for a replay of all.

A **line** is a recipe line, the unit of skill. A drill's **own part** is recognizing what it asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scoring.schedule import Schedule
from scoring.skills import Learner, Skill
from scoring.target import work_seconds
from scoring.work import Finding, Work


class Evidence(NamedTuple):
    """A graded answer as needed for updating skills.

    `day` is the practice day as an ordinal, `place` is `deck/drill`, and `finding` what it shows of lines. `pace` is
    the seconds of the work alone divided by those at the default pace; None if the time means nothing, or a line was
    missed. `right` is true without help only, and `turn` is the wrong turn named, or empty.
    """

    day: int
    place: str
    finding: Finding
    pace: float | None
    right: bool = False
    turn: str = ""


def pace_of_work(work: Work, seconds: float, first_key: float | None, characters: int) -> float:
    """Return the seconds of an answer's work divided by those at the default pace, which are taken as at least 1."""
    return work_seconds(seconds, first_key, characters, work.words) / max(1.0, work.seconds)


def take_in(
    evidence: Evidence,
    learner: Learner,
    skills: Mapping[str, Skill],
    own: Skill,
    places: Mapping[str, int],
    schedule: Schedule,
) -> None:
    """Update the learner, the skills of the answer's lines and the drill's own part, in place.

    `skills` must have every line that the answer shows known or missed. `places` is the number of places that practise
    each line (1 if it is missing). Only a day's first answer at a place counts for a skill; the learner's usual pace
    takes in every answer that has a pace.
    """
    day, place, finding = evidence.day, evidence.place, evidence.finding
    pace = evidence.pace
    if pace is not None:
        learner.take_pace(pace)
    if own.would_count(place, day):
        if finding.own is None:
            own.meet(place, day)
        else:
            own.take_in(finding.own, place, day, schedule, "" if finding.own else evidence.turn)
    for known, names in ((True, finding.known), (False, finding.missed)):
        for name in names:
            skill = skills[name]
            if not skill.would_count(place, day):
                continue
            skill.take_in(known, place, day, schedule, "" if known else evidence.turn)
            if pace is not None:
                skill.take_pace(pace)
            skill.judge(places.get(name, 1), learner, day)
