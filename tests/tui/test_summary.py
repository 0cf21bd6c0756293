"""The summary, key by key: its rows, its working, and what may follow it."""

from __future__ import annotations

import pytest

from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.tui.app import KatatxApp
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.screens.practice.summary import SummaryScreen
from katatx.tui.summing_up import summary_of
from tests.practice.small_decks import answer, small_deck
from tests.tui.cells import shown_text
from tests.tui.helpers import pointed, press, shown, until


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
async def test_the_cursor_goes_over_the_rows_and_misses_are_redone(missed, monkeypatch) -> None:
    app = KatatxApp(DrillScreen(missed))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        await until(pilot, SummaryScreen)
        assert pointed(app).startswith("1 of 2 right · 10 s")
        assert "1 of 3 drills done; 2 left for next time." in shown(app, "#detail")
        await pilot.press("down")
        assert pointed(app).split()[:4] == ["✗", "a", "1000.5", "21"]
        assert "3·7 = 21" in shown(app, "#detail")
        await pilot.click("#worked", offset=(5, 3))
        await pilot.pause()
        assert pointed(app).split()[:2] == ["✓", "b"]
        await pilot.press("y")
        assert app.clipboard.splitlines() == ["One", *summary_of(missed).lines()]
        await pilot.resize_terminal(120, 24)
        await pilot.press("up", "up", "up")
        assert pointed(app).split()[:2] == ["✗", "a"], "what changed stands beside it"
        assert "1 of 3 drills done" in shown_text(app)
        with monkeypatch.context() as patched:
            patched.setattr(Log, "start_run", fail)
            await pilot.press("m")
            assert shown(app, "#notice") == "disk full"
        summary = app.screen
        summary.action_redo_misses()
        summary.action_redo_misses()
        await until(pilot, DrillScreen)
        redo = app.screen.sitting
        assert (redo.run.kind, redo.run.drills) == ("misses", ("a",))
        assert len([*redo.log.runs("one", "misses")]) == 1
        await press(pilot, f"={redo.question.key:g}", "enter", "enter")
        await until(pilot, SummaryScreen)
        assert "m redo" not in shown(app, "#keys")
        await pilot.press("m", "q")
    assert app.return_code == 0
