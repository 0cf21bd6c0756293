"""The base class of screens that start sessions."""

from __future__ import annotations

from collections.abc import Callable

from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.sessions.sitting import Sitting
from katatx.tui.screen import KatatxScreen


class StartingScreen(KatatxScreen[None]):
    """A screen that starts sessions, and shows a notice if one cannot be started; subclasses yield a Static
    `#notice`.
    """

    def tell(self, notice: str) -> None:
        """Show a notice; "" hides it."""
        line = self.query_one("#notice", Static)
        line.update(plain(notice, 300, keep=""))
        line.set_class(not notice, "-silent")

    def begin(self, open_sitting: Callable[[], Sitting]) -> None:
        """Start the session that `open_sitting` returns over this screen.

        Show a notice instead if it raises KatatxError or nothing is left to ask.
        """
        from katatx.tui.screens.practice.sittings import screen_of

        try:
            sitting = open_sitting()
        except KatatxError as error:
            self.tell(str(error))
            return
        if sitting.question is None:
            self.tell(sitting.opening)
            return
        self.tell("")
        self.app.push_screen(screen_of(sitting))
