"""The Textual driver for the app in a browser."""

from __future__ import annotations

from textual.drivers.web_driver import WebDriver
from textual.messages import ExitApp


class ServedDriver(WebDriver):
    """Textual's driver for browsers; the app also ends if the server was killed."""

    def run_input_thread(self) -> None:
        """Read keys until the input ends, then end the app, which Textual's driver would not do."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self.send_message(ExitApp())
