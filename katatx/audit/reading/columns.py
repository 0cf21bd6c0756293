"""Judge the cells of a table: by the cell before, by their heading, by lines of notation on columns, by rows above."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations

from katatx.audit.candidates import column_lines
from katatx.audit.claims import Claims, Placed
from katatx.audit.findings import ClaimVerdict
from katatx.audit.judge import Judged, judge
from katatx.audit.reading.chains import can_be_called
from katatx.audit.reading.tables import Table
from katatx.audit.sheet import Sheet
from katatx.audit.values import IMPLIED, WRITTEN, Candidate, Known, Printed, as_printed
from katatx.engine.values import is_number
from katatx.notation.parser import read_expression
from katatx.notation.printing import write_expression
from katatx.notation.sentences import SentenceLexer, SentenceReader, is_printed
from katatx.notation.syntax import Name, Node
from katatx.notation.walking import names_of, with_names_replaced

_LEAST_ROWS = 3
# A column is worked from so many before it, the nearest, or is the sum of more.
_NEAREST = 4
_MOST_COLUMNS = 12
# The tokens of a heading with which its calculation may begin.
_STARTS = 4
# What a column must show to be explained by one of very many calculations: figures a row, and for each column used.
_FIGURES_A_ROW = 1.5
_FIGURES = 3
_WORDS = re.compile(r"[^\W\d]\w*['′]*")
_SUMMARIES = {
    **dict.fromkeys(("sum", "total", "totals", "sums", "Σ", "∑", "altogether", "overall"), "sum"),
    **dict.fromkeys(("mean", "average", "avg", "μ"), "mean"),
}


# A column of a table, or a row read as one: its heading, and its numbers, None where there is none.
Column = tuple[str, Sequence[Placed | None]]


def judge_table(table: Table, sheet: Sheet, claims: Claims) -> None:
    """Judge cells by other cells of their row, rows that sum up those above, and rows by rows above."""
    columns = [(table.headings[at], [row[at].placed for row in table.rows]) for at in table.columns()]
    summaries = {at: kind for at, row in enumerate(table.rows) if (kind := _summary_of(row[0].label))}
    plain = [at for at in range(len(table.rows)) if at not in summaries]
    judge_columns([(heading, [cells[at] for at in plain]) for heading, cells in columns], sheet, claims)
    for _, cells in columns:
        for at, kind in summaries.items():
            _judge_summary(cells[at], kind, [cells[row] for row in plain if row < at], claims)
    full = [cells for _, cells in columns if None not in cells]
    labels = (row[0].label or f"row {at + 1}" for at, row in enumerate(table.rows))
    judge_columns([*zip(labels, zip(*full, strict=True), strict=False)], sheet, claims)


def judge_columns(columns: Sequence[Column], sheet: Sheet, claims: Claims) -> None:
    """Add the claims of the cells that are calculated from others of their row, or from a whole column before."""
    for at in range(len(columns)):
        _by_heading(columns, at, sheet.names, claims)
    for at in range(1, min(len(columns), _MOST_COLUMNS)):
        _by_lines(columns[:at], columns[at], claims)


def _judge_summary(cell: Placed | None, kind: str, above: Sequence[Placed | None], claims: Claims) -> None:
    """Add the claim of a cell that is the sum or mean of those above."""
    given = [each for each in above if each is not None]
    if cell is not None and len(given) == len(above) > 1:
        names = {"r": claims.as_judged(given)}
        candidate = Candidate(read_expression(f"{kind}(r)"), names, IMPLIED, f"{kind} of the column above")
        claims.add_cell(*cell, judge(Printed((cell[1],), ()), [candidate]))


def _summary_of(label: str) -> str:
    """Return what a row with this label holds of the rows above it: "sum", "mean" or ""."""
    words = re.findall(r"[Σ∑]|[^\W\d_]+", label)
    if len(words) > 3 or re.search(r"[-−+·*/()=]", label.strip("()*_ ")):
        return ""
    return next((kind for word in words if (kind := _SUMMARIES.get(word) or _SUMMARIES.get(word.lower(), ""))), "")


def _calculation_in(text: str, rank_of: Callable[[str], int | None]) -> Node | None:
    """Return the calculation with which a text ends, but for a remark in brackets; None if there is none."""
    tokens = SentenceLexer(text).tokens()
    reader = SentenceReader(tokens, rank_of, can_be_called)
    for at in range(min(len(tokens) - 1, _STARTS)):
        found = reader.read(at)
        if found is not None and (tokens[found.after].kind == "end" or tokens[found.after].text == "("):
            return None if is_printed(found.node) or isinstance(found.node, Name) else found.node
    return None


def _by_heading(columns: Sequence[Column], at: int, given: Mapping[str, Known], claims: Claims) -> None:
    """Add the cells of a column whose heading is a calculation from others, `share × weight`, if most of them fit it.

    These are at least two of them, and two thirds.
    """
    names = {name: place for name, place in _names(columns).items() if place != at}
    heading, cells = columns[at]
    node = _calculation_in(heading, lambda name: 0 if name in names else given[name].rank if name in given else None)
    used = set(names_of(node)) if node is not None else set[str]()
    judged: list[tuple[Placed, Judged]] = []
    for row, cell in enumerate(cells if used & names.keys() else ()):
        inputs = {name: columns[place][1][row] for name, place in names.items() if name in used}
        known = {name: Known(each[1].value, 0, max(each[1].places, 0)) for name, each in inputs.items() if each}
        if node is not None and cell is not None and len(known) == len(inputs):
            own = Candidate(node, {**{n: given[n] for n in used & given.keys()}, **known}, WRITTEN, heading)
            judged += [(cell, judge(Printed((cell[1],), ()), [own]))] if is_number(own.value("printed")) else []
    fitting = sum(each.verdict.agrees for _, each in judged)
    for cell, each in judged if fitting >= 2 and fitting * 3 >= len(judged) * 2 else ():
        claims.add_cell(*cell, each)


def _names(columns: Sequence[Column]) -> dict[str, int]:
    """Return the column of each name in the headings: the whole heading, its last word, and its first word."""
    found: dict[str, int] = {}
    for at, (heading, _) in enumerate(columns):
        words, whole = _WORDS.findall(heading), heading.strip("*_`$ ")
        if words and not any(sign in whole for sign in "+*/=·×^²√("):
            for name in (whole, words[-1], words[0]):
                found.setdefault(name, at)
    return found


def _by_lines(before: Sequence[Column], column: Column, claims: Claims) -> None:
    """Add the claims of a column that one line of notation explains from the columns before it."""
    rows = [row for row, cell in enumerate(column[1]) if cell is not None]
    cells = [cell for cell in column[1] if cell is not None]
    printed = Printed(tuple(number for _, number in cells), (len(cells),))
    is_short = len(cells) < _LEAST_ROWS or printed.figures < _FIGURES_A_ROW * len(cells)
    if is_short or len(set(printed.value)) < 2 or all(claims.has_verdict(*cell) for cell in cells):
        return
    known: list[Known] = []
    headings: dict[int, Name] = {}
    for heading, others in before:
        taken = [cell[1] for row in rows if (cell := others[row]) is not None]
        if len(taken) == len(rows):
            known.append(as_printed(Printed(tuple(taken), (len(taken),))))
            headings[id(known[-1])] = Name(heading, 1)
    judged = judge(printed, _candidates(known, printed))
    is_clear = all(printed.numbers[at].figures > 1 for at in judged.off)
    if judged.candidate is not None and judged.verdict is not ClaimVerdict.UNCHECKED and is_clear:
        names = judged.candidate.names
        node = with_names_replaced(judged.candidate.node, lambda letter: headings[id(names[letter])])
        judged = judged._replace(candidate=replace(judged.candidate, description=write_expression(node)))
        claims.add_parts([(line, (number,)) for line, number in cells], judged, printed)


def _candidates(known: Sequence[Known], printed: Printed) -> Iterator[Candidate]:
    """Yield the lines of notation on columns that give at least half of a column, the nearest first.

    The more figures it has, the more columns may be used.
    """
    most = min(printed.figures // _FIGURES, len(known))
    for letters, node in column_lines():
        count = len(letters)
        orders: Iterable[tuple[Known, ...]] = combinations(known[-_NEAREST:], count)
        if letters[0] == "a":  # a sum of many: of the nearest
            orders = (tuple(known[-count:]),)
        elif count < 3:
            orders = permutations(known[: -_NEAREST - 1 : -1], count)
        for chosen in orders if count <= most else ():
            candidate = Candidate(node, dict(zip(letters, chosen, strict=True)), IMPLIED, is_standard=True)
            fits = printed.fits(candidate.value("printed")) or [False]
            if fits.count(True) * 2 >= len(fits) and candidate.value("printed") not in [k.printed for k in chosen]:
                yield candidate
