"""The summary, key by key: its rows, the working behind them, and what may follow it."""

from __future__ import annotations

import pytest

from katatx.app.app import KatatxApp
from katatx.app.frame import Card
from katatx.app.opening import OpeningScreen
from katatx.app.question import QuestionScreen
from katatx.app.summary import SummaryScreen
from katatx.progress.events import LogError
from katatx.progress.log import Log
from katatx.sessions.kata import open_kata
from katatx.sessions.sitting import Practice
from tests.app.helpers import in_sight, press, until, words
from tests.practice.small_decks import answer, right, small_deck

SLIPPED = ["2 0 1 0", "2 8", "0.5 2", "1.649 7.389", "9.038", "0.182 0.818", "0.365 2.453 0.818 0.182"]


@pytest.fixture
def missed(tmp_path, start):
    """A sitting with a miss and a right answer."""
    sitting = start(deck=small_deck(tmp_path / "decks", "one", {"S": "abc"}))
    answer(sitting, "wrong")
    answer(sitting)
    return sitting


def fail(*_: object) -> None:
    raise LogError("disk full")


@pytest.mark.slow
async def test_what_was_missed_is_told_copied_and_redone(missed, monkeypatch) -> None:
    app = KatatxApp(OpeningScreen(lambda _: lambda: QuestionScreen(missed)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, QuestionScreen)
        await pilot.press("q")
        await until(pilot, SummaryScreen)
        assert {"1000.5", "21"} <= {*words(app).split()}
        await pilot.press("y")
        assert app.clipboard == app.screen.shown.text
        assert {"1000.5", "21"} <= {*app.clipboard.split()}
        with monkeypatch.context() as patched:
            patched.setattr(Log, "add", fail)
            await pilot.press("m")
            assert isinstance(app.screen, SummaryScreen)
        await pilot.press("m", "m")
        await until(pilot, QuestionScreen)
        redo = app.screen.sitting
        assert (redo.run.kind, redo.run.drills) == ("misses", ("a",))
        assert len([*redo.log.runs("one", "misses")]) == 1
        await press(pilot, f"={right(redo.question)}", "enter", "enter")
        await until(pilot, SummaryScreen)
        assert not app.screen.check_action("follow", ("redo-misses",))
        await pilot.press("m", "q")
    assert app.return_code == 0


@pytest.mark.slow
async def test_a_kata_is_shown_beside_the_truth_and_reworked_from_its_slip(attention, open_log, clock) -> None:
    kata = open_kata(Practice({attention.name: attention}, open_log(), clock, lambda: 7), attention.name, page=True)
    for typed in SLIPPED:
        kata.answer(typed, 5.0)
        kata.advance()
    app = KatatxApp(OpeningScreen(lambda _: lambda: QuestionScreen(kata)))
    async with app.run_test(size=(120, 36)) as pilot:
        await until(pilot, SummaryScreen)
        assert app.screen.at == 2, "on the slip"
        behind = str(app.screen.query_one("#worked Laid").render()).split()
        assert {"0.5", "1", "4", "√4"} <= {*behind}
        assert {"57.316", "0.047"} <= {*words(app).split()}, "the true lines stand beside"
        await pilot.press(*["down"] * 6, *["up"] * 2)
        assert app.screen.at == 4
        assert {"1.649", "7.389", "9.038"} <= {*str(app.screen.query_one("#worked Laid").render()).split()}
        await pilot.resize_terminal(60, 18)
        await pilot.pause()
        assert app.screen.at == 4
        await pilot.press("pagedown", "pagedown")
        assert in_sight(app, app.screen.sheet.query(Card).last())
        await pilot.press("r")
        await until(pilot, QuestionScreen)
        assert app.screen.sitting.question.line == "scaled"
        await pilot.press("q")
        await until(pilot, SummaryScreen)
        await pilot.press("k")
        await until(pilot, QuestionScreen)
        assert app.screen.sitting.finished == 0
