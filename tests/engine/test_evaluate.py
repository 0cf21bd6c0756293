"""Expressions: their standard form, their value and the lines they are worked in; the values and arrays in them."""

from __future__ import annotations

from collections.abc import Callable
from math import e, exp, inf, nan, pi, sqrt
from typing import Any

import numpy as np
import pytest

from katatx.engine.arrays import ARRANGED, arranged, broadcast, is_column, picked, row_of_column, whole_number
from katatx.engine.asking import Disagree, OneByOne
from katatx.engine.checking import check
from katatx.engine.errors import EngineError, TwoReadings, UnknownName
from katatx.engine.evaluate import evaluate, work_out
from katatx.engine.key import write_out
from katatx.engine.names import Defined
from katatx.engine.pencils.interval import Interval
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.standard_form import is_product_of, standard, unknown_name
from katatx.engine.values import (
    Value,
    as_lists,
    as_written,
    entry_by_entry,
    flat,
    floats,
    is_number,
    like,
    need_numbers,
    need_rank,
    rank_of,
    shape_of,
    shaped,
    shapes_in_words,
    size_of,
    transposed,
    value_of,
)
from katatx.errors import KatatxError
from katatx.notation.expressions import read_expression
from katatx.notation.printing import write_expression
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Pick, Slice, Sum, Unary

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


@pytest.mark.parametrize(
    ("text", "expected", "lines"),
    [
        ("n", 3, []),
        ("-3", -3, []),
        ("-n", -3, ["negate"]),
        ("-x", -X, ["negate"]),
        ("√n", sqrt(3), ["root"]),
        ("√x", np.sqrt(X), ["root"]),
        ("nᵀ", 3, []),
        ("xᵀ", X[:, None], []),
        ("Aᵀ", A.T, []),
        ("Wᵀ", W.T, []),
        ("|-3|", 3, ["abs"]),
        ("|n|", 3, ["abs"]),
        ("e^n", exp(3), ["raise"]),
        ("e^x", np.exp(X), ["raise"]),
        ("e**x", np.exp(X), ["raise"]),
        ("n^2", 9, ["power"]),
        ("2^x", 2**X, ["power"]),
        ("x^2", X**2, ["power"]),
        ("x**2", X**2, ["power"]),
        ("A**2", A**2, ["power"]),
        ("A^A", A**A, ["power"]),
        ("A^x", A**X, ["power"]),
        ("x⊙x", X * X, ["multiply"]),
        ("A⊙x", A * X, ["multiply"]),
        ("A⊙c", A * C, ["multiply"]),
        ("x/2", X / 2, ["divide"]),
        ("A/x", A / X, ["divide"]),
        ("n·2", 6, ["multiply"]),
        ("n·x", 3 * X, ["multiply"]),
        ("x·n", 3 * X, ["multiply"]),
        ("A·n", 3 * A, ["multiply"]),
        ("x·x", 5, ["dot"]),
        ("A·x", A @ X, ["linear"]),
        ("x·A", X @ A, ["matmul"]),
        ("x·W", X @ W, ["matmul"]),
        ("A·A", A @ A, ["matmul"]),
        ("A·c", A @ C, ["matmul"]),
        ("c·x", C * X, ["matmul"]),
        ("c·[1, 2, 3]", np.outer([5, 7], [1, 2, 3]), ["matmul"]),
        ("xᵀ·x", 5, ["dot"]),
        ("xᵀ·A", X @ A, ["matmul"]),
        ("xᵀ·[1, 2, 3]", np.outer(X, [1, 2, 3]), ["matmul"]),
        ("xᵀ·n", 3 * X[:, None], ["multiply"]),
        ("Aᵀ·x", A.T @ X, ["linear"]),
        ("n + 1", 4, ["add"]),
        ("n - x", 3 - X, ["add"]),
        ("x + x - 2", 2 * X - 2, ["add", "add"]),
        ("A + x", A + X, ["add"]),
        ("A - c + x", A - C + X, ["add", "add"]),
        ("-n + 1", -2, None),
        ("2·3 - 1·2", 4, ["multiply", "add"]),
        ("2·3 - n·2 + 1·1", 1, ["multiply", "add"]),
        ("2·3 - n", 3, ["multiply", "add"]),
        ("2·3 + 4/2", 8, ["multiply", "divide", "add"]),
        ("2·x - n·x", -X, ["multiply", "multiply", "add"]),
        ("x·x - 2·3", -1, ["dot", "multiply", "add"]),
        ("x⊙x + x⊙x", 2 * X * X, ["multiply", "multiply", "add"]),
        ("x/2 + x/4", X * 0.75, ["divide", "divide", "add"]),
    ],
)  # fmt: skip
def test_each_sign_is_a_line_and_has_its_value(text: str, expected: Any, lines: list[str] | None) -> None:
    np.testing.assert_allclose(worked(text), expected, rtol=1e-14)
    assert lines is None or lines_of(text) == lines


def test_a_sum_of_products_of_numbers_is_multiplied_in_one_line() -> None:
    steps = write_out(read_expression("2·3 - n·4 + 1·0"), NAMES)
    assert [step.value for step in steps] == [(6.0, 12.0, 0.0), -6.0]


@pytest.mark.parametrize(
    ("sign", "expected"),
    [(">", [0, 0, 1]), ("<", [1, 0, 0]), (">=", [0, 1, 1]), ("<=", [1, 1, 0]), ("==", [0, 1, 0]), ("!=", [1, 0, 1])],
)
def test_a_comparison_is_worked_entry_by_entry(sign: str, expected: list[float]) -> None:
    pencil = Pencil()
    found = evaluate(Binary(sign, named("r"), number(2), 1), {"r": (1.0, 2.0, 3.0)}, pencil)
    assert as_lists(found) == expected
    assert list(pencil.seen) == [("arithmetic", "compare")]


def test_a_comparison_is_broadcast() -> None:
    found = evaluate(Binary(">", named("A"), named("x"), 1), NAMES)
    assert as_lists(found) == (X < A).tolist()


def test_a_star_between_numbers_or_with_one_is_a_product() -> None:
    for left, right, expected in (("n", "n", 9), ("n", "x", [3, 6]), ("x", "n", [3, 6])):
        assert as_lists(evaluate(Binary("*", named(left), named(right), 4), NAMES)) == expected


@pytest.mark.parametrize(
    ("node", "says"),
    [
        (
            Binary("*", named("x"), named("x"), 4),
            r"column 4: does \* multiply number by number, or does it make a dot product",
        ),
        (
            Binary("*", named("A"), named("x"), 4),
            r"column 4: does \* multiply number by number, or does it make a dot product",
        ),
        (
            Binary("^", named("A"), number(2), 4),
            r"column 4: does the power act on each number of the grid, or is the grid multiplied by itself\? Write X ⊙ X",
        ),
        (
            Unary("|", named("x"), 4),
            r"column 4: is \|x\| of a row each number without its sign, or the length of the row",
        ),
        (
            Unary("|", named("A"), 4),
            r"column 4: is \|x\| of a row each number without its sign, or the length of the row",
        ),
    ],
)
def test_notation_with_two_readings_is_asked_about(node: Node, says: str) -> None:
    with pytest.raises(TwoReadings, match=f"^{says}"):
        evaluate(node, NAMES)


def test_a_grid_of_one_row_is_returned_as_that_row() -> None:
    assert worked("[[1, 2]]") == [1, 2]
    assert worked("[[1, 2], [3, 4]]") == [[1, 2], [3, 4]]
    assert worked("[[1], [2]]") == [[1], [2]]
    assert worked("[5]") == [5]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("n + [1, x]", "column 5: the items of a list have different shapes: one number, a row of 2"),
        ("[x, y, x]", "column 1: the items of a list have different shapes: a row of 2, a row of 4"),
        ("n·[A, A]", "column 3: brackets stand three levels deep"),
    ],
)
def test_a_list_that_is_no_row_or_grid_is_refused(text: str, says: str) -> None:
    with pytest.raises(EngineError, match=f"^{says}"):
        worked(text)


# ---- calls


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("softmax(1, 4)", ["raise", "total", "divide"]),  # alone its lines are those of the expression
        ("softmax(n, n)", ["raise", "total", "divide"]),
        ("1 - softmax(1, 4)", ["softmax", "add"]),
        ("softmax([1, 4], axis=0)", ["softmax"]),
        ("dot(x, x)", ["dot"]),
        ("sum(A, axis=1)", ["sum", "sum"]),
        ("eye(2)", []),
        ("max(x, 2)", ["max"]),
    ],
)
def test_the_lines_of_a_call(text: str, lines: list[str]) -> None:
    assert lines_of(text) == lines


def test_a_call_as_a_method_takes_the_whole_grid() -> None:
    call = Call("sum", (named("A"),), loose=False, column=1, alone=True)
    assert evaluate(call, NAMES) == 10
    assert evaluate(call._replace(keywords=(("axis", number(0)),)), NAMES) == (4, 6)
    assert evaluate(call._replace(name="mean"), NAMES) == 2.5
    assert evaluate(call._replace(name="cumsum"), NAMES) == (1, 3, 6, 10)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sum(A, axis=0)", [4, 6]),
        ("sum(A, axis=1)", [3, 7]),
        ("sum(A, axis=None)", 10),
        ("sum(A, axis=n - 2)", [3, 7]),
        ("sum(A, axis=one)", [3, 7]),
        ("linear(A, x, order=Wx)", [5, 11]),
        ("linear(A, x, order=xW)", [7, 10]),
        ("eye(2)", [[1, 0], [0, 1]]),
        ("max(1, n)", 3),
        ("max(x, 2)", [2, 2]),
    ],
)
def test_the_value_of_a_call(text: str, expected: Any) -> None:
    assert worked(text, one=1.0) == expected


def test_a_call_that_only_arranges_takes_no_keywords() -> None:
    call = Call("eye", (number(2),), loose=False, column=1, keywords=(("axis", number(1)), ("k", number(2))))
    with pytest.raises(EngineError, match=r"^eye does not take axis= here; leave it out$"):
        evaluate(call)
    with pytest.raises(EngineError, match=r"^eye does not take axis= here; leave it out$"):
        evaluate(Sum((("+", call), ("+", number(1))), 1))


# ---- names


@pytest.mark.parametrize(
    ("text", "says", "column", "name"),
    [
        ("2 + softmax", r"column 5: softmax has nothing to work on; write softmax\(scores\)", 5, ""),
        ("2 + softmx", 'column 5: "softmx" is not known; did you mean softmax', 5, "softmx"),
        ("2 + scoress", 'column 5: "scoress" is not known; did you mean scores', 5, "scoress"),
        ("2 + zz", 'column 5: "zz" has no value; write zz = and its value before it', 5, "zz"),
        ("2 + softmx(1, 2)", 'column 5: "softmx" is not known; did you mean softmax', 5, "softmx"),
        ("2 + zz(1)", 'column 5: "zz" is not known', 5, "zz"),
    ],
)
def test_an_unknown_name_is_told_with_what_is_like_it(text: str, says: str, column: int, name: str) -> None:
    with pytest.raises(UnknownName, match=f"^{says}") as caught:
        worked(text, scores=(1.0, 2.0))
    assert (caught.value.column, caught.value.name) == (column, name)


def test_an_unknown_operation_is_told_where_the_standard_form_was_not_made() -> None:
    with pytest.raises(UnknownName, match=r'^column 7: "softmx" is not known; did you mean softmax') as caught:
        work_out(Call("softmx", (), loose=False, column=7), {}, Pencil())
    assert (caught.value.column, caught.value.name) == (7, "softmx")


@pytest.mark.parametrize("work", [standard, evaluate, lambda node: work_out(node, {}, Pencil())])
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


@pytest.mark.parametrize(
    ("text", "lines"), [("4", []), ("-4", []), ("[1, 4]", []), ("n", []), ("√4", ["s ="]), ("softmax 1 4", ["s ="])]
)
def test_a_definition_of_literal_numbers_and_names_is_no_line(text: str, lines: list[str]) -> None:
    assert lines_of("s", s=definition(text, {"n": 1.0})) == lines
    assert lines_of("s", s=definition(text)) == lines


def test_a_definition_uses_its_own_names() -> None:
    assert worked("s + n", s=definition("n·10", {"n": 2.0})) == 23


def test_a_definition_without_names_uses_those_where_it_is_used() -> None:
    assert worked("s + n", s=definition("n·10")) == 33
    s = definition("n·10")
    t = definition("s", {"s": s, "n": 2.0})
    assert worked("s + t", s=s, t=t) == 50
    assert worked("t + s", s=s, t=t) == 50


@pytest.mark.parametrize("value", [0.0, 7.0, (1.0, 2.0)])
def test_a_definition_with_a_value_is_taken_over_in_one_line(value: Value) -> None:
    s = definition("2·3 + 1", {}, value)
    assert evaluate(named("s"), {"s": s}) == value
    assert lines_of("s + 0·s", s=s) == ["s =", "multiply", "add"]


def test_definitions_are_worked_in_turn_and_never_inside_each_other() -> None:
    a = definition("2·3", {})
    b, d = definition("a + 1", {"a": a}), definition("a - 1", {"a": a})
    steps = write_out(read_expression("b·d"), {"a": a, "b": b, "d": d})
    assert [step.line for step in steps] == ["a =", "b =", "d =", "multiply"]
    assert steps[-1].value == 35


def test_a_known_value_is_written_once_however_it_is_reached() -> None:
    a = definition("2·3", {}, 6.0)
    b, d = definition("a + 1", {"a": a}), definition("a - 1", {"a": a})
    assert lines_of("b·d + a", a=a, b=b, d=d) == ["a =", "b =", "d =", "multiply", "add"]


# ---- parts of a value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("y[0]", 5), ("y[3]", 8), ("y[-1]", 8), ("y[-4]", 5), ("y[n]", 8), ("y[n - 1]", 7),
        ("y[1:3]", Y[1:3]), ("y[:2]", Y[:2]), ("y[2:]", Y[2:]), ("y[:]", Y), ("y[::2]", Y[::2]), ("y[::-1]", Y[::-1]),
        ("y[-3:-1]", Y[-3:-1]), ("y[3:0:-2]", Y[3:0:-2]), ("y[n - 2:n]", Y[1:3]), ("y[[0, 3, 0]]", [5, 8, 5]),
        ("A[1]", A[1]), ("A[1][0]", 3), ("A[1, 0]", 3), ("A[:, 1]", A[:, 1]), ("W[0, 1:]", W[0, 1:]),
        ("W[:, 1:]", W[:, 1:]), ("W[:1]", W[0]), ("W[[1, 0]]", W[[1, 0]]), ("W[[1, 0], 2]", W[[1, 0], 2]),
        ("W[[0, 1], [2, 0]]", W[[0, 1], [2, 0]]), ("W[:, [2, 0]]", W[:, [2, 0]]), ("W[1, [2, 0]]", W[1, [2, 0]]),
        ("x[:, None]", X[:, None]), ("x[None, :]", X), ("x[None, :] + c", X[None, :] + C), ("(2·x)[1]", 4),
    ],
)  # fmt: skip
def test_an_index_picks_what_it_does_in_numpy(text: str, expected: Any) -> None:
    np.testing.assert_array_equal(worked(text), expected)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("y[4]", "there is no position 4, as positions go from 0 to 3; write one of these$"),
        ("y[-5]", "there is no position -5, as positions go from 0 to 3; write one of these$"),
        ("y[[0, 4]]", "there is no position 4, as positions go from 0 to 3; write one of these$"),
        ("W[:, 3]", "there is no position 3, as positions go from 0 to 2; write one of these$"),
        ("y[0.5]", "a position in square brackets is"),
        ("y[A]", "a position in square brackets is"),
        ("y[2:2]", r"the part picked with a colon is empty; write a start before the end, as in x\[0:2\]$"),
        ("y[0:1.5]", r"a number beside the colon is 1\.5; write a whole number$"),
        ("y[::0]", "the step after the second colon is 0; write another whole number, such as 1$"),
        ("y[0, 0]", r"the square brackets name too many positions \(2\) for a row of 4; write at most 1$"),
        ("n[0]", r"the square brackets name too many positions \(1\) for one number; write at most 0$"),
        ("A[0, 0, 0]", r"the square brackets name too many positions \(3\) for a grid of 2 rows of 2"),
        ("W[[0, 1], [2]]", "column positions do not make pairs; write as many of each$"),
        ("W[[0, 1], [2, 0, 1]]", "column positions do not make pairs; write as many of each$"),
        ("x[None]", "None in square brackets cannot be read here"),
        ("A[None, :]", "None in square brackets cannot be read here"),
        ("A[:, None]", "None in square brackets cannot be read here"),
        ("n[None, :]", "None in square brackets cannot be read here"),
        ("x[None, None]", "None in square brackets cannot be read here"),
        ("x[:, :, None]", "None in square brackets cannot be read here"),
        ("x[None, :, :]", "None in square brackets cannot be read here"),
        ("x[0:1, None]", "None in square brackets cannot be read here"),
        ("x[:1, None]", "None in square brackets cannot be read here"),
        ("x[::1, None]", "None in square brackets cannot be read here"),
        ("x[None, 0]", "None in square brackets cannot be read here"),
    ],
)
def test_an_index_that_does_not_fit_is_refused(text: str, says: str) -> None:
    with pytest.raises(EngineError, match=says):
        worked(text)


def test_an_index_of_one_row_of_positions_leaves_a_row_in_a_row_of_rows() -> None:
    assert picked(((1.0, 2.0), (3.0, 4.0)), [(1.0,)]) == ((3.0, 4.0),)
    assert picked(((1.0, 2.0), (3.0, 4.0)), [slice(1, 2), slice(0, 1)]) == ((3.0,),)


# ---- broadcasting and whole numbers


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (X, A), (A, X), (A, np.array(C)), (np.array(C), A), (X[None, :], np.array(C)), (np.array(C), X),
        (np.ones((2, 300)), np.arange(300.0)), (X[:1], np.array(Y)), (np.array(Y), X[:1]), (A[:1, :1], W), (W, A[:1, :1]), (W[:1], W),
    ],
)  # fmt: skip
def test_values_are_broadcast_as_in_numpy(left: Any, right: Any) -> None:
    first, second = broadcast(value_of(left.tolist()), value_of(right.tolist()))
    expected = [np.atleast_2d(each).tolist() for each in np.broadcast_arrays(left, right)]
    assert [as_lists(first), as_lists(second)] == expected


@pytest.mark.parametrize(
    ("left", "right"), [(3.0, A.tolist()), (A.tolist(), 3.0), ([1.0, 2.0], [3.0, 4.0]), (1.0, 2.0)]
)
def test_numbers_and_equal_shapes_are_not_changed(left: Any, right: Any) -> None:
    first, second = value_of(left), value_of(right)
    assert broadcast(first, second) == (first, second)


@pytest.mark.parametrize(
    ("left", "right", "says"),
    [
        ((1.0, 2.0), (1.0, 2.0, 3.0), "a row of 2 and a row of 3"),
        (((1.0,), (2.0,), (3.0,)), ((1.0, 2.0), (3.0, 4.0)), "a grid of 3 rows of 1 and a grid of 2 rows of 2"),
        (((1.0, 2.0), (3.0, 4.0)), (1.0, 2.0, 3.0), "a grid of 2 rows of 2 and a row of 3"),
    ],
)
def test_shapes_that_cannot_be_broadcast_are_named(left: Value, right: Value, says: str) -> None:
    with pytest.raises(EngineError, match=f"^the shapes do not match: {says}; make both the same length and width$"):
        broadcast(left, right)


def test_a_whole_number_may_be_negative_or_the_lower_end_of_an_interval() -> None:
    assert [whole_number(each, "it") for each in (0.0, -2.0, Interval(3.0, 4.5), np.array([5.0, 5.0]))] == [0, -2, 3, 5]


@pytest.mark.parametrize("value", [0.5, -1.5, inf, nan, (1.0,), Interval(0.5, 1.0)])
def test_what_is_not_whole_is_refused(value: Value) -> None:
    with pytest.raises(EngineError, match=r"is .*; write a whole number"):
        whole_number(value, "a size")


def test_a_whole_number_must_be_that_of_every_draw() -> None:
    with pytest.raises(Disagree):
        whole_number(np.array([1.0, 2.0]), "a size")


# ---- calls that arrange numbers


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("zeros", (3,), np.zeros(3)),
        ("zeros", (2, 3), np.zeros((2, 3))),
        ("zeros", ([2, 3],), np.zeros((2, 3))),
        ("zeros", (1, 1), np.zeros((1, 1))),
        ("ones", (40, 50), np.ones((40, 50))),
        ("ones", (2000,), np.ones(2000)),
        ("ones", ([3],), np.ones(3)),
        ("full", (2, 7), np.full(2, 7)),
        ("full", ([2, 1], 7.5), np.full((2, 1), 7.5)),
        ("zeros_like", (W.tolist(),), np.zeros_like(W)),
        ("ones_like", ([4, 5],), np.ones(2)),
        ("ones_like", (W.tolist(),), np.ones_like(W)),
        ("eye", (1,), np.eye(1)),
        ("eye", (3,), np.eye(3)),
        ("eye", (2, 3), np.eye(2, 3)),
        ("eye", (3, 2), np.eye(3, 2)),
        ("arange", (4,), np.arange(4)),
        ("arange", (3.5,), np.arange(3.5)),
        ("arange", (1,), [0]),
        ("arange", (0.5,), [0]),
        ("arange", (2, 5), np.arange(2, 5)),
        ("arange", (2, 9, 3), np.arange(2, 9, 3)),
        ("arange", (2, 8, 3), np.arange(2, 8, 3)),
        ("arange", (5, 2, -1), np.arange(5, 2, -1)),
        ("arange", (0, 1, 0.25), np.arange(0, 1, 0.25)),
        ("arange", (-3, 3), np.arange(-3, 3)),
        ("arange", (2000,), np.arange(2000)),
        ("linspace", (0, 1, 5), np.linspace(0, 1, 5)),
        ("linspace", (2, -1, 4), np.linspace(2, -1, 4)),
        ("linspace", (3, 7, 1), [3]),
        ("linspace", (3, 7, 2), [3, 7]),
        ("linspace", (0, 49), np.arange(50)),
        ("linspace", (0, 1999, 2000), np.arange(2000)),
        ("diag", ([4, 5, 6],), np.diag([4, 5, 6])),
        ("diag", (W.tolist(),), np.diag(W)),
        ("diag", (W.T.tolist(),), np.diag(W.T)),
        ("diag", (A.tolist(),), np.diag(A)),
        *(
            (name, (given.tolist(), *offset), getattr(np, name)(given, *offset))
            for name in ("tril", "triu")
            for given in (np.ones((3, 3)), np.ones((2, 4)), np.ones((4, 2)))
            for offset in ((), (0,), (1,), (-1,))
        ),
        ("flatten", (W.tolist(),), W.flatten()),
        ("flatten", ([1, 2],), [1, 2]),
        ("reshape", (W.tolist(), 6), W.reshape(6)),
        ("reshape", (W.tolist(), [6]), W.reshape(6)),
        ("reshape", (W.tolist(), [3, 2]), W.reshape(3, 2)),
        ("reshape", (W.tolist(), [-1, 2]), W.reshape(-1, 2)),
        ("reshape", (W.tolist(), [1, -1]), W.reshape(1, -1)),
        ("reshape", (W.tolist(), -1), W.reshape(-1)),
        ("reshape", ([5], [1, 1]), [[5]]),
        ("join", (0, [1, 2], [3]), [1, 2, 3]),
        ("join", (0, 1, [2, 3]), [1, 2, 3]),
        ("join", (1, [1, 2], [3]), [1, 2, 3]),
        ("join", (0, A.tolist(), A.tolist()), np.concatenate((A, A))),
        ("join", (0, A.tolist(), [[8, 9]]), np.concatenate((A, [[8, 9]]))),
        ("join", (1, A.tolist(), W.tolist()), np.concatenate((A, W), axis=1)),
        ("join", (-1, A.tolist(), W.tolist()), np.concatenate((A, W), axis=-1)),
        ("join", (0, A.tolist()), A),
        ("where", ([1, 0], [1, 2], [3, 4]), [1, 4]),
        ("where", ([2, -1, 0], 5, 6), [5, 5, 6]),
        ("where", (1, [1, 2], 6), [1, 2]),
        ("where", (0, 5, 6), 6),
        ("where", ([[1], [0]], [1, 2], 9), [[1, 2], [9, 9]]),
        ("where", (np.eye(2).tolist(), [1, 2], C), [[1, 5], [7, 2]]),
        ("where", ([1, 0], C, [8, 9]), np.where([1, 0], C, [8, 9])),
        ("masked_fill", ([1, 2, 3], [0, 1, 0], -9), [1, -9, 3]),
        ("masked_fill", (A.tolist(), [0, 1], 0), [[1, 0], [3, 0]]),
        ("argsort", ([3, 1, 2],), [1, 2, 0]),
        ("argsort", ([2, 1, 2, 1],), [1, 3, 0, 2]),
        ("sort", ([3, -1, 2],), [-1, 2, 3]),
        ("shape", ([1, 2, 3],), [3]),
        ("shape", (W.tolist(),), [2, 3]),
        ("size", (W.tolist(),), 6),
        ("size", (4,), 1),
        ("len", (W.tolist(),), 2),
        ("ndim", (4,), 0),
        ("ndim", ([4],), 1),
        ("ndim", (W.tolist(),), 2),
        ("flip", ([1, 2, 3],), [3, 2, 1]),
        ("flip", (W.tolist(),), W[::-1]),
    ],
)
def test_what_only_arranges_gives_what_it_does_in_numpy(name: str, given: tuple[Any, ...], expected: Any) -> None:
    found = arranged(name, tuple(map(value_of, given)))
    assert shape_of(found) == np.shape(expected)
    np.testing.assert_allclose(as_lists(found), expected, rtol=1e-15)
    assert all(isinstance(each, float) for each in flat(found))


SIZES = r"the sizes make no row or grid of 1 to 2,000 numbers; write one or two sizes, as in zeros\(2, 3\)"
LINSPACE = "; write a count from 1 to 2,000 and finite ends"
RANGE = "does not have 1 to 2,000 numbers; write another end or step"


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        ("zeros", (0,), SIZES),
        ("zeros", (2, 0), SIZES),
        ("zeros", (-1, -1), SIZES),
        ("zeros", (2001,), SIZES),
        ("zeros", (3, 667), SIZES),
        ("zeros", (1, 1, 1), SIZES),
        ("zeros", (), SIZES),
        ("zeros", (1.5,), r"a size is 1\.5; write a whole number"),
        ("zeros", (2, 1.5), r"a size is 1\.5; write a whole number"),
        ("eye", (0,), SIZES),
        ("eye", (2, 0), SIZES),
        ("eye", (45,), SIZES),
        ("eye", (1.5,), r"a size is 1\.5; write a whole number"),
        ("eye", (2, 1.5), r"a size is 1\.5; write a whole number"),
        ("arange", (0,), RANGE),
        ("arange", (-2,), RANGE),
        ("arange", (2, 2), RANGE),
        ("arange", (0, 5, -1), RANGE),
        ("arange", (0, 5, 0), RANGE),
        ("arange", (2001,), RANGE),
        ("linspace", (0, 1, 0), LINSPACE),
        ("linspace", (0, 1, -1), LINSPACE),
        ("linspace", (0, 1, 2001), LINSPACE),
        ("linspace", (0, inf, 3), LINSPACE),
        ("linspace", (-inf, 0, 3), LINSPACE),
        ("linspace", (0, 1, 2.5), r"a count is 2\.5; write a whole number"),
        ("tril", (A.tolist(), 0.5), r"an offset is 0\.5; write a whole number"),
        ("tril", ([1, 2],), "tril does not work with a row of 2"),
        ("reshape", ([1, 2, 3], 2), "3 numbers do not fill that shape"),
        ("reshape", ([1, 2, 3], 4), "3 numbers do not fill that shape"),
        ("reshape", ([1, 2, 3], [-1, 2]), "3 numbers do not fill that shape"),
        ("reshape", ([1, 2, 3], [-1, 0]), "3 numbers do not fill that shape"),
        ("reshape", ([1, 2, 3, 4], [-1, -1]), "4 numbers do not fill that shape"),
        ("reshape", ([1], [-1, -1]), "1 numbers do not fill that shape"),
        ("reshape", ([1, 2, 3, 4], [-2, -2]), "4 numbers do not fill that shape"),
        ("reshape", ([1, 2, 3, 4], [2, 2, 1]), "4 numbers do not fill that shape"),
        ("reshape", ([1, 2, 3, 4], 1.5), r"a size is 1\.5; write a whole number"),
        ("join", (0,), "there is nothing to join"),
        ("join", (0, A.tolist(), [1, 2]), "a row and a grid cannot be joined"),
        ("join", (0, [1, 2], A.tolist()), "a row and a grid cannot be joined"),
        ("join", (0, A.tolist(), W.tolist()), "do not match: a grid of 2 rows of 2 and a grid of 2 rows of 3"),
        ("join", (1, A.tolist(), W.T.tolist()), "join does not work with one number and a grid of 2 rows of 2 and a"),
        ("join", (0.5, A.tolist(), A.tolist()), r"an axis is 0\.5; write a whole number"),
        (
            "where",
            ([1, 0], [1, 2, 3], 0),
            "the shapes do not match: a row of 2 and a row of 3; make both the same length and width",
        ),
        ("where", ([1, 0], 0, [1, 2, 3]), "the shapes do not match"),
        (
            "where",
            (1, [1, 2], [1, 2, 3]),
            "the shapes do not match: a row of 2 and a row of 3; make both the same length and width",
        ),
        ("argsort", (A.tolist(),), r"^argsort is given a grid of 2 rows of 2; write one row, as in argsort\(x\[0\]\)"),
        ("argsort", (4,), r"^argsort is given one number; write one row, as in argsort\(x\[0\]\)"),
        ("sort", (A.tolist(),), r"^sort is given a grid of 2 rows of 2; write one row, as in sort\(x\[0\]\)"),
        ("sort", (4,), r"^sort is given one number; write one row, as in sort\(x\[0\]\)"),
        ("shape", (4,), "shape is given one number; write a row or a grid"),
        ("flip", (4,), "flip does not work with one number"),
        ("len", (4,), "len does not work with one number"),
        ("eye", (2, 2, 2), "eye does not work with one number and one number and one number"),
    ],
)
def test_what_cannot_be_arranged_is_refused(name: str, given: tuple[Any, ...], says: str) -> None:
    with pytest.raises(EngineError, match=says):
        arranged(name, tuple(map(value_of, given)))


def test_rows_of_intervals_are_sorted_by_their_lower_ends() -> None:
    low, high = Interval(1.0, 9.0), Interval(2.0, 3.0)
    assert arranged("argsort", [(high, low)]) == (1.0, 0.0)
    assert arranged("sort", [(high, low)]) == (low, high)


def test_what_cannot_be_arranged_for_many_draws_is_worked_one_by_one() -> None:
    with pytest.raises(OneByOne):
        arranged("sort", [(np.array([1.0, 2.0]), np.array([2.0, 1.0]))])
    with pytest.raises(Disagree):
        arranged("zeros", [np.array([1.0, 2.0])])


def test_the_sizes_of_zeros_may_be_those_of_another_value() -> None:
    assert evaluate(Call("zeros", (named("A.shape"),), loose=False, column=1), NAMES) == ((0.0, 0.0), (0.0, 0.0))
    assert set(ARRANGED) >= {"zeros", "ones", "full", "eye"}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (C, True),
        ([[1], [2], [3]], True),
        ([[1]], False),
        ([[1, 2], [3, 4]], False),
        ([[1, 2]], False),
        ([1, 2], False),
        ([[[1]], [[2]]], False),
        (1, False),
    ],
)
def test_a_column_has_one_column_and_several_rows(value: Any, expected: bool) -> None:
    assert is_column(value_of(value)) is expected


def test_a_column_becomes_a_row() -> None:
    assert row_of_column(((5.0,), (7.0,))) == (5.0, 7.0)


# ---- values


def test_plain_numbers_and_lists_become_floats_and_tuples() -> None:
    assert value_of([[1, 2.5], (3, 4)]) == ((1.0, 2.5), (3.0, 4.0))
    assert isinstance(value_of(3), float)
    assert value_of([3]) == (3.0,)


@pytest.mark.parametrize(
    ("plain", "says"),
    [
        ([], "the brackets are empty"), ([[]], "the brackets are empty"), ([[1], []], "the brackets are empty; write numbers in them"),
        ([[1], [1, 2]], "the rows have different lengths"), ([1, [1]], "numbers and rows are mixed; write only numbers, or only rows"),
        (True, "found bool where a number should be"), ([1, False], "found bool where a number should be"),
        ("1", "found str where a number should be"), (None, "found NoneType where a number should be"),
        (10**400, "a number is too large to work with"), ([1, -(10**400)], "a number is too large to work with; write one below 1e308"),
    ],
)  # fmt: skip
def test_what_is_no_value_says_why(plain: object, says: str) -> None:
    with pytest.raises(EngineError, match=f"^{says}"):
        value_of(plain)


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


@pytest.mark.parametrize(("value", "shape"), [(value, shape) for value, shape, _ in SHAPES if shape])
def test_flat_numbers_are_put_back_into_their_shape(value: Value, shape: tuple[int, ...]) -> None:
    numbers = flat(value)
    assert len(numbers) == size_of(value)
    assert shaped(shape, numbers) == value
    assert like(shape, numbers) == as_lists(value)
    assert numbers == tuple(np.array(value).ravel())


def test_a_single_number_has_the_empty_shape() -> None:
    assert flat(4.0) == (4.0,)
    assert like((), [4.0]) == 4.0
    assert shaped((), [4.0]) == 4.0
    assert as_lists(4.0) == 4.0


def test_an_interval_counts_as_its_lower_end_as_a_float() -> None:
    assert floats(4.0) == (4.0,)
    assert floats(Interval(1.0, 2.0)) == (1.0,)
    assert floats(((1.0, Interval(2.0, 3.0)), (4.0, 5.0))) == (1.0, 2.0, 4.0, 5.0)


@pytest.mark.parametrize(
    ("value", "rank", "needed", "given"),
    [
        ((1.0, 2.0), 0, "a number", "a row of 2"),
        (1.0, 1, "a row", "one number"),
        (((1.0, 2.0),), 1, "a row", "a grid of 1 row of 2"),
        ((1.0, 2.0), 2, "a grid", "a row of 2"),
        (((1.0, 2.0),), 3, "a list of grids", "a grid of 1 row of 2"),
    ],
)
def test_a_value_of_another_rank_is_refused(value: Value, rank: int, needed: str, given: str) -> None:
    with pytest.raises(EngineError, match=f"^glue needs {needed}, and is given {given}; write {needed} there$"):
        need_rank(value, rank, "glue")
    need_rank(value, rank_of(value), "glue")


@pytest.mark.parametrize("value", [(), ((), (1.0,))])
def test_an_empty_row_is_refused(value: Value) -> None:
    with pytest.raises(EngineError, match=r"^no number is left to work with; write a row of two or more$"):
        need_numbers(value)


@pytest.mark.parametrize("value", [1.0, (1.0,), ((1.0,), ())])
def test_numbers_and_rows_that_begin_with_one_are_not_empty(value: Value) -> None:
    need_numbers(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1.0, 1.0),
        ((1.0,), (1.0,)),
        (((1.0, 2.0),), (1.0, 2.0)),
        (((1.0,), (2.0,)), ((1.0,), (2.0,))),
        ((((1.0, 2.0),), ((3.0, 4.0),)), ((1.0, 2.0), (3.0, 4.0))),
        ((((1.0, 2.0),),), ((1.0, 2.0),)),
    ],
)
def test_a_value_as_it_is_written_on_paper(value: Value, expected: Value) -> None:
    assert as_written(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1.0, True),
        (Interval(1.0, 2.0), True),
        (np.array([1.0, 2.0]), True),
        ((1.0,), False),
        (None, False),
        ("1", False),
    ],
)
def test_a_number_is_a_float_an_interval_or_an_array_of_draws(value: Value, expected: bool) -> None:
    assert is_number(value) is expected


def test_matching_entries_are_worked_in_the_shape_of_the_values() -> None:
    def write(*numbers: Any) -> Any:
        return "".join(f"{number:g}" for number in numbers)

    row, grid = (1.0, 2.0), ((3.0, 4.0, 5.0), (6.0, 7.0, 8.0))
    assert entry_by_entry(write, 9.0) == "9"
    assert entry_by_entry(write, row) == ("1", "2")
    assert entry_by_entry(write, 9.0, 8.0) == "98"
    assert entry_by_entry(write, row, row) == ("11", "22")
    assert entry_by_entry(write, 9.0, row) == ("91", "92")
    assert entry_by_entry(write, row, 9.0) == ("19", "29")
    assert entry_by_entry(write, row, row, 9.0) == ("119", "229")
    assert entry_by_entry(write, grid, 9.0) == (("39", "49", "59"), ("69", "79", "89"))
    assert entry_by_entry(write, grid, row) == (("31", "41", "51"), ("62", "72", "82"))
    assert entry_by_entry(write, row, grid) == (("13", "14", "15"), ("26", "27", "28"))
    assert entry_by_entry(write, grid, grid) == (("33", "44", "55"), ("66", "77", "88"))
    assert entry_by_entry(write, 9.0, row, grid) == (("913", "914", "915"), ("926", "927", "928"))


@pytest.mark.parametrize(
    ("values", "says"),
    [
        (((1.0, 2.0), (1.0, 2.0, 3.0)), "a row of 2 and a row of 3"),
        (((1.0,), (1.0, 2.0)), "a row of 1 and a row of 2"),
        ((((1.0, 2.0, 3.0),) * 2, ((1.0, 2.0),) * 2), "a row of 3 and a row of 2"),
        ((((1.0, 2.0, 3.0),) * 2, (1.0, 2.0, 3.0)), "a grid of 2 rows of 3 and a row of 3"),
    ],
)
def test_entries_of_unequal_lengths_do_not_match(values: tuple[Value, ...], says: str) -> None:
    with pytest.raises(EngineError, match=f"^the shapes do not match: {says}; make both the same length and width$"):
        entry_by_entry(lambda *numbers: 0.0, *values)


def test_a_grid_is_transposed_if_its_rows_are_equally_long() -> None:
    assert transposed(((1.0, 2.0, 3.0), (4.0, 5.0, 6.0))) == ((1.0, 4.0), (2.0, 5.0), (3.0, 6.0))
    with pytest.raises(EngineError, match=r"^the rows have different lengths; write as many numbers in every row$"):
        transposed(((1.0, 2.0), (3.0,)))


# ---- the standard form

VALUED = {"Q": 2.0, "K": 3.0, "p": 0.5, "x": (1.0, 2.0), "A": ((1.0,),), "∂L/∂w": 4.0, "a": 1.0, "ab": 2.0, "c": 3.0}


def spelled(text: str, **names: Value) -> str:
    return write_expression(standard(read_expression(text), VALUED | names))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # names of operations and rows without brackets
        ("portions 1 4", "softmax([1, 4])"),
        ("softmax(1, 4)", "softmax([1, 4])"),
        ("softmax(1)", "softmax([1])"),
        ("softmax(x)", "softmax(x)"),
        ("softmax(1, p)", "softmax([1, p])"),
        ("softmax(-1)", "softmax(-1)"),
        ("softmax([1, 4])", "softmax([1, 4])"),
        ("exp(1)", "exp(1)"),
        ("exp(1, 2)", "exp([1, 2])"),
        ("layer_norm 1 3", "layer_norm([1, 3])"),
        ("layer_norm(3)", "layer_norm([3])"),
        ("layer_norm(1, -√4·2)", "layer_norm([1, (-√4)·2])"),
        ("layer_norm(1, 4/3)", "layer_norm([1, 4 / 3])"),
        ("layer_norm(x, 2)", "layer_norm(x, 2)"),
        ("layer_norm(1, x)", "layer_norm(1, x)"),
        ("layer_norm(1, 1 + 1)", "layer_norm(1, 1 + 1)"),
        ("layer_norm(1, √(1 + 1))", "layer_norm(1, √(1 + 1))"),
        ("layer_norm(1, p/2)", "layer_norm(1, p / 2)"),
        ("layer_norm(1, 2/p)", "layer_norm(1, 2 / p)"),
        ("layer_norm(1, 2ᵀ)", "layer_norm(1, 2ᵀ)"),
        ("layer_norm(1, 2, eps=0)", "layer_norm(1, 2, eps=0)"),
        ("round(2.675, 2)", "round(2.675, 2)"),
        ("max(1, 2)", "max([1, 2])"),
        ("max(1, p)", "max(1, p)"),
        ("max(p, 1)", "max(p, 1)"),
        ("max(x)", "max(x)"),
        ("max(1)", "max([1])"),
        ("largest 1 2", "max([1, 2])"),
        ("dot(x, x)", "dot(x, x)"),
        ("softmax(QK, 1)", "softmax([Q·K, 1])"),
        ("softmax(x, axis=QK)", "softmax(x, axis=QK)"),
        ("softmax(x, axis=p)", "softmax(x, axis=p)"),
        ("softmax(x, axis=QK + 1)", "softmax(x, axis=Q·K + 1)"),
        ("linear(A, x, order=Wx)", "linear(A, x, order=Wx)"),
        ("eye(QK)", "eye(Q·K)"),
        ("σ(0)", "sigmoid(0)"),
        # an operation in front of square brackets
        ("softmax[1, 4]", "softmax([1, 4])"),
        ("portions[1, QK]", "softmax([1, Q·K])"),
        ("dot[1, 2][3, 4]", "dot([1, 2], [3, 4])"),
        ("x[QK]", "x[Q·K]"),
        ("x[0:QK]", "x[0:QK]"),
        ("A[QK][p]", "A[Q·K][p]"),
        ("QK[0]", "(Q·K)[0]"),
        ("x.shape[0]", "shape(x)[0]"),
        # products of names written together
        ("QK", "Q·K"),
        ("QKQ", "Q·K·Q"),
        ("QKᵀ", "Q·Kᵀ"),
        ("QKQᵀ", "Q·K·Qᵀ"),
        ("QKQ^2", "Q·K·(Q^2)"),
        ("(QK)^2", "Q·(K^2)"),
        ("QK^2", "Q·(K^2)"),
        ("QK**2", "Q·(K**2)"),
        ("2^QK", "2^(Q·K)"),
        ("QK^QK", "Q·(K^(Q·K))"),
        ("QK/QK", "Q·K / (Q·K)"),
        ("√QK", "√(Q·K)"),
        ("-QK", "-(Q·K)"),
        ("[QK, 1]", "[Q·K, 1]"),
        ("QK - KQ", "Q·K - K·Q"),
        ("aab", "a·ab"),
        ("abc", "ab·c"),
        ("QZ", "QZ"),
        ("Z", "Z"),
        # a call of a value
        ("p(1 - p)", "p·(1 - p)"),
        ("x(1, 2)", "x·[1, 2]"),
        ("x(2)", "x·2"),
        ("QK(2)", "Q·K·2"),
        ("Q x", "Q·x"),
        ("Q KQ", "Q·(K·Q)"),
        # attributes and derivatives
        ("A.shape", "shape(A)"),
        ("A.size", "size(A)"),
        ("A.ndim", "ndim(A)"),
        ("A.T2", "A.T2"),
        ("B.shape", "B.shape"),
        ("∂L/∂w", "∂L/∂w"),
        ("Q·∂L/∂w", "Q·∂L/∂w"),
        ("QK·∂L/∂w", "Q·K·∂L/∂w"),
        ("∂L/∂v", "∂L / ∂v"),
    ],
)  # fmt: skip
def test_the_standard_form_of_an_expression(text: str, expected: str) -> None:
    assert spelled(text) == expected


def test_a_word_with_a_value_of_its_own_is_not_taken_apart() -> None:
    assert spelled("QK", QK=1.0) == "QK"
    assert spelled("QKᵀ", QK=1.0) == "QKᵀ"
    assert spelled("A.shape", **{"A.shape": 1.0}) == "A.shape"
    assert spelled("softmax[0]", softmax=(1.0, 2.0)) == "softmax[0]"
    assert spelled("σ(2)", σ=1.0) == "σ·2"


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


def test_a_shape_is_a_call_of_its_value() -> None:
    assert standard(Name("A.shape", 3), VALUED) == Call("shape", (Name("A", 3),), loose=False, column=3)


def test_the_parts_of_a_word_keep_their_columns() -> None:
    assert standard(Name("QKab", 5), VALUED) == Binary(
        "·", Binary("·", Name("Q", 5), Name("K", 6), 6), Name("ab", 7), 7
    )
    called = standard(Call("Q", (number(1), number(2)), loose=False, column=4), VALUED)
    assert called == Binary("·", Name("Q", 4), Listing((number(1), number(2)), 1), 1)
    loose = standard(Call("Q", (Name("K", 6), Name("p", 8)), loose=True, column=4), VALUED)
    assert loose == Binary("·", Binary("·", Name("Q", 4), Name("K", 6), 6), Name("p", 8), 8)


def test_a_call_in_standard_form_is_not_loose() -> None:
    for name in ("portions", "eye", "dot"):
        found = standard(Call(name, (Literal("2", 2.0, 5), Literal("3", 3.0, 7)), loose=True, column=1))
        assert isinstance(found, Call)
        assert found.loose is False
    assert standard(Call("softmax", (Literal("2", 2.0, 9),), loose=True, column=3)) == Call(
        "softmax", (Listing((Literal("2", 2.0, 9),), 9),), loose=False, column=3
    )


def test_a_call_of_nothing_stays_without_arguments() -> None:
    assert standard(Call("softmax", (), loose=False, column=1)) == Call("softmax", (), loose=False, column=1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("2·softmx(1, 2)", 'column 3: "softmx" is not known; did you mean softmax'),
        ("2·τ(1)", 'column 3: "τ" is not known'),
        ("2·zz(1)", 'column 3: "zz" is not known'),
        ("2·Q(k=1)", 'column 3: "Q" is not known'),
        ("2·arithmetic(1)", 'column 3: "arithmetic" is not known'),
    ],
)
def test_an_unknown_operation_is_refused(text: str, says: str) -> None:
    with pytest.raises(UnknownName, match=f"^{says}") as caught:
        spelled(text)
    assert caught.value.column == 3
    assert f'"{caught.value.name}"' in says


def test_a_row_in_square_brackets_has_no_slice() -> None:
    says = "column 10: a colon cannot stand in a row of numbers"
    with pytest.raises(EngineError, match=says):
        spelled("2·softmax[1:3]")
    with pytest.raises(EngineError, match=says):
        standard(Pick(Name("softmax", 3), (number(1), Slice(None, None, None, 12)), 10))


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("QK", True), ("Q", False), ("QZ", False), ("ZQ", False), ("", False), ("softmax", False), ("ab", False),
        ("aba", True), ("Q" * 40, True), ("Q" * 41, False),
    ],
)  # fmt: skip
def test_a_word_is_a_product_if_it_consists_of_names_with_values(word: str, expected: bool) -> None:
    assert is_product_of(word, VALUED | {"soft": 1.0, "max": 2.0}) is expected


@pytest.mark.parametrize(
    ("name", "known", "what", "says"),
    [
        ("scor", ["score"], "value", '"scor" is not known; did you mean score?'),
        ("sc", ["sco"], "value", '"sc" has no value; write sc = and its value before it'),
        ("sco", ["scor"], "value", '"sco" has no value; write sco = and its value before it'),
        ("sco", ["scor"], "operation", '"sco" is not known; write an operation that `katatx check --list` names, such as sum or softmax'),
        ("score", ["scores", "scored", "scorer"], "value", None),
        ("score", ["scores", "scores"], "value", '"score" is not known; did you mean scores?'),
        ("abcdefgxyz", ["abcdefghij"], "value", '"abcdefgxyz" is not known; did you mean abcdefghij?'),  # 14 of 20
        ("abcdxy", ["abcdez"], "value", '"abcdxy" has no value; write abcdxy = and its value before it'),  # 8 of 12
        ("arithmetc", ["arithmetic"], "operation", '"arithmetc" is not known; write an operation that `katatx check --list` names, such as sum or softmax'),
        ("a" * 40 + "b" * 60, ["a" * 40], "value", f'"{"a" * 40}…" is not known; did you mean {"a" * 40}?'),
        ("b" * 41, ["a"], "value", f'"{"b" * 40}…" has no value; write {"b" * 40}… = and its value before it'),
    ],
)  # fmt: skip
def test_the_message_for_an_unknown_name(name: str, known: list[str], what: str, says: str | None) -> None:
    found = unknown_name(name, known, what)
    if says is None:
        assert found.startswith('"score" is not known; did you mean score')
        assert found.count(" or ") == 1
    else:
        assert found == says


def test_constants_are_numbers_with_a_name() -> None:
    assert worked("e") == e
    assert worked("π") == pi
    assert worked("2·e^0") == 2


def test_a_range_has_no_more_than_a_start_a_stop_and_a_step() -> None:
    with pytest.raises(EngineError, match="a range is given 4 values; write its end"):
        arranged("arange", (1.0, 2.0, 3.0, 4.0))
    with pytest.raises(EngineError, match="a range is given 0 values; write its end"):
        arranged("arange", ())


def test_what_is_filled_is_filled_with_one_number_which_may_be_rounded() -> None:
    with pytest.raises(EngineError, match="full is given a row of 2 to fill with; write one number"):
        arranged("full", (2.0, (1.0, 2.0)))
    assert arranged("full", (2.0, Interval(1.0, 2.0)))[0].high == 2.0


GRIDS = "M = [[1, 2], [3, 4]]; N = [[0, 1], [1, 1]]; v = [1, 2]; a = 2; b = 3; D = M·N; W = b·M + N; "


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(M N)", "M·N"),
        ("(M Nᵀ)", "M·Nᵀ"),
        ("(M N M)", "M·N·M"),
        ("(M v)", "M·v"),
        ("(Mᵀ Nᵀ)", "Mᵀ·Nᵀ"),
        ("([[1, 0], [0, 1]] M)", "[[1, 0], [0, 1]]·M"),
        ("(softmax(M, axis=1) N)", "softmax(M, axis=1)·N"),
        ("(M (M + N))", "M·(M + N)"),
        ("(M + N) (M - N)", "(M + N)·(M - N)"),
        ("softmax(M (N / 2))", "softmax(M·(N / 2))"),
        ("(v M)", "v·M"),
        ("(D N)", "D·N"),
        ("(W N)", "W·N"),
        ("(vᵀ v)", "vᵀ·v"),
        ("softmax(M Nᵀ / √2)", "softmax(M·Nᵀ / √2)"),
        ("softmax((M Nᵀ) / √2)·M", "softmax(M·Nᵀ / √2)·M"),
        ("softmax(M Nᵀ / √2, axis=-1)·M", "softmax(M·Nᵀ / √2, axis=-1)·M"),
        ("relu(M N + D)", "relu(M·N + D)"),
        ("relu(D + M N)", "relu(D + M·N)"),
        ("relu(M + M N + N M)", "relu(M + M·N + N·M)"),
        ("(M N·a / b)", "M·N·a / b"),
        ("(M 2)", "M·2"),
        ("a (b + 1)", "a·(b + 1)"),
        ("a - b (a + 2)·3", "a - b·(a + 2)·3"),
        ("M (N + M)", "M·(N + M)"),
        ("M (v + v)", "M·(v + v)"),
        # numbers are a list, and several arguments stay apart
        ("((1, 2) (3, 4))", "[[1, 2], [3, 4]]"),
        ("max(M N)", "max(M, N)"),
        ("leaky_relu(M 0.1)", "leaky_relu(M, 0.1)"),
        ("layer_norm(M v v)", "layer_norm(M, v, v)"),
        ("round(M 1)", "round(M, 1)"),
        ("softmax(a b)", "softmax([a, b])"),
        ("matmul(M N)", "matmul(M, N)"),
        ("attention(M N D)", "attention(M, N, D)"),
    ],
)
def test_grids_side_by_side_are_a_product(text: str, expected: str) -> None:
    assert write_expression(check(GRIDS + text).links[-1].node) == expected


@pytest.mark.parametrize("text", ["(M, N)", "softmax(M, N)", "(M -N)", "(D/M N)", "relu(M, N)"])
def test_grids_in_a_list_are_no_product_where_that_is_unclear(text: str) -> None:
    with pytest.raises(KatatxError):
        check(GRIDS + text)


@pytest.mark.parametrize("text", ["(a b)", "(v v)", "a / (a b)", "(a + 1) (b + 1)", "v·v / (‖v‖ ‖v‖)"])
def test_names_side_by_side_in_brackets_are_a_list_or_a_product(text: str) -> None:
    with pytest.raises(TwoReadings, match="a list or a product"):
        check(GRIDS + text)


def test_names_that_double_are_looked_at_once() -> None:
    lines = ["b0 = [[1, 0], [0, 1]]", *(f"b{at + 1} = b{at} + b{at}" for at in range(40)), "(b40 b0)"]
    assert write_expression(check("; ".join(lines)).links[-1].node) == "b40·b0"


def test_the_formula_of_attention_is_read_as_papers_write_it() -> None:
    """Vaswani et al. 2017, equation 1."""
    definitions = "Q = [[1, 0], [2, 1]]; K = [[1, 2], [0, 1]]; V = [[3, 1], [1, 5]]; "
    for text in (
        "softmax(Q Kᵀ / √2) V",
        "softmax(Q K^T / sqrt(2)) V",
        "softmax((Q Kᵀ) / √2) · V",
        "softmax(Q·Kᵀ/√2)·V",
    ):
        value = check(definitions + text).links[-1].value
        assert np.array(as_lists(value)) == pytest.approx(
            np.array(
                as_lists(evaluate(read_expression("attention([[1, 0], [2, 1]], [[1, 2], [0, 1]], [[3, 1], [1, 5]])")))
            )
        )
