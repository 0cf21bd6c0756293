"""Read and audit a page again whenever its file changes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from katatx.errors import KatatxError
from katatx.pages.documents.reading import read_document
from katatx.pages.documents.sources import UnreadableError
from katatx.pages.page import Page
from katatx.views.audited.page import AuditedPage

# Identifies a version of a file: modification time, size, inode and change time.
_Stamp = tuple[int, int, int, int]


class WatchedPage:
    """A page and its file, used by one thread at a time.

    `page` is the last version read. `trouble` says in one line why the file cannot be read now, or is "". Raises
    KatatxError, as `path: problem`, if the file cannot be read at first.
    """

    def __init__(self, path: Path, read: Callable[[Path], Page] = read_document) -> None:
        self._path, self._read = path, read
        self._stamp = _stamp(path)
        self._failures = 0
        self.page = read(path)
        self.trouble = ""

    def look(self) -> bool:
        """Read the file again if it changed; return whether the page or `trouble` changed.

        A file that cannot be read is tried a second time before `trouble` is set: it may be half written.
        """
        stamp = _stamp(self._path)
        if stamp == self._stamp and self._failures != 1:
            return False
        self._stamp = stamp
        try:
            page = self._read(self._path)
        except KatatxError as error:
            self._failures += 1
            before = self.trouble
            self.trouble = problem_of(error) if self._failures > 1 else before
            return self.trouble != before
        self._failures = 0
        news = bool(self.trouble) or page.source != self.page.source
        self.page, self.trouble = page, ""
        return news

    def audited(self) -> AuditedPage:
        """Return the audit of the page as last read; takes seconds for a long one.

        Raises UnreadableError if the page is too much to audit.
        """
        from katatx.audit.auditing import audit_page  # imports all operations, so only after the page is shown

        try:
            return AuditedPage.of(audit_page(self.page))
        except (RecursionError, MemoryError) as error:
            raise UnreadableError(self.page.path, "too large to be audited; split it into smaller pages") from error


def problem_of(error: KatatxError) -> str:
    """Return an error's text without the path."""
    return error.problem if isinstance(error, UnreadableError) else str(error)


def _stamp(path: Path) -> _Stamp | None:
    """Return what identifies the file's present version; None if it cannot be read."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino, found.st_ctime_ns
