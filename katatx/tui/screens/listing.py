"""A screen around a list of rows."""

from __future__ import annotations

from collections.abc import Sequence

from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from katatx.notation.quoting import plain
from katatx.tui.screen import KatatxScreen

# The list keeps a column free on either side, and one for its scroll bar.
_MARGIN = 6
_NARROWEST = 20


class ListScreen(KatatxScreen[None]):
    """Rows under a heading, of which one lies under the cursor; `show` fills them."""

    @property
    def rows(self) -> OptionList:
        """The list."""
        return self.query_one("#rows", OptionList)

    @property
    def row(self) -> int:
        """The row under the cursor."""
        return self.rows.highlighted or 0

    @property
    def room(self) -> int:
        """How many columns a row has."""
        return max(_NARROWEST, self.size.width - _MARGIN)

    def fill(self, head: str, rows: Sequence[str]) -> None:
        """Put rows in, the cursor where it was."""
        table, at = self.rows, self.row
        self.query_one("#heading", Static).update(head[: self.room])
        table.clear_options()
        table.add_options([Option(row[: self.room]) for row in rows])
        table.highlighted = min(at, len(rows) - 1) if rows else None
        table.focus()

    def tell(self, notice: str) -> None:
        """Say something below the rows."""
        self.query_one("#notice", Static).update(plain(notice, 300, keep=""))

    def on_resize(self) -> None:
        super().on_resize()
        self.show()

    def show(self) -> None:
        """Fill the rows for the room there is."""
        raise NotImplementedError

    def action_up(self) -> None:
        """One row up."""
        self.rows.action_cursor_up()

    def action_down(self) -> None:
        """One row down."""
        self.rows.action_cursor_down()

    def action_page_up(self) -> None:
        """A screen of rows up."""
        self.rows.action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        """A screen of rows down."""
        self.rows.action_page_down()  # type: ignore[no-untyped-call]
