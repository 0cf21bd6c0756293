"""A screen around a page that is scrolled."""

from __future__ import annotations

from textual.containers import ScrollableContainer

from katatx.tui.screen import KatatxScreen


class PageScreen(KatatxScreen[None]):
    """One page, of which the keys for moving show what lies above and below."""

    @property
    def page(self) -> ScrollableContainer:
        """Return what is scrolled."""
        return self.query_one(".page", ScrollableContainer)

    def action_up(self) -> None:
        """One line up."""
        self.page.scroll_up(animate=False)

    def action_down(self) -> None:
        """One line down."""
        self.page.scroll_down(animate=False)

    def action_page_up(self) -> None:
        """A screen up."""
        self.page.scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        """A screen down."""
        self.page.scroll_page_down(animate=False)
