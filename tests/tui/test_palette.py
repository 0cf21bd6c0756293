"""The palette: what it finds, in which order, and what choosing it does."""

from __future__ import annotations

from katatx.errors import KatatxError
from katatx.progress.errors import LogError
from katatx.settings import load_preferences
from katatx.tui.app import KatatxApp
from katatx.tui.screens.confirm import StopScreen
from katatx.tui.screens.help import HelpScreen
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.lists.browser import BrowserScreen
from katatx.tui.screens.lists.stats import StatsScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.settings import SettingsScreen
from katatx.tui.screens.welcome import WelcomeScreen
from katatx.tui.screens.worksheet import WorksheetScreen
from katatx.tui.widgets.question.answer_box import AnswerBox
from tests.tui.helpers import choose, find, pointed, until, until_said


async def test_drills_are_found_by_name_and_by_what_they_ask_and_shown_plainly(app, desk) -> None:
    desk.decks["one"].contents.title = "\x1b[31m[red]x[/]"
    desk.decks["one"].by_id["a"].answer = None  # a faulty one is left out alone
    async with app.run_test(size=(120, 40)) as pilot:
        rows = await find(pilot, "drill one")
        assert any("�[31m[red]x[/]" in row for row in rows)
        await pilot.press("escape")
        rows = await find(pilot, "drill one/")
        assert any(row.startswith("drill one/b ") for row in rows)
        assert not any(row.startswith("drill one/a ") for row in rows)
        await pilot.press("escape")
        assert "nothing matches" in await find(pilot, "zzzz")
        await pilot.press("enter")
        await until(pilot, HomeScreen)
        assert (await find(pilot, "attention/portions"))[0].startswith("drill attention/portions  ")
        await pilot.press("escape")
        rows = await find(pilot, "scaled scores into attention weights")
        assert any(row.startswith("drill attention/portions") for row in rows)
        await pilot.press("enter")
        await until(pilot, DrillScreen)
        assert app.screen.sitting.question.id == "attention/portions"


async def test_screens_open_over_what_is_there(app, home) -> None:
    async with app.run_test() as pilot:
        await choose(pilot, "browse two")
        await until(pilot, BrowserScreen)
        assert app.screen.deck == "two"
        await choose(pilot, "help")
        await until(pilot, HelpScreen)
        await pilot.press("escape")
        await choose(pilot, "stats one")
        await until(pilot, StatsScreen)
        await pilot.press("q")
        await until(pilot, BrowserScreen)
        await choose(pilot, "theme light")
        assert app.theme == "katatx-light"
        assert load_preferences(home).app.theme == "light"
        await choose(pilot, "softmax(scores)")
        await until(pilot, WorksheetScreen)
        assert app.screen.editor.text == "softmax "
        await pilot.press("ctrl+q", "y")
        await until(pilot, BrowserScreen)
        await choose(pilot, "set day starts")
        await until(pilot, SettingsScreen)
        assert pointed(app).startswith("Day starts at")


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


async def test_what_fails_is_told_and_the_rest_is_found(app, desk, monkeypatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KatatxError("the file is gone")

    def fail_to_read(_: object) -> None:
        raise LogError("the log cannot be read")

    async with app.run_test(size=(120, 40), notifications=True) as pilot:
        monkeypatch.setattr(type(desk), "skills", fail_to_read)
        monkeypatch.setattr(type(desk), "drill", fail)
        await choose(pilot, "drill two")
        await until_said(pilot, "the file is gone")
        assert isinstance(app.screen, HomeScreen)


async def test_without_a_desk_it_finds_what_there_is(start) -> None:
    app = KatatxApp(DrillScreen(start("match")))
    async with app.run_test(size=(120, 40)) as pilot:
        rows = await find(pilot, "match")
        assert not any(row.startswith(("drill", "set ", "browse")) for row in rows)


async def test_ten_thousand_drills_are_searched(app, desk, monkeypatch) -> None:
    many = [("one", f"drill-{at}", f"How many of {at}?") for at in range(10_000)]
    monkeypatch.setattr(type(desk), "named_drills", lambda _: iter(many))
    async with app.run_test(size=(80, 24)) as pilot:
        assert (await find(pilot, "drill-9999"))[0].startswith("drill one/drill-9999")
