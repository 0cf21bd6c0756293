"""How long many drill files take to load, against the C YAML loader alone on the same bytes; and
whether `katatx drill attention` minds them.

    python bench/loading.py [--files 100] [--rounds 5]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from katatx.decks.loading import load_library

ROOT = Path(__file__).resolve().parent.parent
DRILLS_A_FILE = 100
# Whole decks are loaded to list them, never to practise one.
MOST = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        texts = write_decks(home / "decks", options.files)
        plain = quickest(lambda: [yaml.load(text, Loader=yaml.CSafeLoader) for text in texts], options.rounds)
        library = quickest(lambda: load_library(home), options.rounds)
        loaded = load_library(home)
        drills = sum(len(deck.drills) for deck in loaded.decks.values())
        print(f"{drills} drills in {len(loaded.decks)} files, {len(loaded.faults)} faults")
        print(f"load_library / C loader alone: {library / plain:.2f} (aim: below {MOST})")
        alone = quickest(lambda: first_prompt(Path(folder) / "empty"), options.rounds)
        among = quickest(lambda: first_prompt(home), options.rounds)
        print(f"first prompt of `katatx drill attention` among them / alone: {among / alone:.2f}")
    if library / plain >= MOST or not drills or loaded.faults:
        sys.exit(1)


def write_decks(folder: Path, files: int) -> list[str]:
    """Copies of the drills of a real deck, under other names."""
    folder.mkdir(parents=True)
    source = yaml.load((ROOT / "drills" / "attention.yaml").read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    texts = []
    for number in range(files):
        drills = [{**source["drills"][at % len(source["drills"])], "id": f"drill-{at}"} for at in range(DRILLS_A_FILE)]
        deck = {"deck": f"deck-{number}", "title": "t", "page": "p", "drills": drills}
        texts.append(yaml.dump(deck, Dumper=NoAliases, sort_keys=False, allow_unicode=True))
        (folder / f"deck-{number}.yaml").write_text(texts[-1], encoding="utf-8")
    return texts


class NoAliases(yaml.CSafeDumper):
    """Writes everything out: drill files have no anchors."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def first_prompt(home: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "katatx", "drill", "attention", "--plain"],
        input="q\n", env={**os.environ, "KATATX_HOME": str(home)}, cwd=ROOT, text=True, capture_output=True, check=True,
    )  # fmt: skip


def quickest(work: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


if __name__ == "__main__":
    main()
