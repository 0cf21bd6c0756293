"""What all screens share: the title line, keys that can be clicked, help, and the settings' rows."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from katatx.sessions.desk import Desk
from katatx.tui.actions import SCREENS, name_of
from katatx.tui.app import KatatxApp
from katatx.tui.screens.confirm import ConfirmScreen
from katatx.tui.screens.help import HelpScreen
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.lists.stats import StatsScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.settings import SETTABLE, SettingsScreen
from katatx.tui.widgets.framed import FramedPage
from tests.tui.cells import shown_text
from tests.tui.patience import LOOKS
from tests.tui.test_home import app, desk, shown, until  # noqa: F401 - fixtures


async def click(pilot, words: str, selector: str = "#keys") -> None:
    """Click on some words of a line of keys."""
    line = pilot.app.screen.query_one(selector, Static)
    at = line.render().plain.index(words) + 1
    await pilot.click(selector, offset=(at, 0))
    await pilot.pause(0.1)


async def test_a_click_on_a_key_or_on_its_words_does_it(app) -> None:  # noqa: F811 - the fixture
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await click(pilot, "s stats")
        await until(pilot, StatsScreen)
        await pilot.pause()
        await click(pilot, "back")
        await until(pilot, HomeScreen)
        await click(pilot, "r today")
        await until(pilot, DrillScreen)
        await pilot.pause(0.1)
        await click(pilot, "help")
        await until(pilot, HelpScreen)


async def test_a_click_between_keys_does_nothing(app) -> None:  # noqa: F811 - the fixture
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        await click(pilot, " · ")
        await pilot.click("#keys", offset=(115, 0))
        await pilot.pause(0.1)
        assert isinstance(app.screen, HomeScreen)


async def test_an_answer_is_graded_by_a_click(start) -> None:
    app = KatatxApp(DrillScreen(start("match")))  # noqa: F811 - no fixture
    async with app.run_test() as pilot:
        await pilot.press("3")
        await click(pilot, "grade")
        assert shown(app, "#verdict").startswith("✓ right")


async def test_a_question_is_confirmed_by_a_click(app) -> None:  # noqa: F811 - the fixture
    async with app.run_test() as pilot:
        await pilot.press("b", "x")
        await until(pilot, ConfirmScreen)
        await pilot.pause()
        await click(pilot, "no", "#answers")
        assert not isinstance(app.screen, ConfirmScreen)


@pytest.mark.parametrize(("width", "begins"), [(120, "katatx › one › "), (60, "")])
async def test_the_title_is_a_path_whose_end_is_kept(app, width: int, begins: str) -> None:  # noqa: F811 - the fixture
    async with app.run_test(size=(width, 30)) as pilot:
        await pilot.press("down", "enter")
        await until(pilot, DrillScreen)
        await pilot.pause(0.1)
        title = shown_text(app).splitlines()[0].strip()
        assert title.startswith(begins)
        assert " A " in title


async def test_help_has_the_screen_s_name_and_says_that_more_lies_below(start) -> None:
    app = KatatxApp(DrillScreen(start("match")))  # noqa: F811 - no fixture
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.press("question_mark")
        await until(pilot, HelpScreen)
        await pilot.pause()
        text = shown_text(app)
        assert "Help · question" in text
        assert "↓ more below" in text
        for _ in range(12):
            await pilot.press("pagedown")
            await pilot.pause()
            text += shown_text(app)
        for part in ("Keys", "How answers are written", "Verdicts", "✗ wrong-turn", "WANT = query", "welcome"):
            assert part in text
        assert "↓ more below" not in shown_text(app)
        assert "↑ more above" in shown_text(app)


async def test_help_that_fits_has_no_sign_of_more(app) -> None:  # noqa: F811 - the fixture
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("question_mark")
        await until(pilot, HelpScreen)
        await pilot.pause()
        assert "Help · home" in shown_text(app)
        assert "more" not in app.screen.query_one(FramedPage).border_subtitle


async def test_help_tells_of_more_once_late_contents_do_not_fit(app) -> None:  # noqa: F811 - the fixture
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("question_mark")
        await until(pilot, HelpScreen)
        page = app.screen.query_one(FramedPage)
        late = Static("one line")
        await page.mount(late)
        for text, below in (("\n" * 60, "↓ more below"), ("one line", "")):
            late.update(text)
            for _ in range(LOOKS):
                await pilot.pause(0.01)
                if page.border_subtitle == below:
                    break
            assert page.border_subtitle == below


def test_every_screen_with_keys_has_a_name() -> None:
    assert {name: name_of(actions) for name, actions in SCREENS.items()} == {name: name for name in SCREENS}


@pytest.mark.parametrize("size", [(60, 18), (200, 60)])
async def test_each_setting_says_what_it_does(app, size: tuple[int, int]) -> None:  # noqa: F811 - the fixture
    async with app.run_test(size=size) as pilot:
        await pilot.press("o")
        await until(pilot, SettingsScreen)
        for each in SETTABLE:
            await pilot.pause()
            text = shown_text(app)
            assert f"▸ {each.title}" in text
            assert each.sentence in text
            await pilot.press("down")
        assert "config.toml" in text
        for said in (
            "Target recall        90 %",
            "Session length       10 min (a deck: no limit)",
            "Day starts at        4:00",
        ):
            assert " ".join(said.split()) in " ".join(text.split())


def test_the_desk_is_that_of_the_screen(desk: Desk) -> None:  # noqa: F811 - the fixture
    app = KatatxApp(HomeScreen(desk))  # noqa: F811 - no fixture
    assert app.first.desk is desk
