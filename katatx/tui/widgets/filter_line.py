"""The filter line of a list."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from katatx.views.selection import Selection

# On a narrower screen the typed words need the room.
_WIDE = 80


class FilterLine(Horizontal):
    """An input line for the filter, and the number of matching rows."""

    def __init__(self) -> None:
        super().__init__(id="filter")

    def compose(self) -> ComposeResult:
        """Yield the input line and the count."""
        yield Static("/ ", id="slash", markup=False)
        yield Input(id="words", compact=True, placeholder="words to find in the rows")
        yield Static(id="found", markup=False)

    @property
    def words(self) -> Input:
        """Return the input widget."""
        return self.query_one("#words", Input)

    def tell(self, selection: Selection) -> None:
        """Show how many rows match, the keys, and if there is room how many rows are hidden.

        If no row matches, the line is coloured as a warning.
        """
        count = self.query_one("#found", Static)
        count.set_class(not selection.shown, "-nothing")
        hidden = f" · {selection.hidden:,} hidden" if self.screen.size.width >= _WIDE else ""
        count.update(f"{len(selection.shown):,} shown{hidden} · enter keeps · esc clears")
