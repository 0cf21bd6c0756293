"""How far a long work at the log is; until it is done nothing else uses the log."""

from __future__ import annotations

from collections.abc import Callable

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Container
from textual.screen import ModalScreen
from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.tui.fitted import Fitted
from katatx.tui.progress_told import Progress, ProgressTold

_DOING = "deriving every due date anew"


class DerivingScreen(Fitted, ModalScreen[str]):
    """Does a work in a thread of its own, and gives what went wrong, empty where nothing did. Keys do nothing."""

    CSS_PATH = "deriving.tcss"

    def __init__(self, do: Callable[[Progress], None]) -> None:
        super().__init__()
        self.do = do

    def compose(self) -> ComposeResult:
        with Container(id="deriving"):
            yield Static(_DOING, id="told", markup=False)
        yield self.cover()

    def on_mount(self) -> None:
        self._do()

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()

    def tell(self, words: str) -> None:
        """Say how far it is."""
        self.query_one("#told", Static).update(words)

    def finish(self, told: str) -> None:
        """The work is done, or went wrong."""
        self.dismiss(told)

    @work(thread=True)
    def _do(self) -> None:
        try:
            self.do(ProgressTold(lambda words: self.call_later(self.tell, words), _DOING))
        except KatatxError as error:
            self.call_later(self.finish, str(error))
        else:
            self.call_later(self.finish, "")
