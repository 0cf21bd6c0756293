"""Widgets that draw themselves for their size."""

from __future__ import annotations

from textual.message_pump import MessagePump


class RedrawnOnResize(MessagePump):
    """A mixin for widgets: it calls their `_draw` when their size has changed."""

    def on_resize(self) -> None:
        """Draw the widget for its new size."""
        self.call_later(self._draw)

    def _draw(self) -> None:
        """Draw the widget."""
        raise NotImplementedError
