"""What is shown first, and a screen that stands there while the log and the decks take long to open."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
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
    """Shows the program's name while `opening` runs in a thread, then the screen it returns; its error ends the app."""

    BINDINGS = [Binding("q,escape", "back", "leave", id="leave-opening")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, opening: Opening) -> None:
        super().__init__()
        self.opened = Future[Callable[[], Screen[None]]]()
        self.said = "One moment."
        self.is_over = False
        # A daemon thread, because another program may hold the log for a minute.
        Thread(target=self._open, args=(opening,), daemon=True).start()

    def _open(self, opening: Opening) -> None:
        try:
            self.opened.set_result(opening(self._count))
        except Exception as error:  # noqa: BLE001 - raised again where the screen is made
            self.opened.set_exception(error)

    def middle(self) -> Iterable[Widget]:
        yield Static(id="waiting", markup=False)

    def on_mount(self) -> None:
        self.set_interval(_LONG, self._say)
        self.opened.add_done_callback(lambda _: self.call_later(self._show))

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

    def _show(self) -> None:
        """Show what was opened, unless the app is ending or this screen is covered."""
        if self.app.return_code is None and self.is_active:
            self.is_over = True
            try:
                self.app.push_screen(self.opened.result()())
            except (KatatxError, OSError) as error:
                said = f"katatx cannot continue: {reason_of(error)}; start it again"
                self.katatx.fail(error if isinstance(error, KatatxError) else KatatxError(said))
