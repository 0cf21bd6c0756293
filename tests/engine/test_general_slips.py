"""Slips that anyone may make are named where one alone explains a wrong value, and nowhere else."""

from __future__ import annotations

import pytest

from katatx.engine.key import solve
from katatx.engine.mistakes.slips.general import find_general_slip, find_line_written
from katatx.engine.values import value_of
from katatx.notation.answers import read_answer
from katatx.notation.expressions import read_expression


def said(expression: str, typed: str, **names: object) -> str | None:
    node = read_expression(expression)
    values = {name: value_of(value) for name, value in names.items()}
    key = solve(node, values).key
    return find_general_slip(node, values, key, read_answer(typed, key.shape).numbers)


@pytest.mark.parametrize(
    ("expression", "names", "typed", "words"),
    [
        # 3·4 + 2·5 where 3·4 - 2·5 = 2 is asked
        ("dot(q, k)", {"q": [3, -2], "k": [4, 5]}, "22", 'A minus of "q" was lost'),
        ("exp(x)", {"x": [-1, 1, -2]}, "2.718 2.718 7.389", 'A minus of "x" was lost'),
        ("a - b", {"a": [5, 1], "b": [2, 9]}, "-3 8", '"a" and "b" were exchanged'),
        ("kept·width", {"kept": 800, "width": 4}, "3204", "801 was taken for the given 800, one too many"),
        ("a·b + c", {"a": 7.0, "b": 1.5, "c": 0.8}, "10.5", '"c" was left out'),
        ("(a + b)^3", {"a": 1, "b": 1.5}, "6.25", "Squared where another power is written"),
        ("√(a + b)", {"a": 9, "b": 18.0}, "7.243", 'each term of "a + b" alone'),
        ("softmax(k·x)", {"k": 2, "x": [1, 0, 2]}, "0.489 0.180 1.330", 'Multiplied after "softmax" instead of before'),
        ("gelu(x)", {"x": [1.5, -0.5]}, "0.818 0.378", "Took sigmoid for gelu"),
        # at a line of a recipe
        ("dot(p, q)", {"p": [2, 0, 3], "q": [4, 7, 5]}, "30", "Took a product with 0 for the other number"),
        ("dot(p, q)", {"p": [-2, -3, -1, 4], "q": [-4, -5, 2.5, -1.5]}, "-31.5", "Took minus times minus for minus"),
        # in one number of a line: one score left as it is
        ("softmax(x)", {"x": [3.0, 1.0, 2.0]}, "0.705 0.035 0.259", "In one place, skipped e^"),
        # a rarer one in a given
        ("a + b·c", {"a": 0.437, "b": 0.9, "c": 2.5}, "0.687", "1 - 0.9 was taken where the given 0.9 is meant"),
        # 6 - 0.2·12 = 3.6, of which the root is still to be taken
        ("√sgd(w, 2·w, 0.2)", {"w": 6}, "3.6", "root"),
        # (-4 + 6.25) / 2, 1.2 - 3.375, and 3.25 - 0.01·3.5
        ("dot(p, q)", {"p": [0.3, 2.25], "q": [0.4, -1.5]}, "-2.175", "moved the decimal point of a product"),
        ("w - rate·g", {"w": 3.25, "rate": 0.1, "g": 3.5}, "3.215", "0.01 was taken for the given 0.1"),
        ("p - t", {"p": [0.2, 0.5, 0.3], "t": [0, 0, 1]}, "-0.8 -0.5 -0.7", 'Every number of "t" was taken for 1'),
    ],
)
def test_a_planted_slip_is_named(expression: str, names: dict[str, object], typed: str, words: str) -> None:
    assert words in (said(expression, typed, **names) or "")


def test_two_slips_of_one_value_name_nothing() -> None:
    # 60 is 12·5 without the 12 added, and 12·4 + 12.
    assert said("a·b + c", "60", a=12, b=5, c=12) is None
    # -3 taken for 3, and + for -, are the same said twice: that is told.
    assert "A minus of" in (said("a + b", "14", a=11.0, b=-3.0) or "")


def test_all_0_and_1_tells_too_little() -> None:
    assert said("softmax(x)", "1 0 0", x=[9.0, 1.0, 2.0]) is None


@pytest.mark.parametrize("typed", ["7", "-1"])
def test_one_digit_tells_too_little(typed: str) -> None:
    # 4 + 3 and 3 - 4
    assert said("a - b", typed, a=4.0, b=3.0) is None


def test_an_answer_of_another_shape_is_told_the_line_that_it_is() -> None:
    def told(expression: str, typed: str, **names: object) -> str | None:
        node = read_expression(expression)
        values = {name: value_of(value) for name, value in names.items()}
        return find_line_written(node, values, read_answer(typed, ()), 3)

    assert 'the line "raise"' in (told("max(softmax(x))", "2.718 20.086", x=[1.0, 3.0]) or "")
    assert 'the line "total"' in (told("softmax(x)", "22.804", x=[1.0, 3.0]) or "")
    assert '"p" as it is given' in (told("dot(p, q)", "2 3", p=[2, 3], q=[4, 5]) or "")
    # a row's line of every row, one below the other
    assert 'the line "total"' in (told("softmax(x)", "22.804 8.389", x=[[1.0, 3.0], [0.0, 2.0]]) or "")
    assert told("dot(p, q)", "7", p=[2, 3], q=[4, 5]) is None
    assert told("dot(p, q)", "[1 2; 3 4]", p=[2, 3], q=[4, 5]) is None


def test_a_slip_that_leaves_a_row_for_a_number_is_no_error() -> None:
    words = "took e^ of a number 1 larger"
    assert words in (said("softmax_state(x)", "2 1.736", x=[2, 0, 1]) or "")
