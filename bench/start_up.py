"""How quick katatx is, as ratios in one run: `python bench/start_up.py [--rounds 15] [--files 100]`.

Whole processes, taken in turns so that a busy machine slows all alike. The ratio is of
the quickest runs, which say what the program costs; that of the medians stands beside it.
Many drill files are loaded beside the C YAML loader alone on the same bytes. Exits with 1 where that is not below its aim.
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

import yaml

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from katatx.decks.loading import load_library
from katatx.decks.works import works_of_all
from katatx.progress.log import Log
from katatx.progress.stores import SqliteStore
from tests.progress.histories import answer

PYTHON = sys.executable
KATATX = str(Path(PYTHON).with_name("katatx"))
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
CHECK = [KATATX, "check", "softmax 1 4"]
NUMPY = [PYTHON, "-c", "import numpy"]
DRILL = [KATATX, "drill", "attention", "--plain"]
# What is compared: a name, an aim, the two commands, and what they read.
ROWS = [
    ('katatx check "softmax 1 4" / python -c "import numpy"', 0.8, CHECK, NUMPY, ""),
    ('katatx check "softmax 1 4" / the same sum by a numpy one-liner', 0.8, CHECK, [PYTHON, "-c", ONE_LINER], ""),
    ('katatx due, of 40 days / python -c "import numpy"', 0.9, [KATATX, "due"], NUMPY, ""),
    ("6,000 lines through katatx check - / through a numpy loop", 3.0, [KATATX, "check", "-"], [PYTHON, "-c", STREAM], LINES),
]  # fmt: skip
DRILLS_A_FILE = 100
# Whole decks are loaded to list them, never to practise one.
MOST = 20


class NoAliases(yaml.CSafeDumper):
    """Writes everything out: drill files have no anchors."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def process(command: list[str], typed: str = "", home: str = "") -> Callable[[], object]:
    around = {**os.environ, **({"KATATX_HOME": home} if home else {})}
    return lambda: subprocess.run(command, input=typed.encode(), stdout=subprocess.DEVNULL, env=around, check=True)


def compare(rounds: int, ours: Callable[[], object], theirs: Callable[[], object]) -> tuple[list[float], list[float]]:
    pairs = [(seconds(ours), seconds(theirs)) for _ in range(rounds + 1)][1:]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def practise(home: Path) -> None:
    """Make a log in a folder: 40 days until yesterday, of 12 answers each at the first 300 drills."""
    decks, random = load_library(home).decks, Random(1)
    log = Log(SqliteStore(home))
    log.know(lambda: works_of_all(decks))
    drills = [(deck.name, drill.id) for deck in decks.values() for drill in deck.drills][:300]
    for ago in range(40, 0, -1):
        for deck, drill in random.sample(drills, 12):
            log.record(answer(drill, moment=datetime.now(UTC) - timedelta(days=ago), deck=deck, given={}))
    log.close()


def write_decks(folder: Path, files: int) -> list[str]:
    """Write copies of the drills of a real deck, under other names; what was written."""
    folder.mkdir(parents=True)
    source, texts = yaml.safe_load((ROOT / "drills" / "attention.yaml").read_text(encoding="utf-8")), []
    real = [drill for drills in source["sections"].values() for name, drill in drills.items() if name != "lesson"]
    section = {f"drill-{at}": real[at % len(real)] for at in range(DRILLS_A_FILE)}
    for number in range(files):
        deck = {"deck": f"deck-{number}", "title": "t", "page": "p", "sections": {"s": section}}
        texts.append(yaml.dump(deck, Dumper=NoAliases, sort_keys=False, allow_unicode=True))
        (folder / f"deck-{number}.yaml").write_text(texts[-1], encoding="utf-8")
    return texts


def many_files(home: Path, files: int, rounds: int) -> bool:
    """Say how long many drill files take to load, and whether a drill minds them; return whether the aim is met."""
    texts = write_decks(home / "decks", files)
    ours, theirs = compare(
        rounds, lambda: load_library(home), lambda: [yaml.load(text, Loader=yaml.CSafeLoader) for text in texts]
    )
    ratio = min(ours) / min(theirs)
    print(f"{files} files of {DRILLS_A_FILE} drills, load_library / C loader alone: {ratio:.2f} (aim: below {MOST})")
    among, alone = compare(rounds, process(DRILL, "q\n", str(home)), process(DRILL, "q\n", str(home / "empty")))
    print(f"first prompt of `katatx drill attention` among them / alone: {min(among) / min(alone):.2f}")
    return ratio < MOST and not load_library(home).faults


def main() -> int:
    # As installed: compiled modules are kept (the first round, left out, makes them).
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--files", type=int, default=100)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        practise(Path(home))
        print(f"{'':62} ratio  (medians)   aim")
        for name, aim, mine, other, typed in ROWS:
            ours, theirs = compare(asked.rounds, process(mine, typed, home), process(other, typed))
            medians = statistics.median(ours) / statistics.median(theirs)
            times = f"{min(ours) * 1000:.0f} ms / {min(theirs) * 1000:.0f} ms"
            print(f"{name:62} {min(ours) / min(theirs):5.2f}  ({medians:5.2f})    {aim:4.2f}   {times}")
        bare, due = compare(asked.rounds, process([PYTHON, "-c", "pass"]), process([KATATX, "due"], home=home))
    print(f"katatx due takes {1000 * (min(due) - min(bare)):.0f} ms more than Python itself (aim 60)")
    with tempfile.TemporaryDirectory() as folder:
        return 0 if many_files(Path(folder, "home"), asked.files, max(2, asked.rounds // 3)) else 1


if __name__ == "__main__":
    sys.exit(main())
