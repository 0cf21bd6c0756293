"""The pages in docs/pages, audited: every claim is checked, and none is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from katatx.audit.auditing import audit_page
from katatx.audit.findings import ClaimVerdict
from katatx.pages.documents.reading import read_document

PAGES = sorted((Path(__file__).resolve().parents[2] / "docs" / "pages").glob("*.md"))
# A page has more claims than this; fewer would mean that it was not read.
_FEWEST = 30


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_claim_of_a_page_of_ours_is_checked_and_none_is_wrong(path: Path) -> None:
    claims = audit_page(read_document(path)).claims
    assert len(claims) > _FEWEST
    assert [claim.text for claim in claims if claim.verdict in (ClaimVerdict.WRONG, ClaimVerdict.UNCHECKED)] == []
