"""Calls with keywords, an axis or a whole grid; the names of an expression, and the operations in it."""

from __future__ import annotations

import numpy as np
import pytest

from katatx.engine.calls import work_call
from katatx.engine.errors import EngineError, UnknownName
from katatx.engine.operations_used import operations_used
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Recipe, find_recipe
from katatx.engine.recipes.numbers import arithmetic
from katatx.engine.values import Value, shape_of, value_of
from katatx.notation.expressions import read_expression
from katatx.notation.syntax import Literal, Node, Unary

GRID = [[1, 2], [3, 6]]


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


# ---- which calls are plain


# ---- an axis


@pytest.mark.parametrize(
    ("given", "axis", "says"),
    [
        (GRID, 2, "there is no axis 2; write axis=0 or axis=1 of a grid"),
        (GRID, [0, 2], "an axis is .*; write a whole number"),
        ([1, 2], [0, 1], "an axis is .*; write a whole number"),
        (GRID, [0, 0], "an axis is .*; write a whole number"),
        (GRID, "rows", "an axis is .*; write a whole number"),
    ],
)
def test_an_axis_that_does_not_exist_is_refused(given: object, axis: object, says: str) -> None:
    with pytest.raises(EngineError, match=f"^{says}$"):
        call("sum", given, axis=axis)


@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_a_reduction_of_a_grid_asks_for_an_axis(name: str) -> None:
    with pytest.raises(
        EngineError, match=rf"^{name} is given a grid; add axis=1 .*, axis=0 .* or axis=None for all numbers$"
    ):
        call(name, GRID)
    assert shape_of(call(name, GRID, axis=0)) == (2,)


# ---- keywords


# ---- the divisor of a variance

# The numbers 1, 2, 4 lie -4/3, -1/3 and 5/3 from their mean: their squares add to 42/9.


@pytest.mark.parametrize(
    ("name", "given", "options", "expected"),
    [
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


# ---- entry by entry, several examples, comparisons


# ---- names


def node_of(text: str) -> Node:
    return read_expression(text)


# ---- the operations of an expression


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
