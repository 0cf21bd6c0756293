"""A simulated learner and a year of theirs.

What is drawn for a learner (U is uniform, LN log-normal by median and sigma):

- memory: recall is `durable · (1 + t / scale)^-decay + (1 - durable) · e^(-t / quick)`, t days after the drill was last
  met: a part that falls by a power (Wickelgren 1974) and one that is gone in days. `decay` U(0.3, 0.7), `quick`
  U(0.7, 2.5) days, the first `scale` LN(6 days, 0.4) by learner times LN(1, 0.4) by drill. No parameter is FSRS's, and
  neither is the shape: its single power curve fits this one badly at short times.
- strengthening, by retrieval: `durable` gains U(0.25, 0.45) of what it lacks, and `scale` grows by U(1.5, 3) times the
  part of the durable trace that had been lost by then, so that repeating at once does next to nothing (the spacing
  effect: Cepeda et al. 2006). A miss, after which the worked answer is read, strengthens half as much.
- strengthening, by reading again: the same, times a factor. Roediger and Karpicke (2006, experiment 1) found 56 % kept
  after a week where a passage was recalled once, 42 % where it was read again; the factor of a half is an assumption
  of that direction and roughly that size, not their figure, and theirs was prose, not arithmetic. With a factor of 1
  reading strengthens as much as retrieval; both are to be reported.
- a drill never met before is worked out with chance `skill` U(0.4, 0.8), from the page that was read.
- slips: an answer that was known is still wrong with chance U(0.02, 0.08).
- times: LN about `pencil · speed · (0.8 + 0.8 · n^-practice)`, n the times the drill was met: the power law of practice
  (Newell and Rosenbloom 1981), `speed` LN(1, 0.25), `practice` U(0.3, 0.8); half as long again at recall 0.5 as
  when it is known. Sigma is U(0.15, 0.3), and 0.2 more at first, which wears off like the time. Typing is U(0.15, 0.5)
  seconds a character.
- days: one in eight is left out; practice begins at 19:00 give or take two hours, now and then after midnight, in Berlin,
  and from 18 October to 8 November in New York.

The drills are drawn alike for every learner: three in four are worked, with LN(16 s, 0.8) of strokes within 4 to 140
and 2 to 20 characters, as those of the decks; the others are choices, without a target.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from math import exp, log
from zoneinfo import ZoneInfo

from katatx.practice.queue import Queue
from katatx.progress.log import Log
from katatx.progress.records import Answered, Attempt
from katatx.progress.standing import Standing
from scoring.target import target_seconds

BEGINS = date(2026, 1, 1)
DAYS = 365
MINUTES = 10.0
HOME, AWAY = ZoneInfo("Europe/Berlin"), ZoneInfo("America/New_York")
AWAY_FROM, AWAY_TO = date(2026, 10, 18), date(2026, 11, 8)
DECK = "year"
# How much less reading a worked drill again strengthens than recalling it, and how long it takes of the work.
READING = 0.5
READING_TIME = 1.0


@dataclass(frozen=True)
class Drill:
    name: str
    pencil: float | None
    characters: int
    ease: float

    @property
    def work(self) -> float:
        """Seconds of work for a practised person; a choice is read and thought about."""
        return 8.0 if self.pencil is None else self.pencil


def drills(count: int) -> list[Drill]:
    source = random.Random(f"drills {count}")
    return [
        Drill(
            f"drill-{number:03}",
            None if number % 4 == 3 else round(min(140.0, max(4.0, source.lognormvariate(log(16), 0.8))), 1),
            source.randint(2, 20),
            source.lognormvariate(0, 0.4),
        )
        for number in range(count)
    ]


@dataclass
class Trace:
    """What is left of a drill in a learner's memory; times are days since the year began."""

    scale: float
    durable: float = 0.0
    last: float | None = None
    met: int = 0


@dataclass
class Learner:
    """One learner with what was drawn for them, and their memory of every drill."""

    seed: int
    drills: list[Drill]
    source: random.Random = field(init=False)
    traces: dict[str, Trace] = field(init=False)

    def __post_init__(self) -> None:
        drawn = self.source = random.Random(f"learner {self.seed}")
        self.decay = drawn.uniform(0.3, 0.7)
        self.quick = drawn.uniform(0.7, 2.5)
        self.gain = drawn.uniform(0.25, 0.45)
        self.growth = drawn.uniform(1.5, 3)
        self.skill = drawn.uniform(0.4, 0.8)
        self.slip = drawn.uniform(0.02, 0.08)
        self.speed = drawn.lognormvariate(0, 0.25)
        self.practice = drawn.uniform(0.3, 0.8)
        self.sigma = drawn.uniform(0.15, 0.3)
        self.typing = drawn.uniform(0.15, 0.5)
        scale = drawn.lognormvariate(log(6), 0.4)
        self.traces = {drill.name: Trace(scale * drill.ease) for drill in self.drills}

    def recall(self, drill: Drill, now: float) -> float:
        """The chance that a drill is known; 0 for one never met."""
        trace = self.traces[drill.name]
        if trace.last is None:
            return 0.0
        passed = now - trace.last
        return trace.durable * self._left(trace, passed) + (1 - trace.durable) * exp(-passed / self.quick)

    def knows(self, now: float) -> float:
        """The mean chance over all drills."""
        return sum(self.recall(drill, now) for drill in self.drills) / len(self.drills)

    def strengthen(self, drill: Drill, now: float, by: float) -> None:
        trace = self.traces[drill.name]
        lost = 0.0 if trace.last is None else 1 - self._left(trace, now - trace.last)
        trace.durable += by * self.gain * (1 - trace.durable)
        trace.scale *= 1 + by * self.growth * lost
        trace.last = now
        trace.met += 1

    def answer(self, drill: Drill, now: float, more_slips: float = 0.0, slower: float = 1.0) -> tuple[bool, float]:
        """Whether an answer is right, and in how many seconds without typing; it is learned from."""
        met = self.traces[drill.name].met + 1
        known = self.recall(drill, now) if met > 1 else self.skill
        right = self.source.random() < known * (1 - self.slip) * (1 - more_slips)
        seconds = self.usual(drill, known) * slower
        seconds *= self.source.lognormvariate(0, self.sigma + 0.2 * met**-self.practice)
        self.strengthen(drill, now, 1.0 if right else 0.5)
        return right, seconds

    def usual(self, drill: Drill, known: float) -> float:
        """The seconds that a drill takes half of the times, without typing."""
        met = self.traces[drill.name].met + 1
        return drill.work * self.speed * (0.8 + 0.8 * met**-self.practice) * (2 - known)

    def _left(self, trace: Trace, passed: float) -> float:
        return (1 + passed / trace.scale) ** -self.decay


@dataclass(frozen=True)
class Calendar:
    """When a learner practises. `ill` are days of the year without practice, `muddled` days on which half of the
    answers slip, `slow` days on which all takes twice as long.
    """

    ill: range = range(0)
    muddled: range = range(0)
    slow: range = range(0)

    def moments(self, seed: int) -> Iterable[tuple[int, datetime]]:
        """Every day of practice, as its number, and when practice begins on it."""
        source = random.Random(f"calendar {seed}")
        for number in range(DAYS):
            left_out, late, minutes = source.random() < 1 / 8, source.random() < 0.03, source.uniform(-120, 120)
            if left_out or number in self.ill:
                continue
            day = BEGINS + timedelta(days=number)
            zone = AWAY if AWAY_FROM <= day < AWAY_TO else HOME
            begins = datetime(day.year, day.month, day.day, 19, tzinfo=zone) + timedelta(minutes=minutes)
            yield number, begins + timedelta(hours=6) * late


@dataclass(frozen=True)
class Rated:
    """One answer as the log saw it, and the standing before and after it."""

    answer: Answered
    attempt: Attempt
    before: Standing
    after: Standing
    number: int


@dataclass
class Year:
    """What became of a year: answers, the minutes of every day, how many drills were due on it."""

    answers: list[Rated] = field(default_factory=list)
    minutes: dict[int, float] = field(default_factory=dict)
    due: dict[int, int] = field(default_factory=dict)


def review_daily(
    learner: Learner, log: Log, calendar: Calendar | None = None, minutes: float = MINUTES, look: bool = True
) -> Year:
    """A year of review: each day what is due, weakest first, then new drills; what is missed comes back after three
    others. `look` reads the standing after every answer.
    """
    calendar = calendar or Calendar()
    year, by_name = Year(), {drill.name: drill for drill in learner.drills}
    standings: dict[str, Standing] = {}
    unmet = [drill.name for drill in learner.drills]
    for number, begins in calendar.moments(learner.seed):
        day = log.settings.day_of(begins)
        pace = log.pace()
        due = [name for _, name in log.standings.due(day)]
        queue = Queue([*due, *unmet[: log.settings.new_per_day]])
        spent = 0.0
        while queue.now is not None and spent < 60 * minutes:
            drill = by_name[queue.now.drill]
            now = (begins.astimezone(UTC) + timedelta(seconds=spent)).astimezone(begins.tzinfo)
            slips, slower = 0.5 * (number in calendar.muddled), 1 + (number in calendar.slow)
            right, seconds = learner.answer(drill, _days(now), slips, slower)
            typing = drill.characters * learner.typing
            target = None if drill.pencil is None else target_seconds(drill.pencil, drill.characters, pace)
            spent += seconds + typing + 5
            answered = Answered(
                run=f"day-{number}",
                deck=DECK,
                drill=drill.name,
                seed=None,
                given={},
                typed="3" * drill.characters,
                verdict="right" if right else "wrong",
                wrong_turns=(),
                slots=(),
                help=0,
                answered=now + timedelta(seconds=seconds + typing),
                seconds=seconds + typing,
                first_key_seconds=seconds,
                pencil_seconds=drill.pencil,
                target_seconds=target,
            )
            before = standings.get(drill.name, Standing())
            attempt, made = log.record(answered)
            standings[drill.name] = made if look and made is not None else before
            year.answers.append(Rated(answered, attempt, before, standings[drill.name], number))
            queue.answered(right)
            if drill.name in unmet:
                unmet.remove(drill.name)
        year.minutes[number] = spent / 60
        year.due[number] = len(due)
    return year


def read_again(
    learner: Learner, minutes: dict[int, float], factor: float = READING, time: float = READING_TIME
) -> None:
    """A year of reading the drills again, in order, round and round, for the given minutes of every day."""
    place = 0
    for number, available in minutes.items():
        left, now = 60 * available, number + 19 / 24
        while left > 0:
            drill = learner.drills[place % len(learner.drills)]
            known = learner.recall(drill, now) if learner.traces[drill.name].met else learner.skill
            left -= time * (5 + learner.usual(drill, known) + drill.characters * learner.typing)
            learner.strengthen(drill, now, factor)
            place += 1


def ends() -> float:
    """The end of the year, in days since it began."""
    return float(DAYS)


def _days(now: datetime) -> float:
    return (now - datetime(BEGINS.year, BEGINS.month, BEGINS.day, tzinfo=HOME)) / timedelta(days=1)
