"""Cells of a table that nothing is said of, but that a row and a column both show to be wrong."""

from __future__ import annotations

from contextlib import suppress

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.known import Known, given
from katatx.audit.table_cells import fits
from katatx.audit.table_columns import TableColumns
from katatx.audit.table_slips import mends_total, needed
from katatx.audit.table_summary_words import adds_up
from katatx.notation.syntax import Name, Sum


def mend(table: TableColumns) -> None:
    """Where a cell does not fit what it is worked from, and one of that has a total below it that it does not fit
    either, both by as much, take that one for wrong.
    """
    for (index, column), worked in list(table.missed.items()):
        for name in worked.names:
            other = int(name[1:]) if name[:1] == "c" and name[1:].isdigit() else 0
            if other and (index, other) not in table.made and _is_mended(table, index, column, other, worked):
                break


def _is_mended(table: TableColumns, index: int, column: int, other: int, worked: Expression) -> bool:
    """Make a cell what the total of its column wants, if the cell that is worked from it fits that."""
    cell, result = table.body[index].cells[other], table.body[index].cells[column]
    cells = table.values.cells(other)
    totals = [total for row in table.summaries if adds_up(row) and (total := row.cells[other]) is not None]
    value = needed(cells, index, totals[0]) if totals else None
    if value is None or cell is None or cell.number is None or result is None or totals[0].number is None:
        return False
    line = table.body[index].line.index
    meant = Known(cell.number.value, value, cell.number.value, given=False, line=line)
    names = {"#t": given(totals[0].number.value, line)}
    names |= {f"#{at}": given(each.number.value, line) for at, each in cells if each.number and at != index}
    terms = tuple(("+" if name == "#t" else "-", Name(name, 1)) for name in names)
    with suppress(Unreadable):
        again = Expression(worked.node, {**worked.names, f"c{other}": meant})
        sums = [total for row in table.summaries if adds_up(row) and (total := row.cells[column]) is not None]
        if fits(result, again) or any(mends_total(table.values.cells(column), index, again, each) for each in sums):
            table.made[index, other] = Expression(Sum(terms, 1), names)
            table.made[index, column] = again
            table.values.known[index, other] = meant
            table.values.change()
            return True
    return False
