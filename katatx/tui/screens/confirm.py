"""A dialog with a question to confirm."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import ModalScreen
from textual.widgets import Static

from katatx.tui.actions import CONFIRM, STOPPING
from katatx.tui.keys import Keys
from katatx.tui.screen import Keyed
from katatx.tui.styles import stylesheet
from katatx.tui.widgets.key_line import KeyLine

_ROOM = 50


class ConfirmScreen(Keyed, ModalScreen[bool]):
    """A dialog that asks `question`; its result is True for yes and False for no."""

    CSS_PATH = stylesheet("confirm")
    ACTIONS = CONFIRM

    def __init__(self, question: str, keys: Keys) -> None:
        super().__init__()
        self.question = question
        self.keys = keys

    def compose(self) -> ComposeResult:
        """Yield the question and the keys."""
        with Container(id="confirm"):
            yield Static(f"{self.question}\n", markup=False)
            yield KeyLine(self.do, "answers")
        yield self.cover()

    def on_mount(self) -> None:
        """Show the keys."""
        self.query_one(KeyLine).show(self.keys, self.ACTIONS, _ROOM)

    def action_yes(self) -> None:
        """Close the dialog with the result True."""
        if self.is_active:
            self.dismiss(True)

    def action_no(self) -> None:
        """Close the dialog with the result False."""
        if self.is_active:
            self.dismiss(False)


class StopScreen(ConfirmScreen):
    """A dialog that asks whether to stop although an answer is typed; its result is True to stop.

    Its keys that confirm include q and ctrl+c, the usual ones that stop, so that pressing one of these again stops.
    """

    ACTIONS = STOPPING

    def action_stop_anyway(self) -> None:
        """Close the dialog with the result True: stop, and lose the typed text."""
        self.action_yes()

    def action_go_on(self) -> None:
        """Close the dialog with the result False: return to the question."""
        self.action_no()
