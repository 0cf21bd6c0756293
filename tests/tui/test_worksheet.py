"""The worksheet, key by key: verdicts beside the lines, completion, files, and text that nobody would write."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from katatx.settings import AppSettings
from katatx.tui.app import KatatxApp
from katatx.tui.screens.confirm import ConfirmScreen
from katatx.tui.screens.help import HelpScreen
from katatx.tui.screens.worksheet import WorksheetScreen
from katatx.tui.widgets.completion import CompletionList
from katatx.worksheet.keeping import Kept
from tests.tui.cells import shown_text
from tests.tui.helpers import LOOKS, burst, paste, until, until_said, words


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def app_of(text: str = "", path: Path | None = None, look: AppSettings | None = None) -> KatatxApp:
    return KatatxApp(WorksheetScreen(path, text), look)


async def settled(pilot: Pilot) -> WorksheetScreen:
    """Wait until all is judged and told, a pause in typing among it."""
    await pilot.pause(0.2)
    for _ in range(LOOKS):
        await pilot.pause(0.01)
        screen = pilot.app.screen
        if not isinstance(screen, WorksheetScreen) or screen.is_settled:
            break
    await pilot.pause()
    return pilot.app.screen  # type: ignore[return-value]


def verdict(app: KatatxApp, line: str) -> str:
    """What stands beside a line."""
    (found,) = [each for each in shown_text(app).splitlines() if line in each]
    return found.partition(line)[2].strip(" │┃")


async def type_in(pilot: Pilot, text: str) -> None:
    burst(pilot.app, *text)
    await pilot.pause()


async def test_lines_are_judged_when_left_or_after_a_pause_and_follow_what_stands_above() -> None:
    app = app_of("a = 2\na·3 = 6\n")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        assert "✓" in verdict(app, "a·3 = 6")
        await pilot.press("end", "backspace", "3", "down")
        await settled(pilot)
        assert "✗" in verdict(app, "a·3 = 6")
        await pilot.press("ctrl+z", "ctrl+z")
        await settled(pilot)
        assert screen.editor.text == "a = 2\na·3 = 6\n"
        assert "✓" in verdict(app, "a·3 = 6")
        await pilot.press("ctrl+y", "ctrl+y", "ctrl+end")
        assert screen.editor.text == "a = 3\na·3 = 6\n"
        await type_in(pilot, "softmax 1 4 = 0.2 0.8")
        await pilot.press("enter")
        await settled(pilot)
        assert "✗ skipped e^" in verdict(app, "softmax 1 4 = 0.2 0.8")
        await type_in(pilot, "2·x +")
        await settled(pilot)
        assert "?" not in verdict(app, "2·x +"), "what cannot be read is told once its line is left"
        await pilot.press("up")
        await settled(pilot)
        assert "? a number, a name" in verdict(app, "2·x +")
        for width in (60, 120):
            await pilot.resize_terminal(width, 24)
            await settled(pilot)
            assert "✗ skipped e^" in verdict(app, "softmax 1 4 = 0.2 0.8")
        await pilot.press("f1")
        await until(pilot, HelpScreen)


async def test_completion_is_taken_by_a_key_and_never_stands_in_the_way() -> None:
    app = app_of("scores = [1, 4]\n", look=AppSettings(keymap={"leave": "f10"}))
    async with app.run_test(size=(60, 18)) as pilot:
        screen = await settled(pilot)
        listed = screen.query_one(CompletionList)
        await pilot.press("down")
        await type_in(pilot, "softm")
        assert listed.is_open
        assert "▸ softmax(scores)" in shown_text(app), "the one that tab takes"
        assert listed.region in screen.region
        await pilot.press("tab")
        assert screen.editor.document.get_line(1) == "softmax("
        await type_in(pilot, "sco")
        await pilot.press("down", "enter")
        assert screen.editor.document.get_line(1) == "softmax(scores"
        assert not listed.is_open
        await type_in(pilot, ") + sof")
        await pilot.press("enter")  # a new line where nothing was pointed at
        assert screen.editor.document.get_line(1) == "softmax(scores) + sof"
        assert screen.editor.cursor_location == (2, 0)
        await type_in(pilot, "sof")
        await pilot.press("escape", "tab", "escape")
        assert not listed.is_open
        assert "f10 leave" in words(app)


@pytest.mark.slow
async def test_saving_asks_for_a_name_once_and_never_writes_over_another_file(folder: Path) -> None:
    (folder / "there.kata").write_text("mine")
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await type_in(pilot, "1 + 1 = 2")
        await pilot.press("ctrl+s", "ctrl+u")
        for name, said in (
            ("~nosuchuser/x", "there is no home folder"),
            ("a" * 300, "File name too long"),
            ("no/such/x.kata", "there is no such"),
        ):
            app.screen.query_one(Input).value = name
            await pilot.press("enter")
            await until_said(pilot, said)
            assert app.screen.query_one(Input).value == name, "nothing of it is lost"
        app.screen.query_one(Input).value = "there.kata"
        await pilot.press("enter")
        await until(pilot, ConfirmScreen)
        await pilot.press("n", "ctrl+s", "enter")
        await pilot.pause()
        assert (folder / "there.kata").read_text() == "mine"
        assert (folder / "worksheet.kata").read_text() == "1 + 1 = 2\n"
        await pilot.press("0")
        assert "worksheet.kata ●" in words(app)
        await pilot.press("ctrl+s")
        assert "worksheet.kata ●" not in words(app)
        (folder / "worksheet.kata").write_text("another's")
        await pilot.press("1", "ctrl+s")
        await until(pilot, ConfirmScreen)
        await pilot.press("y")
        assert (folder / "worksheet.kata").read_text() == "1 + 1 = 201\n"


async def test_unsaved_text_is_asked_about_kept_and_offered_again(home: Path) -> None:
    app = app_of("1", Path("a.kata"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("2", "ctrl+q")
        await until(pilot, ConfirmScreen)
        await pilot.press("n")
        await until(pilot, WorksheetScreen)
        await pilot.resize_terminal(40, 10)
        await pilot.press("q")  # where nothing can be asked
        await pilot.pause()
        assert app.return_code == 0
    assert Kept(Path("a.kata")).left()[1].text == "21\n"
    app = app_of("1", Path("a.kata"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("y")
        await settled(pilot)
        assert app.screen.editor.text == "21\n"
        assert app.screen.file.kept.place.read_text() == "21\n", "it has its backup at once"
        await pilot.press("ctrl+q", "y")
        await pilot.pause()
    assert app.return_code == 0
    assert (home / "worksheets" / "last.kata").read_text() == "21\n"


HOSTILE = {
    "long": "1 + " * 7500 + "1\n" + "(" * 30_000 + "\n" + "a" * 30_000,
    "many": "\n".join(f"x{number} = {number}" for number in range(5_500)),
    "control": "\x1b[31m\x00\u202e\u2028",
}


@pytest.mark.slow
async def test_what_is_pasted_is_undone_at_once() -> None:
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        await paste(pilot, "\n".join(f"{n} + 1 = {n + 1}" for n in range(30)))
        assert screen.editor.scroll_y > 0
        await pilot.press("ctrl+z")
        await settled(pilot)
        assert screen.editor.text == ""
