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
    # The claims of one chain are together, or those of one grid that is claimed row by row.
    chains = groupby(claims, lambda claim: id(claim.candidate) if claim.row else claim.start)
    calculations = [each for _, chain in chains for each in _in_chain(page, list(chain))]
    return sorted(calculations, key=lambda calculation: calculation.lines)


def _in_chain(page: Page, claims: Sequence[Claim]) -> Iterator[Calculation]:
    """Yield each result of a chain with the clearest of the calculations since the result before that give it.

    Rows of a grid are one result, unless some are missing.
    """
    before: list[Candidate] = []
    for claim in claims if not claims[0].row else ():
        if claim.candidate is not None and claim.verdict is not ClaimVerdict.WRONG:
            before.append(claim.candidate)
        if claim.result is not None and claim.candidate is not None:
            fitting = [each for each in before if claim.result.fits_all(each.value("printed"))]
            clearest = max([claim.candidate, *fitting], key=_clearness)
            yield from _calculation(page, [claim], clearest, claim.result)
            before = []
    rows = [claim.result for claim in claims if claim.result is not None]
    candidate = claims[0].candidate
    if candidate is not None and [claim.row for claim in claims] == [*range(1, len(rows) + 1)]:
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
