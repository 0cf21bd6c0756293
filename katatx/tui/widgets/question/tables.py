"""Lookup tables, laid out for a panel."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.widgets import Static

from katatx.tui.widgets.redrawn import RedrawnOnResize
from katatx.views.lookup_tables import Table

_GAP = "   "


class TablesView(RedrawnOnResize, Static):
    """Tables, each in as many columns as fit."""

    def __init__(self, tables: list[Table]) -> None:
        super().__init__("", markup=False)
        self.tables = tables

    def _draw(self) -> None:
        """Draw the tables for this width."""
        width = self.content_size.width
        if width:
            self.update(Content("\n").join(line for table in self.tables for line in laid_out(table, width)))


def laid_out(table: Table, width: int) -> list[Content]:
    """Return a table as lines: its heading, and its entries, which fill one column after the other.

    There are as many columns as fit `width` cells, but at least one. The table must have an entry.
    """
    wide = max(map(cell_len, table.entries))
    columns = max(1, (width + len(_GAP)) // (wide + len(_GAP)))
    rows = -(-len(table.entries) // columns)
    lines = [_GAP.join(set_cell_size(entry, wide) for entry in table.entries[row::rows]) for row in range(rows)]
    return [Content.styled(table.heading, "bold"), *map(Content, lines)]
