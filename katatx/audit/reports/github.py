"""Wrong claims as workflow commands, which GitHub shows beside the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from katatx.audit.findings import Claim, PageAudit
from katatx.audit.reports.wording import bounds, file_name, one_line, region, statement, wrong_claims
from katatx.pages.page import Page

# GitHub shows ten of each kind.
_MOST_SKIPPED = 10


def workflow_commands(audits: Iterable[PageAudit]) -> Iterator[str]:
    """One `::error …::message` line for each wrong claim, and a `::warning …` for each line that was not read."""
    for audit in audits:
        for line, why in audit.page.skipped[:_MOST_SKIPPED]:
            name = _property(file_name(audit.page))
            yield f"::warning file={name},line={line},title=not read::{_data(one_line(why))}"
        yield from (_annotation(audit.page, claim) for claim in wrong_claims(audit))


def _annotation(page: Page, claim: Claim) -> str:
    at = region(page, *bounds(claim))
    properties = {"file": file_name(page), "line": str(at.line), "endLine": str(at.end_line)}
    if at.line == at.end_line:  # GitHub refuses columns of a stretch over several lines
        properties |= {"col": str(at.column), "endColumn": str(at.end_column)}
    properties["title"] = "wrong number"
    written = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::error {written}::{_data(statement(claim))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
