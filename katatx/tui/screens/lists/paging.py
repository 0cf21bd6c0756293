"""The base class of screens with one page that scrolls."""

from __future__ import annotations

from textual.containers import ScrollableContainer

from katatx.tui.screen import KatatxScreen


class PageScreen(KatatxScreen[None]):
    """A screen with one scrollable page: subclasses yield a scrollable container with the style class `page`."""

    @property
    def page(self) -> ScrollableContainer:
        """Return the scrollable widget."""
        return self.query_one(".page", ScrollableContainer)

    def action_up(self) -> None:
        """Scroll up one line."""
        self.page.scroll_up(animate=False)

    def action_down(self) -> None:
        """Scroll down one line."""
        self.page.scroll_down(animate=False)

    def action_page_up(self) -> None:
        """Scroll up one page."""
        self.page.scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        """Scroll down one page."""
        self.page.scroll_page_down(animate=False)
