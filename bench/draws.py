"""Fresh numbers in bulk: many seeds of every drill and kata, the first few of each held to what is promised.

    python bench/draws.py [--seeds 1000] [--only DECK]

All seeds are drawn at once; the first few are drawn again by themselves, solved, and held to what is promised: the
numbers are the same, the key is finite and pencil-sized, the answer says something, no wrong turn ends where the right
answer may, or where another wrong turn does; but for what no numbers of the drill can part. Prints a digest of all
numbers drawn. To compare it with that of another Python, where nothing but NumPy is installed:

    python bench/draws.py --write drills.json
    python3.13 bench/draws.py --read drills.json --seeds 20
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
# Seeds of each drill that are drawn by themselves too, and solved.
SOLVED = 3
sys.path.insert(0, str(ROOT))

from katatx.engine.chains import ChainDraws
from katatx.engine.evaluate import evaluate
from katatx.engine.fresh_numbers.draws import Draws
from katatx.engine.fresh_numbers.many_draws import draw_many
from katatx.engine.fresh_numbers.ranges import read_range
from katatx.engine.fresh_numbers.suitable import collisions, pencil_sized, says_something
from katatx.engine.key import RIGHT, Belief, Solution
from katatx.engine.lines import ChainLine
from katatx.engine.values import as_lists, value_of
from katatx.notation.expressions import read_expression


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=1000)
    parser.add_argument("--only", help="one deck")
    parser.add_argument("--write", type=Path, help="write all drills here as plain data, and stop")
    parser.add_argument("--read", type=Path, help="take the drills from such a file")
    options = parser.parse_args()
    drills = json.loads(options.read.read_text(encoding="utf-8")) if options.read else list(from_decks())
    if options.write:
        options.write.write_text(json.dumps(drills), encoding="utf-8")
        return
    chosen = [drill for drill in drills if options.only in (None, drill["name"].partition("/")[0])]
    sys.exit(run(chosen, options.seeds))


def from_decks() -> Iterator[dict[str, Any]]:
    """Every drill and kata with fresh numbers, as plain data."""
    from katatx.decks.loading import load_file

    for path in sorted((ROOT / "drills").glob("*.yaml")):
        deck = load_file(path)
        for drill in deck.drills:
            if drill.fresh and drill.answer:
                beliefs = [
                    [f"{drill.id}/{each.name}", each.answer, each.happened, each.instead] for each in drill.beliefs
                ]
                yield {
                    "name": f"{deck.name}/{drill.id}", "answer": drill.answer, "given": drill.given,
                    "fresh": drill.fresh, "places": drill.places, "beliefs": beliefs,
                }  # fmt: skip
        kata = deck.contents.kata
        if kata is not None:
            lines = [[line.name, line.answer, line.places] for line in kata.lines]
            yield {"name": f"{deck.name}/kata", "lines": lines, "given": kata.given, "fresh": kata.fresh}


def run(drills: list[dict[str, Any]], seeds: int) -> int:
    with ProcessPoolExecutor() as pool:
        # The longest take minutes of their own: they begin first.
        order = sorted(drills, key=lambda drill: "lines" not in drill)
        found = dict(pool.map(work, order, [seeds] * len(order), chunksize=1))
    digest = hashlib.sha256()
    for drill in drills:
        digest.update(found[drill["name"]].numbers.encode())
        for fault in found[drill["name"]].faults:
            print(drill["name"], fault)
    slowest = sorted(((each.seconds / seeds, name) for name, each in found.items()), reverse=True)[:5]
    broken = sum(len(each.faults) for each in found.values())
    solved = sum(min(seeds, SOLVED) for _ in drills)
    print(f"{len(drills)} drills and katas, {len(drills) * seeds} draws, {solved} solved, promises broken: {broken}")
    print("slowest on average:", ", ".join(f"{name} {1000 * each:.0f} ms" for each, name in slowest))
    print(f"digest {digest.hexdigest()[:32]}")
    return 1 if broken else 0


class Found(NamedTuple):
    """The draws of one drill: their numbers as text, the broken promises, and the time taken in seconds."""

    numbers: str
    faults: list[str]
    seconds: float


def work(drill: dict[str, Any], seeds: int) -> tuple[str, Found]:
    """Draw a drill's numbers of all seeds at once, and the first few again, each by itself."""
    begun = time.perf_counter()
    draws = kata_of(drill) if "lines" in drill else draws_of(drill)
    drawn = [{name: as_lists(value) for name, value in names.items()} for names in draw_many(draws, range(seeds))]
    faults = []
    by_itself = kata_of(drill) if "lines" in drill else draws_of(drill)
    for seed, names in enumerate(drawn[:SOLVED]):
        alone, broken = draw(by_itself, seed)
        faults += [f"seed {seed}: {fault}" for fault in broken]
        faults += [f"seed {seed}: {names} with others, {alone} alone"] * (alone != names)
    return drill["name"], Found(json.dumps(drawn, sort_keys=True), faults, time.perf_counter() - begun)


def draws_of(drill: dict[str, Any]) -> Draws:
    given = {name: value_of(value) for name, value in drill["given"].items()}
    ranges = {name: read_range(text) for name, text in drill["fresh"].items()}
    beliefs = [Belief(name, read_expression(text), what, instead) for name, text, what, instead in drill["beliefs"]]
    return Draws(drill["name"], read_expression(drill["answer"]), given, ranges, drill["places"], beliefs)


def kata_of(drill: dict[str, Any]) -> ChainDraws:
    given = {name: value_of(value) for name, value in drill["given"].items()}
    ranges = {name: read_range(text) for name, text in drill["fresh"].items()}
    lines = [ChainLine(name, read_expression(text), places) for name, text, places in drill["lines"]]
    return ChainDraws(drill["name"].replace("/", " "), lines, given, ranges)


def draw(draws: Draws | ChainDraws, seed: int) -> tuple[Any, list[str]]:
    """The numbers of a seed, and what is wrong with them."""
    if isinstance(draws, ChainDraws):
        worked = draws.draw_solved(seed)
        names: dict[str, Any] = dict(worked.given)
        faults: list[str] = []
        for line, sieve, solution in zip(draws.lines, draws.sieves, worked.solutions, strict=True):
            faults += [f"{line.name}: {fault}" for fault in faults_of(solution, sieve)]
            faults += [f"{line.name}: not worked alike"] * (evaluate(line.node, names) != solution.value)
            names[line.name] = solution.value
        return {name: as_lists(value) for name, value in worked.given.items()}, faults
    drawn, solution = draws.draw_solved(seed)
    return {name: as_lists(value) for name, value in drawn.items()}, faults_of(solution, draws.sieve)


def faults_of(solution: Solution, sieve: Any) -> list[str]:
    key, faults = solution.key, []
    if not all(isfinite(number) or number < 0 for number in key.value):
        faults.append("not finite")
    if not all(map(pencil_sized, key.value)):
        faults.append("not pencil-sized")
    if not says_something(key.value, sieve.places):
        faults.append("says nothing")
    met = collisions(solution)
    if met:  # what cannot be avoided takes long to find
        met -= sieve.unavoidable().collisions
    faults += [f"{' and '.join(sorted(pair))} meet" for pair in met]
    faults += [
        f"{turn.name} is {RIGHT}" for turn in key.wrong_turns if turn.shape == key.shape and turn.value == key.value
    ]
    return faults


if __name__ == "__main__":
    main()
