"""The screen of a pause."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from katatx.tui.fitted import Fitted
from katatx.tui.styles import stylesheet


class PauseScreen(Fitted, Screen[float]):
    """Covers everything until a key is pressed; its result is the time of that key in seconds."""

    CSS_PATH = stylesheet("pause")

    def compose(self) -> ComposeResult:
        """Yield the text of the pause."""
        yield Static("Paused. The clock stands still; any key goes on.", id="paused", markup=False)
        yield self.cover()

    def on_key(self, event: events.Key) -> None:
        """Close the screen with the time of the key as its result."""
        event.stop()
        if self.is_active:  # a second key may come before the screen is closed
            self.dismiss(event.time)
