"""The home screen: today, the decks, and how practice is going."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import OptionList, Sparkline, Static

from katatx.app.frame import Card, Frame, ask, options, part, plain_title
from katatx.app.keys import HELP, MOVING
from katatx.errors import KatatxError
from katatx.show.calendar import last_days
from katatx.show.home import TWO_WEEKS, beside, day_line, deck_lines, last_answer, legend, size_of, today_lines
from katatx.show.text import block, line
from katatx.show.way import title_of, way_lines, way_strip

if TYPE_CHECKING:
    from katatx.sessions.desk import Desk

_NO_DECKS = "There are no decks yet; katatx new makes one from a page."


class HomeScreen(Frame[None]):
    """Today as one card, the decks below it, and beside them ten weeks, the weak spot and the minutes.

    The cursor is on today, or in the list of decks.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "practise", "start", id="practise", tooltip="start today's questions, or the lit deck"),
        Binding("k", "kata", "kata", id="kata", tooltip="work this deck's whole page, line by line"),
        Binding("b", "browse", "browse", id="browse", tooltip="see this deck's questions, and start anywhere"),
        Binding("c", "worksheet", "check", id="worksheet", tooltip="a calculation of your own and have it checked"),
        Binding("p", "progress", "progress", id="progress", tooltip="see your days, decks, mistakes and steps"),
        HELP,
        Binding("q", "quit", "quit", id="quit", tooltip="leave; everything is kept"),
        Binding("f", "weak", "weak spot", show=False, id="weak", tooltip="practise this week's weak spot"),
        Binding("u", "undo", "undo", show=False, id="undo", tooltip="take your last answer back, after asking"),
        Binding("o", "settings", "settings", show=False, id="settings", tooltip="colours, minutes, tools, keys"),
        Binding("slash", "search", "find", show=False, key_display="/", id="search", tooltip="find any question"),
        *MOVING,
    ]
    CSS = """
    HomeScreen.-two #left { display: none; }
    HomeScreen.-two #right { display: block; }
    HomeScreen .card > Sparkline { height: 2; }
    HomeScreen.-high #decks { margin-bottom: 1; } HomeScreen #legend { margin-bottom: 0; }
    HomeScreen #weak-line { display: none; }
    HomeScreen.-one #weak-line { display: block; }
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.overview = desk.overview()
        self.is_read = True

    def where(self) -> Text:
        return line(("the transformer, by pencil", "dim"))

    def count(self) -> Text:
        return day_line(self.overview)

    def left(self) -> Iterable[Widget]:
        yield Card("", part("", "way"), kind="quiet", name="way-card")

    def middle(self) -> Iterable[Widget]:
        decks = options([], at=None, name="decks")
        decks.can_focus = False
        yield Card("today", part("", "today"), name="today-card")
        yield Card(
            "decks", decks, Static(legend(self.overview), id="legend", classes="roomy", markup=False), name="deck-card"
        )
        yield Card("", part("", "strip"), part("", "note"), part("", "weak-line"), kind="quiet spare", name="onward")

    def right(self) -> Iterable[Widget]:
        for widgets in ([], [], [Sparkline()]):
            yield Card("", *widgets, Static(classes="text", markup=False))

    # What is shown.

    def on_screen_resume(self) -> None:
        """Read the answers again; what was read before the first painting is fresh."""
        if not self.is_read:
            self.read()
        self.is_read = False

    def on_mount(self) -> None:
        if faults := self.desk.faults:
            more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
            self.tell(f"A deck cannot be read{more}: {faults[0]}")

    def on_resize(self) -> None:
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
        """Fill the cards for the window's size, with the cursor on the same deck as before."""
        overview, deck, (room, narrow) = self.overview, self._deck, self._rooms()
        self._fill("today", today_lines(overview))
        self.decks.clear_options()
        air = "\n" if self.size.height >= 44 else ""
        self.decks.add_options(line(each, air) for each in deck_lines(overview, room))
        names = [each.name for each in overview.listed]
        self.decks.highlighted = names.index(deck) if deck in names else None
        cards = zip(self.query("#right Card").results(Card), beside(overview, narrow, self.key("weak")), strict=True)
        for card, (title, lines) in cards:
            card.border_title = title
            card.query_one(".text", Static).update(block(lines))
        spark = self.query_one(Sparkline)
        spark.display = not overview.is_new
        spark.data = last_days(overview.minutes, overview.report.day, TWO_WEEKS)
        self._show_cursor()

    def _rooms(self) -> tuple[int, int]:
        """Return the width of the text in the cards of the sheet, and at its right."""
        width, height = self.size
        # The frame takes the column at the left for what is shown beside the sheet of two columns.
        return self.room - 10 * (100 <= width < 160), 36 if height < 30 else 34

    def _show_cursor(self) -> None:
        """Light the card with the cursor, and show the way through its deck."""
        overview, is_today, enter = self.overview, self._deck is None, self.key("practise")
        self.query_one("#today-card", Card).show("today", f"{enter}: start" * is_today, "lit" * is_today)
        self.query_one("#deck-card", Card).show("decks", f"{enter}: practise" * (not is_today), "lit" * (not is_today))
        name = self._deck_or_current
        if name is None:
            return
        deck, whole = overview.decks[name], overview.report.whole
        title, here = plain_title(title_of(deck)), overview.here(name)
        self.query_one("#onward", Card).border_title = self.query_one("#way-card", Card).border_title = title
        rows = self.size.height - (7 if self.size.height >= 30 else 4)
        self._fill("way", way_lines(deck, whole, here, rows=rows, width=24))
        self._fill("strip", way_strip(deck, whole, here))
        self._fill("note", [line((size_of(deck), "dim"))])
        weak = overview.weak
        spot = [] if weak is None else [line((self.key("weak"), "lead"), ("  practise: ", "dim"), weak.happened)]
        self._fill("weak-line", spot)
        self.query_one("#weak-line").set_class(not spot, "off")

    def _fill(self, name: str, lines: Sequence[Text]) -> None:
        self.query_one(f"#{name}", Static).update(block(lines))

    @property
    def decks(self) -> OptionList:
        return self.query_one("#decks", OptionList)

    @property
    def _deck(self) -> str | None:
        """Return the name of the deck under the cursor; None if it is on today."""
        at = self.decks.highlighted
        return None if at is None else self.overview.listed[at].name

    @property
    def _deck_or_current(self) -> str | None:
        current = self.overview.current
        return self._deck or (None if current is None else current.name)

    # Moving.

    def action_up(self) -> None:
        self._step(-1)

    def action_down(self) -> None:
        self._step(1)

    def action_page_up(self) -> None:
        self._go(0)

    def action_page_down(self) -> None:
        self._go(len(self.overview.listed))

    def _step(self, by: int) -> None:
        at = self.decks.highlighted
        self._go(((0 if at is None else at + 1) + by) % (len(self.overview.listed) + 1))

    def _go(self, row: int) -> None:
        """Put the cursor on today, which is row 0, or on a deck."""
        self.decks.highlighted = row - 1 if row else None
        self._show_cursor()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Practise the deck that was clicked on."""
        self._show_cursor()
        self.action_practise()

    def on_click(self, event: events.Click) -> None:
        if event.widget is not None and self.query_one("#today-card") in event.widget.ancestors_with_self:
            self._go(0)
            self.action_practise()

    # What the keys do.

    def action_practise(self) -> None:
        deck = self._deck
        if deck is not None:
            self.katatx.begin(lambda: self.desk.drill(deck))
        elif self.desk.decks:
            self.katatx.begin(self.desk.review)
        else:
            self.tell(_NO_DECKS)

    def action_kata(self) -> None:
        self._at_deck(lambda deck: self.katatx.begin(lambda: self.desk.kata(deck)))

    def action_browse(self) -> None:
        from katatx.app.browse import BrowseScreen

        self._at_deck(lambda deck: self.app.push_screen(BrowseScreen(self.desk, deck)))

    def action_search(self) -> None:
        from katatx.app.browse import BrowseScreen

        self.app.push_screen(BrowseScreen(self.desk, None, filtering=True))

    def action_worksheet(self) -> None:
        from katatx.app.worksheet import WorksheetScreen

        self.app.push_screen(WorksheetScreen())

    def action_progress(self) -> None:
        from katatx.app.progress import ProgressScreen

        self.app.push_screen(ProgressScreen(self.desk, deck=self._deck))

    def action_settings(self) -> None:
        from katatx.app.settings import SettingsScreen

        self.app.push_screen(SettingsScreen(self.desk))

    def action_weak(self) -> None:
        weak = self.overview.weak
        if weak is None:
            self.tell("No step was missed this week.")
        else:
            self.katatx.begin(lambda: self.desk.review(focus=weak.step))

    def action_undo(self) -> None:
        with self.telling():
            last = self.desk.log.last_counting()
            if last is None:
                self.tell("There is nothing to take back: no answer counts yet.")
                return
            said = last_answer(last, self.desk.decks)
            ask(self, f"Take your last answer back? It is {said}. It is kept, but no longer counts.", self._undo)

    def _undo(self, sure: bool | None) -> None:
        with self.telling():
            undone = self.desk.undo() if sure else None
            if undone is not None:
                self.read()
                self.tell(f"Taken back: {last_answer(undone, self.desk.decks)}.")

    def action_quit(self) -> None:
        self.app.exit()

    def _at_deck(self, do: Callable[[str], object]) -> None:
        """Call `do` with the deck under the cursor, or with the one practised last."""
        deck = self._deck_or_current
        if deck is None:
            self.tell(_NO_DECKS)
        else:
            do(deck)
