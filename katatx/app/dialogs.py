"""Cards over a screen: a question with yes or no, the help, and the pause."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widget import Widget

from katatx.app.frame import Card, Laid, Sized, part
from katatx.app.keys import MOVING
from katatx.show.text import Lay, line

_Result = TypeVar("_Result")


class Dialog(ModalScreen[_Result], Sized[_Result]):
    """A card over a screen. Subclasses yield its contents in `contents` and set `heading`."""

    heading = ""

    def contents(self) -> Iterable[Widget]:
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        self.set_size_classes()
        yield Card(self.heading, *self.contents(), kind="lit", name="dialog")
        yield self.cover()

    def on_mount(self) -> None:
        """Say the keys in the card's lower edge, where a click on one does the same."""
        keys = (each for each in self.BINDINGS if isinstance(each, Binding) and each.show)
        named = ((each.key_display or self.key(each.id or ""), each) for each in keys)
        said = (f"[@click=screen.{each.action}]{key}: {each.description}[/]" for key, each in named)
        self.query_one("#dialog", Card).border_subtitle = "   ".join(said)


class ConfirmScreen(Dialog[bool]):
    """Asks `question`; its result is True for yes. The keys that stop say yes too, for whoever presses them again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "yes", id="yes", tooltip="do it"),
        Binding("n,escape", "dismiss(False)", "no", id="no", tooltip="change nothing"),
        Binding("q,ctrl+c", "again", show=False, id="stop-again"),
    ]

    def __init__(self, question: str, heading: str = "sure?", stops: bool = False) -> None:
        super().__init__()
        self.heading, self.question, self.stops = heading, question, stops

    def contents(self) -> Iterable[Widget]:
        yield part(self.question)

    def action_again(self) -> None:
        self.dismiss(self.stops)


def ask(screen: Screen[Any], question: str, then: Callable[[], object]) -> None:
    """Ask a question to be answered with yes or no, and call `then` after yes."""

    def answered(sure: bool | None) -> None:
        if sure:
            then()

    screen.app.push_screen(ConfirmScreen(question), answered)


class AsideScreen(Dialog[None]):
    """Shows something over a screen; any key but those that scroll closes it, and a click outside it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "close", key_display="any key", id="close-aside", tooltip="close it"),
        *MOVING,
    ]
    CSS = "AsideScreen VerticalScroll { height: auto; max-height: 80vh; scrollbar-size-vertical: 1; }"

    def __init__(self, heading: str, lay: Lay) -> None:
        super().__init__()
        self.heading, self.lay = heading, lay

    def contents(self) -> Iterable[Widget]:
        yield VerticalScroll(Laid(self.lay), can_focus=False)

    def on_key(self, event: events.Key) -> None:
        if event.key not in self.active_bindings:
            event.stop()
            self.dismiss()

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.dismiss()


class PauseScreen(AsideScreen, inherit_bindings=False):
    """Stands over the question, which is hidden while the clock stands still."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "go on", key_display="any key", id="go-on")]

    def __init__(self) -> None:
        super().__init__("paused", lambda width: [line("The clock stands still.")])
