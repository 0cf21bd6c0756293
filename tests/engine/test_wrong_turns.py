"""The library of wrong turns: each can be taken, leads astray, and says so in plain words."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from katatx.engine.book import all_recipes, all_wrong_turns, find_recipe
from katatx.engine.errors import EngineError
from katatx.engine.fresh_numbers.ranges import numbered_source
from katatx.engine.key import Solution
from katatx.engine.recipe import WrongTurn
from katatx.engine.values import floats
from katatx.notation.parser import read_expression
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


@pytest.mark.parametrize("name", SAMPLES)
def test_three_mistakes_are_known_at_every_recipe(name: str) -> None:
    """On some numbers of its exercises; that each leads to other numbers is worked by hand above."""
    seen: set[str] = set()
    source = numbered_source(name)
    for sample in SAMPLES[name]:
        draws = sample.draws()
        for _ in range(6):
            with suppress(EngineError):  # a row of equal numbers, say: such numbers are never asked
                solution = Solution(draws.lines[0].node, draws.numbers(source))
                seen |= {each.name for each in solution.mistakes if each.value != solution.value}
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
