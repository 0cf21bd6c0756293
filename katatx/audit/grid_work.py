"""Holds a grid against what is said before it, row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, permutations
from math import isfinite, prod

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.figures import context_of, meanings
from katatx.audit.grids import Cell, GridOnPage, Row
from katatx.audit.known import Known, side_by_side
from katatx.audit.matrices import Matrix
from katatx.audit.matrix_names import grids_and_scaled, worked_by_name
from katatx.audit.name_words import name_of, spelled
from katatx.audit.results import Comparison, Fit, Printed, compare
from katatx.audit.sheet import Sheet, Started
from katatx.audit.slips import slips_in
from katatx.audit.table_formulas import node_of
from katatx.audit.tokens import Token
from katatx.engine.values import shape_of
from katatx.notation.syntax import Binary, Listing, Name

# A grid that fits in fewer of its cells than this was meant for something else.
_ENOUGH = 0.6
_NEAR = 4
# A guess that a cell is off of must be borne out by so many digits for that cell, and so many besides.
_TELLING = 3
# One cell in so many may be off of what a grid's own name says that it is.
_MOST_OFF = 5
_APART = 3
_TWO = 2
_SYMBOL = 4
_MOST_NAMED = 3
# Of a longer grid nobody would tell by its numbers alone what it was made from.
_MOST_GUESSED = 30
# What a grid that nothing is said of may be made from those before it.
_ANY = ("softmax", "scaled", "relu", "transposed", "squares", "exp", "residual", "mask")


class GridWork:
    """One grid of a page."""

    def __init__(self, sheet: Sheet, grid: GridOnPage) -> None:
        self.sheet, self.grid = sheet, grid
        self.tried: dict[Expression, list[Expression]] = {}
        self.named: list[Expression] = []
        # What its own name says that it was worked from.
        self.sure: list[Expression] = []
        # Whether it is a matrix that is drawn beside its name, which is given unless its numbers tell.
        self.is_drawn = False
        # Whether half of its cells are those of something that it may be.
        self.near = False

    def work(self, otherwise: Callable[[Sheet, GridOnPage], bool] | None = None) -> None:
        """Judge the grid's rows, or take it as given; then do so with the grid beside it. `otherwise` is asked before
        it is taken as given, and tells whether it judged it.
        """
        if self._parted():
            return
        sheet = self.sheet
        words = [word for line in sheet.headings for word in line]
        judged = self._judged(words)
        if judged is None and otherwise is not None and otherwise(sheet, self.grid):
            return
        known = judged or self._taken()
        near = sheet.line - sheet.before.line <= _NEAR and (sheet.before.result is None or sheet.before.ends_worked)
        names = [self._title(), *(sheet.before.names if near else [])]
        for name in names:
            if name:
                sheet.scope.define(name, known)
                sheet.drawn[name] = sheet.line
        for row, value, true, band in zip(self.grid.rows, known.printed, known.true, known.band, strict=True):
            label = name_of(list(row.label))
            if label and any(letter.isalpha() for letter in label) and len(label) > 1:
                sheet.scope.define(label, known._replace(printed=value, true=true, band=band, line=row.line.index))
        sheet.keep(known)
        sheet.matrices.append(self._matrix(known))
        sheet.before = Started(line=sheet.line, names=sheet.before.names)
        beside = self.grid.beside()
        if beside is not None:
            GridWork(sheet, beside).work()

    def _matrix(self, known: Known) -> Matrix:
        """The grid as what a table below may be worked from."""
        rows = [known.row(at) for at in range(len(self.grid.rows))]
        return Matrix(
            tuple(row.words for row in self.grid.rows),
            tuple(
                tuple(None if _is_masked(cell) else value.row(place) for place, cell in enumerate(row.cells))
                for row, value in zip(self.grid.rows, rows, strict=True)
            ),
        )

    def _parted(self) -> bool:
        """Grids side by side under a name each: `W_q     W_k`. Whether they are that."""
        title = self.sheet.title
        width = len(self.grid.rows[0].cells)
        apart = (
            len(title) > 1
            and all(token.kind == "name" for token in title)
            and all(token.gap >= _APART for token in title[1:])
        )
        if not apart or width % len(title) or any(row.label or row.second for row in self.grid.rows):
            return False
        each = width // len(title)
        for index, name in enumerate(title):
            rows = tuple(row._replace(cells=row.cells[index * each : (index + 1) * each]) for row in self.grid.rows)
            self.sheet.title = [name]
            GridWork(self.sheet, GridOnPage(rows)).work()
        return True

    def _candidates(self, words: Sequence[str]) -> Iterator[Expression]:
        before = self.sheet.before
        if before.ends_worked and self.sheet.line - before.line <= _NEAR:
            yield before.worked[-1]
        title = self._title()
        for found, is_sure in worked_by_name(self.sheet, title) if title else ():
            (self.sure if is_sure else self.named).append(found)
            yield found
        yield from self._crossed()
        yield from self._multiplied()
        if len(self.grid.rows) > _MOST_GUESSED:
            return
        context = context_of(self.sheet.recent)._replace(rows=())
        for meaning in meanings(words, context, single=False):
            if len(meaning.worked.shape) == 2:
                yield meaning.worked
        for meaning in meanings(_ANY, context, single=False):
            if len(meaning.worked.shape) == 2:
                yield meaning.worked
        yield from grids_and_scaled(self.sheet, "softmax")
        yield from grids_and_scaled(self.sheet)

    def _title(self) -> str:
        """The name that stands alone on the line before the grid."""
        words = self.sheet.title
        end = next((at for at, token in enumerate(words) if token.kind == "join"), len(words))
        return name_of(words[:end]) if words and not self.grid.rows[0].name else name_of(list(self.grid.rows[0].name))

    def _crossed(self) -> Iterator[Expression]:
        """Each row's label dotted with each column's: `s1.WANT` with `s2.HAVE`."""
        rows = [self.sheet.scope.find(name_of(list(row.label))) for row in self.grid.rows]
        columns = [known for name in self._columns() if (known := self.sheet.scope.find(name)) is not None]
        if None in rows or len(columns) != len(self.grid.rows[0].cells):
            return
        names = {f"#r{n}": known for n, known in enumerate(rows) if known is not None} | {
            f"#c{n}": known for n, known in enumerate(columns)
        }
        node = Listing(
            tuple(
                Listing(tuple(Binary("·", Name(f"#r{r}", 1), Name(f"#c{c}", 1), 1) for c in range(len(columns))), 1)
                for r in range(len(rows))
            ),
            1,
        )
        try:
            yield Expression(node, names)
        except Unreadable:
            return

    def _multiplied(self) -> Iterator[Expression]:
        """Two grids multiplied that a line above names: `the scores Q Kᵀ are`, `A · B for A = …`."""
        for words in list(self.sheet.headings)[::-1]:
            names = [name for word in dict.fromkeys(words) if (name := spelled_word(word)) and len(word) <= _SYMBOL]
            grids = [known for name in names if (known := self.sheet.scope.find(name)) is not None]
            grids = [known for known in grids if len(shape_of(known.printed)) == _TWO][:_MOST_NAMED]
            for one, other in permutations(grids, 2):
                for template in ("a·b", "a·bᵀ", "aᵀ·b"):
                    with suppress(Unreadable):
                        self.named.append(Expression(node_of(template)[0], {"a": one, "b": other}))
                        yield self.named[-1]

    def _columns(self) -> list[str]:
        heading = self.sheet.headings[-1] if self.sheet.headings else []
        return [spelled_word(word) for word in heading]

    def _judged(self, words: Sequence[str]) -> Known | None:
        meant = self.best(words)
        if meant is None:
            return None
        made = [
            self.sheet.drafts.row(printed, index, meant[0], found, row.line, self.sheet.scope)
            for index, (printed, found, row) in enumerate(zip(self._rows(), meant[1], self.grid.rows, strict=True))
        ]
        known = side_by_side(made, self.sheet.line)._replace(given=False)
        self.sheet.drafts.composites.remember(meant[0].node, meant[0].names, known)
        return known

    def _rows(self) -> list[Printed]:
        return [_filled(row) for row in self.grid.rows]

    def best(self, words: Sequence[str]) -> tuple[Expression, list[Comparison]] | None:
        """What the grid is worked from, with each row held against it; None where nothing is sure. `words` are those
        that are said of it.
        """
        rows = self._rows()
        best: tuple[int, Expression, list[Comparison]] | None = None
        for candidate in chain.from_iterable(map(self._with_printed, self._candidates(words))):
            if candidate.shape != (len(rows), len(rows[0].numbers)):
                continue
            found = [row_against(row, candidate, index) for index, row in enumerate(rows)]
            off = sum(map(slips_in, rows, found))
            if best is None or off < best[0]:
                best = off, candidate, found
            if off == 0:
                break
        # Zeros and what is masked stand in many grids.
        cells = sum(number.value != 0 and isfinite(number.value) for row in rows for number in row.numbers)
        before = self.sheet.before
        announced = (
            before.ends_worked
            and best is not None
            and best[1] in (before.worked[-1], *self._with_printed(before.worked[-1]))
        )
        if best is None:
            return None
        self.near = 2 * best[0] <= cells and _fitting_digits(rows, best[2]) >= _TELLING
        if not self._is_sure(best[1], best[2]):
            if (best[0] > (1 - _ENOUGH) * cells and not announced) or best[0] > 0.75 * cells:
                return None
            told = best[1] in self.named
            if (
                (best[0] or self.is_drawn)
                and not announced
                and _fitting_digits(rows, best[2]) < _TELLING * (best[0] + (not told))
            ):
                return None
        return best[1], best[2]

    def _is_sure(self, worked: Expression, found: Sequence[Comparison]) -> bool:
        """Whether a grid's own name says that it is what was worked, and it is that but for a few slips. Where numbers
        of one column are off in several rows something was added that nothing is said of.
        """
        if not any(worked in self._with_printed(each) for each in self.sure):
            return False
        off = [at for row in found for at, fit in enumerate(row.fits) if fit is Fit.WRONG]
        return len(set(off)) == len(off) <= max(1, prod(self._shape()) // _MOST_OFF)

    def drawn(self, words: Sequence[str]) -> Known | None:
        """The grid as a matrix that is drawn, with the words that are said of it; None where it was not worked from
        anything that is known. What is not what its name stands for is left unread, and so are decimals that are only
        near to something.
        """
        self.is_drawn, title = True, self._title()
        known = self._judged(words)
        self.sheet.doubted.discard(title)
        rounded = any(cell.number is not None and cell.number.places for row in self.grid.rows for cell in row.cells)
        near = rounded and self.near and not title.lower().startswith("w")
        if known is None and (near or any(each.shape == self._shape() for each in self.sure)):
            self.sheet.doubted.add(title)
            for row in self.grid.rows:
                printed = _filled(row)
                own = [Token("number", "", printed.start, printed.stop, 0)]
                self.sheet.drafts.unread(row.line, own, printed, "it is not what it seems to stand for")
        return known

    def _shape(self) -> tuple[int, int]:
        return len(self.grid.rows), len(self.grid.rows[0].cells)

    def _with_printed(self, candidate: Expression) -> list[Expression]:
        """A candidate, and what it is from those parts of it that were printed before."""
        if candidate not in self.tried:
            replaced = self.sheet.drafts.composites.replaced(candidate.node, candidate.names)
            self.tried[candidate] = [candidate]
            with suppress(Unreadable):
                self.tried[candidate] += [Expression(*replaced)] if replaced is not None else []
        return self.tried[candidate]

    def _taken(self) -> Known:
        return side_by_side([self.sheet.taken(_filled(row)) for row in self.grid.rows], self.sheet.line)


def _fitting_digits(rows: Sequence[Printed], found: Sequence[Comparison]) -> int:
    """How many digits a grid has that fit what it is held against, but for the numbers that stand in many grids."""
    return sum(
        sum(letter.isdigit() for letter in number.text.lstrip("0."))
        for row, each in zip(rows, found, strict=True)
        for number, fit in zip(row.numbers, each.fits, strict=True)
        if fit is not Fit.WRONG and isfinite(number.value) and number.value not in (0, 1)
    )


def _is_masked(cell: Cell) -> bool:
    return cell.number is None or not isfinite(cell.number.value)


def _filled(row: Row) -> Printed:
    """A row's numbers; an empty cell is 0 that nobody claims."""
    from scoring.answer import TypedNumber

    numbers = tuple(cell.number or TypedNumber(".", 0.0, 0) for cell in row.cells)
    return Printed(
        numbers,
        tuple((cell.start, cell.stop) for cell in row.cells),
        (len(numbers),),
        row.cells[0].start,
        row.cells[-1].stop,
    )


def row_against(row: Printed, candidate: Expression, index: int) -> Comparison:
    """A printed row against that row of what the grid is said to be; an empty cell claims nothing."""
    found = compare(row, candidate.row(index))
    assert found is not None
    fits = tuple(Fit.RIGHT if number.text == "." else fit for number, fit in zip(row.numbers, found.fits, strict=True))
    return found._replace(fits=fits)


def spelled_word(word: str) -> str:
    """A word as a name."""
    return spelled([Token("name", word, 0, 0, 0)])
