"""A dialog with a question to confirm."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.screen import ModalScreen
from textual.widgets import Static

from katatx.tui.actions import CONFIRM, STOPPING, Action
from katatx.tui.fitted import Fitted
from katatx.tui.keys import Keys
from katatx.tui.styles import stylesheet
from katatx.tui.widgets.key_line import KeyLine

_ROOM = 50


class ConfirmScreen(Fitted, ModalScreen[bool]):
    """A dialog that asks `question`; its result is True for yes and False for no."""

    CSS_PATH = stylesheet("confirm")
    BINDINGS = [Binding(action.keys, action.method, action.words, id=action.id) for action in CONFIRM]  # noqa: RUF012 - as Textual declares it

    ACTIONS: ClassVar[tuple[Action, ...]] = CONFIRM

    def __init__(self, question: str, keys: Keys) -> None:
        super().__init__()
        self.question = question
        self.keys = keys

    def compose(self) -> ComposeResult:
        """Yield the question and the keys."""
        with Container(id="confirm"):
            yield Static(f"{self.question}\n", markup=False)
            yield KeyLine(self._choose, "answers")
        yield self.cover()

    def on_mount(self) -> None:
        """Show the keys."""
        self.query_one(KeyLine).show(self.keys, self.ACTIONS, _ROOM)

    def _choose(self, action: Action) -> None:
        """Perform an action that was clicked in the footer."""
        getattr(self, f"action_{action.method}")()

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

    Pressing the key that stops again confirms.
    """

    BINDINGS = [Binding(action.keys, action.method, action.words, id=action.id) for action in STOPPING]  # noqa: RUF012 - as Textual declares it
    ACTIONS = STOPPING

    def action_stop_anyway(self) -> None:
        """Close the dialog with the result True: stop, and lose the typed text."""
        self.action_yes()

    def action_go_on(self) -> None:
        """Close the dialog with the result False: return to the question."""
        self.action_no()
