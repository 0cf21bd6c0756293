"""The one line an answer is typed on."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widgets import Input

from katatx.notation.answers import LONGEST_ANSWER
from katatx.notation.quoting import plain


def pasted(text: str) -> str:
    """Return what was pasted, as it can stand on a line: bounded, nothing that a terminal would act on, rows of a
    grid parted by semicolons.
    """
    rows = [row.strip() for row in text[:LONGEST_ANSWER].expandtabs(1).splitlines() if row.strip()]
    return plain("; ".join(rows), LONGEST_ANSWER, keep="")


class AnswerLine(Input):
    """An input that offers every key to its owner first, and types what is left.

    It keeps the focus and works keys off one after the other, so that what is
    typed quickly after Enter, or comes in one burst, arrives where it was meant for.
    `take_key` says whether the owner has dealt with a key. `first_key` is when the
    first letter of the answer came, by the clock of the key events.
    """

    # Of one line in a place of its own: a letter more moves nothing else as long as there is room for it, and
    # laying all out anew for each would be half of what a key costs.
    virtual_size = Reactive(Size(0, 0))

    def __init__(self, take_key: Callable[[events.Key], bool]) -> None:
        super().__init__(placeholder="your answer", id="line", max_length=LONGEST_ANSWER, select_on_focus=False)
        self.cursor_blink = False  # calm, and nothing painted while nobody types
        self.take_key = take_key
        self.first_key: float | None = None
        self.frozen = False

    def watch_virtual_size(self, size: Size) -> None:
        """What is longer than the line is scrolled, for which all is laid out."""
        if size.width >= self.content_size.width:
            self.refresh(layout=True)

    async def _on_key(self, event: events.Key) -> None:
        if self.take_key(event):
            event.stop()
            event.prevent_default()
        elif event.is_printable:
            if self.first_key is None:
                self.first_key = event.time
        else:
            await self._edit(event)

    def _on_paste(self, event: events.Paste) -> None:
        """Rows of a pasted grid come a line each; here they stand on one."""
        event.stop()
        event.prevent_default()
        self.first_key = self.first_key or event.time
        if not self.frozen:
            self.insert_text_at_cursor(pasted(event.text))

    def take_late(self, event: events.Key) -> None:
        """Take a key that came to the cells when they were gone already."""
        if event.is_printable and event.character is not None:
            self.first_key = self.first_key or event.time
            self.insert_text_at_cursor(event.character)
        elif event.key == "backspace":
            self.action_delete_left()

    async def _edit(self, event: events.Key) -> None:
        """Carry out an editing key at once: left to bubble up to its binding, it would be
        overtaken by the letters typed after it.
        """
        for key, binding in self._bindings:
            if key == event.key:
                event.stop()
                event.prevent_default()
                await self.run_action(binding.action)
                return
