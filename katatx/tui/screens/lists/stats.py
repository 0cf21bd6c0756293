"""The statistics screen, over all decks or for one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual import events
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from katatx.pictures.parts import Line
from katatx.sessions.desk import Desk
from katatx.tui.actions import NEXT_SECTION, STATS_SCREEN
from katatx.tui.screens.lists.panel import PanelScreen
from katatx.views.days import counted
from katatx.views.stats.report import Report
from katatx.views.stats.sections import Section, deck_sections, sections

_GAP = "  "


class StatsScreen(PanelScreen):
    """Sections to switch between, each a list with a panel: steps, decks or drills, mistakes, days or due.

    `deck` is the name of a deck that is there or in the log, None for all decks. `report` is None until read, and `at`
    is the index of the section shown.
    """

    ACTIONS = STATS_SCREEN
    ON_ROW = frozenset({"open", "practise_it"})

    def __init__(self, desk: Desk, deck: str | None = None) -> None:
        super().__init__()
        self.desk = desk
        self.deck = deck
        self.report: Report | None = None
        self.sections: Sequence[Section] = ()
        self.at = 0

    def compose_head(self) -> Iterator[Widget]:
        """Yield the title line and the names of the sections."""
        yield Static(id="place", markup=False)
        yield Static(id="sections", markup=False)

    @property
    def section(self) -> Section:
        """Return the section shown. Ask only once the progress is read."""
        return self.sections[self.at]

    def read(self) -> None:
        """Read the learner's progress and make the sections; a log that cannot be read ends the app."""
        with self.ending_on_error():
            self.report = self.desk.report(self.deck)
            if self.deck is None:
                self.sections = sections(self.report, self.desk.decks)
            else:
                self.sections = deck_sections(self.report, self.report.decks[0], self.desk.decks)

    def draw(self) -> None:
        """Show the title, the names of the sections, and the section's table; do nothing before they are read."""
        if self.report is None:
            return
        self.place(self._place(self.report))
        self.query_one("#sections", Static).update(self._tabs())
        self.empty = self.section.empty
        self.fill_table(self.section.table)

    def _place(self, report: Report) -> str:
        """Return the title line: for a deck how many of its steps are automatic, else how many answers were given; and
        how many questions are left for today.
        """
        today = f"{counted(report.due, 'question')} today"
        if self.deck is None:
            return f"Stats: {counted(report.attempts, 'answer')}, {today}"
        deck = report.decks[0]
        return f"Stats · {self.deck}: {deck.automatic} of {len(deck.steps)} steps automatic, {today}"

    def _tabs(self) -> Content:
        """Return the line with the names of the sections and the key for the next one."""
        names = (f"[{each.name}]" if at == self.at else f" {each.name} " for at, each in enumerate(self.sections))
        styles = ("bold" if at == self.at else "$foreground 60%" for at in range(len(self.sections)))
        tabs = [Content.styled(name, style) for name, style in zip(names, styles, strict=True)]
        key = Content.styled(f" {self.katatx.keys.shown(NEXT_SECTION)}: next", "$foreground 60%")
        return Content(_GAP).join([*tabs, key])

    def panel_lines(self, width: int) -> Sequence[Line]:
        """Return the panel's lines on the selected row, or on the whole section if no row is visible.

        `width` is that of the panel in columns.
        """
        return self.section.tell(self.row if self.selection.shown else None, width, self.plot_height)

    def on_click(self, event: events.Click) -> None:
        """Show the section whose name was clicked; at a click on a heading of the table, sort by it."""
        offset = event.get_content_offset(event.widget) if event.widget is not None else None
        if event.widget is None or event.widget.id != "sections" or offset is None:
            super().on_click(event)
            return
        start = 0
        for at, each in enumerate(self.sections):
            end = start + len(each.name) + 2
            if start <= offset.x < end:
                self._show_section(at)
            start = end + len(_GAP)

    def _show_section(self, at: int) -> None:
        """Show the section with index `at`, which wraps around at the ends, without filter or order and from its first
        row.
        """
        # Clear the filter first, since that redraws the present section.
        self.clear_filter()
        self.forget_place()
        self.at = at % len(self.sections)
        self.draw()

    def action_next_section(self) -> None:
        """Show the next section; after the last one, the first."""
        self._show_section(self.at + 1)

    def action_section_before(self) -> None:
        """Show the previous section; before the first one, the last."""
        self._show_section(self.at - 1)

    def on_option_list_option_selected(self) -> None:
        """Open the selected row on Enter."""
        self.action_open()

    def action_open(self) -> None:
        """Open the page of the step, deck or drill that the selected row links to, if any."""
        section, row = self.section, self.row
        step, deck, drill = section.step(row), section.deck(row), section.drill(row)
        if step is not None:
            from katatx.tui.screens.lists.step import StepScreen

            self.app.push_screen(StepScreen(self.desk, step))
        elif deck is not None:
            self.app.push_screen(StatsScreen(self.desk, deck))
        elif drill is not None:
            from katatx.tui.screens.lists.drill_page import DrillPageScreen

            self.app.push_screen(DrillPageScreen(self.desk, *drill.rsplit("/", 1)))

    def action_practise_it(self) -> None:
        """Practise the step, deck or drill that the selected row links to, if any; a notice says if its deck is
        gone.
        """
        section, row = self.section, self.row
        step, deck, drill = section.step(row), section.deck(row), section.drill(row)
        if step is not None:
            self.begin(lambda: self.desk.review(focus=step))
        elif deck is not None:
            self.begin_drill(self.desk, deck)
        elif drill is not None:
            self.begin_drill(self.desk, *drill.rsplit("/", 1))
