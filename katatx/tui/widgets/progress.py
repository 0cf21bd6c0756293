"""The progress of a session as a bar and in words."""

from __future__ import annotations

from textual.widgets import Static

from katatx.plots import bar

_WIDTH = 12
# In a narrower window the title needs the room.
_ROOMY = 80


class ProgressLine(Static):
    """A line such as `████░░░░ 12 of 59 done`; it starts much faster than Textual's ProgressBar."""

    def __init__(self) -> None:
        super().__init__("", id="progress", markup=False)

    def show(self, done: int, total: int) -> None:
        """Show that `done` of `total` are done."""
        width = _WIDTH if self.app.size.width >= _ROOMY else _WIDTH // 2
        self.update(f"{bar(done, total, width)} {done} of {total} done")
