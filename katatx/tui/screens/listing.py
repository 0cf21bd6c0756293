"""A screen around a list of rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.practice.sitting import Sitting
from katatx.tui.screen import KatatxScreen
from katatx.tui.screens.sittings import screen_of

# A column for the scroll bar, and one free beside it.
_MARGIN = 2
_NARROWEST = 20
# The row under the cursor is seen without colour.
_HERE, _ELSEWHERE = "▸ ", "  "


class ListScreen(KatatxScreen[None]):
    """Rows under a heading, of which one lies under the cursor. What they say is read when the screen is
    come to, not whenever the window changes.
    """

    def __init__(self) -> None:
        super().__init__()
        self._pointed: int | None = None

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
        """Return how many columns a row has."""
        return max(_NARROWEST, self.size.width - _MARGIN - len(_HERE))

    def fill(self, head: str, rows: Sequence[str]) -> None:
        """Put rows in, the cursor where it was."""
        table, at = self.rows, self.row
        self.query_one("#heading", Static).update(_ELSEWHERE + head[: self.room])
        table.clear_options()
        table.add_options([Option(_ELSEWHERE + row[: self.room]) for row in rows])
        self._pointed = None
        table.highlighted = min(at, len(rows) - 1) if rows else None
        table.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Move the sign of the cursor."""
        if self._pointed != event.option_index:
            self._point(self._pointed, _ELSEWHERE)
            self._point(event.option_index, _HERE)
            self._pointed = event.option_index

    def _point(self, row: int | None, sign: str) -> None:
        if row is not None and row < self.rows.option_count:
            prompt = str(self.rows.get_option_at_index(row).prompt)
            self.rows.replace_option_prompt_at_index(row, sign + prompt[len(sign) :])

    def tell(self, notice: str) -> None:
        """Say something below the rows."""
        self.query_one("#notice", Static).update(plain(notice, 300, keep=""))

    def on_resize(self) -> None:
        super().on_resize()
        self.draw()

    def show(self) -> None:
        """Read what the rows say, and fill them."""
        self.read()
        self.draw()

    def read(self) -> None:
        """Read what the rows say."""

    def draw(self) -> None:
        """Fill the rows for the room there is."""
        raise NotImplementedError

    def begin(self, open_sitting: Callable[[], Sitting]) -> None:
        """Begin a sitting, or say why it cannot be."""
        try:
            sitting = open_sitting()
        except KatatxError as error:
            self.tell(str(error))
            return
        self.tell("")
        self.app.push_screen(screen_of(sitting))

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
