"""The checked calculations of a page with their printed results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from katatx.audit.auditing import read_claims
from katatx.audit.findings import Claim, ClaimVerdict
from katatx.audit.values import Candidate, Printed
from katatx.notation.syntax import Name
from katatx.notation.walking import literals, names_of
from katatx.pages.calculations import Calculation
from katatx.pages.page import Page


def calculations_of(page: Page) -> list[Calculation]:
    """Return the checked results of a page in page order, each with its clearest calculation in notation."""
    claims = [claim for claim in read_claims(page).made if claim.verdict is not ClaimVerdict.UNCHECKED]
    calculations = [each for _, chain in groupby(claims, _chain_of) for each in _in_chain(page, list(chain))]
    return sorted(calculations, key=lambda calculation: calculation.lines)


def _chain_of(claim: Claim) -> object:
    """Return a key that is equal for claims of one chain, or of one grid that is claimed row by row."""
    return id(claim.candidate) if claim.row else claim.start


def _in_chain(page: Page, claims: Sequence[Claim]) -> Iterator[Calculation]:
    """Yield each result of a chain with the clearest of the calculations since the result before that give it."""
    if claims[0].row:
        yield from _of_rows(page, claims)
        return
    before: list[Candidate] = []
    for claim in claims:
        if claim.candidate is not None and claim.verdict is not ClaimVerdict.WRONG:
            before.append(claim.candidate)
        if claim.result is None or claim.candidate is None:
            continue
        own, printed = claim.candidate, claim.result
        fitting = [each for each in before if all(printed.fits(each.value("printed")) or [False])]
        yield from _calculation(page, [claim], max([own, *fitting], key=_clearness), printed)
        before = []


def _of_rows(page: Page, claims: Sequence[Claim]) -> Iterator[Calculation]:
    """Yield the calculation of a grid whose rows are `claims`; nothing unless they are rows 1, 2, 3 … in order."""
    rows = [claim.result for claim in claims if claim.result is not None]
    candidate = claims[0].judged.candidate
    if candidate is None or [claim.row for claim in claims] != [*range(1, len(rows) + 1)]:
        return
    numbers = tuple(number for row in rows for number in row.numbers)
    yield from _calculation(page, claims, candidate, Printed(numbers, (len(rows), *rows[0].shape)))


def _calculation(page: Page, claims: Sequence[Claim], candidate: Candidate, printed: Printed) -> Iterator[Calculation]:
    if isinstance(candidate.node, Name) or candidate.description:
        return
    first, last = min(claim.start for claim in claims), max(claim.stop for claim in claims)
    yield Calculation(
        (page.place(first).line, page.place(max(first, last - 1)).line),
        " ".join(claim.text for claim in claims),
        candidate.node,
        {name: candidate.names[name].printed for name in names_of(candidate.node) if name in candidate.names},
        candidate.is_standard,
        printed.value,
        tuple(number.text for number in printed.numbers),
        all(claim.verdict is not ClaimVerdict.WRONG for claim in claims),
    )


def _clearness(candidate: Candidate) -> tuple[int, int, int]:
    """Return a sort key, larger for a calculation that explains more: (names of rows and grids, names, numbers)."""
    named = sum(name in candidate.names for name in names_of(candidate.node))
    rows = sum(isinstance(known.printed, tuple) for known in candidate.names.values())
    return rows, named, len(list(literals(candidate.node)))
