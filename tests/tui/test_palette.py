"""The palette from every screen: what it finds, in which order, and what choosing it does."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
from textual.command import CommandPalette
from textual.screen import Screen

from katatx.progress.errors import LogError
from katatx.sessions.deck import open_session
from katatx.settings import load_preferences
from katatx.tui.app import KatatxApp
from katatx.tui.screens.confirm import StopScreen
from katatx.tui.screens.help import HelpScreen
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.lists.browser import BrowserScreen
from katatx.tui.screens.lists.stats import StatsScreen
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.settings import SettingsScreen
from katatx.tui.widgets.question.answer_box import AnswerBox
from tests.tui.cells import shown_text
from tests.tui.test_getting_about import find
from tests.tui.test_home import app, desk, until  # noqa: F401 - fixtures


async def look_for(pilot, words: str) -> list[str]:
    """What the palette shows for some words."""
    await pilot.press("ctrl+p")
    await until(pilot, CommandPalette)
    await pilot.press(*words)
    before = None
    for _ in range(40):
        await pilot.pause(0.1)
        now = shown_text(pilot.app)
        if now == before:
            break
        before = now
    return [line.strip() for line in before.splitlines()]


def first_of(rows: list[str]) -> str:
    """The first that is found: it stands below the line under what is typed."""
    return rows[next(at for at, row in enumerate(rows) if "▁▁▁" in row) + 1]


@pytest.mark.parametrize("keys", [[], ["b"], ["s"], ["o"], ["enter"], ["enter", "1", "enter"], ["enter", "q"]])
async def test_it_opens_on_every_screen_and_finds_help_there(app, keys: list[str]) -> None:  # noqa: F811 - the fixture
    async with app.run_test() as pilot:
        for key in keys:
            await pilot.press(key)
            await pilot.pause(0.1)
        screen = app.screen
        await find(pilot, "help")
        await until(pilot, HelpScreen)
        await pilot.press("escape")
        assert app.screen is screen


async def test_drills_are_found_by_name_and_by_what_they_ask(app) -> None:  # noqa: F811 - the fixture
    async with app.run_test(size=(120, 40)) as pilot:
        rows = await look_for(pilot, "attention/portions")
        assert first_of(rows).startswith("drill attention/portions  ")
        assert "  Softmax turns scaled scores" in first_of(rows)
        await pilot.press("escape")
        rows = await look_for(pilot, "scaled scores into attention weights")
        assert any(row.startswith("drill attention/portions") for row in rows)
        await pilot.press("enter")
        await until(pilot, DrillScreen)
        assert app.screen.sitting.question.id == "attention/portions"


async def test_nothing_matches_says_so(app) -> None:  # noqa: F811 - the fixture
    async with app.run_test() as pilot:
        rows = await look_for(pilot, "zzzz")
        assert "nothing matches" in rows
        await pilot.press("enter")
        await until(pilot, HomeScreen)


async def test_screens_of_decks_open_over_what_is_there(app) -> None:  # noqa: F811 - the fixture
    async with app.run_test() as pilot:
        await find(pilot, "browse two")
        await until(pilot, BrowserScreen)
        assert app.screen.deck == "two"
        await find(pilot, "stats one")
        await until(pilot, StatsScreen)
        await pilot.press("q")
        await until(pilot, BrowserScreen)
        await find(pilot, "set day starts")
        await until(pilot, SettingsScreen)
        await pilot.pause()
        assert "▸ Day starts at" in shown_text(app)


async def test_a_sitting_begun_from_a_sitting_takes_its_place(app) -> None:  # noqa: F811 - the fixture
    async with app.run_test() as pilot:
        await find(pilot, "drill two")
        await until(pilot, DrillScreen)
        await find(pilot, "drill one/a")
        await pilot.pause(0.2)
        assert app.screen.sitting.question.id == "one/a"
        assert [type(each) for each in app.screen_stack] == [HomeScreen, DrillScreen]
        await pilot.press("q", "q")
        await until(pilot, HomeScreen)


async def test_a_typed_answer_is_not_lost_to_another_sitting_unasked(app) -> None:  # noqa: F811 - the fixture
    async with app.run_test() as pilot:
        await find(pilot, "drill two")
        await until(pilot, DrillScreen)
        await pilot.press("7")
        await find(pilot, "drill one/a")
        await until(pilot, StopScreen)
        await pilot.press("n")
        await until(pilot, DrillScreen)
        assert app.screen.query_one(AnswerBox).value == "7"
        assert app.screen.sitting.question.id.startswith("two/")
        await find(pilot, "drill one/a")
        await until(pilot, StopScreen)
        await pilot.press("y")
        await until(pilot, DrillScreen)
        await pilot.pause(0.2)
        assert app.screen.sitting.question.id == "one/a"


async def test_settings_open_over_a_question(app) -> None:  # noqa: F811 - the fixture
    async with app.run_test() as pilot:
        await find(pilot, "drill two")
        await until(pilot, DrillScreen)
        await find(pilot, "settings")
        await until(pilot, SettingsScreen)


async def test_what_is_opened_over_a_question_takes_no_time(app) -> None:  # noqa: F811 - the fixture
    async with app.run_test() as pilot:
        await pilot.press("enter")
        await until(pilot, DrillScreen)
        await find(pilot, "stats one")
        await until(pilot, StatsScreen)
        await pilot.pause(0.5)
        await pilot.press("q")
        await until(pilot, DrillScreen)
        await pilot.press("3", "enter")
        sitting = app.screen.sitting
    answer = sitting.log.attempts(sitting.run.id)[0].answer
    assert answer.paused_seconds > 0.4


async def test_a_skill_is_practised_by_its_name(app) -> None:  # noqa: F811 - the fixture
    async with app.run_test() as pilot:
        await find(pilot, "practise softmax/divide")
        await until(pilot, DrillScreen)
        assert app.screen.sitting.focus == "softmax/divide"


@pytest.mark.parametrize(
    ("module", "name", "words", "given"),
    [
        ("lists.skill", "SkillScreen", "skill softmax/divide", "softmax/divide"),
        ("worksheet", "WorksheetScreen", "softmax(scores)", "softmax "),
    ],
)
async def test_skills_and_operations_open_their_screens(app, monkeypatch, module, name, words, given) -> None:  # noqa: F811 - the fixture
    opened = []

    class There(Screen):
        def __init__(self, *arguments: object) -> None:
            super().__init__()
            opened.append(arguments)

    there = ModuleType(f"katatx.tui.screens.{module}")
    setattr(there, name, There)
    monkeypatch.setitem(sys.modules, there.__name__, there)
    async with app.run_test() as pilot:
        await find(pilot, words)
        await until(pilot, There)
    assert opened[0][-1] == given


async def test_a_theme_is_worn_and_saved(app, desk, home) -> None:  # noqa: F811 - fixtures
    desk.home = home
    async with app.run_test() as pilot:
        await find(pilot, "theme nord")
        assert app.theme == "nord"
    assert load_preferences(home).app.theme == "nord"


async def test_without_a_desk_it_finds_what_there_is(start) -> None:
    app = KatatxApp(DrillScreen(start("match")))  # noqa: F811 - no fixture
    async with app.run_test(size=(120, 40)) as pilot:
        rows = await look_for(pilot, "match")
        assert not any(row.startswith(("drill", "set ", "browse")) for row in rows)
        await pilot.press("escape")
        await find(pilot, "theme light")
        assert app.theme == "katatx-light"


async def test_names_are_shown_plainly(app, desk) -> None:  # noqa: F811 - fixtures
    desk.decks["one"].contents.title = "\x1b[31m[red]x[/]"
    async with app.run_test(size=(120, 40)) as pilot:
        rows = await look_for(pilot, "kata attention")
        assert rows
        await pilot.press("escape")
        rows = await look_for(pilot, "drill one")
        assert any("�[31m[red]x[/]" in row for row in rows)


async def test_ten_thousand_drills_are_searched_between_two_keys(app, desk, monkeypatch) -> None:  # noqa: F811 - fixtures
    many = [("one", f"drill-{at}", f"How many of {at}?") for at in range(10_000)]
    monkeypatch.setattr(type(desk), "named_drills", lambda _: iter(many))
    async with app.run_test(size=(80, 24)) as pilot:
        rows = await look_for(pilot, "drill-9999")
        assert first_of(rows).startswith("drill one/drill-9999")
        assert app.screen._hit_count <= 60


async def test_a_faulty_drill_is_left_out_alone(app, desk) -> None:  # noqa: F811 - fixtures
    desk.decks["one"].by_id["a"].answer = None
    async with app.run_test(size=(120, 40)) as pilot:
        rows = await look_for(pilot, "drill one/")
        assert any("drill one/b  " in row and "  a is 3" in row for row in rows)
        assert not any("drill one/a" in row for row in rows)
        await pilot.press("escape")
        rows = await look_for(pilot, "drill attention/portions")
        assert first_of(rows).startswith("drill attention/portions  ")


async def test_with_a_log_that_cannot_be_read_all_but_skills_is_found(app, desk, monkeypatch) -> None:  # noqa: F811 - fixtures
    async with app.run_test(size=(120, 40)) as pilot:

        def fail(_: object) -> None:
            raise LogError("the log cannot be read")

        monkeypatch.setattr(type(desk), "skills", fail)
        rows = await look_for(pilot, "softmax/divide")
        assert not any(row.startswith(("practise softmax", "skill softmax")) for row in rows)
        await pilot.press("escape")
        rows = await look_for(pilot, "drill two/c")
        assert first_of(rows).startswith("drill two/c  ")


async def test_what_cannot_be_begun_is_told(app, desk, monkeypatch) -> None:  # noqa: F811 - fixtures
    from katatx.errors import KatatxError

    def fail(*_: object, **__: object) -> None:
        raise KatatxError("the file is gone")

    async with app.run_test(notifications=True) as pilot:
        monkeypatch.setattr(type(desk), "drill", fail)
        await find(pilot, "drill two")
        await pilot.pause(0.3)
        assert "the file is gone" in shown_text(app)
        assert isinstance(app.screen, HomeScreen)


def test_a_session_alone_has_no_desk(attention, open_log, clock) -> None:
    session = open_session(attention, open_log(), clock, lambda: 7)
    assert KatatxApp(DrillScreen(session)).first.sitting_held is session
