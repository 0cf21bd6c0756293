"""Report wrong claims as a SARIF 2.1.0 log, for tools that collect findings."""

from __future__ import annotations

import os
import posixpath
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from msgspec import Struct, field
from msgspec.json import encode

from katatx import __version__
from katatx.audit.findings import Claim, NotAudited, PageAudit
from katatx.audit.reports.wording import Tally, bounds, one_line, region, statement, wrong_claims
from katatx.pages.page import Page

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_MOST_NOTIFIED = 100
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def _rule(identifier: str, name: str, short: str, full: str, guide: str) -> dict[str, Any]:
    """Return the description of a rule: its identifier, name, short and full text, and what to do (`guide`)."""
    texts = {"shortDescription": {"text": short}, "fullDescription": {"text": full}, "help": {"text": guide}}
    return {"id": identifier, "name": name, **texts, "defaultConfiguration": {"level": "error"}}


_RULES = (
    _rule(
        "wrong-number",
        "WrongNumber",
        "A printed number is not what its calculation comes to.",
        "The calculation, worked out again with rounding allowed at every line, comes to another number.",
        "Work the calculation again. If an operand is wrong rather than the result, correct the operand.",
    ),
    _rule(
        "wrong-result",
        "WrongResult",
        "A printed result does not follow from its calculation.",
        "The calculation gives another result, which cannot be written in the form of the printed one.",
        "Work the calculation again, and write its result in another form.",
    ),
)


class _Part(Struct, rename="camel", omit_defaults=True):
    """A part of a log; values equal to their default are omitted."""


class _Artifact(_Part):
    """The address of a file, relative to the folder that `uri_base_id` names; absolute if that is empty."""

    uri: str
    uri_base_id: str = ""


class _Region(_Part):
    """A part of a file, with lines and columns from 1; 0 leaves one out."""

    start_line: int
    start_column: int = 0
    end_line: int = 0
    end_column: int = 0


class _Physical(_Part):
    """A file, or a part of it."""

    artifact_location: _Artifact
    region: _Region | None = None


class _Location(_Part):
    """A place in a file, with a message about it."""

    physical_location: _Physical
    message: dict[str, str] | None = None


class _Result(_Part):
    """A wrong claim: its rule, message, places, the lines that use it, and its corrections."""

    rule_id: str
    rule_index: int
    level: str
    message: dict[str, str]
    locations: list[_Location]
    related_locations: list[_Location] = field(default_factory=list)
    fixes: list[dict[str, Any]] = field(default_factory=list)


class _Notification(_Part):
    """A message on the audit itself: what was not read or not audited."""

    level: str
    message: dict[str, str]
    locations: list[_Location] = field(default_factory=list)


def chunks(audits: Iterable[PageAudit], root: str = "", not_audited: Iterable[NotAudited] = ()) -> Iterator[str]:
    """Yield the log in pieces of text, which the caller joins; one page is held at a time.

    Pages in the folder `root` (an absolute path) get relative names. `not_audited` is read after the audits; if there
    are any, the log says that the audit did not succeed. At most 100 of these, and 100 lines not read, are named.
    """
    total, separator = Tally(), ""
    skipped: list[_Notification] = []
    yield _encoded(_head()).removesuffix("]}]}")
    for audit in total.counted(audits):
        page = _PageLocations(audit.page, root)
        skipped += [
            _Notification("warning", _message(f"not read: {one_line(why)}"), [page.at_line(line)])
            for line, why in audit.page.skipped[:_MOST_NOTIFIED]
        ]
        for claim in wrong_claims(audit):
            yield separator + _encoded(_result(claim, page))
            separator = ", "
    failed = [
        _Notification("error", _message(f"could not be audited: {one_line(why)}"), [_Location(_Physical(file))])
        for file, why in ((_artifact(path, root), why) for path, why in not_audited)
    ]
    more = len(failed) - _MOST_NOTIFIED
    if more > 0:
        failed[_MOST_NOTIFIED:] = [_Notification("error", _message(f"{more:,} more files could not be audited"))]
    invocation = {"executionSuccessful": not failed, "toolExecutionNotifications": failed + skipped[:_MOST_NOTIFIED]}
    yield "], " + _encoded({"invocations": [invocation], "properties": total.document()})[1:] + "]}"


def _head() -> dict[str, Any]:
    """Return the log without results.

    `runs`, and in its one run `results`, must stay the last keys: results are written as text after them.
    """
    run = {
        "tool": {"driver": {"name": "katatx", "version": __version__, "rules": _RULES}},
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The folder that the audit was started in."}}},
        "results": [],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


class _PageLocations:
    """Locations on a page, in UTF-16 code units as viewers count."""

    def __init__(self, page: Page, root: str) -> None:
        self.artifact = _artifact(page.path, root)
        self._page = page
        self._astral = [] if page.source.isascii() else [found.start() for found in _ASTRAL.finditer(page.source)]

    def region(self, start: int, stop: int) -> _Region:
        """Return the source from offset `start` up to `stop` as a region."""
        line, column, end_line, end_column = region(self._page, start, stop)
        return _Region(line, self._units(start, column), end_line, self._units(stop, end_column))

    def at_line(self, line: int, message: str = "") -> _Location:
        """Return a line, from 1, as a location with a message, or none if that is empty."""
        return _Location(_Physical(self.artifact, _Region(line)), _message(message) if message else None)

    def _units(self, offset: int, column: int) -> int:
        """Return a column, from 1, in UTF-16 code units; `offset` is the character's source offset."""
        begin = offset - column + 1
        return column + bisect_left(self._astral, offset) - bisect_left(self._astral, begin)


def _result(claim: Claim, page: _PageLocations) -> _Result:
    """Return the entry of a wrong claim in the log."""
    rule = 0 if claim.figures else 1
    return _Result(
        _RULES[rule]["id"],
        rule,
        "error",
        _message(statement(claim)),
        [_Location(_Physical(page.artifact, page.region(*bounds(claim))))],
        [page.at_line(line, "uses the wrong result") for line in sorted(set(claim.spoils))],
        [_fix(claim, page)] if claim.figures else [],
    )


def _fix(claim: Claim, page: _PageLocations) -> dict[str, Any]:
    """Return the corrections of a claim's wrong numbers as one fix of the log."""
    replacements = [
        {"deletedRegion": page.region(start, stop), "insertedContent": {"text": one_line(correct)}}
        for start, stop, correct in claim.figures
    ]
    return {
        "description": {"text": "Print what the calculation comes to."},
        "artifactChanges": [{"artifactLocation": page.artifact, "replacements": replacements}],
    }


def _message(text: str) -> dict[str, str]:
    """Return a text as a message, with placeholders and links escaped."""
    return {"text": text.replace("{", "{{").replace("}", "}}").replace("](", "] (")}


def _artifact(path: str, root: str) -> _Artifact:
    """Return the address of a file, relative to the folder `root` if the file is in it; absolute otherwise.

    A relative `path` is one from `root`. Without a `root`, it stays relative.
    """
    name = PurePath(path).as_posix()
    folder = PurePath(root).as_posix() if root else ""
    if folder and (name.startswith(("/", "..")) or PurePath(path).is_absolute()):
        name = posixpath.normpath(posixpath.join(folder, name))
        name = name.removeprefix(folder.rstrip("/") + "/")
    if not PurePath(name).is_absolute():
        return _Artifact(_percent_encoded(posixpath.normpath(name)), _ROOT)
    return _Artifact("file://" + "/" * (not name.startswith("/")) + _percent_encoded(name))


def _percent_encoded(name: str) -> str:
    """Return a path percent-encoded for a URI."""
    return quote(os.fsencode(name), safe="/")


def _encoded(document: Any) -> str:
    """Return a document as JSON text."""
    return encode(document).decode()
