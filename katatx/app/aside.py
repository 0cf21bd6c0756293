"""What is looked up beside a question, and the pause: any key goes back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text
from textual import events
from textual.widget import Widget

from katatx.app.frame import Dialog, part
from katatx.show.text import block


class AsideScreen(Dialog[None]):
    """Words or tables over the question, whose clock runs on; any key closes it but those that scroll."""

    CSS = "#dialog { overflow-y: auto; }"

    def __init__(self, heading: str, lines: Sequence[Text]) -> None:
        super().__init__()
        self.heading, self.lines = heading, lines
        self.is_pressed = False

    def contents(self) -> Iterable[Widget]:
        yield part(block(self.lines))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        card = self.query_one("#dialog")
        by = {"down": 1, "up": -1, "pagedown": card.size.height, "pageup": -card.size.height}.get(event.key)
        if by is None:
            self.dismiss()
        else:
            card.scroll_relative(y=by, animate=False)

    def on_mouse_down(self) -> None:
        self.is_pressed = True

    def on_click(self) -> None:
        """Close it, unless the button was pressed before this was opened: on a key in the last line."""
        if self.is_pressed:
            self.dismiss()


class PauseScreen(AsideScreen):
    """Covers the question while the clock stands still."""

    CSS = "PauseScreen { background: $background; }"

    def __init__(self) -> None:
        super().__init__("paused", [Text("The clock stands still; any key goes on.")])
