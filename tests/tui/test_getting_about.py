"""From screen to screen: the palette, pressing twice, opening, settings that are refused."""

from __future__ import annotations

import threading

import pytest
from textual.command import CommandPalette
from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.progress.errors import LogError
from katatx.sessions.desk import Desk
from katatx.settings import AppSettings
from katatx.tui.app import KatatxApp
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.lists.stats import StatsScreen
from katatx.tui.screens.opening import OpeningScreen
from katatx.tui.screens.practice.calibration import CalibrationScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.practice.pause import PauseScreen
from katatx.tui.screens.practice.summary import SummaryScreen
from katatx.tui.screens.settings import SettingsScreen
from tests.tui.patience import LOOKS
from tests.tui.states import settled
from tests.tui.test_home import desk, shown, until  # noqa: F401 - a fixture


async def find(pilot, words: str) -> None:
    """Choose the first that the palette finds."""
    await pilot.press("ctrl+p")
    await until(pilot, CommandPalette)
    await pilot.press(*words)
    for _ in range(LOOKS):
        await pilot.pause(0.02)
        if not pilot.app.screen._list_visible:
            continue
        break
    await pilot.pause(0.2)
    await pilot.press("enter")
    await pilot.pause(0.1)


async def test_the_palette_finds_screens_and_decks(desk) -> None:  # noqa: F811 - the fixture
    app = KatatxApp(HomeScreen(desk))
    async with app.run_test() as pilot:
        await find(pilot, "stats (s)")
        await until(pilot, StatsScreen)
        await pilot.press("q")
        await until(pilot, HomeScreen)
        await find(pilot, "drill two")
        await until(pilot, DrillScreen)
        assert app.screen.sitting.question.id.startswith("two/")


async def test_what_fails_from_the_palette_is_one_line(start) -> None:
    session = start("match")

    def fail(*_: object) -> None:
        raise LogError("the log cannot be written")

    session.answer = fail
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("3")
        await find(pilot, "grade")
    assert (app.return_code, str(app.trouble)) == (2, "the log cannot be written")


@pytest.mark.parametrize("twice", [["enter", "enter"], ["q", "q"]])
async def test_a_summary_left_twice_goes_home_once(desk, twice: list[str]) -> None:  # noqa: F811 - the fixture
    app = KatatxApp(OpeningScreen(lambda _: lambda: HomeScreen(desk)))
    async with app.run_test() as pilot:
        await until(pilot, HomeScreen)
        await pilot.press("r")
        await until(pilot, DrillScreen)
        await pilot.press("q")
        await until(pilot, SummaryScreen)
        screen = app.screen
        screen.action_close()
        screen.action_close()
        await until(pilot, HomeScreen)
        await pilot.pause(0.1)
        assert app.is_running
        assert isinstance(app.screen, HomeScreen)


async def test_while_opening_only_leaving_is_done(desk) -> None:  # noqa: F811 - the fixture
    opened = threading.Event()

    def opening(_: object):
        opened.wait(10)
        return lambda: HomeScreen(desk)

    app = KatatxApp(OpeningScreen(opening))
    async with app.run_test() as pilot:
        await pilot.press("ctrl+p", "r", "enter")
        assert isinstance(app.screen, OpeningScreen)
        opened.set()
        await until(pilot, HomeScreen)


async def test_what_cannot_be_opened_ends_in_one_line() -> None:
    def opening(_: object):
        raise KatatxError("no deck is called x")

    app = KatatxApp(OpeningScreen(opening))
    async with app.run_test() as pilot:
        await pilot.pause(0.2)
    assert (app.return_code, str(app.trouble)) == (2, "no deck is called x")


async def test_opening_that_takes_long_says_how_far_it_is(desk) -> None:  # noqa: F811 - the fixture
    seen = threading.Event()

    def opening(progress):
        progress.next = 0.0
        progress(25_000, 100_000)
        seen.wait(10)
        return lambda: HomeScreen(desk)

    app = KatatxApp(OpeningScreen(opening))
    async with app.run_test() as pilot:
        for _ in range(LOOKS):
            await pilot.pause(0.02)
            if "25,000" in shown(app, "#notice"):
                break
        assert "██████░░░░░░░░░░░░░░░░░░ 25,000 of 100,000 answers" in shown(app, "#notice")
        seen.set()
        await until(pilot, HomeScreen)


async def test_keys_that_would_clash_are_not_saved(desk, home) -> None:  # noqa: F811 - the fixture
    desk.home = home
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text('[keys]\nagain = "j"\n')
    desk.preferences = desk.preferences.__class__(desk.preferences.practice, AppSettings(keymap={"again": "j"}))
    app = KatatxApp(HomeScreen(desk), desk.preferences.app)
    async with app.run_test() as pilot:
        await pilot.press("o")
        await until(pilot, SettingsScreen)
        await pilot.press("down", "down", "enter")
        assert "would do both" in shown(app, "#notice")
    assert "vim" not in (home / "config.toml").read_text()


async def test_settings_go_on_at_every_key_and_hold_at_once(desk, home) -> None:  # noqa: F811 - the fixture
    desk.home = home
    app = KatatxApp(HomeScreen(desk))
    async with app.run_test() as pilot:
        await pilot.press("o")
        await until(pilot, SettingsScreen)
        await pilot.press("right", "right", "left")
        assert app.theme == "katatx-light"
        await pilot.press("down", "down", "down", "right", "right", "right")
        assert desk.preferences.practice.places == 3
        await pilot.press(*["down"] * 5, "right")
        for _ in range(LOOKS):
            await pilot.pause(0.02)
            if desk.preferences.practice.retention == 0.95:
                break
        assert desk.log.standings.retention == 0.95
        await until(pilot, SettingsScreen)
        await pilot.press("q")
        await until(pilot, HomeScreen)


async def test_a_home_without_decks_says_so(open_log, clock) -> None:
    app = KatatxApp(HomeScreen(Desk({}, open_log(), clock, lambda: 7)))
    async with app.run_test() as pilot:
        await pilot.press("b", "i", "k", "enter")
        assert isinstance(app.screen, HomeScreen)
        assert "no decks" in shown(app, "#notice")


@pytest.mark.parametrize("key", ["p", "question_mark", None])
async def test_every_screen_says_when_its_window_is_too_small(start, key: str | None) -> None:
    session = start("match")
    app = KatatxApp(CalibrationScreen(session.calibration()) if key is None else DrillScreen(session))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*([key] if key else []))
        await pilot.resize_terminal(50, 12)
        await pilot.pause()
        cover = app.screen.query_one("#too-small", Static)
        assert cover.region.size == app.screen.outer_size - (2, 0) or cover.region.width >= 46
        assert cover.display
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert not cover.display
        if key == "p":
            assert isinstance(app.screen, PauseScreen)
