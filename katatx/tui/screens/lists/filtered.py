"""The base class of screens whose rows can be narrowed to those that hold typed words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.widget import Widget
from textual.widgets import Input

from katatx.tui.actions import PALETTE
from katatx.tui.screens.practice.starting import StartingScreen
from katatx.tui.widgets.key_line import KeyLine
from katatx.views.selection import Selection

if TYPE_CHECKING:
    from katatx.tui.widgets.filter_line import FilterLine


NOTHING_MATCHES = "Nothing matches. Escape clears the filter."


class FilteredScreen(StartingScreen):
    """A screen with a filter line.

    Subclasses fill `selection` (the texts of all rows, and which of them the filter shows), and show the rows of
    `selection.shown` in `show_rows`, which calls `show_filter`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.selection = Selection(())
        # The filter line, created on first use.
        self._filter: FilterLine | None = None

    @property
    def rows(self) -> Widget:
        """Return the widget with the rows, which has the focus unless the filter is typed."""
        raise NotImplementedError

    @property
    def row(self) -> int:
        """Return the index of the selected row among all rows, also hidden ones; 0 if none is visible."""
        raise NotImplementedError

    def show_rows(self, at: int) -> None:
        """Show the rows that match the filter, with the cursor on row `at` if it is visible, else on the first.

        `at` is an index among all rows, like `row`.
        """
        raise NotImplementedError

    @property
    def is_typing(self) -> bool:
        """Return whether the filter line has the focus."""
        return self.focused is not None and self.focused.id == "words"

    def show_keys(self) -> None:
        """Update the footer; while the filter is typed, it shows the palette's key only, since letters are no keys."""
        if self.is_typing:
            line = self.query_one(KeyLine)
            line.show(self.katatx.keys, (PALETTE,), line.content_size.width)
        else:
            super().show_keys()

    def show_filter(self) -> None:
        """Update the filter line's count, and hide the line unless it has words or the focus."""
        if self._filter is not None:
            self._filter.tell(self.selection)
            self._filter.display = self.is_typing or bool(self.selection.words)

    async def action_filter(self) -> None:
        """Open the filter line and focus it."""
        if self._filter is None:
            from katatx.tui.widgets.filter_line import FilterLine

            self._filter = FilterLine()
            await self.mount(self._filter, before="#keys")
        self._filter.tell(self.selection)
        self._filter.display = True
        self._filter.words.focus()

    def clear_filter(self) -> None:
        """Remove the filter and hide its line, focus the list, and keep the cursor on its row."""
        if self._filter is not None:
            self._filter.words.value = ""
        self.rows.focus()
        self._narrow("")
        if self._filter is not None:  # it may still have the focus
            self._filter.display = False

    def on_descendant_focus(self) -> None:
        """Update the footer when the filter line is entered or left."""
        self.show_keys()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show only the rows that contain every word typed so far."""
        if event.input.id == "words" and event.value.casefold().split() != list(self.selection.words):
            self._narrow(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return to the list, keeping the filter."""
        if event.input.id == "words":
            event.stop()
            self.rows.focus()
            self.show_rows(self.row)

    def on_key(self, event: events.Key) -> None:
        """Clear the filter and close its line on escape; without either, leave escape to the screen's other keys."""
        if event.key == "escape" and (self.is_typing or self.selection.words):
            event.stop()
            event.prevent_default()
            self.clear_filter()

    def _narrow(self, typed: str) -> None:
        """Show the rows that contain every typed word, keeping the cursor on its row if it is visible."""
        at = self.row
        self.selection.narrow(typed)
        self.show_rows(at)
