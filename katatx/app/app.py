"""The app: it shows the first screen, applies keys and theme, starts sittings, and ends with an exit status.

The exit status is 0 unless a function says otherwise; if a signal ends the app, it is 128 + the signal's number.
"""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import Callable
from concurrent.futures import wait
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.notifications import SeverityLevel
from textual.screen import ModalScreen, Screen
from textual.theme import Theme
from textual.widgets import OptionList, Static

from katatx.app.frame import LEAST, Frame, Laid, screen_of
from katatx.app.keys import PALETTE, keymap, shown
from katatx.app.opening import Opening, OpeningScreen, Progress
from katatx.app.signals import ending_at_signals
from katatx.app.themes import INKS, OWN, is_colourless, text_styles, theme_name
from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.settings import AppSettings

if TYPE_CHECKING:
    from katatx.app.page import PageScreen
    from katatx.app.question import QuestionScreen
    from katatx.sessions.desk import Desk
    from katatx.sessions.sitting import Sitting
    from katatx.show.audited import WatchedPage

# Seconds in which a deck and most logs open; only after these is anything painted before the question.
_AT_ONCE = 0.4
# Seconds between checks whether all screens are mounted.
_POLL = 0.002
# The keys that leave the app in a window too small for any other.
_LEAVING = ("q", "ctrl+c", "ctrl+q")


class KatatxApp(App[None]):
    """The full-screen app, with the screen `first` at the bottom of all; it ends when its last screen is closed.

    `look` holds the theme and the learner's keys, and `keys` all that differ from the bindings, by id. `ticks` returns
    seconds on the clock of key events; `last_key` is the key pressed last, "" after a paste or a click. `palette_keys`
    are those of the screen that the palette is opened over. `trouble` is the error that ended the app.
    """

    TITLE = "katatx"
    CSS_PATH = "katatx.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "leave", "leave", show=False), PALETTE]

    def __init__(
        self, first: Screen[None], look: AppSettings | None = None, driver_class: type[Driver] | None = None,
        ticks: Callable[[], float] = lambda: events.Event().time,
    ) -> None:  # fmt: skip
        self.look = look or AppSettings()
        # A theme that is set later has all style sheets read once more.
        self.set_reactive(KatatxApp.theme, theme_name(self.look.theme))
        super().__init__(driver_class, ansi_color=True if is_colourless() else None)
        # Textual reads a screen's own styles when it is pushed, which the first is not.
        self.CSS = first.CSS  # type: ignore[misc]
        self.first, self.ticks = first, ticks
        self.trouble: KatatxError | None = None
        self.last_key = ""
        self.palette_keys: dict[str, list[Binding]] = {}
        self._running_loop: asyncio.AbstractEventLoop | None = None
        self._warned: set[str] = set()
        self.wear(self.look)

    @property
    def available_themes(self) -> dict[str, Theme]:
        return {**super().available_themes, **{each.name: each for each in OWN}}

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return {**INKS, "border": "ansi_default"}

    def get_key_display(self, binding: Binding) -> str:
        return binding.key_display or shown(binding.key)

    def wear(self, look: AppSettings) -> None:
        """Apply a theme and keys; warn of keys that cannot be."""
        vim = look.keys == "vim"
        self.look = look
        self.keys, self._problems = keymap(vim, look.keymap, all_screens() if vim or look.keymap else ())
        self.set_keymap(self.keys)
        self.theme = theme_name(look.theme)
        self.console.push_theme(text_styles(self.theme))
        if not self.is_running:
            return
        self._warn()
        # Widgets keep the colours that named styles had.
        for screen in self.screen_stack:
            for lines in screen.query(Laid):
                lines.refresh(layout=True)
            for text in screen.query(Static):
                text.update(text.content)
            for choice in screen.query(OptionList):
                for at, option in enumerate(choice.options):
                    choice.replace_option_prompt_at_index(at, option.prompt)

    def _warn(self) -> None:
        """Show what is wrong in the settings, each thing once."""
        for each in (*self.look.warnings, *self._problems):
            if each not in self._warned:
                self.notify(each, severity="warning")
        self._warned |= {*self.look.warnings, *self._problems}

    def notify(
        self, message: str, *, title: str = "", severity: SeverityLevel = "information", timeout: float | None = None,
        markup: bool = False,
    ) -> None:  # fmt: skip
        """Show a notice, which is never read as markup."""
        text = plain(message, 300, keep="")
        super().notify(text, title=title, severity=severity, timeout=timeout, markup=False)

    @property
    def desk(self) -> Desk | None:
        """Return the desk of the topmost screen that has one; None in a sitting opened without one."""
        desks = (getattr(screen, "desk", None) for screen in reversed(self.screen_stack))
        return next((desk for desk in desks if desk is not None), None)

    # Sittings.

    @property
    def _holder(self) -> QuestionScreen | None:
        """Return the screen of the present sitting."""
        held = (screen for screen in reversed(self.screen_stack) if getattr(screen, "sitting_held", None) is not None)
        return cast("QuestionScreen | None", next(held, None))

    def begin(self, open_sitting: Callable[[], Sitting]) -> None:
        """Start a sitting on top of the screens, or in place of the present one, which asks first if an answer is
        typed. A notice says so if it cannot be opened or there is nothing to ask.
        """
        holder = self._holder

        def start() -> None:
            try:
                sitting = open_sitting()
            except KatatxError as error:
                self.notify(str(error))
                return
            if sitting.question is None:
                self.notify(sitting.opening)
            elif holder is None:
                self.push_screen(screen_of("Question")(sitting))
            else:
                self._replace(holder, sitting)

        if holder is None:
            start()
        else:
            holder.leave(start)

    def _replace(self, holder: Screen[None], sitting: Sitting | None) -> None:
        """Put a sitting in the place of the screen `holder` and of all on top of it; None only closes them."""
        while self.screen is not holder:
            self.pop_screen()
        if sitting is None:
            holder.dismiss()
        else:
            self.switch_screen(screen_of("Question")(sitting))

    def over(self, sitting: Sitting, then: Sitting | None = None) -> None:
        """Leave a sitting that is over for the one that follows, or for the screen it was started from."""
        holder = self._holder
        if holder is not None and holder.sitting_held is sitting:  # else another took its place
            self._replace(holder, then)

    # Ending.

    def _fatal_error(self) -> None:
        """End the app with the traceback of a fault in it, unless nobody is left to read it.

        Textual's own traceback writes out all decks, which takes minutes.
        """
        is_alone = isinstance(sys.exception(), BrokenPipeError)
        self.panic(*[] if is_alone else [Text(traceback.format_exc())])

    def fail(self, error: KatatxError) -> None:
        """End the app with exit status 2 because of an error."""
        self.trouble = error
        self.exit(return_code=2)

    def action_leave(self) -> None:
        """End the app; the screen on top may ask first."""
        while isinstance(self.screen, ModalScreen):
            self.pop_screen()
        if isinstance(self.screen, Frame):
            self.screen.leave(self.exit)
        else:
            self.exit()

    def action_command_palette(self) -> None:
        if isinstance(self.screen, Frame):
            self.palette_keys = self.screen.keys_now()
            self.push_screen(screen_of("Palette")())

    def leave_from_thread(self, status: int) -> None:
        """Ask the app to end with an exit status, from another thread; RuntimeError once it has ended."""
        if self._running_loop is not None:
            self._running_loop.call_soon_threadsafe(self.exit, None, status)

    # Events.

    def get_default_screen(self) -> Screen[None]:
        """Return the first screen, so that no empty one is painted before it."""
        self.first._push_result_callback(self, None)  # noqa: SLF001 - as if it were pushed, or it could not be switched
        return self.first

    def on_mount(self) -> None:
        self._running_loop = asyncio.get_running_loop()
        self._warn()

    async def on_event(self, event: events.Event) -> None:
        """Delay keys and pastes until all screens are mounted; in a window too small, only leaving is possible."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            if self.size.width < LEAST.width or self.size.height < LEAST.height:
                if getattr(event, "key", "") in _LEAVING:
                    self.exit()
                return
            await self._until_mounted()
            if not self.screen_stack:  # the app has ended in the meantime
                return
            self.last_key = getattr(event, "key", "")
        elif isinstance(event, events.MouseDown):
            self.last_key = ""  # what a click opens was opened by no key
        await super().on_event(event)

    async def _until_mounted(self) -> None:
        # Textual's event for this is private.
        while self.is_running and self.is_attached and not all(each.is_mounted for each in self.screen_stack):  # noqa: ASYNC110
            await asyncio.sleep(_POLL)


def all_screens() -> list[type]:
    """Return the classes of all screens, for what keys they have."""
    modules = [import_module(f"katatx.app.{each.stem}") for each in Path(__file__).parent.glob("[!_]*.py")]
    found = (each for module in modules for each in vars(module).values())
    return [each for each in found if isinstance(each, type) and issubclass(each, Screen)]


# ---- what commands start


def practise_in_app(open_sitting: Callable[[Progress], Sitting], look: AppSettings) -> int:
    """Run the app with a sitting, which is opened in a thread, until it ends; return the exit status.

    Raises LogError if an answer cannot be recorded, and KatatxError if the sitting cannot be opened or continued.
    """
    opening = OpeningScreen(opening_sitting(open_sitting))
    wait([opening.opened], _AT_ONCE)
    return _run(opening.opened.result()() if opening.opened.done() else opening, look)


def opening_sitting(open_sitting: Callable[[Progress], Sitting]) -> Opening:
    """Return what `OpeningScreen` calls to open a sitting, with the welcome screen first for new learners."""

    def opening(progress: Progress) -> Callable[[], Screen[None]]:
        sitting = open_sitting(progress)
        screen = screen_of("Welcome" if sitting.is_first else "Question")
        return lambda: screen(sitting)

    return opening


def open_home(open_desk: Callable[[Progress], Desk], look: AppSettings) -> int:
    """Run the app with the home screen; return the exit status. Raises like `practise_in_app`."""
    return _run(OpeningScreen(opening_home(open_desk)), look)


def opening_home(open_desk: Callable[[Progress], Desk]) -> Opening:
    """Return what `OpeningScreen` calls to open the home screen, with the welcome screen first for new learners."""

    def opening(progress: Progress) -> Callable[[], Screen[None]]:
        desk = open_desk(progress)
        given = (desk.review(), desk) if desk.is_new else (desk,)
        screen = screen_of("Welcome" if desk.is_new else "Home")
        return lambda: screen(*given)

    return opening


def open_worksheet(path: Path | None, look: AppSettings) -> int:
    """Run the app with a worksheet from the file `path`, or an empty one; return the exit status.

    Raises KatatxError if the file cannot be read.
    """
    from katatx.worksheet.files import read_sheet

    opened = None if path is None else read_sheet(path)
    return _run(screen_of("Worksheet")(path, "" if opened is None else opened.text), look)


def open_page(page: WatchedPage, look: AppSettings) -> int:
    """Run the app with a page, audited again whenever its file changes; return its status, or raise as that does."""
    screen = cast("PageScreen", screen_of("Page")(page))
    return _run(screen, look) or screen.status


def _run(first: Screen[None], look: AppSettings) -> int:
    """Run the app with the screen `first` and return its exit status; raise the error that ended it, if any."""
    app = KatatxApp(first, look)
    with ending_at_signals(app.leave_from_thread):
        app.run()
    if app.trouble is not None:
        raise app.trouble
    return app.return_code or 0
