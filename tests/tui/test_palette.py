"""The palette: what it finds, in which order, and what choosing it does."""

from __future__ import annotations

import pytest

from katatx.settings import load_preferences
from katatx.tui.screens.confirm import StopScreen
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.lists.browser import BrowserScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.welcome import WelcomeScreen
from katatx.tui.screens.worksheet import WorksheetScreen
from katatx.tui.widgets.question.answer_box import AnswerBox
from tests.tui.helpers import choose, until


@pytest.mark.slow
async def test_screens_open_over_what_is_there(app, home) -> None:
    async with app.run_test() as pilot:
        await choose(pilot, "browse two")
        await until(pilot, BrowserScreen)
        assert app.screen.deck == "two"
        await choose(pilot, "theme light")
        assert app.theme == "katatx-light"
        assert load_preferences(home).app.theme == "light"
        await choose(pilot, "softmax(scores)")
        await until(pilot, WorksheetScreen)
        assert app.screen.editor.text == "softmax "
        await pilot.press("ctrl+q", "y")
        await until(pilot, BrowserScreen)


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
