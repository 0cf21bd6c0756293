"""Find pages in files and folders."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from katatx.errors import reason_of
from katatx.pages.documents.sources import UnreadableError, unreadable

# In folders only files with these suffixes are read; a file given by name is always read.
PAGE_SUFFIXES = frozenset({
    ".txt", ".text", ".md", ".markdown", ".html", ".htm", ".xhtml", ".ipynb", ".rst", ".org", ".tex", ".ltx"
})  # fmt: skip
_NOT_PAGES = frozenset({"node_modules", "__pycache__", "venv", "site-packages"})


def find_documents(paths: Iterable[Path], problem: Callable[[UnreadableError], None] | None = None) -> Iterator[Path]:
    """Yield all pages in order: files as given, and the pages below each folder, sorted by name.

    In folders, only files with `PAGE_SUFFIXES` count; hidden folders, those of tools, and folders already visited
    are skipped. Raise UnreadableError, while iterating, for a missing path or an unreadable folder.
    Errors below a folder are passed to `problem` instead, if given, and reading goes on.
    """
    entered: set[tuple[int, int]] = set()
    for path in paths:
        try:
            exists, is_folder = os.path.lexists(path), path.is_dir()
        except PermissionError as error:
            raise unreadable(path, f"cannot be read: {reason_of(error)}; make it readable, or leave it out") from error
        except (OSError, ValueError) as error:
            raise unreadable(path, "no such file or folder; check its name") from error
        if not exists:
            raise unreadable(path, "no such file or folder; check its name")
        if is_folder:
            yield from _below(path, entered, problem)
        else:
            yield path


def _below(
    folder: Path, entered: set[tuple[int, int]], problem: Callable[[UnreadableError], None] | None
) -> Iterator[Path]:
    """Yield the pages in a folder and its subfolders, depth first without recursion; errors as in `find_documents`.

    `entered` holds the folders that were visited, by device and inode; they are skipped, and new ones are added.
    """
    waiting: list[Iterator[os.DirEntry[str]]] = [_entries(folder, entered)]
    while waiting:
        try:
            entry = next(waiting[-1], None)
        except UnreadableError as error:
            if problem is None or len(waiting) == 1:
                raise
            problem(error)
            entry = None
        if entry is None:
            waiting.pop()
        elif _is_folder(entry):
            if not entry.name.startswith(".") and entry.name not in _NOT_PAGES:
                waiting.append(_entries(Path(entry.path), entered))
        elif os.path.splitext(entry.name)[1].lower() in PAGE_SUFFIXES:  # noqa: PTH122 - 10,000 Paths take their time
            yield Path(entry.path)


def _entries(folder: Path, entered: set[tuple[int, int]]) -> Iterator[os.DirEntry[str]]:
    """Yield the entries of a folder by name; nothing if it was visited before, as through a link.

    `entered` holds the visited folders, and gets this one. Raise UnreadableError if the folder cannot be read.
    """
    try:
        status = folder.stat()
        if (status.st_dev, status.st_ino) in entered:
            return
        entered.add((status.st_dev, status.st_ino))
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        raise unreadable(folder, f"cannot be read: {reason_of(error)}; make it readable, or leave it out") from error
    yield from entries


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a folder, or a link to one; False if the system does not say."""
    try:
        return entry.is_dir()
    except OSError:
        return False
