"""Simulated learners in number: `python bench/learners.py --honest 1000000 --per-turn 200 --slips 100000`.

Honest learners round every line and must never be graded wrong; those who keep two decimals must not
be accused of a wrong turn; learners who take a known wrong turn must be told so; learners who make a random error
must not be accused of one. Every recipe has an exercise with fresh numbers; `--decks` takes the drills of the decks
instead. Prints two tables, and exits with 1 where a bound is broken.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from katatx.decks.loading import load_deck
from katatx.decks.prepared import prepare
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.fresh_numbers.draws import Draws
from katatx.engine.key import Solution, open_turns
from katatx.engine.mistakes.judging import judge
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Recipe
from katatx.engine.values import floats
from katatx.notation.answers import read_answer
from scoring import Judgement
from scoring.places import close, unit
from scoring.verdict import SLIP
from tests.engine.oracles import SAMPLES
from tests.simulation import HONEST, TWO_DECIMALS, Learner, MixedLearner, SlippingLearner, StrokeCounter

ROOT = Path(__file__).resolve().parent.parent
NOWHERE_ON_DISK = Path("/nowhere")
# Draws in which a wrong turn must show itself to be counted as one of the exercise's.
TRIAL = 3
# Exercises with more wrong turns than this take seconds to draw: their draws serve many learners.
MANY_TURNS = 25
TOLD = ("alone", "first", "coincides")
# The drills of a page have small whole numbers: with so few answers to be wrong with, a random
# error more often lands on one that a known mistake gives.
BOUNDS = {"told": 0.99, "accused": 0.005, "accused in decks": 0.05, "single": 3.0}


@dataclass(frozen=True)
class Exercise:
    """One recipe's exercise, or one drill: `place` says which of several."""

    name: str
    place: int | str

    def draws(self) -> Draws:
        if isinstance(self.place, int):
            return SAMPLES[self.name][self.place].draws()
        deck = load_deck(self.place, NOWHERE_ON_DISK)
        return prepare(deck, deck.by_id[self.name]).draws


@dataclass
class Job:
    exercise: Exercise
    honest: int
    slips: int
    quotas: dict[str, int]
    sharing: int


@dataclass
class Tally:
    """The verdicts that one exercise's simulated learners got."""

    name: str
    single: bool
    honest: Counter = field(default_factory=Counter)
    two_decimals: Counter = field(default_factory=Counter)
    slips: Counter = field(default_factory=Counter)
    widths: list[float] = field(default_factory=list)
    turns: dict[str, Counter] = field(default_factory=dict)
    seconds: float = 0.0


class _Lines(Pencil):
    """Sees whether an expression's outermost recipe is made of others."""

    made_of_recipes = False

    def __call__(self, line, how, *given):
        self.made_of_recipes |= isinstance(how, Recipe)
        return super().__call__(line, how, *given)


def exercises(decks: bool) -> Iterator[Exercise]:
    if not decks:
        yield from (Exercise(name, place) for name, samples in SAMPLES.items() for place in range(len(samples)))
        return
    for path in sorted((ROOT / "drills").glob("*.yaml")):
        deck = load_deck(path.stem, NOWHERE_ON_DISK)
        yield from (Exercise(drill.id, deck.name) for drill in deck.drills if drill.answer)


def turns_of(exercise: Exercise) -> tuple[Exercise, set[str]]:
    """The wrong turns that can be taken, and seen, with an exercise's fresh numbers."""
    draws = exercise.draws()
    seen: set[str] = set()
    for seed in range(1 if exercise.name.endswith("block") else TRIAL):
        seen |= _visible(draws.draw_solved(seed).solutions[0]).keys()
    return exercise, seen - {belief.name for belief in draws.lines[0].beliefs}


def _visible(solution: Solution) -> dict[str, tuple[float, ...]]:
    """The results of the known mistakes that lead away from the right value."""
    right, found = solution.key.value, {each.name: floats(each.value) for each in solution.mistakes}
    return {name: row for name, row in found.items() if len(row) != len(right) or not all(map(close, row, right))}


def simulate(job: Job) -> Tally:
    """One exercise's learners, on as many draws as it takes."""
    begun, draws = time.perf_counter(), job.exercise.draws()
    source = random.Random(f"{job.exercise.name} {job.exercise.place}")
    tally = Tally(job.exercise.name, single=False, turns={turn: Counter() for turn in job.quotas})
    for seed in range(10**9):
        if not _wants_more(job, tally):
            break
        names, (solution,) = draws.draw_solved(seed)
        key = solution.key
        ends = zip(key.band.low, key.band.high, key.value, strict=True)
        tally.widths += [0.0 if low == high else (high - low) / unit(value) for low, high, value in ends]
        lines = _Lines()
        evaluate(draws.lines[0].node, names, lines)
        tally.single = not lines.made_of_recipes
        _honest(job, draws, names, solution, source, tally)
        _slipping(job, draws, names, solution, source, tally)
        visible = _visible(solution) if _lacking(job, tally) else {}
        for turn in open_turns(lines):
            if turn.id in _lacking(job, tally) & visible.keys():
                _misled(job, draws, names, solution, turn, source, tally.turns[turn.id], visible)
    tally.seconds = time.perf_counter() - begun
    return tally


def _wants_more(job: Job, tally: Tally) -> bool:
    return tally.honest.total() < job.honest or tally.slips.total() < job.slips or bool(_lacking(job, tally))


def _lacking(job: Job, tally: Tally) -> set[str]:
    return {turn for turn, quota in job.quotas.items() if tally.turns[turn].total() < quota}


def _learners(job: Job, source: random.Random, turn=None) -> list[Learner]:
    mixed = [MixedLearner(source, turn) for _ in range(job.sharing - len(HONEST))]
    return [*(Learner(habit, turn) for habit in HONEST), *mixed]


def _honest(job, draws, names, solution, source, tally: Tally) -> None:
    if tally.honest.total() < job.honest:
        for learner in _learners(job, source):
            tally.honest[_said(judge(read_answer(learner.answer(draws.lines[0].node, names)), solution))] += 1
        for habit in TWO_DECIMALS:
            try:
                answer = Learner(habit).answer(draws.lines[0].node, names)
            except EngineError:
                continue
            tally.two_decimals[_said(judge(read_answer(answer), solution))] += 1


def _slipping(job, draws, names, solution, source, tally: Tally) -> None:
    counter = StrokeCounter()
    evaluate(draws.lines[0].node, names, counter)
    for _ in range(job.sharing if tally.slips.total() < job.slips else 0):
        try:
            answer = SlippingLearner(source, counter.strokes).answer(draws.lines[0].node, names)
        except EngineError:
            continue
        judged = judge(read_answer(answer), solution)
        if not judged.verdict.counts_as_right:
            tally.slips[_said(judged)] += 1


def _said(judged: Judgement) -> str:
    """The verdict; what was explained of a wrong answer."""
    named = set(judged.wrong_turns)
    return "accused" if named - {SLIP} else SLIP if named else judged.verdict.value


def _misled(job, draws, names, solution, turn, source, found: Counter, values) -> None:
    for learner in _learners(job, source, turn):
        try:
            answer = learner.answer(draws.lines[0].node, names)
        except EngineError:
            return
        found[_told(turn.id, judge(read_answer(answer), solution).wrong_turns, values)] += 1


def _told(turn: str, named: tuple[str, ...], values: dict[str, tuple[float, ...]]) -> str:
    if turn not in named:
        return "missed"
    if len(named) == 1:
        return "alone"
    before = named[: named.index(turn)]
    if all(all(map(close, values[name], values[turn])) for name in before):
        return "coincides" if before else "first"
    return "among"


def plan(asked: argparse.Namespace, pool: ProcessPoolExecutor) -> list[Job]:
    """Every exercise's share of learners; a turn's go to its own recipe's exercises and two more that know it."""
    known = dict(pool.map(turns_of, exercises(asked.decks)))
    where: dict[str, list[Exercise]] = {}
    for exercise, turns in known.items():
        for turn in turns:
            where.setdefault(turn, []).append(exercise)
    quotas: dict[Exercise, dict[str, int]] = {exercise: {} for exercise in known}
    for turn, places in where.items():
        places.sort(key=lambda place: (place.name != turn.partition("/")[0], len(known[place])))
        for place in places[:3]:
            quotas[place][turn] = -(-asked.per_turn // min(3, len(places)))
    light = sum(len(turns) <= MANY_TURNS for turns in known.values())
    jobs = []
    for exercise, turns in known.items():
        many = len(turns) > MANY_TURNS
        share = light * (20 if many else 1)
        sharing = 200 if exercise.name.endswith("block") else 50 if many else 10
        wanted = [-(-number // share) for number in (asked.honest, asked.slips)]
        jobs.append(Job(exercise, wanted[0], wanted[1], quotas[exercise], sharing))
    return sorted(jobs, key=lambda job: -len(known[job.exercise]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--honest", type=int, default=20_000)
    parser.add_argument("--per-turn", type=int, default=60)
    parser.add_argument("--slips", type=int, default=20_000)
    parser.add_argument("--decks", action="store_true", help="the drills of the decks instead of the recipes")
    asked = parser.parse_args()
    with ProcessPoolExecutor() as pool:
        futures = [pool.submit(simulate, job) for job in plan(asked, pool)]
        tallies = [future.result() for future in as_completed(futures)]
    return report(tallies, BOUNDS["accused in decks" if asked.decks else "accused"])


def report(tallies: list[Tally], most_accused: float) -> int:
    broken = [*_report_exercises(tallies, most_accused), *_report_turns(tallies)]
    print("\n".join(broken) if broken else "every bound holds")
    return 1 if broken else 0


def _report_exercises(tallies: list[Tally], most_accused: float) -> list[str]:
    honest, slips, broken = Counter[str](), Counter[str](), list[str]()
    print(f"{'exercise':34}   honest  outside    width   erring  accused  seconds")
    merged: dict[str, list[Tally]] = {}
    for tally in tallies:
        merged.setdefault(tally.name, []).append(tally)
    for name, parts in sorted(merged.items()):
        right, wrong = sum((p.honest for p in parts), Counter()), sum((p.slips for p in parts), Counter())
        width, accused = median(width for p in parts for width in p.widths), wrong["accused"] / max(1, wrong.total())
        single = all(p.single for p in parts)
        row = (right.total(), right.total() - right["right"], f"{width:.2f}", wrong.total(), f"{accused:.2%}")
        cells = (*row, f"{sum(p.seconds for p in parts):.1f}")
        print(f"{name + ' (single)' * single:34} " + " ".join(f"{cell:>8}" for cell in cells))
        honest, slips = honest + right, slips + wrong
        if single and width >= BOUNDS["single"]:
            broken.append(f"{name}: a band {width:.2f} units wide")
    print(f"honest learners: {honest.total()}, " + ", ".join(f"{v} {c}" for v, c in sorted(honest.items())))
    short = sum((tally.two_decimals for tally in tallies), Counter())
    print(f"with two decimals: {short.total()}, " + ", ".join(f"{v} {c}" for v, c in sorted(short.items())))
    if short["accused"]:
        broken.append(f"{short['accused']} learners with two decimals were accused of a wrong turn")
    share = slips["accused"] / max(1, slips.total())
    print(f"learners with a random error: {slips.total()}, accused of a wrong turn: {slips['accused']} ({share:.2%})\n")
    if honest.total() != honest["right"]:
        broken.append("an honest learner was graded wrong")
    return [*broken, f"{share:.2%} of random errors accused"] if share > most_accused else broken


def _report_turns(tallies: list[Tally]) -> list[str]:
    turns: dict[str, Counter] = {}
    for tally in tallies:
        for turn, found in tally.turns.items():
            turns[turn] = turns.get(turn, Counter()) + found
    kinds = (*TOLD, "among", "missed")
    print(f"{'wrong turn':46} {'taken':>8} " + " ".join(f"{kind:>9}" for kind in kinds) + "      told")
    broken = []
    for turn, found in sorted(turns.items()):
        told = sum(found[kind] for kind in TOLD) / max(1, found.total())
        print(f"{turn:46} {found.total():8} " + " ".join(f"{found[kind]:9}" for kind in kinds) + f" {told:9.2%}")
        if told < BOUNDS["told"]:
            broken.append(f"{turn}: told to {told:.2%} of those who took it")
    taken = sum(found.total() for found in turns.values())
    missed = sum(found["missed"] for found in turns.values())
    print(f"{len(turns)} wrong turns, {taken} taken, {missed} missed")
    return broken


if __name__ == "__main__":
    sys.exit(main())
