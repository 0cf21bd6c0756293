"""Report wrong claims as GitHub workflow commands, which appear next to the lines of a pull request."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from katatx.audit.findings import NotAudited, PageAudit
from katatx.audit.reports.wording import bounds, one_line, region, statement, usage, whole_name

# GitHub shows at most ten of each kind.
_MOST_SHOWN = 10


def workflow_commands(audits: Iterable[PageAudit], not_audited: Iterable[NotAudited] = ()) -> Iterator[str]:
    """Yield `::error` for each wrong claim and file not audited, `::warning` for at most ten lines not read a page.

    `not_audited` is read after the audits.
    """
    for audit in audits:
        for line, why in audit.page.skipped[:_MOST_SHOWN]:
            yield _command("warning", one_line(why), file=audit.page.path, line=line, title="not read")
        for claim in audit.wrong:
            line, column, last, end = region(audit.page, *bounds(claim))
            where = {"line": line, "endLine": last}
            if line == last:  # GitHub rejects columns of a multi-line range
                where |= {"col": column, "endColumn": end}
            message = f"{statement(claim)}; {usage(claim)}" if claim.spoils else statement(claim)
            yield _command("error", message, file=audit.page.path, **where, title="wrong number")
    for file, why in islice(not_audited, _MOST_SHOWN):
        yield _command("error", one_line(why), file=file, title="not audited")


def _command(kind: str, message: str, *, file: str, **properties: object) -> str:
    named = {"file": whole_name(file), **properties}
    where = ",".join(f"{name}={_escaped(str(value), ':,')}" for name, value in named.items())
    return f"::{kind} {where}::{_escaped(message)}"


def _escaped(text: str, also: str = "") -> str:
    return "".join(f"%{ord(letter):02X}" if letter in f"%\r\n{also}" else letter for letter in text)
