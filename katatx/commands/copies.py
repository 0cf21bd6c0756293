"""The corrected copies of `katatx audit --fix`, always new files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from katatx.audit.findings import PageAudit
from katatx.audit.fixing import fix
from katatx.durable import telling
from katatx.errors import KatatxError
from katatx.notation.quoting import quote
from katatx.notation.text_files import mark_and_encoding
from katatx.show.text import counted

if TYPE_CHECKING:
    from katatx.commands.audit import Source


class Copies:
    """Writes a copy of each of `pages`: a single one to `target`, several into the folder `target`, with their names
    relative to the folder that all share. A single one is copied into it too if it is a folder or ends in a slash.

    Raises KatatxError if a copy exists, or if there is a file where a folder is needed, or no folder.
    """

    def __init__(self, target: str, is_one_page: bool, pages: Sequence[Source]) -> None:
        self._target = target
        self._written = self._corrected = self._left = 0
        path = Path(target)
        with telling(path):
            if is_one_page and not path.is_dir() and not target.endswith(("/", os.sep)):
                path.parent.stat()
                self._targets = dict.fromkeys(pages, path)
            elif os.path.lexists(path) and not path.is_dir():
                raise KatatxError(f"{_named(path)} is a file, and several pages need a folder for their copies")
            else:
                self._targets = {page: path / name for page, name in _names(pages)}
            there = [each for each in self._targets.values() if os.path.lexists(each)]
        if there:
            more = f" and {len(there) - 1} more exist" if len(there) > 1 else " exists"
            raise KatatxError(f"{_named(there[0])}{more} already; name another, as --fix writes new files only")

    def write(self, page: Source, audit: PageAudit) -> None:
        """Correct a page that was audited and write its copy, in the page's encoding, making folders as needed. Raises
        KatatxError if it cannot be written.
        """
        target = self._targets[page]
        with telling(target):
            fixed = fix(audit)
            with page.path.open("rb") as file:
                mark, encoding = mark_and_encoding(file.read(4))
            target.parent.mkdir(parents=True, exist_ok=True)
            _write_new(target, mark + fixed.source.encode(encoding))
        self._written += 1
        self._corrected += fixed.corrected
        self._left += fixed.left

    @property
    def report(self) -> str:
        """Return one line on what was corrected, what is left, and which pages have no copy."""
        missing = len(self._targets) - self._written
        parts = [f"{counted(self._corrected, 'number')} corrected"] * bool(self._written)
        parts += [f"{counted(self._left, 'wrong result')} left to correct by hand"] * bool(self._left)
        parts += [f"{counted(missing, 'page')} without a copy"] * bool(missing)
        return f"{quote(self._target, 200)}: {'; '.join(parts) or 'nothing was written'}"


def _names(pages: Sequence[Source]) -> Iterator[tuple[Source, str]]:
    """Yield the name of each page's copy: the page's path relative to the folder that all pages share."""
    # Links are not resolved. Stdin has no folder.
    paths = {page: os.path.abspath(page.path) for page in pages if page.name == str(page.path)}  # noqa: PTH100
    try:
        root = os.path.commonpath([os.path.dirname(path) for path in paths.values()]) if paths else ""  # noqa: PTH120
    except ValueError as error:
        raise KatatxError("--fix needs one folder for all pages, and these are on several drives") from error
    for page in pages:
        yield page, os.path.relpath(paths[page], root) if page in paths else page.name


def _write_new(target: Path, raw: bytes) -> None:
    """Write a new file completely or not at all. Raises OSError if it cannot be written, or if the file exists."""
    file = target.open("xb")
    try:
        with file:
            file.write(raw)
    except BaseException:
        target.unlink()
        raise


def _named(path: Path) -> str:
    return quote(str(path), 200)
