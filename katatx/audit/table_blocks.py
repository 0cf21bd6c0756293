"""The matrices in a table's columns: where they are, and which of their cells are masked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import NamedTuple

from katatx.audit.table_summary_words import TOTALS
from katatx.audit.tables import Table, TableCell, TableRow

_MASKS = frozenset({".", "·", "-", "—", "–", "•", "_", "x", "inf", "-inf", "- inf", "∞", "- ∞", "-∞", "− ∞", "− inf"})
_ENDS = TOTALS | {"check", "row", "matches", "Σ", "σ", "probe"}
_MOST_CELLS = 1_000
_TWO = 2


class Block(NamedTuple):
    """Columns of a table that are one matrix, and which of its cells are masked."""

    columns: tuple[int, ...]
    masked: frozenset[tuple[int, int]]


def blocks_of(table: Table, body: Sequence[TableRow], widths: Collection[int] = ()) -> list[Block]:
    """The matrices in a table's columns: all that have an entry in every row, but for totals; those whose headings
    begin with another word are another matrix: `raw k1 | raw k2 | scaled k1 | scaled k2`. `widths` are those of the
    matrices above: one column more than any of them has is a total, whatever its heading.
    """
    headings = table.headings
    entries = [
        column
        for column in range(1, len(headings))
        if all(_is_entry(row.cells[column]) for row in body) and not set(headings[column].lower().split()) & _ENDS
    ]
    if len(entries) < _TWO or len(body) < _TWO or len(body) * len(entries) > _MOST_CELLS:
        return []
    if entries != list(range(entries[0], entries[-1] + 1)):
        return []
    if len(entries) not in widths and len(entries) - 1 in widths and len(entries) > _TWO:
        entries = entries[:-1]
    groups = [tuple(group) for _, group in groupby(entries, key=lambda column: headings[column].partition(" ")[0])]
    tails = {tuple(headings[column].partition(" ")[2] for column in group) for group in groups}
    parted = len(groups) > 1 and len(tails) == 1 and len(groups[0]) > 1 and all(next(iter(tails)))
    return [_block(columns, body) for columns in (groups if parted else [tuple(entries)])]


def _is_entry(cell: TableCell | None) -> bool:
    return cell is None or cell.number is not None or cell.words.lower() in _MASKS


def _block(columns: tuple[int, ...], body: Sequence[TableRow]) -> Block:
    cells = {(at, place): row.cells[column] for at, row in enumerate(body) for place, column in enumerate(columns)}
    masked = {where for where, cell in cells.items() if cell is None or cell.number is None}
    future = {(row, column) for row, column in cells if column > row}
    if not masked and len(future) > 1:
        zeros = {where for where, cell in cells.items() if cell and cell.number and cell.number.value == 0}
        masked = future if future <= zeros else set()
    elif len(masked) > _TWO and len(masked ^ future) == 1:  # one slip in a causal mask
        masked = future
    return Block(columns, frozenset(masked))
