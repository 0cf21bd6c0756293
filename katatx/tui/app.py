"""The app: shows its first screen, keeps keys and theme, and leaves with the exit status."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual._time import get_time
from textual.app import App
from textual.binding import BindingType
from textual.driver import Driver
from textual.screen import Screen

from katatx.errors import KatatxError
from katatx.settings import AppSettings
from katatx.tui.actions import PALETTE
from katatx.tui.fitted import LEAST
from katatx.tui.keys import Keys
from katatx.tui.messages import Failed, Opened, SittingOver
from katatx.tui.progress_told import Progress
from katatx.tui.screen import KatatxScreen
from katatx.tui.screens.opening import OpeningScreen
from katatx.tui.themes import OWN, is_colourless, theme_name

if TYPE_CHECKING:
    from textual.command import Provider

    from katatx.practice.calibration import Calibration
    from katatx.practice.desk import Desk
    from katatx.practice.sitting import Sitting


def _palette() -> type[Provider]:
    from katatx.tui.palette import ActionProvider

    return ActionProvider


class KatatxApp(App[None]):
    """Full screen, from a first screen on. Where that is a sitting's, the app ends with the sitting;
    else it goes back to where that was begun.

    `trouble` holds the error that ended it, if one did. `ticks` tells seconds on the clock that key
    events carry; `styles` names stylesheets of screens that come next. Raises KatatxError where the
    settings have keys that cannot be.
    """

    CSS_PATH: ClassVar[str] = "katatx.tcss"
    TITLE = "katatx"
    COMMANDS = {_palette}  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c", "quit", "Stop")]

    def __init__(
        self,
        first: Screen[None],
        look: AppSettings | None = None,
        styles: Sequence[str] = (),
        driver_class: type[Driver] | None = None,
        ticks: Callable[[], float] = get_time,
    ) -> None:
        # The first screen is on no stack yet when styles are read: its own are read with the app's. So are those
        # of the screen after it: read later, all would be worked out once more.
        here = Path(__file__)
        paths: list[str | PurePath] = [here.with_name(self.CSS_PATH), *first.css_path]
        paths += [here.parent / "screens" / name for name in styles]
        self.keys = Keys(look is not None and look.keys == "vim", {} if look is None else look.keymap)
        # Read by App, which binds it before anything else.
        self.COMMAND_PALETTE_BINDING = self.keys.of(PALETTE)[0]  # type: ignore[misc]
        super().__init__(driver_class, paths, ansi_color=True if is_colourless() else None)
        self.first = first
        self.ticks = ticks
        self.trouble: KatatxError | None = None
        self.leaves_at_signals = False
        for theme in OWN:
            self.register_theme(theme)
        self.look = AppSettings() if look is None else look
        self._wear()

    def apply(self, look: AppSettings) -> None:
        """Take on another theme or other keys. Raises KatatxError, with all as it was, for keys that cannot be."""
        self.keys = Keys(look.keys == "vim", look.keymap)
        self.look = look
        self._wear()

    def _wear(self) -> None:
        self.theme = theme_name(self.look.theme)
        self.set_keymap(self.keys.keymap())

    def get_default_screen(self) -> Screen[None]:
        """The first screen itself, so that no empty one is laid out and painted before it."""
        return self.first

    def on_mount(self) -> None:
        """Told to end from outside, it leaves the terminal as it found it."""
        if self.leaves_at_signals:
            loop = asyncio.get_running_loop()
            for name in ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"):
                with suppress(AttributeError, NotImplementedError):  # as on Windows
                    number = getattr(signal, name)
                    loop.add_signal_handler(number, self.exit, None, 128 + number)

    def on_ready(self) -> None:
        if not isinstance(self.first, OpeningScreen):
            _start_up_is_over()

    @on(Opened)
    def _show_opened(self, opened: Opened) -> None:
        if self.return_code is not None or self.screen is not self.first:  # it has been left meanwhile
            return
        self.push_screen(opened.make())
        self.call_after_refresh(_start_up_is_over)

    async def on_event(self, event: events.Event) -> None:
        """In a window too small to show what a key would do, keys do nothing but leave."""
        small = self.size.width < LEAST.width or self.size.height < LEAST.height
        if small and isinstance(event, (events.Key, events.Paste)) and getattr(event, "key", "") != "ctrl+c":
            return
        await super().on_event(event)

    @on(SittingOver)
    def _go_back(self, over: SittingOver) -> None:
        """Back to where a sitting was begun; told of twice, it is left once."""
        holder = next((screen for screen in self.screen_stack if _holds(screen, over.sitting)), None)
        if holder is None:
            return
        while self.screen is not holder:
            self.pop_screen()
        if holder is self.first:
            self.exit()
            return
        self.pop_screen()
        if isinstance(self.screen, OpeningScreen):
            self.exit()

    def action_command_palette(self) -> None:
        """Where there is anything to find."""
        if isinstance(self.screen, KatatxScreen) and self.screen.actions:
            super().action_command_palette()

    @on(Failed)
    def _leave(self, failed: Failed) -> None:
        """Leave at once; what could not be recorded has had no verdict."""
        self.trouble = failed.error
        self.exit(return_code=2)


def _holds(screen: object, sitting: Sitting) -> bool:
    return isinstance(screen, KatatxScreen) and screen.sitting_held is sitting


def _start_up_is_over() -> None:
    """What lives now lives long, and is not worth searching again."""
    gc.freeze()
    gc.enable()


def practise_in_app(open_sitting: Callable[[Progress], Sitting], look: AppSettings) -> int:
    """Open a sitting, told of its progress, and run it to its end. Raises KatatxError where it could not
    go on, LogError where an answer could not be recorded.
    """

    def opening(progress: Progress) -> Callable[[], Screen[None]]:
        from katatx.tui.screens.sittings import screen_of

        sitting = open_sitting(progress)
        return lambda: screen_of(sitting)

    return _run(OpeningScreen(opening), look, ("drill.tcss",))


def open_home(open_desk: Callable[[Progress], Desk], look: AppSettings) -> int:
    """The home screen, and whatever is begun from it. Raises as `practise_in_app` does."""

    def opening(progress: Progress) -> Callable[[], Screen[None]]:
        from katatx.tui.screens.home import HomeScreen

        desk = open_desk(progress)
        return lambda: HomeScreen(desk)

    return _run(OpeningScreen(opening), look, ("home.tcss",))


def calibrate_in_app(calibration: Calibration, look: AppSettings) -> int:
    """Measure the learner's typing. Raises LogError where it cannot be recorded."""
    from katatx.tui.screens.calibration import CalibrationScreen

    return _run(CalibrationScreen(calibration), look)


def _run(first: Screen[None], look: AppSettings, styles: Sequence[str] = ()) -> int:
    app = KatatxApp(first, look, styles)
    app.leaves_at_signals = True
    app.run()
    if app.trouble is not None:
        raise app.trouble
    return app.return_code or 0
