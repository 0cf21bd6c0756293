"""Read a page's text from its file."""

from __future__ import annotations

from pathlib import Path

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.notation.text_files import UnreadableFile, read_text_file


def read_page(path: Path) -> str:
    """Return the text of a page.

    Raises KatatxError, as `file:line:column: problem`, if it cannot be read, is not UTF-8 text, or is larger than 10
    MB.
    """
    try:
        return read_text_file(path)
    except UnreadableFile as error:
        where = f"{plain(str(path), 200, keep='')}:{error.line}:{error.column}"
        raise KatatxError(f"{where}: {error.problem}") from error
