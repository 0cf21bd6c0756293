"""What is seen first: the name, while the log and the decks are opened behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from textual import events, work
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.tui.messages import Failed, Opened
from katatx.tui.screen import KatatxScreen

# Told (done, total) of a long work.
Progress = Callable[[int, int], None]
# Opens what a screen needs, in a thread of its own, and gives what makes the screen.
Opening = Callable[[Progress], Callable[[], Screen[None]]]

_BAR = 24
# What opens sooner than that is told nothing of.
_LONG = 0.5
# More often than that nobody sees.
_BETWEEN = 0.1


class OpeningScreen(KatatxScreen[None]):
    """Painted before anything is opened, for that takes as long as painting. Keys wait for nobody here, but
    for the one that leaves.
    """

    def __init__(self, opening: Opening) -> None:
        super().__init__()
        self.opening = opening
        self.told_next = 0.0

    def compose_body(self) -> Iterator[Widget]:
        yield Static("katatx", id="place", markup=False)
        yield Static(id="notice", markup=False)

    def on_mount(self) -> None:
        self.told_next = self.katatx.ticks() + _LONG
        self.call_after_refresh(self._open)

    def on_key(self, event: events.Key) -> None:
        if event.key in ("q", "escape"):
            self.app.exit()

    @work(thread=True)
    def _open(self) -> None:
        try:
            made = self.opening(self._tell)
        except KatatxError as error:
            self.post_message(Failed(error))
        except OSError as error:
            self.post_message(Failed(KatatxError(f"cannot go on: {error.strerror or error}")))
        else:
            self.post_message(Opened(made))

    def _tell(self, done: int, total: int) -> None:
        """How far a long opening is, such as deriving every due date anew."""
        now = self.katatx.ticks()
        if now < self.told_next or not total:
            return
        self.told_next = now + _BETWEEN
        filled = done * _BAR // total
        bar = "█" * filled + "░" * (_BAR - filled)
        told = f"deriving every due date anew\n{bar} {done:,} of {total:,} answers"
        self.app.call_from_thread(self.query_one("#notice", Static).update, told)
