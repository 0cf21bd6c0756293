"""Typing measured: a few answers to be typed as they stand."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.practice.calibration import TEXTS, Calibration
from katatx.tui.fitted import Fitted
from katatx.tui.messages import Failed
from katatx.tui.widgets.answer_line import AnswerLine


class CalibrationScreen(Fitted, Screen[None]):
    """Shows a text, takes it from first key to Enter, and goes on to the next."""

    CSS_PATH = "calibration.tcss"

    def __init__(self, calibration: Calibration) -> None:
        super().__init__()
        self.calibration = calibration

    def compose(self) -> ComposeResult:
        yield Static("How long typing takes you", id="place", markup=False)
        yield Static(id="prompt", markup=False)
        yield Static(id="given", markup=False)
        yield AnswerLine(self._take_key)
        yield Static("enter done · q stop, nothing is recorded", id="keys", markup=False)
        yield self.cover()

    def on_mount(self) -> None:
        self._show("Type this as it stands, and Enter.")

    def on_key(self, event: events.Key) -> None:
        """At the end the line is gone, and takes no keys."""
        if self.calibration.text is None and self._take_key(event):
            # The key that closes is for nobody else: left alone, it would close the summary below too.
            event.stop()
            event.prevent_default()

    def _take_key(self, event: events.Key) -> bool:
        if event.key in {"q", "escape", "ctrl+c"} or (event.key == "enter" and self.calibration.text is None):
            self._leave()
            return True
        if event.key != "enter":
            return self.calibration.text is None
        line = self.query_one(AnswerLine)
        begun = event.time if line.first_key is None else line.first_key
        try:
            same = self.calibration.take(line.value, event.time - begun)
        except KatatxError as error:
            self.post_message(Failed(error))
            return True
        self._show("Type this as it stands, and Enter." if same else "Not the same; once more.")
        return True

    def _show(self, told: str) -> None:
        text, done = self.calibration.text, len(self.calibration.typings)
        line = self.query_one(AnswerLine)
        line.value, line.first_key = "", None
        line.focus()
        if text is None:
            told, text = self.calibration.result, ""
            line.display = False
            self.query_one("#keys", Static).update("enter close")
        self.query_one("#prompt", Static).update(told if not text else f"{told} {done + 1} of {len(TEXTS)}")
        self.query_one("#given", Static).update(text)

    def _leave(self) -> None:
        """Back to the summary it was offered on, or out."""
        if len(self.app.screen_stack) == 1:
            self.app.exit()
        elif self.is_active:
            self.dismiss()
