"""A framed, scrollable page."""

from __future__ import annotations

from textual.containers import VerticalScroll

_BELOW, _ABOVE = "↓ more below", "↑ more above"


class FramedPage(VerticalScroll):
    """A page whose frame shows in which direction there is more; `name` is the widget's id."""

    def __init__(self, title: str, name: str) -> None:
        super().__init__(id=name, classes="page framed", can_focus=False)
        self.border_title = title

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Update the frame after scrolling."""
        super().watch_scroll_y(old_value, new_value)
        self._show_direction()

    def on_resize(self) -> None:
        """Update the frame for the new size, after the next layout."""
        self.call_after_refresh(self._show_direction)

    def watch_virtual_size(self) -> None:
        """Update the frame after the contents have changed their size."""
        self.call_after_refresh(self._show_direction)

    def _show_direction(self) -> None:
        """Show in the frame that there is more below, or else that there is more above, or nothing."""
        below, above = self.scroll_target_y < self.max_scroll_y, self.scroll_target_y > 0
        self.border_subtitle = _BELOW if below else _ABOVE if above else ""
