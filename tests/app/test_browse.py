"""Browsing with real keys and clicks: decks, finding, previews, practising, starting over, many drills."""

from __future__ import annotations

import pytest

from katatx.app.app import KatatxApp
from katatx.app.browse import BrowseScreen
from katatx.app.question import QuestionScreen
from katatx.decks.loading import load_file
from katatx.sessions.desk import Desk
from tests.app.helpers import filled, press, until
from tests.practice.small_decks import record, worked_deck


@pytest.fixture
def app(desk) -> KatatxApp:
    made = KatatxApp(BrowseScreen(desk))
    made.opened = []
    made.begin = lambda open_sitting: made.opened.append(open_sitting())
    return made


def drills(app: KatatxApp) -> list[str]:
    return [row.place for row in app.screen.shown if not isinstance(row, str)]


def told(app: KatatxApp) -> str:
    return str(app.screen.query_one("#told").render())


async def test_drills_are_browsed_found_and_practised(app, desk) -> None:
    every = [f"{name}/{drill.id}" for name, deck in desk.decks.items() for drill in deck.drills]
    async with app.run_test(size=(120, 36)) as pilot:
        await filled(pilot)
        own = [each for each in every if each.startswith("attention/")]
        assert drills(app) == own
        await press(pilot, "down", "enter")
        assert app.opened[-1].run.drills == (own[1].rpartition("/")[2],)
        assert desk.decks["attention"].by_id[own[1].rpartition("/")[2]].prompt[:20] in told(app)
        await press(pilot, "f")
        assert app.opened[-1].run.drills == (*(each.rpartition("/")[2] for each in [*own[1:], own[0]]),)
        await press(pilot, "l")
        assert app.opened[-1].run.kind == "lesson"
        await press(pilot, "right")
        assert drills(app) == ["one/a", "one/b"]
        await pilot.click("#decks", offset=(4, 4))
        await pilot.pause()
        assert drills(app) == ["two/c"]
        await press(pilot, "slash", "=soft THREE", "enter")
        assert "attention/portions-of-three" in drills(app)
        assert set(drills(app)) < set(every)
        await press(pilot, "slash", "=zzz")
        assert drills(app) == []
        await press(pilot, "enter", "f", "x", "l", "enter")  # nothing is there to be done with
        assert len(app.opened) == 3
        await press(pilot, "escape")
        assert drills(app) == ["two/c"]


async def test_a_click_shows_a_drill_and_another_practises_it(app, desk, clock) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await filled(pilot)
        for _ in range(2):
            assert not app.opened
            await pilot.click("#rows", offset=(6, 4))
            await pilot.pause()
        place = app.screen.here.place
        assert app.opened[-1].run.drills == (place.partition("/")[2],)
        record(desk.log, clock, place)
        await press(pilot, "x", "n")
        assert desk.log.standing(*place.split("/")).attempts == 1
        await press(pilot, "x", "y")
        assert desk.log.standing(*place.split("/")).attempts == 0
        assert app.screen.here.place == place


async def test_finding_begins_at_once_and_leads_to_the_question(desk) -> None:
    app = KatatxApp(BrowseScreen(desk, filtering=True))
    async with app.run_test(size=(60, 18)) as pilot:
        await filled(pilot)
        await press(pilot, "=three attention", "enter", "enter")
        await until(pilot, QuestionScreen)
        assert app.screen.sitting.question.id == "attention/portions-of-three"


async def test_a_long_deck_is_shown_to_its_end(tmp_path, open_log, clock) -> None:
    deck = worked_deck(tmp_path / "decks", "many", {f"d{at}": "a + 1" for at in range(1000)})
    decks = {"many": deck, "bad": load_file(_faulty(tmp_path))}
    app = KatatxApp(BrowseScreen(Desk(decks, open_log(), clock, lambda: 7)))
    async with app.run_test(size=(80, 24)) as pilot:
        await filled(pilot)
        await press(pilot, "end")
        assert app.screen.here.drill == "d999"
        await press(pilot, "right")
        assert "nothing/here" not in told(app)
        assert told(app), "why it cannot be asked"


def _faulty(folder):
    path = folder / "bad.yaml"
    path.write_text(
        "deck: bad\ntitle: Bad\npage: p\nsections: {S: {q: {prompt: p, answer: nosuch(1)}}}\n",
        encoding="utf-8",
    )
    return path
