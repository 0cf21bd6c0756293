"""A dialog that asks for a file's name."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import ModalScreen
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from katatx.tui.actions import ASK_NAME
from katatx.tui.keys import Keys
from katatx.tui.screen import Keyed
from katatx.tui.styles import stylesheet
from katatx.tui.widgets.key_line import KeyLine

_ROOM = 50
_LONGEST = 500


class FileNameScreen(Keyed, ModalScreen[str]):
    """A dialog that asks `question`; its result is the typed name, or "" if it is cancelled or nothing is typed.

    Spaces around the name are removed. `name` is typed already, and names in `known` are suggested while typing.
    `trouble` is shown below it: why that name could not be used, or "".
    """

    CSS_PATH = stylesheet("file_name")
    ACTIONS = ASK_NAME

    def __init__(self, question: str, name: str, known: Sequence[str], keys: Keys, trouble: str = "") -> None:
        super().__init__()
        self.question = question
        self.suggested = name
        self.known = known
        self.keys = keys
        self.trouble = trouble

    def compose(self) -> ComposeResult:
        """Yield the question, the input line, what is wrong with its name, and the keys."""
        with Container(id="file-name"):
            yield Static(self.question, markup=False)
            yield Input(
                self.suggested,
                id="typed-name",
                max_length=_LONGEST,
                compact=True,
                suggester=SuggestFromList(self.known),
                select_on_focus=not self.trouble,  # a name to be mended is not typed anew
            )
            if self.trouble:
                yield Static(self.trouble, id="trouble", markup=False)
            yield KeyLine(self.do, "answers")
        yield self.cover()

    def on_mount(self) -> None:
        """Show the keys and focus the input line."""
        line = self.query_one(Input)
        line.cursor_blink = False
        self.query_one(KeyLine).show(self.keys, self.ACTIONS, _ROOM)
        line.focus()

    def on_input_submitted(self) -> None:
        """Accept the name on Enter."""
        self.action_take()

    def action_take(self) -> None:
        """Close the dialog with the typed name as its result."""
        if self.is_active:
            self.dismiss(self.query_one(Input).value.strip())

    def action_cancel(self) -> None:
        """Close the dialog with "" as its result."""
        if self.is_active:
            self.dismiss("")
