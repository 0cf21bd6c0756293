"""Judge the cells of a table: by the cell before, by their heading, by lines of notation on columns, by rows above."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from katatx.audit.candidates import column_lines
from katatx.audit.claims import Claims
from katatx.audit.findings import ClaimVerdict
from katatx.audit.judge import Judged, is_one_digit_off, judge
from katatx.audit.reading.line_tokens import can_be_called
from katatx.audit.reading.lines import LogicalLine
from katatx.audit.reading.tables import Table
from katatx.audit.sheet import Sheet
from katatx.audit.values import IMPLIED, WRITTEN, Candidate, Known, Number, Printed, as_printed
from katatx.engine.pencils.interval import low_of
from katatx.engine.values import is_number
from katatx.notation.parser import read_expression
from katatx.notation.printing import write_expression
from katatx.notation.sentences import SentenceReader, is_printed, sentence_tokens
from katatx.notation.syntax import Name, Node, Sum
from katatx.notation.walking import names_of, with_names_replaced

_LEAST_ROWS = 3
_MOST_COLUMNS = 12
# What a column must show to be explained by one of very many calculations: figures a row, and for each column used.
_FIGURES_A_ROW = 1.5
_FIGURES = 3
_RANGE = re.compile(r"\d+[-–]\d+")
_WORDS = re.compile(r"[^\W\d]\w*['′]*")
_SUMMARIES = {
    **dict.fromkeys(("sum", "total", "totals", "sums", "Σ", "∑", "altogether", "overall"), "sum"),
    **dict.fromkeys(("mean", "average", "avg", "μ"), "mean"),
}


class Cell(NamedTuple):
    """A number of a table, its logical line, and the text of the cell before it unless that is a number."""

    line: LogicalLine
    number: Number
    before: str = ""

    @property
    def printed(self) -> Printed:
        return Printed((self.number,), ())


class Column(NamedTuple):
    """A column of a table, or a row read as one: its heading, and its cells, None where there is no number."""

    heading: str
    cells: tuple[Cell | None, ...]

    def at(self, rows: Iterable[int]) -> Column:
        return Column(self.heading, tuple(self.cells[row] for row in rows))


Found = tuple[Cell, Judged]


def judge_table(table: Table, sheet: Sheet, claims: Claims) -> None:
    """Judge cells by other cells of their row, rows that sum up those above, and rows by rows above."""
    columns = [_column(table, at) for at in table.columns()]
    summaries = {at: kind for at, row in enumerate(table.rows) if (kind := _summary_of(row.label))}
    plain = [at for at in range(len(table.rows)) if at not in summaries]
    judge_columns([column.at(plain) for column in columns], sheet, claims)
    for column in columns:
        for at, kind in summaries.items():
            _judge_summary(column, at, kind, plain, claims)
    full = [column for column in columns if None not in column.cells]
    across = [
        Column(row.label or f"row {at + 1}", tuple(each.cells[at] for each in full))
        for at, row in enumerate(table.rows)
    ]
    judge_columns(across if full else (), sheet, claims)


def _column(table: Table, at: int) -> Column:
    cells = []
    for row in table.rows:
        number, before = row.cells[at].number, row.cells[at - 1] if at else None
        text = "" if before is None or before.number is not None else before.text
        cells.append(None if number is None else Cell(row.line, number, text))
    return Column(table.headings[at] if table.headings else f"column {at + 1}", tuple(cells))


def judge_columns(columns: Sequence[Column], sheet: Sheet, claims: Claims) -> None:
    """Add the claims of the cells that are calculated from others of their row, or from a whole column before."""
    for column in columns:
        _add_mostly(_by_cells_before(column, sheet), claims)
    for at in range(len(columns)):
        _add_mostly(_by_heading(columns, at, sheet.names), claims)
    for at in range(1, min(len(columns), _MOST_COLUMNS)):
        _by_lines(columns[:at], columns[at], claims)


def _judge_summary(column: Column, row: int, kind: str, plain: Iterable[int], claims: Claims) -> None:
    """Add the claim of the cell in a row that is the sum or mean of the `plain` rows above."""
    cell, above = column.cells[row], [column.cells[at] for at in plain if at < row]
    given = [each for each in above if each is not None]
    if cell is not None and len(given) == len(above) > 1:
        known = claims.as_judged([(each.line, each.number) for each in given])
        candidate = Candidate(read_expression(f"{kind}(r)"), {"r": known}, IMPLIED, f"{kind} of the column above")
        claims.add_cell(cell.line, cell.number, judge(cell.printed, [candidate]))


def _summary_of(label: str) -> str:
    """Return what a row with this label holds of the rows above it: "sum", "mean" or ""."""
    words = [word if word in "Σ∑" else word.lower() for word in re.findall(r"[Σ∑]|[^\W\d_]+", label)]
    if not words or len(words) > 3 or re.search(r"[-−+·*/()=]", label.strip("()*_ ")):
        return ""
    return next((_SUMMARIES[word] for word in words if word in _SUMMARIES), "")


def _add_mostly(found: Iterator[Found], claims: Claims) -> None:
    """Add cells with a calculation of their own each, if at least two of them and two thirds fit it."""
    cells = list(found)
    fitting = sum(judged.verdict.agrees for _, judged in cells)
    if fitting >= 2 and fitting * 3 >= len(cells) * 2:
        for cell, judged in cells:
            claims.add_cell(cell.line, cell.number, judged)


def _by_cells_before(column: Column, sheet: Sheet) -> Iterator[Found]:
    """Yield the cells behind one with a calculation: `| 3·64·7·7 | 9,408 |`; wrong is only what one slip explains."""
    for cell in column.cells:
        node = _written_in(cell.before, sheet) if cell is not None and cell.before else None
        candidate = sheet.candidate(node, WRITTEN) if node is not None else None
        if cell is None or candidate is None or not is_number(candidate.value("printed")):
            continue
        judged = judge(cell.printed, [candidate])
        is_slip = cell.number.figures > 1 and is_one_digit_off(cell.number, low_of(candidate.value("printed")))
        if judged.verdict is ClaimVerdict.WRONG and not (is_slip and all(map(sheet.is_certain, candidate.names))):
            judged = Judged(ClaimVerdict.UNCHECKED, candidate, why="the cell before does not give it")
        yield cell, judged


def _written_in(text: str, sheet: Sheet) -> Node | None:
    """Return the calculation written in a cell, ignoring a remark in brackets after it."""
    tokens = sentence_tokens(text)
    found = SentenceReader(tokens, sheet.rank_of, can_be_called).read(0)
    if found is None or is_printed(found.node) or isinstance(found.node, Name):
        return None
    rest = tokens[found.after]
    if isinstance(found.node, Sum) and _RANGE.fullmatch(text.strip()):
        return None
    return found.node if rest.kind == "end" or (rest.text == "(" and rest.spaced) else None


def _by_heading(columns: Sequence[Column], at: int, given: Mapping[str, Known]) -> Iterator[Found]:
    """Yield the cells of a column whose heading is a calculation from other columns and names: `share × weight`."""
    names = {name: place for name, place in _names(columns).items() if place != at}
    node = _formula_of(columns[at].heading, names, given)
    used = set(names_of(node)) if node is not None else set[str]()
    for row, cell in enumerate(columns[at].cells):
        inputs = {name: columns[place].cells[row] for name, place in names.items() if name in used}
        if node is None or cell is None or None in inputs.values():
            continue
        known = {name: Known(each.number.value, 0, max(each.number.places, 0)) for name, each in inputs.items() if each}
        candidate = Candidate(
            node, {**{n: given[n] for n in used & given.keys()}, **known}, WRITTEN, columns[at].heading
        )
        if is_number(candidate.value("printed")):
            yield cell, judge(cell.printed, [candidate])


def _names(columns: Sequence[Column]) -> dict[str, int]:
    """Return the column of each name in the headings: the whole heading, its last word, and its first word."""
    found: dict[str, int] = {}
    for at, column in enumerate(columns):
        words, whole = _WORDS.findall(column.heading), column.heading.strip("*_`$ ")
        if words and not any(sign in whole for sign in "+*/=·×^²√("):
            for name in (whole, words[-1], words[0]):
                found.setdefault(name, at)
    return found


def _formula_of(heading: str, names: Mapping[str, int], given: Mapping[str, Known]) -> Node | None:
    """Return the calculation that a heading is; None if it is none."""
    tokens = sentence_tokens(heading)

    def rank(name: str) -> int | None:
        return 0 if name in names else given[name].rank if name in given else None

    reader = SentenceReader(tokens, rank, can_be_called)
    for at in range(min(len(tokens) - 1, 4)):
        found = reader.read(at)
        if found is not None and found.after == len(tokens) - 1:
            is_worked = names.keys() & set(names_of(found.node)) and not isinstance(found.node, Name)
            return found.node if is_worked else None
    return None


def _by_lines(before: Sequence[Column], column: Column, claims: Claims) -> None:
    """Add the claims of a column that one line of notation explains from the columns before it."""
    rows = [row for row, cell in enumerate(column.cells) if cell is not None]
    cells = [cell for cell in column.cells if cell is not None]
    printed = Printed(tuple(cell.number for cell in cells), (len(cells),))
    if all(claims.has_verdict(cell.line, cell.number) for cell in cells):
        return
    if len(cells) < _LEAST_ROWS or printed.figures < _FIGURES_A_ROW * len(cells) or len(set(printed.value)) < 2:
        return
    known: list[tuple[str, Known]] = []
    for each in reversed(before):
        taken = [cell for row in rows if (cell := each.cells[row]) is not None]
        if len(taken) == len(rows):
            known.append((each.heading, as_printed(Printed(tuple(cell.number for cell in taken), (len(taken),)))))
    judged = judge(printed, _candidates(known, printed.figures // _FIGURES))
    is_clear = all(printed.numbers[at].figures > 1 for at in judged.off)
    if judged.candidate is not None and judged.verdict is not ClaimVerdict.UNCHECKED and is_clear:
        judged = judged._replace(candidate=_described(judged.candidate))
        claims.add_parts([(cell.line, (cell.number,)) for cell in cells], judged, printed)


def _candidates(known: Sequence[tuple[str, Known]], most: int) -> Iterator[Candidate]:
    """Yield the lines of notation on columns with their headings, the nearest first; on at most so many each."""
    for letters, node, is_symmetric in column_lines():
        count = len(letters)
        if count > min(most, len(known)):
            continue
        orders: Iterable[tuple[tuple[str, Known], ...]] = combinations(known[::-1], count)
        if letters[0] == "a":  # a sum of many: of the nearest
            orders = (tuple(known[:count]),)
        elif count < 3 and not is_symmetric:
            orders = permutations(known, count)
        for chosen in orders:
            headings, values = zip(*chosen, strict=True)
            names = dict(zip(letters, values, strict=True))
            yield Candidate(node, names, IMPLIED, "\0".join(headings), is_standard=True)


def _described(candidate: Candidate) -> Candidate:
    """Return a line of notation with the columns' headings in it as its description."""
    headings = dict(zip(candidate.names, candidate.description.split("\0"), strict=True))
    node = with_names_replaced(candidate.node, lambda letter: Name(headings[letter], 1))
    return Candidate(candidate.node, candidate.names, IMPLIED, write_expression(node), is_standard=True)
