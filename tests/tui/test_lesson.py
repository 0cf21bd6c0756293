"""A lesson in the app: read, completed, worked alone, skipped, opened again."""

from __future__ import annotations

from random import Random

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from katatx.decks.loading import load_deck
from katatx.sessions.desk import Desk
from katatx.sessions.lesson import open_lesson
from katatx.tui.app import KatatxApp
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.practice.lesson import LessonScreen
from katatx.tui.screens.practice.sittings import screen_of
from katatx.tui.widgets.question.answer_box import AnswerBox
from katatx.tui.widgets.question.verdict import VerdictView
from tests.practice.lesson_decks import taught_deck
from tests.practice.small_decks import record
from tests.tui.cells import shown_text
from tests.tui.states import settled
from tests.tui.test_getting_about import find
from tests.tui.test_home import LOOKS, shown, until
from tests.tui.test_sheet import in_sight


@pytest.fixture
def desk(tmp_path, open_log, clock, home) -> Desk:
    decks = {"taught": taught_deck(tmp_path / "decks")}
    return Desk(decks, open_log(), clock, lambda: Random(1).getrandbits(30), home=home)


@pytest.fixture
def app(desk) -> KatatxApp:
    return KatatxApp(screen_of(desk.drill("taught")))


async def press(pilot: Pilot, *keys: str) -> str:
    """What is shown once keys were taken and all is painted."""
    await pilot.press(*keys)
    await settled(pilot)
    return shown_text(pilot.app)


def at_question(app: KatatxApp) -> bool:
    return type(app.screen) is DrillScreen


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
async def test_a_lesson_from_its_idea_to_practice_with_all_of_it_in_sight(app, desk, size: tuple[int, int]) -> None:
    async with app.run_test(size=size) as pilot:
        await until(pilot, LessonScreen)
        await settled(pilot)
        text = shown_text(app)
        for said in (
            "Softmax turns scores",
            "0.665]",
            "e^0 = 1",
            "1 + 2.718 + 7.389 = 11.107",
            "7.389 / 11.107 = 0.665",
        ):
            assert said in text
        assert "███" in text
        assert shown(app, "#clock") == ""
        assert "q leave lesson" in text
        text = await press(pilot, "enter")
        for said in (
            '"raise" of the working is covered',
            "____  ____  ____    3 numbers",
            "raise  ▒",
            "pgup more" if size == (60, 18) else "x skip",  # the idea is scrolled out
            "enter grade",
        ):
            assert said in text
        assert "2.718" not in text
        text = await press(pilot, *"1 2 4", "enter")
        assert "Raised 2 to each score" in text
        assert "2.718" in text
        text = await press(pilot, "n")
        assert "Every line is covered" in text
        text = await press(pilot, *"0.090 0.245 0.665", "enter")
        assert "✓ right" in text
        assert "3 of 3 done" in text
        text = await press(pilot, "enter")
        assert at_question(app)
        assert "Portions of [0, 3]?" in text
        assert desk.is_new


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
async def test_below_a_long_idea_what_cannot_be_read_is_told_in_full(
    open_log, clock, home, size: tuple[int, int]
) -> None:
    desk = Desk({"length-4": load_deck("length-4", home)}, open_log(), clock, lambda: 1, home=home)
    app = KatatxApp(screen_of(desk.drill("length-4")))
    async with app.run_test(size=size) as pilot:
        await until(pilot, LessonScreen)
        await press(pilot, "n")
        await pilot.press("n")
        told = 'not read yet: column 1: "n" is not a number; write a number such as 0.25, -3 or 1.5e-3'
        for _ in range(LOOKS):
            await settled(pilot)
            if told in (text := " ".join(shown_text(app).split())):
                break
        assert told in text
        await pilot.press("backspace", "7", "enter")
        await settled(pilot)
        assert "✗ wrong" in shown_text(app)


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
@pytest.mark.parametrize("typed", ["1 2", "1 2.7 7.4", "1 2 n"])
async def test_why_an_answer_is_not_graded_is_in_sight(home, size: tuple[int, int], typed: str) -> None:
    lesson = open_lesson(load_deck("attention", home), "Softmax")
    app = KatatxApp(Screen())
    async with app.run_test(size=size) as pilot:
        await app.push_screen(LessonScreen(lesson))
        await press(pilot, "n")
        await press(pilot, *typed, "enter")
        verdict = app.screen.query_one(VerdictView)
        assert verdict.outcome.judgement.verdict.costs_nothing
        assert in_sight(app, verdict)
        for other in ((80, 24) if size == (60, 18) else (60, 18), size):
            await pilot.resize_terminal(*other)
            await settled(pilot)
            assert in_sight(app, verdict), other
        await press(pilot, "h", "h")
        assert in_sight(app, verdict)


async def test_a_step_is_not_skipped_once_something_is_typed(app) -> None:
    async with app.run_test(size=(60, 18)) as pilot:
        await until(pilot, LessonScreen)
        text = await press(pilot, "n", "1", "x")
        assert "x skips only an empty answer; delete what is typed first" in " ".join(text.split())
        assert "───────" in text, "the end of the question is still there"
        assert "1 of 3 done" in text
        assert app.screen.query_one("#line").value == "1"
        assert "2 of 3 done" in await press(pilot, "backspace", "x")


async def test_a_grid_is_not_skipped_once_a_cell_is_filled(home) -> None:
    lesson = open_lesson(load_deck("length-4", home), "Causal mask")
    app = KatatxApp(Screen())
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(LessonScreen(lesson))
        await press(pilot, "n", "x")
        box = app.screen.query_one(AnswerBox)
        assert box.in_cells
        await press(pilot, "1", "tab", "x")
        assert isinstance(app.screen, LessonScreen)
        assert "1" in box.value
        assert "x skips only an empty answer" in shown_text(app)


async def test_every_step_is_skipped_with_a_key_and_the_whole_with_one(app) -> None:
    async with app.run_test() as pilot:
        await until(pilot, LessonScreen)
        assert "1 of 3 done" in await press(pilot, "n")
        assert "2 of 3 done" in await press(pilot, "x")
        assert "Portions of [0, 3]?" in await press(pilot, "x")
        assert at_question(app)


@pytest.mark.parametrize("key", ["q", "escape", "ctrl+c"])
async def test_one_key_leaves_it_for_the_question(app, key: str) -> None:
    async with app.run_test() as pilot:
        await until(pilot, LessonScreen)
        await press(pilot, key)
        assert at_question(app)
        assert app.is_running


@pytest.mark.parametrize("key", ["q", "escape", "ctrl+c"])
async def test_what_is_typed_in_it_is_not_dropped_unasked(app, key: str) -> None:
    async with app.run_test() as pilot:
        await until(pilot, LessonScreen)
        await press(pilot, "n", "1")
        assert "What is typed is lost." in await press(pilot, key)
        await press(pilot, "n")
        assert app.screen.query_one("#line").value == "1"
        await press(pilot, key, "y")
        assert at_question(app)


async def test_escape_closes_its_tables_first(app) -> None:
    async with app.run_test() as pilot:
        await until(pilot, LessonScreen)
        await press(pilot, "n", "v", "escape")
        assert isinstance(app.screen, LessonScreen)
        await press(pilot, "escape")
        assert at_question(app)


async def test_the_next_section_has_its_own_and_the_same_section_none(app) -> None:
    async with app.run_test() as pilot:
        await until(pilot, LessonScreen)
        await press(pilot, "q")
        await press(pilot, *"0.047 0.953", "enter", "enter")
        assert at_question(app)
        assert "Mixing" in await press(pilot, *"0.119 0.881", "enter", "enter")
        assert isinstance(app.screen, LessonScreen)
        assert "Mix the rows by" in await press(pilot, "q")


async def test_it_is_opened_again_from_the_question_and_takes_no_time(app) -> None:
    async with app.run_test() as pilot:
        await until(pilot, LessonScreen)
        await press(pilot, "q")
        begun = app.screen.begun
        await press(pilot, *"0.04")
        assert "Softmax turns scores" in await press(pilot, "o")
        assert "0.04" in await press(pilot, "q")
        assert app.screen.query_one("#line").value == "0.04"
        assert app.screen.begun > begun
        await press(pilot, *["backspace"] * 4, *"0.047 0.953", "enter")
        assert "Softmax turns scores" in await press(pilot, "o")
        assert "✓ right" in await press(pilot, "q")


async def test_a_section_without_one_says_so(desk, clock) -> None:
    record(desk.log, clock, "taught/one")
    app = KatatxApp(screen_of(desk.drill("taught", "four")))
    async with app.run_test() as pilot:
        await settled(pilot)
        assert at_question(app)
        assert "this section has no lesson" in await press(pilot, "o")


async def test_it_is_found_by_its_name_without_a_question(desk, clock) -> None:
    record(desk.log, clock, "taught/one")
    app = KatatxApp(HomeScreen(desk))
    async with app.run_test() as pilot:
        await find(pilot, "lesson taught: Mixing")
        await until(pilot, LessonScreen)
        assert "A mix takes so much" in shown_text(app)
        assert "rows" in shown_text(app)
        await press(pilot, "q")
        await until(pilot, HomeScreen)


async def test_hints_in_a_lesson_open_lines_and_are_kept_nowhere(app) -> None:
    async with app.run_test() as pilot:
        await until(pilot, LessonScreen)
        await press(pilot, "n")
        assert "e^1 = ?" in await press(pilot, "h")
        assert "e^1 = 2.718" in await press(pilot, "h")
        assert "every line is uncovered" in await press(pilot, "h")
        text = await press(pilot, *"1 2.718 7.389", "enter")
        assert "✓ right" in text
        assert "with help" not in text


async def test_a_root_is_typed_with_its_q(app) -> None:
    async with app.run_test() as pilot:
        await until(pilot, LessonScreen)
        await press(pilot, "n", *"sq")
        assert isinstance(app.screen, LessonScreen)
        assert app.screen.query_one("#line").value == "sq"
