"""The minimal window size, and the text shown in a smaller window."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.geometry import Size
from textual.message_pump import MessagePump
from textual.widgets import Static

LEAST = Size(60, 18)
WIDE = 100
_TALL = 24
_TOO_SMALL = (
    f"q leaves. katatx needs a window of at least {LEAST.width} by {LEAST.height}. "
    "Nothing is lost; other keys do nothing until it is larger."
)
_LAYING_OUT = (events.Mount, events.Resize, events.ScreenResume, events.Timer)


class Fitted(MessagePump):
    """A mixin for screens: it sets style classes by the window's size and covers a window that is too small.

    The screen's `compose` must yield `cover()`.
    """

    HORIZONTAL_BREAKPOINTS: ClassVar[list[tuple[int, str]] | None] = [
        (0, "-too-narrow"),
        (LEAST.width, "-narrow"),
        (WIDE, "-wide"),
    ]
    VERTICAL_BREAKPOINTS: ClassVar[list[tuple[int, str]] | None] = [
        (0, "-too-low"),
        (LEAST.height, "-short"),
        (_TALL, "-tall"),
    ]

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, but ignore mounting, resizing, resuming and timers once the screen has left the stack or the
        app ends.

        Its widgets are gone then. A screen that is only covered by another one handles all events.
        """
        app = self.app
        is_open = app.is_running and app.is_attached and id(self) in map(id, app.screen_stack)
        if isinstance(event, _LAYING_OUT) and not is_open:
            return
        await super().on_event(event)

    def cover(self) -> Static:
        """Return a new widget that covers the screen while the window is too small."""
        return Static(_TOO_SMALL, id="too-small", markup=False)
