"""The app: shows its first screen, and leaves with the exit status."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import App
from textual.binding import BindingType
from textual.driver import Driver
from textual.screen import Screen

from katatx.errors import KatatxError
from katatx.practice.sitting import Sitting
from katatx.tui.messages import Failed, SittingOver
from katatx.tui.screens.drill import DrillScreen

if TYPE_CHECKING:
    from katatx.practice.calibration import Calibration
    from katatx.practice.desk import Desk

# The one built-in theme that paints nothing of its own, so that NO_COLOR leaves no colour at all.
_COLOURLESS = "ansi-dark"


class KatatxApp(App[None]):
    """Full screen, from a first screen on. Where that is a sitting's, the app ends with the sitting;
    from home, it goes back there.

    `trouble` holds the error that ended it, if one did.
    """

    CSS_PATH = "katatx.tcss"
    TITLE = "katatx"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c", "quit", "Stop")]

    def __init__(self, first: Screen[None], driver_class: type[Driver] | None = None) -> None:
        colourless = "NO_COLOR" in os.environ
        super().__init__(driver_class=driver_class, ansi_color=True if colourless else None)
        self.first = first
        self.trouble: KatatxError | None = None
        if colourless:
            self.theme = _COLOURLESS

    def get_default_screen(self) -> Screen[None]:
        """The first screen itself, so that no empty one is laid out and painted before it."""
        return self.first

    def on_ready(self) -> None:
        # Start-up is over: what lives now lives long, and is not worth searching again.
        gc.freeze()
        gc.enable()

    @on(SittingOver)
    def _go_back(self) -> None:
        if isinstance(self.first, DrillScreen):
            self.exit()
            return
        while self.screen is not self.first:
            self.pop_screen()

    @on(Failed)
    def _leave(self, failed: Failed) -> None:
        """Leave at once; what could not be recorded has had no verdict."""
        self.trouble = failed.error
        self.exit(return_code=2)


def practise_in_app(sitting: Sitting) -> int:
    """Run a sitting to its end. Raises KatatxError where it could not go on, LogError where an
    answer could not be recorded.
    """
    return _run(DrillScreen(sitting))


def open_home(desk: Desk) -> int:
    """The home screen, and whatever is begun from it. Raises as `practise_in_app` does."""
    from katatx.tui.screens.home import HomeScreen

    return _run(HomeScreen(desk))


def calibrate_in_app(calibration: Calibration) -> int:
    """Measure the learner's typing. Raises LogError where it cannot be recorded."""
    from katatx.tui.screens.calibration import CalibrationScreen

    return _run(CalibrationScreen(calibration))


def _run(first: Screen[None]) -> int:
    app = KatatxApp(first)
    app.run()
    if app.trouble is not None:
        raise app.trouble
    return 0 if app.return_code == 0 else 2
