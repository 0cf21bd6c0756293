"""Standings: what a learner's answers show about each drill, each skill, and the learner.

A skill is a recipe line, such as `softmax/divide`, at all drills that use it. A drill also has a skill of its own (its
own part): what it asks beyond its recipe lines. The work of a drill is the list of recipe lines by which it is worked.
A wrong turn is a known mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from katatx.progress.records import RIGHT, UNGRADED, Answered
from scoring.skills import Learner, Skill
from scoring.standing import Evidence
from scoring.target import work_seconds
from scoring.verdict import SLIP
from scoring.work import Work, find

Name = tuple[str, str]
_NOTHING = Work()
# Older logs have it as a verdict.
_SLIPS = (SLIP, (SLIP,))


@dataclass(slots=True)
class Standing:
    """The state of a drill's own part (`own`: what it asks beyond its recipe lines) and counts of its answers.

    `attempts` counts graded answers that are not undone. `firsts` counts the first answers of a day, `firsts_right`
    those of them that were right without help, and `misses` those that were not since the last one that was.
    `last_instant` is the time of the latest answer in microseconds since 1970, and `wrong_turns` counts known mistakes
    by name.
    """

    attempts: int = 0
    firsts: int = 0
    firsts_right: int = 0
    misses: int = 0
    last_instant: int = -(2**63)
    wrong_turns: dict[str, int] = field(default_factory=dict)
    own: Skill = field(default_factory=Skill)

    def count(self, evidence: Evidence, instant: int, turns: tuple[str, ...]) -> None:
        """Update the counts with a graded answer; call it before the answer changes `own`.

        `instant` is its time in microseconds since 1970, and `turns` are the names of its known mistakes.
        """
        self.attempts += 1
        self.last_instant = max(self.last_instant, instant)
        if self.own.would_count(evidence.place, evidence.day):
            self.firsts += 1
            self.firsts_right += evidence.right
            self.misses = 0 if evidence.right else self.misses + 1
        for turn in turns:
            self.wrong_turns[turn] = self.wrong_turns.get(turn, 0) + 1


@dataclass(slots=True)
class Whole:
    """The standings of the learner, of every practised recipe line (`skills`), and of every answered drill by (deck,
    id).

    `last_instant` is the time of the latest answer in microseconds since 1970.
    """

    learner: Learner = field(default_factory=Learner)
    last_instant: int = -(2**63)
    skills: dict[str, Skill] = field(default_factory=dict)
    drills: dict[Name, Standing] = field(default_factory=dict)

    @property
    def own(self) -> dict[str, Skill]:
        """Return the own part of each answered drill, by `deck/drill`."""
        return {f"{deck}/{drill}": standing.own for (deck, drill), standing in self.drills.items()}


@dataclass(slots=True)
class Works:
    """The work (recipe lines) of each drill or kata line, by (deck, drill, kata line); "" for the drill itself.

    `drills` has the drills (`deck/drill`) that use each recipe line, and `places` their number. Drills of decks that
    are `gone` are in neither, but answers at them still count.
    """

    works: Mapping[tuple[str, str, str], Work] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()
    drills: dict[str, set[str]] = field(init=False)
    places: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        """Compute `drills` and `places` from the works."""
        from scoring.work import places_of

        self.drills = places_of(
            (f"{deck}/{drill}", work) for (deck, drill, _), work in self.works.items() if deck not in self.gone
        )
        self.places = {name: len(drills) for name, drills in self.drills.items()}

    def of(self, deck: str, drill: str, line: str | None = None) -> Work:
        """Return the work of a drill, or of the kata line `line` that practises it; an empty one if it is unknown."""
        return self.works.get((deck, drill, line or ""), _NOTHING)


class AnswerFacts(NamedTuple):
    """The parts of a graded answer from which skills are judged.

    `turns` are its known mistakes. `opened` counts its uncovered lines; `helped` is that of `Attempt`. `seconds` run to
    Enter and `first_key` to the first key, None if unknown; `untouched` means that they do not count; `characters` is
    the number of characters typed.
    """

    verdict: str
    turns: tuple[str, ...]
    opened: int
    helped: bool
    seconds: float
    first_key: float | None
    untouched: bool
    characters: int


def facts_of(answer: Answered, helped: bool) -> AnswerFacts:
    """Return the parts of a graded answer from which skills are judged. Raises ValueError for an ungraded one.

    `helped` says that the answer had help that day, now or earlier, as in `Attempt`.
    """
    if answer.verdict in UNGRADED:
        raise ValueError(f"the answer is {answer.verdict}, which is no grade, so no skill can be judged by it")
    return AnswerFacts(
        answer.verdict, answer.wrong_turns, answer.help, helped, answer.seconds, answer.first_key_seconds,
        answer.untouched, len(answer.typed),
    )  # fmt: skip


def evidence_of(facts: AnswerFacts, place: str, day: int, work: Work) -> Evidence:
    """Return what an answer shows about skills.

    `place` is its drill as `deck/drill`, `day` the practice day as a date's ordinal, and `work` the lines that it
    practises.
    """
    right, slip = facts.verdict in RIGHT, facts.verdict in _SLIPS or facts.turns in _SLIPS
    finding = find(work, right, slip, facts.turns, facts.opened, facts.helped)
    spent = None
    if finding.known and not facts.untouched:
        spent = work_seconds(facts.seconds, facts.first_key, facts.characters, work.words)
    right = right and not (facts.opened or facts.helped)
    return Evidence(day, place, work, finding, spent, right, facts.turns[0] if facts.turns else "")
