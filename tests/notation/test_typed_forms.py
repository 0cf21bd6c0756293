"""The ways in which people and programs write an answer, and what must not be read as one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from math import inf

import pytest

from katatx.engine.book import all_names
from katatx.notation.answers import read_answer, read_loosely
from katatx.notation.errors import NotationError
from scoring.judge import grade
from scoring.key import Band, Key
from scoring.verdict import Verdict

PAIR, GRID = [0.047, 0.953], [1, 2, 3, 4]
ONE: dict[str, float] = {
    "9 points": 9, "9 words": 9, "it is 9": 9, "It's 9": 9, "about 0.047": 0.047, "the answer is 9.": 9,
    "The score is 9.": 9, "I get 9": 9, "roughly 9 tokens": 9, "9, I think": 9, "answer:\n9": 9, "is 9": 9, "so 9": 9,
    "p = 0.047": 0.047, "score: 9": 9, "attn_score = 9": 9,
    "-Inf": -inf, "-INF": -inf, "-infinity": -inf, "-Infinity": -inf,
    "−∞": -inf, "float('-inf')": -inf, "-np.inf": -inf,
    "0.333...": 0.333, "0.333…": 0.333, "≈ 0.047": 0.047, "~0.047": 0.047, "≈0.047": 0.047,
    "９": 9, "０．０４７": 0.047, "−5": -5, '"0.047"': 0.047, "'9'": 9, "“9”": 9, "`9`": 9, "9.": 9, "= 9": 9, "=9": 9,
    ".047": 0.047, "+3": 3, "9.0": 9, "0,047": 0.047, "0,5": 0.5, "1,5": 1.5, "2,500": 2500, "5/2 = 2,500": 2500,
    "1.234,5": 1234.5, "1'000": 1000, "tensor(9.)": 9, "np.float64(0.047)": 0.047, "tensor(0.5, grad_fn=<MeanBackward0>)": 0.5,
    "35 x 16": 560, "35 × 16": 560, "25 percent": 0.25, "$9": 9, "9 %": 0.09,
}  # fmt: skip
ROWS: dict[str, list[float]] = {
    **dict.fromkeys((
        "tensor([0.047, 0.953], grad_fn=<SoftmaxBackward0>)", "tensor([0.047, 0.953], device='cuda:0')",
        "array([0.047, 0.953], dtype=float32)", "Array([0.047, 0.953], dtype=float32)", "np.array([0.047, 0.953])",
        "torch.tensor([0.047, 0.953], dtype=torch.float32)", "torch.tensor([0.047, 0.953], requires_grad=True)",
        "[np.float64(0.047), np.float64(0.953)]", "p = tensor([0.047, 0.953])",
        "0.047 and 0.953", "0.047, and 0.953", "nolan: 0.047 ended: 0.953", "nolan 0.047, ended 0.953",
        "nolan = 0.047 ended = 0.953", "x1 = 0.047, x2 = 0.953", "nolan is 0.047 and ended is 0.953",
        "x1: 0.047\nx2: 0.953", "nolan gets 0.047 and ended gets 0.953", "~0.047 ~0.953", "≈0.047, ≈0.953",
        "| 0.047 | 0.953 |", "|0.047|0.953|", "| nolan | ended |\n|---|---|\n| 0.047 | 0.953 |", "0.047; 0.953",
        "０．０４７，０．９５３", "'0.047', '0.953'", "0.047... 0.953...", "0,047 0,953", "0,047; 0,953",
        r"\begin{pmatrix} 0.047 & 0.953 \end{pmatrix}", r"\begin{bmatrix} 0.047 \\ 0.953 \end{bmatrix}", "[[0.047, 0.953]]",
        "(0.047, 0.953)", "[0.047 0.953].", "the portions are 0.047 and 0.953",
    ), PAIR),
    "35 x 16": [35, 16], "35 × 16": [35, 16], "35 by 16": [35, 16], "35x16": [35, 16], "35 rows and 16 columns": [35, 16],
    "0 and -Inf": [0, -inf], "| -1 | 2 |": [-1, 2],
}  # fmt: skip
GRIDS = [
    "| 1 | 2 |\n| 3 | 4 |", "| 1 | 2 |; | 3 | 4 |", "1 2; 3 4", "1, 2; 3, 4", "[[1, 2], [3, 4]]", "[1 2]; [3 4]",
    "tensor([[1., 2.],\n        [3., 4.]])", "array([[1, 2],\n       [3, 4]])", "[[1. 2.]\n [3. 4.]]",
    r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}", r"\begin{bmatrix}1&2\\3&4\end{bmatrix}", "S = [1 2; 3 4]",
    "| 1.0 | 2.0 |\n|---|---|\n| 3.0 | 4.0 |", "the grid is [1 2; 3 4]",
]  # fmt: skip
CASES = [
    *((text, (), [value]) for text, value in ONE.items()),
    *((text, (2,), values) for text, values in ROWS.items()),
    *((text, (2, 2), GRID) for text in GRIDS),
    ("355 M", (), [355e6]), ("x = 2 k", (), [2000]), ("2 k", (), [2000]), ("1;", (), [1]), ("1\n2", (2, 1), [1, 2]), ("1,5; 2,5; 3", (3,), [1.5, 2.5, 3]),
    ("1 234,5 2,5", (2,), [1234.5, 2.5]), ("-inf,1,000", (2,), [-inf, 1000]), ("[0,5]; [0,5]", (2,), [0.5, 0.5]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "asked", "values"), CASES)
def test_is_read_as_people_write_it(text: str, asked: tuple[int, ...], values: list[float]) -> None:
    assert pytest.approx(values, rel=1e-12) in [*readings(text, asked)]


def readings(text: str, asked: tuple[int, ...]) -> Iterator[list[float]]:
    """Yield the numbers of a text as it is read, and as all of its numbers, which count where they are right."""
    with suppress(NotationError):
        answer = read_answer(text, asked)
        yield [number.value for number in answer.numbers] if answer.shape == asked else []
    loose = read_loosely(text, asked)
    yield [number.value for number in loose.numbers] if loose else []


OPERATIONS = sorted({name for name in all_names() if name.isalpha() and len(name) > 1 and name != "around"})


@pytest.mark.parametrize("text", [
    "9 million", "9 thousand", "not 9", "less than 9", "2 x", "x 2", "9x", "9 plus", "9 or 10", "score 9 of 10",
    "softmax of 2", "a third of 9", "9 halves", "layer_norm 2", "x1 2", "relu(2)", "nolan", "the answer", "35 by 16",
    "log base 2", "sqrt about 2", "square root 2", "twice 4", "5 over 2", "3 squared", *(f"{name} 2" for name in OPERATIONS),
])  # fmt: skip
def test_what_is_calculated_or_no_number_is_never_read_as_a_plain_one(text: str) -> None:
    try:
        answer = read_answer(text, ())
    except NotationError as error:
        assert "(" not in str(error)  # noqa: PT017
    else:
        assert len(answer.numbers) > 1 or answer.numbers[0].forms


@pytest.mark.parametrize(
    "text", ["2 x 10^3", "2 x = 6", "softmax 1 4 : 7", "W1: 768 × 3072 = 2359296", "768 × 3 = 2304"]
)
def test_one_number_is_not_taken_for_two(text: str) -> None:
    assert read_answer(text, (2,)).shape == ()


def judged(text: str, *value: float) -> tuple[Verdict, str]:
    shape = () if len(value) == 1 else (len(value),)
    found = grade(read_answer(text, shape), Key(shape, value, Band(value, value)))
    return found.verdict, found.message


def test_a_comma_before_three_digits_is_judged_by_the_truth() -> None:
    assert judged("2,500", 2500.0)[0] is Verdict.RIGHT
    assert judged("2,500", 7.0)[0] is Verdict.WRONG
    verdict, message = judged("2,500", 2.5)
    assert verdict is Verdict.AGAIN
    assert "2500 or 2.500" in message


def test_a_large_negative_number_is_no_mask() -> None:
    assert judged("-1e9 0", -inf, 0.0) == (Verdict.AGAIN, "write -inf for a masked score")
    assert judged("-5 0", -inf, 0.0)[0] is Verdict.WRONG
    assert judged("-inf 0", -inf, 0.0)[0] is Verdict.RIGHT
