"""The screen with the drills of a deck or of all decks."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.errors import KatatxError
from katatx.pictures.parts import Line, Span
from katatx.sessions.desk import Desk
from katatx.tui.actions import BROWSER
from katatx.tui.screens.confirm import ConfirmScreen
from katatx.tui.screens.lists.panel import PanelScreen
from katatx.views.days import counted
from katatx.views.preview import drill_preview, sheet_lines
from katatx.views.stats.browser_lines import drills_table
from katatx.views.stats.report import DrillReport, Report
from katatx.views.table import Table


class BrowserScreen(PanelScreen):
    """The list of drills in page order, with a preview of the selected one.

    `deck` is a deck's name, None for all decks. `filtering` opens the screen with the filter active.
    """

    ACTIONS = BROWSER
    ON_ROW = frozenset({"practise_one", "from_here", "drill_page", "its_deck_stats", "reset", "preview"})

    def __init__(self, desk: Desk, deck: str | None, filtering: bool = False) -> None:
        super().__init__()
        self.desk = desk
        self.deck = deck
        self.report: Report | None = None
        self.drills: tuple[DrillReport, ...] = ()
        self.table: Table | None = None
        self.filters_first = filtering
        # The prompts of drills, cached when first displayed.
        self._sheets: dict[str, list[Line]] = {}

    def read(self) -> None:
        """Read the learner's progress and make the table; a log that cannot be read ends the app."""
        with self.ending_on_error():
            self.report = self.desk.report(self.deck)
            self.drills = tuple(drill for deck in self.report.decks for drill in deck.present)
            self.table = drills_table(self.drills, self.desk.decks, with_deck=self.deck is None)

    def draw(self) -> None:
        """Show the title and the table; do nothing before they are read."""
        if self.report is None or self.table is None:
            return
        self.place(self._place(self.report))
        self.fill_table(self.table)

    def _place(self, report: Report) -> str:
        """Return the title line: the deck, its drills, how many are asked today, and how many steps are automatic."""
        where = "All decks" if self.deck is None else self.deck
        steps = f"{report.automatic} of {len(report.steps)} steps automatic"
        return f"{where}: {counted(len(self.drills), 'drill')}, {counted(report.due, 'question')} today; {steps}"

    def panel_lines(self, width: int) -> Sequence[Line]:
        """Return the preview of the selected drill; () if no row is visible.

        For a drill that cannot be asked, the error stands in place of its question. `width` is that of the panel in
        columns.
        """
        if not self.selection.shown:
            return ()
        drill = self._drill
        name = f"{drill.deck}/{drill.drill}"
        if name not in self._sheets:
            try:
                self._sheets[name] = sheet_lines(self.desk.question(drill.deck, drill.drill))
            except KatatxError as error:
                self._sheets[name] = [(Span(str(error)),)]
        return drill_preview(drill, self._sheets[name], self.desk.decks, width)

    def on_option_list_option_selected(self) -> None:
        """Practise the selected drill on Enter."""
        self.action_practise_one()

    def action_practise_one(self) -> None:
        """Practise only the selected drill."""
        self.begin_drill(self.desk, self._drill.deck, self._drill.drill)

    def action_from_here(self) -> None:
        """Practise the deck, starting at the selected drill, with the drills before it at the end."""
        self.begin_drill(self.desk, self._drill.deck, start=self._drill.drill)

    def action_reset(self) -> None:
        """Reset the selected drill's progress after a confirmation."""
        drill = self._drill

        def reset(sure: bool | None) -> None:
            """Reset the drill's progress if `sure`, and say how many answers no longer count."""
            if not sure:
                return
            try:
                count = self.desk.log.reset(drill.deck, drill.drill, self.desk.clock())
            except KatatxError as error:
                self.tell(str(error))
                return
            self.show()
            self.tell(f"{drill.drill} starts over, without {counted(count, 'earlier answer')}.")

        question = f"Start over with {drill.drill}? Its answers stay in the log but no longer count."
        self.app.push_screen(ConfirmScreen(question, self.katatx.keys), reset)

    def action_drill_page(self) -> None:
        """Open the selected drill's page."""
        from katatx.tui.screens.lists.drill_page import DrillPageScreen

        self.app.push_screen(DrillPageScreen(self.desk, self._drill.deck, self._drill.drill))

    def action_its_deck_stats(self) -> None:
        """Open the statistics of the selected drill's deck."""
        from katatx.tui.screens.lists.stats import StatsScreen

        self.app.push_screen(StatsScreen(self.desk, self._drill.deck))

    @property
    def _drill(self) -> DrillReport:
        """Return the selected drill, or the first if the filter hides all. Ask only while there are drills."""
        return self.drills[self.row]
