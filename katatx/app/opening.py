"""The first screen, while the log and the decks are opened in a thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Thread

from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from katatx.app.frame import Frame
from katatx.errors import KatatxError, reason_of

# Called with (done, total) answers from any thread.
Progress = Callable[[int, int], None]
# Opens what a screen needs, and returns a function that makes the screen.
Opening = Callable[[Progress], Callable[[], Screen[None]]]
# Seconds after which the wait is told, time and again.
_LONG = 2.0


class OpeningScreen(Frame[None]):
    """Shows the program's name while `opening` runs, then the screen that it returns; its error ends the app."""

    BINDINGS = [Binding("q,escape", "back", "leave", id="leave-opening")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, opening: Opening) -> None:
        super().__init__()
        self.opening = opening
        self.said = "One moment."
        self.is_over = False

    def middle(self) -> Iterable[Widget]:
        yield Static(id="waiting", markup=False)

    def on_mount(self) -> None:
        self.set_interval(_LONG, self._say)
        # A daemon thread, because another program may hold the log for a minute.
        self.call_after_refresh(Thread(target=self._open, daemon=True).start)

    def on_screen_resume(self) -> None:
        """End the app once what was opened is closed."""
        if self.is_over:
            self.app.exit()

    def _say(self) -> None:
        if not self.is_over:
            self.query_one("#waiting", Static).update(self.said)

    def _count(self, done: int, total: int) -> None:
        if total:
            self.said = f"Your answers are being read: {done:,} of {total:,}."

    def _open(self) -> None:
        try:
            make = self.opening(self._count)
        except (KatatxError, OSError) as error:
            said = f"katatx cannot continue: {reason_of(error)}; start it again"
            self.call_later(self.katatx.fail, error if isinstance(error, KatatxError) else KatatxError(said))
        else:
            self.call_later(self._show, make)

    def _show(self, make: Callable[[], Screen[None]]) -> None:
        """Show what was opened, unless the app is ending or this screen is covered."""
        if self.app.return_code is None and self.is_active:
            self.is_over = True
            try:
                self.app.push_screen(make())
            except KatatxError as error:
                self.katatx.fail(error)
