"""Answers on a line, in cells, by pointing; hints, again, explain; the clock that waits for no log."""

from __future__ import annotations

import pytest
from textual import events
from textual.widgets import Static

from katatx.decks.loading import load_deck, load_file
from katatx.notation.answers import LONGEST_ANSWER
from katatx.notation.printing import write_value
from katatx.tui.app import KatatxApp
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.practice.summary import SummaryScreen
from katatx.tui.widgets.question.answer_box import AnswerBox
from tests.tui.cells import shown_text
from tests.tui.patience import LOOKS
from tests.tui.states import settled


@pytest.fixture
def length_4(home):
    return load_deck("length-4", home)


@pytest.fixture
def grid(start, length_4) -> KatatxApp:
    """A question that is answered with a matrix of three rows of three."""
    return KatatxApp(DrillScreen(start("masked-grid", deck=length_4)))


def text(app: KatatxApp, selector: str) -> str:
    return str(app.screen.query_one(selector, Static).render())


async def echoed(pilot) -> str:
    """Return what is told of the answer, once it is."""
    for _ in range(LOOKS):
        await pilot.pause(0.01)
        if not pilot.app.screen.echoes:
            break
    await pilot.pause()
    return text(pilot.app, "#echo")


async def paste(pilot, words: str) -> None:
    pilot.app.screen.focused.post_message(events.Paste(words))
    await pilot.pause()


async def test_cells_are_filled_by_typing_and_moving(grid) -> None:
    async with grid.run_test() as pilot:
        await settled(pilot)
        box = grid.screen.query_one(AnswerBox)
        assert box.in_cells
        await pilot.press(
            *"1", "tab", *"2", "space", *"3", "right", *"4", "comma", *"5", "down", *"8", "left", *"7", "up"
        )
        assert box.value == "[[1, 2, 3], [4, 5, ], [7, 8, ]]"
        assert await echoed(pilot) == "7 of 9 cells filled"
        await pilot.press("backspace", "9", "shift+tab", "backspace", "backspace")
        assert box.value == "[[1, 2, ], [9, 5, ], [7, 8, ]]"


async def test_enter_goes_to_an_empty_cell_and_grades_when_all_are_filled(grid) -> None:
    async with grid.run_test() as pilot:
        await settled(pilot)
        session = grid.screen.sitting
        rows = session.question.key
        for row in rows:
            for number in row:
                assert not grid.screen.judged
                await paste(pilot, write_value(number, 3))
                await pilot.press("enter")
        assert grid.screen.judged
        assert session.outcomes[-1].judgement.verdict.value == "right"


@pytest.mark.parametrize("form", ["[1 2 3; 4 5 6; 7 8 9]", "1 2 3\n4 5 6\n7 8 9", "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]"])
async def test_a_pasted_matrix_fills_the_cells_in_any_form(grid, form: str) -> None:
    async with grid.run_test() as pilot:
        await settled(pilot)
        await paste(pilot, form)
        assert grid.screen.query_one(AnswerBox).value == "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]"
        assert await echoed(pilot) == "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]: 3 rows of 3 whole numbers"


async def test_what_does_not_fit_the_cells_is_put_on_the_line_to_be_seen(grid) -> None:
    async with grid.run_test() as pilot:
        await settled(pilot)
        await paste(pilot, "1 2\n3 4")
        box = grid.screen.query_one(AnswerBox)
        assert (box.in_cells, box.value) == (False, "1 2; 3 4")


async def test_a_bracket_writes_on_one_line_instead(grid) -> None:
    async with grid.run_test() as pilot:
        await settled(pilot)
        await pilot.press(*"[1 2 3; 4 5 6; 7 8 9]")
        box = grid.screen.query_one(AnswerBox)
        assert (box.in_cells, box.value) == (False, "[1 2 3; 4 5 6; 7 8 9]")
        await pilot.press("enter")
        assert grid.screen.judged


async def test_commands_work_in_cells_and_cells_are_still_once_graded(grid) -> None:
    async with grid.run_test() as pilot:
        await settled(pilot)
        await pilot.press("h")
        assert grid.screen.sitting.opened.lines == 1
        await paste(pilot, "1 2 3; 4 5 6; 7 8 9")
        await pilot.press("enter")
        before = grid.screen.query_one(AnswerBox).value
        await pilot.press("1", "backspace", "tab", "x")
        assert grid.screen.query_one(AnswerBox).value == before


async def test_rows_pasted_on_the_line_are_parted_by_semicolons(start) -> None:
    app = KatatxApp(DrillScreen(start("portions")))
    async with app.run_test() as pilot:
        await settled(pilot)
        await paste(pilot, "1 2\n 3 4 \n\n")
        assert app.screen.query_one(AnswerBox).value == "1 2; 3 4"
        await pilot.press("ctrl+u")
        await paste(pilot, "0.047 0.953\n")
        assert app.screen.query_one(AnswerBox).value == "0.047 0.953"


async def test_what_is_typed_is_told_as_it_will_be_read(start) -> None:
    app = KatatxApp(DrillScreen(start("portions")))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press(*"0.047 0.953")
        assert await echoed(pilot) == "[0.047, 0.953]: 2 numbers, 3 decimals"
        await pilot.press("enter")
        assert text(app, "#echo") == ""


async def test_choices_and_lines_are_pointed_at(start) -> None:
    app = KatatxApp(DrillScreen(start("which-tag-scores")))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("down", "down", "down", "up")
        await echoed(pilot)
        assert app.screen.query_one(AnswerBox).value == "b"
        assert "▸ b)" in text(app, "#options")
        await pilot.press("up", "up")
        assert app.screen.query_one(AnswerBox).value == "d"
    app = KatatxApp(DrillScreen(start("spot-in-attention")))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("down", *"2 8", "down")
        await echoed(pilot)
        assert app.screen.query_one(AnswerBox).value == "2: 2 8"
        assert "▸  2" in text(app, "#options")


async def test_after_a_choice_the_window_of_the_next_question_can_change(start, tmp_path) -> None:
    path = tmp_path / "c.yaml"
    path.write_text(
        """deck: c
title: C
page: p
drills:
  - {id: x, kind: your-turn, section: A, prompt: which, choices: [{says: one, right: true}, {says: two, because: no}]}
  - {id: y, kind: worked, section: A, given: {a: 3}, prompt: 'a is {a}', answer: 'a^2'}
""",
        encoding="utf-8",
    )
    app = KatatxApp(DrillScreen(start(deck=load_file(path))))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("down")
        letter = app.screen.query_one(AnswerBox).value
        await pilot.resize_terminal(90, 24)
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        await pilot.press("n", letter)
        await settled(pilot)
        assert app.screen.sitting.question.id == "c/y"
        assert app.screen.query_one(AnswerBox).value == letter
        await pilot.resize_terminal(80, 24)
        await settled(pilot)
        assert app.is_running


async def test_hints_open_in_three_steps_and_each_is_noted(start) -> None:
    session = start("portions")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        shown = []
        for _ in range(3):
            await pilot.press("h")
            shown.append(text(app, "#working #lines").splitlines()[0].split(maxsplit=1))
        assert shown[0][0] == "raise"
        assert shown[1] == ["raise", "e^1 = ?"]
        assert shown[2][1] == "e^1 = 2.718"
        await pilot.press("h", *"0.047 0.953", "enter")
    row = session.log.store.database.execute_sql("select lines, step from uncoverings order by id").fetchall()
    assert row == [(1, "name"), (1, "expression"), (1, "value"), (2, "name")]
    assert session.log.attempts(session.run.id)[0].answer.help == 2


async def test_again_asks_the_same_drill_on_fresh_numbers(start) -> None:
    session = start("scaled-row")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press(*"1 4", "enter")
        assert session.finished == 1
        await pilot.press("r")
        assert (session.question.prepared.drill.id, session.question.is_fresh) == ("scaled-row", True)
        assert not app.screen.judged
        await settled(pilot)
        await pilot.press("9", "enter", "n")
        assert app.screen.__class__.__name__ == "DrillScreen" or session.question is None
    assert session.finished == 1
    assert len(session.log.attempts(session.run.id)) >= 1


async def test_waiting_for_the_log_is_no_time_of_the_learners_and_keys_meanwhile_answer_nothing(start) -> None:
    """Another terminal holds the log for three seconds while a hint is asked for."""
    session = start("scaled-row")
    now = [100.0]
    app = KatatxApp(DrillScreen(session), ticks=lambda: now[0])
    hint = session.hint

    def held():
        now[0] += 3.0
        return hint()

    session.hint = held
    async with app.run_test() as pilot:
        await settled(pilot)
        screen = app.screen
        screen.begun = screen.key_time = 90.0
        key = events.Key("h", "h")
        key.time = 100.0
        screen.take_key(key)
        assert screen.begun == 93.0
        early = events.Key("7", "7")
        early.time = 101.0
        assert screen.take_key(early)
        late = events.Key("7", "7")
        late.time = 104.0
        assert not screen.take_key(late)


async def test_in_a_window_too_small_keys_do_nothing_and_nothing_is_lost(start) -> None:
    session = start("scaled-row")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press(*"1 4")
        await pilot.resize_terminal(50, 10)
        await pilot.pause()
        await pilot.press("enter", "9", "q")
        assert "at least 60 by 18" in text(app, "#too-small")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.screen.query_one(AnswerBox).value == "1 4"
        assert session.outcomes == []
        await pilot.press("enter")
        await settled(pilot)
        assert [outcome.clean for outcome in session.outcomes] == [True], app.size


async def test_a_long_answer_scrolls_with_its_cursor(start) -> None:
    app = KatatxApp(DrillScreen(start("portions")))
    async with app.run_test(size=(60, 18)) as pilot:
        await settled(pilot)
        await paste(pilot, "0123456789" * 7)
        await pilot.press("7")
        await settled(pilot)
        assert any(line.endswith("67897") for line in shown_text(app).splitlines())
        await pilot.press("home")
        await settled(pilot)
        assert any(line.strip().startswith("0123456789") for line in shown_text(app).splitlines())


async def test_a_root_is_typed_in_a_cell(grid) -> None:
    async with grid.run_test() as pilot:
        await settled(pilot)
        await pilot.press(*"sqrt(2)")
        assert grid.screen.query_one(AnswerBox).cells.cell == "sqrt(2)"
        await pilot.press("tab", "q", "q")
        await settled(pilot)
        assert type(grid.screen) is SummaryScreen


async def test_keys_in_one_burst_after_a_matrix_come_to_the_next_question(start, length_4) -> None:
    session = start(deck=length_4)
    names = list(length_4.by_id)
    app = KatatxApp(DrillScreen(start(deck=length_4)))
    session = app.screen_stack[0].sitting if app._screen_stacks["_default"] else app.first.sitting
    while names[0] != "masked-grid":
        names.pop(0)
    session.queue.waiting = [turn for turn in session.queue.waiting if turn.drill in names]
    session.advance()
    async with app.run_test() as pilot:
        await settled(pilot)
        app.screen._ask(0.0)
        await settled(pilot)
        assert app.screen.query_one(AnswerBox).in_cells
        await paste(pilot, "1 2 3; 4 5 6; 7 8 9")
        await pilot.press("enter")
        assert app.screen.judged
        for key in ("n", "4", "2"):  # as a terminal sends them: all at once
            app.post_message(events.Key(key, key))
        await settled(pilot)
        assert app.screen.query_one(AnswerBox).value in ("42", "b42")


@pytest.mark.parametrize("text", ["1\u202e2", "\x9b31m4", "3\u200b", "\x1b[31m5", "a\tb\r\nc\x00"])
async def test_nothing_that_a_terminal_acts_on_is_pasted(start, grid, text: str) -> None:
    for app in (KatatxApp(DrillScreen(start("portions"))), grid):
        async with app.run_test() as pilot:
            await settled(pilot)
            await paste(pilot, text)
            assert app.screen.query_one(AnswerBox).value.isprintable()


async def test_what_cannot_be_read_is_said_once_however_fast_enter_is_pressed(start) -> None:
    app = KatatxApp(DrillScreen(start("match")))
    async with app.run_test() as pilot:
        await settled(pilot)
        box = app.screen.query_one(AnswerBox)
        box.value = "abc"
        await pilot.press("enter")
        for _ in range(5):
            await pilot.pause(0.05)
        app.screen._echo()
        await pilot.pause()
        assert "is not a number" in shown_text(app)
        assert text(app, "#echo") == ""
        await pilot.press("4")
        assert "is not a number" in await echoed(pilot)


async def test_a_paste_is_bounded_and_after_the_verdict_nothing_is_pasted(start, grid) -> None:
    for app, right in ((KatatxApp(DrillScreen(start("portions"))), "0.047 0.953"), (grid, "1 2 3; 4 5 6; 7 8 9")):
        async with app.run_test() as pilot:
            await settled(pilot)
            await paste(pilot, right)
            await pilot.press("enter")
            box = app.screen.query_one(AnswerBox)
            before = box.value
            await paste(pilot, "9 9")
            assert (app.screen.judged, box.value) == (True, before)
    app = KatatxApp(DrillScreen(start("match")))
    async with app.run_test() as pilot:
        await settled(pilot)
        for text in ("1" * 1_000_000, "1 2 3\n" * 20_000):
            await paste(pilot, text)
            await pilot.pause()
            box = app.screen.query_one(AnswerBox)
            assert 4_900 < len(box.value) <= LONGEST_ANSWER
            box.value = ""


async def test_a_number_pasted_goes_into_its_cell_and_what_does_not_fit_leaves_them(grid) -> None:
    async with grid.run_test() as pilot:
        await settled(pilot)
        await pilot.press("1", "tab", "2", "tab")
        box = grid.screen.query_one(AnswerBox)
        await paste(pilot, "0.5")
        await paste(pilot, "  ")
        assert box.value.startswith("[[1, 2, 0.5]")
        await paste(pilot, "1 2; 3 4; 5 6")
        assert box.value.startswith("[[1, 2, 0.5]")
        assert "does not fit 3 rows of 3" in await echoed(pilot)


async def test_back_from_an_empty_line_there_are_the_cells_again(grid) -> None:
    async with grid.run_test() as pilot:
        await settled(pilot)
        await pilot.press("[", "backspace")
        box = grid.screen.query_one(AnswerBox)
        assert not box.in_cells
        await pilot.press("backspace", "7")
        assert (box.in_cells, box.cells.cell) == (True, "7")


async def test_enter_on_nothing_is_no_answer(start) -> None:
    session = start("match")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        await pilot.press("enter", "enter")
        assert "nothing typed" in await echoed(pilot)
    assert session.log.attempts(session.run.id) == []
