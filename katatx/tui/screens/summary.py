"""How the sitting went."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from katatx.practice.sitting import Sitting


class SummaryScreen(Screen[None]):
    """What was right, what was missed and why, the times, and what is left."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,enter,escape", "leave", "Close", id="close")]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting

    def compose(self) -> ComposeResult:
        yield Static(self.sitting.title, id="place", markup=False)
        with VerticalScroll(id="summary"):
            yield Static("\n".join(self.sitting.summary_lines()), markup=False)
        yield Static("q close", id="keys", markup=False)

    def action_leave(self) -> None:
        """Leave the app."""
        self.app.exit()
