"""Answers on a line, in cells, by pointing; hints and fresh numbers; what cannot be recorded or worked."""

from __future__ import annotations

import re

import pytest
from textual import events

from katatx.notation.answers import LONGEST_ANSWER
from katatx.notation.printing import write_value
from katatx.progress.errors import LogError
from katatx.progress.events import Hint
from katatx.progress.log import Log
from katatx.tui.app import KatatxApp
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.widgets.question.answer_box import AnswerBox
from katatx.tui.widgets.question.task import Task
from tests.tui.cells import shown_text
from tests.tui.helpers import built_in, choose, in_sight, paste, press, settled, shown

# Nothing that a terminal acts on may be pasted.
HOSTILE = ["1\u202e2", "\x9b31m4", "3\u200b\x1b[31m5", "a\tb\r\nc\x00"]


@pytest.fixture
def grid(start) -> KatatxApp:
    """A question that is answered with a matrix of three rows of three."""
    return KatatxApp(DrillScreen(start("masked-grid", deck=built_in("length-4"))))


def box(app: KatatxApp) -> AnswerBox:
    return app.screen.query_one(AnswerBox)


@pytest.mark.slow
async def test_cells_are_filled_by_keys_and_pastes_and_graded(grid) -> None:
    async with grid.run_test() as pilot:
        await settled(pilot)
        assert shown_text(grid).count("____") == 8, "the ninth is under the cursor"
        await pilot.press(
            *"1", "tab", *"2", "space", *"3", "right", *"4", "comma", *"5", "down", "8", "left", "7", "up"
        )
        assert box(grid).value == "[[1, 2, 3], [4, 5, ], [7, 8, ]]"
        await pilot.press("backspace", "9", "shift+tab", "backspace", "backspace")
        assert box(grid).value == "[[1, 2, ], [9, 5, ], [7, 8, ]]"
        await paste(pilot, "0.5")
        await paste(pilot, "  ")
        await paste(pilot, "1 2; 3 4; 5 6")
        assert box(grid).value.startswith("[[1, 0.5, ]"), "what does not fit the cells leaves them"
        assert "does not fit 3 rows of 3" in shown(grid, "#echo")
        for form in ("[1 2 3; 4 5 6; 7 8 9]", "1 2 3\n4 5 6\n7 8 9", "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]"):
            await paste(pilot, form)
            assert box(grid).value == "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]"
        await pilot.press("h")
        assert grid.screen.sitting.opened.lines == 1
        await pilot.press("enter")
        before = box(grid).value
        await pilot.press("1", "backspace", "tab", "x")
        await paste(pilot, "9")
        assert (grid.screen.judged, box(grid).value) == (True, before)
        await press(pilot, "u")
        assert (box(grid).in_cells, box(grid).value, box(grid).cells.at) == (True, "", (0, 0))
        for number in (number for row in grid.screen.sitting.question.key for number in row):
            assert not grid.screen.judged
            await paste(pilot, write_value(number, 3))
            await pilot.press("enter")
        assert grid.screen.sitting.outcomes[-1].judgement.verdict.value == "right"
        await press(pilot, "u", "[", "backspace")
        assert not box(grid).in_cells
        await press(pilot, "backspace", "=sqrt(2)")
        assert (box(grid).in_cells, box(grid).cells.cell) == (True, "sqrt(2)"), "its q stops nothing"


async def test_the_line_tells_how_it_will_be_read_and_costs_nothing_until_then(start) -> None:
    session = start("portions")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test(size=(60, 18)) as pilot:
        assert "nothing typed" in await press(pilot, "enter", "enter")
        for text in HOSTILE:
            await paste(pilot, text)
            assert box(app).value.isprintable()
        await pilot.press("ctrl+u")
        for text in ("1" * 1_000_000, "1 2 3\n" * 20_000):
            await paste(pilot, text)
            assert 4_900 < len(box(app).value) <= LONGEST_ANSWER
            box(app).value = ""
        await paste(pilot, "1 2\n 3 4 \n\n")
        assert box(app).value == "1 2; 3 4"
        await pilot.press("ctrl+u")
        await paste(pilot, "0123456789" * 7)
        await press(pilot, "7")
        assert any(line.endswith("67897") for line in shown_text(app).splitlines()), "it scrolls with its cursor"
        assert "is not a number" in await press(pilot, "ctrl+u", "=abc", "enter")
        assert box(app).value == "abc"
        assert in_sight(app, app.screen.query_one("#verdict"))
        await press(pilot, "ctrl+u", "tab", "=0.0", "tab", "=47 ")
        assert "0.047 ____ 2 numbers, 3 decimals" in await press(pilot)
        assert session.opened.lines == 0, "tab takes no hint"
        assert "[0.047, 0.953]: 2 numbers, 3 decimals" in await press(pilot, "=0.953")
        assert session.outcomes == []
        await press(pilot, "enter")
        assert shown(app, "#verdict").startswith("✓ right")
        assert shown(app, "#echo") == ""


async def test_hints_open_in_three_steps_and_each_is_noted(start) -> None:
    session = start("portions")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        await settled(pilot)
        told = []
        for _ in range(3):
            await pilot.press("h")
            told.append(shown(app, "#working #lines").splitlines()[0].split(maxsplit=1)[1])
        assert told[0].startswith("▒")
        assert told[1:] == ["e^1 = ?", "e^1 = 2.718"]
        await press(pilot, "h", "=0.047 0.953", "enter", "h", "h")
        assert "e^1 = 2.718" in shown(app, "#working #lines")
        first = session.question
        await press(pilot, "r", "=9 9", "enter")
        assert session.outcomes[-1].question.prepared.drill == first.prepared.drill
        assert session.outcomes[-1].question.is_fresh
    hints = [event for event in session.log.events() if isinstance(event, Hint)]
    assert [(hint.lines, hint.step) for hint in hints] == [
        (1, "name"),
        (1, "expression"),
        (1, "value"),
        (2, "name"),
    ]
    assert session.log.attempts(session.run.id)[0].answer.help == 2


@pytest.mark.slow
async def test_a_line_is_pointed_at_scrolled_to_and_marked_once_it_is_told(start) -> None:
    session = start("spot-in-attention")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test(size=(80, 24)) as pilot:
        assert "_: ____ the line: what should stand there" in await press(pilot)
        task = app.screen.query_one(Task)
        await press(pilot, "down")
        before = task.scroll_offset.y, task.hides_above, task.hides_below
        for size in ((60, 18), (59, 17), (120, 40), (80, 24)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
        assert (task.scroll_offset.y, task.hides_above, task.hides_below) == before
        await press(pilot, "up")
        assert "▸ 10" in shown_text(app)
        assert in_sight(app, box(app).line)
        await press(pilot, "ctrl+u", "=1: 2", "down")
        assert box(app).value == "2: 2"
        await press(pilot, "up")
        assert "✗" not in shown(app, "#options")
        await press(pilot, "enter")
        assert re.search(rf"^✗ +{session.question.right_option + 1} ", shown(app, "#options"), re.MULTILINE)


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
        taken = []
        for name, at in (("h", 100.0), ("7", 101.0), ("7", 104.0)):
            key = events.Key(name, name)
            key.time = at
            taken.append(bool(screen.take_key(key)))
        assert screen.begun == 93.0
        assert taken[1:] == [True, False]


async def test_a_log_that_fails_ends_the_app_without_a_verdict(start, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise LogError("the log cannot be written: disk full")

    app = KatatxApp(DrillScreen(start("match")))
    async with app.run_test() as pilot:
        await settled(pilot)
        monkeypatch.setattr(Log, "record", fail)
        await pilot.press("3")
        await choose(pilot, "grade")
        await pilot.pause()
    assert (app.return_code, str(app.trouble)) == (2, "the log cannot be written: disk full")
