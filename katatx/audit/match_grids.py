"""Grids of 1 and 0 that say where two words are the same: by the labels of their rows and columns."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.audit.expressions import Expression
from katatx.audit.known import given, side_by_side
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.table_blocks import Block
from katatx.audit.table_cells import as_known
from katatx.audit.table_formulas import node_of
from katatx.audit.table_rows import Made
from katatx.audit.tables import Table, TableCell, TableRow
from katatx.audit.tokens import tokenize
from katatx.notation.syntax import Name

_SAID = frozenset({"match", "matches", "matching", "equal", "equals", "same", "identical", "agree", "agrees"})
_COUNTED = frozenset({"matches", "match", "ones", "sum", "total", "count", "hits", "row"})
_FEWEST = 6
_MOST_OFF = 2


def matched(
    table: Table, body: Sequence[TableRow], block: Block, above: Sequence[LogicalLine]
) -> dict[int, list[Made]]:
    """What the cells of a grid are by its labels, row by row, with the counts behind them; nothing where it is no such
    grid. Cells may be wrong, and only a few, where the lines above say that it is a match grid.
    """
    rows = [_word(row.cells[0]) for row in body]
    columns = [_first_name(table.headings[column]) for column in block.columns]
    if not all(rows) or not all(columns) or not set(rows) & set(columns):
        return {}
    made: dict[int, list[Made]] = {}
    fitting = off = 0
    for at, row in enumerate(body):
        made[at] = []
        for place, column in enumerate(block.columns):
            cell = row.cells[column]
            if (at, place) in block.masked or cell is None or cell.number is None:
                continue
            if "." in cell.number.text:
                return {}
            true = float(rows[at] == columns[place])
            fitting, off = fitting + (cell.number.value == true), off + (cell.number.value != true)
            made[at].append(Made(cell, Expression(Name("#0", 1), {"#0": given(true, row.line.index)})))
    said = any(token.text.lower() in _SAID for line in above for token in tokenize(line.text))
    if fitting < _FEWEST or off > (_MOST_OFF if said else 0):
        return {}
    _count(table, body, block, made)
    return made


def _count(table: Table, body: Sequence[TableRow], block: Block, made: dict[int, list[Made]]) -> None:
    """Add what stands in a column of counts behind a grid."""
    after = block.columns[-1] + 1
    if after >= len(table.headings) or not set(table.headings[after].lower().split()) & _COUNTED:
        return
    for at, row in enumerate(body):
        cell = row.cells[after]
        if cell is None or cell.number is None or not made[at]:
            continue
        whole = side_by_side([as_known(each.worked) for each in made[at]], row.line.index)
        made[at].append(Made(cell, Expression(node_of("sum(a)")[0], {"a": whole})))


def _word(cell: TableCell | None) -> str:
    return "" if cell is None or cell.number is not None else _first_name(cell.words)


def _first_name(text: str) -> str:
    return next((token.text.lower() for token in tokenize(text) if token.kind == "name"), "")
