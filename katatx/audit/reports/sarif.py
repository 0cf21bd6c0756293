"""Wrong claims as a SARIF 2.1.0 log, for programs that gather what checkers find."""

from __future__ import annotations

import os
import posixpath
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from katatx import __version__
from katatx.audit.findings import Claim, Figure, NotAudited, PageAudit
from katatx.audit.reports.encoding import encoded
from katatx.audit.reports.tally import Tally
from katatx.audit.reports.wording import Region, bounds, one_line, region, statement, wrong_claims
from katatx.pages.page import Page

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_WRONG_NUMBER = {
    "id": "wrong-number",
    "name": "WrongNumber",
    "shortDescription": {"text": "A printed number is not what its calculation comes to."},
    "fullDescription": {
        "text": "The calculation was worked out again, with rounding allowed at every line. "
        "It comes to another number than the page prints."
    },
    "help": {
        "text": "Work the calculation again. Where a number given in it is wrong rather than its result, "
        "correct that number, and then the lines that stand on it."
    },
    "defaultConfiguration": {"level": "error"},
}
_WRONG_RESULT = {
    "id": "wrong-result",
    "name": "WrongResult",
    "shortDescription": {"text": "A printed result does not follow from its calculation."},
    "fullDescription": {
        "text": "The calculation was worked out again, and the result that the page prints cannot be put right "
        "number by number, as where a row has too many numbers."
    },
    "help": {"text": "Work the calculation again, and see that its result has the shape that the calculation gives."},
    "defaultConfiguration": {"level": "error"},
}
_MOST_NOTIFIED = 100
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def chunks(audits: Iterable[PageAudit], root: str = "", not_audited: Iterable[NotAudited] = ()) -> Iterator[str]:
    """The log in pieces, one page held at a time.

    Pages under the folder `root` (an absolute path) are named relative to it. Files that were `not_audited` are looked
    at when the audits are at their end; where there are any, the audit was no success.
    """
    total, separator = Tally(), ""
    passed_over: list[dict[str, Any]] = []
    yield encoded(_head())[: -len("]}]}")]
    for audit in total.counted(audits):
        location, columns = _artifact(audit.page.path, root), _Columns(audit.page)
        passed_over += [_notification(location, *each) for each in audit.page.skipped[:_MOST_NOTIFIED]]
        for claim in wrong_claims(audit):
            yield separator + encoded(_result(claim, location, columns))
            separator = ", "
    failed = [_failure(_artifact(each.path, root), each.why) for each in not_audited]
    more = len(failed) - _MOST_NOTIFIED
    if more > 0:
        failed[_MOST_NOTIFIED:] = [{"level": "error", "message": _message(f"{more:,} more files could not be audited")}]
    invocation = {
        "executionSuccessful": not failed,
        "toolExecutionNotifications": failed + passed_over[:_MOST_NOTIFIED],
    }
    yield "], " + encoded({"invocations": [invocation], "properties": total.document()})[1:] + "]}"


def _head() -> dict[str, Any]:
    """The log before its results."""
    driver = {"name": "katatx", "version": __version__, "rules": [_WRONG_NUMBER, _WRONG_RESULT]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The folder that the audit was started in."}}},
        "results": [],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


class _Columns:
    """Regions of a page in UTF-16 code units, which viewers count in whatever a log says."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._astral = [] if page.source.isascii() else [found.start() for found in _ASTRAL.finditer(page.source)]

    def document(self, start: int, stop: int) -> dict[str, int]:
        """A stretch of the source as a SARIF region."""
        at = self._widened(region(self._page, start, stop), start, stop)
        return {
            "startLine": at.line,
            "startColumn": at.column,
            "endLine": at.end_line,
            "endColumn": at.end_column,
        }

    def _widened(self, at: Region, start: int, stop: int) -> Region:
        begins, ends = start - at.column + 1, stop - at.end_column + 1
        return at._replace(
            column=at.column + self._doubled(begins, start), end_column=at.end_column + self._doubled(ends, stop)
        )

    def _doubled(self, start: int, stop: int) -> int:
        """How many characters of a stretch take two units."""
        return bisect_left(self._astral, stop) - bisect_left(self._astral, start)


def _result(claim: Claim, location: dict[str, str], columns: _Columns) -> dict[str, Any]:
    rule = 0 if claim.figures else 1
    found: dict[str, Any] = {
        "ruleId": (_WRONG_NUMBER, _WRONG_RESULT)[rule]["id"],
        "ruleIndex": rule,
        "level": "error",
        "message": _message(statement(claim)),
        "locations": [_location(location, columns.document(*bounds(claim)))],
    }
    if claim.spoils:
        found["relatedLocations"] = [
            _location(location, {"startLine": line}) | {"message": _message("stands on the wrong result")}
            for line in sorted(set(claim.spoils))
        ]
    if claim.figures:
        found["fixes"] = [_fix(claim.figures, location, columns)]
    return found


def _fix(figures: Iterable[Figure], location: dict[str, str], columns: _Columns) -> dict[str, Any]:
    replacements = [
        {
            "deletedRegion": columns.document(figure.start, figure.stop),
            "insertedContent": {"text": one_line(figure.correct)},
        }
        for figure in figures
    ]
    return {
        "description": {"text": "Print what the calculation comes to."},
        "artifactChanges": [{"artifactLocation": location, "replacements": replacements}],
    }


def _notification(location: dict[str, str], line: int, why: str) -> dict[str, Any]:
    """A line that was not read."""
    return {
        "level": "warning",
        "message": _message(f"not read: {one_line(why)}"),
        "locations": [_location(location, {"startLine": line})],
    }


def _failure(location: dict[str, str], why: str) -> dict[str, Any]:
    """A file that was not audited."""
    return {
        "level": "error",
        "message": _message(f"could not be audited: {one_line(why)}"),
        "locations": [{"physicalLocation": {"artifactLocation": location}}],
    }


def _location(location: dict[str, str], place: dict[str, int]) -> dict[str, Any]:
    return {"physicalLocation": {"artifactLocation": location, "region": place}}


def _message(text: str) -> dict[str, str]:
    """A message that is text and nothing more: no placeholder for an argument, and no link."""
    return {"text": text.replace("{", "{{").replace("}", "}}").replace("](", "] (")}


def _artifact(path: str, root: str) -> dict[str, str]:
    """A file's address: relative to the root where it lies under it or `path` is relative."""
    name = PurePath(path).as_posix()
    folder = PurePath(root).as_posix() if root else ""
    if folder and (name.startswith(("/", "..")) or PurePath(path).is_absolute()):
        name = posixpath.normpath(posixpath.join(folder, name))
        name = name.removeprefix(folder.rstrip("/") + "/")
    if not PurePath(name).is_absolute():
        return {"uri": _percent_encoded(posixpath.normpath(name)), "uriBaseId": _ROOT}
    return {"uri": "file://" + "/" * (not name.startswith("/")) + _percent_encoded(name)}


def _percent_encoded(name: str) -> str:
    return quote(os.fsencode(name), safe="/")
