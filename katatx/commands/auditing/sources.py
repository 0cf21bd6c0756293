"""The input of `katatx audit`: files, folders and stdin."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from katatx.audit.auditing import audit_page
from katatx.audit.findings import NotAudited, PageAudit
from katatx.errors import KatatxError
from katatx.pages.documents.finding import find_documents
from katatx.pages.documents.reading import read_document
from katatx.pages.documents.sources import LARGEST, UnreadableError

STDIN = "-"
_STDIN_NAME = "stdin"
_TOO_LONG = "too long to be audited from line {} on; split it into smaller pages"


class Source(NamedTuple):
    """A file to read and the name to report it by."""

    path: Path
    name: str


class Audited(NamedTuple):
    """The audit of a page, without the page's lines, or why it could not be audited; both if it is too long."""

    audit: PageAudit | None = None
    problem: NotAudited | None = None


class Given(NamedTuple):
    """The files (`-` is stdin) and folders on the command line, and the name by which stdin is reported."""

    names: Sequence[str]
    stdin_name: str | None = None

    @property
    def is_one_page(self) -> bool:
        """Return whether exactly one file, and no folder, was given."""
        return len(self.names) == 1 and not _is_folder(self.names[0])

    @property
    def root(self) -> str:
        """Return the absolute path of the innermost folder with all given files and folders, links not resolved.

        It is "" if only stdin is given. Raises KatatxError if they are on different drives.
        """
        named = [os.path.abspath(name) for name in self.names if name != STDIN]  # noqa: PTH100 - do not resolve links
        folders = [name if _is_folder(name) else os.path.dirname(name) for name in named]  # noqa: PTH120
        try:
            return os.path.commonpath(folders or [""])
        except ValueError as error:  # several drives
            raise KatatxError(
                "--fix needs one folder that contains all pages, and these are on several drives; audit each drive "
                "alone"
            ) from error


@contextmanager
def sources(given: Given, problem: Callable[[NotAudited], None]) -> Iterator[list[Source]]:
    """Return a context with the list of pages to read, in the given order; stdin is a temporary file until its end.

    `problem` is called for each name or file that cannot be read, and for a folder without pages unless it is the only
    name. Raises KatatxError if stdin is given twice, named without being given, or closed.
    """
    asked = given.names.count(STDIN)
    if asked > 1:
        raise KatatxError(f'"-", the text that is piped in, is given {asked} times; write it once')
    if given.stdin_name is not None and not asked:
        raise KatatxError("--stdin-name names a page that is piped in, and none is; write - among the pages too")
    if not asked:
        yield list(_found(given, None, problem))
        return
    with TemporaryDirectory(prefix="katatx-") as folder:
        yield list(_found(given, _stdin(given.stdin_name or _STDIN_NAME, Path(folder)), problem))


def _found(given: Given, stdin: Source | None, problem: Callable[[NotAudited], None]) -> Iterator[Source]:
    """Yield a source for each file of the given names, once under the first of its names; `a.md ./a.md .` is one page.

    `stdin` is the source for the name `-`; if None, `-` is a file. `problem` is called for each name or file that
    cannot be read, and for a folder without pages unless it is the only name.
    """
    met: set[str] = set()
    for name in given.names:
        if name == STDIN and stdin is not None:
            yield stdin
            continue
        if not name:  # Path("") is the current folder
            problem(NotAudited('""', "an empty name is not a file; write the name of a page"))
            continue
        found = False
        try:
            for path in find_documents([Path(name)], lambda error: problem(NotAudited(error.path, error.problem))):
                found = True
                whole = os.path.abspath(path)  # noqa: PTH100 - links count as files of their own
                if whole not in met:
                    met.add(whole)
                    yield Source(path, str(path))
        except UnreadableError as error:
            problem(NotAudited(error.path, error.problem))
            found = True
        if not found and len(given.names) > 1:
            problem(NotAudited(name, "it contains no page; name a folder with files such as .md"))


def _stdin(name: str, folder: Path) -> Source:
    """Return the source called `name` for stdin, which is copied to a file in `folder`. Raises KatatxError without
    stdin.
    """
    if sys.stdin is None:
        raise KatatxError('no page is piped in for "-"; name a file, or write katatx audit - < FILE')
    suffix = Path(name).suffix
    path = folder / f"stdin{suffix if suffix[1:].isalnum() else ''}"
    path.write_bytes(sys.stdin.buffer.read(LARGEST + 1))
    return Source(path, name)


def audited(source: Source) -> Audited:
    """Read and audit one page; return the audit, the problem if that is impossible, or both if it is too long."""
    try:
        page = read_document(source.path)
        audit = audit_page(page)
    except UnreadableError as error:
        return Audited(problem=NotAudited(source.name, error.problem))
    except (RecursionError, MemoryError):
        return Audited(problem=NotAudited(source.name, "too large to be audited; split it into smaller pages"))
    problem = NotAudited(source.name, _TOO_LONG.format(page.stopped)) if page.stopped else None
    return Audited(audit._replace(page=page.without_lines(source.name)), problem)


def _is_folder(name: str) -> bool:
    """Return whether a name is that of a folder."""
    try:
        return name != STDIN and Path(name).is_dir()
    except (OSError, ValueError):
        return False
