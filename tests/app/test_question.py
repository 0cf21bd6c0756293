"""The question screen: answers on a line, in cells, by pointing; hints, undo, stopping; a kata and a lesson."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from textual import events
from textual.command import CommandPalette

from katatx.app.answer import AnswerField
from katatx.app.app import KatatxApp
from katatx.app.dialogs import ConfirmScreen
from katatx.app.frame import Laid
from katatx.app.question import QuestionScreen
from katatx.app.summary import SummaryScreen
from katatx.notation.answers import LONGEST_ANSWER
from katatx.notation.printing import write_value
from katatx.progress.events import Hint, LogError
from katatx.progress.log import Log
from katatx.sessions.desk import Desk
from katatx.sessions.kata import open_kata
from katatx.sessions.sitting import Practice
from tests.app.cells import shown_text
from tests.app.helpers import built_in, burst, in_sight, paste, press, settled, until, words
from tests.practice.lesson_decks import taught_deck

# Nothing that a terminal acts on may be pasted.
HOSTILE = ["1\u202e2", "\x9b31m4", "3\u200b\x1b[31m5", "a\tb\r\nc\x00"]


def field(app: KatatxApp) -> AnswerField:
    return app.screen.query_one(AnswerField)


def said(app: KatatxApp, name: str) -> str:
    """What a card shows, or a part of the verdict."""
    found = app.screen.query_one(f"#{name}")
    return str((found if isinstance(found, Laid) else found.query_one(Laid)).render())


def key(name: str, at: float) -> events.Key:
    event = events.Key(name, name if len(name) == 1 else None)
    event.time = at
    return event


@pytest.mark.slow
async def test_a_grid_is_typed_number_by_number_pasted_and_graded(start) -> None:
    app = KatatxApp(QuestionScreen(start("masked-grid", deck=built_in("length-4"))))
    async with app.run_test() as pilot:
        assert "8 of 9 written" in await press(pilot, "=1 2 3, 4 5 7 8 9")
        await press(pilot, "enter")
        assert not app.screen.judged
        await press(pilot, "= 6")
        assert field(app).value == "[[1, 2, 3], [4, 5, 7], [8, 9, 6]]"
        for form in ("[1 2 3; 4 5 6; 7 8 9]", "1 2 3\n4 5 6\n7 8 9", "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]"):
            await press(pilot, "ctrl+u")
            await paste(pilot, form)
            assert said(app, "answer").split() == [*"123456789"]
        await pilot.press("h")
        assert app.screen.sitting.opened.lines == 1
        await pilot.press("enter")
        before = field(app).value
        await pilot.press("1", "backspace", "tab", "x", "pagedown", "pageup")
        await paste(pilot, "9")
        assert (app.screen.judged, field(app).value) == (True, before)
        await press(pilot, "u")
        assert field(app).value == ""
        numbers = [write_value(number, 3) for row in app.screen.sitting.question.key for number in row]
        await press(pilot, f"={' '.join(numbers[:-1])} 7", "enter")
        assert said(app, "answer").split()[-2:] == ["✗", "7"]
        await press(pilot, "u", f"={' '.join(numbers)}", "enter")
        assert app.screen.sitting.outcomes[-1].judgement.verdict.value == "right"
        await press(pilot, "u", "=sqrt(2)")
        assert field(app).value == "sqrt(2)", "its q stops nothing"


async def test_the_line_tells_how_it_will_be_read_and_costs_nothing_until_then(start) -> None:
    session = start("portions")
    app = KatatxApp(QuestionScreen(session))
    async with app.run_test(size=(60, 18)) as pilot:
        await press(pilot, "enter", "enter")
        for text in HOSTILE:
            await paste(pilot, text)
            assert field(app).value.isprintable()
        await pilot.press("ctrl+u")
        for text in ("1" * 1_000_000, "1 2 3\n" * 20_000):
            await paste(pilot, text)
            assert 4_900 < len(field(app).value) <= LONGEST_ANSWER
            field(app).line.value = ""
        await paste(pilot, "1 2\n 3 4 \n\n")
        assert field(app).value == "1 2; 3 4"
        await pilot.press("ctrl+u")
        await paste(pilot, "0123456789" * 7)
        await press(pilot, "7")
        assert any("67897" in line for line in shown_text(app).splitlines()), "it scrolls with its cursor"
        assert '"abc"' in await press(pilot, "ctrl+u", "=abc", "enter")
        assert field(app).value == "abc"
        assert in_sight(app, app.screen.query_one("#said"))
        await press(pilot, "ctrl+u", "tab", "=0.0", "tab", "=47 ")
        assert session.opened.lines == 0, "tab takes no hint"
        assert "2 numbers, 3 decimals" in await press(pilot, "=0.953")
        assert session.outcomes == []
        assert "✓ right" in await press(pilot, "enter")


async def test_hints_open_calculations_then_results_below_the_names_of_all_lines(start) -> None:
    session = start("portions")
    app = KatatxApp(QuestionScreen(session))
    async with app.run_test(size=(100, 36)) as pilot:
        await settled(pilot)
        told = [await press(pilot, "h") and said(app, "example") for _ in range(2)]
        assert all("e^1" in each and "divide" in each for each in told)
        assert ["2.718" in each for each in told] == [False, True]
        await press(pilot, "h", "=0.047 0.953", "enter", "h")
        assert "54.598" in said(app, "shown")
        first = session.question
        await press(pilot, "r", "=9 9", "enter")
        assert session.outcomes[-1].question.prepared.drill == first.prepared.drill
        assert session.outcomes[-1].question.is_fresh
    hints = [event for event in session.log.events() if isinstance(event, Hint)]
    assert [(hint.lines, hint.step) for hint in hints] == [(1, "expression"), (1, "value"), (2, "expression")]
    assert session.log.attempts(session.run.id)[0].answer.help == 2


async def test_a_burst_of_keys_loses_none_and_takes_none_for_a_command(start) -> None:
    """Sixty keys at once: answers, each graded, and each time the same drill again with fresh numbers."""
    session = start("portions")
    app = KatatxApp(QuestionScreen(session))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        typed = [f"0.{at} 0.{9 - at}" for at in range(1, 6)]
        burst(app, *(key for each in typed for key in (*each, "x", "backspace", "enter", "r")), *"0.123")
        for _ in range(400):
            await pilot.pause(0.01)
            if len(session.outcomes) == len(typed):
                break
        await settled(pilot)
        assert [outcome.typed for outcome in session.outcomes] == typed
        assert field(app).value == "0.123"


async def test_options_are_pointed_at_and_told_after_the_verdict(start) -> None:
    session = start("which-tag-scores")
    app = KatatxApp(QuestionScreen(session))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
        assert not app.screen.judged
        right = session.question.right_option
        await press(pilot, "down", str((right + 1) % 4 + 1))
        assert "✓" not in shown_text(app)
        await press(pilot, "enter")
        assert session.outcomes[-1].judgement.verdict.value == "wrong"
        assert f"✓ {right + 1}" in words(app)
    session = start("spot-in-attention")
    app = KatatxApp(QuestionScreen(session))
    async with app.run_test(size=(120, 40)) as pilot:
        await press(pilot, "=7 7", *["down"] * (session.question.right_option + 1))
        assert app.screen.typed == f"{session.question.right_option + 1}: 7 7"
        assert "✗" not in shown_text(app)


async def test_waiting_for_the_log_is_no_time_of_the_learners_and_keys_meanwhile_answer_nothing(start) -> None:
    """Another terminal holds the log for three seconds while a hint is asked for."""
    session = start("scaled-row")
    now = [100.0]
    app = KatatxApp(QuestionScreen(session), ticks=lambda: now[0])
    hint = session.hint

    def held():
        now[0] += 3.0
        return hint()

    session.hint = held
    async with app.run_test() as pilot:
        await settled(pilot)
        screen = app.screen
        screen.begun = screen.key_time = 90.0
        taken = [bool(screen.take_key(key(name, at))) for name, at in (("h", 100.0), ("7", 101.0), ("7", 104.0))]
        assert screen.begun == 93.0
        assert taken[1:] == [True, False]


async def test_a_log_that_fails_ends_the_app_without_a_verdict(start, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise LogError("the log cannot be written: disk full")

    app = KatatxApp(QuestionScreen(start("match")))
    async with app.run_test() as pilot:
        await settled(pilot)
        monkeypatch.setattr(Log, "record", fail)
        await pilot.press("3")
        app.screen.take_key(key("enter", app.screen.key_time + 1.0))
        assert field(app).has_class("typing"), "no sign"
        await pilot.pause()
    assert (app.return_code, str(app.trouble)) == (2, "the log cannot be written: disk full")


async def test_the_sign_of_a_verdict_comes_before_the_rest_and_a_key_between_them_after_it(start) -> None:
    session = start("portions")
    app = KatatxApp(QuestionScreen(session))
    async with app.run_test(size=(120, 36)) as pilot:
        await press(pilot, "=0.047 0.953")
        screen = app.screen
        screen.take_key(key("enter", screen.key_time + 5.0))
        assert [attempt.answer.verdict for attempt in session.log.attempts(session.run.id)] == ["right"]
        assert (field(app).border_title[:1], screen.query_one("#verdict").display) == ("✓", False)
        screen.take_key(key("h", screen.key_time + 0.001))
        await settled(pilot)
        assert "54.598" in said(app, "shown"), "the whole working"


async def test_enter_leaves_no_wrong_verdict_within_a_moment_and_u_gives_the_question_back(start) -> None:
    session = start("portions")
    app = KatatxApp(QuestionScreen(session))
    async with app.run_test(size=(120, 36)) as pilot:
        await press(pilot, "=0.2 0.8")
        screen, question = app.screen, session.question
        at = screen.key_time
        screen.take_key(key("enter", at + 5.0))
        screen.take_key(key("enter", at + 5.5))
        assert screen.judged
        await settled(pilot)
        assert "54.598" in words(app), "the working stands open"
        taken = session.outcomes[-1].seconds
        await press(pilot, "u")
        assert (session.question, session.outcomes, screen.judged, field(app).value) == (question, [], False, "")
        assert screen.key_time - screen.begun == pytest.approx(taken)
        await press(pilot, "=0.047 0.953", "enter")
        assert session.outcomes[-1].clean
        assert [attempt.undone for attempt in session.log.attempts(session.run.id)] == [True, False]


@pytest.mark.parametrize("keys", [("q", "y"), ("ctrl+c",)])
async def test_stopping_asks_where_something_is_typed(start, keys: tuple[str, ...]) -> None:
    session = start("match")
    app = KatatxApp(QuestionScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("1", "escape")
        assert isinstance(app.screen, ConfirmScreen)
        await press(pilot, "escape", "2")
        assert field(app).value == "12"
        await pilot.press(*keys)
        await until(pilot, SummaryScreen)
    assert session.outcomes == []


async def test_a_kata_keeps_its_working_covered_and_takes_its_last_line_back(attention, open_log, clock) -> None:
    kata = open_kata(Practice({attention.name: attention}, open_log(), clock, lambda: 7), attention.name, page=True)
    app = KatatxApp(QuestionScreen(kata))
    async with app.run_test(size=(60, 18)) as pilot:
        await settled(pilot)
        await press(pilot, "=2 0 1 0", "enter", "h", "space", "down", "enter", "=2 7", "enter")
        assert kata.finished == 2
        assert "2 8" not in said(app, "said") + said(app, "shown")
        await press(pilot, "u")
        assert (kata.finished, kata.question.line, field(app).value) == (1, "scores", "")
        await press(pilot, "=2 8", "enter", "q")
        assert kata.finished == 2
        assert isinstance(app.screen, SummaryScreen)


async def test_a_lesson_from_its_idea_to_practice(tmp_path, open_log, clock, home) -> None:
    decks = {"taught": taught_deck(tmp_path / "decks")}
    desk = Desk(decks, open_log(), clock, lambda: Random(1).getrandbits(30), home=home)
    app = KatatxApp(QuestionScreen(desk.drill("taught")))
    async with app.run_test(size=(60, 24)) as pilot:
        await until(pilot, QuestionScreen, "lesson")
        shown = await press(pilot)
        assert all(each in shown for each in ("Softmax turns scores", "1 + 2.718 + 7.389", "11.107"))
        shown = await press(pilot, "enter")
        assert "3 numbers" in shown
        assert "2.718" not in shown
        assert "e^1" in await press(pilot, "h")
        assert "2.718" in await press(pilot, "h")
        await press(pilot, "=1 2.", "enter")
        assert not app.screen.judged
        await press(pilot, "ctrl+u", "=1 2 4", "enter")
        assert app.screen.judged
        await press(pilot, "n")
        before = app.screen.sitting.current.given["scores"]
        await press(pilot, "=1 2 3", "enter", "r")
        assert app.screen.sitting.current.given["scores"] != before
        raised = np.exp(app.screen.sitting.current.given["scores"])
        shown = await press(pilot, "=" + " ".join(f"{each:.3f}" for each in raised / raised.sum()), "enter")
        assert "✓ right" in shown
        assert "Portions of [0, 3]?" in await press(pilot, "enter")
        assert not app.screen.is_lesson
        assert desk.is_new, "a lesson is kept nowhere"


async def test_a_window_resized_during_the_lesson_before_a_choice(desk) -> None:
    app = KatatxApp(QuestionScreen(desk.drill("attention", "unknown-word")))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "what it is for" in await press(pilot)
        await press(pilot, "enter")
        assert app.screen.is_lesson
        await pilot.resize_terminal(120, 40)
        await until(pilot, QuestionScreen)
        assert {"1", "2", "3", "4"} <= {*said(app, "options").split()}


async def test_keys_at_once_close_the_words_and_nothing_below(desk) -> None:
    app = KatatxApp(QuestionScreen(desk.drill("one", "a")))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "w")
        await press(pilot, "=zzzzzz")
        assert isinstance(app.screen, QuestionScreen)
        await pilot.click("#where")
        assert app.last_key == ""


async def test_k_leaves_a_question_for_the_end_and_a_word_holds_no_commands(start) -> None:
    session = start(deck=built_in("attention"))
    order = [each.drill for each in session.queue.waiting]
    app = KatatxApp(QuestionScreen(session))
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "k")
        assert [each.drill for each in session.queue.waiting] == [*order[1:], order[0]]
        await press(pilot, *"exph")
        assert (field(app).value, session.opened.lines) == ("exph", 0)
        await press(pilot, "ctrl+p")
        assert isinstance(app.screen, CommandPalette)


@pytest.mark.parametrize(("key", "then"), [("q", SummaryScreen), ("k", QuestionScreen)])
async def test_a_lesson_is_stopped_with_its_sitting_or_left_out(desk, key: str, then: type) -> None:
    app = KatatxApp(QuestionScreen(desk.drill("attention", "unknown-word")))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, QuestionScreen, "lesson")
        await pilot.press(key)
        await until(pilot, then)
        assert not getattr(app.screen, "is_lesson", False)
