"""The base class of screens with a list that can be filtered and sorted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from katatx.tui.screens.lists.filtered import NOTHING_MATCHES, FilteredScreen
from katatx.tui.widgets.painted import painted
from katatx.tui.widgets.row_list import ELSEWHERE, HERE, RowLine, Rows
from katatx.views.selection import Selection
from katatx.views.table import Laid, Table

# One column for the scroll bar and one free.
_MARGIN = 2
_NARROWEST = 20


class ListScreen(FilteredScreen):
    """A screen with a list under a heading, which can be filtered and sorted.

    Subclasses yield a widget `#heading` and a RowList, read their contents in `read`, and fill the list in `draw` by
    `fill` (lines) or `fill_table` (a table that can be sorted). `row` is the index of the selected row as filled in,
    whatever the filter and the order. `empty` is the text shown without rows. `filters_first` opens the screen with the
    filter active.
    """

    # Actions that need a selected row, by their `Action.method`.
    ON_ROW: ClassVar[frozenset[str]] = frozenset()

    def __init__(self) -> None:
        super().__init__()
        self.empty = ""
        self.filters_first = False
        self._made = Rows(0, lambda _: Content())
        self._drawn_at: Size | None = None
        self._pointed: int | None = None
        self._table: Table | None = None
        self._laid: Laid | None = None

    @property
    def rows(self) -> OptionList:
        """Return the list widget."""
        return self.query_one("#rows", OptionList)

    @property
    def row(self) -> int:
        """Return the index of the selected row as filled in; 0 if no row is visible."""
        at, shown = self.rows.highlighted or 0, self.selection.shown
        return shown[at] if at < len(shown) else 0

    @property
    def room(self) -> int:
        """Return the number of columns for a row's text."""
        return max(_NARROWEST, self.size.width - _MARGIN - len(HERE))

    def fill(self, head: str, rows: Sequence[str]) -> None:
        """Fill the list with `rows`, cut to the width, under the heading `head`, keeping the filter and the cursor."""
        self._table, self._laid, room = None, None, self.room
        made = Rows(len(rows), lambda at: Content(rows[at][:room]))
        self._fill(Content(head[:room]), made, Selection(rows))

    def fill_table(self, table: Table) -> None:
        """Fill the list with a table, keeping the filter, the cursor, and the order if the columns are those of
        before.
        """
        before = self.selection
        selection = Selection([each.text for each in table.rows], [each.keys for each in table.rows])
        if self._table is not None and self._table.columns == table.columns:
            selection.sort(before.column, before.falling)
        self._table = table
        self._laid = laid = table.laid(self.room, selection.column, selection.falling)
        self._fill(painted(laid.heading), Rows(len(table.rows), lambda at: painted(laid.line(at))), selection)

    def _fill(self, heading: Content, rows: Rows, selection: Selection) -> None:
        """Fill the list, keeping the filter and the cursor, and focus it unless the filter is typed."""
        at = min(self.row, rows.count - 1)
        self.query_one("#heading", Static).update(Content(ELSEWHERE) + heading)
        selection.narrow(" ".join(self.selection.words))
        self.selection, self._made = selection, rows
        self.show_rows(at)
        if not self.is_typing:
            self.rows.focus()

    def show_rows(self, at: int) -> None:
        """Show the rows that match the filter, with the cursor on row `at` if it is visible, else on the first.

        If there are none, show that nothing matches the filter; without hidden rows, show `empty`. Call `row_changed`.
        """
        self._point(self._pointed, ELSEWHERE)
        self._pointed = None
        shown = self.selection.shown
        if shown:
            scrolled = self.rows.scroll_offset.y
            self.rows.set_options(self._made.options(shown))
            self.rows.scroll_to(y=scrolled, animate=False, immediate=True)
            self.rows.highlighted = shown.index(at) if at in shown else 0
            self._move_sign(self.rows.highlighted)
        else:
            self.rows.clear_options()
            text = NOTHING_MATCHES if self.selection.hidden else self.empty
            self.rows.add_options([Option(f"{ELSEWHERE}{text}", disabled=True)] if text else [])
        self.show_filter()
        self.row_changed()

    def forget_place(self) -> None:
        """Forget the cursor, the filter and the order, so that the next filling starts on the first row."""
        self._pointed = self.rows.highlighted = None
        self.selection = Selection(())

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Mark the newly selected row, and call `row_changed`."""
        if self._pointed != event.option_index and self.selection.shown:
            self._move_sign(event.option_index)
            self.row_changed()

    def _move_sign(self, row: int | None) -> None:
        """Move the cursor's mark to the row at position `row` of the list; remove it for None."""
        self._point(self._pointed, ELSEWHERE)
        self._point(row, HERE)
        self._pointed = row

    def _point(self, row: int | None, sign: str) -> None:
        """Set the mark of the row at position `row` of the list to `sign`; do nothing if there is no such row."""
        if row is not None and row < self.rows.option_count:
            line = self.rows.get_option_at_index(row).prompt
            if isinstance(line, RowLine) and line.sign != sign:
                self.rows.replace_option_prompt_at_index(row, RowLine(line.make, sign))

    def row_changed(self) -> None:
        """Update what depends on the selected row; subclasses override this. It is also called when the list is
        filled.
        """

    # ---- sorting

    def action_sort(self) -> None:
        """Sort by the next visible column that has a heading; after the last, restore the original order.

        Do nothing in a list of lines.
        """
        if self._laid is not None:
            shown = [column for _, column in self._laid.starts if self._can_sort(column)]
            following = [*shown, None]
            before = self.selection.column
            self.sort_by(following[(following.index(before) + 1) % len(following) if before in shown else 0])

    def action_sort_turned(self) -> None:
        """Reverse the order, if the list is sorted by a column."""
        if self.selection.column is not None:
            self.sort_by(self.selection.column, not self.selection.falling)

    def sort_by(self, column: int | None, falling: bool | None = None) -> None:
        """Sort by the index of a column, or restore the original order for None; do nothing in a list of lines.

        `falling` sorts in descending order; None stands for the column's usual order.
        """
        if self._table is None:
            return
        usual = column is not None and self._table.columns[column].falls
        at = self.row
        self.selection.sort(column, usual if falling is None else falling)
        self._laid = self._table.laid(self.room, column, self.selection.falling)
        self.query_one("#heading", Static).update(Content(ELSEWHERE) + painted(self._laid.heading))
        self.show_rows(at)

    def on_click(self, event: events.Click) -> None:
        """Sort by the clicked heading, or reverse the order if already sorted by it."""
        if self._laid is None or event.widget is None or event.widget.id != "heading":
            return
        offset = event.get_content_offset(event.widget)
        column = None if offset is None else self._laid.column_at(offset.x - len(ELSEWHERE))
        if column is not None and self._can_sort(column):
            self.sort_by(column, not self.selection.falling if column == self.selection.column else None)

    def _can_sort(self, column: int) -> bool:
        """Return whether a column has a heading to sort by."""
        return self._table is not None and bool(self._table.columns[column].name)

    # ---- all lists

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action, given by its `Action.method`, may run.

        One in `ON_ROW` may only if a row is visible, and one in `ACTIONS` only while no other screen covers this one.
        """
        if action in self.ON_ROW and not self.selection.shown:
            return False
        return super().check_action(action, parameters)

    def on_resize(self) -> None:
        """Fill the list for the new size."""
        super().on_resize()
        if self.size != self._drawn_at:  # Textual calls this several times
            self._draw_here()

    async def on_screen_resume(self) -> None:
        """Read the contents again when the screen comes to the front; the first time, open the filter line if
        `filters_first` is set.
        """
        self.show()
        if self.filters_first:
            self.filters_first = False
            await self.action_filter()

    def show(self) -> None:
        """Read the contents and fill the list."""
        self.read()
        self._draw_here()

    def _draw_here(self) -> None:
        """Fill the list for the present size."""
        self._drawn_at = self.size
        self.draw()

    def read(self) -> None:
        """Read the contents; subclasses override this. It is called by `show`, not when the window is resized."""

    def draw(self) -> None:
        """Fill the list for the window's size from what was read; called by `show` and when the window is resized."""
        raise NotImplementedError

    def action_up(self) -> None:
        """Move the cursor up one row, from the first to the last."""
        self.rows.action_cursor_up()

    def action_down(self) -> None:
        """Move the cursor down one row, from the last to the first."""
        self.rows.action_cursor_down()

    def action_page_up(self) -> None:
        """Move the cursor up one page."""
        self.rows.action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        """Move the cursor down one page."""
        self.rows.action_page_down()  # type: ignore[no-untyped-call]
