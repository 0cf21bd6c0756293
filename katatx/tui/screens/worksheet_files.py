"""Save and open the worksheet on the screen, and keep a backup of unsaved text."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from textual.timer import Timer
from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.notation.quoting import plain, quote
from katatx.served import is_served
from katatx.tui.actions import SAVE
from katatx.tui.screens.confirm import ConfirmScreen
from katatx.tui.screens.file_name import FileNameScreen
from katatx.worksheet.files import DEFAULT_NAME, SUFFIX, Opened, read_sheet, write_sheet
from katatx.worksheet.keeping import EVERY, Kept

if TYPE_CHECKING:
    from katatx.tui.screens.worksheet import WorksheetScreen

_LONGEST_TITLE = 60
_LONGEST_PATH = 200
# Shows a message on why something failed.
Tell = Callable[[str], None]


class WorksheetFile:
    """The file of the worksheet on `screen`, and whether the text is saved; `path` is None for one without a file.

    `text` is the text on the screen now. `saved` is the text that counts as saved, as the editor would show it: the
    text at the start, or what was read or written last. `kept` is the backup of unsaved text in the data folder. In a
    browser nothing is read or written.
    """

    def __init__(self, screen: WorksheetScreen, path: Path | None, text: str) -> None:
        self.screen = screen
        self.path = path
        self.saved = text
        self.kept = Kept(path)
        self._keeping: Timer | None = None
        self._shown_title = self.title

    @property
    def text(self) -> str:
        """Return the text on the screen."""
        return self.screen.editor.text

    @property
    def is_unsaved(self) -> bool:
        """Return whether the text differs from the saved one."""
        return self.text != self.saved

    @property
    def title(self) -> str:
        """Return the screen's title: the file's name, or that there is none yet, without a dot for unsaved text."""
        if is_served():
            return "worksheet"
        return f"worksheet · {'not saved yet' if self.path is None else _name(self.path)}"

    def _title(self, *, unsaved: bool) -> str:
        """Return the screen's title, with a dot if the text is `unsaved` and the worksheet has a file."""
        return f"{self.title} ●" if unsaved and self.path is not None else self.title

    def begin(self) -> None:
        """Offer to restore the backup of a program that ended without saving.

        If it does not differ from the text on the screen but for line ends after it, set it aside instead: it is kept,
        but not offered again.
        """
        left = self.kept.left()
        if left is None:
            return
        place, backup = left
        if backup.text.rstrip("\n") == self.text.rstrip("\n"):
            self.kept.set_aside(place)
            return
        lines = backup.text.count("\n") + (not backup.text.endswith("\n"))

        def take(wanted: bool | None) -> None:
            """Restore the unsaved text with its backup if it is `wanted`, else set the backup aside."""
            if wanted:
                self.kept.take_over(place, backup.text)
                self.screen.editor.load_text(backup.text)
            else:
                self.kept.set_aside(place)

        self._ask(f"When katatx ended, {_counted(lines, 'line')} not saved. Restore the text?", take)

    def changed(self) -> None:
        """Schedule a backup two seconds after an edit, and mark the title with a dot if the worksheet has a file."""
        if self._keeping is None:
            self._keeping = self.screen.set_timer(EVERY, self._keep_in_time)
        self.show_title(self._title(unsaved=True))

    def show_title(self, title: str | None = None) -> None:
        """Show `title` as the screen's title; for None, the usual title, with a dot if the text is unsaved."""
        wanted = title or self._title(unsaved=self.is_unsaved)
        if wanted != self._shown_title:
            self._shown_title = wanted
            self.screen.query_one("#place", Static).update(wanted, layout=False)

    def _keep_in_time(self) -> None:
        """Write the backup and schedule the next one; remove it if all is saved."""
        self._keeping = self.screen.set_timer(EVERY, self._keep_in_time) if self.is_unsaved else None
        self.show_title()
        self.keep()

    def keep(self) -> None:
        """Write unsaved text to the backup, or remove the backup if all is saved; show an error if that fails."""
        if not self.is_unsaved or is_served():
            self.kept.drop()
            return
        try:
            self.kept.keep(self.text)
        except KatatxError as error:
            self.screen.tell(str(error))

    def end(self) -> None:
        """Write unsaved text to the backup when the screen closes, to be offered next time."""
        self.keep()
        self.kept.leave()

    # ---- saving

    def save(self) -> None:
        """Save the text, asking for a name the first time.

        Ask for a confirmation before another file, or another program's change, is overwritten.
        """
        if self.path is None:
            self._ask_name("Save as", DEFAULT_NAME, self._save_as)
        else:
            self._save_over(self.path)

    def _save_as(self, path: Path, failed: Tell) -> None:
        """Save under a new name, after a confirmation if the file exists; call `failed` if it cannot be written."""
        if _is_there(path):
            question = f"{_name(path)} exists already. Overwrite it?"
            self._ask(question, self._if_confirmed(lambda: self._write(path, failed)))
        else:
            self._write(path, failed)

    def _save_over(self, path: Path) -> None:
        """Save to the worksheet's file, after a confirmation if another program changed it.

        If it cannot be read to find that out, show why and save nothing.
        """
        try:
            there = read_sheet(path)
        except KatatxError as error:
            self.screen.tell(str(error))
            return
        if there.is_there and there.text.rstrip("\n") not in (self.saved.rstrip("\n"), self.text.rstrip("\n")):
            question = f"{_name(path)} was changed by another program since it was read. Overwrite it?"
            self._ask(question, self._if_confirmed(lambda: self._write(path, self.screen.tell)))
        else:
            self._write(path, self.screen.tell)

    def _write(self, path: Path, failed: Tell) -> None:
        """Write the text to a file, which becomes the worksheet's, and remove the backup; a notice says so.

        If the file cannot be written, call `failed` with the reason, and change nothing else.
        """
        text = self.text
        try:
            write_sheet(path, text)
        except KatatxError as error:
            failed(str(error))
            return
        self.kept.drop()
        if path != self.path:
            self.path, self.kept = path, Kept(path)
        self.saved = text
        self.show_title()
        self.screen.tell(f"saved as {plain(str(path), _LONGEST_TITLE, keep='')}")

    # ---- opening and leaving

    def open(self) -> None:
        """Open another worksheet, after a confirmation if the text is unsaved."""
        self._if_saved("Open another worksheet anyway?", lambda: self._ask_name("Open", "", self._read))

    def _read(self, path: Path, failed: Tell) -> None:
        """Read the worksheet `path` into the editor, after keeping unsaved text; call `failed` if it cannot be read.

        A file that does not exist gives an empty text. Offer to restore a backup of that worksheet.
        """
        try:
            opened = read_sheet(path)
        except KatatxError as error:
            failed(str(error))
            return
        self._put_aside()
        self.path, self.kept, self.saved = path, Kept(path), opened.text
        self.screen.editor.load_text(opened.text)
        self.show_title()
        self.screen.tell(_opening_notice(path, opened))
        self.begin()

    def leave(self) -> None:
        """Close the worksheet, after a confirmation if the text is unsaved."""
        self._if_saved("Leave it anyway?", self._leave)

    def _leave(self) -> None:
        """Set unsaved text aside, and close the screen, or the app if this is its first screen."""
        self._put_aside()
        self.saved = self.text
        if self.screen is self.screen.app.screen_stack[0]:
            self.screen.app.exit()
        else:
            self.screen.action_back()

    def _put_aside(self) -> None:
        """Move unsaved text, which is to leave the screen, to a file of the data folder that holds only the last such
        text; ignore errors.

        If all is saved, remove the backup.
        """
        if self.is_unsaved and not is_served():
            with suppress(KatatxError):
                self.kept.keep(self.text)
                self.kept.set_aside(self.kept.place)
            self.kept.leave()
        else:
            self.kept.drop()

    def _if_saved(self, question: str, do: Callable[[], None]) -> None:
        """Call `do`; if the text is unsaved, first say so and ask `question`, and call it only if that is confirmed."""
        if self.is_unsaved:
            save = self.screen.katatx.keys.shown(SAVE)
            lost = (
                "In a browser no worksheet is kept" if is_served() else f"This worksheet is not saved ({save} saves it)"
            )
            self._ask(f"{lost}. {question}", self._if_confirmed(do))
        else:
            do()

    # ---- dialogs

    def _ask(self, question: str, then: Callable[[bool | None], None]) -> None:
        """Ask a yes-or-no question and pass the answer to `then`."""
        self.screen.app.push_screen(ConfirmScreen(question, self.screen.katatx.keys), then)

    def _if_confirmed(self, do: Callable[[], None]) -> Callable[[bool | None], None]:
        """Return a function that calls `do` if its argument is true."""
        return lambda wanted: do() if wanted else None

    def _ask_name(self, question: str, name: str, then: Callable[[Path, Tell], None], trouble: str = "") -> None:
        """Ask for a file name, suggesting `name` and worksheets in the current folder, and pass it as a path to `then`.

        `then` is also passed a function for when the path cannot be used: it asks again, with the typed name and a
        message, which is then the `trouble` shown. Do nothing if the dialog is cancelled, or in a browser.
        """

        def take(typed: str | None) -> None:
            """Pass the typed name as a path to `then`; do nothing if it is empty, ask again if it cannot be a path."""
            if not typed:
                return
            ask_again = partial(self._ask_name, question, typed, then)
            try:
                path = _path_of(typed)
            except KatatxError as error:
                ask_again(str(error))
            else:
                then(path, ask_again)

        if is_served():
            return
        known: list[str] = []
        with suppress(OSError):
            known = sorted(each.name for each in Path().glob(f"*{SUFFIX}"))[:200]
        self.screen.app.push_screen(FileNameScreen(question, name, known, self.screen.katatx.keys, trouble), take)


def _opening_notice(path: Path, opened: Opened) -> str:
    """Return a notice on a file that was opened: it is new, or characters were replaced; "" otherwise."""
    name = _name(path)
    if not opened.is_there:
        return f"{name} is new; it will be created when you save it"
    if opened.hidden:
        return f"{name}: {_counted(opened.hidden, 'control character')} replaced by �"
    return ""


def _path_of(typed: str) -> Path:
    """Return a typed file name as a path; `~` stands for the home folder, and `~name` for that of a user.

    Raises KatatxError if there is no such home folder.
    """
    try:
        return Path(typed).expanduser()
    except RuntimeError as error:
        folder = quote(typed.partition("/")[0])
        problem = f"there is no home folder {folder}; write the whole path"
        raise KatatxError(f"{quote(typed, _LONGEST_PATH)}: {problem}") from error


def _is_there(path: Path) -> bool:
    """Return whether there is a file or folder at a path.

    False if the system cannot say, as for a name that is too long; writing there then fails with the reason.
    """
    with suppress(OSError):
        return path.exists()
    return False


def _name(path: Path) -> str:
    """Return a path's file name, safe to display."""
    return plain(path.name, _LONGEST_TITLE, keep="")


def _counted(count: int, what: str) -> str:
    """Return a count with its noun and verb: "1 line was", "2 lines were"."""
    return f"{count} {what} was" if count == 1 else f"{count} {what}s were"
