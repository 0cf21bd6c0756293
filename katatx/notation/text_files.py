"""Text files from outside: bounded in size, UTF-8, and nothing that is waited on."""

from __future__ import annotations

from pathlib import Path

LARGEST = 10 * 1024 * 1024


class UnreadableFile(Exception):
    """A file that is no text to be read: the problem, and the line and column of it, from 1."""

    def __init__(self, problem: str, line: int = 1, column: int = 1) -> None:
        super().__init__(problem)
        self.problem, self.line, self.column = problem, line, column


def read_text_file(path: Path) -> str:
    """The text of a file of at most 10 MB, without its byte order mark.

    Raises UnreadableFile where it is larger, no file, no UTF-8 text, or cannot be read.
    """
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited on for ever
            raise UnreadableFile("not a file")
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise UnreadableFile(f"cannot be read: {error.strerror}") from error
    if len(raw) > LARGEST:
        raise UnreadableFile("larger than 10 MB")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        raise UnreadableFile("not UTF-8 text", line, column) from error
