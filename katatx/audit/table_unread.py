"""Cells of a table that are said to be worked from others, and do not fit what is said: seen, and left unread."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from katatx.audit.expressions import Expression
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.sheet import Sheet
from katatx.audit.table_cells import fits, printed_cells
from katatx.audit.tables import TableCell, TableRow
from katatx.audit.tokens import Token

_FITS = "it fits what its heading says, but its column does not"
MISSES = "it does not come to {}, as its heading may say"
_SUMMARY = "it does not come to {}, as its row's label may say"


class Left(NamedTuple):
    """A formula that was given up: what it makes of each row, and how many of those it fits."""

    found: Mapping[int, Expression]
    fitting: int


class TableUnread:
    """The cells of one table that could not be told."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.columns: dict[int, Left] = {}
        self.cells: dict[tuple[int, int], tuple[LogicalLine, TableCell, str]] = {}

    def give_up(self, column: int, body: Sequence[TableRow], found: Mapping[int, Expression]) -> None:
        """Note a formula that a column's heading speaks for, and that too few of its rows fit."""
        cells = {index: cell for index in found if (cell := body[index].cells[column]) is not None and cell.number}
        solid = {index: cell for index, cell in cells.items() if cell.number is not None and cell.number.value}
        fitting = sum(fits(cell, found[index]) for index, cell in solid.items())
        before = self.columns.get(column)
        if fitting and 2 * fitting >= len(solid) and (before is None or before.fitting < fitting):
            self.columns[column] = Left(found, fitting)

    def leave_column(self, column: int, body: Sequence[TableRow]) -> None:
        """Leave the cells of a column that no other formula fits."""
        for index, worked in self.columns[column].found.items() if column in self.columns else ():
            cell = body[index].cells[column]
            if cell is not None:
                self.leave(body[index], cell, worked, _FITS if fits(cell, worked) else MISSES)

    def leave(self, row: TableRow, cell: TableCell, worked: Expression, why: str = _SUMMARY) -> None:
        """Leave a cell that is worked from others, as is said, and may not fit."""
        shown = f"{worked.printed:.6g}" if not worked.shape else "what stands above"
        self.cells[row.line.index, cell.start] = row.line, cell, why.format(shown)

    def tell(self, judged: Container[tuple[int, int]], lines: Container[int]) -> None:
        """Make claims of what is left, where a cell was not judged after all, by its line and start, nor its line."""
        for (index, start), (line, cell, why) in self.cells.items():
            if (index, start) not in judged and index not in lines:
                own = [Token("number", "", cell.start, cell.stop, 0)]
                self.sheet.drafts.unread(line, own, printed_cells([cell]), why)
