"""The base class of a screen with a searchable page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual import events
from textual.widget import Widget
from textual.widgets import Input, Static

from katatx.notation.quoting import plain
from katatx.tui.actions import FINDING_TEXT
from katatx.tui.screen import KatatxScreen
from katatx.tui.widgets.page_text import PageText
from katatx.views.audited.lines import Lines
from katatx.views.audited.places import found_in


class TextSearchScreen(KatatxScreen[None]):
    """A screen whose page can be searched; subclasses give the page's `lines` and yield a PageText and
    `compose_find()`.

    `finds` is True while the search line is open. `has_moved` says whether the learner has ever moved the cursor.
    """

    def __init__(self) -> None:
        super().__init__()
        self.finds = False
        self.has_moved = False
        self._places: Sequence[tuple[int, int, int]] = ()
        self._at: int | None = None

    def compose_find(self) -> Iterator[Widget]:
        """Yield the search line, which is hidden at first, and the notice."""
        field = Input(id="find", placeholder="find on the page", compact=True)
        field.display = False
        yield field
        yield Static(id="notice", markup=False)

    @property
    def text(self) -> PageText:
        """Return the widget with the page's lines."""
        return self.query_one(PageText)

    @property
    def lines(self) -> Lines:
        """Return the page's lines; subclasses override this."""
        raise NotImplementedError

    def tell(self, notice: str) -> None:
        """Show a notice above the keys; "" removes it."""
        self.query_one("#notice", Static).update(plain(notice, 300, keep=""))

    def action_find_text(self) -> None:
        """Open the search line, with the text of the last search selected."""
        self._show_find(True)
        field = self.query_one(Input)
        field.focus()
        field.action_select_all()

    def action_find_end(self) -> None:
        """Close the search line, keeping the cursor."""
        self._show_find(False)
        self._places, self._at = (), None
        self.text.mark_found((), None)
        self.tell("")
        self.text.focus()

    def _show_find(self, finds: bool) -> None:
        """Show or hide the search line."""
        self.finds = finds
        self.query_one("#find").display = finds
        self.show_keys()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search for the typed text while the search line is open, and go to the first match at or after the cursor, or
        else to the first of all.
        """
        if self.finds:
            self._find(event.value)

    def action_find_next(self) -> None:
        """Go to the next match; after the last one, to the first."""
        self._go_to_found(1)

    def action_find_previous(self) -> None:
        """Go to the previous match; before the first one, to the last."""
        self._go_to_found(-1)

    def _find(self, wanted: str, *, stay: bool = False) -> None:
        """Search for a text and go to the first match at or after the cursor, or to the first of all; with `stay` do
        not move.

        Case counts only if the text has capitals. At most 10,000 matches are found; a notice gives their number.
        """
        self._places = found_in(self.lines, wanted)
        here = self.text.place
        after = (at for at, (line, start, _) in enumerate(self._places) if (line, start) >= here)
        self._at = next(after, 0 if self._places else None)
        self._show_found(wanted, stay=stay)

    def _go_to_found(self, by: int) -> None:
        """Go to the match `by` places further, wrapping around; do nothing if there is none."""
        if self._at is not None:
            self._at = (self._at + by) % len(self._places)
            self._show_found(self.query_one(Input).value)

    def _show_found(self, wanted: str, *, stay: bool = False) -> None:
        """Go to the current match of the text `wanted`, highlight all, and say its number or that there is none.

        With `stay` do not move the cursor.
        """
        if self._at is not None and not stay:
            self.has_moved = True
            self.text.go_to(self._places[self._at][:2], None)
        self.text.mark_found(self._places, self._at)
        position = f"{0 if self._at is None else self._at + 1} of {len(self._places):,}"
        self.tell("" if not wanted else position if self._places else "not found on this page")

    def find_again(self) -> None:
        """Repeat an open search on a changed page without moving the cursor."""
        if self.finds:
            self._find(self.query_one(Input).value, stay=True)

    def on_key(self, event: events.Key) -> None:
        """Handle the keys of the search while the search line is open."""
        action = self.katatx.keys.doing(FINDING_TEXT).get(event.key) if self.finds else None
        if action is not None:
            event.stop()
            event.prevent_default()
            self.do(action)
