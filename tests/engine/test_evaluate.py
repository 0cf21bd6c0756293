"""Expressions: their standard form, their value and the lines they are worked in; the values and arrays in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from katatx.engine.arrays import arranged, picked
from katatx.engine.asking import Disagree, OneByOne
from katatx.engine.checking import check
from katatx.engine.errors import EngineError, TwoReadings
from katatx.engine.evaluate import evaluate, work_out
from katatx.engine.key import write_out
from katatx.engine.names import Defined
from katatx.engine.pencils.interval import Interval
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.standard_form import standard
from katatx.engine.values import (
    Value,
    as_lists,
    rank_of,
    shape_of,
    shapes_in_words,
    size_of,
    value_of,
)
from katatx.errors import KatatxError
from katatx.notation.expressions import read_expression
from katatx.notation.printing import write_expression
from katatx.notation.syntax import Binary, Literal, Name, Node, Unary

X, A, W, C = (
    np.array([1.0, 2.0]),
    np.array([[1.0, 2.0], [3.0, 4.0]]),
    np.array([[1.0, 0, 2], [0, 1, 1]]),
    [[5.0], [7.0]],
)
Y = [5.0, 6.0, 7.0, 8.0]
NAMES = {
    "x": (1.0, 2.0),
    "y": tuple(Y),
    "A": value_of(A.tolist()),
    "W": value_of(W.tolist()),
    "c": ((5.0,), (7.0,)),
    "n": 3.0,
}


def worked(text: str, **names: Value) -> Any:
    return as_lists(evaluate(read_expression(text), NAMES | names))


def lines_of(text: str, **names: Value) -> list[str]:
    """Return the names of the lines that an expression is worked in, without those inside them."""
    return [step.line for step in write_out(read_expression(text), NAMES | names)]


def named(text: str, column: int = 1) -> Name:
    return Name(text, column)


def number(value: float) -> Literal:
    return Literal(f"{value:g}", float(value), 1)


# ---- the value of each sign, and its lines


def test_a_comparison_is_broadcast() -> None:
    found = evaluate(Binary(">", named("A"), named("x"), 1), NAMES)
    assert as_lists(found) == (X < A).tolist()


# ---- calls


# ---- names


@pytest.mark.parametrize("work", [evaluate, lambda node: work_out(node, {}, Pencil())])
def test_what_is_nested_too_deeply_is_refused_by_each_way_in(work: Callable[[Node], object]) -> None:
    node: Node = number(1)
    for _ in range(20_000):
        node = Unary("√", node, 1)
    with pytest.raises(EngineError, match="the line is too long, or has too many brackets inside one another"):
        work(node)


def definition(text: str, names: dict[str, Any] | None = None, value: Value | None = None) -> Defined:
    return Defined(read_expression(text), names, value)


def test_a_definition_is_worked_once_as_a_line_of_its_own() -> None:
    s = definition("2·3", {})
    assert worked("s + s·s", s=s) == 42
    assert lines_of("s + s·s", s=s) == ["s =", "multiply", "add"]


def test_a_known_value_is_written_once_however_it_is_reached() -> None:
    a = definition("2·3", {}, 6.0)
    b, d = definition("a + 1", {"a": a}), definition("a - 1", {"a": a})
    assert lines_of("b·d + a", a=a, b=b, d=d) == ["a =", "b =", "d =", "multiply", "add"]


# ---- parts of a value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("y[1:3]", Y[1:3]),
        ("A[1][0]", 3),
        ("W[[0, 1], [2, 0]]", W[[0, 1], [2, 0]]), ("W[:, [2, 0]]", W[:, [2, 0]]),
        ("x[:, None]", X[:, None]),
    ],
)  # fmt: skip
def test_an_index_picks_what_it_does_in_numpy(text: str, expected: Any) -> None:
    np.testing.assert_array_equal(worked(text), expected)


def test_an_index_of_one_row_of_positions_leaves_a_row_in_a_row_of_rows() -> None:
    assert picked(((1.0, 2.0), (3.0, 4.0)), [(1.0,)]) == ((3.0, 4.0),)
    assert picked(((1.0, 2.0), (3.0, 4.0)), [slice(1, 2), slice(0, 1)]) == ((3.0,),)


# ---- broadcasting and whole numbers


# ---- calls that arrange numbers


SIZES = r"the sizes make no row or grid of 1 to 2,000 numbers; write one or two sizes, as in zeros\(2, 3\)"
LINSPACE = "; write a count from 1 to 2,000 and finite ends"
RANGE = "does not have 1 to 2,000 numbers; write another end or step"


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("eye", (2, 0), SIZES),
        ("eye", (45,), SIZES),
        ("arange", (0,), RANGE),
        ("arange", (-2,), RANGE),
        ("linspace", (0, 1, 0), LINSPACE),
        ("linspace", (0, 1, -1), LINSPACE),
        ("linspace", (0, 1, 2001), LINSPACE),
        ("tril", ([1, 2],), "tril does not work with a row of 2"),
        ("reshape", ([1, 2, 3], [-1, 2]), "3 numbers do not fill that shape"),
        ("reshape", ([1, 2, 3], [-1, 0]), "3 numbers do not fill that shape"),
        ("join", (0,), "there is nothing to join"),
        ("join", (0, A.tolist(), [1, 2]), "a row and a grid cannot be joined"),
        ("join", (0, [1, 2], A.tolist()), "a row and a grid cannot be joined"),
        ("join", (0, A.tolist(), W.tolist()), "do not match: a grid of 2 rows of 2 and a grid of 2 rows of 3"),
        ("where", ([1, 0], 0, [1, 2, 3]), "the shapes do not match"),
        ("argsort", (A.tolist(),), r"^argsort is given a grid of 2 rows of 2; write one row, as in argsort\(x\[0\]\)"),
        ("sort", (A.tolist(),), r"^sort is given a grid of 2 rows of 2; write one row, as in sort\(x\[0\]\)"),
        ("shape", (4,), "shape is given one number; write a row or a grid"),
        ("flip", (4,), "flip does not work with one number"),
    ],
)
def test_what_cannot_be_arranged_is_refused(name: str, given: tuple[Any, ...], says: str) -> None:
    with pytest.raises(EngineError, match=says):
        arranged(name, tuple(map(value_of, given)))


def test_what_cannot_be_arranged_for_many_draws_is_worked_one_by_one() -> None:
    with pytest.raises(OneByOne):
        arranged("sort", [(np.array([1.0, 2.0]), np.array([2.0, 1.0]))])
    with pytest.raises(Disagree):
        arranged("zeros", [np.array([1.0, 2.0])])


# ---- values


SHAPES: list[tuple[Any, tuple[int, ...], str]] = [
    (4.0, (), "one number"),
    (None, (), "one number"),
    (Interval(1.0, 2.0), (), "one number"),
    ((4.0,), (1,), "a row of 1"),
    ((4.0, 5.0, 6.0), (3,), "a row of 3"),
    (((4.0, 5.0, 6.0),), (1, 3), "a grid of 1 row of 3"),
    (((4.0,), (5.0,)), (2, 1), "a grid of 2 rows of 1"),
    ((((4.0, 5.0), (5.0, 6.0), (7.0, 8.0)),) * 4, (4, 3, 2), "a grid of 4 rows of 3"),
]


@pytest.mark.parametrize(("value", "shape", "words"), SHAPES)
def test_the_shape_of_a_value(value: Value, shape: tuple[int, ...], words: str) -> None:
    assert shape_of(value) == shape
    assert rank_of(value) == len(shape)
    assert size_of(value) == int(np.prod(shape))
    assert shapes_in_words(value) == words
    assert shapes_in_words(1.0, value, (1.0, 2.0)) == f"one number and {words} and a row of 2"


# ---- the standard form

VALUED = {"Q": 2.0, "K": 3.0, "p": 0.5, "x": (1.0, 2.0), "A": ((1.0,),), "∂L/∂w": 4.0, "a": 1.0, "ab": 2.0, "c": 3.0}


def test_a_derivative_with_a_value_is_one_name() -> None:
    slope = standard(read_expression("∂L/∂w"), VALUED)
    assert slope == Name("∂L/∂w", 1)
    assert standard(read_expression("Q·∂L/∂w"), VALUED) == Binary("·", Name("Q", 1), Name("∂L/∂w", 3), 2)
    assert standard(read_expression("Q·dL/dw"), {"Q": 1.0, "dL/dw": 2.0}) == Binary(
        "·", Name("Q", 1), Name("dL/dw", 3), 2
    )
    other = Binary("·", Name("∂L", 1), Name("∂w", 3), 2)
    assert standard(other, VALUED) == other
    assert standard(other._replace(sign="⊙"), VALUED) == other._replace(sign="⊙")
    power = Binary("/", Binary("^", Name("Q", 1), Name("∂L", 3), 2), Name("∂w", 6), 5)
    assert standard(power, VALUED) == power


def test_what_is_filled_is_filled_with_one_number_which_may_be_rounded() -> None:
    with pytest.raises(EngineError, match="full is given a row of 2 to fill with; write one number"):
        arranged("full", (2.0, (1.0, 2.0)))
    assert arranged("full", (2.0, Interval(1.0, 2.0)))[0].high == 2.0


GRIDS = "M = [[1, 2], [3, 4]]; N = [[0, 1], [1, 1]]; v = [1, 2]; a = 2; b = 3; D = M·N; W = b·M + N; "


@pytest.mark.parametrize("text", ["(M -N)", "(D/M N)"])
def test_grids_in_a_list_are_no_product_where_that_is_unclear(text: str) -> None:
    with pytest.raises(KatatxError):
        check(GRIDS + text)


@pytest.mark.parametrize("text", ["(v v)"])
def test_names_side_by_side_in_brackets_are_a_list_or_a_product(text: str) -> None:
    with pytest.raises(TwoReadings, match="a list or a product"):
        check(GRIDS + text)


def test_names_that_double_are_looked_at_once() -> None:
    lines = ["b0 = [[1, 0], [0, 1]]", *(f"b{at + 1} = b{at} + b{at}" for at in range(40)), "(b40 b0)"]
    assert write_expression(check("; ".join(lines)).links[-1].node) == "b40·b0"
