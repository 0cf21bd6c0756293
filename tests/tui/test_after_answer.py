"""What the keys do after an answer, and those that leave: real keys on the real screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual import events

from katatx.sessions.kata import open_kata
from katatx.tui.app import KatatxApp
from katatx.tui.screens.confirm import StopScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.practice.kata import KataScreen
from katatx.tui.screens.practice.summary import SummaryScreen
from katatx.tui.widgets.question.answer_box import AnswerBox
from katatx.tui.widgets.question.clock import ClockView
from katatx.tui.widgets.question.verdict import VerdictView
from katatx.tui.widgets.question.working import WorkingView
from katatx.tui.widgets.question.wrong_working import WrongWorkingView
from tests.tui.helpers import press, settled, shown, until


def key(name: str, at: float) -> events.Key:
    event = events.Key(name, name if len(name) == 1 else None)
    event.time = at
    return event


async def test_a_wrong_answer_opens_at_its_mistake_and_its_lines_fold(start) -> None:
    session = start("new-stick")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test(size=(100, 40)) as pilot:
        await settled(pilot)
        await press(pilot, "=0.4 2.4 0.8 0.2", "enter")
        view = app.screen.query_one(WrongWorkingView)
        assert (view.at, view.working.mistake) == ((1, 0), (1, 0))
        assert not app.screen.query_one(WorkingView).display
        await pilot.press("e")
        assert "e^4 = 54.598" in shown(app, "#table-rows")
        await pilot.press("up", "e")
        assert view.at == (1,)
        assert "raise" not in shown(app, "#table-rows")
        await pilot.press("down", "down", "down", "down", "up")
        assert view.at == (2,)
        await press(pilot, "r")
        assert not view.display
        await press(pilot, "=0.3 0.7 1 1", "enter")
        assert "0.3" in shown(app, "#table-rows")


async def test_enter_within_a_moment_leaves_no_wrong_verdict(start) -> None:
    session = start("match")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        screen = app.screen
        await pilot.press("9")
        for at, judged in ((100.0, True), (100.5, True), (100.7, False)):
            screen.take_key(key("enter", at))
            assert screen.judged is judged
        await settled(pilot)
        await pilot.press("9", "9", "9")
        screen.take_key(key("enter", 200.0))
        assert screen.judged
        screen.take_key(key("n", 200.1))
        assert not screen.judged


@pytest.mark.parametrize("keys", [("q", "y"), ("ctrl+c",)])
async def test_q_asks_where_something_is_typed_and_escape_ends_nothing(start, keys: tuple[str, ...]) -> None:
    session = start("match")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("1", "q")
        assert isinstance(app.screen, StopScreen)
        await press(pilot, "escape", "2")
        await press(pilot, "escape")
        assert app.screen.query_one(AnswerBox).value == "12"
        assert "q stops" in shown(app, "#echo")
        await pilot.press(*keys)
        await until(pilot, SummaryScreen)
    assert session.outcomes == []


async def test_u_puts_the_question_up_again_with_its_time_and_nothing_typed(start, monkeypatch) -> None:
    session = start("portions")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        question = session.question
        await press(pilot, "=0.2 0.8", "enter")
        begun, taken = app.screen.begun, session.outcomes[-1].seconds
        await press(pilot, "u")
        assert (session.question, session.outcomes, app.screen.judged) == (question, [], False)
        assert app.screen.query_one(AnswerBox).value == ""
        assert app.screen.query_one(VerdictView).outcome is None
        assert not app.screen.query_one(WrongWorkingView).display
        assert app.screen.begun > begun, "the time with the verdict is not the answer's"
        assert app.screen.key_time - app.screen.begun == pytest.approx(taken)
        await press(pilot, "=0.047 0.953", "enter")
        assert session.outcomes[-1].clean
        assert [attempt.undone for attempt in session.log.attempts(session.run.id)] == [True, False]
        undo = session.undo
        with monkeypatch.context() as patched:
            patched.setattr(session, "undo", lambda: None)
            await pilot.press("u")
            assert app.screen.judged
            assert "cannot be undone" in shown(app, "#echo")
        monkeypatch.setattr(session, "undo", lambda: replace(undo(), seconds=75.0))
        monkeypatch.setattr(type(session), "is_untimed", False)
        await pilot.press("u")
        assert str(app.screen.query_one(ClockView).content) == "1:15"


async def test_a_kata_keeps_its_working_covered_and_takes_its_last_line_back(attention, open_log, clock) -> None:
    kata = open_kata(attention, open_log(), clock, lambda: 7, page=True)
    app = KatatxApp(KataScreen(kata))
    async with app.run_test(size=(60, 18)) as pilot:
        await settled(pilot)
        assert "▸ 1 nolan.WANT" in await press(pilot)
        await press(pilot, "=2 0 1 0", "enter", "h", "space", "down")
        assert "uncover" not in shown(app, "#keys")
        await press(pilot, "enter", "=2 7", "enter")
        assert kata.finished == 2
        await press(pilot, "u")
        assert (kata.finished, kata.question.line) == (1, "matches")
        assert app.screen.query_one(AnswerBox).value == ""
        await press(pilot, "h", "h", "h")
        assert kata.opened.lines == 1
        await press(pilot, "=2 8", "enter", "q")
        assert kata.finished == 2
        assert isinstance(app.screen, SummaryScreen)
