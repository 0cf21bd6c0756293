"""Small pages to audit."""

from __future__ import annotations

from pathlib import Path

from katatx.audit.auditing import audit_page
from katatx.audit.findings import Claim
from katatx.pages.documents.reading import read_as
from katatx.views.audited.page import AuditedPage

WRONG = """\
# Sums

3 + 4 = 7

2 + 2 = 5, but 6·2 = 12.

softmax([1, 4]) = [0.2, 0.8]

Nothing here.
"""
RIGHT = "# Sums\n\n3 + 4 = 7\n\n2·5 = 10\n"


def audited(text: str, name: str = "page.md") -> AuditedPage:
    return AuditedPage.of(audit_page(read_as(Path(name), text)))


def claim(page: AuditedPage, text: str) -> Claim:
    """The one claim that reads so."""
    (found,) = (each for each in page.claims if each.text == text)
    return found
