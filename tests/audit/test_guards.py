"""What is never called wrong: what is no claim, what has another reading, and what is right however it was rounded."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tests.audit.planting import audited
from tests.audit.test_chains import UNCHECKED, checked, wrong
from tests.tiers import quick_first

# Pages of which nothing is wrong, each below a line of %%.
NEVER_WRONG = Path(__file__).with_name("never_wrong.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["page.txt", "page.md"])
def test_it_is_not_called_wrong(name: str) -> None:
    pages = re.split(r"^%%.*\n", NEVER_WRONG, flags=re.MULTILINE)[1:]
    assert len(pages) > 80
    assert {text: found for text in pages if (found := wrong(text.removesuffix("\n"), name))} == {}


# Beside a guard, the line it must not swallow; and a result that no reading gives.
@pytest.mark.parametrize("name", ["page.txt", "page.md"])
@pytest.mark.parametrize(
    ("text", "slip"),
    [
        ("2·3 = 6   4 + 5 = 8", "8"),
        ("1000/7 = 142.858", "142.858"),
        ("e^0.5 = 1.6488", "1.6488"),
        ("2/3 = 0.68", "0.68"),
        ("Figure 3-1 = the plan, and 9 - 7 = 3", "3"),
        ("784 → 128 → 10: 784·128 + 128·10 = 101,622", "101,622"),
        ("1 + 2 + ... + 10 = 55 and 1 + 2 + 10 = 12", "12"),
        ("- 3·2 = 6, then 2·4 = 9", "9"),
        ("112·112·64 = 900K", "900K"),
        ("2·3 = 7 — which is all", "7"),
        ("How many are open? 1 + 2 + 3 = 7, out of 9.", "7"),
        ("Nothing here: 2 + 2 = 5 is wrong. And 6 / 2 = 4.", "4"),
        ("(3 / 4) × 10^2 = 85", "85"),
        ("-0.25 log 0.25 - 0.75 log 0.75 = 0.911 bits", "0.911"),
        ("sqrt(4) = 2   sqrt(9) = 4", "4"),
        ("W = [0, 2; 1, 0]\n\n2W = [0, 4; 3, 0]", "[0, 4; 3, 0]"),
        ("4 exp + 4 sum + 4 div = ~32 ops", "32"),
        ("sum = 5. 4 exp + 4 sum + 4 div = ~32 ops", "32"),
        ("-[log(0.5) + log(0.25)] = 3.079", "3.079"),
        ("x = √(175/5) = √(135/5) = √35 = 5.916", "√(135/5)"),
        ("total: 2.718 + 54.598 = 57.613", "57.613"),
    ],
)
def test_what_is_wrong_in_every_reading_is_wrong(text: str, slip: str, name: str) -> None:
    assert [printed for _, printed in wrong(text, name)] == [slip]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("it is not 7 · 8 = 54", "is wrong"),
        ("2·3 km = 6000 m", "unit"),
        ("2/3 = 0.6", "cut"),
        ("2^64 = 18446744073709551616", "from 2^53 on"),
        ("root(9) = 4", "no calculation"),
        ("Share: 3 / 0 = 7", "3 / 0 divides by zero"),
    ],
)
def test_what_is_left_unchecked_says_why(text: str, reason: str) -> None:
    (claim,) = audited(text + "\n").claims
    assert claim.verdict is UNCHECKED
    assert reason in claim.why


def test_a_remark_behind_code_is_no_result() -> None:
    code = "wait = 15 * 60  # 15 minutes\nt = 3 ** 2  # (2)\ns = 2 + 5  # {}"
    assert wrong(code.format(7), "page.py") == []
    assert wrong(code.format(8), "page.py") == [(3, "8")]


def test_a_page_with_decimal_commas_is_left_alone() -> None:
    """0,5 + 0,25 are not two rows of numbers; half of these lines would be wrong if read so."""
    lines = [f"x{at} = {at},25 + 0,5{at} = {at + 1},75" for at in range(1, 9)]
    assert wrong("\n".join(lines)) == []


# ---- random worked pages, rounded along the way or only where they are printed


class Pencil:
    """Rounds along the way, or keeps every digit; prints with `places` decimals in both cases."""

    def __init__(self, source: Random) -> None:
        self.source, self.places, self.rounds = source, source.choice([3, 4]), source.random() < 0.5

    def kept(self, value: object) -> np.ndarray:
        """Return what the author goes on with."""
        return np.round(value, self.places) if self.rounds else np.asarray(value)

    def shown(self, value: object) -> str:
        """Return a number, a row or a grid as it is printed."""
        array = np.asarray(value)
        if array.ndim:
            return "[" + ", ".join(self.shown(part) for part in array) + "]"
        return f"{round(float(array), self.places) + 0.0:.{self.places}f}"

    def drawn(self, *shape: int) -> np.ndarray:
        """Return random numbers with one decimal that no softmax makes tiny."""
        return np.array([self.source.randint(-15, 15) / 10 for _ in range(int(np.prod(shape)))]).reshape(shape)


def attention(pencil: Pencil) -> str:
    """Attention by matrices."""
    length, width = pencil.source.randint(2, 3), pencil.source.randint(2, 4)
    q, k, v = (pencil.source.choices(range(-2, 3), k=length * width) for _ in range(3))
    q, k, v = (np.array(each).reshape(length, width) for each in (q, k, v))
    scores = q @ k.T
    scaled = pencil.kept(scores / np.sqrt(width))
    raised = np.exp(scaled)
    weights = pencil.kept(raised / raised.sum(axis=1, keepdims=True))
    return (
        f"Q = {q.tolist()}\nK = {k.tolist()}\nV = {v.tolist()}\n\nS = Q·Kᵀ = {scores.tolist()}\nscaled = S / √{width} = {pencil.shown(scaled)}\n"
        f"A = softmax(scaled) = {pencil.shown(weights)}\nO = A·V = {pencil.shown(weights @ v)}"
    )


def shares(pencil: Pencil) -> str:
    """A softmax by hand and the loss of its largest share."""
    scores = pencil.drawn(pencil.source.randint(2, 4))
    raised = pencil.kept(np.exp(scores))
    total = pencil.kept(raised.sum())
    parts = pencil.kept(raised / total)
    lines = [f"scores: {', '.join(f'{score:g}' for score in scores)}"]
    lines += [f"e^({score:g}) = {pencil.shown(each)}" for score, each in zip(scores, raised, strict=True)]
    lines += [f"total = {' + '.join(map(pencil.shown, raised))} = {pencil.shown(total)}"]
    lines += [
        f"{pencil.shown(each)} / {pencil.shown(total)} = {pencil.shown(part)}"
        for each, part in zip(raised, parts, strict=True)
    ]
    return "\n".join([*lines, f"loss = -ln({pencil.shown(parts.max())}) = {pencil.shown(-np.log(parts.max()))}"])


def neuron(pencil: Pencil) -> str:
    """One neuron, its squared error and its gradient."""
    x, w, bias = pencil.drawn(2), pencil.drawn(2), 0.4
    total = pencil.kept(x @ w + bias)
    out = pencil.kept(1 / (1 + np.exp(-total)))
    slope = pencil.kept(2 * (out - 1) * out * (1 - out))
    return (
        f"x = {x.tolist()}, w = {w.tolist()}, b = {bias}\nz = w·x + b = ({w[0]})·({x[0]}) + ({w[1]})·({x[1]}) + {bias} = {pencil.shown(total)}\n"
        f"a = sigmoid(z) = {pencil.shown(out)}\nloss = ({pencil.shown(out)} - 1)² = {pencil.shown((out - 1) ** 2)}\n"
        f"slope = 2·({pencil.shown(out)} - 1)·{pencil.shown(out)}·(1 - {pencil.shown(out)}) = {pencil.shown(slope)}\n"
        f"g = slope·({x[0]}) = {pencil.shown(slope * x[0])}"
    )


WORKED = [attention, shares, neuron]


@pytest.mark.nightly
@pytest.mark.parametrize("page", WORKED)
@pytest.mark.parametrize("seed", quick_first(range(10)))
def test_a_right_page_is_never_called_wrong(page: Callable[[Pencil], str], seed: int) -> None:
    source = Random(seed)
    for _ in range(10):
        text = page(Pencil(source))
        assert wrong(text) == [], text
        assert len(checked(text)) >= 4
