"""What screens and widgets need of the app they are in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from katatx.settings import AppSettings
from katatx.tui.keys import Keys


class Host(Protocol):
    """The app: its keys and look, and a clock in seconds, the one that key events carry."""

    keys: Keys
    look: AppSettings
    ticks: Callable[[], float]

    def apply(self, look: AppSettings) -> None:
        """Take on another theme or other keys. Raises KatatxError for keys that cannot be."""
