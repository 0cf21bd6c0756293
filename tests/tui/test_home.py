"""Home and all that is begun there, pausing, and calibrating, key by key."""

from __future__ import annotations

import re
from random import Random
from time import perf_counter

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from katatx.decks.loading import load_library
from katatx.progress.standings import Standings
from katatx.sessions.calibration import TEXTS, Calibration
from katatx.sessions.desk import Desk
from katatx.sessions.register_decks import know_decks
from katatx.settings import AppSettings, Settings
from katatx.tui.app import KatatxApp
from katatx.tui.screens.confirm import ConfirmScreen
from katatx.tui.screens.help import HelpScreen
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.lists.stats import StatsScreen
from katatx.tui.screens.practice.calibration import CalibrationScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.practice.lesson import LessonScreen
from katatx.tui.screens.practice.pause import PauseScreen
from katatx.tui.screens.practice.summary import SummaryScreen
from katatx.tui.widgets.charts.heat_map import HeatMap
from katatx.tui.widgets.question.answer_line import AnswerLine
from tests.practice.small_decks import record, worked_deck
from tests.tui.cells import shown_text
from tests.tui.patience import LOOKS


@pytest.fixture
def desk(tmp_path, open_log, clock):
    """Two small decks, of which one has a skill due today and neither a kata; and the attention deck."""
    decks = {
        "attention": load_library(tmp_path).decks["attention"],
        "one": worked_deck(tmp_path / "decks", "one", {"a": "a^2", "b": "a^3"}),
        "two": worked_deck(tmp_path / "decks", "two", {"c": "9 - a"}),
    }
    found = Desk(decks, open_log(settings=Settings()), clock, lambda: Random(1).getrandbits(30))
    know_decks(decks, found.log)
    record(found.log, clock, "one/a")
    clock.move(days=10)
    return found


@pytest.fixture
def app(desk) -> KatatxApp:
    return KatatxApp(HomeScreen(desk))


def shown(app: KatatxApp, selector: str) -> str:
    return str(app.screen.query_one(selector, Static).render())


async def until(pilot: Pilot, kind: type) -> None:
    """Wait for a screen; a lesson that comes before it is left."""
    for _ in range(LOOKS):
        if isinstance(pilot.app.screen, LessonScreen) and kind is not LessonScreen:
            await pilot.press("escape")
        elif isinstance(pilot.app.screen, kind):
            return
        await pilot.pause(0.02)
    raise AssertionError(f"{pilot.app.screen} is not {kind}")


def rows(app: KatatxApp) -> list[str]:
    """The rows of home, without the sign of the cursor."""
    found = app.screen.rows
    return [str(found.get_option_at_index(at).prompt).replace("▸", " ") for at in range(found.option_count)]


async def test_home_says_what_to_do_now_and_has_a_row_for_every_deck(app) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        today, tomorrow, space, *decks = rows(app)
        first, second = today.split("\n")
        assert first.split()[:2] == ["Today", str(app.screen.upcoming.questions)]
        assert first.endswith("r start")
        assert second.strip().startswith("1 question due, ")
        assert tomorrow.split()[0] == "Tomorrow"
        assert not space.strip()
        assert [deck.split()[0] for deck in decks] == ["one", "attention", "two"]  # what was begun first
        assert [deck.split()[2:] for deck in decks[::2]] == [["0/1", "1", "started", "10", "days", "ago"], ["1", "new"]]
        assert shown(app, "#done").startswith("0 of 10 min today ░░")
        await pilot.press("q")
    assert app.return_code == 0


async def test_enter_starts_today_from_the_first_moment(app) -> None:
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await until(pilot, DrillScreen)
        assert app.screen.sitting.title == "Review"


async def test_escape_leaves_nothing(app) -> None:
    async with app.run_test() as pilot:
        await pilot.press("escape", "escape")
        assert app.is_running
        assert isinstance(app.screen, HomeScreen)


async def test_a_review_is_begun_finished_and_comes_back_home(app, desk) -> None:
    del desk.decks["attention"]
    async with app.run_test() as pilot:
        await pilot.press("r")
        await until(pilot, DrillScreen)
        assert shown(app, "#place").startswith("katatx › one › fresh numbers › A")
        for _ in range(3):  # the due one, and two new
            question = app.screen.sitting.question
            await pilot.press(*f"{question.key:g}", "enter", "enter")
        await until(pilot, SummaryScreen)
        assert "Tomorrow: " in shown_text(app)
        await pilot.press("q")
        await until(pilot, HomeScreen)
        await pilot.pause()
        assert "nothing is left for today" in rows(app)[0]
        assert "start" not in rows(app)[0]
        assert shown(app, "#done").startswith("1-day streak · 0 of 10 min today")
        await pilot.press("r")
        assert isinstance(app.screen, HomeScreen)
        assert shown(app, "#notice") == "Review. Nothing is left for today."


async def test_what_was_stopped_is_left_for_today(app, desk) -> None:
    del desk.decks["attention"]
    async with app.run_test() as pilot:
        await pilot.press("r")
        await until(pilot, DrillScreen)
        await pilot.press(*f"{app.screen.sitting.question.key + 1000:g}", "enter", "q", "q")
        await until(pilot, HomeScreen)
        await pilot.pause()
        assert "3 questions left" in rows(app)[0]
        assert "1 missed, 2 new" in rows(app)[0]


async def test_an_undo_names_the_answer_asks_and_says_what_was_undone(app, desk, clock) -> None:
    record(desk.log, clock, "one/b")
    async with app.run_test() as pilot:
        await pilot.press("u")
        await until(pilot, ConfirmScreen)
        assert "one/b, 3 (right), answered 2026-03-12 09:00" in shown(app, "#confirm Static")
        await pilot.press("n")
        await until(pilot, HomeScreen)
        assert [each.undone for each in desk.log.attempts_at("one", "b")] == [False]
        await pilot.press("u", "y")
        await until(pilot, HomeScreen)
        await pilot.pause()
        assert shown(app, "#notice").startswith("Undone: one/b, 3 (right)")
        assert [each.undone for each in desk.log.attempts_at("one", "b")] == [True]
        await pilot.press("u", "y", "u")
        await pilot.pause()
        assert "nothing to undo" in shown(app, "#notice")


async def test_an_empty_log_is_explained_and_has_one_thing_to_do(open_log, tmp_path, clock) -> None:
    desk = Desk({"one": worked_deck(tmp_path / "decks", "one", {"a": "a^2"})}, open_log(), clock, lambda: 7)
    know_decks(desk.decks, desk.log)
    for size in [(60, 18), (120, 40)]:
        app = KatatxApp(HomeScreen(desk))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            text = " ".join(shown_text(app).split())
            assert "your first ones; press Enter" in text
            assert "A skill is automatic when" in text
            assert not any(sign in text for sign in "░▒▓█")
            assert not app.screen.query_one(HeatMap).display
    app = KatatxApp(HomeScreen(desk), AppSettings(keymap={"practise": "ctrl+n"}))
    async with app.run_test() as pilot:
        await pilot.pause()
        assert "your first ones; press ctrl+n" in shown_text(app)


async def test_the_skills_below_are_those_under_the_cursor(app) -> None:
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        assert shown(app, "#skills").startswith("The skills of today's questions")
        await pilot.press("down", "down", "down")
        await pilot.pause()
        first, *more = shown(app, "#skills").splitlines()
        assert first == "two: Two · ● 0 automatic · ◐ 0 learning · ○ 1 new"
        assert [line.strip() for line in more] == ["arithmetic", "○ add"]


async def test_a_key_pressed_twice_begins_once_and_all_the_way_back_is_home(app) -> None:
    async with app.run_test() as pilot:
        app.post_message(_key("r"))
        app.post_message(_key("r"))
        await until(pilot, DrillScreen)
        await pilot.pause(0.1)
        assert len(app.screen_stack) == 2
        await pilot.press("q", "q")
        await until(pilot, HomeScreen)
        assert len(app.screen_stack) == 1


@pytest.mark.parametrize("key", ["escape", "x", "question_mark", "q"])
async def test_the_key_that_closes_help_closes_nothing_else(app, key: str) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark")
        await until(pilot, HelpScreen)
        await pilot.press(key)
        await pilot.pause()
        assert app.screen is app.first
        assert app.is_running


async def test_enter_drills_the_deck_under_the_cursor(app) -> None:
    async with app.run_test() as pilot:
        await pilot.press("down", "down", "down", "enter")
        await until(pilot, DrillScreen)
        assert app.screen.sitting.title == "Two"
        await pilot.press("q", "q")
        await until(pilot, HomeScreen)
        assert app.screen.rows.here.deck == "two"


async def test_a_kata_where_there_is_one_and_a_word_where_there_is_none(app) -> None:
    async with app.run_test() as pilot:
        await pilot.press("down", "k")
        assert isinstance(app.screen, HomeScreen)
        assert "no kata" in shown(app, "#notice")
        await pilot.press("down", "k")
        await until(pilot, DrillScreen)
        assert "kata › line 1 of 7" in shown(app, "#place")
        await pilot.press("q", "q")
        await until(pilot, HomeScreen)
        assert shown(app, "#notice") == ""


async def test_stats_of_all_and_of_a_deck(app) -> None:
    async with app.run_test() as pilot:
        await pilot.press("s")
        await until(pilot, StatsScreen)
        assert shown(app, "#place") == "katatx › Stats: 1 answer, 1 skill due"
        await pilot.press("q")
        await until(pilot, HomeScreen)
        await pilot.press("i")  # at today the deck practised last
        await until(pilot, StatsScreen)
        assert shown(app, "#place") == "katatx › Stats › one: 0 of 1 skills automatic, 1 due"
        await pilot.resize_terminal(60, 18)
        await pilot.press("pagedown", "down", "right", "escape")
        await until(pilot, HomeScreen)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (200, 60)])
async def test_every_size_shows_the_decks_and_keeps_the_place(app, size: tuple[int, int]) -> None:
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("down", "down", "down")
        await pilot.resize_terminal(*size)
        await pilot.pause()
        text = shown_text(app)
        assert all(
            each in text for each in ("attention", "one", "two", "1 question due, ", "r today", "? help", "q quit")
        )
        assert app.screen.rows.here.deck == "two"
        assert max(len(line) for row in rows(app) for line in row.split("\n")) <= app.screen.rows.size.width
        assert app.screen.query_one(HeatMap).display == (size[0] >= 80)


async def test_many_decks_are_scrolled_through(open_log, tmp_path, clock) -> None:
    folder = tmp_path / "decks"
    names = [f"deck-{at:02}" for at in range(24)] + ["a-name-of-thirty-two-letters-all"]
    decks = {name: worked_deck(folder, name, {"a": "a^2"}) for name in names}
    desk = Desk(decks, open_log(settings=Settings(minutes=90)), clock, lambda: 7)
    know_decks(decks, desk.log)
    record(desk.log, clock, "deck-00/a")
    for size in [(60, 18), (80, 24), (120, 40)]:
        app = KatatxApp(HomeScreen(desk))
        async with app.run_test(size=size) as pilot:
            await pilot.press(*["down"] * 24)
            await pilot.pause()
            assert app.screen.rows.here.deck == "deck-23"
            page = shown_text(app)
            assert re.search(r"▸ deck-23 .* 1 +new", page)
            assert "? help" in page
            await pilot.press("down")
            await pilot.pause()
            assert "▸ a-name-of-thirty-two-let" in shown_text(app)
            await pilot.press("down")  # round again
            assert app.screen.rows.here.deck == ""


async def test_a_title_with_escapes_is_shown_plainly(app, desk) -> None:
    desk.decks["one"].contents.title = "\x1b[31m[red]x[/]\u202e"
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("down")
        await pilot.pause()
        assert "one: �[31m[red]x[/]�" in shown(app, "#skills")


async def test_a_log_that_cannot_be_read_says_so_or_ends_in_one_line(desk, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("disk image is malformed")

    app = KatatxApp(HomeScreen(desk))
    async with app.run_test() as pilot:
        with monkeypatch.context() as patched:
            patched.setattr(Standings, "whole", fail)
            await pilot.press("r")
            assert "disk image is malformed" in shown(app, "#notice")
        await pilot.press("r")
        await until(pilot, DrillScreen)
        monkeypatch.setattr(Standings, "whole", fail)
        await pilot.press("q")  # tomorrow cannot be told
        await until(pilot, SummaryScreen)
        assert "disk image is malformed" in shown_text(app)
        await pilot.press("q")
        await pilot.pause()
    assert (app.return_code, "disk image is malformed" in str(app.trouble)) == (2, True)
    for keys in (["o", "q"], ["s"]):
        app = KatatxApp(HomeScreen(desk))
        async with app.run_test() as pilot:
            await pilot.pause()
            with monkeypatch.context() as patched:
                patched.setattr(Standings, "days", fail)
                for key in keys:
                    await pilot.press(key)
                    await pilot.pause()
        assert (app.return_code, "disk image is malformed" in str(app.trouble)) == (2, True)


async def test_the_standing_follows_the_verdict(start, clock) -> None:
    session = start("match")
    app = KatatxApp(DrillScreen(session), ticks=lambda: 1000.0)
    async with app.run_test() as pilot:
        await pilot.press("3", "enter")
        first, second = shown(app, "#verdict").split("\n")
        assert re.match(r"✓ right · \d+ s, target ", first)
        assert second == "  dot ●○○○○○○○○○ 1 of 10"


# ---- pause


async def test_a_pause_covers_the_sheet_and_takes_no_time(start) -> None:
    session = start("match")
    app = KatatxApp(DrillScreen(session))
    begun = perf_counter()
    async with app.run_test() as pilot:
        prompt = shown(app, "#prompt")
        assert prompt.split()[0] in shown_text(app)
        await pilot.press("3", "p")
        await until(pilot, PauseScreen)
        text = shown_text(app)
        assert "Paused" in text
        assert not any(word in text for word in prompt.split() if len(word) > 4)
        await pilot.pause(0.8)
        await pilot.press("7")  # goes on, and is not typed
        await until(pilot, DrillScreen)
        assert app.screen.query_one(AnswerLine).value == "3"
        assert prompt.split()[0] in shown_text(app)
        await pilot.press("enter")
    took = perf_counter() - begun
    answer = session.log.attempts(session.run.id)[0].answer
    assert 0.7 < answer.paused_seconds < took
    assert answer.first_key_seconds <= answer.seconds < took - answer.paused_seconds
    assert not answer.untouched


async def test_two_pauses_add_up(start) -> None:
    session = start("match")
    app = KatatxApp(DrillScreen(session))
    begun = perf_counter()
    async with app.run_test() as pilot:
        for _ in range(2):
            await pilot.press("p")
            await until(pilot, PauseScreen)
            await pilot.pause(0.3)
            await pilot.press("space")
            await until(pilot, DrillScreen)
        await pilot.press("3", "enter")
    took = perf_counter() - begun
    answer = session.log.attempts(session.run.id)[0].answer
    assert 0.55 < answer.paused_seconds < took
    assert 0 <= answer.first_key_seconds <= answer.seconds < took - answer.paused_seconds


async def test_keys_pressed_in_a_burst_pause_once_and_leave_the_question_there(start) -> None:
    session = start("match")
    app = KatatxApp(DrillScreen(session))
    async with app.run_test() as pilot:
        app.post_message(_key("p"))
        app.post_message(_key("p"))
        await until(pilot, PauseScreen)
        await pilot.pause(0.1)
        assert len(app.screen_stack) == 2
        app.post_message(_key("x"))
        app.post_message(_key("y"))
        await until(pilot, DrillScreen)
        await pilot.pause(0.1)
        assert app.is_running
        await pilot.press("3", "enter")
        assert shown(app, "#verdict").startswith("✓ right")


async def test_an_answer_left_alone_is_kept_and_not_timed(start, clock, monkeypatch) -> None:
    session = start("match")
    outcome = session.answer("3", 400.0)
    assert outcome.standing.time.startswith("not timed")
    assert session.log.attempts(session.run.id)[0].answer.untouched


# ---- calibrate


def offers(app: KatatxApp) -> bool:
    offer = app.screen.query_one("#notice", Static)
    return bool(offer.display) and "type six short answers" in shown(app, "#notice")


async def test_calibrating_is_offered_on_the_first_summary_only_and_recorded(start, open_log, clock) -> None:
    app = KatatxApp(DrillScreen(start()))
    async with app.run_test() as pilot:
        await pilot.press("7", "3", "enter", "q")
        await until(pilot, SummaryScreen)
        assert offers(app)
        await pilot.press("t")
        await until(pilot, CalibrationScreen)
        for at, text in enumerate(TEXTS):
            assert shown(app, "#given") == text
            if not at:
                await pilot.press("5", "enter")
                assert shown(app, "#prompt").startswith("Not the same; type it again. 1 of 6")
            await pilot.press(*text, "enter")
        assert shown(app, "#prompt").startswith("You type a character in ")
        await pilot.press("enter")
        await until(pilot, SummaryScreen)
        assert not offers(app)
        await pilot.press("t")
        assert isinstance(app.screen, SummaryScreen)
        await pilot.press("q")
    assert open_log().has_typings()
    assert open_log().pace().character < 0.3


async def test_what_was_not_taken_up_is_not_offered_again(start, open_log, clock) -> None:
    app = KatatxApp(DrillScreen(start()))
    async with app.run_test() as pilot:
        await pilot.press("q")  # nothing answered: nothing to offer yet
        await until(pilot, SummaryScreen)
        assert not offers(app)
    for offered in (True, False):
        app = KatatxApp(DrillScreen(start()))
        async with app.run_test() as pilot:
            await pilot.press("1", "enter", "ctrl+c")
            await until(pilot, SummaryScreen)
            assert offers(app) == offered
            if offered:
                await pilot.press("t")
                await until(pilot, CalibrationScreen)
                await pilot.press(*TEXTS[0], "enter", "q")
                await until(pilot, SummaryScreen)
            await pilot.press("q")
    assert not open_log().has_typings()
    clock.move(days=1)
    assert not start("match").offers_calibration


async def test_calibrating_by_itself_leaves_the_app(open_log, clock) -> None:
    log = open_log()
    app = KatatxApp(CalibrationScreen(Calibration(log, clock)))
    async with app.run_test() as pilot:
        await pilot.press(*TEXTS[0], "enter", "escape")
    assert app.return_code == 0
    assert not log.has_typings()


def _key(name: str):
    """A key as a burst brings it: there before what the last one did is done."""
    from textual.events import Key

    return Key(name, name if len(name) == 1 else None)
