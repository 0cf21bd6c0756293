"""Expressions: their standard form, value and lines, the arrays and names in them, and calls with keywords, an axis or a grid."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from katatx.engine.book import find_recipe, known
from katatx.engine.calls import work_call
from katatx.engine.checking import check
from katatx.engine.errors import EngineError, UnknownName
from katatx.engine.evaluate import evaluate
from katatx.engine.key import write_out
from katatx.engine.names import Defined, names_in, names_used
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Recipe
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, as_lists, shape_of, value_of
from katatx.errors import KatatxError
from katatx.notation.parser import read_expression
from katatx.notation.printing import write_expression

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


@pytest.mark.parametrize(
    ("text", "expected", "lines"),
    [
        ("-x", -X, ["negate"]),
        ("|n|", 3, ["abs"]),
        ("e^x", np.exp(X), ["raise"]),
        ("A⊙c", A * C, ["multiply"]),
        ("x·x", 5, ["dot"]),
        ("A·x", A @ X, ["linear"]),
        ("x·W", X @ W, ["matmul"]),
        ("c·[1, 2, 3]", np.outer([5, 7], [1, 2, 3]), ["matmul"]),
        ("Aᵀ·x", A.T @ X, ["linear"]),
        ("A - c + x", A - C + X, ["add", "add"]),
        ("2·3 - n·2 + 1·1", 1, ["multiply", "add"]),
        ("2·3 + 4/2", 8, ["multiply", "divide", "add"]),
        ("x·x - 2·3", -1, ["dot", "multiply", "add"]),
        ("softmax(1, 4)", np.exp([1, 4]) / np.exp([1, 4]).sum(), ["raise", "total", "divide"]),
        ("sum(A, axis=1)", [3, 7], ["sum", "sum"]),
    ],
)
def test_each_sign_is_a_line_and_has_its_value(text: str, expected: Any, lines: list[str]) -> None:
    np.testing.assert_allclose(worked(text), expected, rtol=1e-14)
    assert lines_of(text) == lines


def definition(text: str, names: dict[str, Any] | None = None, value: Value | None = None) -> Defined:
    return Defined(read_expression(text), names, value)


@pytest.mark.parametrize(
    ("text", "lines"), [("4", []), ("-4", []), ("[1, 4]", []), ("n", []), ("√4", ["s ="]), ("softmax 1 4", ["s ="])]
)
def test_a_definition_of_literal_numbers_and_names_is_no_line(text: str, lines: list[str]) -> None:
    assert lines_of("s", s=definition(text, {"n": 1.0})) == lines
    assert lines_of("s", s=definition(text)) == lines


def test_a_known_value_is_written_once_however_it_is_reached() -> None:
    a = definition("2·3", {}, 6.0)
    b, d = definition("a + 1", {"a": a}), definition("a - 1", {"a": a})
    assert lines_of("b·d + a", a=a, b=b, d=d) == ["a =", "b =", "d =", "multiply", "add"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("y[0]", 5), ("y[3]", 8), ("y[-1]", 8), ("y[-4]", 5), ("y[n]", 8), ("y[n - 1]", 7),
        ("y[1:3]", Y[1:3]), ("y[:2]", Y[:2]), ("y[2:]", Y[2:]), ("y[:]", Y), ("y[::2]", Y[::2]), ("y[::-1]", Y[::-1]),
        ("y[-3:-1]", Y[-3:-1]), ("y[3:0:-2]", Y[3:0:-2]), ("y[n - 2:n]", Y[1:3]), ("y[[0, 3, 0]]", [5, 8, 5]),
        ("A[1]", A[1]), ("A[1][0]", 3), ("A[1, 0]", 3), ("A[:, 1]", A[:, 1]), ("W[0, 1:]", W[0, 1:]),
        ("W[:, 1:]", W[:, 1:]), ("W[:1]", W[0]), ("W[[1, 0]]", W[[1, 0]]), ("W[[1, 0], 2]", W[[1, 0], 2]),
        ("W[:, [2, 0]]", W[:, [2, 0]]), ("W[1, [2, 0]]", W[1, [2, 0]]),
        ("(2·x)[1]", 4),
    ],
)  # fmt: skip
def test_an_index_picks_what_it_does_in_numpy(text: str, expected: Any) -> None:
    np.testing.assert_array_equal(worked(text), expected)


VALUED = {"Q": 2.0, "K": 3.0, "p": 0.5, "x": (1.0, 2.0), "A": ((1.0,),), "∂L/∂w": 4.0, "a": 1.0, "ab": 2.0, "c": 3.0}


def spelled(text: str, **names: Value) -> str:
    return write_expression(standard(read_expression(text), VALUED | names))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # names of operations and rows without brackets
        ("softmax(x, axis=p)", "softmax(x, axis=p)"),
        ("σ(0)", "sigmoid(0)"),
        # an operation in front of square brackets
        ("softmax[1, 4]", "softmax([1, 4])"),
        ("dot[1, 2][3, 4]", "dot([1, 2], [3, 4])"),
        ("x[0:QK]", "x[0:QK]"),
        ("A[QK][p]", "A[Q·K][p]"),
        ("QK[0]", "(Q·K)[0]"),
        ("x.shape[0]", "shape(x)[0]"),
        # products of names written together
        ("QK", "Q·K"),
        ("QKQᵀ", "Q·K·Qᵀ"),
        ("QK^2", "Q·(K^2)"),
        ("QK^QK", "Q·(K^(Q·K))"),
        ("aab", "a·ab"),
        ("QZ", "QZ"),
        # a call of a value
        ("Q x", "Q·x"),
        ("Q KQ", "Q·(K·Q)"),
        # attributes and derivatives
        ("A.shape", "shape(A)"),
        ("∂L/∂w", "∂L/∂w"),
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


GRIDS = "M = [[1, 2], [3, 4]]; N = [[0, 1], [1, 1]]; v = [1, 2]; a = 2; b = 3; D = M·N; W = b·M + N; "


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(M N M)", "M·N·M"),
        ("(M + N) (M - N)", "(M + N)·(M - N)"),
        ("softmax(M N / 2)", "softmax(M·N / 2)"),
        ("(vᵀ v)", "vᵀ·v"),
        ("softmax(M Nᵀ / √2, axis=-1)·M", "softmax(M·Nᵀ / √2, axis=-1)·M"),
        # numbers are a list, and several arguments stay apart
        ("((1, 2) (3, 4))", "[[1, 2], [3, 4]]"),
        ("layer_norm(M v v)", "layer_norm(M, v, v)"),
        ("attention(M N D)", "attention(M, N, D)"),
    ],
)
def test_grids_side_by_side_are_a_product(text: str, expected: str) -> None:
    assert write_expression(check(GRIDS + text).links[-1].node) == expected


@pytest.mark.parametrize(
    "text", ["(M, N)", "softmax(M, N)", "(M -N)", "(D/M N)", "relu(M, N)", "(a b)", "(v v)", "a / (a b)"]
)
def test_values_in_a_list_are_no_product_where_that_is_unclear(text: str) -> None:
    with pytest.raises(KatatxError):
        check(GRIDS + text)


def test_names_that_double_are_looked_at_once() -> None:
    lines = ["b0 = [[1, 0], [0, 1]]", *(f"b{at + 1} = b{at} + b{at}" for at in range(40)), "(b40 b0)"]
    assert write_expression(check("; ".join(lines)).links[-1].node) == "b40·b0"


GRID = [[1, 2], [3, 6]]


def recipe_of(name: str) -> Recipe:
    found = find_recipe(name)
    assert found is not None
    return found


def values_from(given: tuple[object, ...]) -> tuple[Value, ...]:
    return tuple(each if isinstance(each, str) or each is None else value_of(each) for each in given)


def call(name: str, *given: object, **keywords: object) -> Value:
    options = dict(zip(keywords, values_from(tuple(keywords.values())), strict=True))
    return Pencil().work(
        known("arithmetic"), lambda pencil: work_call(pencil, recipe_of(name), values_from(given), options)
    )


@pytest.mark.parametrize(
    ("given", "axis", "says"),
    [
        (GRID, 2, "there is no axis 2; write axis=0 or axis=1 of a grid"),
        ([1, 2], [0, 1], "an axis is .*; write a whole number"),
        (GRID, [0, 0], "an axis is .*; write a whole number"),
        ([1, 2], "True", "an axis is .*; write a whole number"),
    ],
)
def test_an_axis_that_does_not_exist_is_refused(given: object, axis: object, says: str) -> None:
    with pytest.raises(EngineError, match=f"^{says}$"):
        call("sum", given, axis=axis)


@pytest.mark.parametrize(
    "name", ["sum", "max", "min", "argmax", "argmin", "norm", "product", "variance", "standard_deviation"]
)
def test_a_reduction_of_a_grid_asks_for_an_axis(name: str) -> None:
    with pytest.raises(
        EngineError, match=rf"^{name} is given a grid; add axis=1 .*, axis=0 .* or axis=None for all numbers$"
    ):
        call(name, GRID)
    assert shape_of(call(name, GRID, axis=0)) == (2,)


def test_a_call_of_a_value_is_an_unknown_operation() -> None:
    with pytest.raises(UnknownName) as raised:
        evaluate(read_expression("2·p(1 - p)"))
    assert raised.value.name == "p"
    assert raised.value.column == 3


def test_a_name_of_two_letters_is_found_only_as_it_is_written() -> None:
    assert find_recipe("dK") is known("key_gradient") is find_recipe("Key-Gradient")
    assert [find_recipe(name) for name in ("d_k", "DK", "dk", "Ln")] == [None] * 4


def test_names_of_an_expression_are_those_with_a_value() -> None:
    node = read_expression("softmax(a, axis=rows) + b[i] - c[i:j] · max(-d, f)")
    assert sorted(each.text for each in names_in(node)) == ["a", "b", "c", "d", "f", "i"]
    assert sorted(set(names_used(node))) == ["a", "b", "c", "d", "f", "i", "j", "rows"]
