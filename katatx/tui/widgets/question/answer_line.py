"""The input line for answers."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.binding import Binding
from textual.containers import ScrollableContainer
from textual.geometry import Size
from textual.reactive import Reactive
from textual.strip import Strip
from textual.widgets import Input

from katatx.notation.answers import LONGEST_ANSWER
from katatx.notation.quoting import plain
from katatx.questions.answer_form import Behind


def pasted(text: str) -> str:
    """Return pasted text as one line of at most `LONGEST_ANSWER` characters: its rows, without blank ones, joined by
    semicolons.

    Control characters become "�", tabs spaces.
    """
    rows = [row.strip() for row in text[:LONGEST_ANSWER].expandtabs(1).splitlines() if row.strip()]
    return plain("; ".join(rows)[:LONGEST_ANSWER], LONGEST_ANSWER, keep="")


# What editing keys do.
_EDITING = {each.key: each.action for each in Binding.make_bindings([*ScrollableContainer.BINDINGS, *Input.BINDINGS])}


class AnswerLine(Input):
    """An input line that offers each key to its owner first.

    It handles keys strictly in order, so that fast typing after Enter arrives correctly. `take_key` returns whether the
    owner consumed a key; `first_key` is the time of the first typed or pasted character, None before it; `behind`
    returns the hint shown after the typed text. When `frozen`, nothing can be pasted and no hint is shown; the owner
    must consume all keys.
    """

    # The line has a fixed place, so a new letter needs no layout while it fits; layout would double a key's cost.
    virtual_size = Reactive(Size(0, 0))

    def __init__(self, take_key: Callable[[events.Key], bool], placeholder: str = "your answer") -> None:
        super().__init__(placeholder=placeholder, id="line", max_length=LONGEST_ANSWER, select_on_focus=False)
        self.cursor_blink = False  # no needless painting while nobody types
        self.take_key = take_key
        self.first_key: float | None = None
        self.frozen = False
        self.behind: Callable[[str], Behind] = lambda _: Behind()

    def show_behind(self, behind: Callable[[str], Behind]) -> None:
        """Set the function that returns the hint after the typed text."""
        self.behind = behind
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return the line with the hint after the typed text.

        The hint is cut to the line; it is left out when the line is frozen or scrolled.
        """
        strip = super().render_line(y)
        start = cell_len(self.value)
        hint = Behind() if y or self.frozen or self.scroll_offset.x else self.behind(self.value)
        room = self.scrollable_content_region.width - start
        text = hint.whole
        if hint.words and (len(text) > room or not hint.places):  # in a narrow window, without the empty places
            text = ("  " if self.value else "") + hint.words
        text = text[:room]
        if not text:
            return strip
        faint = self.get_component_rich_style("input--placeholder")
        cursor = self.get_component_rich_style("input--cursor") if self.has_focus and self.cursor_at_end else faint
        parts = Strip([Segment(text[:1], cursor), Segment(text[1:], faint)]).apply_style(self.rich_style)
        return Strip.join([strip.crop(0, start), parts])

    def watch_virtual_size(self, size: Size) -> None:
        """Lay out the line again if the text is longer than it, so that it scrolls."""
        if size.width >= self.content_size.width:
            self.refresh(layout=True)

    async def on_key(self, event: events.Key) -> None:
        """Offer a key to the owner first; otherwise leave a printable one to Textual, which types it, and perform an
        editing key at once.

        Set `first_key` at the first printable one.
        """
        if self.take_key(event):
            event.stop()
            event.prevent_default()
        elif event.is_printable:
            if self.first_key is None:
                self.first_key = event.time
        else:
            await self._edit(event)

    def on_paste(self, event: events.Paste) -> None:
        """Insert pasted text as one line, unless the line is frozen."""
        event.stop()
        event.prevent_default()
        self.first_key = self.first_key or event.time
        if not self.frozen:
            self.insert_text_at_cursor(pasted(event.text))

    def take_late(self, event: events.Key) -> None:
        """Type or delete for a key that arrived at the cells after they were hidden; ignore other keys."""
        if event.is_printable and event.character is not None:
            self.first_key = self.first_key or event.time
            self.insert_text_at_cursor(event.character)
        elif event.key == "backspace":
            self.action_delete_left()

    async def _edit(self, event: events.Key) -> None:
        """Perform an editing key at once; later, the letters typed after it would overtake it. Ignore other keys."""
        if event.key in _EDITING:
            event.stop()
            event.prevent_default()
            await self.run_action(_EDITING[event.key])
