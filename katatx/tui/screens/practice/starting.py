"""The base class of screens that start sessions."""

from __future__ import annotations

from collections.abc import Callable

from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.notation.quoting import plain, quote
from katatx.sessions.desk import Desk
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

    def begin_drill(self, desk: Desk, deck: str, drill: str | None = None, start: str | None = None) -> None:
        """Start a session at a deck over this screen, or go on with one that is unfinished.

        `drill` limits it to one drill; `start` begins a new one at that drill, with the drills before it at the end.
        Show a notice instead if `begin` would, or if there is no such deck: the log also names decks that are gone.
        """
        if deck in desk.decks:
            self.begin(lambda: desk.drill(deck, drill, start))
        else:
            self.tell(f"There is no deck {quote(deck)} now; put its file back to practise it.")
