"""The program killed outright at random moments, and what is on disk afterwards:

    python bench/kills.py [--kills 100] [--seed 0]

Real processes, `katatx drill`, `review` and `kata` line by line, are fed answers as fast as they take
them, and get SIGKILL at some moment of their first second or so. Every verdict that had come out by then
must be in the log, which must open, and hold the standing that the whole log comes to. Each home is used
again and again, so that what a kill leaves behind is what the next one finds.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, suppress
from dataclasses import astuple, dataclass
from datetime import timedelta
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from katatx.decks.loading import Deck, load_deck
from katatx.decks.prepared import prepare
from katatx.errors import KatatxError
from katatx.notation.printing import write_value
from katatx.progress.database.stores import SqliteStore
from katatx.progress.log import Log
from katatx.progress.records import Answered, Run
from katatx.questions.asking import ask
from katatx.questions.seeds import seed_of
from katatx.questions.sheet import letter

AT_ONCE = 2
HOMES_EACH = 3
# Starting takes about a third of it.
LONGEST = 1.2
DECKS = ("attention", "vision", "length-4", "look-across", "block")
SEEDS = (11, 12)
# So many of a run are answered rightly, and then it goes on with what is wrong.
_KNOWN = 25
_FED = 2_000
_VERDICT = re.compile(r"(right|carried|coarse|unread|follows|slip|wrong-turn|wrong)(?=\W|$)")


@dataclass
class Found:
    """Counts over all kills; `lost` are verdicts that were shown but are missing from the log."""

    kills: int = 0
    shown: int = 0
    lost: int = 0
    closed: int = 0
    differing: int = 0
    # How many kills fell into a sitting that had begun to show verdicts.
    in_mid_sitting: int = 0

    def __add__(self, other: Found) -> Found:
        return Found(*(mine + its for mine, its in zip(astuple(self), astuple(other), strict=True)))

    @property
    def clean(self) -> bool:
        return not (self.lost or self.closed or self.differing)

    def __str__(self) -> str:
        return (
            f"kills: {self.kills}, verdicts shown: {self.shown}, of them not in the log: {self.lost},"
            f" logs that do not open: {self.closed}, standings other than a rebuild: {self.differing}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = kill_many(Path(folder), options.kills, options.seed)
    print(found)
    print(f"of the kills, in a sitting that had shown a verdict: {found.in_mid_sitting}", file=sys.stderr)
    sys.exit(0 if found.clean else 1)


def kill_many(folder: Path, kills: int, seed: int) -> Found:
    """Kill the program `kills` times, in parallel processes with homes of their own, and return the counts."""
    with ProcessPoolExecutor(AT_ONCE, get_context("spawn")) as pool:
        shares = [kills * (at + 1) // AT_ONCE - kills * at // AT_ONCE for at in range(AT_ONCE)]
        parts = [pool.submit(kill_in_turns, folder / str(at), share, f"{seed} {at}") for at, share in enumerate(shares)]
        return sum((part.result() for part in parts), Found())


def kill_in_turns(folder: Path, kills: int, seed: str) -> Found:
    source = random.Random(seed)
    homes = [folder / f"home-{at}" for at in range(HOMES_EACH)]
    for home in homes[1:]:  # and one that the program makes itself
        practise_for_days(home, source)
    found = Found()
    for at in range(kills):
        found += kill_once(homes[at % HOMES_EACH], source)
    return found


def practise_for_days(home: Path, source: random.Random) -> None:
    """A log with something in it, and something due."""
    log = Log(SqliteStore(home))
    begun = log.settings.now() - timedelta(days=12)
    log.start_run(Run("days", "attention", None, (), 3, False, begun))
    for day in range(12):
        for name in DECKS:
            deck = deck_of(name)
            for drill in source.sample(deck.drills, 5):
                verdict = source.choice(["right", "right", "carried", "wrong"])
                at = begun + timedelta(days=day, seconds=source.randrange(3600))
                log.record(Answered("days", name, drill.id, None, {}, "1", verdict, (), (), 0, at, 9.0))
    log.close()


def kill_once(home: Path, source: random.Random) -> Found:
    """One kill, and what stands afterwards."""
    before = last_number(home)
    arguments, fed = sitting(home, source)
    shown = verdicts_until_killed(home, arguments, fed, source.uniform(0.0, LONGEST))
    found = Found(kills=1, shown=len(shown), in_mid_sitting=bool(shown))
    try:
        recorded = rows_after(home, before)
        # Answers are read in the order fed, and every line of them is judged: the first verdict is the first's.
        answers = [typed for typed in fed if typed != "h"]
        missing = [
            number
            for number, verdict in enumerate(shown)
            if number >= len(recorded) or recorded[number] != (answers[number], verdict)
        ]
        found.lost = len(missing)
        if (home / "log.sqlite").exists():
            found.differing = not stands_as_rebuilt(home)
    except (KatatxError, sqlite3.Error) as error:
        print(f"{home.name}: {error}", file=sys.stderr)
        found.closed = 1
    if not found.clean:
        print(f"{home.name}, katatx {' '.join(arguments)}: {found}", file=sys.stderr)
    return found


# What is killed


def sitting(home: Path, source: random.Random) -> tuple[list[str], list[str]]:
    """Return what is practised, and what is typed."""
    deck = source.choice(DECKS)
    way = source.randrange(6)
    if way == 0:
        return ["review"], mistaken(source)
    if way == 1:
        return ["kata", deck], mistaken(source)
    if way == 2:
        return ["kata", deck, "--page"], mistaken(source)
    if way == 3:
        return ["drill", deck], mistaken(source)
    if way == 4:
        return ["drill", f"{deck}/{source.choice(deck_of(deck).drills).id}"], mistaken(source)
    seed = source.choice(SEEDS)
    return ["drill", deck, "--seed", str(seed)], [
        *right_answers(deck, seed)[answered(home, deck, seed) :],
        *mistaken(source),
    ]


def mistaken(source: random.Random) -> list[str]:
    """Answers of every kind, hardly one of them right, and now and then a line uncovered first."""
    kinds = [
        lambda: f"{source.random():.9f}",
        lambda: f"{source.random():.5f} {source.random():.5f}",
        lambda: source.choice("abc"),
        lambda: f"{source.randrange(1, 5)}: {source.random():.6f}",
        lambda: f"what {source.randrange(10**6)}",
        lambda: "h",
    ]
    chosen = source.choices(kinds, weights=[8, 4, 4, 2, 1, 1], k=_FED)
    return [kind() for kind in chosen]


@cache
def deck_of(name: str) -> Deck:
    return load_deck(name, ROOT)


@cache
def right_answers(name: str, seed: int) -> list[str]:
    """The answers to the first drills of a run of fresh numbers; up to the first whose form is not known here."""
    deck, answers = deck_of(name), []
    for drill in deck.drills[:_KNOWN]:
        asked = f"{seed} {drill.id} 0"
        question = ask(prepare(deck, drill), seed_of(asked), shuffle=asked)
        if question.answer_type == "choice":
            answer = next(letter(at) for at, choice in enumerate(question.choices) if choice.right)
        else:
            answer = write_value(question.key, question.places)
        if not question.judge(answer).verdict.counts_as_right:
            break
        answers.append(answer)
    return answers


def answered(home: Path, deck: str, seed: int) -> int:
    """Return how many drills are done of the run that is gone on with."""
    if not (home / "log.sqlite").exists():
        return 0
    with closing(SqliteStore(home)) as store:
        log = Log(store)
        run = next((run for run in log.runs(deck) if run.always_fresh and run.seed == seed), None)
        return 0 if run is None else len(log.attempts(run.id))


def verdicts_until_killed(home: Path, arguments: list[str], fed: list[str], seconds: float) -> list[str]:
    """Run the program, and kill it after so many seconds; the verdicts that came out of it until then."""
    shown: list[str] = []
    with subprocess.Popen(
        [sys.executable, "-m", "katatx", *arguments, "--plain"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={**os.environ, "KATATX_HOME": str(home)}, cwd=ROOT,
    ) as child:  # fmt: skip
        threads = [threading.Thread(target=work, args=(child, what)) for work, what in ((feed, fed), (read, shown))]
        for thread in threads:
            thread.start()
        time.sleep(seconds)
        child.kill()
        for thread in threads:
            thread.join()
    return shown


def feed(child: subprocess.Popen[str], lines: list[str]) -> None:
    assert child.stdin is not None
    with suppress(OSError):
        for line in lines:
            child.stdin.write(f"{line}\n")
            child.stdin.flush()
    with suppress(OSError):
        child.stdin.close()


def read(child: subprocess.Popen[str], shown: list[str]) -> None:
    assert child.stdout is not None
    asked = False  # before the first question a new learner is told what the verdicts mean
    for line in child.stdout:
        asked = asked or line == "?\n"
        found = asked and _VERDICT.match(line)
        if found and line.endswith("\n"):
            shown.append(found[1])


# What is on disk


def last_number(home: Path) -> int:
    return 0 if not (home / "log.sqlite").exists() else max((row[0] for row in _rows(home, 0)), default=0)


def rows_after(home: Path, number: int) -> list[tuple[str, str]]:
    """Return what was typed, and its verdict, since an attempt of a number."""
    return [] if not (home / "log.sqlite").exists() else [(row[1], row[2]) for row in _rows(home, number)]


def _rows(home: Path, number: int) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(home / "log.sqlite")) as database:
        if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'attempts'").fetchall():
            return []  # killed before the tables were there
        wanted = "SELECT id, typed, verdict FROM attempts WHERE id > ? ORDER BY id"
        return database.execute(wanted, (number,)).fetchall()


def stands_as_rebuilt(home: Path) -> bool:
    """Return whether the log is sound and stands as it would if all of it were derived anew."""
    with closing(SqliteStore(home)) as store:
        (sound,) = store.database.execute_sql("PRAGMA integrity_check").fetchone()
        if sound != "ok":
            raise sqlite3.DatabaseError(sound)
        log = Log(store)
        kept = log.standings.whole(), log.standings.days()
        log.rebuild()
        return kept == (log.standings.whole(), log.standings.days())


if __name__ == "__main__":
    main()
