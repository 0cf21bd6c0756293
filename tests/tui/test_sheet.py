"""A question's sheet: the answer is in sight, its places stand there, nothing jumps, words are at hand."""

from __future__ import annotations

import pytest
from textual._compositor import Compositor
from textual.widgets import Static

from katatx.decks.loading import load_library
from katatx.sessions.deck import open_session
from katatx.sessions.desk import Desk
from katatx.sessions.kata import open_kata
from katatx.tui.app import KatatxApp
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.practice.sittings import screen_of
from katatx.tui.widgets.question.answer_box import AnswerBox
from katatx.tui.widgets.question.echo import EchoLine
from katatx.tui.widgets.question.task import Task
from katatx.tui.widgets.question.verdict import VerdictView
from katatx.tui.widgets.question.words import one_after_the_other
from katatx.views.words import words_beside
from tests.tui.cells import shown_text
from tests.tui.states import settled

# Of every kind one: a row, a number, a matrix, code, a choice, and spots with working short and long.
KINDS = [
    "attention/portions", "attention/typical-score", "length-4/masked-grid", "vision/stack-of-strips", "block/worker-sat",
    "block/taming-orders", "attention/spot-in-attention", "block/spot-in-block", "look-across/spot-in-kata",
    "length-4/spot-in-row", "block/ask-grid-written", "look-across/look-up-the-sheet", "look-across/sheet-down-to-tick",
]  # fmt: skip
SIZES = [(60, 18), (80, 24)]


@pytest.fixture
def asked(tmp_path, open_log, clock):
    decks = load_library(tmp_path).decks

    def app(name: str) -> KatatxApp:
        deck, _, drill = name.partition("/")
        first = DrillScreen(open_session(decks[deck], open_log(), clock, lambda: 7, drill))
        return KatatxApp(first, ticks=lambda: 0.0)

    return app


def in_sight(app: KatatxApp, widget) -> bool:
    place = app.screen.find_widget(widget)
    return place.visible_region == place.region and place.region.height > 0


def where(app: KatatxApp) -> list:
    box = app.screen.query_one(AnswerBox)
    asked_ = [each for each in app.screen.query("#prompt, #given, #options") if each.display]
    return [app.screen.find_widget(each).region for each in (*asked_, box)]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", KINDS)
async def test_the_answer_and_the_prompts_first_line_are_in_sight(asked, name: str, size) -> None:
    app = asked(name)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        box, prompt = app.screen.query_one(AnswerBox), app.screen.query_one("#prompt")
        assert in_sight(app, box.cells if box.in_cells else box.line)
        place = app.screen.find_widget(prompt)
        assert place.visible_region.y == place.region.y
        await pilot.press("pagedown")
        assert in_sight(app, box.cells if box.in_cells else box.line)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    "name", ["attention/portions", "vision/stack-of-strips", "block/spot-in-block", "block/worker-sat"]
)
async def test_messages_are_in_sight(asked, name: str, size) -> None:
    app = asked(name)
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("enter")
        await settled(pilot)
        assert "nothing typed yet" in shown_text(app)
        await pilot.press("[", "n", "enter")
        await settled(pilot)
        verdict = app.screen.query_one(VerdictView)
        assert verdict.outcome.judgement.verdict.costs_nothing
        assert in_sight(app, verdict)
        await pilot.resize_terminal(*SIZES[size == SIZES[0]])
        await settled(pilot)
        assert in_sight(app, verdict)


async def test_a_line_of_a_kata_has_all_that_it_needs_in_sight_before_what_is_covered(
    attention, open_log, clock
) -> None:
    app = KatatxApp(screen_of(open_kata(attention, open_log(), clock, lambda: 7, page=True)))
    async with app.run_test(size=(60, 18)) as pilot:
        await settled(pilot)
        text = shown_text(app)
        assert "nolan.stick" in text
        assert "▸  1 nolan.WANT" in text
        assert "more" not in text.splitlines()[-1]
        assert in_sight(app, app.screen.query_one("#given"))
        await pilot.press("h", "h")
        await settled(pilot)
        assert "linear  1·2" in shown_text(app), "what is uncovered has its room"


async def test_what_does_not_fit_is_scrolled_to_with_a_key_that_the_footer_names(
    attention, open_log, clock, home
) -> None:
    desk = Desk({"attention": attention}, open_log(), clock, lambda: 7, home=home)
    app = KatatxApp(screen_of(desk.drill("attention", attention.drills[0].id)))
    async with app.run_test(size=(60, 18)) as pilot:
        await settled(pilot)
        assert in_sight(app, app.screen.query_one("#given"))
        assert "Now with these" in shown_text(app)
        assert "Worked on other numbers" not in shown_text(app)
        assert "pgup more" in shown_text(app).splitlines()[-1]
        await pilot.press("pageup")
        await settled(pilot)
        assert "Worked on other numbers" in shown_text(app)
        assert "pgdn more" in shown_text(app).splitlines()[-1]
        assert "pgup more" not in shown_text(app)
        await pilot.resize_terminal(120, 40)
        await settled(pilot)
        assert "more" not in shown_text(app).splitlines()[-1]


@pytest.mark.parametrize("key", ["pagedown", "pageup"])
async def test_the_end_that_was_scrolled_to_is_there_again_after_other_sizes(asked, key: str) -> None:
    app = asked("attention/spot-in-attention")
    async with app.run_test(size=(60, 18)) as pilot:
        await settled(pilot)
        task = app.screen.query_one(Task)
        for _ in range(5):
            await pilot.press("pagedown")
        await settled(pilot)
        assert (task.hides_above, task.hides_below) == (True, False)
        for _ in range(5):
            await pilot.press(key)
        await settled(pilot)
        before = task.hides_above, task.hides_below
        assert before == ((True, False) if key == "pagedown" else (False, True))
        for size in ((120, 60), (59, 17), (60, 18)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
        assert (task.hides_above, task.hides_below) == before


async def test_a_question_whose_option_was_scrolled_to_begins_at_its_top_in_a_larger_window(asked) -> None:
    app = asked("attention/spot-in-attention")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        task = app.screen.query_one(Task)
        await pilot.press("down")
        await settled(pilot)
        before = task.scroll_offset.y, task.hides_above, task.hides_below
        assert "▸  1" in shown_text(app)
        for size in ((60, 18), (80, 24), (59, 17), (120, 40), (60, 18), (80, 24)):
            await pilot.resize_terminal(*size)
            await settled(pilot)
            if size != (59, 17):
                assert "▸  1" in shown_text(app)
        assert (task.scroll_offset.y, task.hides_above, task.hides_below) == before


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_long_working_scrolls_to_the_line_that_is_pointed_at(asked, size) -> None:
    app = asked("attention/spot-in-attention")
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("up")
        assert "▸ 10" in shown_text(app)
        assert in_sight(app, app.screen.query_one(AnswerBox).line)


@pytest.mark.parametrize("name", ["attention/portions", "vision/match-grid", "attention/whole-attention"])
async def test_nothing_moves_when_what_is_wanted_is_known(asked, name: str) -> None:
    app = asked(name)
    async with app.run_test(size=(80, 24)) as pilot:
        before = where(app)
        await settled(pilot)
        assert where(app) == before


async def test_the_empty_line_has_a_place_for_each_number(asked) -> None:
    app = asked("attention/portions")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "____  ____    2 numbers, 3 decimals" in shown_text(app)
        await pilot.press(*"0.047 ")
        await pilot.pause(0.1)
        assert "0.047 ____    2 numbers, 3 decimals" in shown_text(app)
        assert "[0.047]: 1 number" in shown_text(app) or "0.047: 1 number, 3 decimals" in shown_text(app)
        await pilot.press(*"0.9")
        assert "0.047 0.9\n" in shown_text(app)


async def test_a_spot_has_the_places_of_the_line_that_is_named(asked) -> None:
    app = asked("attention/spot-in-attention")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "_: ____    the line: what should stand there" in shown_text(app)
        await pilot.press(*"3: ")
        await pilot.pause(0.1)
        assert "3: ____  ____    2 numbers" in shown_text(app)


async def test_cells_have_a_place_each_and_say_what_is_wanted(asked) -> None:
    app = asked("length-4/masked-grid")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert shown_text(app).count("____") == 8  # the ninth is under the cursor
        assert "3 rows of 3 numbers, 3 decimals" in shown_text(app)


@pytest.mark.parametrize(("name", "keys"), [("attention/portions", "0.0470"), ("length-4/masked-grid", "0.04")])
async def test_typing_a_digit_lays_nothing_out(asked, name: str, keys: str, monkeypatch) -> None:
    app = asked(name)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("1", "backspace")
        await pilot.pause(0.1)
        laid_out: list[int] = []
        reflow = Compositor.reflow
        monkeypatch.setattr(Compositor, "reflow", lambda *given: laid_out.append(1) or reflow(*given))
        await pilot.press(*keys)
        await pilot.pause(0.1)
        assert laid_out == []


async def test_after_a_right_answer_nothing_typed_is_repeated_below_it(asked) -> None:
    app = asked("attention/portions")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press(*"0.047 0.953", "enter")
        await pilot.pause(0.1)
        assert str(app.screen.query_one(EchoLine).content) == ""
        assert "2 numbers" not in shown_text(app)


@pytest.mark.parametrize("size", [*SIZES, (120, 40)], ids=str)
async def test_the_pages_words_open_and_close_and_cost_nothing(asked, size) -> None:
    app = asked("attention/portions")
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        before = where(app)
        await pilot.press("1", "w")
        await pilot.pause()
        text = shown_text(app).partition("─ words ─")[2]
        assert text.index("attention weight") < text.index("query")
        assert all(word in text for word in ("due", "automatic", "carried"))
        assert where(app) == before
        await pilot.press("2", "w")
        await pilot.pause()
        assert "─ words ─" not in shown_text(app)
        assert app.screen.query_one(AnswerBox).value == "12"
        assert app.screen.sitting.opened.lines == 0
        await pilot.press("enter", "w")
        await pilot.pause()
        assert "─ words ─" in shown_text(app)


@pytest.mark.parametrize("size", [*SIZES, (120, 40)], ids=str)
async def test_tables_open_in_place_of_the_words_and_lie_inside_the_screen(asked, size) -> None:
    app = asked("attention/portions")
    async with app.run_test(size=size) as pilot:
        await settled(pilot)
        await pilot.press("w", "v")
        await pilot.pause()
        text = shown_text(app)
        assert "─ words ─" not in text
        assert all(entry in text for entry in ("e^-5 = 0.0067", "e^5 = 148.413"))
        await pilot.press("escape")
        await pilot.pause()
        assert "e^5 =" not in shown_text(app)


async def test_tables_that_do_not_fit_are_scrolled(asked) -> None:
    app = asked("attention/padded-row")
    async with app.run_test(size=(60, 18)) as pilot:
        await settled(pilot)
        await pilot.press("v")
        await pilot.pause()
        assert "pgdn more · v closes" in shown_text(app)
        assert "sine and cosine" not in shown_text(app)
        await pilot.press("pagedown")
        await pilot.pause()
        assert "sine and cosine" in shown_text(app)
        await pilot.press("pagedown", "pagedown")
        await pilot.pause()
        assert "pgup more · v closes" in shown_text(app)
        await pilot.press("pageup", "pageup")
        await pilot.pause()
        assert "e^-5 = 0.0067" in shown_text(app)


async def test_a_katas_line_is_set_out_too(attention, open_log, clock) -> None:
    app = KatatxApp(screen_of(open_kata(attention, open_log(), clock, lambda: 7, page=True)))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "─────" in str(app.screen.query_one("#given", Static).content)
        assert in_sight(app, app.screen.query_one(AnswerBox).line)


async def test_the_help_begins_with_the_pages_words(asked) -> None:
    app = asked("attention/portions")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("question_mark")
        told = shown_text(app)
        assert told.index("WANT = query") < told.index("grade what is typed")


def test_words_that_do_not_fit_under_each_other_follow_each_other() -> None:
    words = words_beside({"WANT": "query", "HAVE": "key", "GIVE": "value"}, ["HAVE"])
    assert [str(line) for line in one_after_the_other(words, 40)] == [
        "HAVE = key   WANT = query   GIVE = value",
        "due = to be practised today, before it fades",
        "go = a clean answer, once a day; ten fill a skill",
        "automatic = right and quick, unaided, on 4 days",
        "carried = right; rounding moved the last digits",
    ]
