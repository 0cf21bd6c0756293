"""What is true of the audit of any page at all."""

from __future__ import annotations

from katatx.audit.findings import ClaimVerdict, PageAudit


def holds_together(audit: PageAudit) -> None:
    """Counts add up, claims stand in page order, and every claim holds its figures."""
    source = audit.page.source
    assert audit.checked + audit.count(ClaimVerdict.UNCHECKED) == len(audit.claims) == audit.count()
    assert [claim.start for claim in audit.claims] == sorted(claim.start for claim in audit.claims)
    lines = source.count("\n") + 1
    for claim in audit.claims:
        assert 0 <= claim.start < claim.stop <= len(source)
        assert 0 < len(claim.text) <= 200
        assert bool(claim.figures) <= (claim.verdict is ClaimVerdict.WRONG)
        assert (claim.true is None) <= (claim.verdict is ClaimVerdict.UNCHECKED)
        assert all(1 <= line <= lines for line in claim.spoils)
        assert all(claim.start <= figure.start < figure.stop <= claim.stop for figure in claim.figures), claim
