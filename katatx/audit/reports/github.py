"""Wrong claims as workflow commands, which GitHub shows beside the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from katatx.audit.findings import Claim, NotAudited, PageAudit
from katatx.audit.reports.wording import bounds, one_line, region, statement, whole_name, wrong_claims
from katatx.pages.page import Page

# GitHub shows ten of each kind.
_MOST_SKIPPED = 10


def workflow_commands(audits: Iterable[PageAudit], not_audited: Iterable[NotAudited] = ()) -> Iterator[str]:
    """One `::error …::message` line for each wrong claim, and a `::warning …` for each line that was not read. In the
    end one for each file that was `not_audited`, which is looked at when the audits are at their end.
    """
    for audit in audits:
        for line, why in audit.page.skipped[:_MOST_SKIPPED]:
            name = _property(whole_name(audit.page.path))
            yield f"::warning file={name},line={line},title=not read::{_data(one_line(why))}"
        yield from (_annotation(audit.page, claim) for claim in wrong_claims(audit))
    for file, why in islice(not_audited, _MOST_SKIPPED):
        yield f"::error file={_property(whole_name(file))},title=not audited::{_data(one_line(why))}"


def _annotation(page: Page, claim: Claim) -> str:
    at = region(page, *bounds(claim))
    properties = {"file": whole_name(page.path), "line": str(at.line), "endLine": str(at.end_line)}
    if at.line == at.end_line:  # GitHub refuses columns of a stretch over several lines
        properties |= {"col": str(at.column), "endColumn": str(at.end_column)}
    properties["title"] = "wrong number"
    written = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::error {written}::{_data(statement(claim))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
