"""The base class of the app's screens: keys from actions, a footer, and help.

A sitting is one stretch of a practice session. A screen is active if no other screen covers it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.tui.actions import Action, name_of, offered
from katatx.tui.fitted import Fitted
from katatx.tui.host import Host
from katatx.tui.messages import Failed
from katatx.tui.widgets.key_line import KeyLine
from katatx.tui.widgets.place import Place

if TYPE_CHECKING:
    from katatx.sessions.sitting import Sitting
    from katatx.tui.widgets.section import Part

_Result = TypeVar("_Result")


class Keyed(Fitted):
    """A mixin for screens and dialogs whose `ACTIONS` define their keys; they have a method `action_NAME` for each.

    In a browser, actions on files are removed from `ACTIONS`.
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = ()
    BINDINGS: ClassVar[list[BindingType]]

    def __init_subclass__(cls, **options: Any) -> None:
        """Make Textual's BINDINGS from the `ACTIONS` that a subclass defines itself."""
        own = cls.__dict__.get("ACTIONS")
        if own is not None:
            cls.ACTIONS = offered(own)
            cls.BINDINGS = [Binding(action.keys, action.method, action.words, id=action.id) for action in cls.ACTIONS]
        super().__init_subclass__(**options)

    def do(self, action: Action) -> None:
        """Perform an action at once, unless `check_action` refuses it, as it does for a key."""
        if cast("Screen[Any]", self).check_action(action.method, ()):
            getattr(self, f"action_{action.method}")()


class KatatxScreen(Keyed, Screen[_Result]):
    """A screen whose `ACTIONS` define its keys, its footer, its help and its palette entries.

    Subclasses yield their widgets in `compose_body`. Screens whose actions change override `actions`, with a part of
    `ACTIONS`, and call `show_keys`.
    """

    # Text of the help page besides the keys.
    HELP_TEXT: ClassVar[str] = ""

    @property
    def sitting_held(self) -> Sitting | None:
        """Return the session that this screen is for; None if it is for none."""
        return None

    def leave(self, then: Callable[[], None]) -> None:
        """Call `then`, which ends or replaces this screen. A screen with something to lose asks first and may not call
        it.
        """
        then()

    @property
    def katatx(self) -> Host:
        """Return the app, typed as `Host`."""
        return cast("Host", self.app)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return the actions available now; all of `ACTIONS` unless a subclass overrides this."""
        return self.ACTIONS

    @property
    def footer_actions(self) -> Sequence[Action]:
        """Return the actions available now in the order of the footer, which leaves out the last ones if it is too
        narrow.
        """
        return self.actions

    @property
    def help_first(self) -> Sequence[Part]:
        """Return the sections of the help page above the keys."""
        return ()

    @property
    def help_parts(self) -> Sequence[Part]:
        """Return the sections of the help page below the keys."""
        return ()

    def compose(self) -> ComposeResult:
        """Yield the screen's widgets, the footer, and the cover for small windows.

        A Static with the id `place` is replaced by a `Place`, the title line of every screen.
        """
        for widget in self.compose_body():
            yield Place(str(widget.content)) if isinstance(widget, Static) and widget.id == "place" else widget
        yield KeyLine(self.do_from_palette)
        yield self.cover()

    def compose_body(self) -> Iterator[Widget]:
        """Yield the screen's widgets, without the footer and the cover."""
        raise NotImplementedError

    def on_resize(self) -> None:
        """Fit the footer to the new width."""
        self.show_keys()

    def show_keys(self) -> None:
        """Update the footer with the actions available now."""
        line = self.query_one(KeyLine)
        line.show(self.katatx.keys, self.footer_actions, line.content_size.width or self.size.width - 2)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action, given by its `Action.method`, may run: one in `ACTIONS` only while no other screen
        covers this one, any other always.
        """
        return self.is_active or not any(action == each.method for each in self.ACTIONS)

    def do_from_palette(self, action: Action) -> None:
        """Perform an action that was clicked or chosen in the palette, unless the screen is covered."""
        if self.is_active:
            self.do(action)

    @contextmanager
    def ending_on_error(self) -> Iterator[None]:
        """Return a context in which a KatatxError ends the block, and the app with that error.

        What follows the block still runs.
        """
        try:
            yield
        except KatatxError as error:
            self.post_message(Failed(error))

    def open_over(self, other: Screen[None]) -> None:
        """Open another screen on top of this one."""
        self.app.push_screen(other)

    def open_lesson(self, opened: Callable[[], Sitting | None]) -> None:
        """Open the lesson that `opened` returns over this screen.

        If it returns None or raises KatatxError, a message says so.
        """
        from katatx.tui.screens.practice.lesson import LessonScreen

        try:
            lesson = opened()
        except KatatxError as error:
            self.tell(plain(str(error), keep=""))
            return
        if lesson is None:
            self.tell("this section has no lesson")
        else:
            self.open_over(LessonScreen(lesson))

    def tell(self, notice: str) -> None:
        """Show a message to the learner: here as a notification, in subclasses in a line of the screen."""
        self.notify(notice, severity="warning", markup=False)

    def action_welcome(self) -> None:
        """Show the welcome text again, if the app has one to show."""
        from katatx.tui.screens.welcome import WelcomeScreen

        welcome = self.katatx.welcome()
        if welcome is not None:
            self.open_over(WelcomeScreen(welcome))

    def action_help(self) -> None:
        """Show the help page of the actions available now."""
        from katatx.tui.screens.help import HelpScreen

        name = name_of(self.actions) or name_of(self.ACTIONS)
        sections = (self.help_first, self.help_parts, self.HELP_TEXT)
        self.app.push_screen(HelpScreen(name, self.actions, self.katatx.keys, *sections))

    def action_palette(self) -> None:
        """Open the command palette."""
        self.app.action_command_palette()

    def quit_app(self) -> None:
        """End the app as its first screen does; a screen with unsaved work overrides this and asks first."""
        first = self.katatx.first
        if isinstance(first, KatatxScreen) and first is not self:
            first.quit_app()
        else:
            self.app.exit()

    def action_back(self) -> None:
        """Close this screen, unless another one covers it."""
        if self.is_active:
            self.dismiss()
