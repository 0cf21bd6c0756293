"""Report wrong claims as a SARIF 2.1.0 log, for tools that collect findings."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable
from json import dumps
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from katatx import __version__
from katatx.audit.findings import Claim, NotAudited, PageAudit
from katatx.audit.reports.wording import Tally, bounds, one_line, region, statement
from katatx.pages.page import Page

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
