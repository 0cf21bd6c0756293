"""Skills: how well a recipe line is known, updated by answers.

A **skill** is a recipe line, such as `softmax/divide`, at all places that practise it, or the own part of one drill. It
is updated by one answer a day at each place (a drill), the first there. A **clean go** is such an answer that showed
the skill known; a place is **full** once ten clean goes count there. A skill is **automatic** if it is known, quick and
full at most places.

Prior art: fractional credit for what a task implies (Math Academy's repetition), an exponential average of right and
wrong in the place of streaks (Pelánek and Řihák 2017), speed judged against the learner's own (Segalowitz and
Segalowitz 1993 on what becomes automatic).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.schedule import Memory, Rating, Schedule

# Clean goes until a place is full.
GOES = 10
# The part of a clean go that counts at every other place; a power of two keeps the sums exact.
CARRY = 0.5
# Fraction of full places at which a skill becomes automatic, and below which it no longer is.
FULL, STILL_FULL = 0.8, 0.6
DAYS = 4
SCORE, STILL_SCORE = 0.85, 0.7
STILL_RECALL = 0.75
# A skill is quick if its pace is at most this multiple of the learner's usual pace, or of its own first pace.
USUAL, QUICKER = 1.4, 0.72
# Smallest weight of a new answer in each average; early answers weigh more.
_SCORE_MOVES, _PACE_MOVES, _USUAL_MOVES = 0.12, 0.25, 0.02
# Score before the first answer.
_FIRST_SCORE = 0.5
_LEAST_PACE, _MOST_PACE = 0.2, 20.0


@dataclass(slots=True)
class Go:
    """The number of clean goes of a skill at a place, and the day of the last answer there that counted."""

    clean: int
    day: int


@dataclass(slots=True)
class Miss:
    """The last miss of a skill: day, place, and wrong turn (empty if unnamed)."""

    day: int
    place: str
    turn: str


@dataclass(slots=True)
class Skill:
    """The state of a skill. Days are ordinals of dates.

    `told` is the number of answers that counted, `clean` the number of those that showed it known, `goes` the clean
    ones by place. `days` is the number of days practised, `first_day` and `last_day` are the ends. `score` is the
    moving average of right (1) and wrong (0). `pace` is the moving average of the seconds of work relative to those at
    the default pace, over `paced` answers; `first_pace` is the mean of the first two. `missed` is the last miss.
    `fell_back` is the day on which it last ceased to be automatic; None if it is automatic or never was.
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

    def would_count(self, place: str, day: int) -> bool:
        """Return whether the place is new to the skill, or the day later than the last that counted there."""
        go = self.goes.get(place)
        return go is None or day > go.day

    def meet(self, place: str, day: int) -> None:
        """Record a day's first answer at a place that shows nothing about this skill; no other that day counts."""
        self.goes.setdefault(place, Go(0, day)).day = day

    def take_in(self, known: bool, place: str, day: int, schedule: Schedule, turn: str = "") -> None:
        """Update the skill with a day's first answer at a place; the caller asks `would_count` before.

        `known` says whether the answer showed it known. If not, `turn` is the wrong turn named, or empty. Memory is
        updated only by the first answer of a day at any place.
        """
        self.told += 1
        self.clean += known
        self.score += max(_SCORE_MOVES, 1 / (1 + self.told)) * (known - self.score)
        go = self.goes.setdefault(place, Go(0, day))
        if known:
            go.clean += 1
        else:
            self.missed = Miss(day, place, turn)
        go.day = day
        if self.last_day is None or day > self.last_day:
            self.memory = schedule.review(self.memory, Rating.GOOD if known else Rating.AGAIN, day)
            self.days += 1
            self.first_day = day if self.first_day is None else self.first_day
            self.last_day = day

    def take_pace(self, pace: float) -> None:
        """Update the average pace with one answer's `pace`, a multiple of the default time limited to 0.2 to 20."""
        self.paced += 1
        self.pace = _average(self.pace, pace, self.paced, _PACE_MOVES)
        if self.paced <= 2:
            self.first_pace = self.pace

    def recall(self, schedule: Schedule, day: int) -> float:
        """Return the probability that it is still known on a day; 0 if it was never practised."""
        return 0.0 if self.memory is None else schedule.recall(self.memory, day)

    def is_due(self, schedule: Schedule, day: int) -> bool:
        """Return whether it was practised and its recall on a day is below the desired retention."""
        return self.memory is not None and self.recall(schedule, day) < schedule.retention

    def due_day(self, schedule: Schedule) -> int | None:
        """Return the day (an ordinal) on which recall falls to the desired retention; None if never practised."""
        return None if self.memory is None else self.memory.last + schedule.interval(self.memory.stability)

    def goes_at(self, place: str) -> float:
        """Return the clean goes that count at a place: those there, and half of those elsewhere."""
        here = self.goes.get(place)
        return (1 - CARRY) * (0 if here is None else here.clean) + CARRY * self.clean

    def full_places(self, places: int) -> int:
        """Return the number of full places, at most `places`, the number of places that practise the skill.

        A place with no clean go of its own is not full, except that all are once carried goes alone suffice.
        """
        if CARRY * self.clean >= GOES:
            return places
        # Some of them may have been removed from the decks.
        return min(places, sum(self.goes_at(place) >= GOES for place in self.goes))

    def judge(self, places: int, learner: Learner, day: int) -> None:
        """Decide anew whether the skill is automatic, after an answer on `day` (an ordinal) was taken in.

        It sets `automatic` and `fell_back`. To become automatic takes score, days, pace and full places; to stay so,
        only score and full places, both at lower thresholds. `places` is the number of places that practise the skill.
        """
        was = self.automatic
        wanted, score = (STILL_FULL, STILL_SCORE) if was else (FULL, SCORE)
        ready = was or (self.days >= DAYS and self.is_quick(learner.usual))
        self.automatic = ready and self.score >= score and self.full_places(places) >= wanted * places
        self.fell_back = None if self.automatic else day if was else self.fell_back

    def is_quick(self, usual: float | None) -> bool:
        """Return whether its pace is at most 1.4 times `usual`, the learner's usual pace, or 0.72 times its first.

        False if no pace was measured.
        """
        if self.pace is None or self.first_pace is None:
            return False
        return (usual is not None and self.pace <= USUAL * usual) or self.pace <= QUICKER * self.first_pace

    def is_automatic(self, schedule: Schedule, day: int) -> bool:
        """Return whether it is automatic on a day, which also requires a recall of at least 0.75."""
        return self.automatic and self.recall(schedule, day) >= STILL_RECALL


@dataclass(slots=True)
class Learner:
    """The learner's state across all skills: `usual` is the average pace over `paced` answers."""

    usual: float | None = None
    paced: int = 0

    def take_pace(self, pace: float) -> None:
        """Update the usual pace with that of an answer, a multiple of the default time limited to 0.2 to 20."""
        self.paced += 1
        self.usual = _average(self.usual, pace, self.paced, _USUAL_MOVES)


def _average(before: float | None, pace: float, count: int, moves: float) -> float:
    """Return the average pace after the `count`-th answer, whose weight is at least `moves`."""
    pace = min(max(pace, _LEAST_PACE), _MOST_PACE)
    return pace if before is None else before + max(moves, 1 / count) * (pace - before)
