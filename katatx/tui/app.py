"""The app: it shows the first screen, applies keys and theme, and ends with an exit status.

A sitting is one stretch of a practice session; the screen that holds it is the one made for it. A desk gives screens
the decks, the log and the settings. The exit status is 0 unless a function says otherwise; if a signal ends the app, it
is 128 + the signal's number.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import App
from textual.binding import BindingType
from textual.driver import Driver
from textual.screen import ModalScreen, Screen

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.settings import AppSettings
from katatx.tui.actions import PALETTE
from katatx.tui.fitted import LEAST
from katatx.tui.keys import Keys
from katatx.tui.messages import Failed, Opened, SittingOver
from katatx.tui.progress_told import Progress
from katatx.tui.screen import KatatxScreen, Keyed
from katatx.tui.screens.opening import Opening, OpeningScreen
from katatx.tui.signals import ending_at_signals
from katatx.tui.styles import stylesheet
from katatx.tui.themes import OWN, is_colourless, theme_name

if TYPE_CHECKING:
    from textual.command import Provider

    from katatx.sessions.desk import Desk
    from katatx.sessions.sitting import Sitting
    from katatx.views.audited.watching import WatchedPage
    from katatx.views.welcome import Welcome

# Seconds between checks whether all screens are mounted.
_POLL = 0.002
# The keys that leave the app in a window too small for any other.
_LEAVING = ("q", "ctrl+c", "ctrl+q")


def _event_clock() -> float:
    """Return the time that an event would carry now, in seconds."""
    return events.Event().time


def _palette() -> type[Provider]:
    """Return the class that provides the palette's entries; it is imported only when the palette opens."""
    from katatx.tui.palette import ActionProvider

    return ActionProvider


class KatatxApp(App[None]):
    """The full-screen app.

    `first` is the screen shown first. If it is a session's, or the opening screen of one, the app ends with the
    session; otherwise a session returns to the screen it was started from. `look` holds the theme and the keys, None
    for the usual ones. `styles` names stylesheets of later screens, and `driver_class` is Textual's driver, None for
    the usual one. `ticks` returns seconds on the clock of key events. `trouble` is the error that ended the app, if
    any. `last_key` is the name of the key pressed last; "" before the first and after a paste. Raises KatatxError if
    the settings contain invalid keys.
    """

    TITLE = "katatx"
    COMMANDS = {_palette}  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+c", "quit", "Stop")]

    def __init__(
        self,
        first: Screen[None],
        look: AppSettings | None = None,
        styles: Sequence[str] = (),
        driver_class: type[Driver] | None = None,
        ticks: Callable[[], float] = _event_clock,
    ) -> None:
        # The first screen is not on the stack when styles are read, so its stylesheets are added here. Those of the
        # next screen are too, because reading them later would recompute all styles.
        paths: list[str | PurePath] = [stylesheet("katatx"), *first.css_path, *map(stylesheet, styles)]
        self.keys = Keys(look is not None and look.keys == "vim", {} if look is None else look.keymap)
        # Read by App, which binds it first.
        self.COMMAND_PALETTE_BINDING = self.keys.of(PALETTE)[0]  # type: ignore[misc]
        super().__init__(driver_class, paths, ansi_color=True if is_colourless() else None)
        self.first = first
        self.ticks = ticks
        self.trouble: KatatxError | None = None
        self.last_key = ""
        self._running_loop: asyncio.AbstractEventLoop | None = None
        for theme in OWN:
            self.register_theme(theme)
        self.look = AppSettings() if look is None else look
        self._wear()

    @property
    def desk(self) -> Desk | None:
        """Return the desk of the topmost screen that has one; None if there is none, as in a session opened without a
        desk.
        """
        desks = (getattr(screen, "desk", None) for screen in reversed(self.screen_stack))
        return next((desk for desk in desks if desk is not None), None)

    def apply(self, look: AppSettings) -> None:
        """Apply another theme or other keys. Raises KatatxError, changing nothing, if the keys are invalid."""
        self.keys = Keys(look.keys == "vim", look.keymap)
        self.look = look
        self._wear()

    def wear(self, theme: str) -> None:
        """Apply a theme, given by its name in the settings, and save it if there is a desk.

        If it cannot be saved, show a message and change nothing.
        """
        desk = self.desk
        try:
            if desk is not None:
                desk.save("app", "theme", theme)
        except KatatxError as error:
            self._warn(error)
            return
        self.apply(replace(self.look, theme=theme))

    def begin(self, open_sitting: Callable[[], Sitting]) -> None:
        """Start the session that `open_sitting` returns, replacing the present one if there is one.

        The present one asks first if an answer is typed. If `open_sitting` raises KatatxError, a message is shown and
        nothing changes.
        """
        holder = self._holder
        if holder is None:
            self._begin(open_sitting, None)
        else:
            holder.leave(lambda: self._begin(open_sitting, holder))

    def _begin(self, open_sitting: Callable[[], Sitting], holder: KatatxScreen[None] | None) -> None:
        """Start a session in place of the screen `holder` and those on top of it; for None, on top of all screens.

        If opening it raises KatatxError, show a message instead.
        """
        from katatx.tui.screens.practice.sittings import screen_of

        try:
            screen = screen_of(open_sitting())
        except KatatxError as error:
            self._warn(error)
            return
        if holder is None:
            self.push_screen(screen)
            return
        while self.screen is not holder:
            self.pop_screen()
        self.switch_screen(screen)

    @property
    def _holder(self) -> KatatxScreen[None] | None:
        """Return the screen of the present session; None if there is none."""
        screens = (screen for screen in self.screen_stack if isinstance(screen, KatatxScreen))
        return next((screen for screen in screens if screen.sitting_held is not None), None)

    def welcome(self) -> Welcome | None:
        """Return what a new learner reads first, for the deck being practised or else the first deck; None if there is
        neither a session nor a desk.
        """
        held, desk = self._holder, self.desk
        if held is not None and held.sitting_held is not None:
            return held.sitting_held.welcome()
        return None if desk is None else desk.welcome()

    def _warn(self, error: KatatxError) -> None:
        """Show an error as a notification."""
        self.notify(plain(str(error), keep=""), severity="warning", markup=False)

    def _wear(self) -> None:
        """Apply the theme of `look`, and the keys."""
        self.theme = theme_name(self.look.theme)
        self.set_keymap(self.keys.keymap())

    def get_default_screen(self) -> Screen[None]:
        """Return the first screen, so that no empty one is painted before it."""
        return self.first

    def on_mount(self) -> None:
        """Remember the event loop, for signals handled in other threads."""
        self._running_loop = asyncio.get_running_loop()

    def leave_from_thread(self, status: int) -> None:
        """Ask the app to end with an exit status, and return at once. Call it from another thread.

        Before the app runs it does nothing. Raises RuntimeError once the app has ended.
        """
        if self._running_loop is not None:
            self._running_loop.call_soon_threadsafe(self.exit, None, status)

    @on(Opened)
    def _show_opened(self, opened: Opened) -> None:
        """Show the screen that the opening screen has loaded, unless the app is ending or the opening screen is
        covered.
        """
        if self.return_code is not None or self.screen is not self.first:  # it has been left in the meantime
            return
        self.push_screen(opened.make())

    async def on_event(self, event: events.Event) -> None:
        """Pass on an event; delay keys and pastes until all screens are mounted, and note the key in `last_key`.

        In a window too small to show their effect, q, ctrl+c and ctrl+q leave, and all else is ignored.
        """
        if isinstance(event, (events.Key, events.Paste)):
            if self.size.width < LEAST.width or self.size.height < LEAST.height:
                if getattr(event, "key", "") in _LEAVING:
                    self._quit_unasked()
                return
            await self._until_mounted()
            if not self.screen_stack:  # the app has ended in the meantime
                return
            self.last_key = getattr(event, "key", "")
        await super().on_event(event)

    async def _until_mounted(self) -> None:
        """Wait until all screens are mounted, since a screen left earlier cannot find its widgets.

        Return at once if the app is not running.
        """
        # Textual's event for this is private.
        while self._has_screens_to_mount:  # noqa: ASYNC110
            await asyncio.sleep(_POLL)

    @property
    def _has_screens_to_mount(self) -> bool:
        """Return whether a screen is still to be mounted; False if the app is not running."""
        return self.is_running and self.is_attached and not all(screen.is_mounted for screen in self.screen_stack)

    @on(SittingOver)
    async def _go_back(self, over: SittingOver) -> None:
        """Leave a session that is over: start the next one, or return to the screen it was started from.

        If there is no such screen, the app ends. A second message about the same session has no effect.
        """
        await self._until_mounted()
        holder = next((screen for screen in self.screen_stack if _holds(screen, over.sitting)), None)
        if holder is None or (holder is self.screen_stack[0] and holder is not self.first):  # another took its place
            return
        while self.screen is not holder:
            self.pop_screen()
        if over.then is not None:
            self._take_place(holder, over.then)
            return
        if holder is self.first:
            self.exit()
            return
        self.pop_screen()
        if isinstance(self.screen, OpeningScreen):
            self.exit()

    async def action_quit(self) -> None:
        """End the app, or let the screen below help and palette decide: a worksheet closes, and asks first if it is not
        saved; it ends the app only if it is the first screen.
        """
        while isinstance(self.screen, ModalScreen) and not isinstance(self.screen, Keyed):  # help or the palette
            await self.pop_screen()
        if isinstance(self.screen, KatatxScreen):
            self.screen.quit_app()
        else:
            self.exit()

    def _quit_unasked(self) -> None:
        """End the app without asking about anything; unsaved text of a worksheet is kept and offered next time."""
        from katatx.tui.screens.worksheet import WorksheetScreen

        if isinstance(self.first, KatatxScreen) and not isinstance(self.first, WorksheetScreen):
            self.first.quit_app()
        else:
            self.exit()

    def _take_place(self, holder: Screen[None], sitting: Sitting) -> None:
        """Replace the screen of an ended session, `holder`, with the screen of `sitting`.

        `holder` must be on top. If it is the app's first screen, it stays below, and the new screen counts as the
        first.
        """
        from katatx.tui.screens.practice.sittings import screen_of

        following = screen_of(sitting)
        if holder is self.first:  # nothing below it to return to
            self.first = following
            self.push_screen(following)
        else:
            self.switch_screen(following)

    def action_command_palette(self) -> None:
        """Open the command palette, if the screen on top is a KatatxScreen with actions."""
        if isinstance(self.screen, KatatxScreen) and self.screen.actions:
            from textual.command import CommandPalette

            self.push_screen(CommandPalette(placeholder="a drill, deck, step, setting, operation, theme …"))

    @on(Failed)
    def _leave(self, failed: Failed) -> None:
        """End the app with exit status 2 because of an error, which is kept in `trouble`."""
        self.trouble = failed.error
        self.exit(return_code=2)


def _holds(screen: object, sitting: Sitting) -> bool:
    """Return whether `screen` is the one made for the session `sitting`."""
    return isinstance(screen, KatatxScreen) and screen.sitting_held is sitting


def practise_in_app(open_sitting: Callable[[Progress], Sitting], look: AppSettings) -> int:
    """Run the app with the session that `open_sitting` returns until it ends; return the exit status.

    `open_sitting` is called in a thread, with a function to report progress. Raises LogError if an answer cannot be
    recorded, and KatatxError if the session cannot be opened or continued, or the keys in `look` are invalid.
    """
    return _run(OpeningScreen(opening_sitting(open_sitting)), look, ("question",))


def opening_sitting(open_sitting: Callable[[Progress], Sitting]) -> Opening:
    """Return a function for `OpeningScreen` that opens a session, with the welcome screen first for new learners."""

    def opening(progress: Progress) -> Callable[[], Screen[None]]:
        """Open the session and return a function that makes its first screen."""
        from katatx.tui.screens.practice.sittings import screen_of

        sitting = open_sitting(progress)
        if not sitting.is_first:
            return lambda: screen_of(sitting)
        from katatx.tui.screens.welcome import WelcomeScreen

        return lambda: WelcomeScreen(sitting.welcome(), lambda begins: [screen_of(sitting)] if begins else [])

    return opening


def open_home(open_desk: Callable[[Progress], Desk], look: AppSettings) -> int:
    """Run the app with the home screen of the desk that `open_desk` returns; return the exit status.

    Raises like `practise_in_app`.
    """
    return _run(OpeningScreen(opening_home(open_desk)), look, ("home",))


def opening_home(open_desk: Callable[[Progress], Desk]) -> Opening:
    """Return a function for `OpeningScreen` that opens the home screen, with the welcome screen first for new
    learners.
    """

    def opening(progress: Progress) -> Callable[[], Screen[None]]:
        """Open the desk and return a function that makes the first screen."""
        from katatx.tui.screens.home import HomeScreen

        desk = open_desk(progress)
        if not desk.is_new:
            return lambda: HomeScreen(desk)
        from katatx.tui.screens.practice.sittings import screen_of
        from katatx.tui.screens.welcome import WelcomeScreen

        def then(begins: bool) -> list[Screen[None]]:
            """Return the screens after the welcome screen: home, and with `begins` the review on top."""
            return [HomeScreen(desk), *([screen_of(desk.review())] if begins else [])]

        return lambda: WelcomeScreen(desk.welcome(), then)

    return opening


def open_worksheet(path: Path | None, look: AppSettings) -> int:
    """Run the app with a worksheet from the file `path`, or an empty one for None; return the exit status.

    A file that does not exist is opened as an empty one. Raises KatatxError if the file cannot be read, or the keys in
    `look` are invalid.
    """
    from katatx.tui.screens.worksheet import WorksheetScreen
    from katatx.worksheet.files import read_sheet

    opened = None if path is None else read_sheet(path)
    return _run(WorksheetScreen(path, "" if opened is None else opened.text), look)


def open_page(page: WatchedPage, look: AppSettings) -> int:
    """Run the app with an audited page, which is read again whenever its file changes.

    Returns 1 if a claim is wrong in the end, else 0. Raises KatatxError if the page was unreadable or not yet audited
    at the end, or the keys in `look` are invalid.
    """
    from katatx.tui.screens.page import AuditedPageScreen

    return _run(AuditedPageScreen(page), look)


def _run(first: Screen[None], look: AppSettings, styles: Sequence[str] = ()) -> int:
    """Run the app with the screen `first` and return its exit status; raise the error that ended it, if any.

    `styles` names stylesheets of later screens, which are read now. Raises KatatxError if the keys in `look` are
    invalid.
    """
    app = KatatxApp(first, look, styles)

    with ending_at_signals(app.leave_from_thread):
        app.run()
    if app.trouble is not None:
        raise app.trouble
    return app.return_code or 0
