"""Home and all that is begun there, and pausing, key by key."""

from __future__ import annotations

from time import perf_counter

import pytest

from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.tui.app import KatatxApp
from katatx.tui.screens.confirm import ConfirmScreen
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.practice.pause import PauseScreen
from katatx.tui.screens.practice.summary import SummaryScreen
from katatx.tui.widgets.question.answer_line import AnswerLine
from tests.practice.small_decks import record
from tests.tui.cells import shown_text
from tests.tui.helpers import burst, press, settled, shown, until, words


def rows(app: KatatxApp) -> list[list[str]]:
    """The words of home's rows, without the sign of the cursor."""
    found = app.screen.rows
    return [str(found.get_option_at_index(at).prompt).replace("▸", " ").split() for at in range(found.option_count)]


@pytest.mark.slow
async def test_a_review_is_stopped_gone_on_with_and_finished(app, desk) -> None:
    del desk.decks["attention"]
    async with app.run_test() as pilot:
        burst(app, "r", "r")  # begins once
        await until(pilot, DrillScreen)
        assert len(app.screen_stack) == 2
        await pilot.press("9", "9", "9", "enter", "q", "q")
        await until(pilot, HomeScreen)
        assert " ".join(rows(app)[0]).startswith("Today 2")
        await pilot.press("enter")
        await until(pilot, DrillScreen)
        for _ in range(3):  # the one missed, and two new
            await press(pilot, f"={app.screen.sitting.question.key:g}", "enter", "enter")
        await until(pilot, SummaryScreen)
        burst(app, "q", "enter")  # what is not the summary's is home's
        await until(pilot, HomeScreen)
        await pilot.press("r")
        assert "Nothing is left for today" in shown(app, "#notice")
        assert app.is_running


async def test_an_undo_asks_and_takes_back_one_answer_after_the_other(app, desk, clock) -> None:
    def undone(drill: str) -> list[bool]:
        return [each.undone for each in desk.log.attempts_at("one", drill)]

    record(desk.log, clock, "one/b")
    async with app.run_test() as pilot:
        await pilot.press("u")
        await until(pilot, ConfirmScreen)
        assert "one/b, 3 (right), answered 2026-03-12 09:00" in shown(app, "#confirm Static")
        await pilot.press("n")
        assert undone("b") == [False]
        await pilot.press("u", "y")
        await until(pilot, HomeScreen)
        assert (undone("b"), undone("a")) == ([True], [False])
        await pilot.press("u", "y", "u")
        await pilot.pause()
        assert undone("a") == [True]
        assert "nothing to undo" in shown(app, "#notice")


@pytest.mark.slow
async def test_a_log_that_cannot_be_read_is_told_or_ends_in_one_line(app, desk, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise LogError("disk image is malformed")

    async with app.run_test() as pilot:
        while app.screen.upcoming is None:  # home itself has read the log
            await pilot.pause(0.05)
        with monkeypatch.context() as patched:
            patched.setattr(Log, "_replayed", fail)
            await pilot.press("r")
            assert "disk image is malformed" in shown(app, "#notice")
        await pilot.press("r")
        await until(pilot, DrillScreen)
        monkeypatch.setattr(Log, "_replayed", fail)
        await pilot.press("q")  # tomorrow cannot be told
        await until(pilot, SummaryScreen)
        assert "disk image is malformed" in shown_text(app)
        await pilot.press("q")
        await pilot.pause()
    assert (app.return_code, "disk image is malformed" in str(app.trouble)) == (2, True)


@pytest.mark.slow
async def test_a_pause_covers_the_sheet_and_pauses_add_up(start) -> None:
    session = start("match")
    app = KatatxApp(DrillScreen(session))
    begun = perf_counter()
    async with app.run_test() as pilot:
        await settled(pilot)
        prompt = shown(app, "#prompt")
        await pilot.press("3")
        burst(app, "p", "p")  # pauses once
        for key in ("7", "space"):  # goes on, and is not typed
            await until(pilot, PauseScreen)
            assert len(app.screen_stack) == 2
            assert prompt.split()[0] not in shown_text(app)
            await pilot.pause(0.3)
            await pilot.press(key)
            await until(pilot, DrillScreen)
            assert app.screen.query_one(AnswerLine).value == "3"
            if key == "7":
                await pilot.press("p")
        await pilot.press("enter")
    took = perf_counter() - begun
    answer = session.log.attempts(session.run.id)[0].answer
    assert 0.5 < answer.paused_seconds < took
    assert 0 < answer.first_key_seconds <= answer.seconds < took - answer.paused_seconds


@pytest.mark.parametrize(
    ("size", "before", "key"),
    [((40, 10), "", "q"), ((20, 5), "q", "ctrl+c"), ((59, 18), "question_mark", "ctrl+q")],
)
async def test_a_window_too_small_is_left_by_each_key_that_leaves(start, size, before: str, key: str) -> None:
    session = start("match")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("9", "enter", "u", "1", *filter(None, [before]))  # stopping or help may be asked for
        await pilot.resize_terminal(*size)
        await pilot.press("enter", "3", "x")  # which do nothing
        assert "q leaves" in words(app)
        await pilot.press(key)
        await pilot.pause()
    assert app.return_code == 0
    assert [each.answer.typed for each in session.log.attempts(session.run.id)] == ["9"]
