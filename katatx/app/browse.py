"""Browsing: the decks, the drills of one, and what is asked and known of the one under the cursor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from katatx.app.frame import Card
from katatx.app.listing import Listing
from katatx.errors import KatatxError
from katatx.show.progress import Drilled, Progress
from katatx.show.text import counted, line
from katatx.show.way import title_of

if TYPE_CHECKING:
    from katatx.sessions.desk import Desk


class Pointed(OptionList):
    """A list in which a first click only points at a row, and a second one chooses it."""

    def on_click(self, event: events.Click) -> None:
        at = event.style.meta.get("option")
        if at is not None and at != self.highlighted and not self.get_option_at_index(at).disabled:
            event.prevent_default()
            self.highlighted = at


class BrowseScreen(Listing[Drilled]):
    """The drills of a deck; those of all decks while words are typed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "practise", "practise", id="practise-row", tooltip="practise this drill alone"),
        Binding("f", "from_here", "from here", id="from-here", tooltip="practise the deck from this drill on"),
        Binding("l", "lesson", "lesson", id="lesson", tooltip="see the lesson that opens this drill's section"),
        Binding("s", "progress", "progress", id="deck-progress", tooltip="see your progress in this deck"),
        Binding("x", "reset", "start over", show=False, id="reset", tooltip="start this drill over, after asking"),
        Binding("left", "deck(-1)", "deck before", show=False, id="deck-before", tooltip="go to the deck before"),
        Binding("right", "deck(1)", "next deck", show=False, id="next-deck", tooltip="go to the next deck"),
        *Listing.KEYS,
    ]
    CSS = (
        Listing.CSS
        + """
    BrowseScreen #left { width: 36; } BrowseScreen #left Card { height: 1fr; }
    #listed { height: 3fr; } #panel-card { height: 2fr; min-height: 6; } #decks { max-height: 1fr; }
    #rows, #decks { text-wrap: nowrap; text-overflow: ellipsis; }
    """
    )

    def __init__(self, desk: Desk, deck: str | None = None, filtering: bool = False) -> None:
        super().__init__()
        self.desk, self.filtering = desk, filtering
        self.deck = deck if deck in desk.decks else next(iter(desk.decks), "")
        self.empty = "There are no decks yet; katatx new makes one from a page."
        self.progress: Progress | None = None

    def where(self) -> Text:
        return line(("browse", "b"))

    def count(self) -> Text:
        drills = sum(len(deck.drills) for deck in self.desk.decks.values())
        return line((f"{counted(drills, 'drill')} in {counted(len(self.desk.decks), 'deck')}", "dim"))

    def left(self) -> Iterable[Widget]:
        decks = OptionList(compact=True, markup=False, id="decks")
        decks.can_focus = False
        yield Card("decks", decks)

    def middle(self) -> Iterable[Widget]:
        yield self.listed(Pointed(compact=True, markup=False))
        yield self.panel("lit")

    def on_mount(self) -> None:
        super().on_mount()
        if self.filtering:
            self.action_filter()

    # The rows.

    def read(self) -> None:
        self.progress = Progress(self.desk.report(), self.desk.log, self.desk.decks)
        decks = self.query_one("#decks", OptionList)
        decks.clear_options()
        decks.add_options(self.progress.deck_options(28))
        decks.highlighted = [*self.desk.decks].index(self.deck) if self.deck else None

    def found(self, words: str) -> Sequence[Drilled]:
        if self.progress is None:
            return ()
        title = "all decks" if words else title_of(self.desk.decks[self.deck]) if self.deck else ""
        found = self.progress.browsed(None if words else self.deck, words)
        drills = sum(each.report is not None for each in found)
        self.query_one("#listed", Card).show(title, f"{drills:,} found" if words else "")
        return found

    def clear(self) -> None:
        self.rows.clear_options()

    def load(self, rows: Sequence[Drilled]) -> None:
        width = self.rows.size.width - 2
        self.rows.add_options(Option(each.line(width), disabled=each.report is None) for each in rows)

    def told(self, row: Drilled, width: int) -> tuple[str, Sequence[Text]]:
        drill = row.report
        if drill is None or self.progress is None:
            return "", ()
        try:
            question = self.desk.question(drill.deck, drill.drill)
        except KatatxError as error:
            return row.title, [line(str(error))]
        return row.title, self.progress.preview(drill, question, width)

    @property
    def at(self) -> int:
        at: int | None = self.rows.highlighted
        return 0 if at is None else at
