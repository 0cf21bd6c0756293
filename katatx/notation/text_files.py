"""Text files from outside: bounded in size, in a Unicode encoding, and nothing that is waited on."""

from __future__ import annotations

import codecs
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from katatx.errors import reason_of
from katatx.notation.lexer import LONGEST

LARGEST = 10 * 1024 * 1024
# UTF-32's little-endian mark begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip


class UnreadableFile(Exception):
    """A file that is no text to be read.

    `problem` says why; `line` and `column` count from 1. The message includes them only if `place` was given, which
    `has_place` says; without it both are 1.
    """

    def __init__(self, problem: str, place: tuple[int, int] | None = None) -> None:
        super().__init__(problem if place is None else f"{problem} (line {place[0]}, column {place[1]})")
        self.problem, self.has_place = problem, place is not None
        self.line, self.column = place or (1, 1)


def read_text_file(path: Path, largest: int = LARGEST) -> str:
    """Return the text of a file of at most `largest` bytes, 10 MiB by default, without its byte order mark.

    Raise UnreadableFile if it is larger, no file, binary, in another encoding than UTF-8 (with a mark also UTF-16 and
    UTF-32), or cannot be read.
    """
    raw = _read(path, largest)
    mark, encoding = mark_and_encoding(raw)
    if encoding == "utf-8" and b"\0" in raw:
        raise UnreadableFile("binary, not text; name a text file")
    try:
        return raw[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        before = raw[len(mark) : len(mark) + error.start].decode(encoding, "replace")
        place = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise UnreadableFile(f"not {encoding[:6].rstrip('-').upper()} text; save the file as UTF-8", place) from error


def mark_and_encoding(raw: bytes) -> tuple[bytes, str]:
    """Return the byte order mark that a file's bytes begin with, and the encoding it stands for; UTF-8 without one."""
    return next(((mark, name) for mark, name in _MARKS if raw.startswith(mark)), (b"", "utf-8"))


def _read(path: Path, largest: int) -> bytes:
    """Return the bytes of a regular file with at most `largest` bytes."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise UnreadableFile("a folder, not a file; name a file in it")
        if not stat.S_ISREG(mode):  # a pipe would be waited on for ever
            raise UnreadableFile("a pipe or a device, not a file; save its content to a file and name that")
        with path.open("rb") as file:
            raw = file.read(largest + 1)
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:  # ValueError: a NUL in the name
        raise UnreadableFile("no such file; check its name") from error
    except OSError as error:
        raise UnreadableFile(f"cannot be read: {reason_of(error)}; make it readable, or name another") from error
    if len(raw) > largest:
        raise UnreadableFile(f"larger than {largest >> 20} MB; split it into smaller files")
    return raw


def bounded_lines(source: TextIO) -> Iterator[str]:
    """Yield the lines of an open text with their line ends; of one over 5,001 characters only the first 5,001.

    A parser that allows 5,000 characters thus sees that the line is too long, and memory is bounded by one line.
    """
    while line := source.readline(LONGEST + 1):
        yield line
        while line and not line.endswith("\n"):
            line = source.readline(LONGEST + 1)
