"""What holds for the audit of any page."""

from __future__ import annotations

from katatx.audit.findings import ClaimVerdict, PageAudit

LONGEST_TEXT = 300


def holds_together(audit: PageAudit) -> None:
    """Assert that claims stand in page order, and every claim is whole and holds its figures."""
    source = audit.page.source
    assert [claim.start for claim in audit.claims] == sorted(claim.start for claim in audit.claims)
    lines = source.count("\n") + 1
    for claim in audit.claims:
        is_wrong, is_unchecked = claim.verdict is ClaimVerdict.WRONG, claim.verdict is ClaimVerdict.UNCHECKED
        assert 0 <= claim.start < claim.stop <= len(source), claim
        assert 0 < len(claim.text) <= LONGEST_TEXT, claim
        assert claim.printed, claim
        assert is_wrong or not (claim.figures or claim.spoils), claim
        assert (claim.true is None) <= is_unchecked, claim
        assert all(1 <= line <= lines for line in claim.spoils), claim
        assert all(claim.start <= figure.start < figure.stop <= claim.stop for figure in claim.figures), claim
        assert all(figure.correct for figure in claim.figures), claim
