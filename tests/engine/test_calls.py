"""Calls with keywords, an axis or a whole grid; the names of an expression, and the operations in it."""

from __future__ import annotations

import pytest

from katatx.engine.book import find_recipe, known
from katatx.engine.calls import work_call
from katatx.engine.errors import EngineError, UnknownName
from katatx.engine.evaluate import evaluate
from katatx.engine.names import names_in, names_used
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Recipe
from katatx.engine.values import Value, shape_of, value_of
from katatx.notation.parser import read_expression

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
        known("arithmetic"),
        lambda pencil: work_call(pencil, recipe_of(name), values_from(given), options, whole_grid),
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
