"""Write the corrected copies of `katatx audit --fix`, always as new files."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from katatx.audit.findings import PageAudit
from katatx.audit.fixing import fix
from katatx.commands.auditing.sources import Given, Source
from katatx.errors import KatatxError, reason_of
from katatx.notation.quoting import quote
from katatx.notation.text_files import mark_and_encoding


class Copies:
    """Writes a copy of each page: of a single file to `target`, of several into the folder `target`.

    A single file is copied into `target` too if that is a folder or ends in a slash. `given` are the names on the
    command line, and `sources` the pages found for them. In the folder, copies are named relative to the pages' common
    folder. Raises KatatxError if a copy exists, if the folder for a single copy does not, if `target` is "-", cannot be
    looked into, or is a file where a folder is needed, if a page is given twice, or if pages are on different drives.
    """

    def __init__(self, target: str, given: Given, sources: Sequence[Source]) -> None:
        if target == "-":
            raise KatatxError('--fix cannot write its copy to "-", the standard output; name a file for the copy')
        self._target = target
        self._written = self._corrected = self._left = 0
        self._failed = False
        try:
            self._targets = _targets(target, given, sources)
        except OSError as error:
            raise KatatxError(
                f"{quote(target, 200)} cannot be written: {reason_of(error)}; name another file or folder"
            ) from error
        there = [path for path in self._targets.values() if os.path.lexists(path)]
        if there:
            more = f" and {len(there) - 1} more exist" if len(there) > 1 else " exists"
            raise KatatxError(
                f"{_named(there[0])}{more} already; name another file or folder, as --fix writes new files only"
            )
        if len(set(self._targets.values())) < len(sources):
            raise KatatxError("the same page is given twice, and --fix writes one copy of each; name each page once")

    def write(self, source: Source, audit: PageAudit) -> None:
        """Correct the page that was audited and write its copy, creating folders as needed.

        `source` must be one of those given at first. Raises KatatxError if the copy cannot be written.
        """
        target = self._targets[source]
        try:
            fixed = fix(audit)
            raw = _encoded(fixed.source, source.path)
            target.parent.mkdir(parents=True, exist_ok=True)
            _write_new(target, raw)
        except OSError as error:
            self._failed = True
            raise KatatxError(
                f"{_named(target)} cannot be written: {reason_of(error)}; name another file or folder"
            ) from error
        self._written += 1
        self._corrected += fixed.corrected
        self._left += fixed.left

    @property
    def report(self) -> str:
        """Return one line on how many numbers were corrected, how many wrong results are left, and how many pages have
        no copy; or that nothing was written.
        """
        shown = quote(self._target, 200)
        if not self._written:
            return f"{shown}: not written" + ("" if self._failed else ", as nothing could be read")
        done = f"{shown}: {_counted(self._corrected, 'number')} corrected"
        if self._left:
            done += f"; {_counted(self._left, 'wrong result')} left to correct by hand"
        missing = len(self._targets) - self._written
        if missing:
            done += f"; {_counted(missing, 'page')} without a copy"
        return done


def _counted(count: int, noun: str) -> str:
    """Return a count with its noun in singular or plural."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _write_new(target: Path, raw: bytes) -> None:
    """Write a new file completely or not at all.

    Raises OSError if it cannot be written, or if the file exists.
    """
    part = target.with_name(f".katatx-{secrets.token_hex(6)}.part")
    try:
        with part.open("xb") as file:
            file.write(raw)
        try:
            os.link(part, target)  # unlike a rename, never replaces a file
        except FileExistsError:
            raise
        except OSError:  # a file system without hard links
            if os.path.lexists(target):
                raise
            part.rename(target)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _targets(target: str, given: Given, sources: Sequence[Source]) -> dict[Source, Path]:
    """Return the path of each page's copy; `target` is the file or folder on the command line.

    Raises KatatxError if `target` is a file where a folder is needed, if a single copy's folder does not exist, or if
    the pages are on different drives.
    """
    path = Path(target)
    if given.is_one_page and not path.is_dir() and not target.endswith(("/", os.sep)):
        if not path.name:
            raise KatatxError(f"{_named(path)} is not a file; name a file for the copy")
        if not path.parent.is_dir():
            raise KatatxError(
                f"{_named(path)} cannot be written: there is no such folder; make it first, or name another"
            )
        return dict.fromkeys(sources, path)
    if os.path.lexists(path) and not path.is_dir():
        raise KatatxError(
            f"{_named(path)} is a file, and several pages need a folder for their copies; name a folder after --fix"
        )
    root = given.root
    return {source: path / _relative(source, root) for source in sources}


def _relative(source: Source, root: str) -> str:
    """Return the path of a page's copy relative to the target folder: that of the page relative to the folder `root`.

    For stdin it is the last part of its name.
    """
    # Stdin has no folder and may have any name.
    if source.name != str(source.path):
        return Path(source.name).name or "stdin"
    return os.path.relpath(os.path.abspath(source.path), root)  # noqa: PTH100 - do not resolve links


def _encoded(text: str, like: Path) -> bytes:
    """Return a text in the encoding of the file `like`, with its byte order mark."""
    with like.open("rb") as file:
        mark, encoding = mark_and_encoding(file.read(4))
    return mark + text.encode(encoding)


def _named(path: Path) -> str:
    """Return a path, quoted for messages."""
    return quote(str(path), 200)
