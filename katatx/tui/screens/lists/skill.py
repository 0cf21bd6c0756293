"""The screen with everything known about a skill."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.notation.quoting import plain
from katatx.pictures.parts import Line
from katatx.sessions.desk import Desk
from katatx.tui.actions import SKILL_PAGE
from katatx.tui.screens.lists.panel import PanelScreen
from katatx.views.spans import joined
from katatx.views.stats.facts import skill_facts
from katatx.views.stats.lines import mistake_lines, mistakes_on
from katatx.views.stats.plots import Attempts, skill_times
from katatx.views.stats.report import DrillReport, SkillReport
from katatx.views.stats.tables import drills_of, used_in_table


class SkillScreen(PanelScreen):
    """The list of drills that use a skill, with a panel of its progress, times and mistakes.

    `name` is the skill's name. `skill` is None until read, and if no drill uses it.
    """

    ACTIONS = SKILL_PAGE
    ROWS_SHARE = 44
    ON_ROW = frozenset({"practise_one", "drill_page"})

    def __init__(self, desk: Desk, name: str) -> None:
        super().__init__()
        self.desk = desk
        self.name_of_skill = name
        self.skill: SkillReport | None = None
        self.drills: Sequence[DrillReport] = ()
        self._attempts: Attempts = ()

    def read(self) -> None:
        """Read the skill's progress and its answers; a log that cannot be read ends the app."""
        with self.ending_on_error():
            report = self.desk.report()
            self.skill = next((each for each in report.skills if each.name == self.name_of_skill), None)
            if self.skill is None:
                return
            self.drills = drills_of(self.skill, report)
            self._attempts = self.desk.attempts_of(self.skill)

    def draw(self) -> None:
        """Show the title and the table of drills; if no drill uses the skill, a title that says so."""
        name = plain(self.name_of_skill, keep="")
        if self.skill is None:
            self.place(f"Skill · {name}: no drill uses it")
            return
        self.place(f"Skill · {name}: {self.skill.word}")
        self.fill_table(used_in_table(self.skill, self.drills))

    def panel_lines(self, width: int) -> Sequence[Line]:
        """Return the facts, times and mistakes of the skill for a width in columns; () if no drill uses it."""
        if self.skill is None:
            return ()
        times = skill_times(self._attempts, self.skill.around.day, width, self.plot_height)
        made = mistake_lines(mistakes_on(self.skill, self.drills, self.desk.decks), width)
        return joined(skill_facts(self.skill), times, made)

    def on_option_list_option_selected(self) -> None:
        """Practise the selected drill on Enter."""
        self.action_practise_one()

    def action_practise_one(self) -> None:
        """Practise the selected drill."""
        drill = self.drills[self.row]
        self.begin_drill(self.desk, drill.deck, drill.drill)

    def action_review_skill(self) -> None:
        """Start a review of the skill."""
        self.begin(lambda: self.desk.review(focus=self.name_of_skill))

    def action_drill_page(self) -> None:
        """Open the page of the selected drill."""
        from katatx.tui.screens.lists.drill_page import DrillPageScreen

        drill = self.drills[self.row]
        self.app.push_screen(DrillPageScreen(self.desk, drill.deck, drill.drill))
