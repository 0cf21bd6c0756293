"""How far the run is, as a bar of text and in words."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

_WIDTH = 12


class ProgressLine(Static):
    """`████░░░░ 12 of 59 done`: readable without colour, and a tenth of a ProgressBar's start-up."""

    def __init__(self) -> None:
        super().__init__("", id="progress", markup=False)

    def show(self, done: int, total: int) -> None:
        """Show that `done` of `total` drills are done."""
        filled = done * _WIDTH // total if total else _WIDTH
        bar = "█" * filled + "░" * (_WIDTH - filled)
        self.update(Content.assemble(bar, " ", f"{done} of {total} done"))
