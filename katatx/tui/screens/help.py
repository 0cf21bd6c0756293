"""The keys of a screen, and on a question's how answers are written and what verdicts mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from katatx.practice.sheet import words_line
from katatx.tui.actions import Action
from katatx.tui.fitted import Fitted
from katatx.tui.keys import Keys
from katatx.tui.widgets.hanging import hanging

_ANSWERS = """\
number      0.25  1/4  √2  sqrt(2)  e^2  -inf  50%
rows        [0.047, 0.953]  or  0.047 0.953;  grids  [1 2; 3 4]
cells       arrows and tab move; a bracket writes on one line instead
choice      its letter, or point at it

right       agrees to every place written
carried     right; rounding each line moved the last digits
follows     in a kata: right by your own lines before
coarse      agrees as far as it goes; write more places (costs nothing)
unread      not a number, or two readings (costs nothing)
slip        right but for one thing, which is named
wrong-turn  a known mistake, named, with the line it happened on
wrong       none of these

"""


_WIDEST = 88
# The border, the padding and the scroll bar.
_EDGES = 8


def question_help(words: Mapping[str, str]) -> str:
    """Return how answers are written, the verdicts, and the page's words with the textbook's."""
    return _ANSWERS + words_line(words)


def _hanging_at_its_gap(line: str, room: int) -> str:
    """A line that goes on under what stands after its gap, if it has one."""
    head, gap, text = line.partition("  ")
    before = len(head) + len(gap) + len(text) - len(text.lstrip())
    return hanging(line[:before], line[before:], room) if gap and text.strip() else hanging("", line, room)


class HelpScreen(Fitted, ModalScreen[None]):
    """Any key closes it, but for those that scroll."""

    CSS_PATH = "help.tcss"

    def __init__(self, actions: Sequence[Action], keys: Keys, text: str = "") -> None:
        super().__init__()
        self.told = [(keys.all_shown(action), action.sentence) for action in actions]
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="help", can_focus=False):
            yield Static(self._told(), id="told", markup=False)
        yield self.cover()

    def on_resize(self) -> None:
        # Not at once: what changes its height while all is laid out keeps the old one.
        self.call_later(lambda: self.query_one("#told", Static).update(self._told()))

    def _told(self) -> str:
        room = min(_WIDEST, self.app.size.width) - _EDGES
        left = max(len(keys) for keys, _ in self.told) + 2
        lines = [hanging(keys.ljust(left), sentence, room) for keys, sentence in self.told]
        lines += ["", *(_hanging_at_its_gap(line, room) for line in self.text.splitlines())] if self.text else []
        return "\n".join(lines)

    def on_key(self, event: events.Key) -> None:
        # The key that closes is for nobody else: left alone, escape would go on to the screen below.
        event.stop()
        event.prevent_default()
        page = self.query_one("#help", VerticalScroll)
        scrolls = {
            "pagedown": page.scroll_page_down, "pageup": page.scroll_page_up,
            "down": page.scroll_down, "up": page.scroll_up, "j": page.scroll_down, "k": page.scroll_up,
        }  # fmt: skip
        if event.key in scrolls:
            scrolls[event.key](animate=False)
        elif self.is_active:
            self.dismiss()
