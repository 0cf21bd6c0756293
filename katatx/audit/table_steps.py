"""Tables that are worked from a table before them as a whole: scores scaled and masked, raised, made to shares,
multiplied by values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, permutations, product
from typing import NamedTuple, TypeAlias

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.known import Known, given, side_by_side, wobbling
from katatx.audit.known import worked as result
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.match_grids import matched
from katatx.audit.matrices import Matrix
from katatx.audit.sheet import Sheet
from katatx.audit.table_blocks import Block, blocks_of
from katatx.audit.table_cells import fits
from katatx.audit.table_formulas import node_of
from katatx.audit.table_rows import Made
from katatx.audit.tables import Table, TableCell, TableRow
from katatx.audit.tokens import tokenize
from katatx.engine.values import shape_of
from katatx.notation.syntax import Name
from scoring.answer import TypedNumber

_MOST_FACTORS = 12
_MOST_GRIDS = 3
# A step must make so many cells that are neither 0 nor 1, and three times as many as do not fit.
_ENOUGH = 3
_ENOUGH_DIGITS = 6
_TWO = 2
_NEGLIGIBLE = -700.0
_ABOUT = 0.02


# Numbers of a row, by their place in it.
_Row: TypeAlias = dict[int, Known]


class _Step(NamedTuple):
    """What makes a row of a row: in plain numbers, and as an expression."""

    plain: Callable[[list[float]], list[float]]
    worked: Callable[[Known], Expression]


class _Way(NamedTuple):
    """One way in which a matrix may have been made: its numbers, what they were made from, and the expression of a row.
    `masks` says that it may have done no more than mask some.
    """

    plain: Iterable[dict[int, float]]
    numbers: Sequence[_Row]
    work: Callable[[int], Expression]
    masks: bool


_SAME = _Step(lambda row: row, lambda known: Expression(Name("#0", 1), {"#0": known}))


class TableSteps:
    """The matrices of one table, each held against those before it."""

    def __init__(self, sheet: Sheet, table: Table, body: Sequence[TableRow], above: Sequence[LogicalLine]) -> None:
        self.sheet, self.table, self.body, self.above = sheet, table, body, above
        widths = {matrix.size[1] for matrix in sheet.matrices if matrix.size[0] == len(body)}
        self.blocks = blocks_of(table, body, widths)
        self.labels = tuple(row.label for row in body)

    def cells(self, block: Block) -> dict[int, list[Made]]:
        """What the cells of a block are worked from, row by row; nothing where no matrix before explains it."""
        best: tuple[int, dict[int, list[Made]]] = 0, {}
        sources = self._sources(block)
        for way in chain(self._of_one(block, sources), self._of_two(block, sources)):
            off = self._count_off(block, way)
            if off is None or (best[1] and off >= best[0]):
                continue
            with suppress(Unreadable):
                best = off, {at: self._row(block, at, way) for at in range(len(self.body))}
            if off == 0:
                break
        made = best[1] or self._weighted(block)
        if not made:
            return matched(self.table, self.body, block, self.above)
        self._total(block, made)
        return made

    def _total(self, block: Block, made: dict[int, list[Made]]) -> None:
        """Add the totals behind a block, where the column behind it is that of its rows."""
        after = block.columns[-1] + 1
        totals: dict[int, Made] = {}
        for at, row in enumerate(self.body):
            cell = row.cells[after] if after < len(row.cells) else None
            parts = [
                result(each.cell.number.value, each.worked.true, row.line.index, each.worked.roots)
                for each in made.get(at, ())
                if each.cell.number is not None and math.isfinite(each.cell.number.value)
            ]
            if cell is not None and cell.number is not None and parts:
                with suppress(Unreadable):
                    totals[at] = Made(cell, _of("sum(a)", side_by_side(parts, row.line.index)))
        fitting = sum(fits(each.cell, each.worked) for each in totals.values())
        if fitting > 1 and fitting >= _TWO * (len(totals) - fitting):
            for at, each in totals.items():
                made[at].append(each)

    def matrix(self, block: Block, known: Callable[[int, int], Known | None]) -> Matrix:
        """A block as what follows may be worked from it; `known` says what stands in a row and a column."""
        rows = [
            tuple(
                None if (at, place) in block.masked else known(at, column) for place, column in enumerate(block.columns)
            )
            for at in range(len(self.body))
        ]
        return Matrix(self.labels, tuple(rows))

    def _sources(self, block: Block) -> list[Matrix]:
        """The matrices of a block's size that stand above, the latest first: those of tables, and where there are none
        those that were drawn.
        """
        size = len(self.body), len(block.columns)
        found = [matrix for matrix in reversed(self.sheet.matrices) if matrix.size == size]
        return found or [
            Matrix((), tuple(tuple(_entry(row.row(place)) for place in range(size[1])) for row in rows))
            for known in self._grids(size)
            for rows in [[known.row(at) for at in range(size[0])]]
        ]

    def _grids(self, size: tuple[int, int]) -> list[Known]:
        return [known for known in reversed(self.sheet.recent) if shape_of(known.printed) == size][:_MOST_GRIDS]

    def _of_one(self, block: Block, sources: Sequence[Matrix]) -> Iterator[_Way]:
        """One matrix, and a step that is taken with each of its rows."""
        steps = list(self._steps())
        for source, step in product(sources, steps):
            numbers = [self._kept(block, at, row) for at, row in enumerate(source.rows)]
            plain = (
                dict(zip(row, step.plain([float(known.true) for known in row.values()]), strict=True)) if row else {}
                for row in numbers
            )
            masks = bool(block.masked) and any(None not in row for row in source.rows)
            if masks or step is not _SAME:  # a table that stands there again is no work
                yield _Way(plain, numbers, partial(_stepped, step, numbers), masks)

    def _of_two(self, block: Block, sources: Sequence[Matrix]) -> Iterator[_Way]:
        """Two matrices, added up, or one taken off the other."""
        for (one, other), sign in product(permutations(sources, 2), "+-"):
            ones = [self._kept(block, at, row) for at, row in enumerate(one.rows)]
            others = [self._kept(block, at, row) for at, row in enumerate(other.rows)]
            if any(row.keys() != more.keys() for row, more in zip(ones, others, strict=True)):
                continue
            turn = 1 if sign == "+" else -1
            plain = (
                {place: known.true + turn * more[place].true for place, known in row.items()}
                for row, more in zip(ones, others, strict=True)
            )
            yield _Way(plain, ones, partial(_added, sign, ones, others), masks=False)

    def _steps(self) -> Iterator[_Step]:
        yield _SAME
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
        yield _Step(lambda row: [max(0.0, one) for one in row], partial(_of, "relu(a)"))
        yield _Step(lambda row: [one * one for one in row], partial(_of, "a ⊙ a"))
        yield _Step(lambda row: [1 / (1 + one) for one in _raised([-one for one in row])], partial(_of, "sigmoid(a)"))
        yield _Step(_centred, partial(_of, "a - mean(a)"))
        yield _Step(_normed, partial(_of, "(a - mean(a))/√mean((a - mean(a)) ⊙ (a - mean(a)))"))

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

    def _count_off(self, block: Block, way: _Way) -> int | None:
        """How many cells are far off what a way makes them; None where it is not the way they were made."""
        off = fitting = digits = 0
        same = True
        most = len(self.body) * len(block.columns) // (_ENOUGH + 1)
        for row, values, numbers in zip(self.body, way.plain, way.numbers, strict=True):
            if off > most:
                return None
            for place, value in values.items():
                cell = row.cells[block.columns[place]]
                if cell is None or cell.number is None or abs(cell.number.value - value) > _unit(cell.number):
                    off += 1
                elif cell.number.value not in (0, 1):
                    fitting += 1
                    digits += sum(letter.isdigit() for letter in cell.number.text.lstrip("0."))
                same = same and cell is not None and _is(cell, numbers[place])
        if same and not way.masks:
            return None
        enough = fitting >= _ENOUGH and digits >= _ENOUGH_DIGITS and fitting >= _ENOUGH * off
        return off if enough else None

    def _kept(self, block: Block, at: int, row: Sequence[Known | None]) -> _Row:
        """What stands in a row where neither matrix masks it, by its place."""
        return {place: known for place, known in enumerate(row) if known and (at, place) not in block.masked}

    def _row(self, block: Block, at: int, way: _Way) -> list[Made]:
        whole = way.work(at) if way.numbers[at] else None
        made = {place: whole.row(number) for number, place in enumerate(way.numbers[at])} if whole else {}
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
            if weights.labels != self.labels or not all(map(_are_shares, weights.rows)):
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
        yield from self._grids((count, width))
        rows = [known for known in self.sheet.recent if shape_of(known.printed) == (width,)][-count:]
        if len(rows) == count:
            yield side_by_side(rows, self.sheet.line)


def _stepped(step: _Step, numbers: Sequence[_Row], at: int) -> Expression:
    return step.worked(_side_by_side(numbers[at]))


def _added(sign: str, ones: Sequence[_Row], others: Sequence[_Row], at: int) -> Expression:
    return _of(f"a {sign} b", _side_by_side(ones[at]), b=_side_by_side(others[at]))


def _side_by_side(row: _Row) -> Known:
    return side_by_side(list(row.values()), 0)


def _are_shares(row: Sequence[Known | None]) -> bool:
    """Whether the entries of a row add up to 1, as rounding leaves it."""
    return bool(abs(sum(known.printed for known in row if known is not None) - 1) < _ABOUT)


def _unit(number: TypedNumber) -> float:
    """One unit of the last place of a number, and what floats leave of it."""
    return 1.01 * 10.0 ** -(number.places or 0)


def _is(cell: TableCell, known: Known) -> bool:
    return cell.number is not None and known.printed == cell.number.value


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


def _centred(row: list[float]) -> list[float]:
    mean = sum(row) / len(row)
    return [one - mean for one in row]


def _normed(row: list[float]) -> list[float]:
    centred = _centred(row)
    spread = math.sqrt(sum(one * one for one in centred) / len(row))
    return [one / spread if spread else 0.0 for one in centred]


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
        if min(abs(number.value - each.worked.true), abs(number.value - each.worked.printed)) > _unit(number):
            off += 1
        elif number.value:
            fitting += 1
            digits += sum(letter.isdigit() for letter in number.text.lstrip("0."))
    return fitting >= _ENOUGH and digits >= _ENOUGH_DIGITS and fitting >= _ENOUGH * off
