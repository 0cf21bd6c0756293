"""One line of a working, judged by itself."""

from __future__ import annotations

from math import sqrt

from katatx.engine.key import write_out
from katatx.engine.mistakes.leaves import leaves_of
from katatx.engine.mistakes.one_line import solve_line
from katatx.engine.values import value_of
from katatx.notation.answers import read_answer
from katatx.notation.expressions import read_expression
from scoring import grade


def working(expression: str, **given: object):
    node, names = read_expression(expression), {name: value_of(plain) for name, plain in given.items()}
    return node, names, list(leaves_of(write_out(node, names)))


def judged(typed: str, line: str, expression: str, **given: object):
    node, names, leaves = working(expression, **given)
    leaf = next(each for each in leaves if each.name == line)
    key = solve_line(node, names, leaf.step.number).key
    return grade(read_answer(typed, key.shape), key)


def test_a_known_mistake_on_a_line_in_the_middle_is_named() -> None:
    judgement = judged("1 2 4", "raise", "softmax(scores)", scores=[0, 1, 2])
    assert [turn.name for turn in judgement.wrong_turns] == ["softmax/base-2"]
    variance = ((-4 / 3) ** 2 + (-1 / 3) ** 2 + (5 / 3) ** 2) / 3
    judgement = judged(f"{sqrt(variance * 3 / 2):.3f}", "root", "layer_norm(x)", x=[1, 2, 4])
    assert [turn.name for turn in judgement.wrong_turns] == ["mean_square/n-minus-1"]
