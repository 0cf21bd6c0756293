"""Progress with real keys and clicks: tabs, finding, practising a row of each kind."""

from __future__ import annotations

import re

import pytest

from katatx.app.app import KatatxApp
from katatx.app.progress import ProgressScreen
from katatx.app.question import QuestionScreen
from katatx.sessions.desk import Desk
from tests.app.cells import shown_text
from tests.app.helpers import built_in, filled, in_sight, press, until
from tests.practice.small_decks import know_decks, record

WRONG = ["attention/match", "attention/portions"]


@pytest.fixture
def desk(open_log, clock) -> Desk:
    """Three days at the attention deck: two with a mistake at two drills, the last without."""
    found = Desk({"attention": built_in("attention")}, open_log(), clock, lambda: 7)
    know_decks(found.decks, found.log)
    for day in range(3):
        record(found.log, clock, "attention/padded-row", seconds=30.0 - 4 * day)
        for name in WRONG * (day < 2):
            turn = "softmax/raw-shares" if name.endswith("portions") else ""
            record(found.log, clock, name, "wrong", wrong_turns=(turn,) * bool(turn))
        clock.move(days=1)
    return found


@pytest.fixture
def app(desk) -> KatatxApp:
    """The app, which keeps the sittings that are begun, and shows none."""
    made = KatatxApp(ProgressScreen(desk))
    made.opened = []
    made.begin = lambda open_sitting: made.opened.append(open_sitting())
    return made


def titles(app: KatatxApp) -> list[str]:
    return [row.title for row in app.screen.shown]


def cells(app: KatatxApp) -> list[list[str]]:
    rows = (str(row).strip() for row in map(app.screen.line_of, app.screen.shown))
    return [re.split(" {2,}", row) for row in rows]


def told(app: KatatxApp) -> str:
    return str(app.screen.query_one("#told").render())


async def test_every_row_can_be_practised(app) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await filled(pilot)
        assert [row[-1] for row in cells(app)] == ["1 of 1", "1 of 3", "1 of 3"]
        await press(pilot, "enter")
        assert not app.opened, "nothing was missed on the last day"
        await press(pilot, "down", "enter")
        assert list(app.opened[-1].run.drills) == WRONG
        assert "1 of 3" in told(app)
        await press(pilot, "tab", "enter")
        assert (app.opened[-1].run.deck, app.opened[-1].run.drill) == ("attention", None)
        await press(pilot, "tab", "enter")
        assert [row[1] for row in cells(app)] == ["2"]
        assert list(app.opened[-1].run.drills) == ["attention/portions"]
        await press(pilot, "tab", "enter")
        step = app.screen.here.step
        assert (app.opened[-1].run.kind, app.opened[-1].run.drill) == ("review", step)


async def test_rows_are_found_and_chosen_by_key_and_by_click(app, desk) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await filled(pilot)
        await press(pilot, "tab", "tab", "tab")
        everything = titles(app)
        assert len(everything) == len({step.name for step in desk.report().steps})
        await press(pilot, "slash", "=SOFTMAX RAISE", "down", "q")
        assert titles(app) == [], "letters are typed, and no keys"
        await press(pilot, "backspace", "backspace", "enter")
        found = titles(app)
        assert found
        assert all("softmax" in title.casefold() for title in found)
        await press(pilot, "escape")
        assert titles(app) == everything
        rows = shown_text(app).splitlines()
        row = next(at for at, each in enumerate(rows) if "step" in each and "due" in each)
        await pilot.click(offset=(8, row + 4))
        await pilot.pause()
        assert app.screen.rows.highlighted == 3
        assert not app.opened
        await pilot.click(offset=(8, row + 4))
        await pilot.pause()
        assert app.opened[-1].run.drill == app.screen.here.step


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 36), (200, 50)])
async def test_the_row_and_what_is_known_of_it_are_seen_in_every_window(desk, size) -> None:
    app = KatatxApp(ProgressScreen(desk, "mistakes"))
    async with app.run_test(size=size) as pilot:
        await filled(pilot)
        assert all(in_sight(app, app.screen.query_one(f"#{name}")) for name in ("rows", "panel", "panel-card"))
        assert "2 times" in told(app)
        assert max(len(row.rstrip()) for row in shown_text(app).splitlines()) <= size[0]
        before = app.screen.query_one("#panel").scroll_y
        await press(pilot, "space")
        panel = app.screen.query_one("#panel")
        assert (panel.scroll_y > before) == (panel.max_scroll_y > 0)
        await pilot.press("enter")
        await until(pilot, QuestionScreen)
        assert app.screen.sitting.question.id == "attention/portions"
