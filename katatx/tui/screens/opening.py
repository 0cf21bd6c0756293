"""The first screen, shown while the log and the decks are opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Thread

from textual import events
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from katatx.errors import KatatxError, reason_of
from katatx.tui.messages import Failed, Opened
from katatx.tui.progress_told import Progress, ProgressTold
from katatx.tui.screen import KatatxScreen

# Opens in a thread what a screen needs, and returns a function that creates the screen.
Opening = Callable[[Progress], Callable[[], Screen[None]]]

# Seconds before a notice says why opening takes so long.
_LONG = 1.0


class OpeningScreen(KatatxScreen[None]):
    """Shows the program's name while `opening` runs in a thread, and posts `Opened` or `Failed` when it ends.

    Keys do nothing except q, escape, ctrl+c and ctrl+q, which end the app.
    """

    def __init__(self, opening: Opening) -> None:
        super().__init__()
        self.opening = opening

    def compose_body(self) -> Iterator[Widget]:
        """Yield the program's name and a notice."""
        yield Static("katatx", id="place", markup=False)
        yield Static(id="notice", markup=False)

    def on_mount(self) -> None:
        """Start the thread that opens everything, and after a second say why it takes so long."""
        waiting = "opening the log; this takes a while if another program uses it. q leaves"
        self.set_timer(_LONG, lambda: self.tell(waiting))
        # A daemon thread, because another program may hold the log for a minute.
        thread = Thread(target=self._open, daemon=True)
        self.call_after_refresh(thread.start)

    def on_key(self, event: events.Key) -> None:
        """End the app on q or escape."""
        if event.key in ("q", "escape"):
            self.app.exit()

    def tell(self, words: str) -> None:
        """Show `words` in the notice line."""
        self.query_one("#notice", Static).update(words)

    def _open(self) -> None:
        """Call `opening`, and post `Opened`, or `Failed` if it raises KatatxError or OSError; run in a thread."""
        say = ProgressTold(lambda words: self.call_later(self.tell, words), "recalculating all due dates")
        try:
            self.post_message(Opened(self.opening(say)))
        except KatatxError as error:
            self.post_message(Failed(error))
        except OSError as error:
            self.post_message(Failed(KatatxError(f"katatx cannot continue: {reason_of(error)}; start it again")))
