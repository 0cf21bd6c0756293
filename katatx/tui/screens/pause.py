"""A pause: the sheet is covered, and the clock stands still."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from katatx.tui.fitted import Fitted


class PauseScreen(Fitted, Screen[float]):
    """Covers everything until a key is pressed; gives the time of that key."""

    CSS_PATH = "pause.tcss"

    def compose(self) -> ComposeResult:
        yield Static("Paused. The clock stands still; any key goes on.", id="paused", markup=False)
        yield self.cover()

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if self.is_active:  # a second key may have come before this screen was gone
            self.dismiss(event.time)
