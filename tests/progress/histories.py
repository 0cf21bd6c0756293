"""Random practice, the same for the same seed, at two small decks made by hand."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from math import inf
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

from katatx.decks.loading import load_deck
from katatx.decks.works import works_of
from katatx.progress.events import STEPS, Answered, Hint, Run, new_name
from katatx.progress.log import Log
from katatx.progress.transfer import import_lines, json_lines
from katatx.settings import Settings
from scoring.steps import Works
from scoring.work import Work

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
# A wrong turn at a line of the drill, one at a line that the drill does not have, and two drills that share a line.
DOT = Work((("dot/products", 6.0), ("dot/sum", 3.0)), {"dot/summed": "dot/products", "dot/lost": "row/longer"},
           (("dot/products",), ("dot/sum", "row/whole")), 8, 2)  # fmt: skip
SHARES = Work((("exp/raise", 9.0), ("dot/sum", 4.0), ("softmax/divide", 12.0)), {"softmax/raw": "softmax/divide"},
              (("exp/raise",), ("dot/sum", "softmax/divide")), 12, 9)  # fmt: skip
SUM = Work((("dot/sum", 3.0),), {"dot/lost": "dot/sum"}, (("dot/sum",),), 3, 1)
# With a kata's line and a choice, which is worked by no lines; practised is also a drill that there is no more.
WORKS = Works({
    ("one", "match", ""): DOT, ("one", "shares", ""): SHARES, ("one", "shares", "portions"): SUM,
    ("two", "match", ""): SUM, ("two", "pick", ""): Work(words=20, characters=1),
})  # fmt: skip
PLACES = [("one", "match"), ("one", "shares"), ("two", "match"), ("two", "pick"), ("two", "gone")]
VERDICTS = ["right"] * 6 + ["follows", "wrong", "wrong", "wrong", "again"]
OLDER = [*VERDICTS, "carried", "coarse", "unread", "slip", "wrong-turn"]
TURNS = [("dot/summed",), ("dot/lost",), ("softmax/raw", "slip"), ("slip",), ("of this drill",), (), ()]
# Clocks go forward in two of them in the weeks after NOW, and back in one.
ZONES = [UTC, *(timezone(timedelta(hours=hours)) for hours in (-11, 2, 14)),
         *map(ZoneInfo, ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe"))]  # fmt: skip


def answer(drill: str = "match", verdict: str = "right", moment: datetime = NOW, **rest) -> Answered:
    asked = {"run": "r1", "deck": "attention", "seed": None, "given": {"a": [1.0, -0.1, float("-inf")]}}
    said = {"typed": "3 \u200bé", "wrong_turns": (), "slots": (True, False), "help": 0, "seconds": 1.5}
    return Answered(**{**asked, **said, "drill": drill, "verdict": verdict, "answered": moment, **rest})


@cache
def _attention() -> Works:
    works = works_of(load_deck("attention", Path("nowhere")))
    return Works({("attention", *name): work for name, work in works.items()})


def know(log: Log, works: Works | None = None) -> Log:
    """Tell a log what drills are worked by: those of the attention deck, unless others are given."""
    log.know(lambda: works or _attention())
    return log


def some_answer(random: Random, moment: datetime, verdicts: list[str] = VERDICTS) -> Answered:
    deck, drill = random.choice(PLACES)
    verdict, line = random.choice(verdicts), random.choice((None, "portions")) if drill == "shares" else None
    named = random.choice(TURNS) if verdict in ("wrong", "wrong-turn") else ("slip",) if verdict == "slip" else ()
    return Answered(
        random.choice(("r1", "r2")), deck, drill, random.choice((None, random.getrandbits(62))),
        {"q": [random.random() * 9, inf], "mask": [[0.0, -inf]]}, random.choice(("3", "1/3 − π", "\0\\u0000\ud800", "")),
        verdict, named, (True, False), random.choice((0, 0, 0, 0, 0, 1, 2, 9)), moment, random.random() * 60,
        random.choice((None, random.random() * 3)), random.random() * 9, random.random() < 0.1, line=line,
        target_seconds=random.choice((None, 40.0)),
    )  # fmt: skip


def some_hint(random: Random, moment: datetime, settings: Settings | None = None) -> Hint:
    deck, drill = random.choice(PLACES)
    seed, lines, step = random.choice((None, 7)), random.randrange(3), random.choice((None, *STEPS))
    day = (settings or Settings()).day_of(moment)
    return Hint("r1", deck, drill, seed, uid=new_name(), lines=lines, at=moment, day=day, step=step)


class Clock:
    """The moment of each event: later as a rule, now and then the same or earlier, in whatever zone the learner is."""

    def __init__(self, random: Random) -> None:
        self.random, self.at, self.zone = random, NOW, random.choice(ZONES)

    def __call__(self) -> datetime:
        if self.random.random() < 0.15:
            self.zone = self.random.choice(ZONES)
        steps = [{"minutes": 3}, {"seconds": 7.000001}, {"hours": 9}, {"days": 1}, {"days": 6}, {}]
        self.at += timedelta(**self.random.choice(steps))
        late = timedelta(hours=self.random.random() * 90) if self.random.random() < 0.15 else timedelta(0)
        return (self.at - late).astimezone(self.zone)


def one_step(random: Random, clock: Clock, log: Log, elsewhere: Log) -> None:
    """Add something to a log, as a learner does, or bring something in that was added elsewhere."""
    did = random.choices(("run", "answer", "hint", "undo", "one", "reset", "import"), (1, 12, 2, 1, 2, 0.3, 2))[0]
    if did == "run":
        log.add([some_run(random, clock())])
    elif did == "answer":
        log.record(some_answer(random, clock()))
    elif did == "hint":
        log.add([some_hint(random, clock(), log.settings)])
    elif did == "reset":
        log.reset(*random.choice(PLACES), clock())
    elif did == "import":
        for _ in range(random.randrange(3)):
            elsewhere.record(some_answer(random, clock()))
        one_step(random, clock, elsewhere, log)
        lines = list(json_lines(elsewhere))
        # A part of them, in any order: an undo may come before its answer.
        chosen = random.sample(lines, random.randint(1, len(lines))) if lines else []
        if chosen:
            import_lines(log, chosen, "elsewhere")
    else:
        there = [json.loads(line) for line in json_lines(log)]
        uids = [each["uid"] for each in there if each["event"] == "answer"]
        log.undo(clock(), random.choice(uids) if did == "one" and uids else None)


def some_run(random: Random, moment: datetime) -> Run:
    kind = random.choice(("drill", "kata", "review", "misses"))
    return Run(f"r{random.getrandbits(60)}", "one", random.choice((None, "match")), ("match", "shares"),
               random.getrandbits(62), random.random() < 0.5, moment, kind)  # fmt: skip
