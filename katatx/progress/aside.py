"""A file for answers that cannot be written to the log at the moment."""

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
from katatx.progress.database.rows import Columns
from katatx.progress.errors import LogError

Record = tuple[str, Columns]


class Aside:
    """A file of records in the format of `katatx import` (one JSON object per line), begun with a first record.

    `reason` is why the log cannot take them. Raises LogError if the file cannot be written in any folder.
    """

    def __init__(self, reason: LogError, now: datetime, table: str, columns: Columns) -> None:
        self.reason = reason
        self.records: list[Record] = []
        self._places = _places(f"katatx-answers-{now:%Y%m%d-%H%M%S}-{os.getpid()}.jsonl")
        self.path = self._moved((table, columns))
        self.records.append((table, columns))

    @property
    def notice(self) -> str:
        """Return the message for the learner."""
        where = plain(str(self.path), keep="")
        return f"Not in the log: {self.reason}. Your answers are kept in {where} instead."

    def keep(self, table: str, columns: Columns) -> None:
        """Write a row to the file, on disk before this returns; moves all rows to another folder if needed.

        Raises LogError if no folder is left.
        """
        try:
            _append(self.path, [(table, columns)])
        except OSError:
            before, self.path = self.path, self._moved((table, columns))
            with suppress(OSError):
                before.unlink()
        self.records.append((table, columns))

    def kept(self, table: str, same: dict[str, Any]) -> Iterator[Columns]:
        """Yield the rows of a table that have these values in these columns."""
        for name, columns in self.records:
            if name == table and all(columns[key] == value for key, value in same.items()):
                yield columns

    def _moved(self, record: Record) -> Path:
        """Write all records and this one to a file in the next folder and return its path.

        A folder that failed is not tried again. Raises LogError if none is left.
        """
        trouble = OSError("no folder is left to try")
        for path in self._places:
            try:
                _append(path, [*self.records, record], os.O_EXCL)
            except OSError as error:
                trouble = error
            else:
                return path
        raise LogError(
            f"{self.reason}; no separate file can be written either: {trouble.strerror or trouble}"
        ) from trouble


def _places(name: str) -> Iterator[Path]:
    """Yield paths in the home folder, the current folder and the temporary folder; each is looked up on demand."""
    for folder in (Path.home, Path.cwd, tempfile.gettempdir):
        try:
            path = Path(folder()) / name
        except (OSError, RuntimeError):
            continue
        yield path


def _append(path: Path, records: list[Record], new: int = 0) -> None:
    """Append records to a file and sync it to disk; on failure the file is restored.

    The file is readable by its owner only and no symbolic link is followed. Pass `os.O_EXCL` as `new` to create it.
    """

    def own_file(name: str, flags: int) -> int:
        """Open a file for its owner only, following no symbolic link."""
        return os.open(name, flags | new | getattr(os, "O_NOFOLLOW", 0), 0o600)

    text = "".join(json.dumps({"table": table, **columns}) + "\n" for table, columns in records)
    left = text.encode("ascii")
    with open(path, "ab", buffering=0, opener=own_file) as file:
        before = file.seek(0, os.SEEK_END)
        try:
            while left:  # a nearly full disk accepts a part
                left = left[file.write(left) :]
            os.fsync(file.fileno())
        except OSError:
            with suppress(OSError):
                file.truncate(before)
                if not before:
                    path.unlink()
            raise
