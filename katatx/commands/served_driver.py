"""How the app reads keys and shows its screen where a browser shows it."""

from __future__ import annotations

from textual.drivers.web_driver import WebDriver
from textual.messages import ExitApp


class ServedDriver(WebDriver):
    """Textual's driver for a browser; the app ends with the server, even with one that was killed."""

    def run_input_thread(self) -> None:
        """Read keys until there will be no more; Textual's own would leave the app running then."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self.send_message(ExitApp())
