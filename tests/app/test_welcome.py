"""The first run, key by key: the welcome, the first question, and no welcome ever after; its example is true."""

from __future__ import annotations

from math import exp
from random import Random

import pytest
from textual.events import Resize
from textual.geometry import Size

from katatx.app.app import KatatxApp, opening_home, opening_sitting
from katatx.app.home import HomeScreen
from katatx.app.opening import OpeningScreen
from katatx.app.question import QuestionScreen
from katatx.app.summary import SummaryScreen
from katatx.app.welcome import WelcomeScreen
from katatx.sessions.desk import Desk
from tests.app.helpers import burst, press, settled, until, words
from tests.practice.small_decks import worked_deck


@pytest.fixture
def desk(tmp_path, open_log, clock, home) -> Desk:
    decks = {"one": worked_deck(tmp_path / "decks", "one", {"a": "a^2", "b": "a^3"})}
    return Desk(decks, open_log(), clock, lambda: Random(1).getrandbits(30), home=home)


def at_home(desk: Desk) -> KatatxApp:
    return KatatxApp(OpeningScreen(opening_home(lambda _: desk)))


@pytest.mark.slow
async def test_enter_begins_a_review_that_comes_back_home_and_welcomes_no_more(desk) -> None:
    app = at_home(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, WelcomeScreen)
        said = words(app).split()
        total = exp(1) + exp(4)
        true = (exp(1), exp(4), total, exp(1) / total, exp(4) / total)
        assert all(f"{each:.3f}" in said for each in true)
        assert {"0.2", "0.8"} <= {*said}, "1 and 4 of 5"
        app.screen.post_message(Resize(Size(200, 50), Size(200, 50)))  # of a size the window had before
        await pilot.pause()
        assert not app.screen.has_class("-three")
        burst(app, "enter", "enter")
        await until(pilot, QuestionScreen)
        assert [type(each) for each in app.screen_stack] == [OpeningScreen, HomeScreen, QuestionScreen]
        await press(pilot, "=9", "enter", "q")
        await until(pilot, SummaryScreen)
        await pilot.press("q")
        await until(pilot, HomeScreen)
        await pilot.press("q")
    assert app.return_code == 0
    app, laid_out = at_home(desk), []
    async with app.run_test() as pilot:
        await until(pilot, HomeScreen)
        await settled(pilot)
        app.screen.screen_layout_refresh_signal.subscribe(app.screen, laid_out.append)
        await pilot.pause(0.3)
        assert laid_out == [], "a screen at rest is not laid out again"


@pytest.mark.slow
async def test_before_a_sitting_leaving_leaves_the_app(desk) -> None:
    app = KatatxApp(OpeningScreen(opening_sitting(lambda _: desk.drill("one"))))
    async with app.run_test(size=(60, 18)) as pilot:
        await until(pilot, WelcomeScreen)
        await pilot.press("q")
        await pilot.pause(0.1)
    assert app.return_code == 0
    app = KatatxApp(WelcomeScreen(desk.drill("one")))  # at once, with no screen before it
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await until(pilot, QuestionScreen)
        app.begin(lambda: desk.drill("one"))
        await until(pilot, QuestionScreen)
    app = at_home(desk)  # nothing was answered
    async with app.run_test() as pilot:
        await until(pilot, WelcomeScreen)
        await pilot.press("escape")
        await until(pilot, HomeScreen)
