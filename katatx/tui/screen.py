"""What every screen has: its actions as keys, a footer that names them, and help."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from katatx.tui.actions import Action
from katatx.tui.fitted import Fitted
from katatx.tui.host import Host

if TYPE_CHECKING:
    from katatx.practice.sitting import Sitting

_Result = TypeVar("_Result")


class KatatxScreen(Fitted, Screen[_Result]):
    """A screen whose `ACTIONS` are its keys, its footer, its help and what the palette finds.

    Subclasses lay out `compose_body`. What does several things by turns overrides `actions`.
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = ()
    # What the help page says beside the keys.
    HELP_TEXT: ClassVar[str] = ""

    def __init_subclass__(cls, **options: Any) -> None:
        own = cls.__dict__.get("ACTIONS")
        if own is not None:
            cls.BINDINGS = [Binding(action.keys, action.method, action.words, id=action.id) for action in own]
        super().__init_subclass__(**options)

    @property
    def sitting_held(self) -> Sitting | None:
        """The sitting that the screen ends with, if it is one for a sitting."""
        return None

    @property
    def katatx(self) -> Host:
        """The app, as what it is."""
        return cast("Host", self.app)

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return what can be done now."""
        return self.ACTIONS

    @property
    def help_text(self) -> str:
        """Return what the help page says beside the keys."""
        return self.HELP_TEXT

    def more_to_find(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        """Return what the palette finds here besides the actions: a name, a sentence, and what to do."""
        return iter(())

    def compose(self) -> ComposeResult:
        yield from self.compose_body()
        yield Static(id="keys", markup=False)
        yield self.cover()

    def compose_body(self) -> Iterator[Widget]:
        """The screen between its edges, without the footer."""
        raise NotImplementedError

    def on_resize(self) -> None:
        self.show_keys()

    def show_keys(self) -> None:
        """Name in the footer what can be done now."""
        room = self.query_one("#keys", Static).content_size.width or self.size.width - 2
        self.query_one("#keys", Static).update(self.katatx.keys.footer(self.actions, room))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A key pressed twice begins once: what is covered by another screen does nothing."""
        return self.is_active or not any(action == each.method for each in self.ACTIONS)

    def do(self, action: Action) -> None:
        """Do an action, as its key would."""
        getattr(self, f"action_{action.method}")()

    def do_from_palette(self, action: Action) -> None:
        """Do an action that was chosen by its name."""
        if self.is_active:
            self.do(action)

    def action_help(self) -> None:
        """Show the keys of this screen."""
        from katatx.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self.actions, self.katatx.keys, self.help_text))

    def action_palette(self) -> None:
        """Open the command palette."""
        self.app.action_command_palette()

    def action_back(self) -> None:
        """Back to where this screen was opened."""
        if self.is_active:
            self.dismiss()
