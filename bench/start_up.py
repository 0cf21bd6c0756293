"""How quick katatx is, as ratios in one run: `python bench/start_up.py [--rounds 15] [--files 100] [--answers 10000]`.

Whole processes. What reads the log is run beside the same with an empty log, and many drill files are loaded beside the
C YAML loader alone on the same bytes. Exits with 1 where that is not below its aim.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.harness import Ratio, options, seconds
from katatx.decks.loading import load_library
from katatx.decks.works import works_of_all
from katatx.progress.events import Answered, Event, answer_event
from katatx.progress.log import Log
from katatx.progress.stores import SqliteStore

PYTHON = sys.executable
KATATX = [PYTHON, "-m", "katatx"]
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
CHECK = [*KATATX, "check", "softmax 1 4"]
NUMPY = [PYTHON, "-c", "import numpy"]
DRILL = [*KATATX, "drill", "attention", "--plain"]
# What is compared: a name, an aim, the two commands, and what they read.
ROWS = [
    ('katatx check "softmax 1 4" / python -c "import numpy"', 0.8, CHECK, NUMPY, ""),
    ('katatx check "softmax 1 4" / the same sum by a numpy one-liner', 0.8, CHECK, [PYTHON, "-c", ONE_LINER], ""),
    ('katatx due, of a long log / python -c "import numpy"', 0.9, [*KATATX, "due"], NUMPY, ""),
    ("6,000 lines through katatx check - / through a numpy loop", 3.0, [*KATATX, "check", "-"], [PYTHON, "-c", STREAM], LINES),
]  # fmt: skip
OF_LOG = (["due"], ["stats"], ["review", "--plain"])
DAYS = 1000
# Whole decks are loaded to list them, never to practise one.
MOST = 20


def process(command: list[str], typed: str = "", home: Path | str = "") -> Callable[[], float]:
    around = {**os.environ, **({"KATATX_HOME": str(home)} if home else {}), "PYTHONPATH": str(ROOT)}
    return lambda: seconds(
        partial(subprocess.run, command, input=typed.encode(), stdout=subprocess.DEVNULL, env=around, check=True)
    )


def write_log(home: Path, count: int) -> None:
    """Write so many answers at the drills that katatx brings, on a thousand days that end yesterday."""
    with closing(Log(SqliteStore(home))) as log:
        log.store.execute("PRAGMA synchronous = OFF")
        log.add(answers(log, count))


def answers(log: Log, count: int) -> Iterator[Event]:
    works, source = works_of_all(load_library(Path("nowhere")).decks), Random(2)
    names = sorted({name[:2] for name in works.works})
    begun = log.settings.beginning_of(log.settings.day_of(log.settings.now()) - timedelta(days=DAYS))
    for number in range(count):
        deck, drill = source.choice(names)
        work = works.of(deck, drill)
        turns = (source.choice(sorted(work.turns)),) if work.turns and source.random() < 0.2 else ()
        verdict, at = "wrong" if turns else "right", begun + timedelta(days=DAYS * number / count)
        given: dict[str, Any] = {"a": [2.0, 1.0, 0.0, 3.0], "b": [[1.0, 0.0], [0.5, 2.0]]}
        one = Answered("days", deck, drill, number, given, "0.047 0.953", verdict, turns, (True, True), 0, at, 20.0, 2.5,
                       pencil_seconds=20.0, target_seconds=30.0)  # fmt: skip
        yield answer_event(one, log.settings.day_of(at), work)


def write_decks(folder: Path, files: int) -> list[str]:
    """Write copies of a real deck under other names; what was written."""
    folder.mkdir(parents=True)
    real = (ROOT / "drills" / "attention.yaml").read_text(encoding="utf-8")
    texts = [real.replace("deck: attention", f"deck: deck-{number}", 1) for number in range(files)]
    for number, text in enumerate(texts):
        (folder / f"deck-{number}.yaml").write_text(text, encoding="utf-8")
    return texts


def many_files(home: Path, files: int, rounds: int) -> bool:
    """Say how long many drill files take to load, and whether a drill minds them; return whether the aim is met."""
    texts = write_decks(home / "decks", files)
    loaded = Ratio(
        rounds,
        lambda: seconds(lambda: load_library(home)),
        lambda: seconds(lambda: [yaml.load(text, Loader=yaml.CSafeLoader) for text in texts]),
    )
    print(loaded.row(f"{files} files of drills, load_library / C loader alone", MOST))
    among = Ratio(rounds, process(DRILL, "q\n", home), process(DRILL, "q\n", home / "empty"))
    print(among.row("first prompt of katatx drill attention among them / alone"))
    return loaded.least < MOST and not load_library(home).faults


def main() -> int:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # as installed: compiled modules are kept
    asked = options(__doc__, rounds=15, files=100, answers=10_000)
    with tempfile.TemporaryDirectory() as folder:
        empty, full = Path(folder, "empty"), Path(folder, "full")
        write_log(full, asked.answers)
        print(Ratio.HEAD)
        for name, aim, mine, other, typed in ROWS:
            print(Ratio(asked.rounds, process(mine, typed, full), process(other, typed)).row(name, aim))
        for command in OF_LOG:
            ratio = Ratio(asked.rounds, *(process([*KATATX, *command], "q\n", home) for home in (full, empty)))
            print(ratio.row(f"katatx {' '.join(command)}, {asked.answers:,} answers / none"))
        due = Ratio(asked.rounds, process([*KATATX, "due"], home=full), process([PYTHON, "-c", "pass"]))
        print(f"katatx due takes {1000 * (min(due.ours) - min(due.theirs)):.0f} ms more than Python itself (aim 60)")
        return 0 if many_files(Path(folder, "decks"), asked.files, max(2, asked.rounds // 3)) else 1


if __name__ == "__main__":
    sys.exit(main())
