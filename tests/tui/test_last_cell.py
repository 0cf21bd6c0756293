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


async def test_several_numbers_in_the_last_cell_are_refused_and_cost_nothing(grid) -> None:
    async with grid.run_test() as pilot:
        await settled(pilot)
        box = grid.screen.query_one(AnswerBox)
        await pilot.press(*"1 2 3 4 5 6 7 8 ")
        for typed in ("1 2 3", "1, 2", "12 345", "12345678901234 5"):
            await pilot.press(*typed, "enter")
            assert box.value == f"[[1, 2, 3], [4, 5, 6], [7, 8, {', '.join(typed.replace(',', '').split())}]]"
            assert not grid.screen.judged
            assert not grid.screen.sitting.outcomes
            await pilot.press("ctrl+u")
        await pilot.press(*"9 ")
        assert box.value == "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]"
        await pilot.press("enter")
        assert grid.screen.judged
