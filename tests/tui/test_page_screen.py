"""An audited page in the app, key by key."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from katatx.settings import AppSettings
from katatx.tui.app import KatatxApp
from katatx.tui.screens.page import AuditedPageScreen
from katatx.tui.screens.worksheet import WorksheetScreen
from katatx.tui.widgets.finding import FindingView
from katatx.views.audited.watching import WatchedPage
from tests.tui.cells import shown_text
from tests.tui.helpers import LOOKS

SMALL, LARGE = (60, 18), (120, 40)
PAGE = """\
# Sums

3 + 4 = 7

2 + 2 = 5, but 6·2 = 12.

The scores are s = [1, 4].

softmax([1, 4]) = [0.2, 0.8]
"""
RIGHT = "# Sums\n\n3 + 4 = 7\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "page.md"
    file.write_text(PAGE, encoding="utf-8")
    return file


def make_app(path: Path, **look: str) -> KatatxApp:
    clock = datetime(2026, 3, 9, 14, 3, tzinfo=UTC)
    return KatatxApp(AuditedPageScreen(WatchedPage(path), lambda: clock), AppSettings(**look))


async def until(pilot: Pilot, comes: Callable[[], bool]) -> None:
    for _ in range(LOOKS):
        await pilot.pause(0.01)
        if comes():
            await pilot.pause()
            return
    raise AssertionError(shown_text(pilot.app))


async def opened(pilot: Pilot) -> AuditedPageScreen:
    screen = pilot.app.screen_stack[0]
    assert isinstance(screen, AuditedPageScreen)
    await until(pilot, lambda: screen.is_settled)
    return screen


def line(screen: AuditedPageScreen) -> int:
    view = screen.page.view(as_read=screen.shows_read)
    return view.lines[screen.text.place[0]].number


def title(screen: AuditedPageScreen) -> str:
    return str(screen.query_one(FindingView).border_title).strip()


def notice(screen: AuditedPageScreen) -> str:
    return str(screen.query_one("#notice", Static).render())


@pytest.mark.slow
async def test_claims_are_gone_over_by_keys_and_clicks_copied_and_worked(path) -> None:
    app = make_app(path)
    async with app.run_test(size=LARGE) as pilot:
        screen = await opened(pilot)
        assert shown_text(app).splitlines()[0].endswith("4 of 5 claims checked · ✗ 2 wrong")
        assert title(screen).startswith("✗ wrong · line 5 · 1 of 2 wrong")
        found = []
        for key in ("n", "n", "p", "p", "j", "n", "k", "p", "g", "n"):
            await pilot.press(key)
            found.append((line(screen), notice(screen)))
        wrapped = [(9, ""), (5, "the first again"), (9, "the last again"), (5, "")]
        assert found == [*wrapped, (6, ""), (9, ""), (8, ""), (5, ""), (1, ""), (5, "")]
        await pilot.press("y")
        assert app.clipboard == f"{path}:5:9: 2 + 2 = 4, printed 5"
        found = []
        for key in ("g", *"NNNNNP"):
            await pilot.press(key)
            found.append(title(screen).partition(" · ")[0].split()[-1])
        assert found == ["1", "right", "wrong", "right", "unchecked", "wrong", "unchecked"]
        await pilot.press("u", "g", *"NNNN")
        assert line(screen) == 9, "unchecked claims are not marked"
        for offset, told in (((8, 2), "✓ right · line 3"), ((21, 4), "✓ right · line 5"), ((6, 4), "✗ wrong · line 5")):
            await pilot.click("#text", offset=offset)
            await pilot.pause()
            assert title(screen).startswith(told)
        await pilot.press("n", "enter")
        await until(pilot, lambda: isinstance(app.screen, WorksheetScreen) and "✗" in shown_text(app))
        assert "softmax([1, 4]) = [0.2, 0.8]" in shown_text(app)
        await pilot.press("ctrl+q")
        await until(pilot, lambda: app.screen is screen)
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: "space for more" in title(screen))
        for _ in range(6):
            if "54.598 / 57.316" in shown_text(app):
                break
            await pilot.press("space")
        assert "54.598 / 57.316 = 0.953" in shown_text(app)
        await pilot.resize_terminal(40, 10)
        await pilot.press("ctrl+q")
        await pilot.pause()
    assert app.return_code == 1, "it leaves with the status of an audit, from a window too small too"


@pytest.mark.slow
async def test_a_changed_file_is_shown_anew_and_one_that_vanishes_leaves_the_last_page(path) -> None:
    app = make_app(path)
    async with app.run_test(size=LARGE) as pilot:
        screen = await opened(pilot)
        await pilot.press("n")
        path.write_text("Two lines more.\n\n" + PAGE.replace("2 + 2 = 5", "2 + 2 = 4"), encoding="utf-8")
        await until(pilot, lambda: "✗ 1 wrong" in shown_text(app))
        assert notice(screen) == "read again 14:03"
        assert title(screen).startswith("✗ wrong · line 11 · 1 of 1 wrong"), "the cursor is on the same claim"
        path.unlink()
        await until(pilot, lambda: "cannot be read now: no such file" in notice(screen))
        assert "softmax([1, 4])" in shown_text(app)
        path.write_text(RIGHT, encoding="utf-8")
        await until(pilot, lambda: "nothing wrong" in shown_text(app))
        await pilot.press("n")
        assert notice(screen) == "nothing on the page is wrong"
        path.unlink()
        await until(pilot, lambda: bool(screen.trouble))
        await pilot.press("q")
    assert (app.return_code, str(app.trouble)) == (2, f"{path}: no such file; check its name")
