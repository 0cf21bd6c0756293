"""Progress: the days, decks, mistakes and steps as tables, and beside them all that there is to know of a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.widget import Widget
from textual.widgets import Static, Tab, Tabs

from katatx.app.listing import Listing
from katatx.show.home import day_line
from katatx.show.progress import TABLES, Progress, Row
from katatx.show.text import counted, in_width, line, spaced

if TYPE_CHECKING:
    from katatx.sessions.desk import Desk


class ProgressScreen(Listing[Row]):
    """A tab for each table; every row can be practised."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "practise", "practise", id="practise-row", tooltip="practise what the row is about"),
        Binding("tab", "tab(1)", "next list", id="next-tab", tooltip="go to the next list"),
        Binding("shift+tab", "tab(-1)", "list before", show=False, id="tab-before", tooltip="go to the list before"),
        *Listing.KEYS,
    ]
    CSS = (
        Listing.CSS
        + """
    ProgressScreen #sheet { max-width: 154; } #heads { margin: 0; } ProgressScreen Tabs { height: 2; margin-bottom: 1; }
    #pair { height: 1fr; layout: horizontal; } #listed { width: 1fr; height: 1fr; }
    #panel-card { width: 40; height: 1fr; margin-left: 1; }
    ProgressScreen.-three #panel-card { width: 58; }
    ProgressScreen.-low Tabs, ProgressScreen.-tiny Tabs { margin: 0; } ProgressScreen.-one #pair { layout: vertical; }
    ProgressScreen.-one #panel-card { width: 1fr; height: 2fr; margin: 0; } ProgressScreen.-one #listed { height: 3fr; }
    """
    )

    def __init__(self, desk: Desk, tab: str = TABLES[0]) -> None:
        super().__init__()
        self.desk, self.name_of_tab = desk, tab
        self.progress: Progress | None = None

    def where(self) -> Text:
        return line(("progress", "b"))

    def count(self) -> Text:
        return line() if self.progress is None else day_line(self.progress.report)

    def middle(self) -> Iterable[Widget]:
        tabs = Tabs(*(Tab(each, id=each) for each in TABLES), active=self.name_of_tab)
        tabs.can_focus = False
        yield tabs
        yield Container(self.listed(Static(id="heads", markup=False)), self.panel(), id="pair")

    # The rows.

    def read(self) -> None:
        self.progress = Progress(self.desk.report(), self.desk.log, self.desk.decks)
        self._show_table(self.progress)

    def _show_table(self, progress: Progress) -> None:
        self.table = progress.table(self.name_of_tab)
        self.empty = self.table.empty

    def found(self, words: str) -> Sequence[Row]:
        rows, of = self.table.rows, len(self.table.rows)
        found = [row for row in rows if row.has(words)] if words else rows
        self.card("listed").show(f"{len(found):,} of " * bool(words) + counted(of, self.name_of_tab[:-1]))
        cells = zip(*((row.title, row.short, *row.cells) for row in found), strict=True)
        widths = ([line(each).cell_len for each in column] for column in cells)
        self.widest = [found[each.index(max(each))] for each in widths]
        self.query_one("#heads", Static).update(self._laid()[0] if found else line())
        return found

    def line_of(self, row: Row) -> Text:
        return self._laid(row)[-1]

    def _laid(self, *rows: Row) -> list[Text]:
        """Lay out rows below the widest of each column, so that they are in line with all others."""
        return self.table._replace(rows=[*self.widest, *rows]).lines(self.rows.size.width - 2)

    def told(self, row: Row, width: int) -> tuple[str, Sequence[Text]]:
        has_weeks = self.name_of_tab == "days" and self.has_class("-high")
        weeks = self.progress.weeks() if self.progress and has_weeks else []
        return row.title, in_width(spaced(row.tell(), weeks), width)

    def on_tabs_tab_activated(self, event: Tabs.TabActivated) -> None:
        name = event.tab.id or ""
        if self.progress is None or name == self.name_of_tab:
            return
        self.name_of_tab = name
        self._show_table(self.progress)
        self.start()

    # What the keys do.

    def action_tab(self, by: int) -> None:
        at = TABLES.index(self.name_of_tab) + by
        self.query_one(Tabs).active = TABLES[at % len(TABLES)]

    def practise(self, row: Row) -> None:
        desk, places = self.desk, row.places()
        if row.deck:
            self.katatx.begin(lambda: desk.drill(row.deck))
        elif row.step:
            self.katatx.begin(lambda: desk.review(focus=row.step))
        elif places:
            self.katatx.begin(lambda: desk.again(places, row.title))
        else:
            self.notify("Nothing was missed on this day." if self.name_of_tab == "days" else "Its drills are gone.")
