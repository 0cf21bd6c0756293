"""Report audits for programs: as JSON, as a SARIF 2.1.0 log, and as GitHub workflow commands.

Workflow commands appear next to the lines of a pull request.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from json import dumps
from math import isfinite
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from katatx import __version__
from katatx.audit.findings import Claim, NotAudited, PageAudit
from katatx.audit.reports.wording import TEXT_LIMIT, Tally, bounds, one_line, region, statement, usage, whole_name
from katatx.notation.quoting import plain
from katatx.pages.page import Page

_encoded = partial(dumps, ensure_ascii=False, allow_nan=False)
# GitHub shows at most ten of each kind.
_MOST_SHOWN = 10
_ROOT = "%SRCROOT%"
_MOST_NOTIFIED = 100
_RULE = {
    "id": "wrong-number",
    "name": "WrongNumber",
    "shortDescription": {"text": "A printed result is not what its calculation comes to."},
    "fullDescription": {
        "text": "The calculation, worked out again with rounding allowed at every line, comes to another result."
    },
    "help": {"text": "Work the calculation again. If an operand is wrong rather than the result, correct the operand."},
    "defaultConfiguration": {"level": "error"},
}
_DRIVER = {"name": "katatx", "version": __version__, "rules": [_RULE]}
_FOLDER = {"description": {"text": "The folder that the audit was started in."}}
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


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


# ---- GitHub


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


# ---- SARIF


def log(audits: Iterable[PageAudit], root: str = "", not_audited: Iterable[NotAudited] = ()) -> str:
    """Return the log as text; one page is held at a time.

    Pages in the folder `root` (an absolute path) get relative names. `not_audited` is read after the audits; if there
    are any, the log says that the audit did not succeed. At most 100 of these, and 100 lines not read, are named.
    """
    total, skipped, results = Tally(), list[dict[str, Any]](), list[dict[str, Any]]()
    for audit in total.counted(audits):
        file = _address(audit.page.path, root)
        results += [_result(claim, audit.page, file) for claim in audit.wrong]
        skipped += [
            _notification("warning", f"not read: {one_line(why)}", [_location(file, {"startLine": line})])
            for line, why in audit.page.skipped[:_MOST_NOTIFIED]
        ]
    failed = [
        _notification("error", f"could not be audited: {one_line(why)}", [_location(_address(path, root))])
        for path, why in not_audited
    ]
    if len(failed) > _MOST_NOTIFIED:
        more = f"{len(failed) - _MOST_NOTIFIED:,} more files could not be audited"
        failed[_MOST_NOTIFIED:] = [_notification("error", more, [])]
    invocation = {"executionSuccessful": not failed, "toolExecutionNotifications": failed + skipped[:_MOST_NOTIFIED]}
    run = {
        "tool": {"driver": _DRIVER},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: _FOLDER},
        "results": results,
        "invocations": [invocation],
        "properties": total,
    }
    return dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _notification(level: str, text: str, locations: list[dict[str, Any]]) -> dict[str, Any]:
    return {"level": level, "message": _message(text), "locations": locations}


def _location(file: dict[str, str], part: dict[str, int] | None = None, **more: Any) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": file, **({"region": part} if part else {})}, **more}


def _result(claim: Claim, page: Page, file: dict[str, str]) -> dict[str, Any]:
    """Return the entry of a wrong claim; its wrong numbers, if there are any, are one fix."""
    result = {
        "ruleId": _RULE["id"],
        "ruleIndex": 0,
        "level": "error",
        "message": _message(statement(claim)),
        "locations": [_location(file, _region(page, *bounds(claim)))],
        "relatedLocations": [
            _location(file, {"startLine": line}, message=_message("uses the wrong result"))
            for line in sorted(set(claim.spoils))
        ],
    }
    replacements = [
        {"deletedRegion": _region(page, start, stop), "insertedContent": {"text": one_line(correct)}}
        for start, stop, correct in claim.figures
    ]
    changes = {"artifactLocation": file, "replacements": replacements}
    fix = {"description": _message("Print what the calculation comes to."), "artifactChanges": [changes]}
    return {**result, "fixes": [fix]} if replacements else result


def _region(page: Page, start: int, stop: int) -> dict[str, int]:
    return dict(zip(("startLine", "startColumn", "endLine", "endColumn"), region(page, start, stop), strict=True))


def _message(text: str) -> dict[str, str]:
    """Return a text as a message, with placeholders and links escaped."""
    return {"text": text.replace("{", "{{").replace("}", "}}").replace("](", "] (")}


def _address(path: str, root: str) -> dict[str, str]:
    """Return the address of a file: relative if it is in the folder `root`, or if its path is relative."""
    name, folder = PurePath(path).as_posix(), PurePath(root).as_posix()
    if root and (name.startswith(("/", "..")) or PurePath(path).is_absolute()):
        name = posixpath.normpath(posixpath.join(folder, name)).removeprefix(folder.rstrip("/") + "/")
    if not PurePath(name).is_absolute():
        return {"uri": quote(os.fsencode(posixpath.normpath(name)), safe="/"), "uriBaseId": _ROOT}
    return {"uri": "file://" + "/" * (not name.startswith("/")) + quote(os.fsencode(name), safe="/")}
