"""The screen with the map of steps: a row per recipe (how an operation is worked), and a cell per line of it."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from textual.containers import Container, Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from katatx.sessions.desk import Desk
from katatx.tui.actions import MAP
from katatx.tui.screens.lists.filtered import NOTHING_MATCHES, FilteredScreen
from katatx.tui.styles import stylesheet
from katatx.tui.widgets.charts.step_grid import StepGrid, grid_width
from katatx.views.selection import Selection
from katatx.views.stats.report import StepReport
from katatx.views.stats.step_map import MapRow, counts, map_rows, step_facts
from katatx.views.stats.weak_spot import missed_words

# Widths of the step's facts beside the map, and the least height to put them below it.
_SIDE, _WIDE_SIDE, _GAP, _TALL = 30, 36, 3, 30
_LEGEND = "bar: how far it is · dim: new, or in no deck you started"
# Facts that share a line if there is little room.
_SHORT = ("right on", "pace", "recall", "due")
# A space at which no line is broken.
_NO_BREAK = "\u00a0"


class MapScreen(FilteredScreen):
    """The map of steps, and the facts about the selected one. `map` holds all rows, also those the filter hides."""

    CSS_PATH = stylesheet("map")
    ACTIONS = MAP
    HELP_TEXT = (
        "● automatic  ◐ learning  ○ new\n"
        "The bar beside the sign shows how far the step is: right on five days, at three drills or more."
    )

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.map: list[MapRow] = []

    def compose_body(self) -> Iterator[Widget]:
        """Yield the title, the legend, the map, and the facts of the selected step."""
        with Horizontal(id="head"):
            yield Static("Map", id="place", markup=False)
            yield Static(id="counts", markup=False)
        yield Static(_LEGEND, id="legend", markup=False)
        with Container(id="body"):
            yield StepGrid()
            yield Static(id="step", markup=False)
        yield Static(id="notice", classes="-silent", markup=False)

    @property
    def rows(self) -> StepGrid:
        """Return the map widget."""
        return self.query_one(StepGrid)

    @property
    def row(self) -> int:
        """Return the index of the selected recipe in `map`; 0 if none is visible."""
        at, shown = self.rows.row, self.selection.shown
        return shown[at] if at < len(shown) else 0

    def show_rows(self, at: int) -> None:
        """Show the recipes that match the filter, with the cursor on recipe `at` if it is visible, else the first."""
        shown = self.selection.shown
        self.rows.point(shown.index(at) if at in shown else 0)
        self._lay_out()
        self.show_filter()

    def on_screen_resume(self) -> None:
        """Read the steps again, keeping the filter and the cursor's row, and focus the map.

        A log that cannot be read ends the app. If there are no steps, a notice says so.
        """
        with self.ending_on_error():
            report = self.desk.report()
            at, self.map = self.row, map_rows(report)
            words, self.selection = self.selection.words, Selection([row.words for row in self.map])
            self.selection.narrow(" ".join(words))
            self.query_one("#counts", Static).update(counts(report.steps))
            self.rows.focus()
            self.show_rows(at)
            if not self.map:
                self.tell("There are no steps yet: no drill in the decks asks for a calculation.")

    def on_resize(self) -> None:
        """Lay out the map for its new size."""
        super().on_resize()
        self._lay_out()

    def _lay_out(self) -> None:
        """Name the cells if there is room, and put the facts beside the map or below it."""
        room, body = self.size.width, self.query_one("#body", Container)
        signs, named = grid_width(self.map, named=False), grid_width(self.map, named=True)
        is_named = room >= named + _GAP + _WIDE_SIDE or (room >= named and self.size.height >= _TALL)
        width = named if is_named else signs
        is_beside = room >= width + _GAP + _SIDE and not (is_named and room < width + _GAP + _WIDE_SIDE)
        body.set_class(is_beside, "-beside")
        self.rows.styles.width = width + _GAP if is_beside else "100%"
        self.rows.show([self.map[at] for at in self.selection.shown], is_named)
        self.call_after_refresh(self._show_step)

    def on_step_grid_moved(self) -> None:
        """Show the facts of the newly selected step."""
        self._show_step()

    def on_step_grid_chosen(self) -> None:
        """Practise the selected step, which was clicked again."""
        self.action_practise_step()

    def _show_step(self) -> None:
        """Show the facts of the selected step; if the filter hides all, say so."""
        page, step = self.query_one("#step", Static), self.rows.here
        if step is None:
            page.update(NOTHING_MATCHES if self.map else "")
        else:
            is_beside = self.query_one("#body").has_class("-beside")
            page.update(_page(step, missed_words(step, self.desk.decks.values()), page.content_size, is_beside))

    def action_practise_step(self) -> None:
        """Start a review of the selected step, if there is one."""
        step = self.rows.here
        if step is not None:
            self.begin(lambda: self.desk.review(focus=step.name))

    def action_step_page(self) -> None:
        """Open the page of the selected step, if there is one."""
        step = self.rows.here
        if step is not None:
            from katatx.tui.screens.lists.step import StepScreen

            self.app.push_screen(StepScreen(self.desk, step.name))

    def action_up(self) -> None:
        """Select a step one recipe up; stop at the first."""
        self.rows.move(down=-1)

    def action_down(self) -> None:
        """Select a step one recipe down; stop at the last."""
        self.rows.move(down=1)

    def action_left(self) -> None:
        """Select the step to the left; stop at the first of the recipe."""
        self.rows.move(right=-1)

    def action_right(self) -> None:
        """Select the step to the right; stop at the last of the recipe."""
        self.rows.move(right=1)

    def action_page_up(self) -> None:
        """Move the cursor up one page."""
        self.rows.page(-1)

    def action_page_down(self) -> None:
        """Move the cursor down one page."""
        self.rows.page(1)


def _page(step: StepReport, missed: str, room: Size, is_beside: bool) -> Content:
    """Return the facts about a step, wrapped at the width of `room` and cut to its height, both in cells.

    There is one fact per line if they are beside the map (`is_beside`); else some share a line.

    `missed` describes its latest miss; "" if there is none. A height of 0, as before the first layout, cuts nothing.
    """
    facts = dict(step_facts(step, missed))
    title = Content.styled(step.words, "bold")
    if not is_beside:
        title = Content.assemble(title, f"  {facts.pop('standing')}")
        numbers = [f"{name} {facts.pop(name)}".replace(" ", _NO_BREAK) for name in _SHORT if name in facts]
        facts = ({"so far": " · ".join(numbers)} if numbers else {}) | facts
    label = max(map(len, facts)) + 2
    lines = [title]
    for name, text in facts.items():
        wrapped = wrap(text, max(10, room.width - label), break_on_hyphens=False) or [""]
        first, *more = (line.replace(_NO_BREAK, " ") for line in wrapped)
        lines += [Content.assemble((name.ljust(label), "dim"), first), *(Content(" " * label + each) for each in more)]
    if len(lines) > room.height > 0:
        lines = [
            *lines[: room.height - 1],
            Content.assemble(lines[room.height - 1].truncate(max(1, room.width - 2)), " …"),
        ]
    return Content("\n").join(lines)
