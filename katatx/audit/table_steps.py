"""Tables that are worked from a table before them as a whole: scores scaled and masked, raised, made to shares,
multiplied by values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.known import Known, given, side_by_side, wobbling
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.matrices import Matrix
from katatx.audit.sheet import Sheet
from katatx.audit.table_blocks import Block, blocks_of
from katatx.audit.table_cells import slack
from katatx.audit.table_formulas import node_of
from katatx.audit.table_rows import Made
from katatx.audit.tables import Table, TableCell, TableRow
from katatx.audit.tokens import tokenize
from katatx.engine.values import shape_of
from katatx.notation.syntax import Name
from scoring.answer import TypedNumber

_MOST_FACTORS = 12
# A step must make so many cells that are neither 0 nor 1, and three times as many as do not fit.
_ENOUGH = 3
_ENOUGH_DIGITS = 6
_NEGLIGIBLE = -700.0


class _Step(NamedTuple):
    """One way in which a row comes from a row: in plain numbers, and as an expression."""

    plain: Callable[[list[float]], list[float]]
    worked: Callable[[Known], Expression]


class TableSteps:
    """The matrices of one table, each held against those before it."""

    def __init__(self, sheet: Sheet, table: Table, body: Sequence[TableRow], above: Sequence[LogicalLine]) -> None:
        self.sheet, self.body, self.above = sheet, body, above
        self.blocks = blocks_of(table, body)
        self.labels = tuple(row.label for row in body)

    def cells(self, block: Block) -> dict[int, list[Made]]:
        """What the cells of a block are worked from, row by row; nothing where no matrix before explains it."""
        best: tuple[int, dict[int, list[Made]]] = 0, {}
        for source in self._sources(block):
            for step in self._steps():
                off = self._count_off(block, source, step)
                if off is None or (best[1] and off >= best[0]):
                    continue
                with suppress(Unreadable):
                    best = off, {at: self._row(block, at, source.rows[at], step) for at in range(len(self.body))}
                if off == 0:
                    return best[1]
        return best[1] or self._weighted(block)

    def matrix(self, block: Block, known: Callable[[int, int], Known | None]) -> Matrix:
        """A block as what follows may be worked from it; `known` says what stands in a row and a column."""
        rows = [
            tuple(
                None if (at, place) in block.masked else known(at, column) for place, column in enumerate(block.columns)
            )
            for at in range(len(self.body))
        ]
        return Matrix(self.labels, tuple(rows))

    def _sources(self, block: Block) -> Iterator[Matrix]:
        size = len(self.body), len(block.columns)
        yield from (matrix for matrix in list(self.sheet.matrices)[::-1] if matrix.size == size)
        for known in list(self.sheet.recent)[::-1]:
            if shape_of(known.printed) == size:
                rows = (known.row(at) for at in range(size[0]))
                yield Matrix((), tuple(tuple(_entry(row.row(place)) for place in range(size[1])) for row in rows))

    def _steps(self) -> Iterator[_Step]:
        yield _Step(lambda row: row, lambda known: Expression(Name("#0", 1), {"#0": known}))
        for factor in self._factors():
            value = float(factor.printed)
            if value and value != 1:
                yield _Step(partial(_scaled, by=1 / value), partial(_of, "a/b", b=factor))
                yield _Step(partial(_scaled, by=value), partial(_of, "a·b", b=factor))
            if value > 1:
                yield _Step(partial(_scaled, by=1 / math.sqrt(value)), partial(_of, "a/√b", b=factor))
        yield _Step(_raised, partial(_of, "exp(a)"))
        yield _Step(_shares, partial(_of, "a/sum(a)"))
        yield _Step(lambda row: _shares(_raised([one - max(row) for one in row])), partial(_of, "softmax(a)"))

    def _factors(self) -> list[Known]:
        """The single numbers that the lines above name, the latest first."""
        found: dict[float, Known] = {}
        for line in reversed(self.above):
            for token in tokenize(line.text):
                known = None
                if token.kind == "number" and token.scale == 1.0 and "/" not in token.text:
                    places = len(token.text.partition(".")[2])
                    known = self.sheet.scope.number(token.text) if places else None
                    known = known or wobbling(float(token.text), places, line.index)
                    known = known if places else given(float(token.text), line.index)
                elif token.kind == "name":
                    known = self.sheet.scope.find(token.text.lower())
                if known is not None and type(known.printed) is float and math.isfinite(known.printed):
                    found.setdefault(known.printed, known)
        return list(found.values())[:_MOST_FACTORS]

    def _count_off(self, block: Block, source: Matrix, step: _Step) -> int | None:
        """How many cells are far off a step; None where it is not the step that made them."""
        off = fitting = digits = 0
        same = True
        for at, row in enumerate(self.body):
            kept = self._kept(block, at, source.rows[at])
            if not kept:
                continue
            numbers = [source.rows[at][place] for place in kept]
            values = step.plain([float(known.true) for known in numbers if known is not None])
            for place, value, known in zip(kept, values, numbers, strict=True):
                cell = row.cells[block.columns[place]]
                if cell is None or cell.number is None or abs(cell.number.value - value) > slack(cell.number):
                    off += 1
                elif cell.number.value not in (0, 1):
                    fitting += 1
                    digits += sum(letter.isdigit() for letter in cell.number.text.lstrip("0."))
                    same = same and known is not None and known.printed == cell.number.value
        # A table that stands there again is no work, unless it is masked now.
        if same and not (block.masked and any(None not in row for row in source.rows)):
            return None
        enough = fitting >= _ENOUGH and digits >= _ENOUGH_DIGITS and fitting >= _ENOUGH * off
        return off if enough else None

    def _kept(self, block: Block, at: int, row: Sequence[Known | None]) -> list[int]:
        """The places of a row that neither matrix masks."""
        return [place for place, known in enumerate(row) if known is not None and (at, place) not in block.masked]

    def _row(self, block: Block, at: int, row: Sequence[Known | None], step: _Step) -> list[Made]:
        kept = self._kept(block, at, row)
        line = self.body[at].line.index
        made: dict[int, Expression] = {}
        if kept:
            whole = step.worked(side_by_side([known for place in kept if (known := row[place]) is not None], line))
            made = {place: whole.row(number) for number, place in enumerate(kept)}
        return self._made(block, at, made)

    def _made(self, block: Block, at: int, made: dict[int, Expression]) -> list[Made]:
        """The cells of a row with what they are worked from; what is masked comes to 0, or to minus infinity where it
        is printed so.
        """
        found = []
        for place, column in enumerate(block.columns):
            cell = self.body[at].cells[column]
            if cell is None or (cell.number is None and "inf" not in cell.words and "∞" not in cell.words):
                continue
            if cell.number is None:
                first, last = cell.tokens[0], cell.tokens[-1]
                cell = TableCell(cell.tokens, TypedNumber("inf", -math.inf, 0), first.start, last.stop)
            elif place not in made and cell.number.value != 0:
                masked = given(-math.inf, self.body[at].line.index)
                found.append(Made(cell, Expression(Name("#0", 1), {"#0": masked})))
                continue
            assert cell.number is not None
            hidden = given(cell.number.value, self.body[at].line.index)
            found.append(Made(cell, made.get(place) or Expression(Name("#0", 1), {"#0": hidden})))
        return found

    # ---- weighted sums

    def _weighted(self, block: Block) -> dict[int, list[Made]]:
        """Rows that are sums of value rows, each weighted by an entry of the row with the same label before."""
        for weights in list(self.sheet.matrices)[::-1]:
            if weights.labels != self.labels:
                continue
            for values in self._values(weights.size[1], len(block.columns)):
                try:
                    rows = [_of("a·b", _filled(row), b=values) for row in weights.rows]
                    made = {
                        at: self._made(block, at, {place: row.row(place) for place in range(len(block.columns))})
                        for at, row in enumerate(rows)
                    }
                except Unreadable:
                    continue
                if _are_likely([each for row in made.values() for each in row]):
                    return made
        return {}

    def _values(self, count: int, width: int) -> Iterator[Known]:
        """What may be the value rows: a grid of that shape above, or so many rows that were printed last."""
        yield from (known for known in list(self.sheet.recent)[::-1] if shape_of(known.printed) == (count, width))
        rows = [known for known in self.sheet.recent if shape_of(known.printed) == (width,)][-count:]
        if len(rows) == count:
            yield side_by_side(rows, self.sheet.line)


def _entry(known: Known) -> Known | None:
    return known if type(known.printed) is float and known.printed != -math.inf else None


def _of(template: str, known: Known, **others: Known) -> Expression:
    return Expression(node_of(template)[0], {"a": known, **others})


def _filled(row: Sequence[Known | None]) -> Known:
    return side_by_side([given(0.0, 0) if known is None else known for known in row], 0)


def _scaled(row: list[float], by: float) -> list[float]:
    return [one * by for one in row]


def _raised(row: list[float]) -> list[float]:
    return [math.exp(min(-_NEGLIGIBLE, max(_NEGLIGIBLE, one))) for one in row]


def _shares(row: list[float]) -> list[float]:
    total = sum(row)
    return [one / total if total else 0.0 for one in row]


def _are_likely(made: Sequence[Made]) -> bool:
    """Whether nearly all cells are what they are said to be, and say enough by it."""
    off = fitting = digits = 0
    for each in made:
        number = each.cell.number
        if number is None or each.worked.shape:
            return False
        if min(abs(number.value - each.worked.true), abs(number.value - each.worked.printed)) > slack(number):
            off += 1
        elif number.value:
            fitting += 1
            digits += sum(letter.isdigit() for letter in number.text.lstrip("0."))
    return fitting >= _ENOUGH and digits >= _ENOUGH_DIGITS and fitting >= _ENOUGH * off
