"""The text of a file, whatever its Unicode encoding; nothing is waited on."""

from __future__ import annotations

import codecs
import stat
from pathlib import Path

from katatx.errors import KatatxError
from katatx.notation.quoting import plain

LARGEST = 64 * 1024 * 1024

# UTF-32's little-endian mark begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def read_source(path: Path) -> str:
    """The text of a file of at most 64 MB, without its byte order mark, its line ends as they are.

    Raises KatatxError, as `path: problem`, where it is larger, no file, binary, in another encoding than UTF-8 (with
    a mark also UTF-16 and UTF-32), or cannot be read.
    """
    raw = _read(path)
    mark, encoding = next(((mark, name) for mark, name in _MARKS if raw.startswith(mark)), (b"", "utf-8"))
    try:
        text = raw[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        if encoding == "utf-8" and b"\0" in raw[: 1 << 16]:
            raise unreadable(path, "binary, not text") from error
        before = raw[len(mark) : len(mark) + error.start].decode(encoding, "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        name = encoding[:6].rstrip("-").upper()
        raise unreadable(path, f"not {name} text (line {line}, column {column})") from error
    if "\0" in text:
        raise unreadable(path, "binary, not text")
    return text


class UnreadableError(KatatxError):
    """What is wrong with a file or folder: `path` names it, `problem` says it."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{plain(path, 200, keep='')}: {problem}")
        self.path, self.problem = path, problem


def unreadable(path: Path, problem: str) -> UnreadableError:
    """The error that names a file and what is wrong with it."""
    return UnreadableError(str(path), problem)


def _read(path: Path) -> bytes:
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise unreadable(path, "a folder, not a file")
        if not stat.S_ISREG(mode):  # a pipe would be waited on for ever
            raise unreadable(path, "not a file")
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise unreadable(path, "no such file") from error
    except ValueError as error:  # a NUL in the name
        raise unreadable(path, "no such file") from error
    except OSError as error:
        raise unreadable(path, f"cannot be read: {error.strerror}") from error
    if len(raw) > LARGEST:
        raise unreadable(path, "larger than 64 MB")
    return raw
