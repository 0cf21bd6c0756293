"""How quick katatx is, as ratios in one run: `python bench/start_up.py`.

Whole processes, taken in turns so that a busy machine slows all alike. The ratio is of
the quickest runs, which say what the program costs; that of the medians stands beside it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

PYTHON = sys.executable
KATATX = str(Path(PYTHON).with_name("katatx"))


def whole(*command: str) -> Callable[[], float]:
    """Seconds a process takes from start to exit."""

    def run() -> float:
        begun = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - begun

    return run


# The same sum as `softmax 1 4`, by a person who knows numpy.
ONE_LINER = "import numpy as np; e = np.exp(np.array([1, 4.0])); print(e / e.sum())"
STREAM = """
import sys, numpy as np
for line in sys.stdin:
    row, claim = line.removeprefix("softmax ").split(" = ")
    e = np.exp(np.array(row.split(), dtype=float))
    print(np.allclose(e / e.sum(), np.array(claim.split(), dtype=float), atol=5e-4), flush=True)
"""
LINES = "softmax 1 4 = 0.047 0.953\nsoftmax 0 2 = 0.119 0.881\nsoftmax 2 0 1 = 0.665 0.090 0.245\n" * 2_000


def streamed(*command: str) -> Callable[[], float]:
    """Seconds a process takes to answer 6,000 lines on its stdin, each as it is read."""

    def run() -> float:
        begun = time.perf_counter()
        subprocess.run(command, input=LINES.encode(), stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - begun

    return run


def compare(rounds: int, ours: Callable[[], float], theirs: Callable[[], float]) -> tuple[list[float], list[float]]:
    pairs = [(ours(), theirs()) for _ in range(rounds + 1)][1:]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def main() -> None:
    # As installed: compiled modules are kept (the first round, left out, makes them).
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as home:
        practise(Path(home))
        os.environ["KATATX_HOME"] = home
        measure(rounds)


def practise(home: Path) -> None:
    """Make a log in a folder: 40 days until yesterday, of 12 answers each at the first 300 drills."""
    from katatx.decks.loading import load_library
    from katatx.progress.database.stores import SqliteStore
    from katatx.progress.log import Log
    from katatx.progress.records import Answered
    from katatx.sessions.register_decks import know_decks

    log, decks, random = Log(SqliteStore(home)), load_library(home).decks, Random(1)
    know_decks(decks, log, all_of_them=True)
    drills = [(deck.name, drill.id) for deck in decks.values() for drill in deck.drills][:300]
    said: dict[str, Any] = {
        "typed": "3",
        "verdict": "right",
        "wrong_turns": (),
        "slots": (True,),
        "help": 0,
        "seconds": 5.0,
    }
    for ago in range(40, 0, -1):
        moment = datetime.now(UTC) - timedelta(days=ago)
        for deck, drill in random.sample(drills, 12):
            log.record(Answered(run="r", deck=deck, drill=drill, seed=None, given={}, answered=moment, **said))
    log.close()


def measure(rounds: int) -> None:
    rows = [
        (
            'katatx check "softmax 1 4" / python -c "import numpy"', 0.8,
            compare(rounds, whole(KATATX, "check", "softmax 1 4"), whole(PYTHON, "-c", "import numpy")),
        ),
        (
            'katatx check "softmax 1 4" / the same sum by a numpy one-liner', 0.8,
            compare(rounds, whole(KATATX, "check", "softmax 1 4"), whole(PYTHON, "-c", ONE_LINER)),
        ),
        (
            'katatx due, of 40 days / python -c "import numpy"', 0.9,
            compare(rounds, whole(KATATX, "due"), whole(PYTHON, "-c", "import numpy")),
        ),
        (
            "6,000 lines through katatx check - / through a numpy loop", 3.0,
            compare(max(3, rounds // 3), streamed(KATATX, "check", "-"), streamed(PYTHON, "-c", STREAM)),
        ),
    ]  # fmt: skip
    print(f"{'':62} ratio  (medians)   aim")
    for name, aim, (ours, theirs) in rows:
        medians = statistics.median(ours) / statistics.median(theirs)
        times = f"{min(ours) * 1000:.0f} ms / {min(theirs) * 1000:.0f} ms"
        wanted = "   -" if aim is None else f"{aim:4.2f}"
        print(f"{name:62} {min(ours) / min(theirs):5.2f}  ({medians:5.2f})    {wanted}   {times}")
    print(where_it_goes(rounds))
    bare, due = compare(rounds, whole(PYTHON, "-c", "pass"), whole(KATATX, "due"))
    print(f"katatx due takes {1000 * (min(due) - min(bare)):.0f} ms more than Python itself (aim 60)")


def where_it_goes(rounds: int) -> str:
    """Return what a check spends its time on: the quickest of each process, and what it takes more than the one before."""
    stages = [
        ("Python itself", whole(PYTHON, "-c", "pass")),
        (
            "importing what a check needs",
            whole(PYTHON, "-c", "import katatx.start, katatx.ending, katatx.commands.check"),
        ),
        ("checking and printing", whole(PYTHON, "-m", "katatx", "check", "softmax 1 4")),
    ]
    quickest = [min(run() for _ in range(rounds)) for _, run in stages]
    spent = [after - before for before, after in zip([0.0, *quickest], quickest, strict=False)]
    return "of a check: " + ", ".join(
        f"{name} {1000 * each:.0f} ms" for (name, _), each in zip(stages, spent, strict=True)
    )


if __name__ == "__main__":
    main()
