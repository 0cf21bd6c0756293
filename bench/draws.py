"""Fresh numbers of every drill and kata, held to what is promised: `python bench/draws.py [--seeds 20] [--only DECK]`.

The numbers of a seed are the same every time, the key is finite and pencil-sized, the answer says something, no wrong
turn ends where the right answer may, or where another wrong turn does; but for what no numbers of the drill can part.
Exits with 1 where a promise is broken.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.harness import options
from katatx.decks.loading import Deck, load_file
from katatx.decks.prepared import prepare, prepare_kata
from katatx.engine.fresh_numbers.line_check import LineCheck
from katatx.engine.fresh_numbers.suitable import pencil_sized, says_something
from katatx.engine.key import Solution
from katatx.engine.values import as_lists
from katatx.errors import KatatxError


@cache
def deck_of(name: str) -> Deck:
    return load_file(ROOT / "drills" / f"{name}.yaml")


def names(only: str) -> list[str]:
    """Return the names of all drills and katas with fresh numbers, the katas first: they take longest."""
    decks = [deck_of(path.stem) for path in sorted((ROOT / "drills").glob(f"{only or '*'}.yaml"))]
    katas = [f"{deck.name}/" for deck in decks if deck.contents.kata is not None]
    return katas + [f"{deck.name}/{drill.id}" for deck in decks for drill in deck.drills if drill.answer]


def work(name: str, seeds: int) -> tuple[list[str], float]:
    """Draw the numbers of each seed, of every tenth twice; return the broken promises, and the seconds taken."""
    begun, faults = time.perf_counter(), list[str]()
    for seed in range(seeds):
        numbers, broken = draw(name, seed)
        faults += [f"seed {seed}: {fault}" for fault in broken]
        if seed % 10 == 0 and draw(name, seed)[0] != numbers:
            faults.append(f"seed {seed}: other numbers at another time")
    return faults, time.perf_counter() - begun


def draw(name: str, seed: int) -> tuple[Any, list[str]]:
    """Return the numbers of a seed, and what is wrong with them."""
    deck_name, _, drill = name.partition("/")
    deck = deck_of(deck_name)
    chain = (prepare(deck, deck.by_id[drill]) if drill else prepare_kata(deck)).draws
    try:
        worked = chain.draw_solved(seed)
    except KatatxError as error:
        return None, [str(error)]
    lines = zip(chain.lines, chain.checks, worked.solutions, strict=True)
    faults = [f"{line.name}: {fault}" for line, check, each in lines for fault in faults_of(each, check)]
    return {name: as_lists(value) for name, value in worked.given.items()}, faults


def faults_of(solution: Solution, check: LineCheck) -> list[str]:
    key, faults = solution.key, []
    if not all(isfinite(number) or number < 0 for number in key.value):
        faults.append("not finite")
    if not all(map(pencil_sized, key.value)):
        faults.append("not pencil-sized")
    if not says_something(key.value, check.line.places):
        faults.append("says nothing")
    met = check.collisions(solution.names)
    if met:  # what cannot be avoided takes long to find
        met -= check.unavoidable()
    return faults + [f"{' and '.join(sorted(pair))} meet" for pair in met]


def main() -> int:
    asked = options(__doc__, seeds=20, only="")
    drills = names(asked.only)
    with ProcessPoolExecutor() as pool:
        found = dict(zip(drills, pool.map(work, drills, [asked.seeds] * len(drills)), strict=True))
    faults = [f"{name} {fault}" for name in drills for fault in found[name][0]]
    print(
        "\n".join(
            [
                *faults,
                f"{len(drills)} drills and katas, {len(drills) * asked.seeds} draws, promises broken: {len(faults)}",
            ]
        )
    )
    slowest = sorted(((taken / asked.seeds, name) for name, (_, taken) in found.items()), reverse=True)[:5]
    print("slowest on average:", ", ".join(f"{name} {1000 * each:.0f} ms" for each, name in slowest))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
