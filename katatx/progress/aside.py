"""Answers that the log could not take, kept in a file elsewhere until it can."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from katatx.notation.quoting import plain
from katatx.progress.errors import LogError
from katatx.progress.rows import Columns

Record = tuple[str, Columns]


class Aside:
    """A file of records, one JSON object a line, as `katatx import` reads them, beginning with a
    first one.

    `reason` is why they are not in the log. Raises LogError where no folder takes the file.
    """

    def __init__(self, reason: LogError, now: datetime, table: str, columns: Columns) -> None:
        self.reason = reason
        self.records: list[Record] = []
        self._places = _places(f"katatx-answers-{now:%Y%m%d-%H%M%S}-{os.getpid()}.jsonl")
        self.path = self._moved((table, columns))
        self.records.append((table, columns))

    @property
    def notice(self) -> str:
        """Return what the person must know, at once."""
        where = plain(str(self.path), keep="")
        return f"Not in the log: {self.reason}. Your answers are kept in {where} instead."

    def keep(self, table: str, columns: Columns) -> None:
        """Keep a row; it is on disk when this returns. Where the file takes no more, all of it moves to
        the next folder. Raises LogError where none is left.
        """
        try:
            _append(self.path, [(table, columns)])
        except OSError:
            before, self.path = self.path, self._moved((table, columns))
            with suppress(OSError):
                before.unlink()
        self.records.append((table, columns))

    def kept(self, table: str, same: dict[str, Any]) -> Iterator[Columns]:
        """The rows of a table that are the same in these columns."""
        for name, columns in self.records:
            if name == table and all(columns[key] == value for key, value in same.items()):
                yield columns

    def _moved(self, record: Record) -> Path:
        """The next file that takes all records and this one. A folder that failed is not tried again."""
        trouble = OSError("no folder is left to try")
        for path in self._places:
            try:
                _append(path, [*self.records, record], os.O_EXCL)
            except OSError as error:
                trouble = error
            else:
                return path
        raise LogError(f"{self.reason}; nor can a file be kept elsewhere: {trouble.strerror or trouble}") from trouble


def _places(name: str) -> Iterator[Path]:
    """The person's home, the folder they are in, the one for temporary files; each looked for only
    when it is needed, as even that may fail.
    """
    for folder in (Path.home, Path.cwd, tempfile.gettempdir):
        try:
            path = Path(folder()) / name
        except (OSError, RuntimeError):
            continue
        yield path


def _append(path: Path, records: list[Record], new: int = 0) -> None:
    """Put records at the end of a file, on disk. Where that fails, the file is as it was. Nobody else
    reads the answers: a file is ours from the first, with `new`, and no link is followed where a
    system can refuse to.
    """

    def own_file(name: str, flags: int) -> int:
        return os.open(name, flags | new | getattr(os, "O_NOFOLLOW", 0), 0o600)

    text = "".join(json.dumps({"table": table, **columns}) + "\n" for table, columns in records)
    left = text.encode("ascii")
    with open(path, "ab", buffering=0, opener=own_file) as file:
        before = file.seek(0, os.SEEK_END)
        try:
            while left:  # a disk that is nearly full takes a part
                left = left[file.write(left) :]
            os.fsync(file.fileno())
        except OSError:
            with suppress(OSError):
                file.truncate(before)
                if not before:
                    path.unlink()
            raise
