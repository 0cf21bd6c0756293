"""How well a skill is known: evidence in, standing out.

A **skill** is a recipe line, such as `softmax/divide`, wherever it is practised, or the own part of one drill. What is
kept of it is moved by one answer a day at each place (a drill), the day's first there; the same answers in the same
order come to the same standing, whether they are taken in one by one or all again.

Prior art: fractional credit for what a task implies (Math Academy's repetition), an exponential average of right and
wrong in the place of streaks (Pelánek and Řihák 2017), speed judged against the learner's own (Segalowitz and
Segalowitz 1993 on what becomes automatic).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from scoring.schedule import Memory, Rating, Schedule

# A place is full after so many clean goes, of which those elsewhere count as far as skill carries over.
GOES = 10
# An automatic skill has so many of its places full, and keeps being it with so many.
FULL, STILL_FULL = 0.8, 0.6
DAYS = 4
SCORE, STILL_SCORE = 0.85, 0.7
STILL_RECALL = 0.75
# Lines are known at a drill met first where so many of those practised elsewhere were.
AT_ONCE = 0.8
# Where they are not, a drill counts that was answered within so many days.
LATELY = 30
# Quick enough is within so much of the learner's usual pace, or so far below the pace this skill began with.
USUAL, QUICKER = 1.4, 0.72
# An answer moves an average by this at the least, and the earlier the more.
_SCORE_MOVES, _PACE_MOVES, _USUAL_MOVES = 0.12, 0.25, 0.02
# A first try is taken to be as good as one in two before it is seen.
_FIRST_SCORE = 0.5
# How far speed carries over from drill to drill is taken to be a half, and knowing to be so likely, as if that had been
# measured before with such a weight.
_CARRY, _CARRY_WEIGHT = 0.5, 0.1
_MET_KNOWN, _MET_WEIGHT = 0.9, 6
_LEAST_PACE, _MOST_PACE = 0.2, 20.0


@dataclass(slots=True)
class Go:
    """The clean goes of a skill at a place, and the last day on which an answer there told of it."""

    clean: int
    day: int


@dataclass(slots=True)
class Miss:
    """When and where a skill was missed last, and by which wrong turn; empty where it has no name."""

    day: int
    place: str
    turn: str


@dataclass(slots=True)
class Skill:
    """What is known of a skill. Days are ordinals of dates.

    `told` is how many answers told of it, `clean` how many of those showed it known, `goes` the same by place. `score`
    is the average of right and wrong, the latest counting most. `pace` is the seconds of work over those of
    the strokes at the default pace, smoothed; `first_pace` the mean of the first two, `paced` their number. `fell_back`
    is the day on which it was automatic no more.
    """

    told: int = 0
    clean: int = 0
    days: int = 0
    first_day: int | None = None
    last_day: int | None = None
    memory: Memory | None = None
    score: float = _FIRST_SCORE
    pace: float | None = None
    first_pace: float | None = None
    paced: int = 0
    goes: dict[str, Go] = field(default_factory=dict)
    missed: Miss | None = None
    automatic: bool = False
    fell_back: int | None = None
    # How many places have so many clean goes, counted when it is first asked: a line may be practised at thousands.
    _by_clean: dict[int, int] | None = field(default=None, init=False, repr=False, compare=False)

    def tells(self, place: str, day: int) -> bool:
        """Return whether an answer at a place on a day is the first that says something of this skill there."""
        go = self.goes.get(place)
        return go is None or day > go.day

    def meet(self, place: str, day: int) -> None:
        """Take in a day's first answer at a place that says nothing of this skill."""
        self.goes.setdefault(place, Go(0, day)).day = day

    def take_in(self, known: bool, place: str, day: int, schedule: Schedule, turn: str = "") -> None:
        """Take in what a day's first answer at a place says: the skill was `known` or missed, by a wrong `turn`."""
        self.told += 1
        self.clean += known
        self.score += max(_SCORE_MOVES, 1 / (1 + self.told)) * (known - self.score)
        go = self.goes.setdefault(place, Go(0, day))
        if known:
            self._count_clean(go.clean)
            go.clean += 1
        go.day = day
        if not known:
            self.missed = Miss(day, place, turn)
        if self.last_day is None or day > self.last_day:
            self.memory = schedule.review(self.memory, Rating.GOOD if known else Rating.AGAIN, day)
            self.days += 1
            self.first_day = day if self.first_day is None else self.first_day
            self.last_day = day

    def take_pace(self, pace: float) -> None:
        """Take in how long the work took, over what its strokes take at the default pace."""
        pace = min(max(pace, _LEAST_PACE), _MOST_PACE)
        self.paced += 1
        if self.pace is None or self.first_pace is None:
            self.pace = self.first_pace = pace
            return
        self.pace += max(_PACE_MOVES, 1 / self.paced) * (pace - self.pace)
        if self.paced == 2:
            self.first_pace = self.pace

    def recall(self, schedule: Schedule, day: int) -> float:
        """Return the chance that it is still known on a day; 0 where it was never practised."""
        return 0.0 if self.memory is None else schedule.recall(self.memory, day)

    def is_due(self, schedule: Schedule, day: int) -> bool:
        """Return whether it was practised, and is likelier forgotten on a day than the target recall allows."""
        return self.memory is not None and self.recall(schedule, day) < schedule.retention

    def due_day(self, schedule: Schedule) -> int | None:
        """Return the day on which recall falls to the desired retention; None where it was never practised."""
        return None if self.memory is None else self.memory.last + schedule.interval(self.memory.stability)

    def goes_at(self, place: str, carry: float) -> float:
        """Return the goes that count at a place: those there, and of those elsewhere as much as carries over."""
        here = self.goes.get(place)
        return (1 - carry) * (0 if here is None else here.clean) + carry * self.clean

    def full_places(self, places: int, carry: float, knows_at_once: bool = True) -> int:
        """Return how many of its places are full; where lines are not known at once at a drill met first, only those
        answered within 30 days before it was practised last, and right there at least once.
        """
        missing = max(0.0, GOES - carry * self.clean)
        if not missing and knows_at_once:
            return places
        if missing and carry >= 1:
            return 0
        here = missing / (1 - carry) if missing else 0.0
        if knows_at_once or self.last_day is None:
            full = sum(count for clean, count in self._clean_counts().items() if clean > 0 and clean >= here)
        else:
            since = self.last_day - LATELY
            full = sum(go.clean > 0 and go.clean >= here and go.day >= since for go in self.goes.values())
        # Drills that are gone may be among them.
        return min(places, full)

    def _clean_counts(self) -> dict[int, int]:
        """Return how many places have so many clean goes."""
        if self._by_clean is None:
            self._by_clean = Counter(go.clean for go in self.goes.values())
        return self._by_clean

    def _count_clean(self, before: int) -> None:
        """Count a place one clean go further than before."""
        if self._by_clean is not None:
            if before:
                self._by_clean[before] -= 1
            self._by_clean[before + 1] = self._by_clean.get(before + 1, 0) + 1

    def judge(self, places: int, learner: Learner, day: int) -> None:
        """Settle whether it is automatic, after an answer of a day. It falls back only where much is lost.

        `places` is at how many places it is practised.
        """
        was = self.automatic
        wanted, score = (STILL_FULL, STILL_SCORE) if was else (FULL, SCORE)
        if self.score < score or not (was or (self.days >= DAYS and self.is_quick(learner.usual))):
            self.automatic = False
        else:
            self.automatic = self.full_places(places, learner.carry, learner.knows_at_once) >= wanted * places
        self.fell_back = None if self.automatic else day if was else self.fell_back

    def is_quick(self, usual: float | None) -> bool:
        """Return whether its pace is near the learner's usual one, or well below the one it began with."""
        if self.pace is None or self.first_pace is None:
            return False
        return (usual is not None and self.pace <= USUAL * usual) or self.pace <= QUICKER * self.first_pace

    def is_automatic(self, schedule: Schedule, day: int) -> bool:
        """Return whether it is automatic on a day: what is too likely forgotten is so no longer."""
        return self.automatic and self.recall(schedule, day) >= STILL_RECALL


@dataclass(slots=True)
class Learner:
    """What holds for a learner over all skills.

    `usual` is their pace, smoothed over `paced` answers. What carries over to a drill met first is measured on drills
    whose lines were all practised elsewhere: of speed by least squares, `gained` being the sum of the squared gains
    elsewhere and `carried` that of their products with what of it was there at once, all as parts of the pace a line
    began with; of knowing by how many of the lines `met` so were known (`met_known`).
    """

    usual: float | None = None
    paced: int = 0
    gained: float = 0.0
    carried: float = 0.0
    met: int = 0
    met_known: int = 0

    @property
    def carry(self) -> float:
        """Return how far speed carries over from drill to drill, from 0 to 1: a half until more is known."""
        return min(max((_CARRY * _CARRY_WEIGHT + self.carried) / (_CARRY_WEIGHT + self.gained), 0.0), 1.0)

    @property
    def knows_at_once(self) -> bool:
        """Return whether lines known elsewhere are known at a drill met first."""
        return (_MET_KNOWN * _MET_WEIGHT + self.met_known) / (_MET_WEIGHT + self.met) >= AT_ONCE

    def take_pace(self, pace: float) -> None:
        """Take in the pace of an answer."""
        pace = min(max(pace, _LEAST_PACE), _MOST_PACE)
        self.paced += 1
        moves = max(_USUAL_MOVES, 1 / self.paced)
        self.usual = pace if self.usual is None else self.usual + moves * (pace - self.usual)

    def take_gain(self, gained: float, here: float) -> None:
        """Take in a first meeting: elsewhere so much was `gained`, and so much of the first pace was gained `here` at
        once.
        """
        here = min(max(here, -1.0), 1.0)
        self.gained += gained * gained
        self.carried += gained * here

    def take_meeting(self, known: int, missed: int) -> None:
        """Take in which of the lines practised elsewhere were known at a first meeting."""
        self.met += known + missed
        self.met_known += known
