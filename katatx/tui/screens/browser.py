"""The drills of a deck, each with its standing; practice begins at any of them."""

from __future__ import annotations

from collections.abc import Iterator

from textual.widget import Widget
from textual.widgets import OptionList, Static

from katatx.errors import KatatxError
from katatx.practice.browser_lines import drill_row, heading
from katatx.practice.desk import Desk
from katatx.practice.home_lines import aligned
from katatx.practice.report import DeckReport, DrillReport
from katatx.tui.actions import BROWSER
from katatx.tui.messages import Failed
from katatx.tui.screens.confirm import ConfirmScreen
from katatx.tui.screens.listing import ListScreen


class BrowserScreen(ListScreen):
    """A row a drill, in page order."""

    CSS_PATH = "browser.tcss"
    ACTIONS = BROWSER

    def __init__(self, desk: Desk, deck: str) -> None:
        super().__init__()
        self.desk = desk
        self.deck = deck
        self.report: DeckReport | None = None
        self.drills: tuple[DrillReport, ...] = ()

    def compose_body(self) -> Iterator[Widget]:
        yield Static(id="place", markup=False)
        yield Static(id="heading", markup=False)
        yield OptionList(id="rows", markup=False)
        yield Static(id="notice", markup=False)

    def on_screen_resume(self) -> None:
        self.show()

    def read(self) -> None:
        try:
            self.report = self.desk.report(self.deck).decks[0]
        except KatatxError as error:
            self.post_message(Failed(error))

    def draw(self) -> None:
        if self.report is None:
            return
        self.drills = self.report.present
        done = f"{self.report.automatic} of {len(self.report.skills)} skills automatic, {self.report.due} due"
        self.query_one("#place", Static).update(f"{self.deck} · {done}")
        sections = [self.desk.section(self.deck, drill.drill) for drill in self.drills]
        rows = (drill_row(drill, section, self.room) for drill, section in zip(self.drills, sections, strict=True))
        head, *lines = aligned([heading(self.room), *rows])
        self.fill(head, lines)

    def on_option_list_option_selected(self) -> None:
        """Enter on a drill."""
        self.action_practise_one()

    def action_practise_one(self) -> None:
        """Practise the drill under the cursor alone."""
        self.begin(lambda: self.desk.drill(self.deck, drill=self._drill))

    def action_from_here(self) -> None:
        """Practise the deck from the drill under the cursor on."""
        self.begin(lambda: self.desk.drill(self.deck, start=self._drill))

    def action_reset(self) -> None:
        """Begin the drill under the cursor anew, once that is confirmed."""
        drill = self._drill

        def reset(sure: bool | None) -> None:
            if not sure:
                return
            try:
                count = self.desk.reset(self.deck, drill)
            except KatatxError as error:
                self.tell(str(error))
                return
            self.show()
            self.tell(f"{drill} begins anew; {count} answer{'s' * (count != 1)} taken out of its standing.")

        asked = f"Begin {drill} anew? Its answers stay in the log and count no more."
        self.app.push_screen(ConfirmScreen(asked, self.katatx.keys), reset)

    def action_deck_stats(self) -> None:
        """How the deck stands."""
        from katatx.tui.screens.stats import StatsScreen

        self.app.push_screen(StatsScreen(self.desk, self.deck))

    @property
    def _drill(self) -> str:
        return self.drills[self.row].drill
