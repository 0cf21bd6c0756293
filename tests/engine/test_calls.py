"""Calls with keywords, an axis or a whole grid; the names of an expression, and the operations in it."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from katatx.engine.calls import COMPARED, is_plain_call, one_row, reduces, work_call
from katatx.engine.errors import EngineError, TwoReadings, UnknownName
from katatx.engine.evaluate import evaluate
from katatx.engine.key import write_out
from katatx.engine.names import Defined, is_literal, is_written_out, names_in, names_used
from katatx.engine.operations_used import operations_used
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Recipe, find_recipe
from katatx.engine.recipes.numbers import arithmetic
from katatx.engine.values import Value, shape_of, value_of
from katatx.notation.errors import Ambiguous
from katatx.notation.expressions import read_expression
from katatx.notation.syntax import Literal, Node, Unary

GRID = [[1, 2], [3, 6]]
COLUMN = [[1], [3]]


def recipe_of(name: str) -> Recipe:
    found = find_recipe(name)
    assert found is not None
    return found


def values_from(given: tuple[object, ...]) -> tuple[Value, ...]:
    return tuple(each if isinstance(each, str) or each is None else value_of(each) for each in given)


def call(name: str, *given: object, whole_grid: bool = False, **keywords: object) -> Value:
    options = dict(zip(keywords, values_from(tuple(keywords.values())), strict=True))
    return Pencil().work(
        arithmetic.arithmetic,
        lambda pencil: work_call(pencil, recipe_of(name), values_from(given), options, whole_grid),
    )


def softmax(*scores: float) -> list[float]:
    return list(np.exp(scores) / np.exp(scores).sum())


# ---- which calls are plain


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("sum", True),  # of a row a number
        ("cross_entropy", True),  # what comes after the row does not matter
        ("softmax", False),  # of a row a row
        ("permutation_grid", False),  # of a row a grid
        ("frobenius_norm", False),  # of a grid a number
        ("glued_width", False),  # of numbers a number
        ("exp", False),
    ],
)
def test_an_operation_reduces_if_it_makes_a_row_one_number(name: str, expected: bool) -> None:
    assert reduces(recipe_of(name)) is expected


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("softmax", (1.0, 4.0), ((1.0, 4.0),)),
        ("softmax", (1.0, 4.0, 2.0), ((1.0, 4.0, 2.0),)),
        ("mean", (1.0, 4.0), ((1.0, 4.0),)),
        ("softmax", (1.0,), (1.0,)),
        ("softmax", (), ()),
        ("softmax", ((1.0, 4.0), 2.0), ((1.0, 4.0), 2.0)),
        ("softmax", (2.0, (1.0, 4.0)), (2.0, (1.0, 4.0))),
        ("round", (2.675, 2.0), (2.675, 2.0)),  # the second number is an option
        ("glued_width", (4.0, 2.0), (4.0, 2.0)),
    ],
)
def test_several_numbers_are_one_row_for_an_operation_that_takes_one(name: str, given: tuple, expected: tuple) -> None:
    assert one_row(recipe_of(name), given) == expected


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("softmax", (), True),
        ("max", (), True),
        ("max", ([1, 2],), True),
        ("max", (5,), True),
        ("max", (GRID,), False),
        ("max", ([1, 2], [3, 0]), False),
        ("min", (0, [3, 0]), False),
        ("softmax", ([1, 4],), True),
        ("softmax", (GRID,), True),  # row by row
        ("softmax", (COLUMN,), False),
        ("sum", ([1, 4],), True),
        ("sum", (GRID,), False),
        ("sum", ([[1, 4]],), False),
        ("dot", (GRID, [1, 1]), False),
        ("dot", ([1, 2], [1, 1]), True),
        ("layer_norm", (COLUMN, 2), False),
        ("scores", (GRID, [[1, 2]]), True),
        ("padding_mask", ([[1, 2]], 1), True),
        ("scores", ([[1]], COLUMN), True),  # one row is no column
        ("scores", ([1, 2], GRID), True),
        ("relu", (COLUMN,), True),  # takes any shape
        ("transpose", (COLUMN,), True),
        ("relu", ([GRID, GRID],), False),
        ("cross_entropy", ([0.5, 0.5], 1), True),
        ("cross_entropy", ([[0.5, 0.5]], [1]), False),
        ("logit_cross_entropy", ([0, 1], 1), True),
        ("logit_cross_entropy", ([[0, 1], [1, 0]], [1, 1]), False),
        ("binary_cross_entropy", (1, 0.5), True),
        ("binary_cross_entropy", ([1, 0], [0.5, 0.5]), False),
    ],
)
def test_a_call_is_plain_if_its_operation_works_it_as_it_stands(name: str, given: tuple, expected: bool) -> None:
    assert is_plain_call(recipe_of(name), values_from(given)) is expected


# ---- an axis


@pytest.mark.parametrize(
    ("name", "given", "axis", "expected"),
    [
        ("sum", GRID, 0, [4, 8]),
        ("sum", GRID, 1, [3, 9]),
        ("sum", GRID, -1, [3, 9]),
        ("sum", GRID, -2, [4, 8]),
        ("sum", GRID, [0], [4, 8]),  # an axis in brackets, as in sum(X, axis=(0,))
        ("sum", GRID, "None", 12),
        ("sum", COLUMN, 0, [4]),
        ("sum", COLUMN, 1, [1, 3]),
        ("sum", COLUMN, "None", 4),
        ("sum", [1, 2], 0, 3),
        ("sum", [1, 2], -1, 3),
        ("sum", [1, 2], "None", 3),
        ("max", GRID, 0, [3, 6]),
        ("mean", GRID, 0, [2, 4]),
        ("mean", GRID, 1, [1.5, 4.5]),
        ("mean", GRID, "None", 3),
        ("mean", GRID, [0, 1], 3),
        ("mean", GRID, [1, 0], 3),
        ("sum", GRID, [-1, -2], 12),
        ("cumsum", GRID, 0, [[1, 2], [4, 8]]),
        ("cumsum", GRID, 1, [[1, 3], [3, 9]]),
        ("cumsum", GRID, "None", [1, 3, 6, 12]),
        ("softmax", [[1, 2], [4, 2]], 0, [[softmax(1, 4)[0], 0.5], [softmax(1, 4)[1], 0.5]]),
        ("softmax", [[1, 4], [2, 2]], 1, [softmax(1, 4), [0.5, 0.5]]),
        ("softmax", COLUMN, 1, [[1], [1]]),
    ],
)
@pytest.mark.parametrize("keyword", ["axis", "dim", "axes", "dims"])
def test_an_axis_says_which_numbers_belong_together(
    name: str, given: object, axis: object, expected: object, keyword: str
) -> None:
    found = call(name, given, **{keyword: axis})
    assert np.shape(found) == np.shape(expected)
    assert np.ravel(found) == pytest.approx(np.ravel(expected))


@pytest.mark.parametrize(
    ("given", "axis", "says"),
    [
        (GRID, 2, "there is no axis 2; write axis=0 or axis=1 of a grid"),
        (GRID, -3, "there is no axis -3; write axis=0 or axis=1 of a grid"),
        (GRID, 3, "there is no axis 3; write axis=0 or axis=1 of a grid"),
        ([1, 2], 1, "there is no axis 1; write axis=0, the only one of a row"),
        ([1, 2], 2, "there is no axis 2; write axis=0, the only one of a row"),
        ([1, 2], -2, "there is no axis -2; write axis=0, the only one of a row"),
        (GRID, 0.5, "an axis is .*; write a whole number"),
        ([1, 2], 0.5, "an axis is .*; write a whole number"),
        (GRID, [0, 2], "an axis is .*; write a whole number"),
        ([1, 2], [0, 1], "an axis is .*; write a whole number"),
        (GRID, [0, 0], "an axis is .*; write a whole number"),
        (GRID, "rows", "an axis is .*; write a whole number"),
        (GRID, "True", "an axis is .*; write a whole number"),
        ([1, 2], "True", "an axis is .*; write a whole number"),
    ],
)
def test_an_axis_that_does_not_exist_is_refused(given: object, axis: object, says: str) -> None:
    with pytest.raises(EngineError, match=f"^{says}$"):
        call("sum", given, axis=axis)


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [("abs", -3, 3), ("relu", [[-1, 2], [3, -4]], [[0, 2], [3, 0]]), ("log2", 8, 3)],
)
def test_an_axis_is_ignored_where_it_has_no_use(name: str, given: object, expected: object) -> None:
    assert call(name, given, axis=5, keepdims="True") == value_of(expected)


@pytest.mark.parametrize(
    "name", ["sum", "max", "min", "argmax", "argmin", "norm", "product", "variance", "standard_deviation"]
)
def test_a_reduction_of_a_grid_asks_for_an_axis(name: str) -> None:
    with pytest.raises(
        EngineError, match=rf"^{name} is given a grid; add axis=1 .*, axis=0 .* or axis=None for all numbers$"
    ):
        call(name, GRID)
    assert shape_of(call(name, GRID, axis=0)) == (2,)


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("softmax", ([[1, 4], [2, 2]],), [softmax(1, 4), [0.5, 0.5]]),
        ("cumsum", (GRID,), [[1, 3], [3, 9]]),
        ("dot", (GRID, [1, 1]), [3, 9]),
        ("mean", (GRID,), [2, 4]),  # number by number, as textbooks average rows
        ("transpose", (COLUMN,), [[1, 3]]),
    ],
)
def test_other_operations_take_a_grid_as_textbooks_do(name: str, given: tuple, expected: object) -> None:
    found = call(name, *given)
    assert np.shape(found) == np.shape(expected)
    assert np.ravel(found) == pytest.approx(np.ravel(expected))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("sum", 12),
        ("mean", 3),
        ("norm", np.sqrt(50)),
        ("cumsum", [1, 3, 6, 12]),
        ("softmax", [softmax(1, 2), softmax(3, 6)]),  # no reduction: row by row
        ("relu", GRID),
    ],
)
def test_as_a_method_a_reduction_takes_the_whole_grid(name: str, expected: object) -> None:
    found = call(name, GRID, whole_grid=True)
    assert np.shape(found) == np.shape(expected)
    assert np.ravel(found) == pytest.approx(np.ravel(expected))


def test_an_axis_counts_for_a_method_too() -> None:
    assert call("sum", GRID, whole_grid=True, axis=0.0) == (4, 8)
    assert call("mean", GRID, whole_grid=True, axis=1.0) == (1.5, 4.5)


@pytest.mark.parametrize(
    ("name", "given", "options", "expected"),
    [
        ("sum", COLUMN, {}, 4),
        ("argmax", COLUMN, {}, 1),
        ("cumsum", COLUMN, {}, [[1], [4]]),
        ("softmax", [[1], [4]], {}, [[number] for number in softmax(1, 4)]),
        ("layer_norm", COLUMN, {"eps": 3}, [[-0.5], [0.5]]),
        ("layer_norm", COLUMN, {"eps": 3, "axis": "None"}, [-0.5, 0.5]),
        ("layer_norm", [[1, 5], [3, 9]], {"eps": 0, "axis": 0}, [[-1, -1], [1, 1]]),
        ("layer_norm", [[1, 5], [3, 9]], {"gamma": [2, 3], "axis": 0}, [[-2, -2], [3, 3]]),
        ("layer_norm", [[1, 3], [5, 9]], {"gamma": [2, 3], "axis": 1}, [[-2, 3], [-2, 3]]),
    ],
)
def test_a_column_is_worked_as_a_row_and_options_go_with_every_row(
    name: str, given: object, options: dict, expected: object
) -> None:
    found = call(name, given, **options)
    assert np.shape(found) == np.shape(expected)
    assert np.ravel(found) == pytest.approx(np.ravel(expected))


@pytest.mark.parametrize(
    ("name", "axis", "keeps", "expected"),
    [
        ("sum", 0, "True", [[4, 8]]),
        ("sum", 1, "True", [[3], [9]]),
        ("sum", -2, "True", [[4, 8]]),
        ("sum", 0, "False", [4, 8]),
        ("sum", 1, "False", [3, 9]),
        ("cumsum", 0, "True", [[1, 2], [4, 8]]),  # nothing is reduced
        ("cumsum", 1, "True", [[1, 3], [3, 9]]),
    ],
)
@pytest.mark.parametrize("keyword", ["keepdims", "keepdim"])
def test_a_kept_axis_has_length_one(name: str, axis: int, keeps: str, expected: object, keyword: str) -> None:
    assert call(name, GRID, axis=axis, **{keyword: keeps}) == value_of(expected)


def test_numbers_reduced_along_an_axis_are_those_of_numpy() -> None:
    grid = np.array([[1.0, -5.0, 2.0], [4.0, 0.5, 8.0]])
    for axis in (0, 1):
        for keeps in (False, True):
            found = call("standard_deviation", grid.tolist(), axis=axis, keepdims=str(keeps))
            assert np.array(found) == pytest.approx(grid.std(axis=axis, keepdims=keeps))


# ---- keywords


@pytest.mark.parametrize(
    ("name", "given", "keywords", "expected"),
    [
        ("layer_norm", ([1, 3],), {"eps": 3}, [-0.5, 0.5]),
        ("layer_norm", ([1, 3],), {"beta": 1, "gamma": [2, 4], "eps": 3}, [0, 3]),
        ("layer_norm", ([1, 3],), {"weight": [2, 4], "bias": 1, "epsilon": 3}, [0, 3]),
        ("layer_norm", ([1, 3], [2, 4]), {"bias": 1, "eps": 3}, [0, 3]),
        ("layer_norm", (), {"row": [1, 3], "eps": 3}, [-0.5, 0.5]),
        ("clip", ([1, 5, 9],), {"low": 2, "high": 8}, [2, 5, 8]),
        ("clip", ([1, 5, 9],), {"min": 2, "max": 8}, [2, 5, 8]),
        ("clip", ([1, 5, 9],), {"amin": 2, "amax": 8}, [2, 5, 8]),
        ("clip", ([1, 5, 9],), {"a_min": 2, "a_max": 8}, [2, 5, 8]),
        ("clip", ([1, 5, 9],), {"min": 2}, [2, 5, 9]),
        ("clip", ([1, 5, 9],), {"max": 8}, [1, 5, 8]),
        ("clip", ([1, 5, 9], 2), {"high": 8}, [2, 5, 8]),
        ("leaky_relu", ([-2, 3],), {"negative_slope": 0.5}, [-1, 3]),
        ("scale", ([4, 8],), {"d_k": 16}, [1, 2]),
        ("scale", (), {"width": 16, "scores": [4, 8]}, [1, 2]),
        ("cross_entropy", ([0.25, 0.75],), {"label": 0}, np.log(4)),
        ("cross_entropy", ([0.25, 0.75],), {"index": 0}, np.log(4)),
        ("attention", ([0, 0],), {"k": [[1, 2], [3, 4]], "v": [[2], [4]]}, [3]),
        ("attention", (), {"q": [0, 0], "K": [[1, 2], [3, 4]], "V": [[2], [4]]}, [3]),
        ("attention", (), {"V": [[2], [4]], "Q": [0, 0], "keys": [[1, 2], [3, 4]]}, [3]),
        ("linear", ([[1, 2], [3, 4]], [5, 6]), {"order": "xW"}, [23, 34]),
        ("linear", ([[1, 2], [3, 4]], [5, 6]), {"order": "Wx"}, [17, 39]),
        ("softmax", (1, 4), {"axis": 0}, softmax(1, 4)),
    ],
)
def test_a_keyword_is_put_in_its_place(name: str, given: tuple, keywords: dict, expected: object) -> None:
    found = call(name, *given, **keywords)
    assert np.ravel(found) == pytest.approx(np.ravel(expected))


@pytest.mark.parametrize(
    ("name", "given", "keywords", "says"),
    [
        ("softmax", ([1, 2],), {"scale": 3}, "softmax does not take scale=; it takes only axis"),
        (
            "layer_norm",
            ([1, 3],),
            {"slope": 3},
            "layer_norm does not take slope=; it takes only gamma, beta, eps, axis",
        ),
        (
            "layer_norm",
            ([1, 3], 2),
            {"gamma": 2},
            "layer_norm does not take gamma=; it takes only gamma, beta, eps, axis",
        ),
        (
            "layer_norm",
            ([1, 3], 2),
            {"weight": 2},
            "layer_norm does not take weight=; it takes only gamma, beta, eps, axis",
        ),
        (
            "layer_norm",
            ([1, 3],),
            {"epsilon": "foo"},
            'layer_norm is given epsilon="foo"; write a number after epsilon=',
        ),
        ("layer_norm", ([1, 3],), {"eps": "True"}, 'layer_norm is given eps="True"; write a number after eps='),
        (
            "linear",
            ([[1, 2], [3, 4]], [5, 6]),
            {"order": "True"},
            "linear: order is one number; write order=Wx if each row of the weights makes one number, order=xW if each column does",
        ),
        (
            "linear",
            ([[1, 2], [3, 4]],),
            {"inputs": "foo"},
            'linear is given inputs="foo"; write a number after inputs=',
        ),
        (
            "attention",
            ([1, 0],),
            {"values": [[1, 2]]},
            r"attention is given no keys; write attention\(query, keys, values, \[real\]\)",
        ),
        (
            "attention",
            (),
            {"keys": [[1, 2]], "values": [[1, 2]]},
            r"attention is given no query; write attention\(query, keys, values, \[real\]\)",
        ),
        ("scale", (), {"width": 4}, r"scale is given no scores; write scale\(scores, width\)"),
        ("clip", (), {"low": 4, "high": 5}, r"clip is given no number; write clip\(number, low, high\)"),
        (
            "attention",
            ([1, 0],),
            {"keys": [[1, 2]]},
            r"attention\(query, keys, values, \[real\]\) is given 2 values; write 3 to 4 in its brackets",
        ),
        ("softmax", (), {}, r"[a-z]+\([a-z]+\) is given 0 values; write 1 in its brackets"),
        ("max", (), {"axis": 0}, r"[a-z]+\([a-z]+\) is given 0 values; write 1 in its brackets"),
        ("sum", (5,), {"axis": 0}, "sum is given one number as numbers; write a row there"),
    ],
)
def test_a_keyword_that_does_not_fit_is_refused(name: str, given: tuple, keywords: dict, says: str) -> None:
    with pytest.raises(EngineError, match=f"^{says}$"):
        call(name, *given, **keywords)


# ---- the divisor of a variance

# The numbers 1, 2, 4 lie -4/3, -1/3 and 5/3 from their mean: their squares add to 42/9.
_SQUARES = 42 / 9


@pytest.mark.parametrize(
    ("name", "given", "options", "expected"),
    [
        ("variance", [1, 2, 4], {"ddof": 0}, _SQUARES / 3),
        ("variance", [1, 2, 4], {"ddof": 1}, _SQUARES / 2),
        ("variance", [1, 2, 4], {"ddof": 2}, _SQUARES),
        ("variance", [1, 2, 4], {"ddof": -1}, _SQUARES / 4),
        ("variance", [1, 2, 4], {"correction": 1}, _SQUARES / 2),
        ("variance", [1, 2, 4], {"ddof": "None"}, _SQUARES / 3),
        ("variance", [1, 2, 4], {"correction": "False"}, _SQUARES / 3),
        ("standard_deviation", [1, 2, 4], {"ddof": 1}, np.sqrt(_SQUARES / 2)),
        ("standard_deviation", [1, 2, 4], {"correction": 2}, np.sqrt(_SQUARES)),
        ("variance", [[1, 2], [3, 6]], {"ddof": 1, "axis": 0}, [2, 8]),
        ("variance", [[1, 3], [2, 6]], {"ddof": 1, "axis": 1}, [2, 8]),
        ("variance", [[1, 2], [3, 6]], {"ddof": 1, "axis": "None"}, 14 / 3),
        ("variance", [[1], [3]], {"ddof": 1}, 2),
    ],
)
def test_ddof_reduces_the_divisor(name: str, given: object, options: dict, expected: object) -> None:
    found = call(name, given, **options)
    assert np.shape(found) == np.shape(expected)
    assert np.ravel(found) == pytest.approx(np.ravel(expected))


@pytest.mark.parametrize(
    ("name", "given", "ddof", "says"),
    [
        (
            "variance",
            ([1, 2, 4],),
            3,
            "ddof=3 needs a row of more than 3 numbers, and is given 3; write more numbers, or a smaller ddof",
        ),
        (
            "variance",
            ([1, 2, 4],),
            4,
            "ddof=4 needs a row of more than 4 numbers, and is given 3; write more numbers, or a smaller ddof",
        ),
        (
            "variance",
            ([7],),
            1,
            "ddof=1 needs a row of more than 1 numbers, and is given 1; write more numbers, or a smaller ddof",
        ),
        (
            "variance",
            (7,),
            1,
            "ddof=1 needs a row of more than 1 numbers, and is given 1; write more numbers, or a smaller ddof",
        ),
        (
            "variance",
            (7,),
            -1,
            "ddof=-1 needs a row of more than -1 numbers, and is given 1; write more numbers, or a smaller ddof",
        ),
        ("variance", ([1, 2],), 0.5, r"ddof is 0\.5; write a whole number"),
        ("sum", ([1, 2],), 1, "sum does not take ddof=; leave it out, as only variance and standard_deviation take it"),
        ("variance", ([1, 2], [3, 4]), 1, r"variance\(row\) is given 2 values; write 1 value in its brackets"),
    ],
)
def test_a_ddof_that_cannot_be_used_is_refused(name: str, given: tuple, ddof: float, says: str) -> None:
    with pytest.raises(EngineError, match=f"^{says}$"):
        call(name, *given, ddof=ddof)


# ---- entry by entry, several examples, comparisons


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("max", (0, [-1, 2]), [0, 2]),
        ("min", (0, [-1, 2]), [-1, 0]),
        ("max", ([1, 5], [4, 2]), [4, 5]),
        ("min", ([1, 5], [4, 2]), [1, 2]),
        ("max", ([1, 5, 0], [4, 2, 0], [0, 9, 0]), [4, 9, 0]),
        ("min", ([1, 5], [4, 2], [0, 9]), [0, 2]),
        ("max", ([[1], [5]], [3, 4]), [[3, 4], [5, 5]]),
    ],
)
def test_the_largest_of_several_arguments_is_found_entry_by_entry(name: str, given: tuple, expected: object) -> None:
    assert call(name, *given) == value_of(expected)


def test_each_further_argument_is_one_line() -> None:
    names = {"a": (1.0, 5.0), "b": (4.0, 2.0), "c": (0.0, 9.0)}
    assert len(write_out(read_expression("max(a, b)"), names)) == 1
    assert len(write_out(read_expression("min(a, b, c)"), names)) == 2


def test_several_single_numbers_have_one_largest_and_one_smallest() -> None:
    assert call("max", 2.0, 5.0, 3.0) == 5
    assert call("min", 4.0, 2.0, 3.0) == 2
    assert call("max", 2.0, 5.0) == 5


def test_several_single_numbers_for_a_keyword_call_are_compared_too() -> None:
    assert evaluate(read_expression("max(2, a)"), {"a": 7.0}) == 7
    assert evaluate(read_expression("min(2, a, 3)"), {"a": 7.0}) == 2


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [
        ("cross_entropy", ([[0.5, 0.5], [0.25, 0.75]], [0, 1]), (np.log(2) + np.log(4 / 3)) / 2),
        ("cross_entropy", ([[0.5, 0.5], [0.25, 0.75]], [[1, 0], [0, 1]]), (np.log(2) + np.log(4 / 3)) / 2),
        ("cross_entropy", ([[0.25, 0.75]], [0]), np.log(4)),
        ("cross_entropy", ([0.25, 0.75], 0), np.log(4)),
        ("logit_cross_entropy", ([[0, 0], [0, np.log(3)]], [0, 1]), (np.log(2) + np.log(4 / 3)) / 2),
        ("binary_cross_entropy", ([1, 0], [0.5, 0.25]), (np.log(2) + np.log(4 / 3)) / 2),
        ("binary_cross_entropy", (1, 0.5), np.log(2)),
    ],
)
def test_the_losses_of_several_examples_are_averaged(name: str, given: tuple, expected: float) -> None:
    assert call(name, *given) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("name", "given", "says"),
    [
        (
            "cross_entropy",
            ([[0.5, 0.5], [0.25, 0.75]], [0]),
            "cross_entropy is given a grid of .*; write one target for each row",
        ),
        ("cross_entropy", ([[0.5, 0.5]], [0, 1]), "cross_entropy is given a grid of .*; write one target for each row"),
        ("cross_entropy", ([[0.5, 0.5]], 0), "cross_entropy is given a grid of .*; write one target for each row"),
        (
            "binary_cross_entropy",
            ([1, 0], 0.5),
            "binary_cross_entropy is given a row of 2 and one number; write one target for each row",
        ),
        (
            "cross_entropy",
            ([[0.5, 0.5]],),
            r"cross_entropy\(portions, target\) is given 1 value; write 2 in its brackets",
        ),
        (
            "cross_entropy",
            ([[0.5, 0.5]], [0], [0]),
            r"cross_entropy\(portions, target\) is given 3 values; write 2 in its brackets",
        ),
    ],
)
def test_every_example_needs_a_target(name: str, given: tuple, says: str) -> None:
    with pytest.raises(EngineError, match=f"^{says}$"):
        call(name, *given)


@pytest.mark.parametrize(
    ("sign", "written", "below", "equal", "above"),
    [
        (">", "2 > 2", 0, 0, 1), ("<", "2 < 2", 1, 0, 0), (">=", "2 >= 2", 0, 1, 1),
        ("<=", "2 <= 2", 1, 1, 0), ("==", "2 = 2", 0, 1, 0), ("!=", "2 ≠ 2", 1, 0, 1),
    ],
)  # fmt: skip
def test_a_comparison_is_one_or_zero(sign: str, written: str, below: float, equal: float, above: float) -> None:
    compared = COMPARED[sign]
    found = [compared.work(first, 2.0) for first in (1.0, 2.0, 3.0)]
    assert found == [below, equal, above]
    assert all(type(each) is float for each in found)
    assert compared.sign(2.0, 2.0) == written
    assert compared.name == f"is {written[2:-2]}"


# ---- names


def node_of(text: str) -> Node:
    return read_expression(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", ["a"]),
        ("3", []),
        ("e", []),  # a number
        ("[a, 2, b]", ["a", "b"]),
        ("[[a, b], [c, d]]", ["a", "b", "c", "d"]),
        ("softmax(a)", ["a"]),
        ("max(a, b)", ["a", "b"]),
        ("softmax(a, axis=b)", ["a"]),  # a word may be an option such as None
        ("softmax(a, axis=-b)", ["a", "b"]),
        ("softmax(a, axis=b + c)", ["a", "b", "c"]),
        ("a[b]", ["a", "b"]),
        ("a[b:c]", ["a"]),
        ("a[b:c, d]", ["a", "d"]),
        ("a[b, c:d]", ["a", "b"]),
        ("√a", ["a"]),
        ("a/b", ["a", "b"]),
        ("a·b^c", ["a", "b", "c"]),
        ("a + b - c", ["a", "b", "c"]),
        ("a + a", ["a", "a"]),
    ],
)
def test_the_names_in_an_expression_come_in_the_order_written(text: str, expected: list[str]) -> None:
    assert [each.text for each in names_in(node_of(text))] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3", set()),
        ("e^2", set()),
        ("a", {"a"}),
        ("softmax(a, axis=b)", {"a", "b"}),
        ("softmax(a, axis=-b)", {"a", "b"}),
        ("a[b:c, d]", {"a", "b", "c", "d"}),
        ("[[a, 1], [2, b]]", {"a", "b"}),
        ("√a·b/c^d - f", {"a", "b", "c", "d", "f"}),
    ],
)
def test_the_words_used_include_those_in_slices_and_keywords(text: str, expected: set[str]) -> None:
    assert set(names_used(node_of(text))) == expected


@pytest.mark.parametrize(
    ("text", "written_out", "literal"),
    [
        ("3", True, True),
        ("π", True, True),
        ("-3", True, True),
        ("-e", True, True),
        ("[1, -2]", True, True),
        ("[[1, 2], [3, 4]]", True, True),
        ("x", True, False),
        ("[1, x]", True, False),
        ("[x, 1]", True, False),
        ("-x", False, False),
        ("2 + 3", False, False),
        ("2·3", False, False),
        ("√4", False, False),
        ("|4|", False, False),
        ("[1, 2 + 3]", False, False),
        ("[2 + 3, 1]", False, False),
        ("softmax(1, 4)", False, False),
        ("[1, 2][0]", False, False),
    ],
)
def test_what_is_written_out_has_nothing_to_calculate(text: str, written_out: bool, literal: bool) -> None:
    assert is_written_out(node_of(text)) is written_out
    assert is_literal(node_of(text)) is literal


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4", True),
        ("[1, -2]", True),
        ("√4", True),  # what σ² = 4 makes of σ
        ("-4", True),
        ("|4|", False),
        ("√x", False),
        ("√(2 + 3)", False),
        ("√√4", False),
        ("x", False),
        ("2·3", False),
    ],
)
def test_a_definition_is_literal_if_it_is_numbers_or_their_root(text: str, expected: bool) -> None:
    assert Defined(node_of(text)).is_literal is expected


def test_a_definition_keeps_what_it_is_made_of() -> None:
    node, used = node_of("a + 1"), {"a": Defined(node_of("2"))}
    definition = Defined(node, used, 3.0, "numpy")
    assert (definition.node, definition.names, definition.value, definition.code) == (node, used, 3.0, "numpy")
    plain = Defined(node)
    assert (plain.names, plain.value, plain.code) == (None, None, "")


# ---- the operations of an expression


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3", []),
        ("√2", ["root"]),
        ("[[1, 2]]ᵀ", ["transpose"]),
        ("-x", ["negate"]),
        ("|x|", ["absolute"]),
        ("2·3", ["multiply"]),
        ("x ⊙ x", ["multiply"]),
        ("x * 3", ["multiply"]),
        ("2/3", ["divide"]),
        ("2^x", ["power"]),
        ("2**x", ["power"]),
        ("x - 3", ["add"]),
        ("x + 3", ["add"]),
        ("portions 1 4", ["softmax"]),  # by the textbook name
        ("softmax([√x, 2·3])", ["softmax", "root", "multiply"]),
        ("2·3 + √(x/5)", ["add", "multiply", "root", "divide"]),
        ("√2·√3", ["multiply", "root"]),  # without repeats
        ("[1·2, 3/4]", ["multiply", "divide"]),
        ("√[1, 2][1 + 1]", ["root"]),  # not what is in an index
        ("softmax([1, 2], axis=1 - 1)", ["softmax"]),  # nor in a keyword
        ("[√4, 2][0]", ["root"]),
    ],
)
def test_operations_are_listed_from_the_outside_in(text: str, expected: list[str]) -> None:
    assert operations_used(node_of(text)) == expected


def test_a_comparison_is_no_operation_but_its_sides_are_looked_at() -> None:
    comparison = node_of("√4 / (2·3)")._replace(sign=">")
    assert operations_used(comparison) == ["root", "multiply"]


def test_a_call_of_a_value_is_an_unknown_operation() -> None:
    with pytest.raises(UnknownName) as raised:
        operations_used(node_of("2·p(1 - p)"))
    assert raised.value.name == "p"
    assert raised.value.column == 3


def test_what_is_nested_too_deeply_is_refused() -> None:
    node: Node = Literal("1", 1.0, 1)
    for _ in range(20_000):
        node = Unary("√", node, 1)
    with pytest.raises(EngineError, match="the line is too long, or has too many brackets inside one another"):
        operations_used(node)


# ---- errors


def test_an_unknown_name_is_told_with_its_column() -> None:
    error = UnknownName("x has no value", 3, "x")
    assert str(error) == "column 3: x has no value"
    assert (error.problem, error.column, error.name) == ("x has no value", 3, "x")
    assert UnknownName("what?", 1).name == ""
    assert isinstance(error, EngineError)


def test_two_readings_are_both_a_calculation_without_value_and_an_ambiguous_text() -> None:
    with pytest.raises(TwoReadings) as raised:
        evaluate(node_of("1 + [1, 2] * [3, 4]"))
    assert isinstance(raised.value, EngineError)
    assert isinstance(raised.value, Ambiguous)
    assert raised.value.column == 12


def test_a_bound_that_is_left_out_limits_nothing() -> None:
    assert call("clip", [-inf, 1, inf], low=2.0) == (2, 2, inf)
    assert call("clip", [-inf, 1, inf], high=0.0) == (-inf, 0, 0)
