"""Small and large numbers: `python bench/small_numbers.py --wrong 20000 --honest 200000`.

Wrong claims: calculations of several forms with factors from 1e-6 to 1e6, their result written to three to five
figures with one digit wrong, which puts it off by 2 % or more. They must be told. Honest answers: random calculations
with numbers from 0.1 to 10, every line rounded to 3 decimals or 4 figures, ties up or to even. None may be refused,
but for those that honest rounding takes beyond the limits, which are counted. Exits with 1 where a bound is broken.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from katatx.engine.checking import check
from katatx.engine.errors import EngineError
from katatx.engine.fresh_numbers.suitable import carries_too_far
from katatx.engine.key import Solution, solve
from katatx.engine.recipe import all_recipes
from katatx.engine.values import Value
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.expressions import read_expression
from katatx.notation.syntax import Node
from scoring import Verdict, grade
from tests.engine.oracles import SAMPLES
from tests.simulation import HONEST, TWO_DECIMALS, Learner, MixedLearner

# Share of wrong claims called right.
MOST_MISSED = 0.005
# A wrong digit counts from here on.
LEAST_OFF = 0.02


def factor(source: random.Random, low: float = -6, high: float = 6) -> str:
    """A number log-uniform between powers of ten, with one to four figures, as katatx reads it."""
    return f"{10 ** source.uniform(low, high):.{source.randint(1, 4)}g}".replace("e+", "e")


def _row(source: random.Random, length: int, **sizes: float) -> str:
    return "[" + ", ".join(factor(source, **sizes) for _ in range(length)) + "]"


def _chain(source: random.Random) -> str:
    text = factor(source)
    for _ in range(source.randint(2, 4)):
        text = f"({text}{source.choice(['·', ' / ', ' + ', '·', ' / '])}{factor(source)})"
    return text


def _near(source: random.Random) -> dict[str, float]:
    size = source.uniform(-6, 6)
    return {"low": max(-6, size - 1), "high": min(6, size + 1)}


def _dot(source: random.Random) -> str:
    length, sizes = source.randint(2, 4), _near(source)
    return f"dot({_row(source, length, **sizes)}, {_row(source, length)})"


def _share(source: random.Random) -> str:
    sizes = _near(source)
    return f"{factor(source, **sizes)} / ({factor(source, **sizes)} + {factor(source, **sizes)})"


def _mean_square(source: random.Random) -> str:
    sizes = _near(source)
    return f"({factor(source, **sizes)}^2 + {factor(source, **sizes)}^2) / 2"


FORMS: dict[str, Callable[[random.Random], str]] = {
    "product": lambda s: "·".join(factor(s) for _ in range(s.randint(2, 4))),
    "quotient": lambda s: f"{factor(s)} / {factor(s)}",
    "sum of products": lambda s: " + ".join(f"{factor(s)}·{factor(s)}" for _ in range(s.randint(2, 3))),
    "chain": _chain,
    "dot": _dot,
    "power": lambda s: f"({factor(s)})^{s.randint(2, 3)}·{factor(s)}",
    "root": lambda s: f"√({factor(s)})·{factor(s)}",
    "exponential": lambda s: f"e^({'-' * s.randint(0, 1)}{factor(s, high=1.3)})·{factor(s)}",
    "share": _share,
    "mean square": _mean_square,
}


def written(value: float, figures: int) -> str:
    """A number to so many figures as a person writes it: with an exponent where it is very small or large."""
    if 1e-5 <= abs(value) < 1e7:
        return f"{value:.{max(0, figures - 1 - int(f'{value:e}'.partition('e')[2]))}f}"
    return f"{value:.{figures - 1}e}".replace("e+", "e")


def one_digit_wrong(text: str, truth: float, source: random.Random) -> str | None:
    """The number with one digit replaced, so that it is off by 2 % or more; None where no try does that."""
    digits = text.partition("e")[0]
    for _ in range(20):
        index = source.choice([index for index, letter in enumerate(digits) if letter.isdigit()])
        other = text[:index] + source.choice("0123456789") + text[index + 1 :]
        if abs(float(other) - truth) >= LEAST_OFF * abs(truth):
            return other
    return None


def wrong_claims(count: int, source: random.Random, show: int) -> tuple[Counter[str], Counter[str]]:
    """Return how often wrong claims of each form were made, and called right."""
    made: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    while made.total() < count:
        form = source.choice(list(FORMS))
        text = FORMS[form](source)
        try:
            truth = check(text).worst.value
            if not isinstance(truth, float) or truth == 0 or not 1e-30 < abs(truth) < 1e12:
                continue
            claim = one_digit_wrong(written(truth, source.randint(3, 5)), truth, source)
            if claim is None:
                continue
            judged = check(f"{text} = {claim}").worst.judgement
        except (EngineError, NotationError):
            continue
        made[form] += 1
        if judged is None or judged.verdict.counts_as_right or judged.verdict is Verdict.COARSE:
            missed[form] += 1
            if missed.total() <= show:
                print(f"  called {judged.verdict if judged else None}: {text} = {claim}, truly {truth!r}")
    return made, missed


def _number(source: random.Random) -> float:
    return round(10 ** source.uniform(-1, 1), source.randint(1, 2)) or 0.1


def _like(value: Value, source: random.Random) -> Value:
    """Numbers from 0.1 to 10 in the shape of a value."""
    if isinstance(value, tuple):
        return tuple(_like(each, source) for each in value)
    return _number(source)


ARITHMETIC = (
    "a·b + c/d", "(a + b)/(c + d)", "a·b·c", "√(a^2 + b^2)", "e^(-a)·b", "a/b/c", "(a - b)·c", "ln(a·b) + c/d",
    "e^a/(e^a + e^b)", "1/(1 + e^(-a))", "(a·b + c·d)/(a + c)", "a^2/b - c",
)  # fmt: skip


def random_calculations(source: random.Random) -> tuple[str, Node, dict[str, Value]]:
    """A recipe that takes any numbers, or a calculation, with numbers from 0.1 to 10."""
    known = {recipe.name for recipe in all_recipes()}
    while True:
        if source.random() < 0.3:
            text = source.choice(ARITHMETIC)
            return text, read_expression(text), {name: _number(source) for name in "abcd"}
        name = source.choice([name for name in SAMPLES if name in known and not name.endswith("block")])
        sample = source.choice(SAMPLES[name])
        draws = sample.draws()
        names = {**draws.given, **{key: each.draw(source.random, draws.given) for key, each in draws.ranges.items()}}
        free = {key for key, text in sample.ranges.items() if text.startswith(("tenths", "integers(-"))}
        if free:
            return (
                sample.expression,
                draws.node,
                {key: _like(value, source) if key in free else value for key, value in names.items()},
            )


def honest_answers(count: int, source: random.Random, show: int) -> Counter[str]:
    """Return what became of honest answers."""
    found: Counter[str] = Counter()
    while found["answers"] < count:
        text, node, names = random_calculations(source)
        solution = _solved(node, names)
        if solution is None:
            continue
        found["calculations"] += 1
        learners = [*map(Learner, HONEST), MixedLearner(source), MixedLearner(source)]
        if carries_too_far(solution.key) or not solution.roundable:
            found["calculations beyond the limits, or without rounded lines"] += 1
            continue
        for learner in learners:
            try:
                answer = learner.answer(node, names)
            except EngineError:
                continue
            found["answers"] += 1
            judged = grade(read_answer(answer), solution.key)
            found[judged.verdict.value] += 1
            if not judged.verdict.counts_as_right:
                found["refused"] += 1
                if found["refused"] <= show:
                    print(
                        f"  refused: {text} {names}\n    {answer}: {judged.line}\n    {solution.key.value} {solution.key.band}"
                    )
        for habit in TWO_DECIMALS:
            try:
                judged = grade(read_answer(Learner(habit).answer(node, names)), solution.key)
            except EngineError:
                continue
            found["two decimals"] += 1
            found[f"two decimals: {judged.verdict.value}"] += 1
    return found


def _solved(node: Node, names: dict[str, Value]) -> Solution | None:
    try:
        return solve(node, names)
    except EngineError:
        return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wrong", type=int, default=20_000)
    parser.add_argument("--honest", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=5, help="how many failures of each kind to print")
    asked = parser.parse_args()
    broken: list[str] = []

    begun = time.perf_counter()
    made, missed = wrong_claims(asked.wrong, random.Random(asked.seed), asked.show)
    for form in FORMS:
        print(f"{form:18} {made[form]:6} wrong claims, called right or not far enough: {missed[form]}")
    share = missed.total() / max(1, made.total())
    print(f"{made.total()} wrong claims, {missed.total()} missed ({share:.2%}), {time.perf_counter() - begun:.0f} s\n")
    if share > MOST_MISSED:
        broken.append(f"{share:.2%} of wrong claims missed")

    begun = time.perf_counter()
    found = honest_answers(asked.honest, random.Random(asked.seed), asked.show)
    for what, many in sorted(found.items()):
        print(f"{what:58} {many:8}")
    print(f"{time.perf_counter() - begun:.0f} s")
    if found["refused"]:
        broken.append(f"{found['refused']} honest answers refused")
    if found["two decimals: wrong-turn"]:
        broken.append(f"{found['two decimals: wrong-turn']} answers with two decimals accused of a wrong turn")
    print("\n".join(broken) if broken else "every bound holds")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
