"""The lines of a log from outside, gone through without ever holding more than one of them."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from katatx.progress.errors import LogError
from katatx.progress.import_checks import checked_record

LONGEST_LINE = 1_000_000
# Of a pipe, which may never end; a file may be larger. A million attempts are less than one of them.
GIGABYTES_OF_A_PIPE = 4
EMPTY_LINES_OF_A_PIPE = 10_000


class Lines:
    """The lines of a source, from its beginning each time they are gone through, unless it is a pipe;
    of one that is too long only so much that it shows.

    Going through them raises LogError, beginning with `where`, for a source that is empty, no
    text or cannot be read.
    """

    def __init__(self, source: TextIO, where: str) -> None:
        self.source = source
        self.where = where

    def __iter__(self) -> Iterator[str]:
        try:
            if self.source.seekable():
                self.source.seek(0)
            line = self.source.readline(LONGEST_LINE + 1)
            if not line:
                raise LogError(f"{self.where} is empty; a log is written by katatx export log.json")
            while line:
                yield line
                line = self.source.readline(LONGEST_LINE + 1)
        except UnicodeDecodeError as error:
            raise LogError(f"{self.where} cannot be read: it is not UTF-8 text") from error
        except OSError as error:
            raise LogError(f"{self.where} cannot be read: {error.strerror or error}") from error


def numbered(lines: Iterable[str], name: str) -> Iterator[tuple[str, str]]:
    """Every line, and where it stands."""
    return ((f"{name}:{at}", line) for at, line in enumerate(lines, start=1))


def records_of_line(line: str, where: str) -> list[Any]:
    """The records of a line: one, as they are written, or a whole list that somebody put on it.

    Raises LogError, naming `where` it stands, for what is no JSON or too long.
    """
    if len(line) > LONGEST_LINE:
        raise LogError(f"{where}: a line is longer than {LONGEST_LINE:,} characters")
    text = line.strip().removeprefix("[").removesuffix("]").strip().removesuffix(",")
    try:
        return list(json.loads(f"[{text}]"))
    except (ValueError, RecursionError) as error:
        raise LogError(f"{where}: it is no record of a katatx log, one JSON object a line") from error


@contextmanager
def spooled(pipe: Lines, name: str) -> Iterator[Lines]:
    """The lines of a pipe, in a file that is gone at the end: they come when they like, and only once.

    Raises LogError, naming the line, for what is no record of a log, and where it is too much.
    """
    try:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as whole:
            whole.writelines(_sound_lines(pipe, name))
            whole.flush()
            yield Lines(whole, pipe.where)
    except OSError as error:
        raise LogError(f"{pipe.where} cannot be kept in a temporary file: {error.strerror or error}") from error


def _sound_lines(pipe: Lines, name: str) -> Iterator[str]:
    """The lines as they come, each of them checked before it is kept: they may never end."""
    size = empty = 0
    for where, line in numbered(pipe, name):
        records = records_of_line(line, where)
        for record in records:
            checked_record(record, where)
        size += len(line.encode())
        empty += not records
        if size > GIGABYTES_OF_A_PIPE * 10**9:
            raise LogError(f"{where}: more than {GIGABYTES_OF_A_PIPE} GB came; put them into a file and import that")
        if empty > EMPTY_LINES_OF_A_PIPE:
            raise LogError(f"{where}: {empty:,} lines hold no record of a katatx log")
        yield line
