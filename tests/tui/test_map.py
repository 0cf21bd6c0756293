"""The map of skills, key by key."""

from __future__ import annotations

import pytest

from katatx.sessions.desk import Desk
from katatx.sessions.register_decks import know_decks
from katatx.settings import AppSettings
from katatx.tui.app import KatatxApp
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.lists.map import MapScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.widgets.charts.skill_grid import SkillGrid
from tests.practice.small_decks import record, worked_deck
from tests.tui.cells import shown_text
from tests.tui.test_home import shown, until


@pytest.fixture
def desk(tmp_path, open_log, clock):
    """Two decks, of which one was started: softmax and dot in it, and relu in the other."""
    folder = tmp_path / "decks"
    decks = {
        "one": worked_deck(folder, "one", {"a": "softmax([a, 4])", "b": "dot([a, 2], [3, 1])"}),
        "two": worked_deck(folder, "two", {"c": "relu([a])"}),
    }
    found = Desk(decks, open_log(), clock, lambda: 7)
    know_decks(decks, found.log)
    record(found.log, clock, "one/a")
    return found


@pytest.fixture
def app(desk) -> KatatxApp:
    return KatatxApp(HomeScreen(desk))


def here(app: KatatxApp) -> str:
    skill = app.screen.query_one(SkillGrid).here
    assert skill is not None
    return skill.name


async def test_arrows_go_to_every_cell_and_no_further(app) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        await until(pilot, MapScreen)
        assert here(app) == "dot/products"
        await pilot.press("left", "up", "right", "right", "right")
        assert here(app) == "dot/sum"
        await pilot.press("down")
        assert here(app) == "softmax/raise"
        await pilot.press("right", "down")
        assert here(app) == "relu/keep"
        await pilot.press("up")  # back to the column it came from
        assert here(app) == "softmax/total"
        await pilot.press("pagedown", "down")
        assert here(app) == "relu/keep"
        await pilot.press("q")
        await until(pilot, HomeScreen)


async def test_the_cursor_moves_where_the_map_is_longer_than_the_window(attention, open_log, clock) -> None:
    desk = Desk({"attention": attention}, open_log(), clock, lambda: 7)
    know_decks(desk.decks, desk.log)
    app = KatatxApp(HomeScreen(desk))
    async with app.run_test(size=(60, 18)) as pilot:
        await pilot.press("m")
        await until(pilot, MapScreen)
        await pilot.pause()
        assert app.screen.query_one(SkillGrid).max_scroll_y > 0
        seen = [here(app)]
        for _ in range(6):
            await pilot.press("down")
            await pilot.pause()
            seen.append(here(app))
            assert shown_text(app).count("▸") == 1
        assert len(set(seen)) == 7
        await pilot.press("pagedown", "pageup", "pageup")
        assert here(app) == seen[0]


async def test_the_page_of_the_skill_under_the_cursor_stands_there(app) -> None:
    for size in [(60, 18), (80, 24), (120, 40), (200, 60)]:
        async with app.run_test(size=size) as pilot:
            await pilot.press("m", "down")
            await pilot.pause()
            text = shown_text(app)
            assert "softmax: divide" in text
            assert "1 drill: one/a" in text
            assert text.count("▸") == 1
            assert "● 0 automatic · ◐ 3 learning · ○ 3 new" in text
            assert all(recipe in text for recipe in ("dot", "softmax", "relu"))
        app = KatatxApp(HomeScreen(app.first.desk))


async def test_the_vim_set_moves_in_four_directions(desk) -> None:
    app = KatatxApp(HomeScreen(desk), AppSettings(keys="vim"))
    async with app.run_test() as pilot:
        await pilot.press("m", "j", "l", "l", "h")
        assert here(app) == "softmax/raise"
        await pilot.press("k")
        assert here(app) == "dot/sum"


async def test_enter_practises_the_skill_and_comes_back_to_it(app) -> None:
    async with app.run_test() as pilot:
        await pilot.press("m", "right", "enter")
        await until(pilot, DrillScreen)
        assert app.screen.sitting.focus == "dot/sum"
        question = app.screen.sitting.question
        assert question.prepared.name == "one/b"
        await pilot.press(*f"{question.key:g}", "enter", "q", "q")
        await until(pilot, MapScreen)
        assert here(app) == "dot/sum"
        assert "◐ 5 learning" in shown(app, "#counts")


async def test_a_click_puts_the_cursor_there(app) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        await until(pilot, MapScreen)
        await pilot.pause()
        lines = str(app.screen.query_one("#cells").render()).splitlines()
        column = [at for at, sign in enumerate(lines[1]) if sign == "◐"][2]
        await pilot.click(SkillGrid, offset=(column, 1))
        assert here(app) == "softmax/total"
        await pilot.click(SkillGrid, offset=(column, 1))
        await pilot.pause()
        assert shown(app, "#notice") == "Review of softmax/total. Nothing is left for today."
        await pilot.click(SkillGrid, offset=(column, 2))
        assert here(app) == "relu/keep"
        await pilot.click(SkillGrid, offset=(column, 2))
        await until(pilot, DrillScreen)


async def test_without_decks_there_is_nothing_to_choose(open_log, clock) -> None:
    app = KatatxApp(HomeScreen(Desk({}, open_log(), clock, lambda: 7)))
    async with app.run_test() as pilot:
        await pilot.press("m", "enter", "i", "down", "right")
        assert isinstance(app.screen, MapScreen)
        assert "no skills yet" in shown(app, "#notice")


async def test_i_opens_the_page_of_the_skill(app) -> None:
    async with app.run_test() as pilot:
        await pilot.press("m", "i")
        await pilot.pause()
        assert not isinstance(app.screen, MapScreen)
        assert "dot/products" in shown_text(app).replace(": ", "/")
        await pilot.press("q")
        await until(pilot, MapScreen)


async def test_a_filter_leaves_the_recipes_whose_names_or_lines_hold_the_words(app) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("m")
        await until(pilot, MapScreen)
        await pilot.press("down", "slash", *"soft")
        assert here(app).startswith("softmax/")
        assert "relu" not in shown_text(app)
        assert "q back" not in shown_text(app)  # letters are typed, and no keys
        await pilot.press("enter", "down")
        assert here(app).startswith("softmax/")
        await pilot.press("escape")
        assert "relu" in shown_text(app)
        assert here(app).startswith("softmax/")
        await pilot.press("slash", *"keep")  # the name of a line
        assert here(app) == "relu/keep"
        await pilot.press(*"zz")
        assert app.screen.query_one(SkillGrid).here is None
        assert "Nothing matches" in shown_text(app)
        await pilot.press("enter", "escape")
        assert here(app) == "dot/products"
