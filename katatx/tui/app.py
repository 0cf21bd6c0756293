"""The app: opens the drill screen, and leaves with the sitting's exit status."""

from __future__ import annotations

import gc
import os
from typing import ClassVar

from textual import on
from textual.app import App
from textual.binding import BindingType
from textual.driver import Driver
from textual.screen import Screen

from katatx.errors import KatatxError
from katatx.practice.sitting import Sitting
from katatx.tui.screens.drill import DrillScreen

# The one built-in theme that paints nothing of its own, so that NO_COLOR leaves no colour at all.
_COLOURLESS = "ansi-dark"


class KatatxApp(App[None]):
    """A sitting at a deck or its kata, full screen.

    `trouble` holds the error that ended it, if one did.
    """

    CSS_PATH = "katatx.tcss"
    TITLE = "katatx"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c", "quit", "Stop")]

    def __init__(self, sitting: Sitting, driver_class: type[Driver] | None = None) -> None:
        colourless = "NO_COLOR" in os.environ
        super().__init__(driver_class=driver_class, ansi_color=True if colourless else None)
        self.sitting = sitting
        self.trouble: KatatxError | None = None
        if colourless:
            self.theme = _COLOURLESS

    def get_default_screen(self) -> Screen[None]:
        """The drill screen itself, so that no empty one is laid out and painted before it."""
        return DrillScreen(self.sitting)

    def on_ready(self) -> None:
        # Start-up is over: what lives now lives long, and is not worth searching again.
        gc.freeze()
        gc.enable()

    @on(DrillScreen.Failed)
    def _leave(self, failed: DrillScreen.Failed) -> None:
        """Leave at once; what could not be recorded has had no verdict."""
        self.trouble = failed.error
        self.exit(return_code=2)


def practise_in_app(sitting: Sitting) -> int:
    """Run the app to its end. Raises KatatxError where it could not go on, LogError where an
    answer could not be recorded.
    """
    app = KatatxApp(sitting)
    app.run()
    if app.trouble is not None:
        raise app.trouble
    return 0 if app.return_code == 0 else 2
