"""An audit for a person: each wrong claim with its line of the page, and the counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from katatx.audit.findings import Claim, ClaimVerdict, PageAudit
from katatx.audit.reports.excerpts import excerpts
from katatx.audit.reports.tally import Tally, tally
from katatx.audit.reports.wording import TEXT_LIMIT, bounds, one_line, statement
from katatx.notation.quoting import plain
from katatx.pages.page import Page

_LINES_NAMED = 20


def lines(audits: Iterable[PageAudit], width: int = 80, unread: bool = False) -> Iterator[str]:
    """The report on pages, line by line; one page is held at a time.

    A page with findings ends with its counts. A page without has its counts alone, and among others nothing; several
    pages end with the counts of all. With `unread`, claims that could not be read are findings too.
    """
    total, counts, told = Tally(), "", False
    for audit in total.counted(audits):
        told = False
        for line in findings(audit, width, unread):
            told = True
            yield line
        counts = f"{_name(audit.page)}: {tally(audit)}"
        if told:
            yield counts
    if total.pages != 1:
        yield f"{total.pages} pages: {total}"
    elif not told:
        yield counts


def findings(audit: PageAudit, width: int = 80, unread: bool = False) -> Iterator[str]:
    """What was left out of one page, and what was found on it, in page order; quoted lines are cut to `width` cells."""
    yield from _left_out(audit.page)
    for claim in audit.claims:
        if claim.verdict is ClaimVerdict.WRONG:
            yield f"{_place(audit.page, bounds(claim)[0])}: {statement(claim)}"
            yield from excerpts(audit.page, claim, width)
            if claim.spoils:
                yield f"  {_spoiled(claim)}"
        elif unread and claim.verdict is ClaimVerdict.UNCHECKED:
            why = f": {one_line(claim.why)}" if claim.why.strip() else ""
            yield f"{_place(audit.page, claim.start)}: could not be read: {one_line(claim.text)}{why}"


def _left_out(page: Page) -> Iterator[str]:
    for line, why in page.skipped[:_LINES_NAMED]:
        yield f"{_name(page)}:{line}: not read: {one_line(why)}"
    if len(page.skipped) > _LINES_NAMED:
        yield f"{_name(page)}: {len(page.skipped) - _LINES_NAMED} more lines not read"


def _name(page: Page) -> str:
    return plain(page.path, TEXT_LIMIT, keep="")


def _place(page: Page, offset: int) -> str:
    place = page.place(offset)
    return f"{_name(page)}:{place.line}:{place.column}"


def _spoiled(claim: Claim) -> str:
    spoiled = sorted(set(claim.spoils))
    named = ", ".join(map(str, spoiled[:_LINES_NAMED]))
    more = f" and {len(spoiled) - _LINES_NAMED} more" if len(spoiled) > _LINES_NAMED else ""
    return f"spoils {'line' if len(spoiled) == 1 else 'lines'} {named}{more}"
