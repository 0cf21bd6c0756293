"""The keys, and what the verdicts mean."""

from __future__ import annotations

from collections.abc import Mapping

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from katatx.practice.sheet import words_line

_TEXT = """\
enter       grade; after the verdict, the next question
h, tab      uncover a worked line (before the answer it counts as help)
p           pause: the sheet is covered, the clock stands still
q           stop; all answers are kept, the next start goes on from here
?           this page; arrows and page keys scroll, any other closes it

number      0.25  1/4  √2  sqrt(2)  e^2  -inf  50%
rows        [0.047, 0.953]  or  0.047 0.953;  grids  [1 2; 3 4]
choice      its letter

right       agrees to every place written
carried     right; rounding each line moved the last digits
follows     in a kata: right by your own lines before
coarse      agrees as far as it goes; write more places (costs nothing)
unread      not a number, or two readings (costs nothing)
slip        right but for one thing, which is named
wrong-turn  a known mistake, named, with the line it happened on
wrong       none of these

"""


class HelpScreen(ModalScreen[None]):
    """The keys, the verdicts, and the page's words with the textbook's. Any key closes it, but for
    those that scroll.
    """

    def __init__(self, words: Mapping[str, str]) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help", can_focus=False):
            yield Static(_TEXT + words_line(self.words), markup=False)

    def on_key(self, event: events.Key) -> None:
        # The key that closes is for nobody else: left alone, escape would go on to the screen below.
        event.stop()
        event.prevent_default()
        page = self.query_one("#help", VerticalScroll)
        scrolls = {
            "pagedown": page.scroll_page_down, "pageup": page.scroll_page_up,
            "down": page.scroll_down, "up": page.scroll_up,
        }  # fmt: skip
        if event.key in scrolls:
            scrolls[event.key](animate=False)
        elif self.is_active:
            self.dismiss()
