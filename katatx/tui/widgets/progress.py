"""How far the run is, as a bar of text and in words."""

from __future__ import annotations

from textual.widgets import Static

from katatx.plots import bar

_WIDTH = 12
# Below that, where the question belongs needs the room.
_ROOMY = 80


class ProgressLine(Static):
    """`████░░░░ 12 of 59 done`: readable without colour, and a tenth of a ProgressBar's start-up."""

    def __init__(self) -> None:
        super().__init__("", id="progress", markup=False)

    def show(self, done: int, total: int) -> None:
        """Show that `done` of `total` drills are done."""
        width = _WIDTH if self.app.size.width >= _ROOMY else _WIDTH // 2
        self.update(f"{bar(done, total, width)} {done} of {total} done")
