"""Weeks of practice, the same every time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from random import Random

from katatx.progress.log import Log
from katatx.progress.records import Answered, Run, Typing, Uncovering

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
DRILLS = ("match", "scaled", "divided", "average")
VERDICTS = ("right", "right", "right", "carried", "follows", "wrong", "coarse", "unread")


def answer(drill: str = "match", verdict: str = "right", moment: datetime = NOW, **rest) -> Answered:
    asked = {"run": "r1", "deck": "attention", "seed": None, "given": {"a": [1.0, -0.1, float("-inf")]}}
    said = {"typed": "3 \u200bé", "wrong_turns": (), "slots": (True, False), "help": 0, "seconds": 1.5}
    return Answered(**{**asked, **said, "drill": drill, "verdict": verdict, "answered": moment, **rest})


def practise(log: Log, days: int = 18, a_day: int = 4) -> None:
    """Answers of every verdict from three time zones, some recorded late, some taken back, some helped."""
    random = Random(5)
    log.calibrate([Typing(40, 9.5, NOW), Typing(38, 9.1 / 3, NOW + timedelta(seconds=9))])
    for day in range(days):
        run = f"r{day:02}"
        log.start_run(Run(run, "attention", None, DRILLS, random.getrandbits(60), False, NOW + timedelta(days=day)))
        for number in range(a_day):
            moment = NOW + timedelta(days=day, minutes=number, microseconds=random.randrange(10**6))
            if random.random() < 0.1:
                moment -= timedelta(days=2)
            moment = moment.astimezone(timezone(timedelta(hours=random.choice((-7, 0, 2)))))
            drill, seed = random.choice(DRILLS), random.choice((None, random.getrandbits(62)))
            if random.random() < 0.1:
                log.uncover(Uncovering(run, "attention", drill, seed, 1, moment))
            log.record(_one_of_many(random, run, drill, seed, moment))
        if day % 7 == 3:
            log.undo(NOW + timedelta(days=day, hours=1))


def _one_of_many(random: Random, run: str, drill: str, seed: int | None, moment: datetime) -> Answered:
    some: Callable[[float], float] = lambda most: random.random() * most  # noqa: E731
    verdict = random.choice(VERDICTS)
    return answer(
        drill,
        verdict,
        moment,
        run=run,
        seed=seed,
        given={"q": [some(9), 2.0], "mask": [[0.0, float("-inf")]]},
        typed=random.choice(("3", "0.26 0.74", "1/3 − π", "")),
        wrong_turns=("softmax/raw-shares",) if verdict == "wrong" else (),
        help=random.choice((0, 0, 0, 2)),
        seconds=some(40),
        first_key_seconds=random.choice((None, some(3))),
        paused_seconds=some(100),
        untouched=random.random() < 0.1,
        pencil_seconds=some(20),
        target_seconds=some(50),
        line=random.choice((None, None, "scores")),
    )
