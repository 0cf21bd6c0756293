"""The library of wrong turns: each can be taken, leads astray, and says so in plain words."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from katatx.engine.book import all_recipes, all_wrong_turns, find_recipe
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.fresh_numbers.ranges import numbered_source
from katatx.engine.key import Solution, open_turns
from katatx.engine.names import Names
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import WrongTurn
from katatx.engine.standard_form import standard
from katatx.engine.values import floats, shape_of
from katatx.notation.parser import read_expression
from katatx.notation.syntax import Node
from tests.engine.oracles import SAMPLES

# What each line gives when it goes wrong, by hand: by expression, the numbers of each turn.
BY_HAND: dict[str, dict[str, list[float]]] = {}
for _row in Path(__file__).with_name("wrong_turns.txt").read_text(encoding="utf-8").splitlines()[1:]:
    _turn, _expression, _numbers = _row.split(" | ")
    BY_HAND.setdefault(_expression, {})[_turn] = [float(each) for each in _numbers.split()]


@pytest.mark.parametrize("expression", BY_HAND)
def test_wrong_turns_by_hand(expression: str) -> None:
    turns = {each.name: floats(each.value) for each in Solution(read_expression(expression), {}).mistakes}
    for name, value in BY_HAND[expression].items():
        assert turns[name] == pytest.approx(value, abs=6e-4), name


def test_every_wrong_turn_was_worked_by_hand() -> None:
    worked = {name for turns in BY_HAND.values() for name in turns}
    assert {turn.id for turn in all_wrong_turns()} == worked, "work each by hand, and add it to wrong_turns.txt"


def test_there_is_an_exercise_for_every_recipe() -> None:
    assert set(SAMPLES) == {recipe.name for recipe in all_recipes()}


def shown_turns(node: Node, names: Names) -> set[str]:
    """Return the wrong turns that lead away from the right value."""
    right = Pencil()
    try:
        value = work_out(node, names, right)
    except EngineError:
        return set()  # a row of equal numbers, say: such numbers are never asked
    shown = set()
    for turn in open_turns(right):
        with suppress(EngineError):
            other = work_out(node, names, Pencil(turn, after=right))
            if shape_of(other) != shape_of(value) or floats(other) != pytest.approx(floats(value), nan_ok=True):
                shown.add(turn.id)
    return shown


@pytest.mark.parametrize("name", SAMPLES)
def test_every_wrong_turn_can_be_taken_and_seen(name: str) -> None:
    """On some numbers of its own recipe's exercises each leads away from the right value; three or more are open."""
    (recipe,) = (each for each in all_recipes() if each.name == name)
    # A convention may be another way to the same value.
    own = {turn.id for turns in recipe.wrong_turns.values() for turn in turns if not turn.convention}
    seen: set[str] = set()
    source = numbered_source(name)
    for sample, _ in product(SAMPLES[name], range(6)):
        draws = sample.draws()
        seen |= shown_turns(standard(draws.lines[0].node, draws.given), draws.numbers(source))
        if own <= seen and len(seen) >= 3:
            break
    assert own <= seen
    assert len(seen) >= 3


def test_a_bug_of_a_wrong_turn_is_not_taken_for_a_turn_that_leads_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = WrongTurn("dot", "sum", "broken", lambda line: line.given[0] + 1, "added 1", "add nothing")
    dot = find_recipe("dot")
    assert dot is not None
    monkeypatch.setitem(dot.wrong_turns, "sum", [broken])
    with pytest.raises(TypeError, match="concatenate"):
        _ = Solution(read_expression("dot([1, 2], [3, 4])"), {}).mistakes


@pytest.mark.parametrize("expression", ["sum([3])", "attention([1], [[2]], [[3]])", "scores([1], [[2]])"])
def test_a_turn_that_leaves_nothing_is_not_looked_for(expression: str) -> None:
    found = Solution(read_expression(expression), {}).mistakes
    assert all(floats(each.value) for each in found)
    assert not any(each.name.endswith("left-out") for each in found)
