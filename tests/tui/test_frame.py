"""What all screens share: the title line, keys that can be clicked, help, tables and words, and the settings."""

from __future__ import annotations

import pytest
from textual.widgets import Static

from katatx.settings import THEMES
from katatx.tui.screens.confirm import ConfirmScreen
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.lists.stats import StatsScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.settings import SETTABLE, SettingsScreen
from tests.tui.cells import shown_text
from tests.tui.helpers import LOOKS, press, settled, shown, until, words


async def click(pilot, said: str, selector: str = "#keys") -> None:
    """Click on some words of a line of keys."""
    line = pilot.app.screen.query_one(selector, Static)
    await pilot.click(selector, offset=(line.render().plain.index(said) + 1, 0))
    await pilot.pause(0.05)


@pytest.mark.slow
async def test_a_click_on_a_key_or_on_its_words_does_it(app) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await click(pilot, " · ")
        assert isinstance(app.screen, HomeScreen)
        await click(pilot, "s stats")
        await until(pilot, StatsScreen)
        await click(pilot, "back")
        await until(pilot, HomeScreen)
        await pilot.press("b", "x")
        await until(pilot, ConfirmScreen)
        await click(pilot, "no", "#answers")
        await pilot.press("q")
        await until(pilot, HomeScreen)
        await pilot.press("down")
        await click(pilot, "practise")
        await until(pilot, DrillScreen)
        assert words(app).startswith("katatx › one › ")
        await settled(pilot)
        await press(pilot, f"={app.screen.sitting.question.key:g}")
        await click(pilot, "grade")
        assert shown(app, "#verdict").startswith("✓ right")


async def test_settings_say_what_they_do_and_hold_at_once(app, desk, home) -> None:
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.press("o")
        await until(pilot, SettingsScreen)
        await pilot.press("right", "right", "left")
        assert app.theme == "katatx-light"
        titles = [each.title for each in SETTABLE]
        for each in SETTABLE:
            await pilot.pause()
            assert f"▸ {each.title}" in shown_text(app)
            assert each.sentence in words(app)
            if each.title in (titles[3], "Target recall"):
                await pilot.press("right")
            await pilot.press("down")
        for _ in range(LOOKS):
            await pilot.pause(0.01)
            if desk.preferences.practice.retention == 0.95:
                break
        assert desk.log.schedule.retention == 0.95
        await pilot.press("q")
        await until(pilot, HomeScreen)
    assert 'theme = "light"' in (home / "config.toml").read_text()
    assert THEMES.index("light") > 0
