"""How the sitting went."""

from __future__ import annotations

from collections.abc import Iterator

from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from katatx.practice.sitting import Sitting
from katatx.tui.actions import CALIBRATE, SUMMARY, Action
from katatx.tui.messages import SittingOver
from katatx.tui.screens.paging import PageScreen


class SummaryScreen(PageScreen):
    """What was right, what was missed and why, the times, and what is left."""

    CSS_PATH = "summary.tcss"
    ACTIONS = SUMMARY

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.lines = sitting.summary_lines() + sitting.notices
        self.offers_calibration = sitting.offers_calibration

    @property
    def actions(self) -> tuple[Action, ...]:
        return SUMMARY if self.offers_calibration else tuple(each for each in SUMMARY if each is not CALIBRATE)

    def compose_body(self) -> Iterator[Widget]:
        yield Static(self.sitting.title, id="place", markup=False)
        with VerticalScroll(id="summary", classes="page"):
            yield Static("\n".join(self.lines), markup=False)
        yield Static(id="offer", markup=False)

    def on_screen_resume(self) -> None:
        """Back from calibrating: what was done is not offered again."""
        self.offers_calibration = self.offers_calibration and self.sitting.offers_calibration
        offer = self.query_one("#offer", Static)
        offer.display = self.offers_calibration
        offer.update(f"{self.katatx.keys.shown(CALIBRATE)}: {CALIBRATE.sentence}")

    def action_calibrate(self) -> None:
        """Measure how long typing takes, the first time it is offered."""
        if not self.offers_calibration:
            return
        from katatx.tui.screens.calibration import CalibrationScreen

        self.app.push_screen(CalibrationScreen(self.sitting.calibration()))

    def action_close(self) -> None:
        """Leave the sitting."""
        self.post_message(SittingOver(self.sitting))
