"""An audited page in the app, key by key."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from time import sleep

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from katatx.settings import AppSettings
from katatx.tui.app import KatatxApp
from katatx.tui.screens.page import AuditedPageScreen
from katatx.tui.screens.worksheet import WorksheetScreen
from katatx.tui.widgets.finding import FindingView
from katatx.views.audited.watching import WatchedPage
from tests.tui.cells import shown_text
from tests.tui.patience import LOOKS

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
    return KatatxApp(
        AuditedPageScreen(WatchedPage(path), lambda: datetime(2026, 3, 9, 14, 3, tzinfo=UTC)), AppSettings(**look)
    )


def page_screen(pilot: Pilot) -> AuditedPageScreen:
    screen = pilot.app.screen_stack[0]
    assert isinstance(screen, AuditedPageScreen)
    return screen


async def until(pilot: Pilot, comes: Callable[[], bool]) -> None:
    for _ in range(LOOKS):
        await pilot.pause(0.01)
        if comes():
            await pilot.pause()
            return
    raise AssertionError(shown_text(pilot.app))


async def opened(pilot: Pilot) -> AuditedPageScreen:
    screen = page_screen(pilot)
    await until(pilot, lambda: screen.is_settled)
    return screen


def line(screen: AuditedPageScreen) -> int:
    view = screen.page.view(as_read=screen.shows_read)
    return view.lines[screen.text.place[0]].number


def title(screen: AuditedPageScreen) -> str:
    return str(screen.query_one(FindingView).border_title).strip()


def notice(screen: AuditedPageScreen) -> str:
    return str(screen.query_one("#notice", Static).render())


@pytest.mark.parametrize("size", [SMALL, (80, 24), LARGE, (200, 60)])
async def test_it_opens_at_the_first_wrong_claim_with_its_numbers(path, size) -> None:
    app = make_app(path)
    async with app.run_test(size=size) as pilot:
        screen = await opened(pilot)
        text = shown_text(app)
        assert text.splitlines()[0].split("page.md")[1].strip() == "4 of 5 claims checked · ✗ 2 wrong"
        assert line(screen) == 5
        assert title(screen).startswith("✗ wrong · line 5 · 1 of 2 wrong")
        for told in ("─ ✗ wrong · line 5", "▸ 5 ✗ 2 + 2 = 5", "comes to   4", "printed    5 ✗", "3 ✓ 3 + 4 = 7"):
            assert told in text, told


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_n_and_p_go_to_what_is_wrong_and_round_again(path, size) -> None:
    app = make_app(path)
    async with app.run_test(size=size) as pilot:
        screen = await opened(pilot)
        found = []
        for key in "nnpp":
            await pilot.press(key)
            found.append((line(screen), notice(screen)))
        assert found == [(9, ""), (5, "the first again"), (9, "the last again"), (5, "")]
        await pilot.press("n")
        await until(pilot, lambda: screen.is_settled)
        text = shown_text(app)
        assert "✗ 0.2  ✗ 0.8" in text
        assert "0.047  0.953" in text
        if size == LARGE:
            assert "e^1 = 2.718" in text
            assert "█" in text


async def test_n_goes_on_from_where_the_cursor_is(path) -> None:
    app = make_app(path)
    async with app.run_test(size=SMALL) as pilot:
        screen = await opened(pilot)
        await pilot.press("j", "n")
        assert line(screen) == 9
        await pilot.press("k", "p")
        assert line(screen) == 5
        await pilot.press("g", "n")
        assert line(screen) == 5


async def test_capital_n_goes_to_every_marked_claim(path) -> None:
    app = make_app(path)
    async with app.run_test(size=LARGE) as pilot:
        screen = await opened(pilot)
        found = []
        for key in ("g", *"NNNNNNP"):
            await pilot.press(key)
            found.append(title(screen).partition(" · ")[0].split()[-1])
        assert found == ["1", "right", "wrong", "right", "unchecked", "wrong", "right", "wrong"]
        await pilot.press("u")
        assert "unchecked claims are not marked" in notice(screen)
        assert "? The scores" not in shown_text(app)
        await pilot.press("g", *"NNNN")
        assert line(screen) == 9
        await pilot.press("u")
        assert "? The scores" in shown_text(app)


@pytest.mark.parametrize("keys", ["standard", "vim"])
async def test_lines_are_gone_over_by_letters_and_arrows(path, keys) -> None:
    path.write_text("\n".join(f"line {at}" for at in range(1, 101)), encoding="utf-8")
    app = make_app(path, keys=keys)
    async with app.run_test(size=SMALL) as pilot:
        screen = await opened(pilot)
        at = []
        for key in ("j", "down", "k", "up", "up", "G", "j", "g", "pagedown", "pageup", "end", "home"):
            await pilot.press(key)
            at.append(line(screen))
        low = at.pop(8)
        assert at == [2, 3, 2, 1, 1, 100, 100, 1, 1, 100, 1]
        assert 4 <= low <= 16
        assert "▸  1" in shown_text(app)


async def test_the_mouse_moves_the_cursor_and_chooses_claims(path) -> None:
    app = make_app(path)
    async with app.run_test(size=LARGE) as pilot:
        screen = await opened(pilot)
        for offset, found in (
            ((8, 2), "✓ right · line 3"),
            ((6 + PAGE.splitlines()[4].index("6·2"), 4), "✓ right · line 5"),
            ((6, 4), "✗ wrong · line 5"),
            ((8, 30), "✗ wrong · line 5"),
        ):
            await pilot.click("#text", offset=offset)
            await pilot.pause()
            assert title(screen).startswith(found)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_text_is_found(path, size) -> None:
    app = make_app(path)
    async with app.run_test(size=size) as pilot:
        screen = await opened(pilot)
        await pilot.press("g", "slash", *"= ")
        assert (line(screen), notice(screen)) == (3, "1 of 5")
        assert "enter next match · esc done" in shown_text(app)
        for key, found in (("enter", 5), ("down", 5), ("enter", 7), ("up", 5)):
            await pilot.press(key)
            assert line(screen) == found
        await pilot.press("n", "q")
        assert screen.query_one(Input).value == "= nq"
        assert notice(screen) == "not found on this page"
        await pilot.press("escape")
        assert not screen.query_one(Input).display
        await pilot.press("n")
        assert line(screen) == 9
    assert app.return_code != 1


async def test_a_page_is_shown_as_the_audit_reads_it(tmp_path) -> None:
    path = tmp_path / "page.md"
    path.write_text("**Sums**\n\nSo $\\frac{1}{4} + \\frac{1}{2} = 0.85$ here.\n", encoding="utf-8")
    app = make_app(path)
    async with app.run_test(size=LARGE) as pilot:
        screen = await opened(pilot)
        assert "\\frac{1}{4}" in shown_text(app)
        await pilot.press("v")
        text = shown_text(app)
        assert "▸ 3 ✗ So 1/4 + 1/2 = 0.85 here." in text
        assert "**" not in text
        await pilot.press("v")
        assert (line(screen), title(screen)[:7]) == (3, "✗ wrong")


async def test_a_finding_is_copied(path) -> None:
    app = make_app(path)
    async with app.run_test(size=SMALL) as pilot:
        screen = await opened(pilot)
        await pilot.press("y")
        assert app.clipboard == f"{path}:5:9: 2 + 2 = 4, printed 5"
        assert notice(screen) == "copied"
        await pilot.press("g", "y")
        assert notice(screen) == "there is no claim on this line"


async def test_enter_opens_the_calculation_as_a_worksheet(path) -> None:
    app = make_app(path)
    async with app.run_test(size=SMALL) as pilot:
        screen = await opened(pilot)
        await pilot.press("g", "enter")
        assert notice(screen) == "there is no claim on this line"
        await pilot.press("n", "n", "enter")
        await until(pilot, lambda: isinstance(app.screen, WorksheetScreen))
        assert "softmax([1, 4]) = [0.2, 0.8]" in shown_text(app)
        await until(pilot, lambda: "✗" in shown_text(app))
        await pilot.press("ctrl+q")
        await until(pilot, lambda: app.screen is screen)
        assert line(screen) == 9


async def test_space_shows_the_rest_of_a_long_explanation(path) -> None:
    app = make_app(path)
    async with app.run_test(size=SMALL) as pilot:
        screen = await opened(pilot)
        await pilot.press("n")
        await until(pilot, lambda: "space for more" in title(screen))
        for _ in range(6):
            if "54.598 / 57.316 = 0.953" in shown_text(app):
                break
            await pilot.press("space")
        assert "54.598 / 57.316 = 0.953" in shown_text(app)


async def test_the_title_names_the_key_for_more_once_late_contents_do_not_fit(path) -> None:
    app = make_app(path)
    async with app.run_test(size=LARGE) as pilot:
        screen = await opened(pilot)
        await until(pilot, lambda: screen.is_settled)
        said = screen.query_one("#said", Static)
        for text, more in (("one line", False), ("\n" * 60, True), ("one line", False)):
            said.update(text)
            await until(pilot, lambda more=more: ("space for more" in title(screen)) is more)


# ---- the file changes


async def test_a_changed_file_is_shown_anew_with_the_cursor_on_the_same_claim(path) -> None:
    app = make_app(path)
    async with app.run_test(size=LARGE) as pilot:
        screen = await opened(pilot)
        await pilot.press("n")
        path.write_text("Two lines more.\n\n" + PAGE.replace("2 + 2 = 5", "2 + 2 = 4"), encoding="utf-8")
        await until(pilot, lambda: "✗ 1 wrong" in shown_text(app))
        assert notice(screen) == "read again 14:03"
        assert line(screen) == 11
        assert title(screen).startswith("✗ wrong · line 11 · 1 of 1 wrong")
        path.write_text(RIGHT, encoding="utf-8")
        await until(pilot, lambda: "nothing wrong" in shown_text(app))
        await pilot.press("n")
        assert notice(screen) == "nothing on the page is wrong"
        await pilot.press("q")
    assert app.return_code == 0


async def test_a_selected_claim_that_is_no_longer_marked_is_let_go(path) -> None:
    path.write_text("a = 3\n\na + 2 = 5\n", encoding="utf-8")
    app = make_app(path)
    async with app.run_test(size=LARGE) as pilot:
        screen = await opened(pilot)
        await pilot.press("u", "G")
        assert screen.text.chosen == 0
        path.write_text("b = 3\n\na + 2 = 5\n", encoding="utf-8")
        await until(pilot, lambda: notice(screen).startswith("read again"))
        assert (line(screen), screen.text.chosen) == (3, None)
        await pilot.press("N")
        assert notice(screen) == "no claim is marked on the page"


async def test_a_file_that_vanishes_leaves_the_last_page_and_comes_back(path) -> None:
    app = make_app(path)
    async with app.run_test(size=SMALL) as pilot:
        screen = await opened(pilot)
        path.unlink()
        await until(pilot, lambda: "cannot be read now: no such file" in notice(screen))
        assert "2 + 2 = 5" in shown_text(app)
        await pilot.press("n")
        assert line(screen) == 9
        path.write_text(RIGHT, encoding="utf-8")
        await until(pilot, lambda: "nothing wrong" in shown_text(app))
        assert notice(screen) == "read again 14:03"


async def test_left_while_the_file_is_gone_it_says_so(path) -> None:
    app = make_app(path)
    async with app.run_test(size=SMALL) as pilot:
        screen = await opened(pilot)
        path.unlink()
        await until(pilot, lambda: bool(screen.trouble))
        await pilot.press("q")
    assert (app.return_code, str(app.trouble)) == (2, f"{path}: no such file; check its name")


@pytest.mark.parametrize(("text", "status"), [(PAGE, 1), (RIGHT, 0), ("Words alone.\n", 0), ("", 0)])
@pytest.mark.parametrize("keys", ["q", "ctrl+c", "ctrl+q", "question_mark ctrl+q", "ctrl+p ctrl+q", "slash ctrl+q"])
async def test_it_leaves_with_the_status_of_an_audit(path, text, status, keys) -> None:
    path.write_text(text, encoding="utf-8")
    app = make_app(path)
    async with app.run_test(size=SMALL) as pilot:
        await opened(pilot)
        for key in keys.split():
            await pilot.press(key)
            await pilot.pause()
    assert (app.return_code, app.trouble) == (status, None)


async def test_keys_go_on_while_a_page_is_audited(path) -> None:
    watched = WatchedPage(path)
    audit, waits = watched.audited, []

    def slow():
        while len(waits) < 2:
            sleep(0.001)
        return audit()

    watched.audited = slow  # type: ignore[method-assign]
    app = KatatxApp(AuditedPageScreen(watched))
    async with app.run_test(size=SMALL) as pilot:
        screen = page_screen(pilot)
        await until(pilot, lambda: "2 + 2 = 5" in shown_text(app))
        assert "auditing…" in shown_text(app).splitlines()[0]
        waits.append(1)
        await pilot.press("j", "j", "n")
        assert (line(screen), notice(screen)) == (3, "auditing…")
        waits.append(1)
        await opened(pilot)
        assert line(screen) == 3
        assert title(screen).startswith("✓ right · line 3")


# ---- hostile pages


HOSTILE = {
    "empty.html": "",
    "controls.txt": "\x1b[31m2 + 2 = 5\x1b[0m \u202e\u200b\x07 \u2028 3 + 3 = 7\r\n\x0c\x0b",
    "wide.txt": "中文字符：2 + 2 = 5 好的 ❤️ 👨\u200d👩\u200d👧 e\u0301\u0301\n" + "漢" * 30_000,
    "tabs.txt": "\t2\t+\t2\t=\t5\t\n" + "\t" * 5_000,
    "long.txt": "x" * 30_000 + " 2 + 2 = 5",
    "claims.txt": "2 + 2 = 5, " * 1_000,
    "markup.md": "[bold]2 + 2 = 5[/bold] [/red] $nothing [@click=app.quit]",
    "lines.txt": "2 + 2 = 5\n" * 3_000,
    "old.txt": "2 + 2 = 5\r3 + 3 = 6\r",
}


@pytest.mark.parametrize("name", HOSTILE)
async def test_hostile_pages_are_harmless(tmp_path, name) -> None:
    path = tmp_path / name
    path.write_text(HOSTILE[name], encoding="utf-8", newline="")
    app = make_app(path)
    async with app.run_test(size=SMALL) as pilot:
        screen = await opened(pilot)
        for key in ("n", "N", "P", "G", "g", "pagedown", "v", "n", "G", "v", "u", "y", "slash", "2", "escape"):
            await pilot.press(key)
        text = shown_text(app)
        assert "\x1b" not in text
        assert name[:6] in text
        await pilot.resize_terminal(*LARGE)
        await opened(pilot)
        assert screen.text.row < len(screen.text.rows)
    assert app.return_code is None or app.return_code == 0


async def test_a_page_of_twenty_thousand_lines_is_painted_a_window_at_a_time(tmp_path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("a line of words\n" * 20_000 + "2 + 2 = 5\n", encoding="utf-8")
    app = make_app(path)
    async with app.run_test(size=LARGE) as pilot:
        screen = await opened(pilot)
        painted: list[int] = []
        paint = screen.text.render_line
        screen.text.render_line = lambda y: painted.append(y) or paint(y)  # type: ignore[method-assign, func-returns-value]
        await pilot.press("g", "j", "G", "n")
        assert line(screen) == 20_001
        assert len(painted) < 4 * 3 * LARGE[1]
