"""Finds what the columns and rows of a table are worked from, and holds every cell against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from katatx.audit.expressions import Expression, Unreadable, expression
from katatx.audit.known import Known, given, opposite, side_by_side, wobbling
from katatx.audit.known import worked as result
from katatx.audit.label_meanings import words_like
from katatx.audit.results import Comparison, Fit, compare
from katatx.audit.sheet import Sheet
from katatx.audit.slips import is_slip
from katatx.audit.table_cells import as_known, fits, is_far, of_column, of_two, printed_cells
from katatx.audit.table_formulas import MEANS, TWO_ROWS, formulas, node_of
from katatx.audit.tables import Table, TableCell, TableRow
from katatx.audit.tokens import tokenize
from katatx.engine.values import flat
from katatx.notation.syntax import Listing, Name

# Of a row or a column of a table more words say that it is a total than of a figure in a sentence.
_TOTALS = words_like("total") | {"everything", "both"}
_LARGEST = words_like("max")
_ENOUGH_DIGITS = 8
# A formula that nothing but the numbers speaks for must fit so many rows, and all but so few.
_ENOUGH_ROWS = 3
_MOST_OFF = 0.34
_SURE_ROWS = 3
_TWO = 2
# Numbers with so many decimals are known again by their digits.
_RECOGNIZED = 3


class Made(NamedTuple):
    """A cell with what it is worked from."""

    cell: TableCell
    worked: Expression


class TableWork:
    """One table of a page."""

    def __init__(self, sheet: Sheet, table: Table) -> None:
        self.sheet, self.table = sheet, table
        self.width = len(table.headings)
        last = [row for row in table.rows if self._is_summary(row)]
        self.body = [row for row in table.rows if not self._is_summary(row)]
        self.summaries = last
        self.known: dict[tuple[int, int], Known] = {}
        self.made: dict[tuple[int, int], Expression] = {}
        self.written: set[int] = set()
        self.judged: set[int] = set()
        self.wholes: dict[int, Known | None] = {}
        # Cells that were judged, by their row's line and where they stand in it.
        self.results: dict[tuple[int, int], Known] = {}

    def _is_summary(self, row: TableRow) -> bool:
        words = set(row.label.replace("*", " ").split())
        return bool(words & (_TOTALS | MEANS | _LARGEST)) or (
            row.after_rule and row is self.table.rows[-1] and len(self.table.rows) > 3 and row is not self.table.rows[0]
        )

    def work(self) -> None:
        """Judge every cell that is worked from others, and keep the rest as given."""
        for index, row in enumerate(self.body):
            for column, cell in enumerate(row.cells):
                if cell is not None and cell.number is not None:
                    self.known[index, column] = self._said(cell, row)
                elif cell is not None and (value := self._worked_cell(cell)) is not None:
                    self.known[index, column] = value
                    self.written.add(column)
        for column in range(1, self.width):
            if not self._by_heading(column):
                self._by_numbers(column)
        for index in range(len(self.body)):
            self._judge_row(self.body[index], index)
        self.wholes.clear()
        for row in self.summaries:
            self._summary(row)
        for row in self.table.rows:
            self._by_rows(row)
        for index, row in enumerate(self.body):
            for column, cell in enumerate(row.cells):
                if cell is not None and cell.number is not None and (index, column) not in self.made:
                    self.sheet.scope.give(cell.number.text)
        self._keep()

    def _said(self, cell: TableCell, row: TableRow) -> Known:
        """A number of a table: one that was printed above, by its digits; else a rounded one, or given."""
        assert cell.number is not None
        places = cell.number.places or 0
        if places < _RECOGNIZED:
            return given(cell.number.value, row.line.index)
        known = self.sheet.scope.number(cell.number.text)
        if known is None:
            return wobbling(cell.number.value, places, row.line.index)
        return known if (known.printed < 0) == (cell.number.value < 0) else opposite(known)

    def _worked_cell(self, cell: TableCell) -> Known | None:
        """A cell with a calculation in it: `5 / 6`, `3·3·8 = 72`."""
        tokens = list(cell.tokens)
        if any(token.kind == "join" for token in tokens):
            last = next(at for at in range(len(tokens) - 1, -1, -1) if tokens[at].kind == "join")
            tokens = tokens[:last]
        if not any(token.kind == "sign" for token in tokens) or not any(token.kind == "number" for token in tokens):
            return None
        try:
            found = expression(tokens, self.sheet.scope, self.sheet.line)
        except Unreadable:
            return None
        return as_known(found) if found.shape == () else None

    # ---- columns

    def _cells(self, column: int) -> list[tuple[int, TableCell]]:
        return [
            (index, cell)
            for index, row in enumerate(self.body)
            if (cell := row.cells[column]) is not None and cell.number is not None
        ]

    def _by_heading(self, column: int) -> bool:
        """A column whose heading is the calculation: `x·w`, `0.25·left + 0.5·right`, `exp(z)`."""
        tokens = tokenize(self.table.headings[column])
        if not any(token.kind == "sign" for token in tokens) and not any(token.text == "(" for token in tokens):
            return False
        names = {heading: other for other in range(self.width) if other != column and (heading := self._name(other))}
        found: dict[int, Expression] = {}
        for index, _ in self._cells(column):
            words = {name: self.known[index, other] for name, other in names.items() if (index, other) in self.known}
            plain = {f"#{name}": known for name, known in words.items()}
            named = [
                token._replace(text=f"#{token.text.lower()}") if token.text.lower() in words else token
                for token in tokens
            ]
            try:
                found[index] = expression(named, self.sheet.scope, self.sheet.line, plain)
            except Unreadable:
                return False
        return self._accept(column, found, by_heading=True)

    def _name(self, column: int) -> str:
        words = self.table.headings[column].lower().split()
        return words[0] if len(words) == 1 else ""

    def _by_numbers(self, column: int) -> None:
        """A column of which only the numbers say what it is worked from: the first formula that nearly all rows fit."""
        cells = self._cells(column)
        if len(cells) < 2:
            return
        best: tuple[int, dict[int, Expression]] | None = None
        for formula in self._formulas(column):
            stated = formula in {f"c{one}" for one in self.written}
            allowed = max(1, len(cells) // 2 if stated else int(len(cells) * _MOST_OFF))
            if self._is_total(column):
                allowed = len(cells) - 1
            found: dict[int, Expression] = {}
            missed = 0
            for index, cell in cells:
                made = self._apply(formula, index, column)
                if made is not None:
                    found[index] = made
                    missed += is_far(cell, made)
                if missed > allowed:
                    break
            off = self._off(column, found) if missed <= allowed else None
            if len(found) < max(2, len(cells) - 1) or off is None:
                continue
            if best is None or off < best[0]:
                best = off, found
            if off == 0:
                break
        if best is not None:
            self._accept(column, best[1], by_heading=False)

    def _off(self, column: int, found: dict[int, Expression]) -> int | None:
        """How many rows do not fit; None where those that fit could be by chance."""
        off = digits = solid = 0
        for index, worked in found.items():
            cell = self.body[index].cells[column]
            assert cell is not None
            if is_far(cell, worked) or not fits(cell, worked):
                off += 1
            else:
                solid += cell.number is not None and cell.number.value != 0
                digits += sum(letter.isdigit() for letter in (cell.number.text if cell.number else "").lstrip("0."))
        hinted = bool(
            set(self.table.headings[column].lower().split())
            & (_TOTALS | MEANS | {"product", "difference", "value", "result", "area"})
        )
        long = digits >= 4 or (len(found) >= 4 and digits >= 3)
        return off if hinted or (long and solid >= _TWO) else None

    def _accept(self, column: int, found: dict[int, Expression], by_heading: bool) -> bool:
        """Take a formula for a column where enough of its rows fit it."""
        off = (
            self._off(column, found)
            if not by_heading
            else sum(self._misses(column, index, worked) for index, worked in found.items())
        )
        if off is not None and off and self._is_total(column):
            found = {
                index: worked
                for index, worked in found.items()
                if not self._misses(column, index, worked) or self._is_slip(column, index, worked)
            }
            off = 0
        if off is None or not found or off > max(1 if len(found) >= _ENOUGH_ROWS else 0, int(len(found) * _MOST_OFF)):
            return False
        fitting = len(found) - off
        self.wholes.clear()
        for index, worked in found.items():
            cell = self.body[index].cells[column]
            assert cell is not None
            assert cell.number is not None
            if (
                fitting < _SURE_ROWS
                and not by_heading
                and self._misses(column, index, worked)
                and not is_slip(printed_cells([cell]), worked, likely=self._is_total(column))
            ):
                continue
            self.made[index, column] = worked
            self.known[index, column] = Known(
                cell.number.value, worked.true, cell.number.value, given=False, line=self.body[index].line.index
            )
        return True

    def _is_total(self, column: int) -> bool:
        return bool(set(self.table.headings[column].lower().split()) & _TOTALS)

    def _is_slip(self, column: int, index: int, worked: Expression) -> bool:
        cell = self.body[index].cells[column]
        return cell is not None and is_slip(printed_cells([cell]), worked, likely=True)

    def _misses(self, column: int, index: int, worked: Expression) -> bool:
        cell = self.body[index].cells[column]
        return cell is None or not fits(cell, worked)

    # ---- formulas

    def _formulas(self, column: int) -> Iterator[str]:
        """Formulas for a column; where it is long enough, also that it is another times one factor."""
        left = [other for other in range(column) if len(self._cells(other)) >= 2 or other in self.written]
        yield from formulas(column, left, self.written, self.table.headings[column].lower())
        if len(self._cells(column)) >= _SURE_ROWS:
            yield from (formula for other in left if (formula := self._in_proportion(column, other)))

    def _in_proportion(self, column: int, other: int) -> str:
        """A column that is another times one factor, as kilobytes are of bytes: the factor of its longest number."""
        pairs = [
            (cell.number.value, known.printed)
            for index, cell in self._cells(column)
            if cell.number and (known := self.known.get((index, other)))
        ]
        if sum(bool(value and of) for value, of in pairs) < _SURE_ROWS:
            return ""
        value, of = max(pairs, key=lambda pair: abs(pair[0]))
        return f"c{other}·{abs(value / of):.17f}" if of and 1e-9 < abs(value / of) < 1e9 else ""

    def _apply(self, formula: str, index: int, column: int) -> Expression | None:
        node, used = node_of(formula)
        names: dict[str, Known] = {}
        for name in used:
            kind, other = name[0], int(name[1:])
            known = self._whole(other) if kind == "a" else self.known.get((index - (kind == "p"), other))
            if known is None and kind == "p" and other == column and index == 0:
                known = given(0.0, self.sheet.line)
            if known is None:
                return None
            names[name] = known
        try:
            return Expression(node, names)
        except Unreadable:
            return None

    def _whole(self, column: int) -> Known | None:
        if column not in self.wholes:
            self.wholes[column] = self._column(column)
        return self.wholes[column]

    def _column(self, column: int) -> Known | None:
        """A column as a row of numbers, each of which may be a rounded one."""
        cells = [
            (cell.number, known)
            for index, row in enumerate(self.body)
            if (cell := row.cells[column]) is not None and (known := self.known.get((index, column))) is not None
        ]
        if len(cells) < _TWO:
            return None
        whole = side_by_side([known for _, known in cells], self.sheet.line)
        bands = [
            wobbling(number.value, number.places, 0).band if number and known.given and number.places else known.band
            for number, known in cells
        ]
        return whole._replace(band=tuple(bands), given=False)

    # ---- rows

    def _judge_row(self, row: TableRow, index: int) -> None:
        made = [
            Made(cell, self.made[index, column])
            for column, cell in enumerate(row.cells)
            if cell is not None and (index, column) in self.made
        ]
        if not made:
            return
        self._judge(row, made)
        for column, cell in enumerate(row.cells):
            if cell is not None and (row.line.index, cell.start) in self.results:
                self.known[index, column] = self.results[row.line.index, cell.start]

    def _judge(self, row: TableRow, made: Sequence[Made]) -> None:
        comparisons = [compare(printed_cells([each.cell]), each.worked) for each in made]
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
        found = Comparison(each_fit, values, by_print)
        roots = self.sheet.drafts.cells(printed, found, whole, row.line, self.sheet.scope).roots
        for each, fit in zip(made, each_fit, strict=True):
            assert each.cell.number is not None
            behind = roots if fit is Fit.WRONG else each.worked.roots
            known = result(each.cell.number.value, flat(each.worked.true)[0], row.line.index, behind)
            self.results[row.line.index, each.cell.start] = known

    def _summary(self, row: TableRow) -> None:
        """A row of totals, means or largest of the rows above it."""
        words = set(row.label.replace("*", " ").split())
        names = ["mean"] if words & MEANS else ["max"] if words & _LARGEST else ["sum"]
        made: list[Made] = []
        candidates: list[tuple[TableCell, list[Expression]]] = []
        for column, cell in enumerate(row.cells):
            whole = self._whole(column)
            if column == 0 or cell is None or cell.number is None or whole is None:
                continue
            found = [each for name in names if (each := of_column(name, whole)) is not None]
            across = self._across(row, column)
            candidates.append((cell, found + ([across] if across is not None else [])))
        fitting = sum(any(fits(cell, each) for each in found) for cell, found in candidates)
        meant = _TOTALS | MEANS | _LARGEST
        named = bool(words & meant) and len(self.body) > 1
        alone = words <= meant | {"the", "column", "row", "grand", "in"}
        if not named and fitting < _TWO:
            return
        for cell, found in candidates:
            best = next((each for each in found if fits(cell, each)), None)
            if best is not None:
                made.append(Made(cell, best))
            elif (
                fitting >= _TWO or (alone and len(found) == 1) or is_slip(printed_cells([cell]), found[0], likely=True)
            ):
                made.append(Made(cell, found[0]))
        if made:
            self._judge(row, made)

    def _by_rows(self, row: TableRow) -> None:
        """A row that is worked from two rows above it, column by column: `per cent = largest / total`."""
        numbers = [
            (column, cell) for column, cell in enumerate(row.cells) if cell is not None and cell.number is not None
        ]
        if row.line.index in self.judged or len(numbers) < _ENOUGH_ROWS:
            return
        above = [each for each in self.table.rows[: self.table.rows.index(row)] if each.how_many() >= len(numbers)]
        for first, second in permutations(above[-6:], 2):
            for form in TWO_ROWS:
                made = [Made(*each) for each in of_two(form, numbers, first, second, self._stands_for)]
                fitting = [each.cell for each in made if fits(each.cell, each.worked)]
                enough = max(_ENOUGH_ROWS, len(numbers) - (len(numbers) > _ENOUGH_ROWS))
                digits = sum(letter.isdigit() for cell in fitting for letter in cell.words)
                if len(made) == len(numbers) and len(fitting) >= enough and digits >= _ENOUGH_DIGITS:
                    self._judge(row, made)
                    return

    def _across(self, row: TableRow, column: int) -> Expression | None:
        """A total of totals, by the formula that made its column above."""
        above = next(
            (self.made[index, column] for index in range(len(self.body)) if (index, column) in self.made), None
        )
        if above is None:
            return None
        names = {}
        for name in above.names:
            cell = row.cells[int(name[1:])] if name[:1] == "c" and name[1:].isdigit() else None
            if cell is None or cell.number is None:
                return None
            names[name] = self._stands_for(row, cell)
        try:
            return Expression(above.node, names)
        except Unreadable:
            return None

    def _stands_for(self, row: TableRow, cell: TableCell) -> Known:
        """What a cell was judged to be, else what it says."""
        assert cell.number is not None
        return self.results.get((row.line.index, cell.start)) or given(cell.number.value, row.line.index)

    def _keep(self) -> None:
        """Let what follows use the table's columns by their headings, and its totals."""
        for column, heading in enumerate(self.table.headings):
            whole = self._whole(column)
            if whole is not None:
                self.sheet.keep(whole._replace(line=self.sheet.line))
                self.sheet.scope.define(" ".join(heading.lower().split()[:3]), whole)
        for row in (*self.body, *self.summaries):
            numbers = [cell for cell in row.cells if cell is not None and cell.number is not None]
            for cell in numbers[-1:]:
                assert cell.number is not None
                self.sheet.keep(given(cell.number.value, row.line.index))
