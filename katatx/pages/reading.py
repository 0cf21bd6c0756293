"""Read the text of a page of drills from its file; `documents` reads pages that are audited."""

from __future__ import annotations

from pathlib import Path

from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.notation.text_files import UnreadableFile, read_text_file


def read_page(path: Path) -> str:
    """Return the text of a page, as it stands in its file, without a byte order mark.

    Raise KatatxError, as `file: problem`, if it cannot be read, is no Unicode text, or is larger than 10 MB.
    """
    try:
        return read_text_file(path)
    except UnreadableFile as error:
        raise KatatxError(f"{plain(str(path), 200, keep='')}: {error}") from error
