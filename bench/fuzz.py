"""Whatever is typed: `python bench/fuzz.py [--answers] [--inputs 100000] [--seed 1]`.

Lines for `check`: expressions grown from the grammar, the same with characters lost, doubled and exchanged, and raw
bytes. With --answers answers for drills: a few pieces of what people type, over and over up to the longest answer there may be.
Each must be answered or refused with one designed error, in less processor time than Python takes to add up a
million squares (about 60 ms) for a line, ten million for an answer, and memory must not grow. Prints what was found;
exits with 1 otherwise.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.harness import options
from katatx.commands.check import document, one_line
from katatx.decks.loading import find_drill, load_deck
from katatx.decks.prepared import prepare
from katatx.engine.book import all_names, all_recipes
from katatx.engine.checking import check
from katatx.engine.values import flat, like, shape_of
from katatx.errors import KatatxError
from katatx.notation.answers import LONGEST_ANSWER
from katatx.notation.printing import write_value
from katatx.questions.asking import ask
from katatx.questions.question import Question

SQUARES = 1_000_000
# How often a slow input and the squares are timed in turns, and the seconds between: what else the machine does passes.
TURNS, PAUSE = 40, 0.5
# What may still be taken from the system after the first tenth: caches of patterns and the like.
GROWTH = 8 * 1024
JOINS = [" = ", "=", " -> ", " → ", " ≈ ", " ~ ", " = ~", "=="]
SIGNS = [" + ", " - ", "·", "*", " / ", "/", "^", " @ ", " . ", "×"]
ODD = [*"=≈~;,.·√ᵀ^%()[]-−+∞eE_#$\\\"'\x00\x1b\u202e١½\n\t ", "inf", "nan", "1e999", "0,5", "1,000", "1 1/2", ".T", "**"]  # fmt: skip
PIECES = [
    *ODD, *"0123456789aex([{)]}|‖<⟨⌊⌋:!'k", "1 ", "1, ", "1,", "1\n", "1.5", "1/2 ", "1 1/2", "½ ", "5%", "1e-3 ", "2*10^-3 ", "1 000", "1_000",
    "[[", "]]", "(1,1", "[1,1", "[1, 2],", "[1 2;", "x=", "x = 1 ", " -", "- ", "− ", "— ", "√2", "e^2 ", "2^", "10^999999", "9" * 30,
    "ln ", "exp(", "softmax(", "nan1 000", "\\frac{", "\\frac{1}{2} ", "\\begin{bmatrix}", "&", "\\\\", "\\left(", "²", "⁻¹", ".T", "..", "…",
    "a) 1\n", "1) ", "and ", "true", "1: ", "\u0301", "\u00a0",
]  # fmt: skip
KINDS = ["attention/match", "attention/padded-row", "attention/unknown-word", "attention/spot-in-portions", "vision/stack-of-strips"]  # fmt: skip


class Grower:
    """Grows what is typed: texts that are mostly expressions, and long answers."""

    def __init__(self, source: random.Random) -> None:
        self.source = source
        self.names = sorted(all_names())
        self.recipes = all_recipes()

    def text(self) -> str:
        """One input: grown, grown and damaged, or raw."""
        chance = self.source.random()
        if chance < 0.15:
            raw = self.source.randbytes(self.source.randrange(1, 200))
            return raw.decode(self.source.choice(["latin-1", "utf-8"]), "replace")
        many = self.source.choice([*[1] * 12, 2, 3, 30])
        text = self.program() if chance < 0.35 else "; ".join(self.statement() for _ in range(many))
        return self.damaged(text) if chance < 0.55 else text

    def answer(self) -> str:
        """Some pieces over and over, with others before, behind or in their second half."""
        size = self.source.choice([40, LONGEST_ANSWER // 2, LONGEST_ANSWER])
        cut = self.source.choice([size, size, size // 2])
        return (
            self.pieces(0, 3)
            + (self.pieces(1, 4) * cut)[:cut]
            + (self.pieces(1, 4) * size)[: size - cut]
            + self.pieces(0, 2)
        )

    def pieces(self, least: int, most: int) -> str:
        return "".join(self.source.choices(PIECES, k=self.source.randint(least, most)))

    def program(self) -> str:
        """Names that stand for one another, of one width so that most can be worked, and a claim of them."""
        width, names = self.source.randrange(1, 4), "abcd"[: self.source.randrange(1, 5)]
        lines = [f"{names[0]} = {self.square(self.source.randrange(3), width)}"]
        lines += [f"{name} = {self.of(before, width)}" for before, name in pairwise(names)]
        return "; ".join([*lines, f"{self.of(names[-1], width)} = {self.square(self.source.randrange(3), width)}"])

    def of(self, name: str, width: int) -> str:
        """Something made of a name."""
        many = "[" + ", ".join([name] * self.source.choice([2, 3, 40])) + "]"
        padded, other = f"pad_or_chop({name}, 900)", self.square(self.source.randrange(3), width)
        return self.source.choice([
            f"{name}·{name}ᵀ", f"{name} + {other}", f"√{name}", f"layer_norm {name}", f"{name}/3·3", f"attention({name}, {name}, {name})",
            many, padded, f"mean({name}, 2/3·3)", f"embedding({padded}, {many})", f"matmul({name}, {other})", f"causal_softmax({name})",
        ])  # fmt: skip

    def statement(self) -> str:
        if self.source.random() < 0.6:
            return self.nearly_right()
        sides = [self.expression(3)]
        for _ in range(self.source.choice([0, 1, 1, 2])):
            sides += [self.source.choice(JOINS), self.expression(self.source.choice([0, 0, 0, 2]))]
        return "".join([*(["x = "] if self.source.random() < 0.2 else []), *sides])

    def nearly_right(self) -> str:
        """An operation with what it comes to, a number or two changed: such a claim is looked into."""
        text = self.fitting_call()
        try:
            value = check(text).links[-1].value
        except KatatxError:
            return text
        numbers = [number * self.source.choice([1, 1, 1, 1.01, 2, -1, 0]) for number in flat(value)]
        return f"{text} = {write_value(like(shape_of(value), numbers), self.source.choice([0, 2, 3, 5]))}"

    def expression(self, depth: int) -> str:
        if depth == 0:
            return self.source.choice([self.number, self.row, self.grid, lambda: self.source.choice("abqxyz")])()
        kind = self.source.random()
        if kind < 0.45:
            return self.fitting_call() if depth > 1 else f"{self.source.choice(self.names)} {self.row()}"
        if kind < 0.75:
            return self.expression(depth - 1) + self.source.choice(SIGNS) + self.expression(depth - 1)
        if kind < 0.85:
            return self.source.choice(["√", "-", "sqrt", "e^"]) + f"({self.expression(depth - 1)})"
        return self.expression(depth - 1) + self.source.choice(["", "ᵀ", ".T", "^T", "%"])

    def fitting_call(self) -> str:
        """An operation given what it takes, all of one width, so that it is often worked."""
        recipe, width = self.source.choice(self.recipes), self.source.randrange(1, 5)
        size = {"number": 0, "count": 0, "row": 1, "grid": 2, "any": self.source.randrange(3)}
        given = [
            self.square(size[each.kind], width)
            for each in recipe.parameters
            if each.kind in size and (not each.optional or self.source.random() < 0.4)
        ]
        return f"{recipe.name}({', '.join(given)})"

    def square(self, rank: int, width: int) -> str:
        if rank == 0:
            return str(self.source.randrange(-3, 9)) if self.source.random() < 0.95 else self.number()
        return "[" + ", ".join(self.square(rank - 1, width) for _ in range(width)) + "]"

    def number(self) -> str:
        return self.source.choice([
            str(self.source.randrange(-9, 10)), f"{self.source.uniform(-5, 5):.3f}", str(self.source.randrange(10**6)),
            "-inf", "inf", "1e-9", "700", "-700", f"{self.source.randrange(100)}%", "0", "√2", "e^2", "π",
        ])  # fmt: skip

    def row(self) -> str:
        numbers = [self.number() for _ in range(self.source.choice([1, 2, 3, 4, 8, 60]))]
        return "[" + ", ".join(numbers) + "]" if self.source.random() < 0.7 else " ".join(numbers)

    def grid(self) -> str:
        rows = [
            " ".join(str(self.source.randrange(-5, 6)) for _ in range(4)) for _ in range(self.source.choice([1, 2, 5]))
        ]
        return (
            "[" + "; ".join(rows) + "]" if self.source.random() < 0.5 else f"[{self.square(1, 3)}, {self.square(1, 3)}]"
        )

    def damaged(self, text: str) -> str:
        letters = list(text)
        for _ in range(self.source.randrange(1, 6)):
            at = self.source.randrange(len(letters) + 1)
            move = self.source.random()
            if move < 0.4:
                letters[at:at] = self.source.choice(ODD) * self.source.choice([1, 1, 1, 2, 50])
            elif move < 0.7:
                del letters[at : at + self.source.randrange(1, 4)]
            elif letters:
                letters[at:at] = letters[: self.source.randrange(1, 30)]
        return "".join(letters)


def answered(text: str) -> str:
    """Return what comes of a text: its verdict, none, or the error it is refused with."""
    try:
        checked = check(text)
        one_line(checked)
        document(checked)
    except KatatxError:
        return "refused"
    judgement = checked.worst.judgement
    return "worked" if judgement is None else judgement.verdict.value


def judged(questions: list[Question], text: str) -> str:
    """Return the verdict on an answer; which of the questions it is given to hangs on its length."""
    question = questions[len(text) % len(questions)]
    question.read_back(text)
    return question.judge(text).verdict.value


def all_kinds() -> list[Question]:
    """Return a question of each kind: a number, a row, a grid, a choice, a line to be spotted."""
    questions = []
    for name in KINDS:
        deck_name, _, drill = name.partition("/")
        deck = load_deck(deck_name, ROOT)
        questions.append(ask(prepare(deck, find_drill(deck, drill))))
        questions[-1].judge("0")
    return questions


def seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def is_slow(tried: Callable[[str], str], text: str, taken: float, squares: Callable[[], object]) -> bool:
    """Return whether an input takes longer than the squares at its quickest, both timed in turns: a busy machine slows
    both alike.
    """
    least = seconds(squares)
    for _ in range(TURNS):
        if taken <= least:
            return False
        time.sleep(PAUSE)
        taken, least = min(taken, seconds(partial(tried, text))), min(least, seconds(squares))
    return taken > least


def memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> int:
    asked = options(__doc__, answers=False, inputs=100_000, seed=1)
    grower = Grower(random.Random(asked.seed))
    grow, tried = (grower.answer, partial(judged, all_kinds())) if asked.answers else (grower.text, answered)
    squares = partial(sum_squares, 10 * SQUARES if asked.answers else SQUARES)
    found, slowest, slow, early = Counter[str](), (0.0, ""), list[str](), 0
    allowed = min(seconds(squares) for _ in range(5))
    for number in range(asked.inputs):
        text = grow()
        taken = seconds(lambda: found.update([tried(text)]))  # noqa: B023 - called at once
        slowest = max(slowest, (taken, text))
        if taken > allowed and is_slow(tried, text, taken, squares):
            slow.append(text)
        if number == asked.inputs // 10:
            early = memory()
    print(f"{asked.inputs} inputs: " + ", ".join(f"{name} {count}" for name, count in found.most_common()))
    print(f"slowest: {slowest[0] * 1000:.1f} ms for {slowest[1][:120]!r}")
    print(
        f"slower than the squares: {len(slow)}; memory grown after the first tenth: {memory() - early} kB (bound {GROWTH})"
    )
    return 1 if slow or memory() - early > GROWTH else 0


def sum_squares(count: int) -> int:
    return sum(number * number for number in range(count))


if __name__ == "__main__":
    sys.exit(main())
