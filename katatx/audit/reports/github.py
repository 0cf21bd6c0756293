"""Report wrong claims as GitHub workflow commands, which appear next to the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from katatx.audit.findings import Claim, NotAudited, PageAudit
from katatx.audit.reports.wording import bounds, one_line, region, statement, usage, whole_name, wrong_claims
from katatx.pages.page import Page

# GitHub shows at most ten of each kind.
_MOST_SHOWN = 10


def workflow_commands(audits: Iterable[PageAudit], not_audited: Iterable[NotAudited] = ()) -> Iterator[str]:
    """Yield `::error` for each wrong claim and for each file not audited, `::warning` for each line not read.

    `not_audited` is read after the audits. Of lines not read on a page, and of files not audited, at most ten are
    reported.
    """
    for audit in audits:
        for line, why in audit.page.skipped[:_MOST_SHOWN]:
            yield _command("warning", one_line(why), file=audit.page.path, line=str(line), title="not read")
        yield from (_annotation(audit.page, claim) for claim in wrong_claims(audit))
    for file, why in islice(not_audited, _MOST_SHOWN):
        yield _command("error", one_line(why), file=file, title="not audited")


def _annotation(page: Page, claim: Claim) -> str:
    """Return the command for a wrong claim."""
    at = region(page, *bounds(claim))
    where = {"file": page.path, "line": str(at.line), "endLine": str(at.end_line)}
    if at.line == at.end_line:  # GitHub rejects columns of a multi-line range
        where |= {"col": str(at.column), "endColumn": str(at.end_column)}
    message = f"{statement(claim)}; {usage(claim)}" if claim.spoils else statement(claim)
    return _command("error", message, **where, title="wrong number")


def _command(kind: str, message: str, *, file: str, **properties: str) -> str:
    """Return a workflow command of a `kind` such as `error`; `properties` say where it appears."""
    named = {"file": whole_name(file), **properties}
    written = ",".join(
        f"{name}={_escaped(value).replace(':', '%3A').replace(',', '%2C')}" for name, value in named.items()
    )
    return f"::{kind} {written}::{_escaped(message)}"


def _escaped(text: str) -> str:
    """Return a text escaped for workflow commands."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
