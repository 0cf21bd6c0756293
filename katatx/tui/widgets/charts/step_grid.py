"""The widget with the map of steps: a line per recipe, a cell per step.

A recipe is how an operation is worked, and a step is one line of it. Widths are in columns of the terminal.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Static

from katatx.tui.widgets.charts.step_strip import STYLES
from katatx.tui.widgets.row_list import ELSEWHERE, HERE
from katatx.views.stats.report import StepReport
from katatx.views.stats.step_map import MapRow, filled, sign, step_name
from katatx.views.table import shortened

# Marks the selected cell, also without colours.
_OPEN, _CLOSE = "[", "]"
_GAP = 2
_SHORTEST_NAME = 12


class StepGrid(VerticalScroll, can_focus=True, inherit_bindings=False):
    """A map of steps with a cursor. A cell has a sign and a bar, and if `named` the step's name."""

    class Moved(Message):
        """The cursor moved, or the map was shown again."""

    class Chosen(Message):
        """The selected step was clicked again."""

    def __init__(self) -> None:
        super().__init__(id="grid")
        self._rows: Sequence[MapRow] = ()
        self._row = self._cell = 0
        # The column to return to after a shorter line.
        self._wished = 0
        self._named = False

    def compose(self) -> ComposeResult:
        """Yield the text of the map."""
        yield Static(id="cells", markup=False)

    @property
    def here(self) -> StepReport | None:
        """Return the selected step; None if the map is empty."""
        return self._rows[self._row].steps[self._cell] if self._rows else None

    @property
    def row(self) -> int:
        """Return the index of the selected row."""
        return self._row

    def point(self, row: int) -> None:
        """Select the row with index `row` of the map that `show` displays next; nothing is drawn before that.

        The cursor is at its first cell, or stays if the row with that index is selected already.
        """
        if row != self._row:
            self._row, self._cell, self._wished = row, 0, 0

    def show(self, rows: Sequence[MapRow], named: bool) -> None:
        """Show a map, keeping the cursor, and post `Moved`."""
        self._rows, self._named = rows, named
        self._go(self._row, self._cell)

    def move(self, down: int = 0, right: int = 0) -> None:
        """Move the cursor by `down` recipes and `right` cells, stopping at the edges; negative numbers go up
        and left.
        """
        if right:
            self._wished = max(0, self._cell + right)
        self._go(self._row + down, self._wished)
        if right:
            self._wished = self._cell

    def page(self, down: int) -> None:
        """Move the cursor down by `down` pages, up if it is negative, stopping at the edges."""
        self.move(down=down * max(1, self.size.height - 1))

    def _go(self, row: int, cell: int) -> None:
        """Move the cursor to a line and a cell, or the nearest there is, redraw the map, and post `Moved`."""
        if not self._rows:
            self.query_one("#cells", Static).update("")
            self.post_message(self.Moved())
            return
        self._row = min(max(row, 0), len(self._rows) - 1)
        self._cell = min(max(cell, 0), len(self._rows[self._row].steps) - 1)
        self.query_one("#cells", Static).update(Content("\n").join(map(self._drawn, range(len(self._rows)))))
        self.scroll_to_region(Region(0, self._row, 1, 1), animate=False)
        self.post_message(self.Moved())

    def _drawn(self, number: int) -> Content:
        """Return the line of the map with index `number`."""
        row, here = self._rows[number], number == self._row
        room = self._name_room
        name, style = shortened(row.name, room), "bold" if here else "" if row.is_open else "dim"
        head = Content.assemble(HERE if here else ELSEWHERE, (name, style), (room - len(name)) * " ", " ")
        return head + Content("").join(
            self._cell_drawn(row, at, here and at == self._cell) for at in range(len(row.steps))
        )

    @property
    def _name_room(self) -> int:
        """Return the width of the names: of the longest one, or less if the cells would not fit; at least 12."""
        longest = name_width(self._rows)
        over = grid_width(self._rows, self._named) - (self.size.width or grid_width(self._rows, self._named))
        return max(_SHORTEST_NAME, longest - max(0, over))

    def _cell_drawn(self, row: MapRow, at: int, here: bool) -> Content:
        """Return the cell with index `at` of a row, marked if it is selected (`here`)."""
        step = row.steps[at]
        text = cell_text(step, self._named)
        if here:
            return Content.styled(f"{_OPEN}{text}{_CLOSE}", "bold on $primary 30%")
        if not row.is_open or step.state is None:
            return Content.styled(f" {text} ", "dim")
        return Content.assemble(" ", (text[:2], STYLES[step.word]), f"{text[2:]} ")

    def on_click(self, event: events.Click) -> None:
        """Select the clicked cell, or the one before the click; if it is selected already, post `Chosen`."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        row = offset.y + int(self.scroll_offset.y)
        if row >= len(self._rows):
            return
        cell = self._cell_at(row, offset.x)
        again = (row, cell) == (self._row, self._cell)
        self._wished = cell
        self._go(row, cell)
        if again:
            self.post_message(self.Chosen())

    def _cell_at(self, row: int, column: int) -> int:
        """Return the index of the cell at a screen column of a row, or of the last before it; 0 left of all cells."""
        start, cell = len(HERE) + self._name_room + 1, 0
        for number, step in enumerate(self._rows[row].steps):
            if column >= start:
                cell = number
            start += len(cell_text(step, self._named)) + _GAP
        return cell


def cell_text(step: StepReport, named: bool) -> str:
    """Return a cell's text: sign, bar, and if `named` the step's name."""
    return f"{sign(step)}{filled(step)}{f' {step_name(step)}' if named else ''}"


def name_width(rows: Sequence[MapRow]) -> int:
    """Return the width of the longest recipe name; 0 without rows."""
    return max((len(row.name) for row in rows), default=0)


def grid_width(rows: Sequence[MapRow], named: bool) -> int:
    """Return the columns of the terminal that a map of `rows` needs, with the steps' names in the cells if `named`."""
    lines = (sum(len(cell_text(step, named)) + _GAP for step in row.steps) for row in rows)
    return len(HERE) + name_width(rows) + 1 + max(lines, default=0)
