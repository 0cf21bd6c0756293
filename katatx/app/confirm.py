"""A question to be answered with yes or no."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from katatx.app.frame import Dialog, part


class ConfirmScreen(Dialog[bool]):
    """Asks `question`; its result is True for yes. The keys that stop say yes too, for whoever presses them again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "yes", "yes", id="yes", tooltip="do it"),
        Binding("n,escape", "no", "no", id="no", tooltip="change nothing"),
        Binding("q,ctrl+c", "again", show=False, id="stop-again"),
    ]

    def __init__(self, question: str, heading: str = "sure?", stops: bool = False) -> None:
        super().__init__()
        self.heading, self.question, self.stops = heading, question, stops

    def contents(self) -> Iterable[Widget]:
        yield part(self.question)

    def action_yes(self) -> None:
        self.dismiss(True)

    def action_no(self) -> None:
        self.dismiss(False)

    def action_again(self) -> None:
        self.dismiss(self.stops)
