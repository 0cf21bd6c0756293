"""The text of a page's file."""

from __future__ import annotations

from pathlib import Path

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.notation.text_files import UnreadableFile, read_text_file

# A notebook holds its pictures.
LARGEST = 16 * 1024 * 1024


class UnreadableError(KatatxError):
    """A file or folder that cannot be read: `path` names it, and `problem` says why."""

    def __init__(self, path: Path | str, problem: str) -> None:
        super().__init__(f"{plain(str(path), 200, keep='')}: {problem}")
        self.path, self.problem = str(path), problem


def read_source(path: Path) -> str:
    """Return the text of a file of at most 16 MB, its line ends as they are, without its byte order mark.

    Raise UnreadableError, as `path: problem`, if `read_text_file` cannot read it.
    """
    try:
        return read_text_file(path, LARGEST)
    except UnreadableFile as error:
        raise UnreadableError(path, str(error)) from error
