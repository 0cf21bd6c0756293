"""A page's text from its file."""

from __future__ import annotations

from pathlib import Path

from katatx.errors import KatatxError
from katatx.notation.quoting import quote

LARGEST = 10 * 1024 * 1024


def read_page(path: Path) -> str:
    """The text of a page. Raises KatatxError where it cannot be read, is no UTF-8 text, or is
    larger than 10 MB.
    """
    name = quote(str(path), 200)
    if path.exists() and not path.is_file():  # a pipe would be waited on for ever
        raise KatatxError(f"the page {name} is not a file")
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise KatatxError(f"the page {name} cannot be read: {error.strerror}") from error
    if len(raw) > LARGEST:
        raise KatatxError(f"the page {name} is larger than 10 MB")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise KatatxError(f"the page {name} is not UTF-8 text; see line {line}") from error
