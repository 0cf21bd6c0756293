"""What the keys do after an answer, and those that leave: real keys on the real screen."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from textual import events
from textual.widgets import Static

from katatx.decks.loading import load_deck
from katatx.sessions.kata import open_kata
from katatx.tui.app import KatatxApp
from katatx.tui.screens.confirm import StopScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.practice.kata import KataScreen
from katatx.tui.screens.practice.summary import SummaryScreen
from katatx.tui.widgets.question.answer_box import AnswerBox
from katatx.tui.widgets.question.clock import ClockView
from katatx.tui.widgets.question.kata_lines import KataLinesView
from katatx.tui.widgets.question.verdict import VerdictView
from katatx.tui.widgets.question.working import WorkingView
from katatx.tui.widgets.question.wrong_working import WrongWorkingView, _nearest_top
from tests.tui.cells import shown_text
from tests.tui.patience import LOOKS
from tests.tui.states import settled

SIZES = [(60, 18), (80, 24), (120, 40)]


def text(app: KatatxApp, selector: str) -> str:
    return str(app.screen.query_one(selector, Static).render())


def key(name: str, at: float) -> events.Key:
    event = events.Key(name, name if len(name) == 1 else None)
    event.time = at
    return event


@pytest.mark.parametrize("size", SIZES)
async def test_a_wrong_answer_opens_at_its_mistake(start, size) -> None:
    app = KatatxApp(DrillScreen(start("new-stick")))
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press(*"0.4 2.4 0.8 0.2", "enter")
        await settled(pilot)
        view = app.screen.query_one(WrongWorkingView)
        assert (view.at, view.working.mistake) == ((1, 0), (1, 0))
        assert not app.screen.query_one(WorkingView).display
        page = shown_text(app)
        for told in ("✗ Skipped e^", "◀ you left this out", "54.598", "Raise e to each score first.", "again as the"):
            assert told in page, told


async def test_lines_fold_and_the_cursor_goes_over_them(start) -> None:
    app = KatatxApp(DrillScreen(start("new-stick")))
    async with app.run_test(size=(100, 40)) as pilot:
        await settled(pilot)
        await pilot.press(*"0.4 2.4 0.8 0.2", "enter")
        await settled(pilot)
        view = app.screen.query_one(WrongWorkingView)
        assert "e^4 = 54.598" not in text(app, "#table-rows")
        await pilot.press("e")
        assert "e^4 = 54.598" in text(app, "#table-rows")
        await pilot.press("up", "e")
        assert view.at == (1,)
        assert "raise" not in text(app, "#table-rows")
        await pilot.press("down", "down", "down", "down", "up")
        assert view.at == (2,)
        await pilot.press("n")
        assert not view.display
        assert app.screen.query_one(WorkingView).display


async def test_the_next_wrong_answer_shows_its_own_working(start) -> None:
    app = KatatxApp(DrillScreen(start("portions")))
    async with app.run_test(size=(100, 40)) as pilot:
        await settled(pilot)
        await pilot.press(*"0.2 0.8", "enter", "r")
        await settled(pilot)
        await pilot.press(*"0.3 0.7", "enter")
        await settled(pilot)
        table = text(app, "#table-rows")
        assert "0.3" in table
        assert "you left this out" not in table
        assert "Raise e" not in shown_text(app)


async def test_bars_of_both_stand_under_the_table_where_there_is_room(start) -> None:
    for size, wanted in (((120, 40), True), ((60, 18), False)):
        app = KatatxApp(DrillScreen(start("portions")))
        async with app.run_test(size=size) as pilot:
            await settled(pilot)
            await pilot.press(*"0.2 0.8", "enter")
            await settled(pilot)
            assert app.screen.query_one("#bars").display is wanted
            assert ("█" in shown_text(app).rpartition("divide")[2]) is wanted


async def test_a_right_answer_repeats_nothing_that_was_typed(start) -> None:
    app = KatatxApp(DrillScreen(start("portions")))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press(*"0.047 0.953", "enter")
        first, second = text(app, "#verdict").splitlines()
        assert re.fullmatch(r"✓ right · \d+ s, target \d+ s", first)
        assert second == "  softmax ●○○○○○○○○○ 1 of 10"
        assert app.screen.query_one(WorkingView).display
        await pilot.press("h")
        assert "e^1 = 2.718" in text(app, "#working #lines")


async def test_a_wrong_choice_opens_its_reasons_in_words(start) -> None:
    session = start("which-tag-scores")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        wrong = next(at for at, choice in enumerate(session.question.choices, 1) if not choice.right)
        await pilot.press(str(wrong), "enter")
        await settled(pilot)
        steps = session.steps
        assert f"working, {len(steps)} of {len(steps)} lines" in str(app.screen.query_one(WorkingView).border_title)
        assert not app.screen.query(WrongWorkingView)
        right = next(at for at, choice in enumerate(session.question.choices) if choice.right)
        assert f"✓ {'abcdefghi'[right]})" in text(app, "#options")


async def test_the_wrong_line_is_marked_once_it_is_told(start) -> None:
    session = start("spot-in-attention")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test(size=(120, 40)) as pilot:
        await settled(pilot)
        number = session.question.number
        assert number > 1
        await pilot.press(*"1: 2")
        await settled(pilot)
        assert "✗" not in text(app, "#options")
        await pilot.press("enter")
        await settled(pilot)
        marked = [line.split()[:2] for line in text(app, "#options").splitlines() if not line.startswith("  ")]
        assert marked == [["▸", "1"], ["✗", str(number)]]


async def test_a_choice_is_meant_by_its_number_too(start) -> None:
    session = start("which-tag-scores")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        right = next(at for at, choice in enumerate(session.question.choices, 1) if choice.right)
        await pilot.press(str(right))
        await settled(pilot)
        assert f"▸ {'abcdefghi'[right - 1]})" in text(app, "#options")
        await pilot.press("enter")
        assert session.outcomes[-1].clean


async def test_enter_within_a_moment_leaves_no_wrong_verdict(start) -> None:
    session = start("match")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("9")
        screen = app.screen
        screen.take_key(key("enter", 100.0))
        assert screen.judged
        screen.take_key(key("enter", 100.5))
        assert screen.judged
        screen.take_key(key("enter", 100.7))
        assert not screen.judged
        await pilot.press("9")
        screen.take_key(key("enter", 200.0))
        screen.take_key(key("n", 200.1))
        assert not screen.judged


async def test_after_a_right_verdict_enter_goes_on_at_once(start) -> None:
    session = start()
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        first = session.question
        await pilot.press(*f"{first.key:g}", "enter", "enter")
        assert session.question is not first
        assert not app.screen.judged


async def test_tab_takes_no_hint(start) -> None:
    session = start("portions")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("tab", *"0.0", "tab", "4")
        assert session.opened.lines == 0
        assert app.screen.query_one(AnswerBox).value == "0.04"


@pytest.mark.parametrize(
    ("top", "first", "last", "height", "wanted"),
    [(2, 0, 4, 3, 0), (2, 0, 1, 3, 0), (5, 5, 5, 3, 4), (1, 2, 2, 3, 1), (0, 4, 4, 3, 2), (0, 3, 9, 3, 2)],
)
def test_the_rows_of_the_cursor_are_scrolled_to_and_never_above_the_first(top, first, last, height, wanted) -> None:
    assert _nearest_top(top, first, last, height) == wanted


# ---- stopping


async def test_q_with_nothing_typed_stops_at_once(start) -> None:
    app = KatatxApp(DrillScreen(start("match")))
    async with app.run_test() as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, SummaryScreen)


@pytest.mark.parametrize("answer", ["n", "escape"])
async def test_q_asks_where_something_is_typed_and_goes_on(start, answer: str) -> None:
    app = KatatxApp(DrillScreen(start("match")))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("1", "q")
        assert isinstance(app.screen, StopScreen)
        assert "Stop? What is typed is lost." in shown_text(app)
        await pilot.press(answer)
        await pilot.pause()
        assert isinstance(app.screen, DrillScreen)
        await pilot.press("2")
        assert app.screen.query_one(AnswerBox).value == "12"


@pytest.mark.parametrize("keys", [("q", "q"), ("q", "y"), ("ctrl+c",), ("q", "ctrl+c")])
async def test_q_twice_or_control_c_stops_whatever_is_typed(start, keys) -> None:
    session = start("match")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("1", *keys)
        await pilot.pause()
        assert isinstance(app.screen, SummaryScreen)
    assert session.outcomes == []


async def test_q_twice_in_one_burst_stops_too(start) -> None:
    app = KatatxApp(DrillScreen(start("match")))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("1")
        for _ in range(2):
            app.post_message(events.Key("q", "q"))
        for _ in range(20):
            await pilot.pause(0.01)
            if isinstance(app.screen, SummaryScreen):
                break
        await settled(pilot)
        assert isinstance(app.screen, SummaryScreen)


async def test_q_three_times_in_one_burst_leaves_the_app(start) -> None:
    app = KatatxApp(DrillScreen(start("match")))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("1")
        for _ in range(3):
            app.post_message(events.Key("q", "q"))
        for _ in range(LOOKS):
            await pilot.pause(0.01)
            if not app.is_running or app.return_code is not None:
                break
    assert app.return_code == 0


async def test_escape_ends_nothing_and_says_how_to_stop(start) -> None:
    session = start("match")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("1", "escape", "escape")
        await settled(pilot)
        assert isinstance(app.screen, DrillScreen)
        assert app.screen.query_one(AnswerBox).value == "1"
        assert "q stops" in text(app, "#echo")
        await pilot.press("enter", "escape")
        await pilot.pause()
        assert app.screen.judged
        await pilot.press("ctrl+p", "escape")
        await pilot.pause()
        assert isinstance(app.screen, DrillScreen)


async def test_escape_closes_the_words(start) -> None:
    app = KatatxApp(DrillScreen(start("match")))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("w")
        assert app.screen.query("#words")
        await pilot.press("escape")
        assert not app.screen.query("#words")
        assert text(app, "#echo") == ""


# ---- taking an answer back


async def test_u_puts_the_question_up_again_with_nothing_typed(start) -> None:
    session = start("portions")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        question = session.question
        await pilot.press(*"0.2 0.8", "enter")
        await settled(pilot)
        begun = app.screen.begun
        taken = session.outcomes[-1].seconds
        await pilot.press("u")
        await settled(pilot)
        assert (session.question, session.outcomes, app.screen.judged) == (question, [], False)
        assert app.screen.query_one(AnswerBox).value == ""
        assert app.screen.query_one(VerdictView).outcome is None
        assert not app.screen.query_one(WrongWorkingView).display
        assert app.screen.begun > begun  # the time with the verdict is not the answer's
        assert app.screen.key_time - app.screen.begun == pytest.approx(taken)
        await pilot.press(*"0.047 0.953", "enter")
        assert session.outcomes[-1].clean
    undone = [attempt.undone for attempt in session.log.attempts(session.run.id)]
    assert undone == [True, False]


async def test_u_shows_the_time_taken_so_far_at_once(start, monkeypatch) -> None:
    session = start("portions")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press(*"0.2 0.8", "enter")
        await settled(pilot)
        undo = session.undo
        monkeypatch.setattr(session, "undo", lambda: replace(undo(), seconds=75.0))
        monkeypatch.setattr(type(session), "is_untimed", False)
        await pilot.press("u")
        assert str(app.screen.query_one(ClockView).content) == "1:15"


async def test_u_empties_the_cells(start, home) -> None:
    session = start("masked-grid", deck=load_deck("length-4", home))
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        for digit in "123456789":
            await pilot.press(digit, "tab")
        await pilot.press("enter")
        await settled(pilot)
        assert app.screen.judged
        await pilot.press("u")
        await settled(pilot)
        box = app.screen.query_one(AnswerBox)
        assert (box.in_cells, box.value, box.cells.at) == (True, "", (0, 0))
        await pilot.press("7")
        assert box.cells.cell == "7"


async def test_u_in_a_kata_takes_its_last_line_back(attention, open_log, clock) -> None:
    kata = open_kata(attention, open_log(), clock, lambda: 7, page=True)
    app = KatatxApp(KataScreen(kata))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press(*"2 0 1 0", "enter", "enter", *"2 7", "enter")
        assert kata.finished == 2
        await pilot.press("u")
        await settled(pilot)
        assert (kata.finished, kata.question.line) == (1, "matches")
        assert app.screen.query_one(AnswerBox).value == ""
        assert "1 of 7" in str(app.screen.query_one(KataLinesView).border_title)


async def test_u_says_so_where_the_log_is_out_of_reach(start, monkeypatch) -> None:
    session = start("match")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("9", "enter")
        monkeypatch.setattr(session, "undo", lambda: None)
        await pilot.press("u")
        await pilot.pause()
        assert app.screen.judged
        assert "cannot be undone" in text(app, "#echo")
