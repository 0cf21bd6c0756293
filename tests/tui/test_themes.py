"""Themes: readable, told apart, and as good without colour."""

from __future__ import annotations

import pytest
from textual.color import Color

from katatx.tui.screens.file_name import FileNameScreen
from katatx.tui.themes import OWN
from tests.tui.cells import painted
from tests.tui.helpers import find

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


@pytest.mark.parametrize("theme", OWN, ids=lambda theme: theme.name)
def test_words_keep_their_contrast_and_right_is_blue_and_wrong_orange(theme) -> None:
    colours = theme.to_color_system().generate()
    for ground in (Color.parse(colours[each]) for each in GROUNDS):
        for words in WORDS:
            assert contrast(Color.parse(colours[words]), ground) >= LEAST, (words, ground)
        foreground = Color.parse(colours["foreground"])
        assert contrast(ground.blend(foreground, QUIETEST), ground) >= LEAST
        row = ground.blend(Color.parse(colours["primary"]), ROW)
        assert contrast(foreground, row) >= LEAST
        assert contrast(row.blend(foreground, 0.7), row) >= LEAST
    right, wrong = Color.parse(theme.success), Color.parse(theme.error)
    assert right.b > right.r + 40
    assert wrong.r > wrong.b + 80


@pytest.mark.slow
async def test_rows_and_selections_are_seen_without_colour(desk, monkeypatch) -> None:
    from katatx.tui.app import KatatxApp
    from katatx.tui.screens.home import HomeScreen

    monkeypatch.setenv("NO_COLOR", "1")
    app = KatatxApp(HomeScreen(desk))
    async with app.run_test() as pilot:
        await pilot.press("down")
        await pilot.pause()
        rows = painted(app).rows
        (marked,) = [row for row in rows if "▸" in "".join(character for character, _ in row)]
        assert all({"bold", "underline"} <= set(paint.manners) for character, paint in marked if character.isalpha())
        assert {paint.colour for row in rows for _, paint in row} <= {"", "default"}
        assert {paint.background for row in rows for _, paint in row} == {"default"}
        await find(pilot, "port")
        rows = [[paint for character, paint in row if character.isalpha()] for row in painted(app).rows[3:]]
        assert sum(bool(row) and all({"bold", "underline"} <= set(each.manners) for each in row) for row in rows) == 1
        await pilot.press("escape")
        app.push_screen(FileNameScreen("Save as", "worksheet.kata", (), app.keys))
        await pilot.pause()
        (row,) = [row for row in painted(app).rows if "worksheet.kata" in "".join(character for character, _ in row)]
        assert "".join(character for character, paint in row if "reverse" in paint.manners).strip() == "worksheet.kata"
