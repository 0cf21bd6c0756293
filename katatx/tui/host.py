"""The interface of the app that screens and widgets use."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from katatx.settings import AppSettings
from katatx.tui.keys import Keys

if TYPE_CHECKING:
    from katatx.sessions.desk import Desk
    from katatx.sessions.sitting import Sitting
    from katatx.views.welcome import Welcome


class Host(Protocol):
    """The app: keys, appearance, a clock in seconds that matches key events, and the last key pressed."""

    keys: Keys
    look: AppSettings
    ticks: Callable[[], float]
    last_key: str

    @property
    def desk(self) -> Desk | None:
        """Return the desk (decks and log); None if a session was opened without one."""

    def apply(self, look: AppSettings) -> None:
        """Apply another theme or other keys. Raises KatatxError if the keys are invalid."""

    def welcome(self) -> Welcome | None:
        """Return what a new learner reads first; None if nothing is open yet."""

    def wear(self, theme: str) -> None:
        """Apply a theme, and save it if there is a desk; if it cannot be saved, show a message and change nothing."""

    def begin(self, open_sitting: Callable[[], Sitting]) -> None:
        """Start the session that `open_sitting` returns, replacing the present one; show a message if it raises
        KatatxError.
        """
