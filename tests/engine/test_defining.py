"""What a statement defines and what it claims; results that are sure to be whole; questions about numbers."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

import numpy as np
import pytest

from katatx.engine import asking
from katatx.engine.checking import check
from katatx.engine.defining import (
    Scope,
    defined_names,
    values_of,
)
from katatx.engine.errors import EngineError, UnknownName
from katatx.engine.evaluate import evaluate
from katatx.engine.names import Defined
from katatx.engine.pencils.interval import Interval
from katatx.engine.values import Value
from katatx.engine.whole import stays_whole
from katatx.notation.errors import Ambiguous
from katatx.notation.expressions import read_expression
from katatx.notation.statements import Side, split_statements
from katatx.notation.syntax import Node, Unary

NOTHING: Mapping[str, Defined] = {}


def above(text: str) -> Mapping[str, Defined]:
    return check(text).defined if text else NOTHING


def sides_of(text: str) -> list[Side]:
    return split_statements(text)[-1]


# ---- names in scope


# ---- names of operations in several words


# ---- what a statement defines


def test_a_new_name_that_may_be_a_product_is_asked_about() -> None:
    with pytest.raises(Ambiguous, match=r'^column 15: is "QK" a product of names above or a new name') as raised:
        check("Q = 2; K = 3; QK = 7")
    assert raised.value.column == 15


@pytest.mark.parametrize("text", ["√q = 2", "x == 3", "a = 1; a = b = 1"])
def test_names_without_a_value_that_define_nothing_are_unknown(text: str) -> None:
    with pytest.raises(UnknownName):
        check(text)


@pytest.mark.parametrize("text", ["a, b = 3, 4, 5", "a, b = 7"])
def test_names_are_no_list_of_names_unless_there_is_a_value_for_each(text: str) -> None:
    assert defined_names(sides_of(text), Scope({}, one_statement=True)) == ["a, b"]  # one heading


def values(text: str, defined: list[str]) -> list[tuple[Node, Value]]:
    sides = sides_of(text)
    node = read_expression(sides[-1].text)
    return values_of(sides, defined, node, evaluate(node), {})


def test_the_name_of_a_square_gets_the_root() -> None:
    ((node, value),) = values("σ² = 6.25", ["σ"])
    assert node == Unary("√", read_expression(" 6.25"), 1)
    assert value == 2.5
    assert [value for _, value in values("σ² = 6.25", ["other"])] == [6.25]
    with pytest.raises(EngineError):
        values("σ² = 1 - 5", ["σ"])


# ---- results that are sure to be whole


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("max(n, big)", True),
        ("head_width(12, n)", True),  # heads divide the width evenly
        ("⌊n / 2⌋", False),
        ("-half + n", False),
        ("n/0", False),
        ("row * row", False),  # two readings
    ],
)
def test_a_result_is_sure_to_be_whole_if_every_step_is(text: str, expected: bool) -> None:
    given = {
        "n": 4.0, "m": -3.0, "big": inf, "half": 0.5, "row": (1.0, -2.0), "part": (1.0, -0.5), "order": "Wx",
    }  # fmt: skip
    assert stays_whole(read_expression(text), given) is expected


# ---- questions about numbers

YES, NO = True, False


@pytest.mark.parametrize(
    ("question", "number", "expected"),
    [
        (asking.is_masked, Interval(-inf, -inf), YES),
        (asking.is_zero_or_one, 0.0, YES), (asking.is_zero_or_one, -1.0, NO),
        (lambda number: asking.is_at_most(number, 2.0), 1.0, YES),
        (lambda number: asking.is_as_high(number, Interval(3.0, 4.0)), 3.0, NO),
    ],
)  # fmt: skip
def test_a_question_about_one_number(question, number, expected: bool) -> None:
    assert question(number) is expected


def test_noise_is_told_draw_by_draw() -> None:
    found = asking.is_noise(np.array([3.9e-24, 4.1e-24]), (np.array([20.0, 20.0]), 3.0))
    assert found.tolist() == [True, False]
    found = asking.is_noise(3.9e-24, (3.0, np.array([-20.0, 10.0])))
    assert found.tolist() == [True, False]


def test_uncertain_numbers_of_many_draws_have_no_one_largest() -> None:
    uncertain = Interval(np.array([1.0, 2.0]), np.array([2.0, 3.0]))
    for row in ((uncertain,), (uncertain, 1.0), (1.0, uncertain)):
        with pytest.raises(asking.OneByOne):
            asking.largest_in(row)
    assert asking.highest_in((uncertain, 2.5)).tolist() == [2.5, 3.0]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ((7.0,), [0]),
    ],
)
def test_a_rank_counts_the_numbers_ahead(row: tuple, expected: list[int]) -> None:
    assert [asking.rank_in(row, at) for at in range(len(row))] == expected


def test_ranks_are_told_draw_by_draw() -> None:
    row = (np.array([1.0, 5.0, 3.0]), 3.0, np.array([3.0, 9.0, 0.0]))
    found = [np.broadcast_to(asking.rank_in(row, at), 3).tolist() for at in range(3)]
    assert found == [[2, 1, 0], [0, 2, 1], [1, 0, 2]]
