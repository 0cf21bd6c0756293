"""Finds what the columns of a table are worked from: by their headings, by rules above it, by the numbers alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import hypot

from katatx.audit.expressions import Expression
from katatx.audit.known import Known, wobbling
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.old_places import agrees
from katatx.audit.sheet import Sheet
from katatx.audit.slips import is_slip
from katatx.audit.table_bills import bill_rows
from katatx.audit.table_cells import figures_of, fits, is_exchanged, is_far, is_near, is_tight, printed_cells
from katatx.audit.table_formulas import MEANS, formulas
from katatx.audit.table_headings import Candidate, HeadingFormulas
from katatx.audit.table_roles import role_formulas
from katatx.audit.table_rows import RowLabels
from katatx.audit.table_scales import scale_formulas
from katatx.audit.table_slips import MOST_OFF, allowed_off, has_other_sign, is_in_other_slot, mends_total
from katatx.audit.table_summary_words import TOTALS, adds_up, summary_of
from katatx.audit.table_trials import Trial
from katatx.audit.table_unread import TableUnread
from katatx.audit.table_values import TableValues
from katatx.audit.table_words import constant_formulas, heading_words, is_raised, word_formulas
from katatx.audit.tables import Table, TableRow
from katatx.notation.syntax import Binary, Sum

# A formula that nothing but the numbers speaks for must fit so many rows, and all but so few.
_ENOUGH_ROWS = 3
_SURE_ROWS = 3
_MANY_DIGITS = 6
_TWO = 2
# Rows that a word of a heading speaks for must have so many digits, before one that does not fit is wrong.
_ENOUGH_DIGITS = 6
# Fewer do where it says that its column is a sum, and nothing else.
_ENOUGH_OF_SUM = 4
# One that is a slip of what a heading plainly says is wrong beside so many digits that fit.
_SLIP_DIGITS = 3
_WORKED = TOTALS | MEANS | {"product", "difference", "value", "result", "area"}
# What speaks for a formula that stands in the rows themselves.
_IN_ROWS = -1
# Of a wide table these columns to the left are tried, and the first.
_NEAREST = 8
# A formula that so many rows at the start are all far off is no column's.
_HOPELESS = 6
# A factor from a column's own numbers is written with so many decimals.
_FITTED_PLACES = 17


class TableColumns:
    """The columns of one table of a page, and the cells that they are made from."""

    def __init__(self, sheet: Sheet, table: Table, above: Sequence[LogicalLine] = ()) -> None:
        self.sheet, self.table, self.above = sheet, table, above
        self.width = len(table.headings)
        self.bill = bill_rows(table)
        rows = [row for row in table.rows if not any(row is each for each in self.bill)]
        self.summaries = [row for row in rows if self._is_summary(row)]
        self.body = [row for row in rows if not self._is_summary(row)]
        self.values = TableValues(sheet, self.body, self.width)
        self.made: dict[tuple[int, int], Expression] = {}
        self.judged: set[int] = set()
        # Cells that were judged, by their row's line and where they stand in it.
        self.results: dict[tuple[int, int], Known] = {}
        # Columns with a cell that does not fit their formula, and may be right all the same.
        self.doubted: set[int] = set()
        # What cells are said to be that do not fit it.
        self.missed: dict[tuple[int, int], Expression] = {}
        self.turning: list[int] = []
        self.unread = TableUnread(sheet)
        self.labels = RowLabels(sheet, table)
        self.headings = HeadingFormulas(sheet, table, self.body, self.values.known, self.values.whole, above)

    def _is_summary(self, row: TableRow) -> bool:
        rows = self.table.rows
        below_rule = (
            row.after_rule and row is rows[-1] and len(rows) > 3 and not any(each.after_rule for each in rows[1:-1])
        )
        return summary_of(row) is not None or below_rule

    def _by_heading(self, column: int) -> bool:
        """A column whose heading, or a rule above the table, is the calculation: `x·w`, `exp(z)`, `w ← w - 0.1·g`."""
        best: tuple[int, Candidate] | None = None
        for candidate in self.headings.candidates(column):
            off = sum(self._misses(column, index, worked) for index, worked in candidate.rows.items())
            if best is None or off < best[0]:
                best = off, candidate
            if off == 0:
                break
        if best is None or not self._accept(column, best[1].rows, by_heading=best[1].sure, said=best[1]):
            if best is not None and best[1].sure:
                self.unread.give_up(column, self.body, best[1].rows)
            return False
        if best[1].turns and column not in self.turning:
            self.turning.append(column)
        return True

    def _by_numbers(self, column: int, tried: Iterable[str], strict: bool = False) -> bool:
        """A column of which only the numbers say what it is worked from: the first formula that nearly all rows fit;
        all of them where `strict`, save for one slip in many.
        """
        cells = self.values.cells(column)
        if len(cells) < 2:
            return False
        spoken = self._spoken(column)
        written = {f"c{one}" for one in self.values.written}
        self.values.begin()
        trial = Trial(cells, len(self.body), partial(self.values.part, column=column))
        total = self._is_total(column)
        # What is the same in every row is given.
        same = len({cell.number.value for _, cell in cells if cell.number}) == 1
        best: tuple[int, dict[int, Expression], int, str] | None = None
        for formula in tried:
            stated = formula in written
            if same and not stated and formula not in spoken:
                continue
            allowed = allowed_off(len(cells), stated, total, strict)
            if trial.is_hopeless(formula, allowed):
                continue
            found, missed = self._applied(column, formula, allowed)
            told = _IN_ROWS if stated else spoken.get(formula, 0)
            off = self._off(column, found, strict, told) if missed <= allowed else None
            enough = _TWO if stated else max(_TWO, len(cells) - 1)
            if len(found) < enough or off is None or (strict and off > allowed):
                if missed <= allowed and (told or self._is_hinted(column)):
                    self.unread.give_up(column, self.body, found)
                continue
            if best is None or off < best[0]:
                best = off, found, told, formula
            if off == 0:
                break
        taken = best is not None and self._accept(column, best[1], by_heading=False, spoken=best[2])
        if best is not None and taken:
            self._wobble(column, best[1], best[3])
        return taken

    def _applied(self, column: int, formula: str, allowed: int) -> tuple[dict[int, Expression], int]:
        """What a formula makes of each row, and how many are far off it: no further than to one more than allowed."""
        found: dict[int, Expression] = {}
        missed = 0
        for index, cell in self.values.cells(column):
            if index == 0 and formula.startswith(f"p{column} + z"):  # a balance is brought forward
                continue
            made = self.values.applied(formula, index, column)
            if made is not None:
                found[index] = made
                missed += is_far(cell, made)
            if missed > allowed or (missed == len(found) == _HOPELESS and not self._is_total(column)):
                return found, allowed + 1
        return found, missed

    def _off(self, column: int, found: dict[int, Expression], strict: bool = False, spoken: int = 0) -> int | None:
        """How many rows do not fit; None where those that fit could be by chance. `spoken` is how many digits must fit
        beside one slip, of what the heading speaks for; `_IN_ROWS` that the calculations stand in the rows.
        """
        off = digits = solid = slips = 0
        mended = False
        for index, worked in found.items():
            cell = self.body[index].cells[column]
            assert cell is not None
            if is_far(cell, worked) or not fits(cell, worked):
                sure = not mended and (self._mends(column, index, worked) or has_other_sign(cell, worked))
                mended = mended or sure
                off, solid = off + (not sure), solid + sure
                slips += not sure and bool(spoken) and self._is_slip(column, index, worked, near=True)
            elif not spoken and not is_tight(cell, worked):
                return None
            elif index or not any(name.startswith("f") for name in worked.names):  # the first is itself over itself
                solid += cell.number is not None and cell.number.value != 0
                digits += sum(letter.isdigit() for letter in (cell.number.text if cell.number else "").lstrip("0."))
        if strict:
            return off if digits >= _MANY_DIGITS else None
        if spoken == _IN_ROWS:
            return off if solid >= _TWO * max(1, off) else None
        if spoken and off and slips == off and solid >= off and digits >= spoken * off:
            return off
        hinted = spoken or self._is_hinted(column)
        long = digits >= 4 or (len(found) >= 4 and digits >= 3)
        if hinted:
            plainly = self._is_plain_total(column) or self._is_plain_product(column, found)
            enough = _ENOUGH_OF_SUM if plainly else _ENOUGH_DIGITS
            return off if solid >= _TWO * off and digits >= enough * off else None
        plainly = not off or digits >= _SLIP_DIGITS * solid
        return off if long and solid >= _TWO and plainly else None

    def _accept(
        self,
        column: int,
        found: dict[int, Expression],
        by_heading: bool,
        spoken: int = 0,
        said: Candidate | None = None,
    ) -> bool:
        """Take a formula for a column where enough of its rows fit it; `said` is what its heading makes it."""
        stated = said is not None and said.stated
        misses = {index for index, worked in found.items() if self._misses(column, index, worked)}
        told = self._told(column, found, misses, spoken)
        near = stated or bool(spoken)
        slips = told | {index for index in misses if self._is_slip(column, index, found[index], near)}
        turns = said is not None and said.turns and by_heading
        if 0 in misses - slips and turns and len(found) > _SURE_ROWS:  # where a recurrence starts from
            found = {index: worked for index, worked in found.items() if index}
            misses -= {0}
        off = len(misses) if by_heading else self._off(column, found, spoken=spoken)
        if off is not None and off and self._is_total(column) and not spoken:
            self.missed |= {(index, column): found[index] for index in misses - slips}
            found = {index: worked for index, worked in found.items() if index not in misses - slips}
            misses, off = misses & slips, 0
        if (
            off is None
            or not found
            or off > self._most_off(column, found, misses, slips, stated, by_heading or bool(spoken))
        ):
            return False
        sure = by_heading or len(found) - len(misses) >= _SURE_ROWS
        likely = bool(spoken) or self._is_total(column)
        self.values.change()
        for index, worked in found.items():
            cell = self.body[index].cells[column]
            assert cell is not None
            assert cell.number is not None
            doubtful = not by_heading and index not in slips
            slip = sure or bool(spoken) or is_slip(printed_cells([cell]), worked, likely=likely)
            if index in misses - told and (doubtful or not slip):
                self.doubted.add(column)
                self.missed[index, column] = worked
                continue
            self.made[index, column] = worked
            self.values.known[index, column] = Known(
                cell.number.value, worked.true, cell.number.value, given=False, line=self.body[index].line.index
            )
        return True

    def _wobble(self, column: int, rows: Iterable[int], formula: str) -> None:
        """Let what follows from a column's cells know them as rounded, and no better, where the factor in their formula
        is from their own digits.
        """
        for index in rows if _is_fitted(formula) else ():
            cell, known = self.body[index].cells[column], self.values.known.get((index, column))
            if known is not None and not known.given and cell is not None and cell.number is not None:
                rounded = wobbling(cell.number.value, cell.number.places, known.line)
                self.values.known[index, column] = rounded._replace(given=False)

    def _told(self, column: int, found: dict[int, Expression], misses: set[int], spoken: int) -> set[int]:
        """The rows that do not fit and are wrong, as more than the formula tells."""
        told = {index for index in misses if self._is_told(column, index, found[index])}
        if len(misses) == 1 and self._adds_up(column, found, misses):
            self.missed |= {(index, column): found[index] for index in misses - told}
            told = misses
        if spoken == _IN_ROWS and len(found) >= (_TWO + 1) * len(misses):
            told = misses
        return told

    def _most_off(
        self,
        column: int,
        found: dict[int, Expression],
        misses: set[int],
        slips: set[int],
        stated: bool,
        told: bool,
    ) -> int:
        """How many rows may be off a formula that is a column's all the same: more where its heading has `stated` that
        formula, or `told` it.
        """
        most = max(1 if len(found) >= _ENOUGH_ROWS else 0, int(len(found) * MOST_OFF))
        fitting = [cell for index, cell in self.values.cells(column) if index in found and index not in misses]
        if stated and sum(bool(figures_of(cell).strip("0")) for cell in fitting) >= len(misses):
            return max(most, len(misses))
        if told and misses == slips:
            if len(found) == 1 and stated:
                return int(all(len(figures_of(cell)) >= _SLIP_DIGITS for _, cell in self.values.cells(column)))
            return max(most, len(found) // _TWO)
        return most

    def _is_total(self, column: int) -> bool:
        return bool(set(self.table.headings[column].lower().split()) & TOTALS)

    def _is_hinted(self, column: int) -> bool:
        """Whether a column's heading says that it is worked from others, and maybe how."""
        return bool(heading_words(self.table.headings[column]) & _WORKED)

    def _is_slip(self, column: int, index: int, worked: Expression, near: bool = False) -> bool:
        cell = self.body[index].cells[column]
        if cell is None:
            return False
        close = near and len(figures_of(cell)) >= _SLIP_DIGITS and is_near(cell, worked)
        close = close or (self._is_plain_total(column) and is_exchanged(cell, worked))
        return close or is_slip(printed_cells([cell]), worked, likely=True)

    def _adds_up(self, column: int, found: dict[int, Expression], misses: set[int]) -> bool:
        """Whether a column is headed as a sum and nothing else, and is so plainly that of the others that a row which
        does not fit is wrong: unless it may be another figure of its row. Every mean lies between the least and the
        largest, and deviations are added as squares.
        """
        if not self._is_plain_total(column):
            return False
        fitting = [self.body[index].cells[column] for index in found.keys() - misses]
        digits = sum(len(cell.number.text.replace(".", "").strip("0")) for cell in fitting if cell and cell.number)
        for index in misses:
            cell, worked = self.body[index].cells[column], found[index]
            parts = [known.printed for known in worked.names.values()]
            if not isinstance(worked.node, Sum) or cell is None or cell.number is None:
                return False
            if min(parts) <= cell.number.value <= max(parts):
                return False
            if agrees(cell.number.value, cell.number.places, hypot(*parts)):
                return False
        return len(fitting) >= _TWO and digits >= _ENOUGH_OF_SUM

    def _is_plain_total(self, column: int) -> bool:
        return self._is_total(column) and heading_words(self.table.headings[column]) <= TOTALS

    def _is_plain_product(self, column: int, found: dict[int, Expression]) -> bool:
        """Whether a column is headed as a product and nothing else, and is that of others."""
        nodes = [worked.node for worked in found.values()]
        return heading_words(self.table.headings[column]) <= {"product", "products"} and all(
            isinstance(node, Binary) and node.sign == "·" for node in nodes
        )

    def _is_told(self, column: int, index: int, worked: Expression) -> bool:
        """Whether more than its formula tells what should stand in a cell: another cell of its row, or the total of its
        column.
        """
        cell = self.body[index].cells[column]
        turned = cell is not None and has_other_sign(cell, worked)
        return turned or is_in_other_slot(self.body[index], column, worked) or self._mends(column, index, worked)

    def _mends(self, column: int, index: int, worked: Expression) -> bool:
        totals = (row.cells[column] for row in self.summaries if adds_up(row))
        cells = self.values.cells(column)
        return any(total is not None and mends_total(cells, index, worked, total) for total in totals)

    def _misses(self, column: int, index: int, worked: Expression) -> bool:
        cell = self.body[index].cells[column]
        return cell is None or not fits(cell, worked)

    def _left(self, column: int) -> list[int]:
        left = [other for other in range(column) if len(self.values.cells(other)) >= 2 or other in self.values.written]
        return left[:1] + left[1:][-_NEAREST:]

    def _spoken(self, column: int) -> dict[str, int]:
        """The formulas that a column's heading speaks for, and how many digits must fit them beside one slip."""
        left, headings = self._left(column), self.table.headings
        raised = next((one for one in reversed(left) if is_raised(headings[one])), None)
        filled = [other for other in range(column) if self.values.cells(other)]
        spoken = {
            formula: _SLIP_DIGITS if "f" in formula else _TWO
            for formula in role_formulas(headings, column, left, filled)
        }
        scaled = dict.fromkeys(scale_formulas(headings, column, left), _SLIP_DIGITS)
        return scaled | dict.fromkeys(word_formulas(headings[column], left, raised), _SLIP_DIGITS) | spoken

    def _formulas(self, column: int) -> Iterator[str]:
        """Formulas for a column: what its heading says, then all that numbers may say."""
        yield from (f"c{one}" for one in self.values.written if one != column)
        yield from self._spoken(column)
        yield from formulas(column, self._left(column), self.table.headings[column].lower())

    def _proportions(self, column: int) -> Iterator[str]:
        """That a column is another times one factor, where it is long enough."""
        if len(self.values.cells(column)) >= _SURE_ROWS and not self._is_total(column):
            yield from (formula for other in self._left(column) if (formula := self._in_proportion(column, other)))

    def _with_constants(self, column: int) -> Iterator[str]:
        """Formulas with the numbers that stand above the table."""
        others = [other for other in range(self.width) if other != column and len(self.values.cells(other)) >= 2]
        yield from constant_formulas(column, others, self.headings.numbers_above())

    def _in_proportion(self, column: int, other: int) -> str:
        """A column that is another times one factor, as kilobytes are of bytes: the factor of its longest number that
        the other rows agree on. One more row in three need not fit.
        """
        pairs = [
            (cell.number, known.printed)
            for index, cell in self.values.cells(column)
            if cell.number and (known := self.values.known.get((index, other)))
            if not known.printed == cell.number.value == 0
        ]
        if len(pairs) < _SURE_ROWS or not all(number.value and of for number, of in pairs):
            return ""
        for longest, part in sorted(pairs, key=lambda pair: -abs(pair[0].value))[:_TWO]:
            factor = longest.value / part
            off = sum(not agrees(number.value, number.places, of * factor) for number, of in pairs)
            if off <= (len(pairs) - 1) // _SURE_ROWS and factor > 0 and 1e-9 < factor < 1e9:
                return f"c{other}·{factor:.{_FITTED_PLACES}f}"
        return ""


def _is_fitted(formula: str) -> bool:
    """Whether the factor in a formula is from the numbers of its own column."""
    return len(formula.rpartition(".")[2]) == _FITTED_PLACES
