"""The summary, key by key: its rows, its working, and what may follow it."""

from __future__ import annotations

import pytest

from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.sessions.kata import open_kata
from katatx.tui.app import KatatxApp
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.practice.kata import KataScreen
from katatx.tui.screens.practice.pause import PauseScreen
from katatx.tui.screens.practice.summary import SummaryScreen
from katatx.tui.widgets.question.answer_box import AnswerBox
from katatx.tui.widgets.question.clock import ClockView
from tests.practice.small_decks import answer, small_deck
from tests.tui.cells import shown_text
from tests.tui.helpers import pointed, press, settled, shown, until
from tests.tui.states import KATA


@pytest.fixture
def missed(tmp_path, start):
    """A sitting with a miss and a right answer."""
    sitting = start(deck=small_deck(tmp_path / "decks", "one", {"S": "abc"}))
    answer(sitting, "wrong")
    answer(sitting)
    return sitting


@pytest.fixture
def kata(attention, open_log, clock):
    sitting = open_kata(attention, open_log(), clock, lambda: 7, page=True)
    for typed in KATA:
        sitting.answer(typed, 10.0)
        sitting.advance()
    clock.move(minutes=1)
    return sitting


def fail(*_: object) -> None:
    raise LogError("disk full")


async def test_the_cursor_goes_over_the_rows_and_misses_are_redone(missed, monkeypatch) -> None:
    app = KatatxApp(DrillScreen(missed))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        await until(pilot, SummaryScreen)
        assert pointed(app).startswith("1 of 2 right · 10 s")
        assert "1 of 3 drills done; 2 left for next time." in shown(app, "#detail")
        await pilot.press("down")
        assert pointed(app).split()[:4] == ["✗", "a", "1000.5", "21"]
        assert "3·7 = 21" in shown(app, "#detail")
        await pilot.click("#worked", offset=(5, 3))
        await pilot.pause()
        assert pointed(app).split()[:2] == ["✓", "b"]
        await pilot.press("y")
        assert app.clipboard.splitlines() == ["One", *missed.summary_lines()]
        await pilot.resize_terminal(120, 24)
        await pilot.press("up", "up", "up")
        assert pointed(app).split()[:2] == ["✗", "a"], "what changed stands beside it"
        assert "1 of 3 drills done" in shown_text(app)
        with monkeypatch.context() as patched:
            patched.setattr(Log, "start_run", fail)
            await pilot.press("m")
            assert shown(app, "#notice") == "disk full"
        summary = app.screen
        summary.action_redo_misses()
        summary.action_redo_misses()
        await until(pilot, DrillScreen)
        redo = app.screen.sitting
        assert (redo.run.kind, redo.run.drills) == ("misses", ("a",))
        assert len([*redo.log.runs("one", "misses")]) == 1
        await pilot.press("m", "5")
        assert app.screen.query_one(AnswerBox).value == "5", "the key of the summary is no answer"
        await press(pilot, "ctrl+u", f"={redo.question.key:g}", "enter", "enter")
        await until(pilot, SummaryScreen)
        assert "m redo" not in shown(app, "#keys")
        await pilot.press("m", "q")
    assert app.return_code == 0


async def test_a_summary_that_cannot_be_made_ends_in_one_line(missed, monkeypatch) -> None:
    app = KatatxApp(DrillScreen(missed))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        monkeypatch.setattr(missed, "summary", fail)
        await pilot.press("1", "q", "y")
        await pilot.pause(0.1)
    assert (app.return_code, str(app.trouble)) == (2, "disk full")


async def test_a_kata_is_reworked_from_its_first_mistake_or_comes_again(kata) -> None:
    app = KatatxApp(KataScreen(kata))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, SummaryScreen)
        assert pointed(app).split()[:6] == ["✗", "2", "matches", "2", "[7]", "2"]
        assert "6 of 7 steps right · 1 slip · 1:10" in shown_text(app)
        assert shown_text(app).count("follows from your 7") == 5
        await pilot.press("r")
        await until(pilot, KataScreen)
        assert "line 2 of 7 › reworked" in shown(app, "#place")
        assert app.screen.sitting.run.drill == kata.run.id
        await pilot.press("q")
        await until(pilot, SummaryScreen)
        await pilot.press("k")
        await until(pilot, KataScreen)
        assert "line 1 of 7 › fresh numbers" in shown(app, "#place")


async def test_the_clock_of_a_kata_runs_over_all_its_lines_and_stands_still_meanwhile(
    attention, open_log, clock
) -> None:
    ticks = 100.0
    sitting = open_kata(attention, open_log(), clock, lambda: 7, page=True)
    sitting.answer("2 0 1 0", 65.0)
    sitting.advance()
    app = KatatxApp(KataScreen(sitting), ticks=lambda: ticks)

    def told() -> str:
        return str(app.screen_stack[0].query_one(ClockView).content)

    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert told() == "1:05"
        ticks = screen.begun + 7.0
        screen._show_time()
        assert told() == "1:12"
        await pilot.press("p")
        await until(pilot, PauseScreen)
        screen._show_time()
        assert told() == "1:12"
        await pilot.press("x")
        await until(pilot, KataScreen)
        screen.key_time = screen.begun + 20.0
        screen.query_one("#line").value = "2 8"
        screen.action_grade()
        assert (told(), sitting.rows[-1].seconds) == ("1:25", 20.0)
        ticks += 100.0
        screen._show_time()
        assert told() == "1:25", "it stands still while the verdict is read"
        screen.action_next()
        assert told() == "1:25"
