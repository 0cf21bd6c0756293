"""Examine a log file that may be damaged, and write its sound events to a new log."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from katatx.durable import sync_folder
from katatx.progress.errors import LogError
from katatx.progress.events import Event, checked, row_of
from katatx.progress.stores import COLUMNS, SqliteStore

# A damaged page hides a few dozen rows; after so many in succession the rest is given up.
_MOST_HIDDEN = 10_000
_ROWS = f"SELECT number, {COLUMNS} FROM events WHERE number > ? ORDER BY number"


def examine_log(path: Path, repaired: Path | None) -> tuple[int, list[str]]:
    """Return how many rows of the log at `path` can be read, and what is wrong with it and with the others.

    The sound rows are written to a new log at `repaired`, unless it is None.
    """
    with closing(sqlite3.connect(path, timeout=60)) as log:
        faults = _damage(log)
        sound = _sound(log, faults)
        return (sum(1 for _ in sound) if repaired is None else _write_log(repaired, sound)), faults


def _damage(log: sqlite3.Connection) -> list[str]:
    try:
        found = [str(line) for (line,) in log.execute("PRAGMA integrity_check")]
    except sqlite3.DatabaseError as error:
        found = [str(error)]
    return [] if found == ["ok"] else [f"SQLite: {line}" for text in found for line in text.splitlines()]


def _sound(log: sqlite3.Connection, faults: list[str]) -> Iterator[tuple[str, Event]]:
    """Yield the learner and the event of each sound row, in the order of recording, and add the faults of others."""
    at = hidden = 0
    while hidden < _MOST_HIDDEN and (not hidden or _has_rows_after(log, at)):
        try:
            for row in log.execute(_ROWS, (at,)):
                at, hidden = row[0], 0
                try:
                    yield _checked(*row)
                except LogError as error:
                    faults.append(str(error).partition("; ")[0])
            return
        except (sqlite3.Error, UnicodeError) as error:
            at, hidden = at + 1, hidden + 1
            faults.append(f"row {at}: {error}")


def _checked(number: int, learner: str, *row: Any) -> tuple[str, Event]:
    event = checked(row[-1], f"row {number}")
    if row_of(event)[:-1] != row[:-1] or not isinstance(learner, str):
        raise LogError(f"row {number}: its time, place or learner is damaged")
    return learner, event


def _has_rows_after(log: sqlite3.Connection, row: int) -> bool:
    """Return whether there are rows after one with this number; False if that cannot be read."""
    try:
        return bool((log.execute("SELECT max(number) FROM events").fetchone()[0] or 0) > row)
    except sqlite3.Error:
        return False


def _write_log(path: Path, rows: Iterable[tuple[str, Event]]) -> int:
    """Write events of learners to a new log at `path`, on disk when this returns, and return their number."""
    with TemporaryDirectory(prefix=".katatx-", dir=path.parent) as folder:
        store = SqliteStore(Path(folder))
        with store.writing():
            count = sum(store.insert(row_of(event), learner) for learner, event in rows)
        store.close()
        store.path.replace(path)
        sync_folder(path.parent)
    return count
