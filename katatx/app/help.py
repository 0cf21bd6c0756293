"""The help over a screen: its most important keys, how things are written there, and all other keys on `m`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from rich.table import Table
from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from katatx.app.dialogs import Dialog
from katatx.app.frame import Frame
from katatx.app.keys import MOVING, names_of
from katatx.show.text import line

_ALL = ("ctrl+p", "find anything by its name")


class HelpScreen(Dialog[None]):
    """The help of a screen as it is now. Any key closes it, except those that scroll.

    Besides its `WRITTEN`, a screen may have rows (a word of its page, the textbook's) in `words_help`.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "more", "more keys", id="more-keys", tooltip="the other keys of the screen"),
        Binding("ctrl+p", "all", "find by name", id="palette-from-help", tooltip="find anything by its name"),
        Binding("escape", "close", "close", id="close-help", tooltip="close the help; any other key does too"),
        *MOVING,
    ]
    CSS = """
    HelpScreen VerticalScroll { height: auto; max-height: 80vh; scrollbar-size-vertical: 1; }
    HelpScreen VerticalScroll > Static { margin-top: 1; }
    HelpScreen VerticalScroll > Static:first-child { margin: 0; }
    """
    heading = "help"

    def __init__(self, screen: Frame[Any]) -> None:
        super().__init__()
        keys = [(each[0].show, names_of(each), each[0].tooltip) for each in screen.keys_now().values()]
        self.first = [(names, sentence) for is_shown, names, sentence in keys if is_shown]
        self.others = [(names, sentence) for is_shown, names, sentence in keys if not is_shown] + [_ALL]
        self.written = screen.WRITTEN
        self.words: Sequence[tuple[str, str]] = getattr(screen, "words_help", ())

    def contents(self) -> Iterable[Widget]:
        width = max(len(names) for names, _ in (*self.first, *self.others, *self.written))
        yield VerticalScroll(
            Static(_rows(self.first, "lead", width)),
            Static(_rows(self.others, "lead", width), id="others", classes="off"),
            *(Static(_rows(rows, "b", width)) for rows in (self.written, self.words) if rows),
        )

    def on_key(self, event: events.Key) -> None:
        if event.key not in self.active_bindings:
            event.stop()
            self.dismiss()

    def on_click(self, event: events.Click) -> None:
        """Close the help on a click outside it."""
        if self.get_widget_at(event.screen_x, event.screen_y)[0] is self:
            self.dismiss()

    def action_more(self) -> None:
        self.query_one("#others").toggle_class("off")

    def action_all(self) -> None:
        self.dismiss()
        self.app.call_later(self.app.action_command_palette)

    def action_close(self) -> None:
        self.dismiss()


def _rows(rows: Iterable[tuple[str, str]], style: str, width: int) -> Table:
    """Return rows of a key or word and what it is, which is wrapped."""
    table = Table.grid("", "", padding=(0, 3, 0, 0))
    table.columns[0].min_width = width
    for name, sentence in rows:
        table.add_row(line((name, style)), line(sentence))
    return table
