"""Numbers typed on after the last cell of a grid."""

from __future__ import annotations

import pytest

from katatx.decks.loading import load_deck
from katatx.tui.app import KatatxApp
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.widgets.question.answer_box import AnswerBox
from tests.tui.helpers import settled


@pytest.fixture
def grid(start, home) -> KatatxApp:
    return KatatxApp(DrillScreen(start("masked-grid", deck=load_deck("length-4", home))))


@pytest.mark.parametrize("typed", ["7 8 1 2 3", "7 8 1, 2", "7 8 12 345", "7 8 12345678901234 5"])
async def test_several_numbers_in_the_last_cell_are_refused_and_cost_nothing(grid, typed: str) -> None:
    async with grid.run_test() as pilot:
        await settled(pilot)
        await pilot.press(*"1 2 3 4 5 6 ", *typed, "enter")
        last = ", ".join(typed.replace(",", "").split())
        assert grid.screen.query_one(AnswerBox).value == f"[[1, 2, 3], [4, 5, 6], [{last}]]"
        assert not grid.screen.judged
        assert not grid.screen.sitting.outcomes


async def test_a_space_after_the_last_number_changes_nothing(grid) -> None:
    async with grid.run_test() as pilot:
        await settled(pilot)
        await pilot.press(*"1 2 3 4 5 6 7 8 9 ")
        assert grid.screen.query_one(AnswerBox).value == "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]"
        await pilot.press("enter")
        assert grid.screen.judged
