"""The palette: what it finds, in which order, and what choosing it does."""

from __future__ import annotations

import pytest

from katatx.tui.screens.confirm import StopScreen
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.welcome import WelcomeScreen
from katatx.tui.widgets.question.answer_box import AnswerBox
from tests.tui.helpers import choose, until


@pytest.mark.slow
async def test_another_sitting_takes_the_place_of_one_after_asking_about_what_is_typed(app) -> None:
    async with app.run_test() as pilot:
        await choose(pilot, "drill two")
        await until(pilot, DrillScreen)
        await pilot.press("7")
        await choose(pilot, "drill one/a")
        await until(pilot, StopScreen)
        await pilot.press("n")
        await until(pilot, DrillScreen)
        assert app.screen.query_one(AnswerBox).value == "7"
        await choose(pilot, "welcome")  # over a question, and takes no time
        await until(pilot, WelcomeScreen)
        await pilot.pause(0.3)
        await pilot.press("q")
        await until(pilot, DrillScreen)
        assert app.screen.paused > 0.25
        await choose(pilot, "drill one/a")
        await until(pilot, StopScreen)
        await pilot.press("y")
        await pilot.pause(0.2)
        await until(pilot, DrillScreen)
        assert app.screen.sitting.question.id == "one/a"
        assert [type(each) for each in app.screen_stack] == [HomeScreen, DrillScreen]
        await pilot.press("q", "q")
        await until(pilot, HomeScreen)
