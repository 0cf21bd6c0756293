"""Lists with real keys and clicks: filtering, sorting, previews, a drill's page, sections of stats."""

from __future__ import annotations

import pytest
from textual.widgets import OptionList, Static

from katatx.sessions.desk import Desk
from katatx.tui.app import KatatxApp
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.lists.browser import BrowserScreen
from katatx.tui.screens.practice.drill import DrillScreen
from tests.practice.small_decks import know_decks, record
from tests.tui.cells import shown_text
from tests.tui.helpers import built_in, pointed, press, shown, until


@pytest.fixture
def desk(open_log, clock) -> Desk:
    """The attention deck, and days at it with a mistake."""
    found = Desk({"attention": built_in("attention")}, open_log(), clock, lambda: 7)
    know_decks(found.decks, found.log)
    for day in range(3):
        record(found.log, clock, "attention/match", seconds=30.0 - 4 * day)
        record(found.log, clock, "attention/portions", "wrong-turn", wrong_turns=("softmax/raw-shares",))
        clock.move(days=1)
    return found


def rows(app: KatatxApp) -> list[str]:
    table = app.screen.query_one("#rows", OptionList)
    return [" ".join(str(table.get_option_at_index(at).prompt).strip("▸ ").split()) for at in range(table.option_count)]


def names(app: KatatxApp) -> list[str]:
    return [line.split()[1] for line in rows(app)]


def panel(app: KatatxApp) -> str:
    return str(app.screen.query_one("#panel-lines", Static).render())


@pytest.mark.slow
async def test_rows_are_filtered_as_one_types_and_begun(desk) -> None:
    app = KatatxApp(HomeScreen(desk))
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("slash")
        await until(pilot, BrowserScreen)
        everything = names(app)
        assert len(everything) == len(desk.decks["attention"].drills)
        await press(pilot, "=POR", "down", "down")
        found = [each.id for each in desk.decks["attention"].drills if "por" in f"{each.id} {each.section}".lower()]
        assert names(app) == found
        assert f"{len(found)} shown · {len(everything) - len(found)} hidden" in shown_text(app)
        here = pointed(app).split()[1]
        await pilot.press("escape")
        assert pointed(app).split()[1] == here, "the cursor stays at its row"
        await press(pilot, "slash", "=zzz")
        assert "Nothing matches" in rows(app)[0]
        assert panel(app).strip() == ""
        await pilot.press("enter", "enter", "i", "x", "f", "s")  # nothing is there to be done with
        assert isinstance(app.screen, BrowserScreen)
        for words_ in ("drill", "reset"):
            await pilot.click("#keys", offset=(shown(app, "#keys").index(f" {words_}") + 1, 0))
        assert isinstance(app.screen, BrowserScreen)
        await press(pilot, "escape", "slash", "=of-three", "enter")
        assert "portions-of-three" in panel(app)
        await pilot.press("enter")
        await until(pilot, DrillScreen)
        assert app.screen.sitting.question.id == "attention/portions-of-three"
        await pilot.press("q", "q")
        await until(pilot, BrowserScreen)
        await pilot.press("escape")
        assert names(app) == everything, "escape clears the filter first"
        await pilot.press("escape")
        await until(pilot, HomeScreen)


@pytest.mark.slow
async def test_columns_are_sorted_and_rows_chosen_by_key_and_by_click(desk) -> None:
    app = KatatxApp(BrowserScreen(desk, "attention"))
    async with app.run_test(size=(120, 40)) as pilot:
        as_they_came = names(app)
        await pilot.press("v")
        assert "drill ▲" in shown(app, "#heading")
        assert names(app) == sorted(as_they_came)
        await pilot.press("V")
        assert "drill ▼" in shown(app, "#heading")
        assert names(app) == sorted(as_they_came, reverse=True)
        at = shown(app, "#heading").index("standing")
        for sign in "▲▼":
            await pilot.click("#heading", offset=(at + 1, 0))
            assert f"standing {sign}" in shown(app, "#heading")
        for _ in range(8):
            await pilot.press("v")
            if not set("▲▼") & set(shown(app, "#heading")):
                break
        assert names(app) == as_they_came
        await pilot.click("#rows", offset=(5, 3))
        await pilot.pause()
        assert pointed(app).split()[1] == as_they_came[3]
        await pilot.click("#rows", offset=(5, 3))
        await until(pilot, DrillScreen)
        assert app.screen.sitting.question.id == f"attention/{as_they_came[3]}"
