"""The summary, key by key: its rows, its working, and what may follow it."""

from __future__ import annotations

import pytest
from textual.widgets import OptionList, Static

from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.sessions.kata import open_kata
from katatx.tui.app import KatatxApp
from katatx.tui.screens.confirm import StopScreen
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.practice.calibration import CalibrationScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.practice.kata import KataScreen
from katatx.tui.screens.practice.pause import PauseScreen
from katatx.tui.screens.practice.summary import SummaryScreen
from katatx.tui.widgets.question.answer_box import AnswerBox
from katatx.tui.widgets.question.clock import ClockView
from tests.practice.small_decks import answer, small_deck
from tests.tui.cells import shown_text
from tests.tui.states import settled
from tests.tui.test_home import desk, until  # noqa: F401 - the fixture

WRONG = ["2 0 1 0", "2 7", "1 3.5", "2.718 33.12", "35.83", "0.076 0.924", "0.152 2.772 0.924 0.076"]


@pytest.fixture
def small(tmp_path):
    return small_deck(tmp_path / "decks", "one", {"S": "abc"})


@pytest.fixture
def missed(small, start):
    """A sitting with a miss and a right answer."""
    sitting = start(deck=small)
    answer(sitting, "wrong")
    answer(sitting)
    return sitting


@pytest.fixture
def kata(attention, open_log, clock):
    sitting = open_kata(attention, open_log(), clock, lambda: 7, page=True)
    for typed in WRONG:
        sitting.answer(typed, 10.0)
        sitting.advance()
    clock.move(minutes=1)
    return sitting


def shown(app: KatatxApp, selector: str) -> str:
    return str(app.screen.query_one(selector, Static).render())


def fail(*_: object) -> None:
    raise LogError("disk full")


def pointed(app: KatatxApp) -> str:
    (row,) = [line for line in shown_text(app).splitlines() if "▸" in line]
    return row.split("▸")[1].strip()


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
async def test_the_cursor_goes_over_the_rows_and_shows_what_lies_behind_them(missed, size) -> None:
    app = KatatxApp(DrillScreen(missed))
    async with app.run_test(size=size) as pilot:
        await pilot.press("q")
        await until(pilot, SummaryScreen)
        await pilot.pause()
        assert pointed(app).startswith("1 of 2 right · 10 s · typically 5 s each")
        assert "what changed" in shown_text(app)
        assert "1 of 3 drills done; 2 left for next time." in shown(app, "#detail")
        await pilot.press("down")
        assert pointed(app).split()[:4] == ["✗", "a", "1000.5", "21"]
        assert "a·7" not in shown(app, "#detail")
        assert "3·7 = 21" in shown(app, "#detail")
        await pilot.press("down", "down", "down")
        assert pointed(app).split()[:2] == ["✓", "b"]
        await pilot.press("up", "up", "up", "up")
        assert pointed(app).startswith("1 of 2 right")


async def test_a_larger_window_shows_the_working_and_what_came_of_it_at_once(missed) -> None:
    app = KatatxApp(DrillScreen(missed))
    async with app.run_test(size=(100, 24)) as pilot:
        await pilot.press("q")
        await until(pilot, SummaryScreen)
        await pilot.pause()
        assert pointed(app).split()[:2] == ["✗", "a"]
        assert all(told in shown_text(app) for told in ("3·7 = 21", "what changed", "1 of 3 drills done"))
        await pilot.press("up")
        assert pointed(app).split()[:2] == ["✗", "a"]
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        await pilot.press("up")
        assert pointed(app).startswith("1 of 2 right")
        await pilot.resize_terminal(100, 24)
        await pilot.pause()
        assert pointed(app).split()[:2] == ["✗", "a"]


async def test_a_row_is_pointed_at_with_the_mouse_and_nothing_closes(missed) -> None:
    app = KatatxApp(DrillScreen(missed))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        await until(pilot, SummaryScreen)
        await pilot.click("#worked", offset=(5, 3))
        await pilot.pause()
        assert pointed(app).split()[:2] == ["✓", "b"]
        assert isinstance(app.screen, SummaryScreen)


async def test_misses_are_redone_in_its_place(missed) -> None:
    app = KatatxApp(DrillScreen(missed))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        await until(pilot, SummaryScreen)
        assert "m redo misses" in shown(app, "#keys")
        summary = app.screen
        summary.action_redo_misses()
        summary.action_redo_misses()
        await until(pilot, DrillScreen)
        await pilot.pause()
        redo = app.screen.sitting
        assert (redo.run.kind, redo.run.drills) == ("misses", ("a",))
        assert len([*redo.log.runs("one", "misses")]) == 1
        await pilot.press(*f"{redo.question.key:g}", "enter", "enter")
        await until(pilot, SummaryScreen)
        assert "what was missed" in shown(app, "#place")
        assert "m redo" not in shown(app, "#keys")
        await pilot.press("m")
        assert isinstance(app.screen, SummaryScreen)
        await pilot.press("q")
    assert app.return_code == 0


async def test_from_home_it_comes_back_home(desk) -> None:  # noqa: F811 - the fixture
    app = KatatxApp(HomeScreen(desk))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("down", "enter")
        await until(pilot, DrillScreen)
        await pilot.press(*"123", "enter", "q")
        await until(pilot, SummaryScreen)
        await pilot.press("m")
        await until(pilot, DrillScreen)
        assert len(app.screen_stack) == 2
        await pilot.press("q", "q")
        await until(pilot, HomeScreen)


async def stop_while_something_is_typed(pilot) -> None:
    await settled(pilot)
    await pilot.press("1", "q")
    await until(pilot, StopScreen)
    await pilot.press("y")
    await pilot.pause(0.1)


async def test_a_log_that_cannot_be_read_offers_no_typing_measurement(missed, monkeypatch) -> None:
    app = KatatxApp(DrillScreen(missed))
    async with app.run_test(size=(80, 24)) as pilot:
        monkeypatch.setattr(Log, "has_typings", fail)
        await stop_while_something_is_typed(pilot)
        await until(pilot, SummaryScreen)
        assert "t time typing" not in shown(app, "#keys")
        assert shown(app, "#notice") == ""


async def test_a_log_that_cannot_be_read_any_more_takes_the_offer_back(missed, monkeypatch) -> None:
    app = KatatxApp(DrillScreen(missed))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        await until(pilot, SummaryScreen)
        assert "t: " in shown(app, "#notice")
        await pilot.press("t")
        await until(pilot, CalibrationScreen)
        monkeypatch.setattr(Log, "has_typings", fail)
        await pilot.press("escape")
        await until(pilot, SummaryScreen)
        await pilot.pause()
        assert shown(app, "#notice") == ""


async def test_a_summary_that_cannot_be_made_after_the_dialog_ends_in_one_line(missed, monkeypatch) -> None:
    app = KatatxApp(DrillScreen(missed))
    async with app.run_test(size=(80, 24)) as pilot:
        monkeypatch.setattr(missed, "summary", fail)
        await stop_while_something_is_typed(pilot)
    assert (app.return_code, str(app.trouble)) == (2, "disk full")


async def test_a_log_that_fails_leaves_the_summary_and_says_so(missed, monkeypatch) -> None:
    app = KatatxApp(DrillScreen(missed))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        await until(pilot, SummaryScreen)
        monkeypatch.setattr(Log, "start_run", fail)
        await pilot.press("m")
        assert shown(app, "#notice") == "disk full"
        await pilot.press("q")
    assert app.return_code == 0


async def test_the_result_is_copied_as_text(missed, monkeypatch) -> None:
    app = KatatxApp(DrillScreen(missed))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        await until(pilot, SummaryScreen)
        await pilot.press("y")
        assert shown(app, "#notice") == "copied as plain text"
        lines = app.clipboard.splitlines()
        assert lines[:2] == ["One", "1 of 2 right · 10 s · typically 5 s each"]
        assert lines[1:] == missed.summary_lines()


async def test_a_kata_begins_at_its_first_mistake_and_is_reworked_from_there(kata) -> None:
    app = KatatxApp(KataScreen(kata))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, SummaryScreen)
        await pilot.pause()
        assert shown(app, "#place").endswith("attention › kata")
        assert "6 of 7 steps right · 1 slip · 1:10" in shown_text(app)
        assert pointed(app).split()[:6] == ["✗", "2", "matches", "2", "[7]", "2"]
        assert shown_text(app).count("follows from your 7") == 5
        assert "2·3 + 0·0 + 1·2 + 0·0 = 6 + 0 + 2 + 0 = 8" in shown(app, "#detail")
        await pilot.press("r")
        await until(pilot, KataScreen)
        await pilot.pause()
        assert "line 2 of 7 › reworked" in shown(app, "#place")
        assert "nolan.WANT" in shown(app, "#kata-lines #rows")
        assert app.screen.sitting.run.drill == kata.run.id


async def test_the_kata_comes_again_on_fresh_numbers(kata) -> None:
    app = KatatxApp(KataScreen(kata))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, SummaryScreen)
        await pilot.press("k")
        await until(pilot, KataScreen)
        assert "line 1 of 7 › fresh numbers" in shown(app, "#place")


async def test_the_clock_of_a_kata_runs_over_all_its_lines(attention, open_log, clock) -> None:
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


async def test_the_clock_of_a_drill_begins_anew(missed) -> None:
    app = KatatxApp(DrillScreen(missed), ticks=lambda: 1000.0)
    async with app.run_test(size=(80, 24)):
        assert str(app.screen.query_one(ClockView).content) == "0:00"


async def test_where_nothing_was_answered_there_is_nothing_to_point_at(start) -> None:
    app = KatatxApp(DrillScreen(start("match")))
    for size in ((60, 18), (120, 40)):
        app = KatatxApp(DrillScreen(start("match")))
        async with app.run_test(size=size) as pilot:
            await pilot.press("q")
            await until(pilot, SummaryScreen)
            await pilot.press("down", "up", "m", "r", "k")
            assert pointed(app).startswith("No question answered this time.")
            assert app.screen.query_one("#worked", OptionList).option_count == 1
            assert "0 of 1 drills done" in shown_text(app)


async def test_the_key_that_redoes_misses_pressed_twice_is_no_answer(missed) -> None:
    app = KatatxApp(DrillScreen(missed))
    async with app.run_test() as pilot:
        await pilot.press("q")
        await until(pilot, SummaryScreen)
        await pilot.press("m")
        await until(pilot, DrillScreen)
        await pilot.press("m", "5")
        assert app.screen.query_one(AnswerBox).value == "5"
