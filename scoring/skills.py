"""Skills: how well a recipe line is known, updated by answers.

A **skill** is a recipe line, such as `softmax/divide`, at all places that practise it, or the own part of one drill. It
is updated by one answer a day at each place (a drill), the first there. A **clean go** is such an answer that showed
the skill known; a place is **full** once ten clean goes count there. A skill is **automatic** if it is known, quick and
full at most places. The same answers in the same order give the same state, whether taken one at a time or replayed.

Prior art: fractional credit for what a task implies (Math Academy's repetition), an exponential average of right and
wrong in the place of streaks (Pelánek and Řihák 2017), speed judged against the learner's own (Segalowitz and
Segalowitz 1993 on what becomes automatic).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from scoring.schedule import Memory, Rating, Schedule

# Clean goes until a place is full; goes at other places count with the factor `Learner.carry`.
GOES = 10
# (1 - carry)·10 + carry·10 may come to 9.999999999999998 goes: so much is binary noise.
_DECIMALS = 9
_NOISE = 10.0**-_DECIMALS
# Fraction of full places at which a skill becomes automatic, and below which it no longer is.
FULL, STILL_FULL = 0.8, 0.6
DAYS = 4
SCORE, STILL_SCORE = 0.85, 0.7
STILL_RECALL = 0.75
# Fraction of lines known at first meetings of drills from which lines count as known at once.
AT_ONCE = 0.8
# If they do not, only drills answered within this many days count.
LATELY = 30
# A skill is quick if its pace is at most this multiple of the learner's usual pace, or of its own first pace.
USUAL, QUICKER = 1.4, 0.72
# Smallest weight of a new answer in each average; early answers weigh more.
_SCORE_MOVES, _PACE_MOVES, _USUAL_MOVES = 0.12, 0.25, 0.02
# Score before the first answer.
_FIRST_SCORE = 0.5
# Priors, with their weights: transfer of speed between drills, and probability of knowing a line at a new drill.
_CARRY, _CARRY_WEIGHT = 0.5, 0.1
_MET_KNOWN, _MET_WEIGHT = 0.9, 6
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
    `fell_back` is the day on which it last ceased to be automatic; None if it is automatic or never was. A place is a
    drill; it is full once ten clean goes, answers that showed the skill known, count there.
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
    # Number of places by clean goes, counted on first use: a line may be practised at thousands of places.
    _by_clean: dict[int, int] | None = field(default=None, init=False, repr=False, compare=False)

    def would_count(self, place: str, day: int) -> bool:
        """Return whether an answer at a place would be the first of its day that counts for this skill there.

        False for a day before the last that counted there.
        """
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
        """Update the average pace with one answer's `pace`.

        That is its seconds of work relative to those at the default pace, limited to 0.2 to 20.
        """
        pace = min(max(pace, _LEAST_PACE), _MOST_PACE)
        self.paced += 1
        if self.pace is None or self.first_pace is None:
            self.pace = self.first_pace = pace
            return
        self.pace += max(_PACE_MOVES, 1 / self.paced) * (pace - self.pace)
        if self.paced == 2:
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

    def goes_at(self, place: str, carry: float) -> float:
        """Return the effective clean goes at a place: those there, plus a fraction `carry` of those elsewhere."""
        here = self.goes.get(place)
        return round((1 - carry) * (0 if here is None else here.clean) + carry * self.clean, _DECIMALS)

    def full_places(self, places: int, carry: float, knows_at_once: bool = True) -> int:
        """Return the number of full places, at most `places`, the number of places that practise the skill.

        Clean goes at other places count with the factor `carry`. A place with no clean go of its own is not full,
        except that all `places` are once carried goes alone suffice. With `knows_at_once` False there is no such
        exception, and only places answered within 30 days before the last practice count.
        """
        own, missing = 1 - carry, GOES - carry * self.clean - _NOISE
        if missing <= 0 and knows_at_once:
            return places
        if knows_at_once or self.last_day is None:
            full = sum(count for clean, count in self._clean_counts().items() if clean > 0 and own * clean >= missing)
        else:
            since = self.last_day - LATELY
            full = sum(go.clean > 0 and own * go.clean >= missing and go.day >= since for go in self.goes.values())
        # Some of them may have been removed from the decks.
        return min(places, full)

    def _clean_counts(self) -> dict[int, int]:
        """Return the number of places by number of clean goes, counted on first use; the caller must not change it.

        The count for 0 is not kept up to date.
        """
        if self._by_clean is None:
            self._by_clean = Counter(go.clean for go in self.goes.values())
        return self._by_clean

    def _count_clean(self, before: int) -> None:
        """Move a place from `before` clean goes to one more in the counts, if these were made already.

        Places without a clean go are not taken off.
        """
        if self._by_clean is not None:
            if before:
                self._by_clean[before] -= 1
            self._by_clean[before + 1] = self._by_clean.get(before + 1, 0) + 1

    def judge(self, places: int, learner: Learner, day: int) -> None:
        """Decide anew whether the skill is automatic, after an answer on `day` (an ordinal) was taken in.

        It sets `automatic` and `fell_back`. To become automatic takes score, days, pace and full places; to stay so,
        only score and full places, both at lower thresholds. `places` is the number of places that practise the skill.
        """
        was = self.automatic
        wanted, score = (STILL_FULL, STILL_SCORE) if was else (FULL, SCORE)
        if self.score < score or not (was or (self.days >= DAYS and self.is_quick(learner.usual))):
            self.automatic = False
        else:
            self.automatic = self.full_places(places, learner.carry, learner.knows_at_once) >= wanted * places
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
    """The learner's state across all skills.

    `usual` is the average pace over `paced` answers. Transfer to a new drill is measured at drills whose lines were all
    practised elsewhere. For speed it is a least-squares slope: `gained` is the sum of squared gains elsewhere,
    `carried` that of their products with the gains present at once, all as fractions of a line's first pace. For
    knowledge it is the fraction `met_known` of the `met` lines.
    """

    usual: float | None = None
    paced: int = 0
    gained: float = 0.0
    carried: float = 0.0
    met: int = 0
    met_known: int = 0

    @property
    def carry(self) -> float:
        """Return the transfer of speed between drills, from 0 to 1; a half before anything is measured."""
        return min(max((_CARRY * _CARRY_WEIGHT + self.carried) / (_CARRY_WEIGHT + self.gained), 0.0), 1.0)

    @property
    def knows_at_once(self) -> bool:
        """Return whether lines known elsewhere count as known at a new drill.

        That is so if at least 80 % of the lines met were known, with 90 % of 6 more assumed.
        """
        return (_MET_KNOWN * _MET_WEIGHT + self.met_known) / (_MET_WEIGHT + self.met) >= AT_ONCE

    def take_pace(self, pace: float) -> None:
        """Update the usual pace with that of an answer, a multiple of the default time limited to 0.2 to 20."""
        pace = min(max(pace, _LEAST_PACE), _MOST_PACE)
        self.paced += 1
        moves = max(_USUAL_MOVES, 1 / self.paced)
        self.usual = pace if self.usual is None else self.usual + moves * (pace - self.usual)

    def take_gain(self, gained: float, here: float) -> None:
        """Update the transfer of speed with the first answer at a drill whose lines were practised elsewhere.

        `gained` is the time saved since their first pace at other drills, `here` the time saved in this answer, both as
        fractions of the time at the first pace; `here` is limited to -1 to 1.
        """
        here = min(max(here, -1.0), 1.0)
        self.gained += gained * gained
        self.carried += gained * here

    def take_meeting(self, known: int, missed: int) -> None:
        """Update the transfer of knowledge with the numbers of lines known and missed at a first meeting."""
        self.met += known + missed
        self.met_known += known
