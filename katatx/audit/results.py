"""Find the calculations that a printed result without one may come from.

**Pending** calculations are those above that have no result yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from katatx.audit.sheet import Sheet
from katatx.audit.values import CONFIRMS, IMPLIED, Candidate, Printed, side_by_side
from katatx.audit.words import implied, row_of_line, rows_of_latest, same_as
from katatx.engine.standard_form import factors_of
from katatx.notation.parser import read_expression
from katatx.notation.syntax import Listing, Name

# Calculations still without a result are kept for this many lines.
PENDING_LINES = 4
_FIGURES = 3
_ROW_FIGURES = 4
_LEAST_FIGURES = 2
_GRID = 2
# A result may be repeated under a name this many lines below.
_AGAIN = 3
_MANY_FIGURES = 8
_SHARES, _SUM = read_expression("r / sum(r)"), read_expression("r + s")


def candidates_for(
    printed: Printed, names: Iterable[str], words: list[str], sheet: Sheet, pending: Iterable[Candidate]
) -> Iterator[Candidate]:
    """Yield the calculations that a result without one may come from, most likely first.

    They are the `pending` calculations above, given oldest first and yielded latest first; the values of the result's
    `names`; the same numbers above; for a number or row with `names`, a result of the three lines above; and operations
    among the lower-case `words` of its label. For a row or grid, they are also recent numbers or rows side by side.
    """
    rank, names = len(printed.shape), list(names)
    yield from _pending(printed, sheet, pending, not names)
    yield from _named(names, printed, sheet)
    if rank or printed.figures >= _FIGURES:
        known = sheet.by_value.get(printed.value if printed.shape else round(printed.value, 9))
        if known is not None:
            yield same_as(known, CONFIRMS)
    if names and rank < _GRID:
        for known in sheet.lately[rank][-1:]:
            if not known.is_given and 0 < sheet.line - known.line <= _AGAIN:
                yield same_as(known, CONFIRMS)
    if rank or printed.figures >= _LEAST_FIGURES:
        yield from implied(words, sheet, printed.shape, strong=rank > 0)
    if rank == 1:
        yield from _of_row(printed, sheet)
    if rank == 2 and len(sheet.lately[1]) >= printed.shape[0]:
        rows = sheet.lately[1][-printed.shape[0] :]
        if len({len(row.printed) for row in rows}) == 1:
            yield same_as(side_by_side(rows), CONFIRMS)


def _pending(printed: Printed, sheet: Sheet, pending: Iterable[Candidate], nameless: bool) -> Iterator[Candidate]:
    """Yield the calculations without a result of this line and the four above, latest first."""
    for candidate in reversed(list(pending)):
        if sheet.line - candidate.line <= PENDING_LINES and (printed.shape or printed.figures >= _FIGURES):
            keeps_sure = len(printed.shape) == 2 and nameless and not isinstance(candidate.node, Listing)
            yield candidate if keeps_sure else candidate.standing_as(CONFIRMS)


def _named(names: Iterable[str], printed: Printed, sheet: Sheet) -> Iterator[Candidate]:
    """Yield the values that the result's names have now."""
    has_many_figures = printed.figures >= max(_MANY_FIGURES, 2 * len(printed.numbers))
    standing = IMPLIED if printed.shape and has_many_figures else CONFIRMS
    for name in names:
        known = sheet.names.get(name)
        if known is not None and known.rank == len(printed.shape) and (known.rank or printed.figures >= _FIGURES):
            yield same_as(known, standing)
        elif known is None and printed.shape and factors_of(Name(name, 1), sheet.names) is not None:
            parts = {
                part: sheet.names[part] for part in (*name, *re.findall(r"\w[ᵀ_]?\w*", name)) if part in sheet.names
            }
            yield Candidate(Name(name, 1), parts, IMPLIED, recognized=sheet.recognized)


def _of_row(printed: Printed, sheet: Sheet) -> Iterator[Candidate]:
    """Yield what a row may be."""
    width = printed.shape[0]
    for row in row_of_line(sheet):
        if len(row.printed) == width:
            yield same_as(row, IMPLIED)
    for row in rows_of_latest(sheet):
        if len(row.printed) == width:
            yield same_as(row, CONFIRMS)
            if printed.figures >= _ROW_FIGURES:
                yield Candidate(_SHARES, {"r": row}, CONFIRMS)
    rows = sheet.lately[1][-2:]
    if len(rows) == 2 and printed.figures >= _ROW_FIGURES:
        yield Candidate(_SUM, {"r": rows[0], "s": rows[1]}, CONFIRMS)
