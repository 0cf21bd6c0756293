"""The first run, key by key: the welcome, the first question, and no welcome ever after."""

from __future__ import annotations

from random import Random

import pytest
from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.sessions.desk import Desk
from katatx.settings import load_settings
from katatx.tui.app import KatatxApp, opening_home, opening_sitting
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.opening import OpeningScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.practice.summary import SummaryScreen
from katatx.tui.screens.welcome import WelcomeScreen
from tests.practice.small_decks import worked_deck
from tests.tui.helpers import choose, press, shown, until, words


@pytest.fixture
def desk(tmp_path, open_log, clock, home) -> Desk:
    decks = {"one": worked_deck(tmp_path / "decks", "one", {"a": "a^2", "b": "a^3"})}
    decks["one"].contents.words = {"WANT": "query", "HAVE": "key"}
    return Desk(decks, open_log(), clock, lambda: Random(1).getrandbits(30), home=home)


def at_home(desk: Desk) -> KatatxApp:
    return KatatxApp(OpeningScreen(opening_home(lambda _: desk)))


@pytest.mark.slow
async def test_enter_begins_a_review_that_comes_back_home_and_welcomes_no_more(desk, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise KatatxError("config.toml cannot be written: no space")

    app = at_home(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, WelcomeScreen)
        assert "WANT = query" in words(app)
        with monkeypatch.context() as patched:
            patched.setattr(Desk, "save", fail)
            await pilot.press("right")
            assert "no space" in shown(app, "#notice")
            assert "‹ tables ›" in words(app)
        screen = app.screen
        screen.action_begin()
        screen.action_begin()
        await until(pilot, DrillScreen)
        assert [type(each) for each in app.screen_stack] == [OpeningScreen, HomeScreen, DrillScreen]
        assert "Worked on other numbers:" in await press(pilot)
        assert shown(app, "#clock") == ""
        await pilot.press("9", "enter")
        assert "not timed" in shown(app, "#verdict")
        assert "Worked on other numbers" not in await press(pilot, "enter")
        assert shown(app, "#clock").startswith("0:0")
        await pilot.press("q")
        await until(pilot, SummaryScreen)
        await pilot.press("q")
        await until(pilot, HomeScreen)
        await pilot.press("q")
    assert app.return_code == 0
    app = at_home(desk)
    async with app.run_test() as pilot:
        await until(pilot, HomeScreen)
        await choose(pilot, "welcome")
        await until(pilot, WelcomeScreen)
        assert "begin" not in app.screen.query_one("#keys", Static).render().plain
        await pilot.press("enter")
        await until(pilot, HomeScreen)


@pytest.mark.slow
async def test_before_a_sitting_leaving_leaves_the_app_and_tools_hold_at_once(desk, home) -> None:
    app = KatatxApp(OpeningScreen(opening_sitting(lambda _: desk.drill("one"))))
    async with app.run_test(size=(60, 18)) as pilot:
        await until(pilot, WelcomeScreen)
        await pilot.press("right")
        assert "‹ calculator ›" in words(app)
        assert load_settings(home).tools == "calculator"
        await pilot.press("left", "left", "enter")
        await until(pilot, DrillScreen)
        assert app.screen.sitting.pace.tools == "none"
        await pilot.press("q", "q")
        await pilot.pause(0.1)
    assert app.return_code == 0
    app = at_home(desk)  # nothing was answered
    async with app.run_test() as pilot:
        await until(pilot, WelcomeScreen)
        await pilot.press("escape")
        await until(pilot, HomeScreen)
