"""The help over a screen: its most important keys, how things are written there, and all other keys on `m`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType

from katatx.app.dialogs import AsideScreen
from katatx.app.frame import Frame, Laid
from katatx.app.keys import names_of
from katatx.show.text import Piece, columns

_ALL = ("ctrl+p", "find anything by its name")


class HelpScreen(AsideScreen):
    """The help of a screen as it is now."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "more", "more keys", id="more-keys", tooltip="the other keys of the screen"),
        Binding("ctrl+p", "all", "find by name", id="palette-from-help", tooltip="find anything by its name"),
        Binding("escape", "dismiss", "close", id="close-help", tooltip="close the help; any other key does too"),
    ]

    def __init__(self, screen: Frame[Any]) -> None:
        super().__init__("help", self._lines)
        keys = [(each[0].show, names_of(each), each[0].tooltip) for each in screen.keys_now().values()]
        self.first = [(names, sentence) for is_shown, names, sentence in keys if is_shown]
        self.others = [(names, sentence) for is_shown, names, sentence in keys if not is_shown] + [_ALL]
        self.written = screen.WRITTEN
        self.is_whole = False

    def _lines(self, width: int) -> Iterable[Text]:
        parts = (self.first, "lead"), (self.others if self.is_whole else (), "lead"), (self.written, "b")
        rows: list[list[Piece]] = []
        for pairs, style in parts:
            rows += [[""]] * bool(rows and pairs)
            rows += [[(name, style), said] for name, said in pairs]
        return columns("ll", rows, 3, width)

    def action_more(self) -> None:
        self.is_whole = not self.is_whole
        self.query_one(Laid).show(self._lines)

    def action_all(self) -> None:
        self.dismiss()
        self.app.call_later(self.app.action_command_palette)
