"""The home screen: today, the decks, and how practice is going."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from katatx.app.dialogs import ask
from katatx.app.frame import Card, Frame, Rows, screen_of
from katatx.app.keys import HELP, MOVING
from katatx.errors import KatatxError
from katatx.show.home import LEGEND, beside, day_line, deck_lines, last_answer, today_lines
from katatx.show.text import in_one, in_width, line
from katatx.show.way import next_section, title_of, way_across, way_lines

if TYPE_CHECKING:
    from katatx.sessions.desk import Desk

# The lines of a window from which on today has two, and each deck.
_LOW, _TALL = 20, 44
_NO_DECKS = "There are no decks yet; katatx new makes one from a page."


class HomeScreen(Frame[None]):
    """Today as one card, the decks below it, and beside them ten weeks and the weak spot.

    The cursor is on the deck of the name `deck`, or for None on today.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "practise", "start", id="practise", tooltip="start today's questions, or the chosen deck"),
        Binding("k", "kata", "kata", id="kata", tooltip="work this deck's whole page, line by line"),
        Binding("b", "browse", "browse", id="browse", tooltip="see this deck's questions, and start anywhere"),
        Binding("c", "open('Worksheet')", "check", id="worksheet", tooltip="check a calculation of your own"),
        Binding("p", "open('Progress')", "progress", id="progress", tooltip="see your days, decks, mistakes and steps"),
        HELP,
        Binding("q", "back", "quit", id="quit", tooltip="leave; everything is kept"),
        Binding("f", "weak", "weak spot", show=False, id="weak", tooltip="practise this week's weak spot"),
        Binding("u", "undo", "undo", show=False, id="undo", tooltip="take your last answer back, after asking"),
        Binding("o", "open('Settings')", "settings", show=False, id="settings", tooltip="colours, minutes, keys"),
        Binding("slash", "search", "find", show=False, key_display="/", id="search", tooltip="find any question"),
        *MOVING,
    ]
    CSS = """
    HomeScreen #left { width: 36; } HomeScreen.-two #left { display: none; }
    HomeScreen.-two #right { display: block; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.overview = desk.overview()
        self.deck: str | None = None
        self.is_read = True

    def where(self) -> Text:
        return line(("the transformer, by pencil", "dim"))

    def count(self) -> Text:
        return day_line(self.overview.report)

    def left(self) -> Iterable[Widget]:
        yield Card(name="way-card")

    def middle(self) -> Iterable[Widget]:
        yield Card(name="today-card")
        yield Card("decks", Rows(), name="deck-card")
        yield Card(name="below")

    def right(self) -> Iterable[Widget]:
        return Card(name="beside-0"), Card(name="beside-1", kind="off")

    # What is shown.

    def on_screen_resume(self) -> None:
        """Read the answers again; what was read before the first painting is fresh."""
        if not self.is_read:
            self.read()
        self.is_read = False

    def on_mount(self) -> None:
        if faults := self.desk.faults:
            more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
            self.notify(f"A deck cannot be read{more}: {faults[0]}")
        self.draw()

    def read(self) -> None:
        try:
            self.overview = self.desk.overview()
        except KatatxError as error:
            self.katatx.fail(error)
            return
        self.show_bar()
        self.draw()

    def draw(self) -> None:
        overview = self.overview
        if self.deck not in overview.decks:
            self.deck = None
        for at, (title, lines, sub) in enumerate(beside(overview, self.key("weak"))):
            self.card(f"beside-{at}").lay(partial(in_width, lines), title, sub, kind="")
        self._show_cursor()

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._show_cursor)  # by the classes of the new size

    def _today(self, width: int) -> Iterable[Text]:
        lines = today_lines(self.overview)
        return lines if self.app.size.height >= _LOW else in_one(lines, width)[:1]

    def _decks(self, width: int) -> Iterable[Text]:
        air = "\n" * (self.app.size.height >= _TALL)
        return (line(each, air) for each in deck_lines(self.overview, width))

    def _show_cursor(self) -> None:
        """Light the card with the cursor, and show the way through its deck."""
        overview, row, enter = self.overview, self._row, self.key("practise")
        self.card("today-card").lay(self._today, "today", f"{enter}: start" * (not row), "lit" * (not row))
        self.query_one(Rows).show_rows(self._decks, len(overview.listed), row - 1 if row else None)
        legend = LEGEND if overview.report.days else ""
        self.card("deck-card").show("decks", f"{enter}: practise" if row else legend, "lit" * bool(row))
        name = self._deck_or_current
        if name is None:
            return
        deck, whole = overview.decks[name], overview.report.whole
        here = next_section(deck, whole)
        self.card("way-card").lay(lambda width: way_lines(deck, whole, here, self.way_rows, width), title_of(deck))
        if self.has_class("-one"):
            title, lines, sub = beside(overview, self.key("weak"))[0]
            self.card("below").lay(partial(in_one, lines), title, sub, kind="spare")
        else:
            below = None if self.has_class("-three") else partial(way_across, deck, whole)
            self.card("below").lay(below, f"your way through {title_of(deck)}", kind="quiet spare")

    @property
    def _row(self) -> int:
        """Return the row of the cursor: 0 is today, and then come the decks."""
        names = [each.name for each in self.overview.listed]
        return 0 if self.deck is None else names.index(self.deck) + 1

    @property
    def _deck_or_current(self) -> str | None:
        current = self.overview.current
        return self.deck or (None if current is None else current.name)

    # Moving.

    def action_move(self, by: int, pages: bool = False) -> None:
        count = len(self.overview.listed)
        self._go(count * (by > 0) if pages else (self._row + by) % (count + 1))

    def _go(self, row: int) -> None:
        self.deck = self.overview.listed[row - 1].name if row else None
        self._show_cursor()

    def on_rows_picked(self, event: Rows.Picked) -> None:
        self._go(event.row + 1)
        self.action_practise()

    def on_click(self, event: events.Click) -> None:
        if event.widget is not None and self.card("today-card") in event.widget.ancestors_with_self:
            self._go(0)
            self.action_practise()

    # What the keys do.

    def action_practise(self) -> None:
        deck = self.deck
        if deck is not None:
            self.katatx.begin(lambda: self.desk.drill(deck))
        elif self.desk.decks:
            self.katatx.begin(self.desk.review)
        else:
            self.notify(_NO_DECKS)

    def action_kata(self) -> None:
        self._at_deck(lambda deck: self.katatx.begin(lambda: self.desk.kata(deck)))

    def action_browse(self) -> None:
        self._at_deck(lambda deck: self.app.push_screen(screen_of("Browse")(self.desk, deck)))

    def action_search(self) -> None:
        self.app.push_screen(screen_of("Browse")(self.desk, None, filtering=True))

    def action_open(self, name: str) -> None:
        self.app.push_screen(screen_of(name)(*[self.desk] * (name != "Worksheet")))

    def action_weak(self) -> None:
        weak = self.overview.weak
        if weak is None:
            self.notify("No step stands out this week.")
        else:
            self.katatx.begin(lambda: self.desk.review(focus=weak.step))

    def action_undo(self) -> None:
        with self.telling():
            last = self.desk.log.last_counting()
            if last is None:
                self.notify("There is nothing to take back: no answer counts yet.")
                return
            said = last_answer(last, self.desk.decks, self.overview.report.day)
            ask(self, f"Take back {said}? It is kept, but no longer counts.", self._undo)

    def _undo(self) -> None:
        with self.telling():
            undone = self.desk.undo()
            if undone is not None:
                self.read()
                self.notify(f"Taken back: {last_answer(undone, self.desk.decks, self.overview.report.day)}.")

    def _at_deck(self, do: Callable[[str], object]) -> None:
        deck = self._deck_or_current
        if deck is None:
            self.notify(_NO_DECKS)
        else:
            do(deck)
