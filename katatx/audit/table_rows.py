"""Rows of a table that are worked from the rows above them: as their labels say, or as the numbers of two show."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain, islice, permutations
from typing import NamedTuple

from katatx.audit.expressions import Expression
from katatx.audit.figures import Meaning, context_of, has_meaning, meanings
from katatx.audit.known import Known, given, side_by_side
from katatx.audit.label_formulas import label_formulas
from katatx.audit.label_rows import is_label_of_row
from katatx.audit.name_words import spelled
from katatx.audit.sheet import Sheet
from katatx.audit.slips import is_slip
from katatx.audit.spoken import in_signs
from katatx.audit.table_cells import fits, of_two, printed_cells
from katatx.audit.table_formulas import TWO_ROWS
from katatx.audit.tables import Table, TableCell, TableRow
from katatx.audit.tokens import Token

_ENOUGH_DIGITS = 8
_ENOUGH_OTHERS = 6
_ENOUGH_ROWS = 3
_MOST_ABOVE = 6
_TWO = 2
_TOTALLED = frozenset({"total", "sum", "all", "mean", "average", "avg", "max", "min", "σ", "Σ"})


class Made(NamedTuple):
    """A cell with what it is worked from."""

    cell: TableCell
    worked: Expression


def of_two_rows(
    rows: Sequence[TableRow], at: int, counts: Sequence[int], stands_for: Callable[[TableRow, TableCell], Known]
) -> list[Made]:
    """A row that is worked from two rows above it, column by column: `per cent = largest / total`. `counts` says how
    many numbers each row has.
    """
    row = rows[at]
    numbers = [(column, cell) for column, cell in enumerate(row.cells) if cell is not None and cell.number is not None]
    if len(numbers) < _ENOUGH_ROWS:
        return []
    enough = (each for each in range(at - 1, -1, -1) if counts[each] >= len(numbers))
    above = [rows[each] for each in islice(enough, _MOST_ABOVE)][::-1]
    best: list[Made] = []
    for first, second in permutations(above, 2):
        for form in TWO_ROWS:
            if not _may_be(form, first, second, numbers):
                continue
            made = [Made(*each) for each in of_two(form, numbers, first, second, stands_for)]
            fitting = [each.cell for each in made if fits(each.cell, each.worked)]
            digits = sum(letter.isdigit() for cell in fitting for letter in cell.words)
            if len(made) == len(fitting) == len(numbers) and digits >= _ENOUGH_DIGITS:
                return made
            off = [each for each in made if each.cell not in fitting]
            if len(off) != 1 or len(made) < len(numbers) or best:
                continue
            many = len(numbers) > _ENOUGH_ROWS and digits >= _ENOUGH_DIGITS
            slip = digits >= _ENOUGH_OTHERS and is_slip(printed_cells([off[0].cell]), off[0].worked, likely=True)
            if many or slip:
                best = made
    return best


_PLAIN: dict[str, Callable[[float, float], float]] = {
    "a + b": lambda a, b: a + b,
    "a - b": lambda a, b: a - b,
    "a·b": lambda a, b: a * b,
    "a/b": lambda a, b: a / b if b else math.inf,
    "100·a/b": lambda a, b: 100 * a / b if b else math.inf,
    "10·a/b": lambda a, b: 10 * a / b if b else math.inf,
}


def _may_be(form: str, first: TableRow, second: TableRow, numbers: Sequence[tuple[int, TableCell]]) -> bool:
    """Whether at most one cell is far off what two rows come to; quicker than to work their rounding."""
    far = 0
    for column, cell in numbers:
        one, other = first.cells[column], second.cells[column]
        if one is None or other is None or cell.number is None or one.number is None or other.number is None:
            return False
        value = _PLAIN[form](one.number.value, other.number.value)
        unit = 10.0 ** -(cell.number.places or 0)
        far += abs(cell.number.value - value) > 3 * unit + 0.02 * abs(value)
        if far > 1:
            return False
    return True


def _as_number(heading: str) -> float | None:
    with suppress(ValueError):
        number = float(heading.replace("−", "-"))
        return number if math.isfinite(number) else None
    return None


class RowLabels:
    """The rows of one table by their labels."""

    def __init__(self, sheet: Sheet, table: Table) -> None:
        self.sheet, self.table = sheet, table
        self.columns = [
            column
            for column, heading in enumerate(table.headings)
            if column and not _TOTALLED & set(heading.lower().split())
        ]
        self.known: dict[int, Known] = {}
        self.asked = any(self._label(row) and is_label_of_row(self._label(row)) for row in table.rows)
        if self.asked and table.rows:
            self._take_headings()

    def _take_headings(self) -> None:
        """Take headings that are numbers for a row with a label: `| x | 2 | 4 | 9 | sum |`."""
        name, headings = self.table.headings[0].lower(), self.table.headings
        numbers = {column: number for column in self.columns if (number := _as_number(headings[column])) is not None}
        if not name or len(numbers) < _TWO:
            return
        self.columns = list(numbers)
        line = self.table.rows[0].line.index
        self.known[-1] = side_by_side([given(number, line) for number in numbers.values()], line)
        self.sheet.scope.define(name, self.known[-1])

    def _label(self, row: TableRow) -> list[Token]:
        first = row.cells[0]
        if first is None or first.number is not None:
            return []
        tokens = [token for token in first.tokens if token.text != "*"]
        # `·2 + 1 (γ = 2, β = 1)`: what the numbers are called is said aside.
        aside = any(token.kind == "join" for token in tokens)
        opened = next((at for at, token in enumerate(tokens) if at and aside and token.text == "("), len(tokens))
        return tokens[:opened]

    def work(self, row: TableRow) -> bool:
        """Judge a row by its label; whether there was anything to judge."""
        cells = [row.cells[column] for column in self.columns]
        numbers = [cell for cell in cells if cell is not None and cell.number is not None]
        label = self._label(row)
        if not self.asked or not label or not numbers:
            return False
        if len(numbers) < len(self.columns):
            return False
        printed = printed_cells(numbers)
        judged = None
        if self.known and is_label_of_row(label):
            words = [token.text for token in label if token.kind == "name"]
            if [token.text for token in label] == ["e", "^"]:
                words = ["exp"]
            saved, self.sheet.recent = self.sheet.recent, self.sheet.recent.copy()
            self.sheet.recent.extend(self.known.values())
            formulas = (Meaning(each, number == 0) for number, each in enumerate(self._formulas(label, printed.shape)))
            tried = meanings(words, context_of(list(self.known.values())), single=False) if has_meaning(words) else ()
            own = [Token("number", "", printed.start, printed.stop, 0)]
            judged = self.sheet.drafts.best_meaning(printed, chain(formulas, tried), row.line, own)
            self.sheet.recent = saved
        self.sheet.line = row.line.index
        known = self._known(numbers, row)
        if judged is not None:
            judged.draft.printed = ", ".join(row.line.quoted(*span) for span in printed.spans)
            known = self.sheet.known(printed, judged)
        self.known[row.line.index] = known
        self.sheet.scope.define(spelled([token for token in label if token.kind == "name"]), known)
        return judged is not None

    def _formulas(self, label: list[Token], shape: tuple[int, ...]) -> list[Expression]:
        return label_formulas(in_signs(label), self.sheet, shape)

    def _known(self, cells: Sequence[TableCell], row: TableRow) -> Known:
        numbers = [given(cell.number.value, row.line.index) for cell in cells if cell.number is not None]
        return numbers[0] if len(numbers) == 1 else side_by_side(numbers, row.line.index)
