"""What a log of very many attempts costs, as ratios to an empty one beside the same drill files:

    python bench/million.py [--attempts 1000000] [--drills 10000] [--rounds 5]

Whole processes, the two logs in turns, so that a busy machine slows both alike. A ratio is of the
quickest runs; that of the medians stands beside it. What reads the whole log, `stats --rebuild`, is
held to memory that does not grow with it.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

MOST = 1.5
MOST_MEMORY = 1.5
DAYS = 1000
DRILLS_A_FILE = 100
# Of a hundred answers so many are, in this order.
VERDICTS = ["right"] * 78 + ["wrong"] * 19 + ["again"] * 3
TARGET = 30.0


@dataclass(frozen=True)
class Homes:
    full: Path
    tenth: Path
    empty: Path


@dataclass(frozen=True)
class Cost:
    seconds: float
    megabytes: float
    printed: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--attempts", type=int, default=20_000)
    parser.add_argument("--drills", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    # As installed: compiled modules are kept.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        homes = Homes(*(Path(folder) / name for name in ("full", "tenth", "empty")))
        # In a process of its own: what a child is said to have used begins with what this one has.
        with get_context("spawn").Pool(1) as pool:
            pool.apply(make_homes, (homes, options.attempts, options.drills))
        failed = [
            *compare_rebuilds(homes, options.attempts),
            *compare_reviews(homes, options.rounds),
            *compare_stats(homes, options.rounds),
        ]
    for line in failed:
        print(f"missed: {line}")
    sys.exit(1 if failed else 0)


# The homes


def make_homes(homes: Homes, attempts: int, drills: int) -> None:
    from bench.start_up import write_decks

    begun = time.perf_counter()
    write_decks(homes.empty / "decks", max(1, drills // DRILLS_A_FILE))
    for home, count in ((homes.empty, 0), (homes.tenth, attempts // 10), (homes.full, attempts)):
        if home != homes.empty:
            shutil.copytree(homes.empty / "decks", home / "decks")
        write_log(home, count, drills)
    size = (homes.full / "log.sqlite").stat().st_size / 1e6
    print(
        f"{attempts:,} attempts at {drills:,} drills on {DAYS:,} days, {size:,.0f} MB;"
        f" written in {time.perf_counter() - begun:.0f} s",
        flush=True,
    )


def write_log(home: Path, count: int, drills: int) -> None:
    """The tables as the program makes them, and attempts that end yesterday."""
    from katatx.decks.loading import load_library
    from katatx.progress.database.header import FILE_NAME
    from katatx.progress.database.stores import SqliteStore
    from katatx.progress.log import Log
    from katatx.sessions.register_decks import know_decks

    log = Log(SqliteStore(home))
    know_decks(load_library(home).decks, log, all_of_them=True)
    log.close()
    database = sqlite3.connect(home / FILE_NAME, isolation_level=None)
    database.execute("PRAGMA synchronous = off")
    database.execute("BEGIN")
    for table, rows in (("runs", runs(count, drills)), ("attempts", attempts(count, drills))):
        first = next(rows, None)
        if first is not None:
            put = f"INSERT INTO {table} ({', '.join(first)}) VALUES ({', '.join(':' + name for name in first)})"
            database.execute(put, first)
            database.executemany(put, rows)
    database.execute("COMMIT")
    database.close()


def name_of(drill: int) -> tuple[str, str]:
    return f"deck-{drill // DRILLS_A_FILE}", f"drill-{drill % DRILLS_A_FILE}"


def days(count: int) -> Iterator[tuple[date, int]]:
    """Yield the days up to yesterday, each with its share of `count` attempts."""
    today = datetime.now(UTC).date()
    for at in range(DAYS):
        yield today - timedelta(days=DAYS - at), count * (at + 1) // DAYS - count * at // DAYS


def runs(count: int, drills: int) -> Iterator[dict[str, Any]]:
    from katatx.progress.database.rows import run_row
    from katatx.progress.records import Run

    source = random.Random(1)
    for day, number in days(count):
        if number:
            asked = tuple("/".join(name_of(source.randrange(drills))) for _ in range(min(number, 200)))
            begun = datetime(day.year, day.month, day.day, 9, tzinfo=UTC)
            yield {"learner": "me", **run_row(Run(f"run-{day}", "", None, asked, 7, False, begun, "review"))}


def attempts(count: int, drills: int) -> Iterator[dict[str, Any]]:
    from katatx.progress.database.rows import attempt_row
    from katatx.progress.moments import instant_of
    from katatx.progress.records import Answered, Attempt

    source = random.Random(2)
    begun = datetime(2026, 1, 1, tzinfo=UTC)
    given = {"a": [2.0, 1.0, 0.0, 3.0], "b": [[1.0, 0.0], [0.5, 2.0]]}
    answer = Answered(
        "", "", "", None, given, "[0.047, 0.953]", "", (), (True, True), 0, begun, 0.0, 2.5, 0.0, False, 20.0, TARGET
    )
    template = {"learner": "me", **attempt_row(Attempt("", answer, "", cold=True, helped=False, version="0.1.0"))}
    number = 0
    for day, today in days(count):
        seen: set[int] = set()
        nine = instant_of(datetime(day.year, day.month, day.day, 9, tzinfo=UTC))
        for at in range(today):
            drill = source.randrange(drills)
            deck, name = name_of(drill)
            second = at * 36_000 // today
            verdict = VERDICTS[source.randrange(len(VERDICTS))]
            clock = f"{9 + second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
            yield {
                **template,
                "uid": f"{number:024x}",
                "run": f"run-{day}",
                "deck": deck,
                "drill": name,
                "seed": number,
                "verdict": verdict,
                "wrong_turns": '["softmax/raw-shares"]' if verdict == "wrong" and not number % 3 else "[]",
                "cold": drill not in seen and verdict != "again",
                "answered": f"{day}T{clock}.{number % 1_000_000:06}+00:00",
                "seconds": round(TARGET * source.uniform(0.5, 1.1), 3),
                "day": str(day),
                "instant": nine + second * 1_000_000 + number % 1_000_000,
            }
            if verdict != "again":
                seen.add(drill)
            number += 1


# What is measured


def cost(home: Path, *arguments: str, typed: str = "") -> Cost:
    """Return what a process of the program takes, from start to exit."""
    begun = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
        env={**os.environ, "KATATX_HOME": str(home)},
    ) as child:  # fmt: skip
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(typed)
        child.stdin.close()
        printed = child.stdout.read()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(arguments)} ended with {child.returncode}")
    # Of what Linux counts in kilobytes and macOS in bytes.
    scale = 1e6 if sys.platform == "darwin" else 1e3
    return Cost(time.perf_counter() - begun, used.ru_maxrss / scale, printed)


def told(name: str, full: list[float], empty: list[float], most: float | None, unit: str, scale: float) -> list[str]:
    """Print a ratio; what to say of it where it is too high."""
    ratio = min(full) / min(empty)
    aim = "" if most is None else f" (aim: below {most})"
    print(
        f"{name:58} {ratio:5.2f} (medians {median(full) / median(empty):5.2f}){aim}"
        f"   {min(full) * scale:.1f} / {min(empty) * scale:.1f} {unit}",
        flush=True,
    )
    return [name] if most is not None and ratio >= most else []


def compare_rebuilds(homes: Homes, attempts: int) -> list[str]:
    code = (
        "import time\nfrom katatx.progress.home import home_folder\nfrom katatx.progress.opening import open_log\n"
        "from katatx.settings import Settings\nlog = open_log(home_folder(), Settings())\n"
        "begun = time.perf_counter()\ncount = log.rebuild()\nprint(count, time.perf_counter() - begun)\n"
    )
    tenth, full = (cost(home, "-c", code) for home in (homes.tenth, homes.full))
    for count, each in ((attempts // 10, tenth), (attempts, full)):
        print(f"rebuild of {count:,} attempts: {float(each.printed.split()[1]):.1f} s, {each.megabytes:.0f} MB")
    name = "peak memory of a rebuild, all attempts / a tenth of them"
    return told(name, [full.megabytes], [tenth.megabytes], MOST_MEMORY, "MB", 1)


def compare_reviews(homes: Homes, rounds: int) -> list[str]:
    """A review, with all the planning, to its first prompt."""
    full: list[Cost] = []
    empty: list[Cost] = []
    for _ in range(rounds):
        for home, found in ((homes.full, full), (homes.empty, empty)):
            forget_todays_runs(home)
            found.append(cost(home, "-m", "katatx", "review", "--plain", typed="q\n"))
            if "\n?\n" not in found[-1].printed:
                raise SystemExit(f"no prompt came: {found[-1].printed}")
    name = "katatx review, full log / empty"
    failed = told(name, [each.seconds for each in full], [each.seconds for each in empty], MOST, "ms", 1000)
    name = "peak memory of review, full log / empty"
    megabytes = [each.megabytes for each in full], [each.megabytes for each in empty]
    return failed + told(name, *megabytes, MOST_MEMORY, "MB", 1)


def forget_todays_runs(home: Path) -> None:
    with closing(sqlite3.connect(home / "log.sqlite")) as database, database:
        database.execute("DELETE FROM runs WHERE id NOT LIKE 'run-%'")


def compare_stats(homes: Homes, rounds: int) -> list[str]:
    full: list[Cost] = []
    tenth: list[Cost] = []
    for _ in range(rounds):
        for home, found in ((homes.full, full), (homes.tenth, tenth)):
            found.append(cost(home, "-m", "katatx", "stats", "--json"))
            json.loads(found[-1].printed)
    name = "katatx stats --json, full log / a tenth of it"
    told(name, [each.seconds for each in full], [each.seconds for each in tenth], None, "ms", 1000)
    name = "peak memory of stats --json, full log / a tenth of it"
    return told(name, [each.megabytes for each in full], [each.megabytes for each in tenth], MOST_MEMORY, "MB", 1)


if __name__ == "__main__":
    main()
