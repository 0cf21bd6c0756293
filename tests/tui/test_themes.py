"""Themes: readable, told apart, and as good without colour."""

from __future__ import annotations

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from katatx.settings import AppSettings, load_preferences
from katatx.settings.themes import TEXTUAL_THEMES, THEMES
from katatx.tui.app import KatatxApp
from katatx.tui.screens.file_name import FileNameScreen
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.settings import SettingsScreen
from katatx.tui.themes import OWN, theme_name
from tests.tui.cells import painted
from tests.tui.test_home import desk, until  # noqa: F401 - a fixture
from tests.tui.test_palette import look_for

GROUNDS = ("background", "surface", "panel")
WORDS = ("foreground", "primary", "accent", "text-success", "text-error", "text-warning", "text-accent")
# How much of the foreground words are painted with, at the least.
QUIETEST = 0.6
LEAST = 4.5
# How much of the primary colour the row under the cursor has.
ROW = 0.2


def luminance(colour: Color) -> float:
    """WCAG 2's relative luminance."""
    channels = [part / 255 for part in colour.rgb]
    red, green, blue = (each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, other: Color) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_is_wcag_s() -> None:
    assert contrast(Color.parse("black"), Color.parse("white")) == pytest.approx(21)
    assert contrast(Color.parse("#777777"), Color.parse("white")) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", OWN, ids=lambda theme: theme.name)
def test_words_keep_their_contrast_on_every_ground(theme) -> None:
    colours = theme.to_color_system().generate()
    for ground in (Color.parse(colours[each]) for each in GROUNDS):
        for words in WORDS:
            assert contrast(Color.parse(colours[words]), ground) >= LEAST, (words, ground)
        foreground = Color.parse(colours["foreground"])
        assert contrast(ground.blend(foreground, QUIETEST), ground) >= LEAST
        row = ground.blend(Color.parse(colours["primary"]), ROW)
        assert contrast(foreground, row) >= LEAST
        assert contrast(row.blend(foreground, 0.7), row) >= LEAST


@pytest.mark.parametrize("theme", OWN, ids=lambda theme: theme.name)
def test_right_is_blue_and_wrong_is_orange(theme) -> None:
    right, wrong = Color.parse(theme.success), Color.parse(theme.error)
    assert right.b > right.r + 40
    assert wrong.r > wrong.b + 80


def test_all_of_textual_s_themes_may_be_set_but_those_of_a_terminal() -> None:
    assert set(TEXTUAL_THEMES) == {name for name in BUILTIN_THEMES if not name.startswith("ansi")}
    assert {theme_name(each) for each in THEMES} <= {*BUILTIN_THEMES, *(each.name for each in OWN)}


@pytest.mark.parametrize("theme", THEMES)
def test_each_is_read_from_the_settings_and_worn(home, theme: str) -> None:
    home.mkdir()
    (home / "config.toml").write_text(f'[app]\ntheme = "{theme}"\n')
    look = load_preferences(home).app
    assert KatatxApp(HomeScreen(None), look).theme == theme_name(theme)


async def test_choosing_one_in_the_settings_shows_it_at_once(desk, home) -> None:  # noqa: F811 - the fixture
    desk.home = home
    app = KatatxApp(HomeScreen(desk))
    async with app.run_test() as pilot:
        await pilot.press("o")
        await until(pilot, SettingsScreen)
        await pilot.press(*["right"] * (THEMES.index("gruvbox")))
        await pilot.pause()
        assert app.theme == "gruvbox"
        assert load_preferences(home).app.theme == "gruvbox"


async def test_the_row_under_the_cursor_is_seen_without_colour(desk, monkeypatch) -> None:  # noqa: F811 - the fixture
    monkeypatch.setenv("NO_COLOR", "1")
    app = KatatxApp(HomeScreen(desk), AppSettings(theme="nord"))
    async with app.run_test() as pilot:
        await pilot.press("down")
        await pilot.pause()
        rows = painted(app).rows
    marked = [row for row in rows if "▸" in "".join(character for character, _ in row)]
    assert len(marked) == 1
    manners = [set(paint.manners) for character, paint in marked[0] if character.isalpha()]
    assert all({"bold", "underline"} <= each for each in manners)
    assert {paint.colour for row in rows for _, paint in row} <= {"", "default"}
    assert {paint.background for row in rows for _, paint in row} == {"default"}


async def test_a_selected_file_name_is_seen_without_colour(desk, monkeypatch) -> None:  # noqa: F811 - the fixture
    monkeypatch.setenv("NO_COLOR", "1")
    app = KatatxApp(HomeScreen(desk))
    async with app.run_test() as pilot:
        app.push_screen(FileNameScreen("Save as", "worksheet.kata", (), app.keys))
        await pilot.pause()
        (row,) = [row for row in painted(app).rows if "worksheet.kata" in "".join(character for character, _ in row)]
    selected = "".join(character for character, paint in row if "reverse" in paint.manners)
    assert selected.strip() == "worksheet.kata"


async def test_the_row_of_the_palette_is_seen_without_colour(desk, monkeypatch) -> None:  # noqa: F811 - the fixture
    monkeypatch.setenv("NO_COLOR", "1")
    app = KatatxApp(HomeScreen(desk))
    async with app.run_test() as pilot:
        for words, bold in (("port", 1), ("zzzz", 0)):
            await look_for(pilot, words)
            rows = [[paint for character, paint in row if character.isalpha()] for row in painted(app).rows[3:]]
            assert (
                sum(bool(row) and all({"bold", "underline"} <= set(paint.manners) for paint in row) for row in rows)
                == bold
            )
            await pilot.press("escape")
