"""The corrected copies that `katatx audit --fix` writes, always as new files."""

from __future__ import annotations

import codecs
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from katatx.audit.findings import PageAudit
from katatx.audit.fixing import fix
from katatx.commands.audit_sources import Given, Source
from katatx.errors import KatatxError
from katatx.notation.quoting import quote

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Copies:
    """Writes the copy of each page: for one file to `target` itself, for several into the folder `target`, by their
    names relative to the folder that they share.

    Raises KatatxError where a copy is there already, or where the folder for a single copy is missing.
    """

    def __init__(self, target: str, given: Given, sources: Sequence[Source]) -> None:
        if target == "-":
            raise KatatxError("--fix writes a file; name one for the copy")
        self._said = target
        self._written = self._corrected = self._left = 0
        self._failed = False
        try:
            self._targets = _targets(target, given, sources)
        except OSError as error:
            raise KatatxError(f"{quote(target, 200)} cannot be written: {error.strerror}") from error
        there = [path for path in self._targets.values() if os.path.lexists(path)]
        if there:
            more = f" and {len(there) - 1} more are" if len(there) > 1 else " is"
            raise KatatxError(f"{_named(there[0])}{more} there already; --fix writes new files only")
        if len(set(self._targets.values())) < len(sources):
            raise KatatxError("the same page is given twice; --fix writes one copy of each")

    def write(self, source: Source, audit: PageAudit) -> None:
        """Correct one page and write its copy. Raises KatatxError where it cannot be written."""
        target = self._targets[source]
        try:
            fixed = fix(audit)
            raw = _encoded(fixed.source, source.path)
            target.parent.mkdir(parents=True, exist_ok=True)
            _write_new(target, raw)
        except OSError as error:
            self._failed = True
            raise KatatxError(f"{_named(target)} cannot be written: {error.strerror}") from error
        self._written += 1
        self._corrected += fixed.corrected
        self._left += fixed.left

    @property
    def report(self) -> str:
        """Return what was corrected and what was not, on one line."""
        said = quote(self._said, 200)
        if not self._written:
            return f"{said}: not written" + ("" if self._failed else ", as nothing could be read")
        done = f"{said}: {_counted(self._corrected, 'number')} corrected"
        if self._left:
            done += f"; {_counted(self._left, 'wrong result')} left to correct by hand"
        missing = len(self._targets) - self._written
        if missing:
            done += f"; {_counted(missing, 'page')} without a copy"
        return done


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _write_new(target: Path, raw: bytes) -> None:
    """Write a file that is not there yet, all of it or nothing: it gets its name when it is whole.

    Raises OSError where it cannot be written, or where another file has its name by now.
    """
    part = target.with_name(f".katatx-{secrets.token_hex(6)}.part")
    try:
        with part.open("xb") as file:
            file.write(raw)
        try:
            os.link(part, target)  # unlike a renaming, never replaces a file
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            if os.path.lexists(target):
                raise
            part.rename(target)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _targets(target: str, given: Given, sources: Sequence[Source]) -> dict[Source, Path]:
    """Return the path of every page's copy."""
    path = Path(target)
    if given.is_one_page and not path.is_dir() and not target.endswith(("/", os.sep)):
        if not path.name:
            raise KatatxError(f"{_named(path)} is no file; name one for the copy")
        if not path.parent.is_dir():
            raise KatatxError(f"{_named(path)} cannot be written: there is no such folder")
        return dict.fromkeys(sources, path)
    if os.path.lexists(path) and not path.is_dir():
        raise KatatxError(f"{_named(path)} is no folder; --fix puts the copies of several pages into one")
    root = given.root
    return {source: path / _relative(source, root) for source in sources}


def _relative(source: Source, root: str) -> str:
    # Stdin lies in no folder; it may be called anything.
    if source.name != str(source.path):
        return Path(source.name).name or "stdin"
    return os.path.relpath(os.path.abspath(source.path), root)  # noqa: PTH100 - links stay as they are


def _encoded(text: str, like: Path) -> bytes:
    """Return a text in the encoding of a file, with its byte order mark."""
    with like.open("rb") as file:
        head = file.read(4)
    mark, encoding = next(((mark, name) for mark, name in _MARKS if head.startswith(mark)), (b"", "utf-8"))
    raw = text.encode(encoding)
    return raw if raw.startswith(mark) else mark + raw


def _named(path: Path) -> str:
    return quote(str(path), 200)
