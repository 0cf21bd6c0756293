"""What stands over a screen: a question with yes or no, what is looked up, and the pause."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Footer

from katatx.app.frame import Card, Laid, Lay, Sized, part
from katatx.show.text import line

_Result = TypeVar("_Result")


class Dialog(ModalScreen[_Result], Sized[_Result]):
    """A card over a screen. Subclasses yield its contents in `contents` and set `heading`."""

    heading = ""

    def contents(self) -> Iterable[Widget]:
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        self.set_size_classes()
        yield Card(self.heading, *self.contents(), kind="lit", name="dialog")
        yield Footer(show_command_palette=False)
        yield self.cover()


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
    """Words or tables over the question, whose clock runs on; any key closes it but those that scroll."""

    CSS = "#dialog { overflow-y: auto; }"

    def __init__(self, heading: str, lay: Lay) -> None:
        super().__init__()
        self.heading, self.lay = heading, lay
        self.is_pressed = False

    def contents(self) -> Iterable[Widget]:
        yield Laid(self.lay)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        card = self.query_one("#dialog")
        by = {"down": 1, "up": -1, "pagedown": card.size.height, "pageup": -card.size.height}.get(event.key)
        if by is None:
            self.dismiss()
        else:
            card.scroll_relative(y=by, animate=False)

    def on_mouse_down(self) -> None:
        self.is_pressed = True

    def on_click(self) -> None:
        """Close it, unless the button was pressed before this was opened: on a key in the last line."""
        if self.is_pressed:
            self.dismiss()


class PauseScreen(AsideScreen):
    """Covers the question while the clock stands still."""

    CSS = "PauseScreen { background: $background; }"

    def __init__(self) -> None:
        super().__init__("paused", lambda width: [line("The clock stands still; any key goes on.")])
