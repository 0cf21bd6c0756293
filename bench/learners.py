"""Simulated learners in number: `python bench/learners.py [--draws 20] [--decks] [--only softmax]`.

Honest learners round every line and must never be graded wrong; those who keep two decimals must not be accused of a
wrong turn; learners who take a known wrong turn must be told so; learners who make a random error must not be accused of
one. Every recipe has exercises with fresh numbers; `--decks` takes the drills of the decks instead. Each draw is given
to learners of every kind. Prints what they were told, and each bound that is broken; exits with 1 then.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.harness import options
from katatx.decks.loading import load_deck
from katatx.decks.prepared import prepare
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.fresh_numbers.draws import Draws
from katatx.engine.key import Solution, open_turns
from katatx.engine.mistakes.judging import judge
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.values import floats
from katatx.notation.answers import read_answer
from scoring import Judgement
from scoring.places import close
from scoring.verdict import SLIP
from tests.engine.oracles import SAMPLES
from tests.simulation import HONEST, TWO_DECIMALS, Learner, MixedLearner, SlippingLearner, StrokeCounter

NOWHERE_ON_DISK = Path("/nowhere")
# Of each kind of learner on a draw: those who round only some lines, those who slip, those who take a wrong turn.
MIXED, SLIPPING, MISLED = 4, 10, 3
# A wrong turn is told alone, or first, or after others that come to the same.
TOLD = ("alone", "first", "coincides")
LEAST_TOLD = 0.99
# The drills of a page have small whole numbers: with so few answers to be wrong with, a random
# error more often lands on one that a known mistake gives.
MOST_ACCUSED = {False: 0.005, True: 0.05}
# Of fewer learners who took a turn no share is held to a bound.
FEW = 100


@dataclass
class Tally:
    """Counts of what simulated learners of exercises were told."""

    honest: Counter[str] = field(default_factory=Counter)
    short: Counter[str] = field(default_factory=Counter)
    slips: Counter[str] = field(default_factory=Counter)
    turns: dict[str, Counter[str]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.honest.update(other.honest)
        self.short.update(other.short)
        self.slips.update(other.slips)
        self.faults += other.faults
        for turn, found in other.turns.items():
            self.turns.setdefault(turn, Counter()).update(found)


def exercises(decks: bool) -> Iterator[tuple[str, int | str]]:
    """Yield a recipe and the number of its exercise, or a drill and its deck."""
    if not decks:
        yield from ((name, place) for name, samples in SAMPLES.items() for place in range(len(samples)))
        return
    for path in sorted((ROOT / "drills").glob("*.yaml")):
        yield from ((each.id, path.stem) for each in load_deck(path.stem, NOWHERE_ON_DISK).drills if each.answer)


def draws_of(name: str, place: int | str) -> Draws:
    if isinstance(place, int):
        return SAMPLES[name][place].draws()
    deck = load_deck(place, NOWHERE_ON_DISK)
    return prepare(deck, deck.by_id[name]).draws


def simulate(name: str, place: int | str, count: int) -> Tally:
    """Give so many draws of an exercise to learners of every kind."""
    draws, source, tally = draws_of(name, place), random.Random(f"{name} {place}"), Tally()
    for seed in range(count):
        one_draw(draws, seed, name if isinstance(place, int) else "", source, tally)
    return tally


def one_draw(draws: Draws, seed: int, recipe: str, source: random.Random, tally: Tally) -> None:
    """Give one draw to learners of every kind; those who take a wrong turn take one of the recipe, if there is one."""
    names, (solution,) = draws.draw_solved(seed)
    node, lines, counter = draws.lines[0].node, Pencil(), StrokeCounter()
    evaluate(node, names, lines)
    evaluate(node, names, counter)

    def told(learner: Learner, found: Counter[str], say: Callable[[Judgement], str]) -> None:
        with suppress(EngineError):  # some mistakes lead nowhere
            typed = learner.answer(node, names)
            found[came := say(judge(read_answer(typed), solution))] += 1
            if found is tally.honest and came != "right":
                tally.faults.append(f"{draws.name}, draw {seed}: the honest answer {typed!r} is graded {came}")

    for learner in (*map(Learner, HONEST), *(MixedLearner(source) for _ in range(MIXED))):
        told(learner, tally.honest, said)
    for habit in TWO_DECIMALS:
        told(Learner(habit), tally.short, said)
    for _ in range(SLIPPING):
        told(SlippingLearner(source, counter.strokes), tally.slips, said)
    visible = results_of_mistakes(solution)
    for turn in open_turns(lines):
        is_own = not recipe or turn.id.startswith(f"{recipe}/")
        for _ in range(MISLED if is_own and turn.id in visible else 0):
            found = tally.turns.setdefault(turn.id, Counter())
            told(MixedLearner(source, turn), found, lambda judged: naming(turn.id, judged.wrong_turns, visible))  # noqa: B023


def results_of_mistakes(solution: Solution) -> dict[str, tuple[float, ...]]:
    """Return the results of the known mistakes that lead away from the right value."""
    right, found = solution.key.value, {each.name: floats(each.value) for each in solution.mistakes}
    return {name: row for name, row in found.items() if len(row) != len(right) or not all(map(close, row, right))}


def said(judged: Judgement) -> str:
    """Return the verdict; of a wrong answer what it was explained by."""
    named = set(judged.wrong_turns)
    return "accused" if named - {SLIP} else SLIP if named else judged.verdict.value


def naming(turn: str, named: tuple[str, ...], values: dict[str, tuple[float, ...]]) -> str:
    """Return how a wrong turn that was taken is named: alone, first, beside those that come to the same, or not."""
    if turn not in named or len(named) == 1:
        return "alone" if turn in named else "missed"
    before = named[: named.index(turn)]
    if all(name in values and all(map(close, values[name], values[turn])) for name in before):
        return "coincides" if before else "first"
    return "among"


def broken(all_told: Tally, decks: bool) -> Iterator[str]:
    accused = all_told.slips["accused"] / max(1, all_told.slips.total() - all_told.slips["right"])
    print(f"accused of a wrong turn for a random error: {accused:.2%} (at most {MOST_ACCUSED[decks]:.1%})")
    if all_told.short["accused"]:
        yield "a learner with two decimals was accused of a wrong turn"
    if accused > MOST_ACCUSED[decks]:
        yield "too many random errors were taken for wrong turns"
    for turn, found in sorted(all_told.turns.items()):
        share = sum(found[kind] for kind in TOLD) / found.total()
        if share < LEAST_TOLD and found.total() >= FEW:
            yield f"{turn}: told to {share:.2%} of those who took it: {dict(found)}"


def main() -> int:
    asked = options(__doc__, draws=20, decks=False, only="")
    works = [each for each in exercises(asked.decks) if asked.only in each[0]]
    total = Tally()
    with ProcessPoolExecutor() as pool:
        for tally in pool.map(simulate, *zip(*works, strict=True), [asked.draws] * len(works)):
            total.add(tally)
    turns = sum(total.turns.values(), Counter())
    for kind, told in (("honest", total.honest), ("two decimals", total.short), ("slipping", total.slips), (f"{len(total.turns)} wrong turns", turns)):  # fmt: skip
        print(f"{kind}: {told.total()}, " + ", ".join(f"{name} {count}" for name, count in told.most_common()))
    faults = [*total.faults, *broken(total, asked.decks)]
    print("\n".join(faults) or "every bound holds")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
