"""The worksheet in the app: verdicts beside the lines, completion, files, and text that was not saved."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from katatx.app.app import KatatxApp
from katatx.app.dialogs import ConfirmScreen
from katatx.app.worksheet import NameScreen, WorksheetScreen
from katatx.worksheet.files import kept_unsaved
from tests.app.page_helpers import shown, until


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KATATX_HOME", str(tmp_path / "home"))
    return tmp_path


def app_of(text: str = "", path: Path | None = None) -> tuple[KatatxApp, WorksheetScreen]:
    screen = WorksheetScreen(path, text)
    return KatatxApp(screen), screen


async def typed(pilot: Pilot[None], text: str, *keys: str) -> None:
    for character in text:
        pilot.app.screen.focused.post_message(events.Key(character, character))
    await pilot.pause()
    await pilot.press(*keys)
    screen = pilot.app.screen
    await until(pilot, lambda: not isinstance(screen, WorksheetScreen) or screen.is_settled)


def beside(app: KatatxApp, text: str) -> str:
    """What stands beside a line."""
    (found,) = [each for each in shown(app).splitlines() if text in each and "line" not in each]
    return found.partition(text)[2].strip(" │")


async def test_lines_are_judged_and_follow_what_stands_above(folder) -> None:
    app, screen = app_of("a = 2\na·3 = 6\n")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.is_settled)
        assert beside(app, "a·3 = 6") == "✓"
        await typed(pilot, "", "end", "backspace", "3", "down")
        assert beside(app, "a·3 = 6").startswith("✗")
        await typed(pilot, "", "ctrl+z", "ctrl+z")
        assert screen.text == "a = 2\na·3 = 6\n"
        assert beside(app, "a·3 = 6") == "✓"
        await typed(pilot, "", "ctrl+y", "ctrl+y", "ctrl+end", "pagedown")
        await typed(pilot, "softmax 1 4 =", "enter")
        assert beside(app, "softmax 1 4 =") == "0.047 0.953"
        await typed(pilot, "softmax 1 4 = 0.2 0.8", "enter")
        await typed(pilot, "2·x +")
        assert beside(app, "2·x +") == "", "what cannot be read is told once its line is left"
        await typed(pilot, "", "up")
        assert beside(app, "2·x +").startswith("?")
        for size in ((60, 18), (120, 36), (170, 40)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: {"yours", "0.2", "0.047", "54.598"} <= set(shown(app).split()))
        pasted = "\n".join(f"{n} + 1 = {n + 1}" for n in range(30))
        before = screen.text
        screen.paper.post_message(events.Paste(pasted + "\x1b"))
        await typed(pilot, "")
        assert pasted + "�" in screen.text
        await typed(pilot, "", "ctrl+z")
        assert screen.text == before
        screen.paper.post_message(events.Paste("1" * 1_100_000))
        await typed(pilot, "")
        assert screen.text == before, "it is pasted whole, or not at all"


async def test_a_name_is_completed_by_a_key_and_never_stands_in_the_way(folder) -> None:
    app, screen = app_of("scores = [1, 4]\n")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.is_settled)
        await typed(pilot, "", "down")
        await typed(pilot, "softm")
        assert screen.paper.suggestion == "ax("
        assert "softmax(scores)" in shown(app)
        await typed(pilot, "", "tab")
        assert screen.paper.document.get_line(1) == "softmax("
        await typed(pilot, "sco", "tab")
        assert screen.paper.document.get_line(1) == "softmax(scores"
        await typed(pilot, ") + sof", "enter")
        assert screen.paper.cursor_location == (2, 0), "Enter begins a line and takes nothing"
        await typed(pilot, "sof", "escape", "tab")
        assert screen.paper.document.get_line(2).startswith("sof")
        assert len(screen.paper.document.get_line(2)) == 3
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))


async def test_saving_asks_for_a_name_once_and_never_writes_over_another_file(folder) -> None:
    (folder / "there.kata").write_text("mine")
    app, screen = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.is_settled)
        await typed(pilot, "1 + 1 = 2")
        await pilot.press("ctrl+s")
        for name in ("~nosuchuser/x", "a" * 300, "no/such/x.kata"):
            asking = app.screen
            app.screen.query_one(Input).value = name
            await pilot.press("enter")
            await until(pilot, lambda asking=asking: isinstance(app.screen, NameScreen) and app.screen is not asking)
            assert app.screen.query_one(Input).value == name, "nothing of it is lost"
        app.screen.query_one(Input).value = "there.kata"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        await pilot.press("n", "ctrl+s", "enter")
        await until(pilot, lambda: not screen.is_unsaved)
        assert (folder / "there.kata").read_text() == "mine"
        assert (folder / "worksheet.kata").read_text() == "1 + 1 = 2\n"
        (folder / "worksheet.kata").write_text("another's")
        await pilot.press("0", "1", "ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        await pilot.press("y")
        assert (folder / "worksheet.kata").read_text() == "1 + 1 = 201\n"
        await pilot.press("ctrl+o", *"there.kata", "enter")
        await until(pilot, lambda: screen.text == "mine")
        assert not screen.is_unsaved


async def test_unsaved_text_is_asked_about_kept_and_offered_again(folder) -> None:
    path = folder / "a.kata"
    app, screen = app_of("1", path)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: screen.is_settled)
        await pilot.press("2", "ctrl+q")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        await pilot.press("n")
        app.exit()
        await pilot.pause()
    assert kept(path) == (path, "21")
    assert await offered("y") == ("21", path)
    assert kept(path) == (path, "21")
    other, another = app_of("", folder / "b.kata")
    async with other.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: another.is_settled)
        await pilot.press("5")
        other.exit()
        await pilot.pause()
    assert (kept(path), kept(folder / "b.kata")) == ((path, "21"), (folder / "b.kata", "5")), "each is kept"
    assert await offered("n", "1", path) == ("1", path)
    assert kept(path) is None


async def offered(key: str, *opened) -> tuple[str, Path | None]:
    """The text and the file of a worksheet, once its kept text is offered and a key has answered."""
    app, screen = app_of(*opened)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        await pilot.press(key)
        await until(pilot, lambda: screen.is_settled)
        found = screen.text, screen.path
        app.exit()
        await pilot.pause()
    return found


def kept(path: Path) -> tuple[Path | None, str] | None:
    found = kept_unsaved(path)
    return None if found is None else found[1:]
