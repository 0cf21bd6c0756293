"""Tapes agree with the pencil, to the last bit, on numbers that they were not made with."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pytest

from katatx.engine.book import find_recipe
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.fresh_numbers.ranges import numbered_source
from katatx.engine.names import Names
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import WrongTurn
from katatx.engine.standard_form import standard
from katatx.engine.values import Value
from katatx.engine.workings.replaying import Working
from katatx.notation.parser import read_expression
from katatx.notation.printing import write_number
from katatx.notation.syntax import Node
from tests.engine.oracles import SAMPLES


def outcome(work: Callable[..., Value], *given: object) -> str:
    """The value to the last bit, or what the error says."""
    try:
        return repr(work(*given))
    except EngineError as error:
        return str(error)


def by_pencil(node: Node, names: Names, turn: WrongTurn | None = None) -> str:
    return outcome(lambda: work_out(standard(node, names), names, Pencil(turn)))


@pytest.mark.parametrize("name", SAMPLES)
def test_tapes_agree_with_the_pencil(name: str) -> None:
    recipe = find_recipe(name)
    assert recipe is not None
    own = [turn for turns in recipe.wrong_turns.values() for turn in turns]
    for sample in SAMPLES[name]:
        draws, source = sample.draws(), numbered_source(name)
        node = draws.lines[0].node
        working = Working(node, draws.checks[0].varying)
        for _ in range(3):
            names = draws.numbers(source)
            assert outcome(working.value, names) == by_pencil(node, names)
            for turn in own:
                assert outcome(working.mistake, turn) == by_pencil(node, names, turn), turn


class Noting(float):
    """A number of a tape: comparing it is noted."""

    __hash__ = float.__hash__

    def __eq__(self, other: object) -> bool:
        raise AssertionError(other)


def test_writing_a_number_of_a_tape_compares_it_with_none_of_another() -> None:
    assert write_number(Noting(1.5)) == write_number(Noting(1.5)) == "1.5"


@pytest.mark.parametrize(
    ("expression", "numbers", "pencils"),
    [
        ("exp(x) / (x·x - 2)", [2, 3, -5], 1),
        ("relu(x) + 1", [2, 3, -1, 4, -2], 1),
        ("1 / x", [2, 0, 4], 1),  # without a value
        ("e^x", [2, 3000, 4], 1),  # too large
        ("max([x, 3]) + argmax([x, 3])", [1, 2, 5, 1, 6], 2),
        ("embedding(x, [[5, 6], [7, 8]])", [1, 0, 1, 0], 2),
        ("softmax([x, 1, 2])", [1, -inf, 3], 2),
    ],
)
def test_where_a_comparison_comes_out_otherwise_the_pencil_works(
    expression: str, numbers: list[float], pencils: int
) -> None:
    node = read_expression(expression)
    working, used = Working(node, ["x"]), list[Pencil]()
    for number in map(float, numbers):
        names = {"x": number}
        assert outcome(working.value, names) == by_pencil(node, names)
        used.append(working.pencil)
    assert len(set(map(id, used))) == pencils


def test_what_was_made_does_not_depend_on_the_numbers_before() -> None:
    node = read_expression("max([x, y, 5]) - 123456 + 123400 + argmax([x, y, 5])·y")
    used = Working(node, ["x", "y"])
    for x in map(float, range(40)):
        names = {"x": x, "y": x * 7 % 11}
        new = Working(node, ["x", "y"])
        assert (used.value(names), list(used.made)) == (new.value(names), list(new.made))
