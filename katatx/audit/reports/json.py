"""Report audits as JSON: a document for one page, or in pieces for many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from json import dumps
from math import isfinite
from typing import Any

from katatx.audit.findings import Claim, PageAudit
from katatx.audit.reports.wording import TEXT_LIMIT, Tally, region, whole_name
from katatx.notation.quoting import plain
from katatx.pages.page import Page

_encoded = partial(dumps, ensure_ascii=False, allow_nan=False)


def page_document(audit: PageAudit) -> dict[str, Any]:
    """Return the JSON document of a page with all its claims. Lines and columns count from 1."""
    return {
        "file": whole_name(audit.page.path),
        **Tally([audit]),
        "claims": [_claim(audit.page, claim) for claim in audit.claims],
        "skipped": [{"line": line, "why": plain(why)} for line, why in audit.page.skipped],
    }


def page_text(audit: PageAudit) -> str:
    """Return the JSON document of a page as one line of text."""
    return _encoded(page_document(audit))


def chunks(audits: Iterable[PageAudit]) -> Iterator[str]:
    """Yield the JSON document of several pages in pieces of text; one page is held at a time."""
    total, separator = Tally(), ""
    yield '{"files": ['
    for audit in total.counted(audits):
        yield separator + page_text(audit)
        separator = ", "
    yield "], " + _encoded(total)[1:]


def _claim(page: Page, claim: Claim) -> dict[str, Any]:
    line, column, last, _ = region(page, claim.start, claim.stop)
    return {
        "line": line,
        "end": last,
        "column": column,
        "text": plain(claim.text, TEXT_LIMIT),
        "printed": plain(claim.printed),
        "calculation": plain(claim.calculation),
        "true": _finite(claim.true),
        "verdict": claim.verdict.value,
        "why": plain(claim.why),
        "spoils": list(claim.spoils),
        "correct": [
            {
                **page.place(start)._asdict(),
                "printed": plain(page.source[start:stop], TEXT_LIMIT),
                "correct": plain(correct, TEXT_LIMIT),
            }
            for start, stop, correct in claim.figures
        ],
    }


def _finite(value: Any) -> Any:
    """Return a number or nested lists with infinities and NaN as strings, since JSON has none."""
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return str(value) if isinstance(value, float) and not isfinite(value) else value
