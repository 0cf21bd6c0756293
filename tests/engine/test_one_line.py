"""One line of a working, judged by itself."""

from __future__ import annotations

from math import sqrt

import pytest

from katatx.engine.evaluate import evaluate
from katatx.engine.key import Solution, write_out
from katatx.engine.pencils.writing import leaves_of, line_to_cover
from katatx.engine.values import value_of
from katatx.notation.parser import read_expression
from katatx.questions.numbers import judge_numbers
from scoring import Verdict


def working(expression: str, **given: object):
    node, names = read_expression(expression), {name: value_of(plain) for name, plain in given.items()}
    return node, names, list(leaves_of(write_out(node, names)))


@pytest.mark.parametrize(
    ("expression", "given", "covered"),
    [
        ("softmax(scores)", {"scores": [0, 1, 2]}, "raise"),  # three powers, one sum; the last line is the answer
        ("a·b + c", {"a": 2, "b": 3, "c": 4}, "multiply"),
        ("layer_norm(x)", {"x": [1, 2, 4]}, "variance, square"),
        ("A @ x", {"A": [[1, 2], [3, 5]], "x": [1, 4]}, "linear, row"),  # each is a part of the answer
        ("merge_pair(word, pair, 4)", {"word": [1, 2, 3], "pair": [1, 2]}, "mark"),  # nothing is calculated
        ("dot(a, b)", {"a": [1, 2], "b": [3, 4]}, None),  # one line, which is the answer
    ],
)
def test_the_line_to_cover_is_the_one_with_most_calculations(expression: str, given: dict, covered: str | None) -> None:
    node, names, leaves = working(expression, **given)
    at = line_to_cover(leaves, evaluate(node, names))
    assert (None if at is None else leaves[at].name) == covered


def judged(typed: str, line: str, expression: str, **given: object):
    node, names, leaves = working(expression, **given)
    leaf = next(each for each in leaves if each.name == line)
    return judge_numbers(typed, Solution(node, names, line=leaf.step.number))


def test_a_known_mistake_on_a_line_in_the_middle_is_named() -> None:
    judgement = judged("1 2 4", "raise", "softmax(scores)", scores=[0, 1, 2])
    assert judgement.wrong_turns == ("softmax/base-2",)
    variance = ((-4 / 3) ** 2 + (-1 / 3) ** 2 + (5 / 3) ** 2) / 3
    judgement = judged(f"{sqrt(variance * 3 / 2):.3f}", "root", "layer_norm(x)", x=[1, 2, 4])
    assert judgement.wrong_turns == ("mean_square/n-minus-1",)


def test_a_fraction_is_undone_only_where_the_line_itself_divides() -> None:
    of = {"expression": "softmax(a·b / 4)", "a": [2, 4], "b": 0.25}
    assert judged("1/2 1", "multiply", **of).verdict is Verdict.RIGHT
    assert judged("1/8 1/4", "divide", **of).verdict is Verdict.AGAIN
    assert judged("e^0.125 e^0.25", "raise", **of).verdict is Verdict.AGAIN
