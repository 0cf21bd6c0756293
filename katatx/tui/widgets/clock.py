"""A quiet clock: how long the question has been up."""

from __future__ import annotations

from textual.widgets import Static


class ClockView(Static):
    """`1:05`; hidden where the learner would rather not see it."""

    def __init__(self) -> None:
        super().__init__("", id="clock", markup=False)

    def show(self, seconds: float) -> None:
        """Show a time in seconds; nothing is painted where it reads the same."""
        text = f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
        if text != str(self.content):
            self.update(text)
