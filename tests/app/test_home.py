"""The home screen, key by key: today, the decks, what is taken back, and that all is read once."""

from __future__ import annotations

import pytest

from katatx.app.app import KatatxApp
from katatx.app.dialogs import ConfirmScreen
from katatx.app.home import HomeScreen
from katatx.app.question import QuestionScreen
from katatx.app.summary import SummaryScreen
from katatx.progress.events import LogError
from katatx.progress.log import Log
from katatx.sessions.desk import Desk
from tests.app.helpers import burst, press, until, words
from tests.practice.small_decks import record, right


def pointed(app: KatatxApp) -> str:
    """The deck under the cursor; "today" if it is there."""
    return app.screen.deck or "today"


@pytest.mark.slow
async def test_today_is_stopped_gone_on_with_and_finished(desk, monkeypatch) -> None:
    del desk.decks["attention"]
    app, read = KatatxApp(HomeScreen(desk)), []
    overview = Desk.overview
    monkeypatch.setattr(Desk, "overview", lambda self: read.append(1) or overview(self))
    async with app.run_test() as pilot:
        assert read == [], "what was read to make the screen is not read again"
        assert str(app.screen.overview.ahead.questions) in words(app).split("today")[1]
        burst(app, "enter", "enter")  # begins once
        await until(pilot, QuestionScreen)
        assert len(app.screen_stack) == 2
        await press(pilot, "=999", "enter", "q")
        await until(pilot, SummaryScreen)
        await pilot.press("q")
        await until(pilot, HomeScreen)
        assert read == [1]
        assert app.screen.overview.ahead.questions == sum(deck.due for deck in desk.report().decks) == 2
        await pilot.press("enter")
        await until(pilot, QuestionScreen)
        for _ in range(3):  # the one missed, and two new
            await press(pilot, f"={right(app.screen.sitting.question)}", "enter", "enter")
        await until(pilot, SummaryScreen)
        burst(app, "q", "enter")  # what is not the summary's is home's
        await until(pilot, HomeScreen)
        assert (app.screen.overview.ahead.questions, len(app.screen_stack)) == (0, 1)
        assert app.screen.overview.tomorrow.questions > 0
        assert app.is_running


async def test_the_cursor_goes_from_today_over_the_decks_and_each_is_begun(app, desk) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        names = [each.name for each in app.screen.overview.listed]
        assert names[0] == "one", "what was begun comes first"
        seen = []
        for _ in range(5):
            seen.append(pointed(app))
            await pilot.press("down")
        assert seen == ["today", *names, "today"]
        await pilot.press("pagedown")
        assert pointed(app) == names[-1]
        await pilot.press("pageup", "up")
        assert pointed(app) == names[-1]
        await pilot.resize_terminal(60, 18)
        assert pointed(app) == names[-1]
        await pilot.press("enter")
        await until(pilot, QuestionScreen)
        assert app.screen.sitting.run.deck == names[-1]
        await pilot.press("q", "q")
        await until(pilot, HomeScreen)
        await pilot.click("Rows", offset=(3, 0))
        await until(pilot, QuestionScreen)
        assert app.screen.sitting.run.deck == names[0]
        await pilot.press("q", "q")
        await until(pilot, HomeScreen)
        await pilot.click("#today-card")
        await until(pilot, QuestionScreen)
        assert app.screen.sitting.run.kind == "review"


async def test_an_undo_asks_and_takes_back_one_answer_after_the_other(app, desk, clock) -> None:
    def undone(drill: str) -> list[bool]:
        return [each.undone for each in desk.log.attempts_at("one", drill)]

    record(desk.log, clock, "one/b")
    async with app.run_test() as pilot:
        await pilot.press("u")
        await until(pilot, ConfirmScreen)
        await pilot.press("n")
        assert undone("b") == [False]
        await pilot.press("u", "y")
        await until(pilot, HomeScreen)
        assert (undone("b"), undone("a")) == ([True], [False])
        await pilot.press("u", "y", "u")
        await pilot.pause()
        assert undone("a") == [True]
        assert isinstance(app.screen, HomeScreen), "there is nothing more to ask about"
        assert not app.screen.overview.report.days


async def test_the_weak_spot_is_practised_by_its_key(app, desk, clock) -> None:
    record(desk.log, clock, "one/a", "wrong")
    async with app.run_test() as pilot:
        app.screen.read()
        weak = app.screen.overview.weak
        await pilot.press("f")
        await until(pilot, QuestionScreen)
        assert (app.screen.sitting.run.kind, app.screen.sitting.run.drill) == ("review", weak.step)


@pytest.mark.slow
async def test_a_log_that_cannot_be_read_is_told_or_ends_the_app(app, desk, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise LogError("disk image is malformed")

    async with app.run_test() as pilot:
        with monkeypatch.context() as patched:
            patched.setattr(Log, "_replayed", fail)
            await pilot.press("enter")
            await pilot.pause()
            assert isinstance(app.screen, HomeScreen)
        await pilot.press("enter")
        await until(pilot, QuestionScreen)
        monkeypatch.setattr(Log, "_replayed", fail)
        await pilot.press("q")  # what changed cannot be told
        await until(pilot, SummaryScreen)
        assert "disk image is malformed" in words(app)
        await pilot.press("q")
        await pilot.pause()
    assert (app.return_code, "disk image is malformed" in str(app.trouble)) == (2, True)
