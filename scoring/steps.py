"""Steps: what a hand learns, and when it is automatic. Pure functions.

A **step** is a recipe line, such as `softmax/divide`; of a drill without lines it is the drill itself. A **place** is a
drill, named `deck/drill`. Only a day's first answer at a place counts.

A step is **automatic** when it was right, without help and within twice the learner's usual time, on five days and at
four in five of its places met so far, at least at three (at all, where there are fewer). It stays so until it is missed
when it is due; then it is learning again and has lost one of its days. Nothing else takes it away.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from math import ceil
from typing import Literal, NamedTuple

from scoring.schedule import Memory, Rating, Schedule
from scoring.verdict import SLIP
from scoring.work import Work

DAYS, DRILLS = 5, 3
# The part of the places met.
MET = Fraction(4, 5)
# The longest time that is quick enough, as a multiple of the learner's usual one.
USUAL = 2.0
# Smallest weight of a new answer in the average pace of a step, and of the learner; early answers weigh more.
_STEP_MOVES, _USUAL_MOVES = 0.25, 0.02
_LEAST_PACE, _MOST_PACE = 0.2, 20.0

Standing = Literal["new", "learning", "automatic"]


class Evidence(NamedTuple):
    """The steps that a graded answer shows `known` and `missed`. The day is an ordinal, the place `deck/drill`.

    `pace` is the seconds of work divided by those at the default pace; None if the time means nothing. `turn` is the
    wrong turn named, or empty.
    """

    day: int
    place: str
    known: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    pace: float | None = None
    turn: str = ""


class Miss(NamedTuple):
    """A miss: its day, its place, and the wrong turn (empty if unnamed)."""

    day: int
    place: str
    turn: str


@dataclass(slots=True)
class Learner:
    """The learner across all steps: `usual` is the average of `paced` paces, `seen` the last day of each place."""

    usual: float | None = None
    paced: int = 0
    seen: dict[str, int] = field(default_factory=dict)

    def take_pace(self, pace: float) -> None:
        self.paced += 1
        self.usual = _average(self.usual, pace, self.paced, _USUAL_MOVES)


@dataclass(slots=True)
class Step:
    """A step's state. `days` are the last five on which it was right as the rule asks, `places` all where it was.

    `memory` has one rating a day, that of the first answer which showed the step known or missed. `told` counts the
    answers that did, `right` those of them that showed it known; `pace` is the average over `paced` answers.
    """

    memory: Memory | None = None
    days: tuple[int, ...] = ()
    places: set[str] = field(default_factory=set)
    told: int = 0
    right: int = 0
    pace: float | None = None
    paced: int = 0
    missed: Miss | None = None
    automatic: bool = False

    @property
    def standing(self) -> Standing:
        if self.automatic:
            return "automatic"
        return "learning" if self.told else "new"

    def is_due(self, schedule: Schedule, day: int) -> bool:
        """Return whether its recall on a day is below the desired retention, or nothing was shown of it yet."""
        return self.memory is None or schedule.recall(self.memory, day) < schedule.retention

    def know(self, evidence: Evidence, quick: bool, schedule: Schedule) -> None:
        """Take in an answer that showed it known."""
        self.right += 1
        self._rate(Rating.GOOD, evidence.day, schedule)
        if evidence.pace is not None:
            self.paced += 1
            self.pace = _average(self.pace, evidence.pace, self.paced, _STEP_MOVES)
        if quick:
            self.places.add(evidence.place)
            if evidence.day not in self.days:
                self.days = (*self.days, evidence.day)[-DAYS:]

    def miss(self, evidence: Evidence, schedule: Schedule) -> None:
        """Take in an answer that showed it missed."""
        if self.automatic and self.is_due(schedule, evidence.day):
            self.automatic, self.days = False, self.days[1:]
        self.missed = Miss(evidence.day, evidence.place, evidence.turn)
        self._rate(Rating.AGAIN, evidence.day, schedule)

    def is_ready(self, places: AbstractSet[str], seen: AbstractSet[str]) -> bool:
        """Return whether it was right on enough days and at enough of the `places` that exercise it."""
        return len(self.days) == DAYS and len(self.places & places) >= places_wanted(places, seen)

    def _rate(self, rating: Rating, day: int, schedule: Schedule) -> None:
        self.told += 1
        if self.memory is None or day > self.memory.last:
            self.memory = schedule.review(self.memory, rating, day)


def places_wanted(places: AbstractSet[str], seen: AbstractSet[str]) -> int:
    """Return at how many of the `places` that exercise a step it is to be right: four in five of those seen, at least
    three (all, where there are fewer).
    """
    return max(min(DRILLS, len(places)), ceil(MET * len(places & seen)))


def steps_of(place: str, work: Work) -> tuple[str, ...]:
    """Return the steps that a drill exercises: its recipe lines, or itself."""
    return tuple(name for name, _ in work.lines) or (place,)


def places_of(works: Iterable[tuple[str, Work]]) -> dict[str, set[str]]:
    """Return the places that exercise each step, from pairs of a place and its work."""
    places: dict[str, set[str]] = {}
    for place, work in works:
        for name in steps_of(place, work):
            places.setdefault(name, set()).add(place)
    return places


@dataclass
class Works:
    """The work of each drill or kata line, by (deck, drill, kata line); "" for the drill itself.

    `places` are the drills (`deck/drill`) that exercise each step.
    """

    works: Mapping[tuple[str, str, str], Work] = field(default_factory=dict)

    @cached_property
    def places(self) -> dict[str, set[str]]:
        return places_of((f"{deck}/{drill}", work) for (deck, drill, _), work in self.works.items())

    @cached_property
    def mark(self) -> str:
        """Return a hash of the works."""
        return sha256(repr(sorted(self.works.items())).encode()).hexdigest()

    def of(self, deck: str, drill: str, line: str | None = None) -> Work:
        """Return the work of a drill, or of the kata line `line` that practises it; an empty one if it is unknown."""
        return self.works.get((deck, drill, line or ""), _NOTHING)


_NOTHING = Work()
NO_WORKS = Works()


def evidence_of(
    day: int,
    place: str,
    work: Work,
    right: bool,
    turns: Sequence[str] = (),
    opened: int = 0,
    helped: bool = False,
    seconds: float | None = None,
) -> Evidence:
    """Return what a graded answer shows.

    `turns` are the wrong turns found, `opened` is the number of steps of the working that were open, `helped` says
    whether any was opened earlier that day, and `seconds` are those of the work alone, None if they mean nothing.
    """
    clean = right and not opened and not helped
    known, missed = _shown(steps_of(place, work), work, right, turns, opened, helped)
    pace = seconds / max(1.0, work.seconds) if clean and work.lines and seconds is not None else None
    return Evidence(day, place, known, missed, pace, turns[0] if turns else "")


def _shown(
    names: tuple[str, ...], work: Work, right: bool, turns: Sequence[str], opened: int, helped: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the steps known and missed. The first case that fits counts; what it does not mention is unclear."""
    if opened:
        open_lines = tuple(dict.fromkeys(name for step in work.steps[:opened] for name in step))
        return (), open_lines if work.lines else names
    if helped:
        return (), ()
    if right:
        return names, ()
    if tuple(turns) == (SLIP,):
        return (), ()
    missed = next((work.turns[turn] for turn in turns if turn in work.turns), None)
    if missed is not None:
        return names[: names.index(missed)] if missed in names else (), (missed,)
    return (), names if len(names) == 1 else ()


def take(
    evidence: Evidence,
    learner: Learner,
    steps: MutableMapping[str, Step],
    places: Mapping[str, AbstractSet[str]],
    schedule: Schedule,
) -> list[str]:
    """Update the learner and the steps with an answer, in place, and return the names of those whose standing changed.

    `places` are the drills that exercise each step.
    """
    if evidence.pace is not None:
        learner.take_pace(evidence.pace)
    if learner.seen.get(evidence.place, 0) >= evidence.day:
        return []
    learner.seen[evidence.place] = evidence.day
    quick = evidence.pace is None or learner.usual is None or evidence.pace <= USUAL * learner.usual
    changed = []
    for name in (*evidence.known, *evidence.missed):
        step = steps.setdefault(name, Step())
        before = step.standing
        if name in evidence.known:
            step.know(evidence, quick, schedule)
            step.automatic = step.automatic or step.is_ready(places.get(name, set()), learner.seen.keys())
        else:
            step.miss(evidence, schedule)
        if step.standing != before:
            changed.append(name)
    return changed


def _average(before: float | None, pace: float, count: int, moves: float) -> float:
    """Return the average pace after the `count`-th answer, whose weight is at least `moves`."""
    pace = min(max(pace, _LEAST_PACE), _MOST_PACE)
    return pace if before is None else before + max(moves, 1 / count) * (pace - before)
