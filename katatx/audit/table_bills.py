"""Bills that are drawn as tables: totals, discounts and taxes of a column of amounts, told by the rows' labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from katatx.audit.known import Known, given
from katatx.audit.ledgers import Ledger, is_left_of, is_of_bill, is_of_ledger, is_stated
from katatx.audit.sheet import Sheet
from katatx.audit.table_cells import printed_cells
from katatx.audit.tables import Table, TableRow
from katatx.audit.tokens import Token

_SHORTEST = 3
_TOTALS = frozenset({"total", "sum", "altogether", "grand", "in", "all", "overall"})


def bill_rows(table: Table) -> list[TableRow]:
    """The rows of a table that its labels make from those above; none where it is no bill."""
    if len(table.rows) < _SHORTEST:
        return []
    said = [_said(row) for row in table.rows]
    stated = [row for at, row in enumerate(table.rows) if row.how_many() == 1 and is_stated(said[at], said[:at])]
    if stated:
        return [row for row in table.rows if row in stated or (row.how_many() == 1 and _is_total(row))]
    found = [row for row in table.rows if is_of_ledger(_label(row)) and row.how_many() == 1]
    if any(is_of_bill(_label(row)) for row in found):
        return found
    labels = [_label(row) for row in table.rows if row.how_many() == 1]
    return found if any(is_left_of(_label(row), labels[:1]) for row in found) else []


def work_bill(
    sheet: Sheet,
    table: Table,
    rows: list[TableRow],
    body: Sequence[TableRow],
    cells: Mapping[tuple[int, int], Known],
) -> None:
    """Judge rows of a bill by those above them; `cells` has what the cells of `body` should be."""
    ledger = Ledger()
    places = {each.line.index: at for at, each in enumerate(body)}
    for row in table.rows:
        columns = [at for at, cell in enumerate(row.cells) if cell is not None and cell.number is not None]
        cell = row.cells[columns[-1]] if columns else None
        if cell is None or cell.number is None:
            continue
        sheet.line = row.line.index
        known = given(cell.number.value, sheet.line)
        found = cells.get((places.get(sheet.line, -1), columns[-1]))
        if found is not None:
            known = found._replace(line=sheet.line)
        label = _said(row) or [Token("name", "item", 0, 0, 0)]
        if any(row is each for each in rows):
            printed = printed_cells([cell])
            own = [Token("number", "", printed.start, printed.stop, 0)]
            judged = sheet.drafts.best_meaning(printed, ledger.meanings(label, sheet.line), row.line, own)
            known = sheet.known(printed, judged) if judged is not None else known
        ledger.add(label, known, sheet.line)


def _label(row: TableRow) -> list[Token]:
    first = next((cell for cell in row.cells if cell is not None), None)
    return [] if first is None or first.number is not None else [token for token in first.tokens if token.text != "*"]


def _said(row: TableRow) -> list[Token]:
    """All words of a row: its label, and what stands beside that."""
    return [*_label(row), *_beside(row)] if _label(row) else []


def _beside(row: TableRow) -> list[Token]:
    cells = [cell for cell in row.cells[1:] if cell is not None and cell.number is None]
    return [token for cell in cells for token in cell.tokens if token.text != "*"]


def _is_total(row: TableRow) -> bool:
    return not _beside(row) and {token.text.lower() for token in _label(row)} <= _TOTALS
