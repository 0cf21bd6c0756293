"""What a log of many answers costs, beside an empty one: `python bench/million.py [--answers 10000 100000] [--rounds 5]`.

Whole processes, the logs in turns, so that a busy machine slows all alike: the time to the first prompt, its ratio to
that with an empty log, and the time from Enter to the verdict beside that of one row brought to the disk.
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
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from katatx.decks.loading import load_library
from katatx.decks.works import works_of_all
from katatx.progress.events import Answered, Event, answer_event
from katatx.progress.log import Log
from katatx.progress.stores import SqliteStore
from scoring.steps import Works

DAYS = 1000
COMMANDS = (["drill", "attention", "--plain"], ["review", "--plain"], ["due"], ["stats"])
_VERDICT = re.compile(r"(right|again|follows|wrong)(?=\W|$)")
_ANSWERS = ("73", "10001", "0.125", "12", "7.5", "3", "9", "11")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    # As installed: compiled modules are kept.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        homes = {count: Path(folder) / str(count) for count in (0, *options.answers)}
        works = works_of_all(load_library(homes[0]).decks)
        for count, home in homes.items():
            write_log(home, count, works)
        for command in COMMANDS:
            compare(command, homes, options.rounds)
        for count, home in homes.items():
            taken = [each for _ in range(options.rounds) for each in to_verdicts(home)]
            print(f"Enter to verdict, {count:,} answers: {shown(taken)}")
        print(f"one row of a log brought to the disk: {shown(syncs(Path(folder), 40))}")


def write_log(home: Path, count: int, works: Works) -> None:
    """Answers at the drills that katatx brings, on a thousand days that end yesterday."""
    with closing(Log(SqliteStore(home))) as log:
        log.store.execute("PRAGMA synchronous = OFF")
        log.add(answers(log, count, works))


def answers(log: Log, count: int, works: Works) -> Iterator[Event]:
    source, names = random.Random(2), sorted({name[:2] for name in works.works})
    begun = log.settings.beginning_of(log.settings.day_of(log.settings.now()) - timedelta(days=DAYS))
    for number in range(count):
        deck, drill = source.choice(names)
        work = works.of(deck, drill)
        turns = (source.choice(sorted(work.turns)),) if work.turns and source.random() < 0.2 else ()
        verdict, at = "wrong" if turns else "right", begun + timedelta(days=DAYS * number / count)
        given = {"a": [2.0, 1.0, 0.0, 3.0], "b": [[1.0, 0.0], [0.5, 2.0]]}
        one = Answered("days", deck, drill, number, given, "0.047 0.953", verdict, turns, (True, True), 0, at, 20.0, 2.5,
                       pencil_seconds=20.0, target_seconds=30.0)  # fmt: skip
        yield answer_event(one, log.settings.day_of(at), work)


def compare(command: list[str], homes: dict[int, Path], rounds: int) -> None:
    taken: dict[int, list[float]] = {count: [] for count in homes}
    for _ in range(rounds):
        for count, home in homes.items():
            begun = time.perf_counter()
            with started(home, command) as child:
                child.communicate("q\n")
            taken[count].append(time.perf_counter() - begun)
            if child.returncode:
                raise SystemExit(f"{command} ended with {child.returncode}")
    for count, each in taken.items():
        ratio, medians = min(each) / min(taken[0]), median(each) / median(taken[0])
        print(
            f"katatx {' '.join(command)}, {count:,} answers: {shown(each)}, ratio {ratio:.2f} (medians {medians:.2f})"
        )


def started(home: Path, command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "katatx", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True, env={**os.environ, "KATATX_HOME": str(home)}, cwd=ROOT,
    )  # fmt: skip


def to_verdicts(home: Path) -> list[float]:
    """Return the seconds from each line that is sent to the verdict on it."""
    taken = []
    with started(home, COMMANDS[0]) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for typed in _ANSWERS:
            for line in child.stdout:
                if line == "?\n":
                    break
            begun = time.perf_counter()
            child.stdin.write(f"{typed}\n")
            child.stdin.flush()
            for line in child.stdout:
                if _VERDICT.match(line):
                    taken.append(time.perf_counter() - begun)
                    break
        child.kill()
    return taken


def syncs(folder: Path, count: int) -> list[float]:
    """Return the seconds of writing one row to a file and syncing it, as safely as the log does."""
    taken = []
    with closing(sqlite3.connect(folder / "row.sqlite", isolation_level=None)) as file:
        file.execute("PRAGMA synchronous = EXTRA")
        file.execute("CREATE TABLE rows (data TEXT)")
        for _ in range(count):
            begun = time.perf_counter()
            file.execute("INSERT INTO rows VALUES (?)", ("x" * 600,))
            taken.append(time.perf_counter() - begun)
    return taken


def shown(seconds: list[float]) -> str:
    return f"{min(seconds) * 1000:.1f} ms (median {median(seconds) * 1000:.1f})"


if __name__ == "__main__":
    main()
