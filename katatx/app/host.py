"""What a screen may ask of the app."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from katatx.errors import KatatxError
from katatx.settings import AppSettings

if TYPE_CHECKING:
    from textual.binding import Binding
    from textual.screen import Screen

    from katatx.sessions.desk import Desk
    from katatx.sessions.sitting import Sitting


class Host(Protocol):
    """The app.

    `keys` are those that differ from the bindings, by id. `ticks` returns seconds on the clock of key events;
    `last_key` is the key pressed last ("" after a paste). When the screen `first` is closed, the app ends.
    """

    look: AppSettings
    keys: Mapping[str, str]
    ticks: Callable[[], float]
    last_key: str
    first: Screen[None]
    # The keys of the screen that the palette is opened over, by id; under it they do nothing.
    palette_keys: dict[str, list[Binding]]

    def push_screen(self, screen: Screen[None]) -> object: ...

    @property
    def desk(self) -> Desk | None:
        """Return the decks, the log and the settings; None in a sitting opened without them."""

    def wear(self, look: AppSettings) -> None:
        """Apply another theme or other keys; warn of keys that cannot be."""

    def begin(self, open_sitting: Callable[[], Sitting]) -> None:
        """Start a sitting on top of the screens, or in place of the present one, which asks first if an answer is
        typed. A notice says so if it cannot be opened or there is nothing to ask.
        """

    def over(self, sitting: Sitting, then: Sitting | None = None) -> None:
        """Leave a sitting that is over for the one that follows, or for the screen it was started from."""

    def fail(self, error: KatatxError) -> None:
        """End the app with an error that nothing can be done about."""

    def leave(self) -> None:
        """End the app, as its first screen does: it may have something to ask."""
