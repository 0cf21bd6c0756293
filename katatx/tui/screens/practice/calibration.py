"""The screen that measures typing speed."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.sessions.calibration import TEXTS, Calibration
from katatx.tui.fitted import Fitted
from katatx.tui.messages import Failed
from katatx.tui.styles import stylesheet
from katatx.tui.widgets.key_line import keys_and_words
from katatx.tui.widgets.place import Place
from katatx.tui.widgets.question.answer_line import AnswerLine

_TYPE_THIS = "Type this exactly, then press Enter."


class CalibrationScreen(Fitted, Screen[None]):
    """Shows texts one after the other and times each from the first key to Enter."""

    CSS_PATH = stylesheet("calibration")

    def __init__(self, calibration: Calibration) -> None:
        super().__init__()
        self.calibration = calibration

    def compose(self) -> ComposeResult:
        """Yield the prompt, the text to type, the input line and the keys."""
        yield Place("How long typing takes you")
        yield Static(id="prompt", markup=False)
        yield Static(id="given", markup=False)
        yield AnswerLine(self._take_key)
        yield Static(keys_and_words([("enter", "done"), ("q", "stop, nothing is recorded")]), id="keys", markup=False)
        yield self.cover()

    def on_mount(self) -> None:
        """Show the first text."""
        self._show(_TYPE_THIS)

    def on_key(self, event: events.Key) -> None:
        """After the last text, close at Enter, q, Escape or Ctrl+C; other keys do nothing then."""
        if self.calibration.text is None and self._take_key(event):
            # Do not pass this key on: it would also close the summary below.
            event.stop()
            event.prevent_default()

    def _take_key(self, event: events.Key) -> bool:
        """Take a typed text at Enter, or leave at q, Escape and Ctrl+C; return whether the key is used up, so not
        typed.

        A text that differs is asked for again. After the last one Enter leaves too, and every key is used up. If the
        times cannot be saved then, the app ends with the error.
        """
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
        self._show(_TYPE_THIS if same else "Not the same; type it again.")
        return True

    def _show(self, message: str) -> None:
        """Show a message with the next text, or the result after the last one, and clear the input line."""
        text, done = self.calibration.text, len(self.calibration.typings)
        line = self.query_one(AnswerLine)
        line.value, line.first_key = "", None
        line.focus()
        if text is None:
            message, text = self.calibration.result, ""
            line.display = False
            self.query_one("#keys", Static).update(keys_and_words([("enter", "close")]))
        self.query_one("#prompt", Static).update(f"{message} {done + 1} of {len(TEXTS)}" if text else message)
        self.query_one("#given", Static).update(text)

    def _leave(self) -> None:
        """Close the screen, or the app if this is its only screen."""
        if len(self.app.screen_stack) == 1:
            self.app.exit()
        elif self.is_active:
            self.dismiss()
