"""The checked calculations of a page with their printed results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from katatx.audit.auditing import read_claims
from katatx.audit.claims import Draft
from katatx.audit.findings import ClaimVerdict
from katatx.audit.values import Candidate, Printed
from katatx.notation.syntax import Name
from katatx.notation.walking import literals, names_of
from katatx.pages.calculations import Calculation
from katatx.pages.page import Page


def calculations_of(page: Page) -> list[Calculation]:
    """Return the checked results of a page in page order, each with its clearest calculation in notation."""
    claims = read_claims(page)
    drafts = [draft for draft in claims.drafts if draft.verdict is not ClaimVerdict.UNCHECKED]
    calculations = [each for _, chain in groupby(drafts, _chain_of) for each in _in_chain(page, list(chain))]
    return sorted(calculations, key=lambda calculation: calculation.lines)


def _chain_of(draft: Draft) -> object:
    """Return a key that is equal for claims of one chain, or of one grid that is claimed row by row."""
    return id(draft.judged.candidate) if draft.row else draft.span[0]


def _in_chain(page: Page, drafts: Sequence[Draft]) -> Iterator[Calculation]:
    """Yield each result of a chain with the clearest of the calculations since the result before that give it."""
    if drafts[0].row:
        yield from _of_rows(page, drafts)
        return
    before: list[Candidate] = []
    for draft in drafts:
        if draft.judged.candidate is not None and draft.verdict is not ClaimVerdict.WRONG:
            before.append(draft.judged.candidate)
        if draft.numbers is None or draft.judged.candidate is None:
            continue
        own, printed = draft.judged.candidate, draft.numbers
        fitting = [each for each in before if all(printed.fits(each.value("printed")) or [False])]
        yield from _calculation(page, [draft], max([own, *fitting], key=_clearness), printed)
        before = []


def _of_rows(page: Page, drafts: Sequence[Draft]) -> Iterator[Calculation]:
    """Yield the calculation of a grid whose rows are `drafts`; nothing unless they are rows 1, 2, 3 … in order."""
    rows = [draft.numbers for draft in drafts if draft.numbers is not None]
    candidate = drafts[0].judged.candidate
    if candidate is None or [draft.row for draft in drafts] != [*range(1, len(rows) + 1)]:
        return
    numbers = tuple(number for row in rows for number in row.numbers)
    yield from _calculation(page, drafts, candidate, Printed(numbers, (len(rows), *rows[0].shape)))


def _calculation(page: Page, drafts: Sequence[Draft], candidate: Candidate, printed: Printed) -> Iterator[Calculation]:
    if isinstance(candidate.node, Name) or candidate.description:
        return
    first, last = min(draft.span[0] for draft in drafts), max(draft.span[1] for draft in drafts)
    yield Calculation(
        (page.place(first).line, page.place(max(first, last - 1)).line),
        " ".join(draft.text for draft in drafts),
        candidate.node,
        {name: candidate.names[name].printed for name in names_of(candidate.node) if name in candidate.names},
        candidate.is_standard,
        printed.value,
        tuple(number.text for number in printed.numbers),
        all(draft.verdict is not ClaimVerdict.WRONG for draft in drafts),
    )


def _clearness(candidate: Candidate) -> tuple[int, int, int]:
    """Return a sort key, larger for a calculation that explains more: (names of rows and grids, names, numbers)."""
    named = sum(name in candidate.names for name in names_of(candidate.node))
    rows = sum(isinstance(known.printed, tuple) for known in candidate.names.values())
    return rows, named, len(list(literals(candidate.node)))
