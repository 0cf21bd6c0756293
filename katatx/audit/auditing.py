"""The audit of a page: its claims in page order, each root with the lines it spoils."""

from __future__ import annotations

from katatx.audit.claims import Claims
from katatx.audit.findings import ClaimVerdict, PageAudit
from katatx.audit.reader import PageReader
from katatx.audit.silences import silenced_lines
from katatx.pages.page import Page


def audit_page(page: Page) -> PageAudit:
    """Find every claim of a page and work it out again. Never raises, whatever the page holds."""
    claims = PageReader(page).read()
    _silence(page, claims)
    return PageAudit(page, tuple(claims.finished(page)))


def _silence(page: Page, claims: Claims) -> None:
    """Leave alone what a comment of the page says is to be left alone, for a reason."""
    wrong = [draft for draft in claims.drafts if draft.verdict is ClaimVerdict.WRONG]
    silenced = silenced_lines(page) if wrong else {}
    for draft in wrong:
        reason = silenced.get(page.place(draft.span[0]).line)
        if reason:
            draft.verdict, draft.why, draft.figures = ClaimVerdict.UNCHECKED, f"left alone: {reason}", ()
        elif reason is not None:
            draft.why = "`katatx: ignore` wants a reason after it"
