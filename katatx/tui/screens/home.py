"""Home: the decks, what is due, how far each is, and every way to begin."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.practice.desk import Desk
from katatx.practice.home_lines import aligned, deck_row, heading, today
from katatx.practice.sitting import Sitting
from katatx.progress.portable import bring_back
from katatx.tui.messages import Failed
from katatx.tui.screens.drill import DrillScreen

_KEYS = "r review · enter drill · k kata · s stats · i deck's stats · q quit"
_KEYS_SHORT = "r review · enter drill · k kata · s, i stats · q quit"
# The list keeps a column free on either side.
_MARGIN = 4


class HomeScreen(Screen[None]):
    """Decks as rows. What is begun here comes back here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "review", "Review", id="review"),
        Binding("k", "kata", "Kata", id="kata"),
        Binding("s", "stats", "Stats", id="stats"),
        Binding("i", "deck_stats", "Deck's stats", id="deck-stats"),
        Binding("question_mark", "help", "Help", id="help"),
        Binding("q,escape", "leave", "Quit", id="leave"),
    ]

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    def compose(self) -> ComposeResult:
        yield Static("katatx", id="place", markup=False)
        yield Static(id="due", markup=False)
        yield Static(id="heading", markup=False)
        yield OptionList(id="decks", markup=False)
        yield Static(id="notice", markup=False)
        yield Static(_KEYS, id="keys", markup=False)

    def on_screen_resume(self) -> None:
        """Come back from a sitting, or begin; what the log could not take is tried again."""
        log = self.desk.log
        if log.aside is not None:
            self._tell(bring_back(log))
        elif self.desk.faults:
            more = f" (and {len(self.desk.faults) - 1} more)" if len(self.desk.faults) > 1 else ""
            self._tell(f"A deck is left out{more}: {self.desk.faults[0]}")
        self._show()

    def on_resize(self) -> None:
        self._show()

    def on_option_list_option_selected(self) -> None:
        """Enter on a deck."""
        self._begin(lambda: self.desk.drill(self._deck))

    def action_review(self) -> None:
        """Practise what is due."""
        self._begin(self.desk.review)

    def action_kata(self) -> None:
        """Work the deck's page from first line to last."""
        self._begin(lambda: self.desk.kata(self._deck))

    def action_stats(self) -> None:
        """How it stands over all decks."""
        self._open_stats(None)

    def action_deck_stats(self) -> None:
        """How the deck under the cursor stands."""
        self._open_stats(self._deck)

    def action_leave(self) -> None:
        """Leave the app."""
        self.app.exit()

    def action_help(self) -> None:
        """The keys of a sitting, and the verdicts."""
        from katatx.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen({}))

    def _tell(self, message: str) -> None:
        self.query_one("#notice", Static).update(plain(message, 300, keep=""))

    @property
    def _deck(self) -> str:
        row = self.query_one("#decks", OptionList).highlighted
        return list(self.desk.decks)[row or 0]

    def _begin(self, open_sitting: Callable[[], Sitting]) -> None:
        if not self.is_active:  # a key pressed twice begins once
            return
        try:
            sitting = open_sitting()
        except KatatxError as error:
            self.query_one("#notice", Static).update(plain(str(error), 300, keep=""))
            return
        self.query_one("#notice", Static).update("")
        self.app.push_screen(DrillScreen(sitting))

    def _open_stats(self, deck: str | None) -> None:
        from katatx.tui.screens.stats import StatsScreen

        if self.is_active:
            self.app.push_screen(StatsScreen(self.desk, deck))

    def _show(self) -> None:
        try:
            report = self.desk.report()
        except KatatxError as error:
            self.post_message(Failed(error))
            return
        decks = [deck for deck in report.decks if deck.present]
        width = max(20, self.size.width - _MARGIN)
        head, *rows = aligned([heading(width), *(deck_row(deck, width) for deck in decks)])
        self.query_one("#keys", Static).update(_KEYS if len(_KEYS) <= width else _KEYS_SHORT)
        self.query_one("#due", Static).update(today(report))
        self.query_one("#heading", Static).update(head[:width])
        table = self.query_one("#decks", OptionList)
        at = table.highlighted
        table.clear_options()
        table.add_options([Option(row[:width]) for row in rows])
        table.highlighted = at or 0
        table.focus()
