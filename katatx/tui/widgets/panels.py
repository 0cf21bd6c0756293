"""Panels on top of a screen, one at a time."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widget import Widget


class Panel(VerticalScroll):
    """A panel over the screen with `contents`, which scroll if they are higher than it.

    `name` is its id and title. Its border names the key that `closes` it, and the one that scrolls to what is hidden,
    `down` or else `up`.
    """

    def __init__(self, name: str, contents: Widget, *, closes: str, down: str, up: str) -> None:
        super().__init__(contents, id=name, classes="panel", can_focus=False)
        self.border_title = name
        self.closes, self.down, self.up = closes, down, up
        self._show_keys()

    def watch_virtual_size(self) -> None:
        """Name the key that scrolls, once it is known whether there is more than fits."""
        self.call_after_refresh(self._show_keys)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Name the key that scrolls to what is hidden now."""
        super().watch_scroll_y(old_value, new_value)
        self._show_keys()

    def _show_keys(self) -> None:
        """Write the keys on the border."""
        key = self.down if self.scroll_y < self.max_scroll_y else self.up
        more = f"{key} more · " if self.max_scroll_y else ""
        self.border_subtitle = f"{more}{self.closes} closes"


def open_or_close(screen: Screen[None], panel: Panel) -> None:
    """Open `panel`, replacing an open one; if one with its name is open, only close it."""
    is_open = any(each.id == panel.id for each in screen.query(".panel"))
    close_panels(screen)
    if not is_open:
        screen.mount(panel)


def close_panels(screen: Screen[None]) -> bool:
    """Close any open panel; return whether there was one."""
    panels = screen.query(".panel")
    were_open = bool(panels)
    panels.remove()
    return were_open
