"""The clock that shows how long a question has been up."""

from __future__ import annotations

from textual.widgets import Static


class ClockView(Static):
    """A time such as `1:05`; learners may hide it."""

    def __init__(self) -> None:
        super().__init__("", id="clock", markup=False)

    def show(self, seconds: float | None) -> None:
        """Show a time in seconds, or nothing for None; repaints only if the text changes."""
        text = "" if seconds is None else f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
        if text != str(self.content):
            self.update(text)
