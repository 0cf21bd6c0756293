"""The base class of screens with a list and a panel on the selected row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.containers import Container, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from katatx.pictures.parts import Line
from katatx.plots import HEIGHT
from katatx.tui.actions import PREVIEW, Action
from katatx.tui.screens.lists.listing import ListScreen
from katatx.tui.styles import stylesheet
from katatx.tui.widgets.painted import painted_lines
from katatx.tui.widgets.row_list import HERE, RowList
from katatx.views.spans import wrapped
from katatx.views.table import shortened

# The least width for a panel beside the list, and the least height for one below it; the same as in the stylesheet.
_WIDE, _TALL = 100, 24
# The height of a plot below the list, so that its heading, axis and labels fit too.
_LOW = 4
# Scroll bar, padding and border.
_EDGES = 5


class PanelScreen(ListScreen):
    """A list with a panel beside or below it; if there is no room, a key switches between them.

    Subclasses give the panel's lines in `panel_lines`. `ROWS_SHARE` is the list's share of the width in percent. The
    style class `-panel-alone` means that the panel is shown in place of the list.
    """

    ROWS_SHARE: ClassVar[int] = 56
    CSS_PATH = stylesheet("panel")

    def compose_body(self) -> Iterator[Widget]:
        """Yield the head, the list with its heading, the panel, and the line for notices."""
        yield from self.compose_head()
        with Container(id="body"):
            with Vertical(id="list"):
                yield Static(id="heading", markup=False)
                yield RowList()
            with VerticalScroll(id="panel", can_focus=False):
                yield Static(id="panel-lines", markup=False)
        yield Static(id="notice", markup=False)

    def compose_head(self) -> Iterator[Widget]:
        """Yield the widgets above the list."""
        yield Static(id="place", markup=False)

    def place(self, title: str) -> None:
        """Show a title line, cut to the width."""
        self.query_one("#place", Static).update(shortened(title, self.size.width - 2))

    @property
    def is_beside(self) -> bool:
        """Return whether the panel is beside the list."""
        return self.app.size.width >= _WIDE

    @property
    def room(self) -> int:
        """Return the number of columns for a row's text."""
        return self.size.width * self.ROWS_SHARE // 100 - _EDGES - len(HERE) if self.is_beside else super().room

    @property
    def panel_room(self) -> int:
        """Return the number of columns of the panel."""
        whole = self.size.width
        return (whole - whole * self.ROWS_SHARE // 100 if self.is_beside else whole) - _EDGES - 1

    @property
    def plot_height(self) -> int:
        """Return the number of lines for a plot in the panel."""
        return HEIGHT if self.is_beside or self.has_class("-panel-alone") else _LOW

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return the actions, without the one that opens the panel if the panel is beside the list."""
        return tuple(each for each in super().actions if each is not PREVIEW or not self.is_beside)

    def action_preview(self) -> None:
        """Show the panel in place of the list, or the list again; do nothing if the panel is beside the list."""
        if not self.is_beside:
            self.toggle_class("-panel-alone")
            self.draw_panel()

    def action_page_up(self) -> None:
        """Scroll up one page: the panel if it is alone, else the list."""
        if self.has_class("-panel-alone"):
            self.query_one("#panel").scroll_page_up(animate=False)
        else:
            super().action_page_up()

    def action_page_down(self) -> None:
        """Scroll down one page: the panel if it is alone, else the list."""
        if self.has_class("-panel-alone"):
            self.query_one("#panel").scroll_page_down(animate=False)
        else:
            super().action_page_down()

    def action_back(self) -> None:
        """Return from the panel to the list, or close the screen."""
        if self.has_class("-panel-alone"):
            self.action_preview()
        else:
            super().action_back()

    def on_resize(self) -> None:
        """Lay out list and panel for the new size."""
        if self.is_beside:
            self.remove_class("-panel-alone")
        super().on_resize()

    def row_changed(self) -> None:
        """Update the panel."""
        self.draw_panel()

    def draw_panel(self) -> None:
        """Update the panel and scroll it to the top, if it is visible."""
        if self.is_beside or self.app.size.height >= _TALL or self.has_class("-panel-alone"):
            lines = self.panel_lines(self.panel_room)
            self.query_one("#panel-lines", Static).update(painted_lines(wrapped(lines, self.panel_room)))
            self.query_one("#panel").scroll_home(animate=False)

    def panel_lines(self, width: int) -> Sequence[Line]:
        """Return the panel's lines on the selected row for a `width` in columns; longer lines are wrapped. There may be
        no row.
        """
        raise NotImplementedError
