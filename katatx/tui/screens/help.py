"""The help page: keys, how to write answers, the verdicts, and the page's terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from katatx.notation.quoting import plain
from katatx.tui.actions import PALETTE, Action
from katatx.tui.fitted import Fitted
from katatx.tui.keys import Keys
from katatx.tui.styles import stylesheet
from katatx.tui.widgets.framed import FramedPage
from katatx.tui.widgets.section import Part, SectionView

_ANSWERS = (
    ("number", "0.25  1/4  √2  sqrt(2)  e^2  -inf  50%"),
    ("row", "[0.047, 0.953]  or  0.047 0.953"),
    ("grid", "[1 2; 3 4]; in cells, arrows and tab move, and a bracket writes on one line instead"),
    ("choice", "its letter, or point at it"),
)
_VERDICTS = (
    ("✓ right", "correct, or as near as rounding each line allows"),
    ("✓ follows", "in a kata: correct, given your earlier wrong line"),
    ("? again", "cannot be read, or has too few decimals (costs nothing)"),
    ("✗ wrong", "with the mistake, where one explains it"),
)
_LONGEST = 60


def words_help(words: Mapping[str, str]) -> list[Part]:
    """Return the help section with the page's terms and the textbook's, in a list; [] if there are none.

    `words` maps the page's terms to the textbook's.
    """
    rows = [(plain(word, _LONGEST, keep=""), plain(meaning, _LONGEST, keep="")) for word, meaning in words.items()]
    return [Part("The page's words = the textbook's", rows, flowing=True)] if rows else []


def question_help() -> list[Part]:
    """Return the sections on how to write answers and on the verdicts."""
    return [Part("How answers are written", _ANSWERS), Part("Verdicts", _VERDICTS)]


class HelpScreen(Fitted, ModalScreen[None]):
    """The help page of the screen called `name`: sections `first`, the keys of `actions`, sections `parts`, and a text.

    Any key closes it, except those that scroll.
    """

    CSS_PATH = stylesheet("help")

    def __init__(
        self,
        name: str,
        actions: Sequence[Action],
        keys: Keys,
        first: Sequence[Part] = (),
        parts: Sequence[Part] = (),
        text: str = "",
    ) -> None:
        super().__init__()
        self.heading = f"Help · {name}" if name else "Help"
        key_rows = [(keys.all_shown(action), action.sentence) for action in actions]
        self.parts = [*first, Part("Keys", key_rows), *parts]
        self.text = f"{text} {keys.shown(PALETTE)}, then welcome, shows the introduction again.".strip()

    def compose(self) -> ComposeResult:
        """Yield the sections of the help page."""
        with FramedPage(self.heading, "help"):
            for part in self.parts:
                yield SectionView(*part)
            yield Static(self.text, id="more", markup=False)
        yield self.cover()

    def on_key(self, event: events.Key) -> None:
        """Scroll at up, down, pageup, pagedown, j and k; close the page at any other key.

        The key goes no further.
        """
        # Do not pass this key on: escape would also act on the screen below.
        event.stop()
        event.prevent_default()
        page = self.query_one("#help", FramedPage)
        scrolls = {
            "pagedown": page.scroll_page_down, "pageup": page.scroll_page_up,
            "down": page.scroll_down, "up": page.scroll_up, "j": page.scroll_down, "k": page.scroll_up,
        }  # fmt: skip
        if event.key in scrolls:
            scrolls[event.key](animate=False)
        elif self.is_active:
            self.dismiss()

    def on_click(self, event: events.Click) -> None:
        """Close the page on a click outside it."""
        if self.is_active and self.get_widget_at(event.screen_x, event.screen_y)[0] is self:
            self.dismiss()
