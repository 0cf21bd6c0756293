"""What a learner's answers come to: of one drill, and of all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from katatx.progress.records import UNGRADED, Answered
from scoring import Verdict
from scoring.skills import Learner, Skill
from scoring.standing import Evidence
from scoring.target import work_seconds
from scoring.work import Work, find

Name = tuple[str, str]
_NOTHING = Work()
_SLIP = Verdict.SLIP.value
_RIGHT = frozenset(verdict.value for verdict in Verdict if verdict.counts_as_right)


@dataclass(slots=True)
class Standing:
    """A drill's own part, and what was counted of its answers: all that were graded (`attempts`), the days' first ones
    (`firsts`), how many of those were right without help, how many of the last were not (`misses`), the latest one's
    instant, and how often each wrong turn was taken.
    """

    attempts: int = 0
    firsts: int = 0
    firsts_right: int = 0
    misses: int = 0
    last_instant: int = -(2**63)
    wrong_turns: dict[str, int] = field(default_factory=dict)
    own: Skill = field(default_factory=Skill)

    def count(self, evidence: Evidence, instant: int, turns: tuple[str, ...]) -> None:
        """Count one more graded answer, before it is taken in."""
        self.attempts += 1
        self.last_instant = max(self.last_instant, instant)
        if self.own.tells(evidence.place, evidence.day):
            self.firsts += 1
            self.firsts_right += evidence.right
            self.misses = 0 if evidence.right else self.misses + 1
        for turn in turns:
            self.wrong_turns[turn] = self.wrong_turns.get(turn, 0) + 1


@dataclass(slots=True)
class Whole:
    """The standing of everything: the learner, every recipe line that was practised, every drill that was answered."""

    learner: Learner = field(default_factory=Learner)
    last_instant: int = -(2**63)
    skills: dict[str, Skill] = field(default_factory=dict)
    drills: dict[Name, Standing] = field(default_factory=dict)


@dataclass(slots=True)
class Works:
    """What every drill, and every line of a kata, is worked by, by deck, drill and line of the kata (empty for
    none). Decks that are `gone` are no more practised: what was answered there counts, and their drills are not among
    those that a line is practised at, which `drills` names and `places` counts.
    """

    works: Mapping[tuple[str, str, str], Work] = field(default_factory=dict)
    gone: frozenset[str] = frozenset()
    drills: dict[str, set[str]] = field(init=False)
    places: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        from scoring.work import places_of

        self.drills = places_of(
            (f"{deck}/{drill}", work) for (deck, drill, _), work in self.works.items() if deck not in self.gone
        )
        self.places = {name: len(drills) for name, drills in self.drills.items()}

    def of(self, deck: str, drill: str, line: str | None = None) -> Work:
        """Return what a drill or a line of its kata is worked by; nothing where no deck is known that has it."""
        return self.works.get((deck, drill, line or ""), _NOTHING)


class Said(NamedTuple):
    """What of a graded answer tells of skills: its verdict and wrong turns, how many steps of the working lay open
    (`opened`), whether one had been opened that day at all, its seconds to Enter and to the first key, whether it sat
    untouched, and how many characters were typed.
    """

    verdict: str
    turns: tuple[str, ...]
    opened: int
    helped: bool
    seconds: float
    first_key: float | None
    untouched: bool
    characters: int


def said_by(answer: Answered, helped: bool) -> Said:
    """Return what an answer of the log tells. Raises ValueError for an ungraded one."""
    if answer.verdict in UNGRADED:
        raise ValueError(f"an answer that is {answer.verdict} says nothing")
    return Said(
        answer.verdict, answer.wrong_turns, answer.help, helped, answer.seconds, answer.first_key_seconds,
        answer.untouched, len(answer.typed),
    )  # fmt: skip


def evidence_of(said: Said, place: str, day: int, work: Work) -> Evidence:
    """Return what an answer at a place, on a practice day, is evidence of."""
    right, slip = said.verdict in _RIGHT, said.verdict == _SLIP
    finding = find(work, right, slip, said.turns, said.opened, said.helped)
    spent = None
    if finding.known and not said.untouched:
        spent = work_seconds(said.seconds, said.first_key, said.characters, work.words)
    right = right and not (said.opened or said.helped)
    return Evidence(day, place, work, finding, spent, right, said.turns[0] if said.turns else "")
