"""Weeks of practice, the same every time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from pathlib import Path
from random import Random

from katatx.decks.loading import load_deck
from katatx.decks.works import fingerprint, works_of
from katatx.progress.log import Log
from katatx.progress.records import Answered, Run, Typing, Uncovering
from scoring.work import Work

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
# With one that no deck has, and a choice, which is worked by no lines.
DRILLS = ("match", "scaled", "divided", "average", "portions", "match-row", "unknown-word")
# Lines of the kata that are practice of a drill, and one that there is no more.
KATA = {"match-row": "matches", "portions": "portions", "scaled": "scores"}
VERDICTS = ("right", "right", "right", "right", "carried", "follows", "wrong", "wrong-turn", "slip", "coarse", "unread")
Works = Mapping[tuple[str, str], Work]


def answer(drill: str = "match", verdict: str = "right", moment: datetime = NOW, **rest) -> Answered:
    asked = {"run": "r1", "deck": "attention", "seed": None, "given": {"a": [1.0, -0.1, float("-inf")]}}
    said = {"typed": "3 \u200bé", "wrong_turns": (), "slots": (True, False), "help": 0, "seconds": 1.5}
    return Answered(**{**asked, **said, "drill": drill, "verdict": verdict, "answered": moment, **rest})


@cache
def attention() -> tuple[str, Works]:
    """The deck's fingerprint, and what its drills are worked by."""
    deck = load_deck("attention", Path("nowhere"))
    return fingerprint(deck), works_of(deck)


def edited() -> tuple[str, Works]:
    """The same of that deck with a line more in one drill, another's lines in one, and one drill less."""
    _, works = attention()
    line, whole = ("softmax/divide", 9.5), works["whole-attention", ""]
    changed = {
        ("match", ""): whole._replace(lines=(*works["match", ""].lines, line)),
        ("scaled", ""): works["average", ""],
    }
    return "edited", {name: work for name, work in {**works, **changed}.items() if name != ("portions", "")}


def know(log: Log, deck: tuple[str, Works] | None = None) -> None:
    """Tell a log what the drills of the attention deck are worked by."""
    with log.database_errors("written"), log.store.writing():
        log.standings.know_decks({"attention": deck or attention()})


def practise(log: Log, days: int = 18, a_day: int = 4, known: bool = True) -> None:
    """Answers of every verdict from three time zones, some recorded late, some taken back, some helped, at a deck
    that is `known` or not.
    """
    random = Random(5)
    if known:
        know(log)
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
        if day in (3, 10):  # later ones are taken in one by one
            log.undo(NOW + timedelta(days=day, hours=1))


def derived(log: Log) -> tuple[str, object]:
    """All that is derived, to the last digit."""
    return repr(log.standings.whole()), log.standings.days()


def _one_of_many(random: Random, run: str, drill: str, seed: int | None, moment: datetime) -> Answered:
    some: Callable[[float], float] = lambda most: random.random() * most  # noqa: E731
    verdict, line = random.choice(VERDICTS), random.choice((None, None, KATA.get(drill)))
    turns = sorted(attention()[1].get((drill, line or ""), Work()).turns) or ["softmax/raw-shares"]
    named = {"wrong-turn": (random.choice(turns),), "wrong": random.choice(((), ("a mistake of this drill",)))}
    return answer(
        drill,
        verdict,
        moment,
        run=run,
        seed=seed,
        given={"q": [some(9), 2.0], "mask": [[0.0, float("-inf")]]},
        typed=random.choice(("3", "0.26 0.74", "1/3 − π", "")),
        wrong_turns=named.get(verdict, ()),
        help=random.choice((0, 0, 0, 0, 0, 2)),
        seconds=some(40),
        first_key_seconds=random.choice((None, some(3))),
        paused_seconds=some(100),
        untouched=random.random() < 0.1,
        pencil_seconds=some(20),
        target_seconds=some(50),
        line=line,
    )
