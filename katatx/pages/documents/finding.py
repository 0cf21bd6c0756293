"""Find pages in files and folders, and read their text."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from katatx.errors import KatatxError, reason_of
from katatx.notation.quoting import plain
from katatx.notation.text_files import UnreadableFile, read_text_file

# In folders only files named like these are read; a file given by name is always read.
_PAGE = re.compile(r"\.(?:txt|text|md|markdown|x?html|htm|ipynb|rst|org|tex|ltx)$", re.IGNORECASE)
_NOT_PAGES = frozenset({"node_modules", "__pycache__", "venv", "site-packages"})
# A notebook holds its pictures.
LARGEST = 16 * 1024 * 1024


class UnreadableError(KatatxError):
    """A file or folder that cannot be read: `path` names it, and `problem` says why."""

    def __init__(self, path: Path | str, problem: str) -> None:
        super().__init__(f"{plain(str(path), 200, keep='')}: {problem}")
        self.path, self.problem = str(path), problem


def read_source(path: Path) -> str:
    """Return the text of a file of at most 16 MB, as `read_text_file` reads it, or raise UnreadableError."""
    try:
        return read_text_file(path, LARGEST)
    except UnreadableFile as error:
        raise UnreadableError(path, str(error)) from error


def find_documents(paths: Iterable[Path], problem: Callable[[UnreadableError], None] | None = None) -> Iterator[Path]:
    """Yield all pages in order: files as given, and the pages below each folder, its own before those of its folders.

    Hidden folders, those of tools, and folders already visited are skipped. Raise UnreadableError, while iterating, for
    a missing path or an unreadable folder; errors below a folder are passed to `problem` instead, if given.
    """
    entered: set[str] = set()
    for path in paths:
        try:
            is_folder = stat.S_ISDIR(path.stat().st_mode)
        except PermissionError as error:
            raise _closed(path, error) from error
        except (OSError, ValueError) as error:
            raise UnreadableError(path, "no such file or folder; check its name") from error
        if is_folder:
            yield from _below(path, entered, problem)
        else:
            yield path


def _below(folder: Path, entered: set[str], problem: Callable[[UnreadableError], None] | None) -> Iterator[Path]:
    """Yield the pages in a folder and its subfolders; `entered` has the real paths of those visited."""

    def failed(error: OSError) -> None:
        told = _closed(error.filename, error)
        if problem is None or Path(error.filename) == folder:
            raise told from error
        problem(told)

    for where, folders, files in os.walk(folder, onerror=failed, followlinks=True):
        is_new = os.path.realpath(where) not in entered
        entered.add(os.path.realpath(where))
        folders[:] = sorted(name for name in folders if is_new and name[0] != "." and name not in _NOT_PAGES)
        for name in sorted(files):
            if is_new and _PAGE.search(name):
                yield Path(where, name)


def _closed(path: Path | str, error: OSError) -> UnreadableError:
    return UnreadableError(path, f"cannot be read: {reason_of(error)}; make it readable, or leave it out")
