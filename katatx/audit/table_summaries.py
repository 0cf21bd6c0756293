"""Rows of a table that bring the rows above them together: totals, means, the largest, the smallest, the spread."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.known import Known, given, side_by_side, wobbling
from katatx.audit.results import Fit, compare
from katatx.audit.slips import is_slip
from katatx.audit.table_cells import fits, is_exchanged, is_near, printed_cells
from katatx.audit.table_columns import TableColumns
from katatx.audit.table_formulas import node_of
from katatx.audit.table_rows import Made
from katatx.audit.table_summary_words import Summary, are_alike, summary_of
from katatx.audit.tables import TableCell, TableRow

# What a column a comes to in such a row, the likeliest first; b is a column that the other is weighed by.
_FORMS = {
    "sum": ("sum(a)",),
    "mean": ("mean(a)",),
    "max": ("max(a)",),
    "min": ("-max(-a)",),
    "spread": ("standard_deviation(a)", "√(sum((a - mean(a)) ⊙ (a - mean(a)))/k)"),
}
_WEIGHED = "sum(a ⊙ b)/sum(b)"
_MOST_WEIGHTS = 6
_MOST_LAST = 6
_TWO = 2
_ENOUGH_ROWS = 3
_TELLING = 3
_LONG = 4


class Guess(NamedTuple):
    """What a cell of a summary may be; `plain` where its label says no more than that, `part` where it is the total of
    some of the rows.
    """

    worked: Expression
    plain: bool
    part: bool = False


class Candidate(NamedTuple):
    """A cell of a summary row with its guesses, and how many digits it has."""

    column: int
    cell: TableCell
    guesses: list[Guess]
    digits: int


class TableSummaries(TableColumns):
    """The summary rows of one table of a page."""

    def summary_cells(self, row: TableRow) -> list[Made]:
        """The cells of a summary row that can be judged, each with what it is held against."""
        summary = summary_of(row) or Summary("sum", alone=False, named=False)
        candidates = [
            Candidate(column, cell, guesses, _digits(cell))
            for column, cell in enumerate(row.cells)
            if column and cell is not None and cell.number is not None
            if (guesses := list(self._guesses(row, column, summary)))
        ]
        # What one cell says of the row's meaning counts for the others.
        fitting = {each.column: _fitting(each) for each in candidates}
        pairs = _pairs(candidates, fitting)
        plain = sum(guess is not None and guess.plain and _is_solid(each) for each, guess in pairs)
        if not summary.named and plain < _TWO:
            return []
        terms = [each for each in self.body if each.line.index < row.line.index] or self.body
        alike = are_alike(self.table, terms)
        made: list[Made] = []
        for each, fit in pairs:
            telling = each.digits >= _TELLING
            meant = alike or plain > 1 or (telling and summary.operation in ("sum", "mean"))
            guess = fit if fit is None or (meant and (fit.plain or telling)) else None
            guess = self._slip_of(row, each, summary, alike, plain) if fit is None else guess
            if guess is not None:
                made.append(Made(each.cell, guess.worked))
            elif summary.named and summary.alone:
                self.unread.leave(row, each.cell, each.guesses[0].worked)
        return made + [each for each in self._exchanged(candidates, plain) if each not in made]

    def _slip_of(self, row: TableRow, each: Candidate, summary: Summary, alike: bool, plain: int) -> Guess | None:
        """What a cell that fits nothing is a slip of, if its row says plainly enough what it should be."""
        if each.column in self.doubted:
            return None
        blank = any(not _numbered(other, each.column) for other in self.body)
        for guess in each.guesses:
            strictly = is_slip(printed_cells([each.cell]), guess.worked, likely=True)
            strictly = strictly or (summary.operation == "sum" and is_exchanged(each.cell, guess.worked))
            near = strictly or is_near(each.cell, guess.worked)
            if not guess.plain:
                likely = guess.part and strictly and alike and each.digits >= _LONG
            elif not summary.alone:
                likely = strictly and (plain > 0 or each.digits >= _LONG) and each.digits >= _TELLING
            elif plain > 1:
                likely = near
            elif plain:
                likely = near and each.digits >= _TWO
            elif summary.operation == "sum":
                certain = len(self.body) >= _ENOUGH_ROWS and row is self.table.rows[-1]
                likely = alike and (strictly or (near and (certain or each.digits >= _TELLING)))
                likely = likely and each.digits >= _TWO
            else:
                many = len(self.body) >= _ENOUGH_ROWS and not blank
                likely = alike and strictly and each.digits >= (_TWO if many else _TELLING)
            if likely:
                return guess
        return None

    def _exchanged(self, candidates: Sequence[Candidate], plain: int) -> list[Made]:
        """Two cells that each are what the other should be, in a row of which no other cell is off."""
        off = [each for each in candidates if _fitting(each) is None and each.guesses[0].plain]
        if len(off) != _TWO or len(candidates) - _TWO > plain:
            return []
        one, other = off
        meant = [
            next((guess for guess in mine.guesses if guess.plain and fits(yours.cell, guess.worked)), None)
            for mine, yours in ((one, other), (other, one))
        ]
        return [Made(each.cell, guess.worked) for each, guess in zip(off, meant, strict=True) if guess and all(meant)]

    # ---- what a cell may be

    def _guesses(self, row: TableRow, column: int, summary: Summary) -> Iterator[Guess]:
        across = self._across(row, column) if summary.operation in ("sum", "mean") else None
        if across is not None:
            yield Guess(across, plain=summary.operation == "sum")
        above = [index for index, each in enumerate(self.body) if each.line.index < row.line.index]
        block = self._block(row, above)
        everything = above or list(range(len(self.body)))
        for number, rows in enumerate(dict.fromkeys((tuple(everything), tuple(block)))):
            whole = self._part(column, rows)
            for form in _FORMS[summary.operation] if whole is not None else ():
                sole = number == 0 or len(self.summaries) > 1
                yield from _guess(form, {"a": whole}, plain=sole)
        yield from self._of_totals(row, column, summary, block)
        if summary.operation not in ("sum", "mean"):
            return
        yield from self._weighed(column, everything)
        blanks = self._part(column, everything, zeros=True)
        if summary.operation == "mean":
            yield from _guess("mean(a)", {"a": blanks}, plain=False)
            yield from _guess("sum(a)", {"a": self._part(column, everything)}, plain=False)
        if not summary.alone and summary.operation == "sum":
            for count in range(2, min(len(everything), _MOST_LAST)):
                last = self._part(column, everything[-count:])
                for guess in _guess(_FORMS[summary.operation][0], {"a": last}, plain=False):
                    yield guess._replace(part=True)

    def _block(self, row: TableRow, above: Sequence[int]) -> list[int]:
        """The rows above since the last summary, the last rule, or the last row without numbers."""
        rows = self.table.rows
        at = next(index for index, each in enumerate(rows) if each is row)
        first = at
        while first and not (first < at and rows[first].after_rule):
            before = rows[first - 1]
            if not before.how_many() or any(before is each for each in (*self.summaries, *self.bill)):
                break
            first -= 1
        lines = {each.line.index for each in rows[first:at]}
        return [index for index in above if self.body[index].line.index in lines]

    def _of_totals(self, row: TableRow, column: int, summary: Summary, block: Sequence[int]) -> Iterator[Guess]:
        """A total of the totals above, with the rows that stand behind the last of them."""
        totals = [
            self._stands_for(each, cell)
            for each in self.summaries
            if each.line.index < row.line.index
            and (cell := each.cells[column]) is not None
            and cell.number is not None
            and (before := summary_of(each)) is not None
            and before.operation == "sum"
        ]
        after = [known for index in block if (known := self.values.known.get((index, column))) is not None]
        for parts, plain in ((totals, True), ([*totals, *after], True), ([*totals[-1:], *after], False)):
            if summary.operation == "sum" and totals and len(parts) >= _TWO:
                yield from _guess("sum(a)", {"a": side_by_side(parts, row.line.index)}, plain=plain)

    def _weighed(self, column: int, rows: Sequence[int]) -> Iterator[Guess]:
        """The mean of a column, and that weighed by another column: of shares, rates and prices that is their total."""
        whole = self._part(column, rows)
        if whole is None:
            return
        yield from _guess("mean(a)", {"a": whole}, plain=False)
        tried = 0
        for other in range(1, self.width):
            if other == column or any((index, other) not in self.values.known for index in rows):
                continue
            weights = self._part(other, rows)
            count = sum((index, column) in self.values.known for index in rows)
            if weights is not None and count == len(rows) and tried < _MOST_WEIGHTS:
                tried += 1
                yield from _guess(_WEIGHED, {"a": whole, "b": weights}, plain=False)

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

    def _part(self, column: int, rows: Sequence[int], zeros: bool = False) -> Known | None:
        """Some rows of a column as a row of numbers, each of which may be a rounded one; an empty cell is nothing, or 0
        where `zeros` says so. None where there are fewer than two.
        """
        parts: list[Known] = []
        for index in rows:
            cell, known = self.body[index].cells[column], self.values.known.get((index, column))
            if known is None and zeros:
                parts.append(given(0.0, 0))
            if cell is None or known is None:
                continue
            rounded = cell.number is not None and known.given and cell.number.places
            band = wobbling(cell.number.value, cell.number.places, 0).band if rounded and cell.number else known.band
            parts.append(known._replace(band=band))
        if len(parts) < _TWO or (zeros and len(parts) == sum((index, column) in self.values.known for index in rows)):
            return None
        return side_by_side(parts, self.sheet.line)._replace(given=False)


def _guess(form: str, names: dict[str, Known | None], plain: bool) -> Iterator[Guess]:
    node, used = node_of(form)
    known = {name: value for name, value in names.items() if value is not None}
    if len(known) < len(names):
        return
    if "k" in used and "a" in known:
        known["k"] = given(float(len(known["a"].printed) - 1), known["a"].line)
    try:
        yield Guess(Expression(node, known), plain)
    except Unreadable:
        return


def _pairs(candidates: Sequence[Candidate], fitting: dict[int, Guess | None]) -> list[tuple[Candidate, Guess | None]]:
    return [(each, fitting[each.column]) for each in candidates]


def _fitting(each: Candidate) -> Guess | None:
    return next((guess for guess in each.guesses if _agrees(each.cell, guess)), None)


def _agrees(cell: TableCell, guess: Guess) -> bool:
    """Whether a cell is what is guessed: to the last digit, where the guess is none that its label speaks for."""
    if not fits(cell, guess.worked):
        return False
    found = compare(printed_cells([cell]), guess.worked)
    return guess.plain or (found is not None and found.worst is Fit.RIGHT)


def _is_solid(each: Candidate) -> bool:
    return each.cell.number is not None and each.cell.number.value != 0


def _digits(cell: TableCell) -> int:
    return sum(letter.isdigit() for letter in (cell.number.text if cell.number else "").lstrip("0."))


def _numbered(row: TableRow, column: int) -> bool:
    cell = row.cells[column]
    return cell is not None and cell.number is not None
