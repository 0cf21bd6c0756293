"""Simulated learners in number: `python bench/learners.py --learners 100000 --per-turn 10000`.

Honest learners round every line and must never be graded wrong; learners who take a
known wrong turn must be told so. Prints a table and exits with 1 where one is not.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from katatx.decks.loading import load_deck
from katatx.decks.prepared import prepare
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.key import open_turns
from katatx.engine.pencils import Pencil
from katatx.notation.answers import read_answer
from scoring import Verdict, grade
from tests.simulation import HONEST, Learner, MixedLearner

NOWHERE = Path("/nowhere")
# Draws in which a wrong turn must show itself to be counted as one of the drill's.
TRIAL = 5
# Learners who share one draw: each rounds in another way.
SHARING = 10


def drills() -> list[str]:
    deck = load_deck("attention", NOWHERE)
    return [drill.id for drill in deck.drills if prepare(deck, drill).can_be_fresh]


def turns_of(name: str) -> set[str]:
    """The wrong turns that can be taken, and seen, with a drill's fresh numbers."""
    deck = load_deck("attention", NOWHERE)
    prepared = prepare(deck, deck.by_id[name])
    seen: set[str] = set()
    for seed in range(TRIAL):
        _, solution = prepared.draws.draw_solved(seed)
        seen |= {turn.name for turn in solution.key.wrong_turns}
    return seen - {belief.name for belief in prepared.beliefs}


def simulate(job: tuple[str, int, dict[str, int]]) -> tuple[str, Counter, dict[str, Counter]]:
    """One drill's learners: verdicts of the honest, and of those who took each turn."""
    name, honest, quotas = job
    deck = load_deck("attention", NOWHERE)
    prepared, source = prepare(deck, deck.by_id[name]), random.Random(name)
    verdicts: Counter = Counter()
    by_turn: dict[str, Counter] = {turn: Counter() for turn in quotas}
    seed = 0
    while verdicts.total() < honest or any(by_turn[turn].total() < quotas[turn] for turn in quotas):
        names, solution = prepared.draws.draw_solved(seed)
        seed += 1
        for learner in [*map(Learner, HONEST), *(MixedLearner(source) for _ in range(SHARING - len(HONEST)))]:
            if verdicts.total() < honest:
                judged = grade(read_answer(learner.answer(prepared.node, names)), solution.key)
                verdicts[judged.verdict.value] += 1
        exact = Pencil()
        evaluate(prepared.node, names, exact)
        for turn in open_turns(exact):
            if turn.id in quotas and turn.id not in solution.hidden and by_turn[turn.id].total() < quotas[turn.id]:
                _misled(prepared, names, solution, turn, source, by_turn[turn.id])
    return name, verdicts, by_turn


def _misled(prepared, names, solution, turn, source, found: Counter) -> None:
    for learner in [*(Learner(habit, turn) for habit in HONEST), *(MixedLearner(source, turn) for _ in range(4))]:
        try:
            answer = learner.answer(prepared.node, names)
        except (EngineError, IndexError):
            return
        judged = grade(read_answer(answer), solution.key)
        named = [each.name for each in judged.wrong_turns]
        if judged.verdict != Verdict.WRONG_TURN or turn.id not in named:
            found["missed"] += 1
        else:
            found["alone" if len(named) == 1 else "first" if named[0] == turn.id else "among"] += 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--learners", type=int, default=20_000)
    parser.add_argument("--per-turn", type=int, default=500)
    asked = parser.parse_args()
    names = drills()
    where: dict[str, list[str]] = {}
    for name in names:
        for turn in turns_of(name):
            where.setdefault(turn, []).append(name)
    # A turn's learners are spread over the cheap drills that know it: those with fewest turns.
    size = Counter(name for drills_with in where.values() for name in drills_with)
    quotas: dict[str, dict[str, int]] = {name: {} for name in names}
    for turn, drills_with in where.items():
        cheap = sorted(drills_with, key=lambda name: size[name])[:3]
        for name in cheap:
            quotas[name][turn] = -(-asked.per_turn // len(cheap))
    jobs = [(name, -(-asked.learners // len(names)), quotas[name]) for name in sorted(names, key=lambda n: -size[n])]
    honest: Counter = Counter()
    misled: dict[str, Counter] = {}
    with ProcessPoolExecutor() as pool:
        for _, verdicts, by_turn in pool.map(simulate, jobs):
            honest += verdicts
            for turn, found in by_turn.items():
                misled[turn] = misled.get(turn, Counter()) + found
    return report(honest, misled)


def report(honest: Counter, misled: dict[str, Counter]) -> int:
    wrong = sum(count for verdict, count in honest.items() if verdict not in ("right", "carried"))
    print(f"honest learners: {honest.total()}, of them " + ", ".join(f"{v} {c}" for v, c in sorted(honest.items())))
    print(f"graded otherwise than right or carried: {wrong}\n")
    print(f"{'wrong turn':42} {'taken':>7} {'alone':>7} {'first':>7} {'among':>7} {'missed':>7}")
    for turn, found in sorted(misled.items()):
        cells = [found.total(), *(found[kind] for kind in ("alone", "first", "among", "missed"))]
        print(f"{turn:42} " + " ".join(f"{cell:7}" for cell in cells))
    missed = sum(found["missed"] for found in misled.values())
    print(f"{len(misled)} wrong turns, {sum(f.total() for f in misled.values())} taken, {missed} missed")
    return 1 if wrong or missed else 0


if __name__ == "__main__":
    sys.exit(main())
