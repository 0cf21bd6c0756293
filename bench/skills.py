"""Days until steps are automatic: simulated learners practise the real decks.

    python bench/skills.py [--learners 3] [--minutes 10] [--days 300] [--transfers 0,0.3,0.6,1]

Today's list, what an answer shows and the standing are the product's own. The learner is not: what they know of each
step, how fast they are and how they err is drawn apart from every rule of katatx (see `Hand`).

A step is truly automatic when at four in five of its drills it is known 85 times in a hundred and seven tenths of the
speed that can be gained is gained. Printed: the day on which four in five of all steps first are; how many of them are on
the last day; of what is called automatic how much is not (false), and of what is how much is not called so (unclaimed),
over all days; steps lost though not missed that day; days on which the list grew; minutes a day.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from math import exp, inf, log
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.harness import options
from katatx.decks.loading import load_library
from katatx.decks.works import works_of
from scoring.schedule import Schedule
from scoring.steps import Learner, Step, evidence_of, places_of, take
from scoring.target import reading_seconds, work_seconds
from scoring.today import BETWEEN, Drill, todays_list
from scoring.verdict import SLIP
from scoring.work import Work

# One day in eight is left out.
LEFT_OUT = 1 / 8
KNOWN, GAINED, PLACES = 0.85, 0.7, 0.8
# A claim is false where it is known less often than this, or so much of the speed is not gained.
LEAST_KNOWN, LEAST_GAINED = 0.8, 0.6
# A drill missed comes back after this many others, twice as many each time.
GAP = 3


@dataclass(frozen=True)
class Kind:
    """A kind of simulated learner.

    `slip` is the chance of a slip in a line. The others are ranges from which each learner's own is drawn: `gain`, how
    much one practice strengthens memory, `practice`, how the speed grows, `first`, the chance to know a line only read.
    """

    slip: float
    gain: tuple[float, float]
    practice: tuple[float, float]
    first: tuple[float, float]


KINDS = {
    "quick": Kind(0.004, (0.35, 0.55), (0.55, 0.75), (0.75, 0.9)),
    "ordinary": Kind(0.008, (0.25, 0.45), (0.5, 0.7), (0.65, 0.85)),
    "shaky": Kind(0.02, (0.2, 0.35), (0.45, 0.65), (0.5, 0.75)),
}


@dataclass
class Trace:
    """A memory that falls by a power of time (Wickelgren 1974), and one that is gone in days."""

    scale: float
    durable: float = 0.0
    last: float = -inf
    met: int = 0


@dataclass
class Hand:
    """A learner: a trace of every line, and one of it at every drill, with transfer between them.

    A line is remembered at a drill by both, the common one as far as skill transfers; what is not remembered may be worked out
    from the page that was read, with the chance `first`. Time is a power of practice (Newell and
    Rosenbloom 1981), here and as far as it transfers elsewhere; each line takes the learner other seconds than the
    strokes say (a bias of 0.4, log-normal), and answers vary by a fifth. What is not known is a known wrong turn three
    times in five. Nothing here reads what katatx believes.
    """

    seed: str
    kind: Kind
    transfer: float
    source: random.Random = field(init=False)
    common: dict[str, Trace] = field(init=False, default_factory=dict)
    here: dict[tuple[str, str], Trace] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        drawn = self.source = random.Random(self.seed)
        self.decay, self.quick = drawn.uniform(0.3, 0.6), drawn.uniform(0.8, 2.5)
        self.gain, self.growth = drawn.uniform(*self.kind.gain), drawn.uniform(1.6, 3.0)
        self.practice, self.first = drawn.uniform(*self.kind.practice), drawn.uniform(*self.kind.first)
        self.speed, self.typing = drawn.lognormvariate(0, 0.25), drawn.uniform(0.2, 0.5)
        self.scale = drawn.lognormvariate(log(7), 0.3)
        self.slowness: dict[str, float] = {}

    def trace(self, name: str, place: str) -> tuple[Trace, Trace]:
        common = self.common.setdefault(name, Trace(self.scale))
        return common, self.here.setdefault((name, place), Trace(self.scale))

    def recall(self, name: str, place: str, now: float) -> float:
        """The chance that a line is known at a drill."""
        common, here = self.trace(name, place)
        if not common.met:
            return self.first
        own = self._left(here, now) if here.met else 0.0
        remembered = self.transfer * self._left(common, now) + (1 - self.transfer) * own
        return remembered + (1 - remembered) * self.first

    def gained(self, name: str, place: str) -> float:
        """The part of the speed that can be gained which is gained."""
        common, here = self.trace(name, place)
        goes = (1 - self.transfer) * here.met + self.transfer * common.met
        return 1 - float((1 + goes) ** -self.practice)

    def seconds(self, name: str, place: str, strokes: float) -> float:
        slow = self.slowness.setdefault(name, random.Random(f"{self.seed} {name}").lognormvariate(0, 0.4))
        return strokes * self.speed * slow * (0.8 + 1.6 * (1 - self.gained(name, place)))

    def practise(self, name: str, place: str, now: float, by: float) -> None:
        for trace in self.trace(name, place):
            lost = 1.0 if not trace.met else 1 - (1 + (now - trace.last) / trace.scale) ** -self.decay
            trace.durable += by * self.gain * (1 - trace.durable)
            trace.scale *= 1 + by * self.growth * lost if trace.met else 1.0
            trace.last = now
            trace.met += 1

    def truly(self, name: str, places: set[str], now: float, known: float = KNOWN, gained: float = GAINED) -> bool:
        """Return whether a line is truly automatic."""
        common = self.common.get(name)
        if common is None or not common.met:
            return False
        good = sum(
            self.gained(name, place) >= gained and self.recall(name, place, now) * (1 - self.kind.slip) >= known
            for place in places
        )
        return good >= PLACES * len(places)

    def answer(self, work: Work, place: str, now: float) -> tuple[str, tuple[str, ...], float]:
        """A verdict, the wrong turns named, and the seconds from prompt to Enter; it is learned from."""
        verdict, work_seconds = "right", 0.0
        turns: tuple[str, ...] = ()
        for name, strokes in work.lines or ((f"own {place}", 6.0),):
            recall = self.recall(name, place, now)
            work_seconds += self.seconds(name, place, strokes) * (1.5 - 0.5 * recall)
            if verdict == "right" and self.source.random() >= recall:
                mine = [turn for turn, line in work.turns.items() if line == name]
                verdict = "wrong"
                if mine and self.source.random() < 0.6:
                    turns = (self.source.choice(mine),)
            elif verdict == "right" and self.source.random() < self.kind.slip:
                verdict, turns = "wrong", (SLIP,) if self.source.random() < 0.5 else ()
            self.practise(name, place, now, 1.0 if verdict == "right" else 0.5)
        seconds = reading_seconds(work.words) + work_seconds + self.typing * work.characters
        return verdict, turns, seconds * self.source.lognormvariate(0, 0.2)

    def _left(self, trace: Trace, now: float) -> float:
        passed = now - trace.last
        power = float((1 + passed / trace.scale) ** -self.decay)
        return trace.durable * power + (1 - trace.durable) * exp(-passed / self.quick)


@dataclass
class World:
    """The decks as they are: drills in page order, attention first, and the drills of each recipe line.

    Drills without lines are asked, but not judged: a choice is no work of the hand.
    """

    drills: dict[str, Drill]
    places: dict[str, set[str]]


@cache
def world() -> World:
    library = load_library(Path("/nonexistent"))
    drills, works = {}, []
    for name in sorted(library.decks, key=lambda each: each != "attention"):
        of_deck = works_of(library.decks[name])
        works += [(f"{name}/{drill}", work) for (drill, _), work in of_deck.items()]
        for drill in library.decks[name].drills:
            drills[f"{name}/{drill.id}"] = Drill(f"{name}/{drill.id}", of_deck[drill.id, ""])
    return World(drills, places_of((place, work) for place, work in works if work.lines))


@dataclass
class Standing:
    """The standings that katatx derives from the answers."""

    places: dict[str, set[str]]
    schedule: Schedule = field(default_factory=Schedule)
    learner: Learner = field(default_factory=Learner)
    steps: dict[str, Step] = field(default_factory=dict)

    def automatic(self) -> set[str]:
        return {name for name in self.places if name in self.steps and self.steps[name].automatic}

    def list(self, drills: Iterable[Drill], day: int, minutes: float) -> list[str]:
        return todays_list(list(drills), self.learner, self.steps, self.schedule, day, minutes)

    def answered(self, hand: Hand, drill: Drill, day: int) -> tuple[bool, float]:
        """Let the hand answer; return whether it was right, and the seconds to the next question."""
        place, work = drill
        verdict, turns, seconds = hand.answer(work, place, day + 0.5)
        right, worked = verdict == "right", work_seconds(seconds, None, work.characters, work.words)
        evidence = evidence_of(day, place, work, right, turns, seconds=worked)
        take(evidence, self.learner, self.steps, self.places, self.schedule)
        return right, seconds + BETWEEN


@dataclass
class Life:
    """The results of one simulated learner: the days until four in five steps are automatic, how many are on the last
    day, and sums over the days practised.
    """

    days: float = inf
    truly: int = 0
    sums: Counter[str] = field(default_factory=Counter)

    def judge(self, here: World, hand: Hand, called: set[str], day: int) -> None:
        now = day + 0.5
        truly = {name for name, places in here.places.items() if hand.truly(name, places, now)}
        doubted = called - truly
        false = sum(not hand.truly(name, here.places[name], now, LEAST_KNOWN, LEAST_GAINED) for name in doubted)
        self.truly = len(truly)
        self.sums.update(true=len(truly), called=len(called), false=false, unclaimed=len(truly - called))
        if self.days == inf and len(truly) >= PLACES * len(here.places):
            self.days = day


def live(kind: str, transfer: float, minutes: float, seed: int, days: int) -> Life:
    here, life = world(), Life()
    hand = Hand(f"{kind} {seed}", KINDS[kind], transfer)
    standing = Standing(here.places)
    source = random.Random(f"days {seed}")
    for day in range(1, days + 1):
        if source.random() < LEFT_OUT:
            continue
        before = standing.automatic()
        one_day(life, here, hand, standing, day, minutes)
        after = standing.automatic()
        missed = {name for name, step in standing.steps.items() if step.missed and step.missed.day == day}
        life.sums["lost"] += len(before - after - missed)
        life.judge(here, hand, after, day)
        if day >= life.days + 30:
            break
    return life


def one_day(life: Life, here: World, hand: Hand, standing: Standing, day: int, minutes: float) -> None:
    """Work through the day's list until it is done, or the minutes are over; what is missed comes back."""
    order = standing.list(here.drills.values(), day, minutes)
    queue, answered, left = [(place, 0) for place in order], set[str](), [len(order)]
    spent = 0.0
    while queue and spent < 60 * minutes:
        place, shown = queue.pop(0)
        right, took = standing.answered(hand, here.drills[place], day)
        spent += took
        answered.add(place)
        left.append(sum(place not in answered for place in order))
        if not right:
            queue.insert(min(GAP * 2**shown, len(queue)), (place, shown + 1))
    life.sums.update(practised=1, seconds=round(spent), grew=any(later > earlier for earlier, later in pairwise(left)))


def told(days: float) -> str:
    return "never" if days == inf else f"{days:.0f}"


def row(name: str, lives: list[Life]) -> str:
    sums = sum((life.sums for life in lives), Counter[str]())

    def share(part: str, whole: str) -> float:
        return 100 * sums[part] / max(1, sums[whole])

    days = " ".join(told(life.days) for life in lives if len(lives) < 9)
    middle, truly = median(life.days for life in lives), median(life.truly for life in lives)
    return (
        f"{name:24}{days:>18}{told(middle):>8}{truly:7.0f}{share('false', 'called'):8.1f}{share('unclaimed', 'true'):11.1f}"
        f"{sums['lost']:6}{share('grew', 'practised'):8.1f}{share('seconds', 'practised') / 6000:9.1f}"
    )


def main() -> None:
    asked = options(__doc__, learners=3, minutes=10.0, kinds="quick,ordinary,shaky", transfers="0,0.3,0.6,1", days=300)
    print(f"{'transfer, kind':24}{'days':>18}  median   true false % unclaimed % lost  grew %  min/day")
    pooled: list[Life] = []
    for transfer in map(float, asked.transfers.split(",")):
        for kind in asked.kinds.split(","):
            lives = [live(kind, transfer, asked.minutes, seed, asked.days) for seed in range(asked.learners)]
            pooled += lives if transfer else []
            print(row(f"{transfer:g}, {kind}", lives), flush=True)
    if pooled:
        print(row("all with transfer", pooled))


if __name__ == "__main__":
    main()
