"""Days until skills are automatic, by what is asked: simulated learners practise the real decks.

    python bench/skills.py [--learners 5] [--minutes 10] [--kinds quick,ordinary,shaky] [--transfers 0,0.3,0.6,1]

The planner, the queue of a sitting, what an answer says and the standing are the product's own. The learner is not: what
they know of each line, how fast they are and how they err is drawn apart from every rule of katatx (see `Hand`).

An arm is a way of choosing what is asked: `skills` (katatx review), `random` drills, `order` (through the pages, again
and again), `single` (FSRS for each drill by itself, new ones in page order), `kata` (the decks' katas in turn).
A skill is truly automatic when at four in five of its places it is known 85 times in a hundred and seven tenths of the speed
that can be gained is gained. Printed: the day on which four in five of all skills first are, and of the deck attention;
minutes until then; of what is called automatic how much is not (false) and of what is how much is not called so (unclaimed),
mean of all days; how many skills are due and not asked; and how often answers are right 90 days after stopping.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from math import exp, inf, log
from pathlib import Path
from statistics import mean, median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from katatx.decks.loading import load_library
from katatx.decks.works import works_of
from katatx.progress.standing import AnswerFacts, evidence_of
from katatx.sessions.queue import Queue
from scoring.planning import BETWEEN, Drill, Known, plan
from scoring.schedule import Memory, Rating, Schedule
from scoring.skills import Learner, Skill
from scoring.standing import take_in
from scoring.target import reading_seconds
from scoring.verdict import SLIP
from scoring.work import Work, places_of

DAYS = 365
# One day in eight is left out.
LEFT_OUT = 1 / 8
KNOWN, GAINED, PLACES = 0.85, 0.7, 0.8
# A claim is false where it is known less often than this, or so much of the speed is not gained.
LEAST_KNOWN, LEAST_GAINED = 0.8, 0.6
AFTER = 90
ARMS = ("skills", "random", "order", "single", "kata")


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
class Standing:
    """The learner's standing as katatx derives it from the answers."""

    places: dict[str, int]
    schedule: Schedule = field(default_factory=Schedule)
    learner: Learner = field(default_factory=Learner)
    skills: dict[str, Skill] = field(default_factory=dict)
    own: dict[str, Skill] = field(default_factory=dict)
    # The last day of each drill, and whether its first answer was right.
    firsts: dict[str, tuple[int, bool]] = field(default_factory=dict)

    def take(self, place: str, work: Work, day: int, verdict: str, turns: tuple[str, ...], seconds: float) -> None:
        said = AnswerFacts(
            verdict,
            turns,
            0,
            helped=False,
            seconds=seconds,
            first_key=None,
            untouched=False,
            characters=work.characters,
        )
        one = evidence_of(said, place, day, work)
        if place not in self.firsts or self.firsts[place][0] < day:
            self.firsts[place] = day, one.right
        for name in (*one.finding.known, *one.finding.missed):
            self.skills.setdefault(name, Skill())
        take_in(one, self.learner, self.skills, self.own.setdefault(place, Skill()), self.places, self.schedule)

    def known(self, day: int) -> Known:
        return Known(self.learner, self.skills, self.own, self.places, self.schedule, day)


@dataclass
class World:
    """The decks as they are: drills in page order, katas, and where each line is practised."""

    drills: list[Drill]
    katas: list[list[tuple[str, Work]]]
    places: dict[str, set[str]]
    of_deck: dict[str, set[str]]


def world() -> World:
    library = load_library(Path("/nonexistent"))
    drills, katas, of_deck = [], [], {}
    for name in sorted(library.decks, key=lambda each: each != "attention"):
        deck = library.decks[name]
        works = works_of(deck)
        drills += [Drill(f"{name}/{each.id}", f"{name} {each.section}", works[each.id, ""]) for each in deck.drills]
        katas.append([(f"{name}/{drill}", work) for (drill, line), work in works.items() if line])
        of_deck[name] = {line for work in works.values() for line, _ in work.lines}
    places = places_of([(drill.place, drill.work) for drill in drills] + [each for kata in katas for each in kata])
    return World(drills, katas, places, of_deck)


Day = Iterator[tuple[str, Work]]


def by_skills(here: World, standing: Standing, day: int, minutes: float, _: random.Random) -> list[str]:
    today = sum(skill.first_day == day for skill in standing.skills.values())
    return plan(here.drills, standing.known(day), minutes, today)


def by_chance(here: World, *rest: object) -> list[str]:
    source = rest[-1]
    assert isinstance(source, random.Random)
    return [drill.place for drill in source.sample(here.drills, len(here.drills))]


class InOrder:
    """Round and round."""

    def __init__(self) -> None:
        self.at = 0

    def __call__(self, here: World, *_: object) -> list[str]:
        names = [drill.place for drill in here.drills]
        return names[self.at :] + names[: self.at]


class Single:
    """FSRS for each drill by itself, the weakest first, then new ones."""

    def __init__(self) -> None:
        self.memories: dict[str, Memory] = {}
        self.schedule = Schedule()

    def __call__(self, here: World, standing: Standing, day: int, *_: object) -> list[str]:
        for place, (last, right) in standing.firsts.items():
            memory = self.memories.get(place)
            if memory is None or last > memory.last:
                self.memories[place] = self.schedule.review(memory, Rating.GOOD if right else Rating.AGAIN, last)
        recalls = {place: self.schedule.recall(memory, day) for place, memory in self.memories.items()}
        due = sorted((place for place, recall in recalls.items() if recall < 0.9), key=recalls.__getitem__)
        return [*due, *(drill.place for drill in here.drills if drill.place not in self.memories)]


@dataclass
class Life:
    """The results of one simulated learner: days until each goal, minutes, claims, and the memory left."""

    days: float = inf
    attention: float = inf
    minutes: float = 0.0
    false: list[float] = field(default_factory=list)
    unclaimed: list[float] = field(default_factory=list)
    overdue: list[int] = field(default_factory=list)
    later: float = 0.0
    claims: list[tuple[int, int, int]] = field(default_factory=list)


def live(arm: str, kind: str, transfer: float, minutes: float, seed: int, days: int = DAYS) -> Life:
    here, life = world(), Life()
    hand = Hand(f"{kind} {seed}", KINDS[kind], transfer)
    standing = Standing({name: len(places) for name, places in here.places.items()})
    by_place = {drill.place: drill for drill in here.drills}
    source = random.Random(f"days {seed}")
    ways: dict[str, Callable[..., list[str]]] = {
        "skills": by_skills, "random": by_chance, "order": InOrder(), "single": Single(), "kata": by_chance,
    }  # fmt: skip
    choose = ways[arm]
    for day in range(1, days + 1):
        if source.random() < LEFT_OUT:
            continue
        spent, now = 0.0, day + 0.5
        if arm == "kata":
            kata = here.katas[day % len(here.katas)]
            for place, work in kata:
                spent += one_answer(hand, standing, place, work, day, now)
                if spent >= 60 * minutes:
                    break
        else:
            order = choose(here, standing, day, minutes, source)
            queue, asked = Queue(order), 0
            while spent < 60 * minutes:
                if queue.now is None and arm == "skills":
                    more = choose(here, standing, day, minutes - spent / 60, source)
                    if not more:
                        break
                    queue = Queue(more)
                if queue.now is None:
                    break
                place = queue.now.drill
                before = standing.own.get(place)
                met = before is not None and not before.would_count(place, day)
                took, right = answered(hand, standing, place, by_place[place].work, day, now)
                spent += took
                queue.answered(right)
                asked += not met
            if isinstance(choose, InOrder):
                choose.at = (choose.at + asked) % len(here.drills)
        life.minutes += spent / 60 if life.days == inf else 0.0
        judge(life, here, hand, standing, day, now)
        if life.days < inf and day >= life.days + 30:
            break
    last = day + 0.5 + AFTER
    names = [(name, place) for name, places in here.places.items() for place in places]
    life.later = mean(hand.recall(name, place, last) * (1 - hand.kind.slip) for name, place in names)
    return life


def one_answer(hand: Hand, standing: Standing, place: str, work: Work, day: int, now: float) -> float:
    return answered(hand, standing, place, work, day, now)[0]


def answered(hand: Hand, standing: Standing, place: str, work: Work, day: int, now: float) -> tuple[float, bool]:
    verdict, turns, seconds = hand.answer(work, place, now)
    standing.take(place, work, day, verdict, turns, seconds)
    return seconds + BETWEEN, verdict == "right"


def judge(life: Life, here: World, hand: Hand, standing: Standing, day: int, now: float) -> None:
    truly = {name for name, places in here.places.items() if hand.truly(name, places, now)}
    called = {name for name, skill in standing.skills.items() if skill.is_automatic(standing.schedule, day)}
    nearly = {name for name in called - truly if hand.truly(name, here.places[name], now, LEAST_KNOWN, LEAST_GAINED)}
    life.claims.append((len(called - truly - nearly), len(called), len(truly - called)))
    life.overdue.append(len(standing.known(day).due_lines()))
    if called:
        life.false.append(len(called - truly) / len(called))
    if truly:
        life.unclaimed.append(len(truly - called) / len(truly))
    if life.days == inf and len(truly) >= PLACES * len(here.places):
        life.days = day
    if life.attention == inf and len(truly & here.of_deck["attention"]) >= PLACES * len(here.of_deck["attention"]):
        life.attention = day


def told(days: list[float]) -> str:
    middle = median(days)
    return "never" if middle == inf else f"{middle:.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--learners", type=int, default=5)
    parser.add_argument("--minutes", default="10")
    parser.add_argument("--kinds", default="quick,ordinary,shaky")
    parser.add_argument("--transfers", default="0.6")
    parser.add_argument("--arms", default=",".join(ARMS))
    parser.add_argument("--days", type=int, default=DAYS)
    asked = parser.parse_args()
    print(
        f"{'arm':8}{'min':>5}{'transfer':>9}{'kind':>10}{'days':>7}{'attention':>11}{'minutes':>9}{'false %':>9}"
        f"{'unclaimed %':>13}{'overdue':>9}{'right after 90 days':>21}"
    )
    lives = [
        (arm, kind, float(transfer), float(minutes))
        for minutes in asked.minutes.split(",")
        for transfer in asked.transfers.split(",")
        for kind in asked.kinds.split(",")
        for arm in asked.arms.split(",")
    ]
    with ProcessPoolExecutor() as pool:
        waiting = [
            (life, [pool.submit(live, *life, seed, asked.days) for seed in range(asked.learners)]) for life in lives
        ]
        for (arm, kind, transfer, minutes), futures in waiting:
            found = [each.result() for each in futures]
            false = sum(each[0] for life in found for each in life.claims) / max(
                1, sum(each[1] for life in found for each in life.claims)
            )
            unclaimed = sum(each[2] for life in found for each in life.claims) / max(
                1, sum(each[2] + each[1] - each[0] for life in found for each in life.claims)
            )
            print(
                f"{arm:8}{minutes:5g}{transfer:9g}{kind:>10}{told([each.days for each in found]):>7}"
                f"{told([each.attention for each in found]):>11}{median(each.minutes for each in found):9.0f}"
                f"{100 * false:9.1f}{100 * unclaimed:13.1f}{mean(mean(each.overdue) for each in found):9.1f}"
                f"{100 * mean(each.later for each in found):20.0f}%",
                flush=True,
            )


if __name__ == "__main__":
    main()
