"""Settings, help and palette, over one another as a learner has them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from katatx.app.app import KatatxApp
from katatx.app.help import HelpScreen
from katatx.app.palette import Entry, best
from katatx.app.settings import SETTABLE, SettingsScreen
from katatx.sessions.desk import Desk
from katatx.settings import AppSettings, Preferences, Settings, load_preferences
from tests.app.helpers import filled, until


@pytest.fixture
def desk(attention, open_log, clock, home: Path) -> Desk:
    return Desk({"attention": attention}, open_log(), clock, lambda: 7, home=home)


def seen(app: KatatxApp) -> str:
    """What stands on the terminal."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text for strip in strips)


async def found(pilot: Pilot[Any], typed: str) -> list[str]:
    """Open the palette, type, and return its rows once they stand still."""
    await pilot.press("ctrl+p")
    await until(pilot, CommandPalette)
    pilot.app.screen.query_one(Input).value = typed
    rows: list[str] = ["?"]
    for _ in range(500):
        await pilot.pause(0.05)
        now = [str(each.prompt) for each in pilot.app.screen.query_one(OptionList).options]
        if now and now == rows and not pilot.app.screen.workers:
            return now
        rows = now
    raise AssertionError(rows)


async def test_every_setting_changes_both_ways_and_is_saved_at_once(desk: Desk, home: Path) -> None:
    app = KatatxApp(SettingsScreen(desk, "theme"))
    async with app.run_test(size=(80, 24)) as pilot:
        await filled(pilot)
        first, dark = load_preferences(home), app.theme
        for at, each in enumerate(SETTABLE):
            table = "app" if each.table == "app" else "practice"
            was = getattr(getattr(desk.preferences, table), each.name)
            await pilot.press("right")
            changed = getattr(getattr(load_preferences(home), table), each.name)
            assert changed != was
            assert each.shown(changed) in seen(app)
            assert (at > 0) or app.theme != dark
            await pilot.press("left")
            assert getattr(getattr(load_preferences(home), table), each.name) == was
            await pilot.press("enter", "r", "down")
        assert load_preferences(home) == first == Preferences()
        await pilot.press("slash", *"pencil", "enter", "space")
        assert load_preferences(home).practice == desk.log.settings != Settings()
        assert load_preferences(home).practice == replace(Settings(), tools=desk.log.settings.tools)
        await pilot.press("escape")
        assert app.screen.query_one("#rows", OptionList).option_count == len(SETTABLE)


def test_after_a_value_that_only_the_file_has_comes_one_of_the_list() -> None:
    recall = next(each for each in SETTABLE if each.name == "retention")
    assert {recall.after(0.83, 1), recall.after(0.83, -1)} <= {*recall.values}


@pytest.mark.parametrize("size", [(60, 18), (120, 36)])
async def test_nothing_is_cut_and_help_closes_at_any_key_that_does_not_scroll(
    desk: Desk, size: tuple[int, int]
) -> None:
    app = KatatxApp(SettingsScreen(desk))
    async with app.run_test(size=size) as pilot:
        await filled(pilot)
        for each in SETTABLE:
            await pilot.pause()
            words = " ".join(seen(app).replace("│", " ").split())
            assert all(row.title in words for row in SETTABLE)
            assert each.sentence in words
            await pilot.press("down")
        for key in ("x", "question_mark", "escape", "q"):
            await pilot.press("question_mark", "down", "up", "pagedown", "m")
            assert isinstance(app.screen, HelpScreen)
            assert all(each.binding.tooltip in " ".join(seen(app).split()) for each in shown_keys(app))
            await pilot.press(key)
            assert isinstance(app.screen, SettingsScreen)
        await pilot.press("question_mark", "ctrl+p")
        await until(pilot, CommandPalette)


def shown_keys(app: KatatxApp) -> list[Any]:
    return [each for each in app.screen_stack[-2].active_bindings.values() if each.binding.show and each.binding.id]


async def test_the_palette_finds_everything_and_does_it(desk: Desk, home: Path) -> None:
    app = KatatxApp(SettingsScreen(desk))
    async with app.run_test(size=(120, 40)) as pilot:
        await filled(pilot)
        title = desk.decks["attention"].contents.title
        near = await found(pilot, "")
        assert any(title[:20] in row for row in near)
        assert not any("theme" in row.lower() for row in near)
        await pilot.press("escape")
        lesson = next(iter(desk.decks["attention"].contents.lessons))
        for typed, wanted in {
            "lesson": lesson,
            "divide total": "Divide each by the total (softmax)",
            "rms_norm": "rms norm",
            "kata": title[:20],
        }.items():
            assert any(wanted in row for row in await found(pilot, typed)), typed
            await pilot.press("escape")
        before = app.theme
        assert "theme light" in (await found(pilot, "theme light"))[0]
        await pilot.press("enter")
        await until(pilot, SettingsScreen)
        await pilot.pause(0.1)
        assert load_preferences(home).app.theme == "light"
        assert app.theme != before
        await found(pilot, "reset")
        await pilot.press("enter")
        await until(pilot, SettingsScreen)
        await pilot.pause(0.1)
        assert load_preferences(home).app.theme == "dark" == desk.preferences.app.theme


def test_ten_thousand_drills_are_searched_and_the_best_comes_first() -> None:
    many = [
        Entry(f"Add {number} to its neighbour, then halve", "a deck [of] brackets", lambda: None)
        for number in range(10_000)
    ]
    assert best(many, ["halve", "9876"])[0] is many[9876]
    assert len(best(many, ["add"])) == 60
    assert not best(many, ["add", "nothing"])
    assert not best(many, [])


async def test_wrong_settings_and_keys_are_told_and_the_app_starts(desk: Desk) -> None:
    look = AppSettings(warnings=("config.toml: theme is [b]nord[/b]",), keymap={"help": "f1", "nothing": "x"})
    app = KatatxApp(SettingsScreen(desk), look)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.pause(0.3)
        words = " ".join(seen(app).split())
        assert "[b]nord[/b]" in words
        assert "nothing" in words
        await pilot.press("f1")
        assert isinstance(app.screen, HelpScreen)
