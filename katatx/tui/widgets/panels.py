"""Panels on top of a screen, one at a time."""

from __future__ import annotations

from textual.screen import Screen
from textual.widget import Widget


def open_or_close(screen: Screen[None], panel: Widget) -> None:
    """Open `panel`, replacing an open one; if one of the same type is open, only close it.

    Panels are the widgets with the style class `panel`, which `panel` must have.
    """
    is_open = any(type(each) is type(panel) for each in screen.query(".panel"))
    close_panels(screen)
    if not is_open:
        screen.mount(panel)


def close_panels(screen: Screen[None]) -> bool:
    """Close any open panel; return whether there was one."""
    panels = screen.query(".panel")
    were_open = bool(panels)
    panels.remove()
    return were_open
