"""The worksheet, key by key: verdicts beside the lines, completion, files, and text that nobody would write."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, Static

from katatx.settings import AppSettings
from katatx.tui.app import KatatxApp
from katatx.tui.screens.confirm import ConfirmScreen
from katatx.tui.screens.file_name import FileNameScreen
from katatx.tui.screens.help import HelpScreen
from katatx.tui.screens.worksheet import WorksheetScreen
from katatx.tui.widgets.completion import CompletionList
from katatx.tui.widgets.worksheet_editor import LONGEST_PASTE
from katatx.worksheet.keeping import Kept
from tests.tui.cells import shown_text
from tests.tui.patience import LOOKS

SHEET = "q = [2, 0, 1, 0]\nscores = q·[[1,0,0,0],[3,0,2,0]]ᵀ/√4 = [1, 4]\nsoftmax(scores) = [0.2, 0.8]\nsoftmax(scores) ≈ 5% 95%"


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


def lines(app: KatatxApp) -> list[str]:
    return shown_text(app).splitlines()


async def type_in(pilot: Pilot, text: str) -> None:
    names = {"\n": "enter", " ": "space"}
    for letter in text:
        await pilot.press(names.get(letter, letter))


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (200, 60)])
async def test_each_line_has_its_verdict_beside_it(size: tuple[int, int]) -> None:
    app = app_of(SHEET)
    async with app.run_test(size=size) as pilot:
        screen = await settled(pilot)
        screen.editor.move_cursor((2, 0))
        await settled(pilot)
        text = shown_text(app)
        assert "✗ skipped e^" in next(line for line in lines(app) if "= [0.2, 0.8]" in line)
        assert "✓ to 2 places" in next(line for line in lines(app) if "5% 95%" in line)
        assert "✗ Skipped e^ (step" in text
        assert "e^1 =" in text
        assert "3 right, 1 wrong" not in text
        assert "2 right, 1 wrong" in text
        assert "ctrl+q leave" in text
        assert "f1 help" in text
        assert text.count("0.953") >= (2 if size[0] >= 100 else 1)  # as a bar too
        assert "softmax(scores): Turn scores into portions" in text


async def test_a_line_is_judged_when_it_is_left_and_when_typing_pauses() -> None:
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await type_in(pilot, "softmax 1 4 = 0.2 0.8\n")
        await pilot.pause(0.05)
        assert "✗ skipped e^" in shown_text(app)
        await type_in(pilot, "1 + 1 = 2")
        await settled(pilot)
        assert "✓" in lines(app)[3]
        assert "1 right, 1 wrong" in shown_text(app)


async def test_what_cannot_be_read_is_told_only_once_its_line_is_left() -> None:
    app = app_of("1/2 = 0.5")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("end", "enter")
        await type_in(pilot, "2·x +")
        await settled(pilot)
        assert "?" not in shown_text(app)
        assert "✓ right" in shown_text(app)  # the line above
        await pilot.press("up")
        await settled(pilot)
        assert "? a number, a name" in shown_text(app)


async def test_lines_below_follow_a_change_above_and_undo_brings_it_back() -> None:
    app = app_of("a = 2\na·3 = 6")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        assert "✓" in lines(app)[3]
        await pilot.press("end", "backspace", "3", "down")
        await settled(pilot)
        assert "✗ is 9" in lines(app)[3]
        await pilot.press("ctrl+z", "ctrl+z")
        await settled(pilot)
        assert app.screen.editor.text == "a = 2\na·3 = 6"
        assert "✓" in lines(app)[3]
        await pilot.press("ctrl+y", "ctrl+y")
        await settled(pilot)
        assert app.screen.editor.text == "a = 3\na·3 = 6"


async def test_completion_is_taken_by_tab_or_by_enter_in_the_list_and_never_stands_in_the_way() -> None:
    app = app_of("scores = [1, 4]\n")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        listed = screen.query_one(CompletionList)
        await pilot.press("down")
        await type_in(pilot, "softm")
        assert listed.is_open
        assert "▸ softmax(scores)" in shown_text(app), "the one that tab takes"
        assert shown_text(app).count("│ softmax") == len(listed.choices) - 1
        await pilot.press("tab")
        assert screen.editor.document.get_line(1) == "softmax("
        await type_in(pilot, "sco")
        await pilot.press("down", "enter")
        assert screen.editor.document.get_line(1) == "softmax(scores"
        assert not listed.is_open
        await type_in(pilot, ") + sof\n")  # enter is a new line where nothing was pointed at
        assert screen.editor.document.get_line(1) == "softmax(scores) + sof"
        assert screen.editor.cursor_location == (2, 0)
        await type_in(pilot, "sof")
        await pilot.press("escape")
        assert not listed.is_open
        await pilot.press("tab", "escape")
        assert "ctrl+q leaves" in shown_text(app)
        assert isinstance(app.screen, WorksheetScreen)


@pytest.mark.parametrize("where", ["first", "last"])
async def test_the_list_stands_inside_the_screen(where: str) -> None:
    app = app_of("\n" * (0 if where == "first" else 30))
    async with app.run_test(size=(60, 18)) as pilot:
        screen = await settled(pilot)
        if where == "last":
            screen.editor.move_cursor((30, 0))
        await type_in(pilot, "1 + 2 + 3 + 4 + 5 + 6 + ma")
        await pilot.pause()
        region = screen.query_one(CompletionList).region
        assert region in screen.region
        assert region.height == len(screen.query_one(CompletionList).choices) > 1


async def test_saving_asks_for_a_name_once_and_never_writes_over_another_file(folder: Path) -> None:
    (folder / "there.kata").write_text("mine")
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await type_in(pilot, "1 + 1 = 2")
        await pilot.press("ctrl+s")
        assert isinstance(app.screen, FileNameScreen)
        assert "worksheet.kata" in shown_text(app)
        await pilot.press("ctrl+u", *"there.kata", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ConfirmScreen)
        await pilot.press("n")
        assert (folder / "there.kata").read_text() == "mine"
        await pilot.press("ctrl+s", "enter")
        await pilot.pause()
        assert (folder / "worksheet.kata").read_text() == "1 + 1 = 2\n"
        assert "saved as worksheet.kata" in shown_text(app)
        await type_in(pilot, "0")
        await pilot.pause()
        assert "worksheet.kata ●" in lines(app)[0]
        await pilot.press("ctrl+s")
        assert "●" not in lines(app)[0]
        assert (folder / "worksheet.kata").read_text() == "1 + 1 = 20\n"
        (folder / "worksheet.kata").write_text("another's")
        await pilot.press("1", "ctrl+s")
        await pilot.pause()
        assert isinstance(app.screen, ConfirmScreen)
        await pilot.press("y")
        assert (folder / "worksheet.kata").read_text() == "1 + 1 = 201\n"


async def test_a_place_that_cannot_be_written_is_said_and_the_text_stays() -> None:
    app = app_of("1", Path("no/such/folder.kata"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("2", "ctrl+s")
        await pilot.pause()
        assert "cannot be written" in shown_text(app)
        assert app.screen.editor.text == "21"


UNUSABLE = {
    "~nosuchuser/x": 'there is no home folder "~nosuchuser"; write the whole path',
    "a" * 300: "File name too long",
    "no/such/x.kata": "there is no such file or folder",
}


@pytest.mark.parametrize("name", UNUSABLE, ids=["user", "long", "folder"])
async def test_a_name_to_save_as_that_cannot_be_is_said_and_can_be_mended(folder: Path, name: str) -> None:
    app = app_of("1 + 1 = 2")
    async with app.run_test(size=(60, 18)) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+s")
        app.screen.query_one(Input).value = name
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, FileNameScreen)
        assert UNUSABLE[name] in " ".join(shown_text(app).replace("│", " ").split())
        assert app.screen.query_one(Input).value == name
        await pilot.press("x")
        assert app.screen.query_one(Input).value == f"{name}x", "nothing of it is lost"
        await pilot.press("ctrl+u", *"mended", "enter")
        await pilot.pause()
        assert isinstance(app.screen, WorksheetScreen)
        assert (folder / "mended").read_text() == "1 + 1 = 2\n"


@pytest.mark.parametrize("name", list(UNUSABLE)[:2], ids=["user", "long"])
async def test_a_name_to_open_that_cannot_be_is_said_and_the_text_stays(name: str) -> None:
    app = app_of("1")
    async with app.run_test(size=(60, 18)) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+o")
        app.screen.query_one(Input).value = name
        await pilot.press("enter")
        await pilot.pause()
        assert UNUSABLE[name] in " ".join(shown_text(app).replace("│", " ").split())
        assert app.screen.query_one(Input).value == name
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, WorksheetScreen)
        assert app.screen.editor.text == "1"


async def test_where_writing_over_a_file_fails_the_name_can_be_mended(folder: Path) -> None:
    (folder / "there").mkdir()
    app = app_of("1")
    async with app.run_test(size=(60, 18)) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+s", "ctrl+u", *"there", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ConfirmScreen)
        await pilot.press("y")
        await pilot.pause()
        assert isinstance(app.screen, FileNameScreen)
        assert app.screen.query_one(Input).value == "there"
        assert "it is a folder" in " ".join(shown_text(app).replace("│", " ").split())


async def test_leaving_asks_where_something_is_not_saved_and_keeps_what_is_thrown_away(home: Path) -> None:
    app = app_of("1", Path("a.kata"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("2", "ctrl+q")
        await pilot.pause()
        assert isinstance(app.screen, ConfirmScreen)
        await pilot.press("n")
        assert isinstance(app.screen, WorksheetScreen)
        await pilot.press("ctrl+q")
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
    assert app.return_code == 0
    assert (home / "worksheets" / "last.kata").read_text() == "21\n"
    app = app_of("1")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert not app.is_running


async def test_opening_reads_another_file_and_says_what_it_cannot_show(folder: Path) -> None:
    (folder / "b.kata").write_bytes(b"2 + 2 = 4\n\x1b[31m\n")
    (folder / "bad.kata").write_bytes(b"\xff")
    app = app_of("1")
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("ctrl+o", *"bad.kata", "enter")
        await pilot.pause()
        assert "not UTF-8 text" in shown_text(app)
        await pilot.press("ctrl+u", *"b.kata", "enter")
        await settled(pilot)
        assert app.screen.editor.text == "2 + 2 = 4\n�[31m\n"
        assert "1 control character was replaced" in shown_text(app)
        assert "✓" in lines(app)[2]
        await pilot.press("ctrl+o", *"new.kata", "enter")
        await pilot.pause()
        assert "new.kata is new" in shown_text(app)
        assert app.screen.editor.text == ""


async def test_unsaved_text_is_kept_when_the_program_ends_and_offered_again() -> None:
    app = app_of("1", Path("a.kata"))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("2")
        app.exit()  # as at SIGHUP
    assert Kept(Path("a.kata")).left()[1].text == "21\n"
    for key, text in (("y", "21\n"), ("n", "1")):
        app = app_of("1", Path("a.kata"))
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            assert isinstance(app.screen, ConfirmScreen), key
            await pilot.press(key)
            await settled(pilot)
            assert app.screen.editor.text == text
            app.exit()


async def test_restored_text_has_its_backup_at_once_and_until_it_is_saved(home: Path) -> None:
    killed = Kept(None)
    killed.keep("1 + 1 = 2")
    killed.leave()
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("y")
        await settled(pilot)
        kept = app.screen.file.kept
        assert kept.place.read_text() == "1 + 1 = 2\n"
        assert not killed.place.exists()
        assert not (home / "worksheets" / "last.kata").exists()
        assert Kept(None).left() is None, "it is not offered while this program runs"
        await pilot.press("ctrl+s", "enter")
        await pilot.pause()
        assert "saved as worksheet.kata" in shown_text(app)
        assert list((home / "worksheets").iterdir()) == []


@pytest.mark.parametrize("key", ["f1", "ctrl+g"])
async def test_help_is_not_the_question_mark_which_is_typed(key: str) -> None:
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await pilot.press("question_mark")
        assert app.screen.editor.text == "?"
        await pilot.press(key)
        assert isinstance(app.screen, HelpScreen)
        assert "ctrl+s" in shown_text(app)


async def test_other_keys_for_the_actions_work() -> None:
    app = app_of(look=AppSettings(keymap={"complete": "ctrl+n", "leave": "f10"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        await type_in(pilot, "softm")
        await pilot.press("ctrl+n")
        assert app.screen.editor.text == "softmax("
        assert "f10 leave" in shown_text(app)


async def test_the_first_advice_names_the_key_that_completes() -> None:
    for look, told in ((None, "Tab inserts"), (AppSettings(keymap={"complete": "ctrl+n"}), "ctrl+n inserts")):
        app = app_of(look=look)
        async with app.run_test(size=(120, 40)) as pilot:
            await settled(pilot)
            assert f"{told} a listed name." in " ".join(shown_text(app).replace("│", " ").split())


@pytest.mark.parametrize(
    ("line", "pairs"),
    [
        ("f(1, [2, {3}])", {1: 13, 5: 12, 9: 11}),
        ("(1]", {0: None, 2: None}),
        ("[1)", {0: None, 2: None}),
        ("([1)]", {0: None, 1: None, 3: None, 4: None}),
        ("(1) + [2]", {0: 2, 6: 8}),
        ("((1)", {0: None, 1: 3}),
        ("1", {0: None}),
    ],
)
async def test_brackets_are_matched_with_their_own_kind_alone(line: str, pairs: dict[int, int | None]) -> None:
    app = app_of(line)
    async with app.run_test(size=(80, 24)) as pilot:
        editor = (await settled(pilot)).editor

        def matching(at: int) -> int | None:
            found = editor.find_matching_bracket(line[at], (0, at))
            return None if found is None else found[1]

        assert {at: matching(at) for at in pairs} == pairs
        back = {last: first for first, last in pairs.items() if last is not None}
        assert {at: matching(at) for at in back} == back


HOSTILE = {
    "long": "1 + " * 7500 + "1\n" + "(" * 30_000 + "\n" + "a" * 30_000,
    "many": "\n".join(f"x{number} = {number}" for number in range(5_500)),
    "control": "\x1b[31m\x00\u202e\u2028",
}


@pytest.mark.parametrize("name", HOSTILE)
async def test_text_that_nobody_would_write_is_pasted_judged_and_left(name: str) -> None:
    app = app_of()
    async with app.run_test(size=(60, 18)) as pilot:
        screen = await settled(pilot)
        screen.editor.post_message(events.Paste(HOSTILE[name]))
        await pilot.pause()
        await asyncio.wait_for(settled(pilot), 20)
        for key in ("up", "pageup", "x", "enter", "end", "ctrl+z", "pagedown"):
            await pilot.press(key)
        await settled(pilot)
        assert "\x1b" not in screen.editor.text
        assert screen.sheet.is_judged
    assert app.return_code in (0, None)


async def test_what_is_pasted_is_bounded() -> None:
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        screen.editor.post_message(events.Paste("# " + "x" * LONGEST_PASTE))
        await settled(pilot)
        assert len(screen.editor.text) == LONGEST_PASTE
        assert "are pasted" in str(screen.query_one("#status", Static).content)


async def test_undoing_a_paste_that_scrolled_the_text_leaves_an_empty_sheet() -> None:
    app = app_of()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        screen.editor.post_message(events.Paste("\n".join(f"{n} + 1 = {n + 1}" for n in range(30))))
        await settled(pilot)
        assert screen.editor.scroll_y > 0
        await pilot.press("ctrl+z")
        await settled(pilot)
        assert screen.editor.text == ""


@pytest.mark.parametrize(("before", "after"), [(80, 120), (120, 80), (80, 60)])
async def test_verdicts_stay_beside_their_lines_when_the_window_changes(before: int, after: int) -> None:
    app = app_of("softmax 1 4 5 6 7 = 0.1 0.9 0.2 0.3 0.4 0.5\np = [1, 2]\nsum(p) = 3\nsum(p) = 2\n")
    async with app.run_test(size=(before, 24)) as pilot:
        await settled(pilot)
        await pilot.resize_terminal(after, 24)
        await settled(pilot)
        assert "✓" in next(line for line in lines(app) if "sum(p) = 3" in line)
        assert "✗ is 3" in next(line for line in lines(app) if "sum(p) = 2" in line)


async def test_the_ends_of_the_text_are_a_key_away() -> None:
    app = app_of(SHEET)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await settled(pilot)
        await pilot.press("ctrl+end")
        assert screen.editor.cursor_location == (3, len("softmax(scores) ≈ 5% 95%"))
        await pilot.press("ctrl+home")
        assert screen.editor.cursor_location == (0, 0)
