"""How the sitting went."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from katatx.practice.sitting import Sitting
from katatx.tui.messages import SittingOver

_KEYS_ONCE = "t type six short answers, so that target times are yours · q close"


class SummaryScreen(Screen[None]):
    """What was right, what was missed and why, the times, and what is left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,enter,escape", "leave", "Close", id="close"),
        Binding("t", "calibrate", "Measure typing", id="calibrate"),
    ]

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.lines = sitting.summary_lines() + sitting.notices
        self.offers_calibration = sitting.offers_calibration

    def compose(self) -> ComposeResult:
        yield Static(self.sitting.title, id="place", markup=False)
        with VerticalScroll(id="summary"):
            yield Static("\n".join(self.lines), markup=False)
        yield Static(_KEYS_ONCE if self.offers_calibration else "q close", id="keys", markup=False)

    def on_screen_resume(self) -> None:
        """Back from calibrating: what was done is not offered again."""
        self.offers_calibration = self.offers_calibration and self.sitting.offers_calibration
        self.query_one("#keys", Static).update(_KEYS_ONCE if self.offers_calibration else "q close")

    def action_calibrate(self) -> None:
        """Measure how long typing takes, the first time it is offered."""
        if not self.offers_calibration or not self.is_active:
            return
        from katatx.practice.calibration import Calibration
        from katatx.tui.screens.calibration import CalibrationScreen

        self.app.push_screen(CalibrationScreen(Calibration(self.sitting.log, self.sitting.clock)))

    def action_leave(self) -> None:
        """Leave the sitting."""
        self.post_message(SittingOver())
