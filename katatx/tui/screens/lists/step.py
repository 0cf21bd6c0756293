"""The screen with everything known about a step."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.notation.quoting import plain
from katatx.pictures.parts import Line
from katatx.sessions.desk import Desk
from katatx.tui.actions import STEP_PAGE
from katatx.tui.screens.lists.panel import PanelScreen
from katatx.views.spans import joined
from katatx.views.stats.facts import step_facts
from katatx.views.stats.lines import mistake_lines, mistakes_on
from katatx.views.stats.plots import Attempts, step_times
from katatx.views.stats.report import DrillReport, StepReport
from katatx.views.stats.tables import drills_of, used_in_table


class StepScreen(PanelScreen):
    """The list of drills that use a step, with a panel of its progress, times and mistakes.

    `name` is the step's name. `step` is None until read, and if no drill uses it.
    """

    ACTIONS = STEP_PAGE
    ROWS_SHARE = 44
    ON_ROW = frozenset({"practise_one", "drill_page"})

    def __init__(self, desk: Desk, name: str) -> None:
        super().__init__()
        self.desk = desk
        self.name_of_step = name
        self.step: StepReport | None = None
        self.drills: Sequence[DrillReport] = ()
        self._attempts: Attempts = ()

    def read(self) -> None:
        """Read the step's progress and its answers; a log that cannot be read ends the app."""
        with self.ending_on_error():
            report = self.desk.report()
            self.step = next((each for each in report.steps if each.name == self.name_of_step), None)
            if self.step is None:
                return
            self.drills = drills_of(self.step, report)
            self._attempts = self.desk.attempts_of(self.step)

    def draw(self) -> None:
        """Show the title and the table of drills; if no drill uses the step, a title that says so."""
        name = plain(self.name_of_step, keep="") if self.step is None else self.step.words
        if self.step is None:
            self.place(f"Step · {name}: no drill uses it")
            return
        self.place(f"Step · {name}: {self.step.word}")
        self.fill_table(used_in_table(self.step, self.drills))

    def panel_lines(self, width: int) -> Sequence[Line]:
        """Return the facts, times and mistakes of the step for a width in columns; () if no drill uses it."""
        if self.step is None:
            return ()
        times = step_times(self._attempts, self.step.around.day, width, self.plot_height)
        made = mistake_lines(mistakes_on(self.step, self.drills, self.desk.decks), width)
        return joined(step_facts(self.step), times, made)

    def on_option_list_option_selected(self) -> None:
        """Practise the selected drill on Enter."""
        self.action_practise_one()

    def action_practise_one(self) -> None:
        """Practise the selected drill."""
        drill = self.drills[self.row]
        self.begin_drill(self.desk, drill.deck, drill.drill)

    def action_review_step(self) -> None:
        """Start a review of the step."""
        self.begin(lambda: self.desk.review(focus=self.name_of_step))

    def action_drill_page(self) -> None:
        """Open the page of the selected drill."""
        from katatx.tui.screens.lists.drill_page import DrillPageScreen

        drill = self.drills[self.row]
        self.app.push_screen(DrillPageScreen(self.desk, drill.deck, drill.drill))
