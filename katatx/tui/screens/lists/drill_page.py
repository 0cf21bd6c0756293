"""The screen with everything known about a drill."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.pictures.parts import Line, Span
from katatx.sessions.desk import Desk
from katatx.tui.actions import DRILL_PAGE_SCREEN
from katatx.tui.screens.lists.panel import PanelScreen
from katatx.views.preview import sheet_lines
from katatx.views.spans import joined
from katatx.views.stats.facts import drill_facts
from katatx.views.stats.lines import mistake_lines
from katatx.views.stats.mistakes import mistakes
from katatx.views.stats.plots import Attempts, drill_times
from katatx.views.stats.report import DrillReport
from katatx.views.stats.tables import lines_table


class DrillPageScreen(PanelScreen):
    """The list of steps that a drill uses, with a panel of its question, times and mistakes.

    `deck` and `drill` are names; a deck or the log must have the drill. The attribute `drill` is the drill's progress,
    None until read.
    """

    ACTIONS = DRILL_PAGE_SCREEN
    ROWS_SHARE = 44
    ON_ROW = frozenset({"step_page"})

    def __init__(self, desk: Desk, deck: str, drill: str) -> None:
        super().__init__()
        self.empty = "This drill is gone from its deck, and so are its steps."
        self.desk = desk
        self.deck = deck
        self.name_of_drill = drill
        self.drill: DrillReport | None = None
        self._attempts: Attempts = ()
        self._sheet: list[Line] = []

    def read(self) -> None:
        """Read the drill's progress, its answers and its question, which is empty if the deck has it no longer.

        A log that cannot be read ends the app. If the question cannot be asked, the reason stands in its place.
        """
        with self.ending_on_error():
            (deck,) = self.desk.report(self.deck).decks
            self.drill = next(each for each in deck.drills if each.drill == self.name_of_drill)
            self._attempts = self.desk.log.attempts_at(self.deck, self.name_of_drill)
        self._sheet = self._question() if self.drill is not None and self.drill.in_deck else []

    def _question(self) -> list[Line]:
        """Return the drill's question as lines; if it cannot be asked, the reason."""
        try:
            return sheet_lines(self.desk.question(self.deck, self.name_of_drill))
        except KatatxError as error:
            return [(Span(str(error)),)]

    def draw(self) -> None:
        """Show the title and the table of steps; do nothing before they are read."""
        if self.drill is None:
            return
        deck, name = plain(self.deck, keep=""), plain(self.name_of_drill, keep="")
        self.place(f"{deck} · {name}: {self.drill.word}")
        self.fill_table(lines_table(self.drill))

    def panel_lines(self, width: int) -> Sequence[Line]:
        """Return the question, facts, times and mistakes of the drill for `width` columns; () before they are read."""
        if self.drill is None:
            return ()
        times = drill_times(self._attempts, self.drill.around.day, width, self.plot_height)
        made = mistake_lines(mistakes([self.drill], self.desk.decks), width)
        return joined(self._sheet, drill_facts(self.drill, self._attempts), times, made)

    def on_option_list_option_selected(self) -> None:
        """Practise the drill on Enter."""
        self.action_practise_drill()

    def action_practise_drill(self) -> None:
        """Practise the drill; a notice says if its deck is gone."""
        self.begin_drill(self.desk, self.deck, self.name_of_drill)

    def action_step_page(self) -> None:
        """Open the page of the selected step."""
        from katatx.tui.screens.lists.step import StepScreen

        if self.drill is not None and self.drill.steps:
            self.app.push_screen(StepScreen(self.desk, self.drill.steps[self.row].name))
