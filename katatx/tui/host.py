"""The interface of the app that screens and widgets use."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from katatx.settings import AppSettings
from katatx.tui.keys import Keys

if TYPE_CHECKING:
    from textual.screen import Screen

    from katatx.sessions.desk import Desk
    from katatx.sessions.sitting import Sitting
    from katatx.views.welcome import Welcome


class Host(Protocol):
    """The app: its keys and appearance (`look`), and the last key pressed.

    `ticks` returns seconds on the clock of key events. `last_key` is a key's name in events; "" before the first key
    and after a paste. When the screen `first` is closed, the app ends.
    """

    keys: Keys
    look: AppSettings
    ticks: Callable[[], float]
    last_key: str
    first: Screen[None]

    @property
    def desk(self) -> Desk | None:
        """Return the desk (decks, log and settings); None if there is none, as in a session opened without a desk."""

    def apply(self, look: AppSettings) -> None:
        """Apply another theme or other keys. Raises KatatxError, changing nothing, if the keys are invalid."""

    def welcome(self) -> Welcome | None:
        """Return what a new learner reads first, for the deck being practised or else the first deck; None if there is
        neither a session nor a desk.
        """

    def wear(self, theme: str) -> None:
        """Apply a theme, given by its name in the settings, and save it if there is a desk.

        If it cannot be saved, show a message and change nothing.
        """

    def begin(self, open_sitting: Callable[[], Sitting]) -> None:
        """Start the session that `open_sitting` returns, replacing the present one if there is one.

        The present one asks first if an answer is typed. Show a message if `open_sitting` raises KatatxError.
        """
