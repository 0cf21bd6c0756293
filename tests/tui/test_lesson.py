"""A lesson in the app: read, completed, worked alone, skipped, opened again."""

from __future__ import annotations

from random import Random

import pytest

from katatx.sessions.desk import Desk
from katatx.tui.app import KatatxApp
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.practice.lesson import LessonScreen
from katatx.tui.screens.practice.sittings import screen_of
from katatx.tui.widgets.question.verdict import VerdictView
from tests.practice.lesson_decks import taught_deck
from tests.tui.helpers import in_sight, press, until


@pytest.fixture
def desk(tmp_path, open_log, clock, home) -> Desk:
    decks = {"taught": taught_deck(tmp_path / "decks")}
    return Desk(decks, open_log(), clock, lambda: Random(1).getrandbits(30), home=home)


@pytest.fixture
def app(desk) -> KatatxApp:
    return KatatxApp(screen_of(desk.drill("taught")))


def at_question(app: KatatxApp) -> bool:
    return type(app.screen) is DrillScreen


async def test_a_lesson_from_its_idea_to_practice(app, desk) -> None:
    async with app.run_test(size=(60, 18)) as pilot:
        await until(pilot, LessonScreen)
        said = await press(pilot)
        assert all(each in said for each in ("Softmax turns scores", "1 + 2.718 + 7.389 = 11.107", "███"))
        said = await press(pilot, "enter")
        assert "____ ____ ____ 3 numbers" in said
        assert "2.718" not in said
        assert "e^1 = ?" in await press(pilot, "h")
        assert "2.718" in await press(pilot, "h")
        await press(pilot, "=1 2.", "enter")
        verdict = app.screen.query_one(VerdictView)
        assert verdict.outcome.judgement.verdict.costs_nothing
        assert in_sight(app, verdict), "why it is not graded"
        await press(pilot, "ctrl+u")
        assert "Raised 2 to each score" in await press(pilot, "=1 2 4", "enter")
        assert "pgup more" not in await press(pilot, "n", "v", "escape")
        said = await press(pilot, "=0.090 0.245 0.665", "enter")
        assert "✓ right" in said
        assert "3 of 3 done" in said
        assert "Portions of [0, 3]?" in await press(pilot, "enter")
        assert at_question(app)
        assert desk.is_new, "a lesson is kept nowhere"


@pytest.mark.slow
async def test_a_step_is_skipped_only_while_nothing_is_typed_and_leaving_asks(app) -> None:
    async with app.run_test() as pilot:
        await until(pilot, LessonScreen)
        await press(pilot, "n", "=sq")
        said = await press(pilot, "x")
        assert "x skips only an empty answer" in said
        assert app.screen.query_one("#line").value == "sq"
        for key in ("q", "escape", "ctrl+c"):
            if key != "q":  # which is part of "sqrt"
                assert "What is typed is lost." in await press(pilot, key)
                await press(pilot, "n")
        assert "2 of 3 done" in await press(pilot, "ctrl+u", "x")
        assert "Portions of [0, 3]?" in await press(pilot, "x")
        assert at_question(app)
