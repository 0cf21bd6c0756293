"""Holds every cell of a table against what its column or its row is worked from."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from katatx.audit.expressions import Expression
from katatx.audit.grid_work import GridWork
from katatx.audit.grids import Cell, GridOnPage, Row
from katatx.audit.known import given
from katatx.audit.known import worked as result
from katatx.audit.results import Comparison, Fit, compare
from katatx.audit.sheet import Sheet
from katatx.audit.table_bills import work_bill
from katatx.audit.table_cells import as_known, printed_cells
from katatx.audit.table_mending import mend
from katatx.audit.table_roots import with_roots
from katatx.audit.table_rows import Made, of_two_rows
from katatx.audit.table_steps import TableSteps
from katatx.audit.table_summaries import TableSummaries
from katatx.audit.table_unread import MISSES
from katatx.audit.tables import Table, TableCell, TableRow
from katatx.engine.values import flat
from katatx.notation.syntax import Listing, Name

_TWO = 2


def work_labelled_grid(sheet: Sheet, grid: GridOnPage) -> bool:
    """Judge a grid that is worked from a table or a grid above whose rows have the same labels; whether it is one."""
    labels = tuple(row.words for row in grid.rows)
    if not all(labels) or not any(matrix.labels == labels for matrix in sheet.matrices):
        return False
    rows = [TableRow(row.line, (_label_cell(row), *map(_as_cell, row.cells))) for row in grid.rows]
    table = Table(("",) * len(rows[0].cells), tuple(rows), len(rows))
    return TableWork(sheet, table).work_steps()


def _as_cell(cell: Cell) -> TableCell:
    return TableCell((), cell.number, cell.start, cell.stop)


def _label_cell(row: Row) -> TableCell:
    tokens = row.bare_label
    return TableCell(tokens, None, tokens[0].start, tokens[-1].stop)


class TableWork(TableSummaries):
    """One table of a page."""

    def work_steps(self) -> bool:
        """Judge the cells that are worked from a matrix before, and no other; whether there are any."""
        self.values.take()
        return bool(self._step(TableSteps(self.sheet, self.table, self.body, self.above)))

    def work(self) -> None:
        """Judge every cell that is worked from others, and keep the rest as given."""
        self.values.take()
        stepped = self._step(TableSteps(self.sheet, self.table, self.body, self.above))
        labelled = [row for row in self.table.rows if self._by_label(row)]
        for column in range(1, self.width):
            if column in stepped or (labelled and not self._is_total(column)):
                continue
            if not self._by_heading(column) and not self._by_numbers(column, self._formulas(column)):
                others = chain(self._proportions(column), self._with_constants(column))
                if not self._by_numbers(column, others, strict=True):
                    self.unread.leave_column(column, self.body)
        for column in self.turning:  # a rule may have worked from what a column further right was given
            self._by_heading(column)
        mend(self)
        for index in range(len(self.body)):
            self._judge_row(self.body[index], index)
        self.values.change()
        for row in self.summaries:
            self._summary(row)
        work_bill(self.sheet, self.table, self.bill, self.body, self.values.known)
        self.judged |= {row.line.index for row in self.bill}
        counts = [row.how_many() for row in self.table.rows]
        for at, row in enumerate(self.table.rows):
            judged = row.line.index in self.judged
            made = [] if judged else of_two_rows(self.table.rows, at, counts, self._stands_for)
            if made:
                self._judge(row, made)
        for (index, column), worked in self.missed.items():
            cell = self.body[index].cells[column]
            if cell is not None:
                self.unread.leave(self.body[index], cell, worked, MISSES)
        self.unread.tell(self.results, {row.line.index for row in (*labelled, *self.bill)})
        if self.judged or not self._as_grid():
            self._keep()

    def _step(self, steps: TableSteps) -> set[int]:
        """Judge the matrices that are worked from those before; their columns."""
        stepped: set[int] = set()
        for block in steps.blocks:
            made = steps.cells(block)
            for at, cells in made.items():
                if cells:
                    self._judge(self.body[at], cells)
            for at, row in enumerate(self.body) if made else ():
                for column, cell in enumerate(row.cells):
                    if cell is not None and (row.line.index, cell.start) in self.results:
                        self.values.known[at, column] = self.results[row.line.index, cell.start]
                        stepped.add(column)
            self.sheet.matrices.append(steps.matrix(block, lambda at, column: self.values.known.get((at, column))))
        return stepped

    def _as_grid(self) -> bool:
        """Take a table with a number in every cell for a grid, of which the lines above say something, or other grids;
        whether it is one.
        """
        rows = [
            Row(each.line, first.tokens if first is not None else (), tuple(cells))
            for each in self.table.rows
            if (first := each.cells[0]) is None or first.number is None
            if (cells := [Cell(cell.number, cell.start, cell.stop) for cell in each.cells[1:] if cell and cell.number])
        ]
        if len(rows) < _TWO or len(rows) < len(self.table.rows) or self.width <= _TWO:
            return False
        if any(len(row.cells) < self.width - 1 for row in rows):
            return False
        self.sheet.headings.append([heading for heading in self.table.headings if heading])
        GridWork(self.sheet, GridOnPage(tuple(rows))).work()
        return True

    def _by_label(self, row: TableRow) -> bool:
        """Whether a row is worked from rows above it as its label says."""
        if not self.labels.work(row):
            return False
        self.judged.add(row.line.index)
        return True

    def _judge_row(self, row: TableRow, index: int) -> None:
        made = [
            Made(cell, with_roots(self.made[index, column], index, self.body, self.values.known))
            for column, cell in enumerate(row.cells)
            if cell is not None and (index, column) in self.made
        ]
        if not made:
            return
        self._judge(row, made)
        for column, cell in enumerate(row.cells):
            if cell is not None and (row.line.index, cell.start) in self.results:
                self.values.known[index, column] = self.results[row.line.index, cell.start]

    def _judge(self, row: TableRow, made: Sequence[Made]) -> None:
        comparisons = [compare(printed_cells([each.cell]), each.worked) for each in made]
        whole = made[0].worked
        if len(made) > 1:
            whole = Expression(
                Listing(tuple(Name(f"#{n}", 1) for n in range(len(made))), 1),
                {f"#{n}": as_known(each.worked) for n, each in enumerate(made)},
            )
        each_fit = tuple(found.fits[0] for found in comparisons if found is not None)
        values = tuple(flat(found.value)[0] for found in comparisons if found is not None)
        printed = printed_cells([each.cell for each in made])
        by_print = any(found.from_print for found in comparisons if found is not None)
        self.sheet.line = row.line.index
        self.judged.add(row.line.index)
        found = Comparison(each_fit, values if len(values) > 1 else values[0], by_print)
        roots = self.sheet.drafts.cells(printed, found, whole, row.line, self.sheet.scope).roots
        for each, fit in zip(made, each_fit, strict=True):
            assert each.cell.number is not None
            behind = roots if fit is Fit.WRONG else each.worked.roots
            known = result(each.cell.number.value, flat(each.worked.true)[0], row.line.index, behind)
            self.results[row.line.index, each.cell.start] = known

    def _summary(self, row: TableRow) -> None:
        """A row of totals, means or largest of the rows above it."""
        made = self.summary_cells(row)
        if made:
            self._judge(row, made)

    def _keep(self) -> None:
        """Let what follows use what no formula made, the table's columns by their headings, and its totals."""
        for index, row in enumerate(self.body):
            for column, cell in enumerate(row.cells):
                if cell is not None and cell.number is not None and (index, column) not in self.made:
                    self.sheet.scope.give(cell.number.text)
        for column, heading in enumerate(self.table.headings):
            whole = self.values.whole(column)
            if whole is not None:
                self.sheet.keep(whole._replace(line=self.sheet.line))
                self.sheet.scope.define(" ".join(heading.lower().split()[:3]), whole)
        for row in (*self.body, *self.summaries):
            numbers = [cell for cell in row.cells if cell is not None and cell.number is not None]
            for cell in numbers[-1:]:
                assert cell.number is not None
                self.sheet.keep(given(cell.number.value, row.line.index))
