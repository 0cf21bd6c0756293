"""A question to be answered with yes or no."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.screen import ModalScreen
from textual.widgets import Static

from katatx.tui.actions import CONFIRM
from katatx.tui.fitted import Fitted
from katatx.tui.keys import Keys

_ROOM = 50


class ConfirmScreen(Fitted, ModalScreen[bool]):
    """Says what would be done, and gives whether to do it."""

    CSS_PATH = "confirm.tcss"
    BINDINGS = [Binding(action.keys, action.method, action.words, id=action.id) for action in CONFIRM]  # noqa: RUF012 - as Textual declares it

    def __init__(self, question: str, keys: Keys) -> None:
        super().__init__()
        self.question = question
        self.keys = keys

    def compose(self) -> ComposeResult:
        with Container(id="confirm"):
            yield Static(f"{self.question}\n\n{self.keys.footer(CONFIRM, _ROOM)}", markup=False)
        yield self.cover()

    def action_yes(self) -> None:
        """Do it."""
        if self.is_active:
            self.dismiss(True)

    def action_no(self) -> None:
        """Leave all as it is."""
        if self.is_active:
            self.dismiss(False)
