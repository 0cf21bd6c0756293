"""The text of a page's file."""

from __future__ import annotations

from pathlib import Path

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.notation.text_files import UnreadableFile, read_text_file

# A notebook holds its pictures.
LARGEST = 16 * 1024 * 1024


def read_source(path: Path) -> str:
    """Return the text of a file of at most 16 MB, its line ends as they are, without its byte order mark.

    Raise UnreadableError, as `path: problem`, if `read_text_file` cannot read it.
    """
    try:
        return read_text_file(path, LARGEST)
    except UnreadableFile as error:
        raise unreadable(path, str(error)) from error


class UnreadableError(KatatxError):
    """A file or folder that cannot be read: `path` names it, and `problem` says why."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{plain(path, 200, keep='')}: {problem}")
        self.path, self.problem = path, problem


def unreadable(path: Path, problem: str) -> UnreadableError:
    """Return (not raise) the error that names a file or folder and what is wrong with it."""
    return UnreadableError(str(path), problem)
