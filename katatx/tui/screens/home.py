"""Home: the decks, what is due, how far each is, and every way to begin."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from textual.widget import Widget
from textual.widgets import OptionList, Static

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.practice.desk import Desk
from katatx.practice.home_lines import aligned, deck_row, heading, today
from katatx.practice.report import DeckReport, Report
from katatx.tui.actions import HOME
from katatx.tui.messages import Failed
from katatx.tui.screens.listing import ListScreen


class HomeScreen(ListScreen):
    """Decks as rows. What is begun here comes back here."""

    CSS_PATH = "home.tcss"
    ACTIONS = HOME

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.report: Report | None = None

    def compose_body(self) -> Iterator[Widget]:
        yield Static("katatx", id="place", markup=False)
        yield Static(id="due", markup=False)
        yield Static(id="heading", markup=False)
        yield OptionList(id="rows", markup=False)
        yield Static(id="notice", markup=False)

    def on_screen_resume(self) -> None:
        """Come back from a sitting, or begin; what the log could not take is tried again."""
        told = self.desk.bring_back()
        if told is not None:
            self.tell(told)
        elif self.desk.faults:
            more = f" (and {len(self.desk.faults) - 1} more)" if len(self.desk.faults) > 1 else ""
            self.tell(f"A deck is left out{more}: {self.desk.faults[0]}")
        self.show()
        self.show_keys()  # others may have been set

    def read(self) -> None:
        try:
            self.report = self.desk.report()
        except KatatxError as error:
            self.post_message(Failed(error))

    def draw(self) -> None:
        if self.report is None:
            return
        decks = self._decks(self.report)
        head, *rows = aligned([heading(self.room), *(deck_row(deck, self.room) for deck in decks)])
        self.query_one("#due", Static).update(today(self.report))
        self.fill(head, rows)

    def on_option_list_option_selected(self) -> None:
        """Enter on a deck."""
        self.action_practise()

    def more_to_find(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        for name, title, has_kata in self.desk.named_decks():
            told = plain(title, 60, keep="")
            yield f"drill {name}", told, partial(self.begin, partial(self.desk.drill, name))
            if has_kata:
                yield f"kata {name}", told, partial(self.begin, partial(self.desk.kata, name))

    def action_review(self) -> None:
        """Practise what moves the learner furthest."""
        self.begin(self.desk.review)

    def action_practise(self) -> None:
        """Practise the deck under the cursor."""
        self._at_deck(lambda deck: self.begin(lambda: self.desk.drill(deck)))

    def action_kata(self) -> None:
        """Work the deck's page from first line to last."""
        self._at_deck(lambda deck: self.begin(lambda: self.desk.kata(deck)))

    def action_browse(self) -> None:
        """The deck's drills."""
        from katatx.tui.screens.browser import BrowserScreen

        self._at_deck(lambda deck: self.app.push_screen(BrowserScreen(self.desk, deck)))

    def action_stats(self) -> None:
        """How it stands over all decks."""
        self._open_stats(None)

    def action_deck_stats(self) -> None:
        """How the deck under the cursor stands."""
        self._at_deck(self._open_stats)

    def action_settings(self) -> None:
        """What can be set."""
        from katatx.tui.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen(self.desk))

    def action_quit(self) -> None:
        """Leave the app."""
        self.app.exit()

    def _at_deck(self, do: Callable[[str], object]) -> None:
        """Do something with the deck under the cursor, if there is one."""
        decks = [] if self.report is None else self._decks(self.report)
        if decks:
            do(decks[self.row].name)
        else:
            self.tell("There are no decks; katatx new makes one.")

    def _decks(self, report: Report) -> list[DeckReport]:
        return [deck for deck in report.decks if deck.present]

    def _open_stats(self, deck: str | None) -> None:
        from katatx.tui.screens.stats import StatsScreen

        self.app.push_screen(StatsScreen(self.desk, deck))
