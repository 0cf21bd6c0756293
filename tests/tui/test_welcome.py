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
from katatx.tui.widgets.framed import FramedPage
from tests.practice.small_decks import record, worked_deck
from tests.tui.cells import shown_text
from tests.tui.test_getting_about import find
from tests.tui.test_home import shown, until


@pytest.fixture
def desk(tmp_path, open_log, clock, home) -> Desk:
    decks = {"one": worked_deck(tmp_path / "decks", "one", {"a": "a^2", "b": "a^3"})}
    decks["one"].contents.words = {"WANT": "query", "HAVE": "key"}
    return Desk(decks, open_log(), clock, lambda: Random(1).getrandbits(30), home=home)


def at_home(desk: Desk) -> KatatxApp:
    return KatatxApp(OpeningScreen(opening_home(lambda _: desk)))


def at_question(desk: Desk, kind: str = "drill") -> KatatxApp:
    begin = desk.review if kind == "review" else lambda: desk.drill("one")
    return KatatxApp(OpeningScreen(opening_sitting(lambda _: begin())))


async def test_at_home_enter_begins_a_review_that_comes_back_home(desk) -> None:
    app = at_home(desk)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, WelcomeScreen)
        await pilot.pause()
        text = shown_text(app)
        for said in ("WANT = query", "due", "automatic", "carried", "tables", "enter begin"):
            assert said in text
        await pilot.press("enter")
        await until(pilot, DrillScreen)
        await pilot.pause(0.1)
        text = shown_text(app)
        assert "Worked on other numbers:" in text
        assert "Now with these:" in text
        assert shown(app, "#clock") == ""
        await pilot.press("9", "enter")
        assert "not timed" in shown(app, "#verdict")
        await pilot.press("enter")
        assert shown(app, "#clock") == "0:00"
        assert "Worked on other numbers" not in shown_text(app)
        await pilot.press("q")
        await until(pilot, SummaryScreen)
        await pilot.press("q")
        await until(pilot, HomeScreen)
        await pilot.press("q")
    assert app.return_code == 0
    app = at_home(desk)
    async with app.run_test() as pilot:
        await until(pilot, HomeScreen)


@pytest.mark.parametrize("kind", ["drill", "review"])
async def test_before_a_sitting_enter_asks_and_leaving_it_leaves_the_app(desk, kind: str) -> None:
    app = at_question(desk, kind)
    async with app.run_test() as pilot:
        await until(pilot, WelcomeScreen)
        await pilot.press("enter")
        await until(pilot, DrillScreen)
        await pilot.press("q", "q")
        await pilot.pause(0.1)
    assert app.return_code == 0
    app = at_question(desk, kind)
    async with app.run_test() as pilot:
        await until(pilot, WelcomeScreen)  # nothing was answered
        await pilot.press("q")
        await pilot.pause(0.1)
    assert app.return_code == 0


async def test_leaving_the_welcome_at_home_shows_home(desk) -> None:
    app = at_home(desk)
    async with app.run_test() as pilot:
        await until(pilot, WelcomeScreen)
        await pilot.press("escape")
        await until(pilot, HomeScreen)
        await pilot.press("q")
    assert app.return_code == 0


async def test_whoever_answered_before_is_not_welcomed(desk, clock) -> None:
    record(desk.log, clock, "elsewhere/gone")
    for app, kind in ((at_home(desk), HomeScreen), (at_question(desk), DrillScreen)):
        async with app.run_test() as pilot:
            await until(pilot, kind)
            await pilot.pause(0.1)


async def test_enter_pressed_twice_begins_once(desk) -> None:
    app = at_home(desk)
    async with app.run_test() as pilot:
        await until(pilot, WelcomeScreen)
        screen = app.screen
        screen.action_begin()
        screen.action_begin()
        await until(pilot, DrillScreen)
        await pilot.pause(0.1)
        assert [type(each) for each in app.screen_stack] == [OpeningScreen, HomeScreen, DrillScreen]


async def test_tools_are_changed_with_left_and_right_and_hold_at_once(desk, home) -> None:
    app = at_question(desk)
    async with app.run_test(size=(60, 18)) as pilot:
        await until(pilot, WelcomeScreen)
        await pilot.press("right")
        assert "‹ calculator ›" in shown_text(app)
        assert load_settings(home).tools == "calculator"
        await pilot.press("left", "left")
        assert "‹    none    ›" in shown_text(app)
        await pilot.press("enter")
        await until(pilot, DrillScreen)
        assert app.screen.sitting.pace.tools == "none"


async def test_tools_that_cannot_be_saved_say_so(desk, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise KatatxError("config.toml cannot be written: no space")

    app = at_home(desk)
    async with app.run_test() as pilot:
        await until(pilot, WelcomeScreen)
        monkeypatch.setattr(Desk, "save", fail)
        await pilot.press("right")
        assert "no space" in shown(app, "#notice")
        assert "‹   tables   ›" in shown_text(app)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (200, 60)])
async def test_all_of_it_is_seen_at_every_size(desk, size: tuple[int, int]) -> None:
    desk.decks["one"].contents.words = {f"WORD{at}": "textbook's" for at in range(8)}
    app = at_home(desk)
    async with app.run_test(size=size) as pilot:
        await until(pilot, WelcomeScreen)
        await pilot.pause()
        text = shown_text(app)
        pages = app.screen.query_one(FramedPage).max_scroll_y > 0
        assert pages == ("↓ more below" in text)
        assert not pages or size == (60, 18)
        await pilot.press("pagedown")
        await pilot.pause()
        text += shown_text(app)
        assert all(f"WORD{at}" in text for at in range(8))
        assert "carried" in text
        assert "cover " in text
        assert max(map(len, text.splitlines())) <= size[0]


async def test_it_is_found_again_and_only_closes_then(desk, clock) -> None:
    record(desk.log, clock, "elsewhere/gone")
    app = at_home(desk)
    async with app.run_test() as pilot:
        await until(pilot, HomeScreen)
        await find(pilot, "welcome")
        await until(pilot, WelcomeScreen)
        await pilot.pause()
        assert "begin" not in app.screen.query_one("#keys", Static).render().plain
        await pilot.press("enter")
        await until(pilot, HomeScreen)


async def test_opened_over_a_question_it_takes_no_time(start) -> None:
    app = KatatxApp(DrillScreen(start("match")))
    async with app.run_test() as pilot:
        await find(pilot, "welcome")
        await until(pilot, WelcomeScreen)
        await pilot.pause(0.5)
        await pilot.press("q")
        await until(pilot, DrillScreen)
        assert app.screen.paused > 0.4
