"""What the cells of a table stand for, and what the names in a formula for a column stand for in its rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.known import Known, given, opposite, side_by_side, wobbling
from katatx.audit.sheet import Sheet
from katatx.audit.table_cells import worked_cell
from katatx.audit.table_parts import parted
from katatx.audit.table_trials import NAN, Part
from katatx.audit.tables import TableCell, TableRow

_TWO = 2
# Numbers with so many decimals are known again by their digits.
_RECOGNIZED = 3


class TableValues:
    """The cells of the rows of one table, by row and column: what is `known` of each, and the columns that have a
    calculation `written` in a cell.
    """

    def __init__(self, sheet: Sheet, body: Sequence[TableRow], width: int) -> None:
        self.sheet, self.body, self.width = sheet, body, width
        self.known: dict[tuple[int, int], Known] = {}
        self.written: set[int] = set()
        self.numbers: dict[int, list[tuple[int, TableCell]]] = {}
        self.wholes: dict[int, Known | None] = {}
        # Columns as the formulas that are tried take them, by the names that these have for them.
        self.parts: dict[str, Part] = {}
        # Operations on whole columns, by the formula that they stand in and the name that they have in it.
        self.shared: dict[tuple[str, str], Expression] = {}

    def begin(self) -> None:
        """Forget what was worked for another column's formulas."""
        self.shared.clear()

    def change(self) -> None:
        """Forget whole columns: a cell of one is known better from now on."""
        self.wholes.clear()
        self.parts.clear()

    def take(self) -> None:
        """Take every cell with a number, or a calculation, for given."""
        for index, row in enumerate(self.body):
            for column, cell in enumerate(row.cells):
                if cell is not None and cell.number is not None:
                    self.known[index, column] = self._said(cell, row)
                elif cell is not None and (value := worked_cell(cell, self.sheet.scope, self.sheet.line)) is not None:
                    self.known[index, column] = value
                    self.written.add(column)

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

    def cells(self, column: int) -> list[tuple[int, TableCell]]:
        if column not in self.numbers:
            self.numbers[column] = [
                (index, cell)
                for index, row in enumerate(self.body)
                if (cell := row.cells[column]) is not None and cell.number is not None
            ]
        return self.numbers[column]

    def applied(self, formula: str, index: int, column: int) -> Expression | None:
        of = parted(formula)
        names = self._names(of.names, index, column)
        if names is None:
            return None
        try:
            for name, (whole, used) in of.wholes.items():
                if (formula, name) not in self.shared:
                    inside = self._names(used, index, column)
                    if inside is None:
                        return None
                    self.shared[formula, name] = Expression(whole, inside)
            return Expression(of.node, names, {name: self.shared[formula, name] for name in of.wholes})
        except Unreadable:
            return None

    def _names(self, used: Iterable[str], index: int, column: int) -> dict[str, Known] | None:
        """What names in a formula for a column stand for in a row; None where one stands for nothing."""
        names: dict[str, Known] = {}
        for name in used:
            if name == "k":
                names[name] = given(float(len(self.cells(column)) - 1), self.sheet.line)
                continue
            kind, other = name[0], int(name[1:])
            if kind == "r":
                names[name] = given(self.part(name, column)[index], self.sheet.line)
                continue
            if kind == "d":
                other = index + self._first_column()
            known = self._whole_for(other, column) if kind == "a" else self._of_row(kind, other, index)
            if known is None and kind == "p" and other == column and index == 0:
                known = given(0.0, self.sheet.line)
            if known is None:
                return None
            names[name] = known
        return names

    def _of_row(self, kind: str, column: int, index: int) -> Known | None:
        """What stands in a column for a formula in one row, by its kind (see `_rows`)."""
        match kind:
            case "f":
                return self._first(column)
            case "z":
                return self.known.get((index, column)) or given(0.0, self.sheet.line)
            case _:
                return self.known.get((index - (kind == "p"), column))

    def _whole_for(self, other: int, column: int) -> Known | None:
        """A column as another is worked from it: as it stands, where it has fewer decimals than that by two."""
        whole = self.whole(other)
        most, least = (
            pick((number.places or 0 for _, cell in self.cells(each) if (number := cell.number)), default=0)
            for pick, each in ((max, other), (min, column))
        )
        return whole if whole is None or least < most + _TWO else whole._replace(band=whole.printed)

    def _first_column(self) -> int:
        """The first column with numbers, but for that of the labels."""
        return next((at for at in range(1, self.width) if self.cells(at)), 0)

    def part(self, name: str, column: int) -> Part:
        """What a name in a formula for a column stands for, row by row: a number for each, NaN where there is none."""
        kind, other = name[0], int(name[1:] or 0)
        if kind == "k":
            return float(len(self.cells(column)) - 1)
        if kind == "a":
            whole = self.whole(other)
            return None if whole is None else whole.printed
        key = f"{name} {column}" if kind == "p" else name
        if key not in self.parts:
            self.parts[key] = self._rows(kind, other, column)
        return self.parts[key]

    def _rows(self, kind: str, other: int, column: int) -> list[float]:
        """A column row by row: of the same row (c), of the row before (p), added up so far (r), the same row
        with 0 where nothing stands (z), what it begins with (f), or the diagonal (d).
        """
        count = len(self.body)
        if kind == "d":
            begin = self._first_column()
            return [self._printed(index, index + begin) for index in range(count)]
        numbers = [self._printed(index, other) for index in range(count)]
        if kind == "p":
            return [0.0 if other == column else NAN, *numbers[:-1]]
        if kind == "f":
            first = self._first(other)
            return [NAN if first is None else float(first.printed)] * count
        if kind in "rz":
            numbers = [0.0 if number != number else number for number in numbers]
        if kind == "r":
            return list(accumulate(numbers))
        return numbers

    def _printed(self, index: int, column: int) -> float:
        known = self.known.get((index, column))
        return NAN if known is None or type(known.printed) is not float else known.printed

    def _first(self, column: int) -> Known | None:
        """The number that a column begins with: what the others are held against."""
        return next((self.known[index, column] for index, _ in self.cells(column)), None)

    def whole(self, column: int) -> Known | None:
        if column not in self.wholes:
            self.wholes[column] = self._column(column)
        return self.wholes[column]

    def _column(self, column: int, first: int = 0, last: int | None = None) -> Known | None:
        """A column as a row of numbers, each of which may be a rounded one; of it, the rows from `first` to before
        `last`.
        """
        cells = [
            (cell.number, known)
            for index, row in enumerate(self.body)
            if first <= index < (len(self.body) if last is None else last)
            and (cell := row.cells[column]) is not None
            and (known := self.known.get((index, column))) is not None
        ]
        if len(cells) < _TWO:
            return None
        whole = side_by_side([known for _, known in cells], self.sheet.line)
        bands = [
            wobbling(number.value, number.places, 0).band if number and known.given and number.places else known.band
            for number, known in cells
        ]
        return whole._replace(band=tuple(bands), given=False)
