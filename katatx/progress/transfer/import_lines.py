"""Read the lines of an imported log one at a time."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from katatx.errors import reason_of
from katatx.progress.errors import LogError
from katatx.progress.transfer.import_checks import NO_RECORD, checked_record

LONGEST_LINE = 1_000_000
# The limit for a pipe, which may never end; a million attempts take less than one gigabyte.
GIGABYTES_OF_A_PIPE = 4
EMPTY_LINES_OF_A_PIPE = 10_000


class Lines:
    """The lines of a source; iterating starts from the beginning unless it is a pipe.

    A line that is too long comes in pieces that are just above the limit. Iterating raises LogError, beginning with
    `where`, if the source is empty, not text or not readable.
    """

    def __init__(self, source: TextIO, where: str) -> None:
        self.source = source
        self.where = where

    def __iter__(self) -> Iterator[str]:
        """Yield the lines with their ends, as the class says."""
        try:
            if self.source.seekable():
                self.source.seek(0)
            line = self.source.readline(LONGEST_LINE + 1)
            if not line:
                raise LogError(
                    f"{self.where} is empty; katatx export log.json, where the answers are, writes a file to import"
                )
            while line:
                yield line
                line = self.source.readline(LONGEST_LINE + 1)
        except UnicodeDecodeError as error:
            raise LogError(f"{self.where} cannot be read: it is not UTF-8 text; save the file as UTF-8") from error
        except OSError as error:
            raise LogError(f"{self.where} cannot be read: {reason_of(error)}; name another file") from error


def numbered(lines: Iterable[str], name: str) -> Iterator[tuple[str, str]]:
    """Yield pairs of the location `name:number`, counted from 1, and the line."""
    return ((f"{name}:{at}", line) for at, line in enumerate(lines, start=1))


def records_of_line(line: str, where: str) -> list[Any]:
    """Return the records on a line: one object, or several of a JSON list; [] for an empty line or a bracket alone.

    Raises LogError, naming the location `where`, if the line is not JSON or too long.
    """
    if len(line) > LONGEST_LINE:
        raise LogError(f"{where}: a line is longer than {LONGEST_LINE:,} characters; export the log again")
    text = line.strip().removeprefix("[").removesuffix("]").strip().removesuffix(",")
    try:
        return list(json.loads(f"[{text}]"))
    except (ValueError, RecursionError) as error:
        raise LogError(f"{where}: {NO_RECORD}") from error


@contextmanager
def spooled(pipe: Lines, name: str) -> Iterator[Lines]:
    """Return a context with the lines of a pipe, checked and copied to a temporary file so that they can be read twice.

    `name` is that of the source, for messages. Raises LogError, naming the line, for invalid records or too much input,
    and if the pipe cannot be read or the temporary file not be written. It turns an OSError of its block into LogError
    too.
    """
    try:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as whole:
            whole.writelines(_sound_lines(pipe, name))
            whole.flush()
            yield Lines(whole, pipe.where)
    except OSError as error:
        raise LogError(
            f"{pipe.where} cannot be kept in a temporary file: {reason_of(error)}; save it to a file and import that"
        ) from error


def _sound_lines(pipe: Lines, name: str) -> Iterator[str]:
    """Yield the lines of a pipe, each after its records were checked.

    `name` is that of the source. Raises LogError, naming the line, for invalid records or too much input.
    """
    size = empty = 0
    for where, line in numbered(pipe, name):
        records = records_of_line(line, where)
        for record in records:
            checked_record(record, where)
        size += len(line.encode())
        empty += not records
        if size > GIGABYTES_OF_A_PIPE * 10**9:
            raise LogError(f"{where}: more than {GIGABYTES_OF_A_PIPE} GB of input; save it to a file and import that")
        if empty > EMPTY_LINES_OF_A_PIPE:
            raise LogError(
                f"{where}: {empty:,} lines without a record of a katatx log; name a file that katatx export wrote"
            )
        yield line
