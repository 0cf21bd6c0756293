"""A separate file ("aside") for answers that cannot be written to the log at the moment.

A record is a table's name with the columns of one row.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from katatx.durable import sync_folder
from katatx.errors import reason_of
from katatx.notation.quoting import plain
from katatx.progress.database.rows import Columns
from katatx.progress.errors import LogError
from katatx.served import without_folders

Record = tuple[str, Columns]


class Aside:
    """A file of records in the format of `katatx import` (one JSON object per line).

    It is created at once, with a row `columns` of `table` as its first record. `reason` is why the log cannot take
    them, `now` gives the file its name, and `records` are those written so far. Raises LogError if the file cannot be
    written in any folder.
    """

    def __init__(self, reason: LogError, now: datetime, table: str, columns: Columns) -> None:
        self.reason = reason
        self.records: list[Record] = []
        self._paths = _candidate_paths(f"katatx-answers-{now:%Y%m%d-%H%M%S}-{os.getpid()}.jsonl")
        self.path = self._new_file_with((table, columns))
        self.records.append((table, columns))

    @property
    def notice(self) -> str:
        """Return the message for the learner: why the log cannot be written, and where the answers are."""
        where = plain(without_folders(str(self.path)), keep="")
        return f"Not in the log: {self.reason}. Your answers are kept in {where} instead."

    def keep(self, table: str, columns: Columns) -> None:
        """Add a row of `table` to the file, on disk before this returns.

        If that fails, all records move to a file in another folder, which changes `path`. Raises LogError if no folder
        is left.
        """
        try:
            _append(self.path, [(table, columns)])
        except OSError:
            before, self.path = self.path, self._new_file_with((table, columns))
            with suppress(OSError):
                before.unlink()
        self.records.append((table, columns))

    def kept(self, table: str, same: dict[str, Any]) -> Iterator[Columns]:
        """Yield the rows of a table written to the file so far whose columns have the values in `same`."""
        for name, columns in self.records:
            if name == table and all(columns[key] == value for key, value in same.items()):
                yield columns

    def _new_file_with(self, record: Record) -> Path:
        """Write all records and this one to a new file in the next folder that accepts it, and return its path.

        A folder that failed is not tried again. Raises LogError if none is left.
        """
        failure = OSError("no folder is left to try")
        for path in self._paths:
            try:
                _append(path, [*self.records, record], os.O_EXCL)
            except OSError as error:
                failure = error
            else:
                return path
        raise LogError(f"{self.reason}; no separate file can be written either: {reason_of(failure)}") from failure


def _candidate_paths(name: str) -> Iterator[Path]:
    """Yield the paths for a file called `name` in the home, the current and the temporary folder.

    A folder that cannot be determined is left out.
    """
    for folder in (Path.home, Path.cwd, tempfile.gettempdir):
        try:
            path = Path(folder()) / name
        except (OSError, RuntimeError):
            continue
        yield path


def _append(path: Path, records: list[Record], extra_flags: int = 0) -> None:
    """Append records to a file, created if missing, and sync it, and the name of a new one, to disk.

    On failure OSError is raised and the file is cut to its former length, or deleted if it was empty or new.

    A new file is readable by its owner only, and a symbolic link is not followed. Pass `os.O_EXCL` as `extra_flags` if
    the file must not exist yet.
    """

    def own_file(name: str, flags: int) -> int:
        """Open a file with these flags of `os.open`, for its owner only, following no symbolic link."""
        return os.open(name, flags | extra_flags | getattr(os, "O_NOFOLLOW", 0), 0o600)

    text = "".join(json.dumps({"table": table, **columns}) + "\n" for table, columns in records)
    data = text.encode("ascii")
    with open(path, "ab", buffering=0, opener=own_file) as file:
        before = file.seek(0, os.SEEK_END)
        try:
            while data:  # a nearly full disk accepts a part
                data = data[file.write(data) :]
            os.fsync(file.fileno())
            if not before:
                sync_folder(path.parent)
        except OSError:
            with suppress(OSError):
                file.truncate(before)
                if not before:
                    path.unlink()
            raise
