"""Examine a log file that may be damaged, and write its sound events to a new log."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from katatx.durable import sync_folder
from katatx.progress.errors import LogError
from katatx.progress.events import Event, checked, row_of
from katatx.progress.log import ADD
from katatx.progress.stores import SqliteStore

# A damaged page hides a few dozen rows; after so many in succession the rest is given up.
_MOST_HIDDEN = 10_000
_COLUMNS = "number, learner, uid, at, kind, run, place, data"


def examine_log(path: Path, repaired: Path | None) -> tuple[int, list[str]]:
    """Return how many rows of the log at `path` can be read, and what is wrong with it and with the others.

    The sound rows are written to a new log at `repaired`, unless it is None.
    """
    with closing(sqlite3.connect(path, timeout=60)) as log:
        faults = _damage(log)
        sound = _sound(log, faults)
        return (sum(1 for _ in sound) if repaired is None else _write_log(repaired, sound)), faults


def _damage(log: sqlite3.Connection) -> list[str]:
    """Return what SQLite's own check finds; nothing if the file is sound."""
    try:
        found = [str(line) for (line,) in log.execute("PRAGMA integrity_check")]
    except sqlite3.DatabaseError as error:
        found = [str(error)]
    return [] if found == ["ok"] else [f"SQLite: {line}" for text in found for line in text.splitlines()]


def _sound(log: sqlite3.Connection, faults: list[str]) -> Iterator[tuple[str, Event]]:
    """Yield the rows that can be read, and add to `faults` what is wrong with the others."""
    for row in _rows_of(log):
        if isinstance(row, str):
            faults.append(row)
        else:
            yield row


def _rows_of(log: sqlite3.Connection) -> Iterator[tuple[str, Event] | str]:
    """Yield the learner and the event of each row, in the order of recording; for one that is not sound, its fault."""
    at = hidden = 0
    while hidden < _MOST_HIDDEN:
        try:
            for row in log.execute(f"SELECT {_COLUMNS} FROM events WHERE number > ? ORDER BY number", (at,)):
                at, hidden = row[0], 0
                yield _checked(*row)
            return
        except (sqlite3.Error, UnicodeError) as error:
            at, hidden = at + 1, hidden + 1
            yield f"row {at}: {error}"
            if not _has_rows_after(log, at):
                return


def _write_log(path: Path, rows: Iterable[tuple[str, Event]]) -> int:
    """Write events of learners to a new log at `path`, on disk when this returns, and return their number."""
    count = 0
    with TemporaryDirectory(prefix=".katatx-", dir=path.parent) as folder:
        store = SqliteStore(Path(folder))
        with store.writing():
            for learner, event in rows:
                count += 1
                store.execute(ADD, (learner, *row_of(event)))
        store.close()
        store.path.replace(path)
        sync_folder(path.parent)
    return count


def _checked(
    number: int, learner: str, uid: str, at: int, kind: str, run: str, place: str, text: str
) -> tuple[str, Event] | str:
    """Return the learner and the event of a row, or what is wrong with it."""
    try:
        event = checked(text, f"row {number}")
        if row_of(event)[:5] == (uid, at, kind, run, place) and isinstance(learner, str):
            return learner, event
    except LogError as error:
        return str(error).partition("; ")[0]
    return f"row {number}: its time, place or learner is damaged"


def _has_rows_after(log: sqlite3.Connection, row: int) -> bool:
    """Return whether there are rows after one with this number; False if that cannot be read."""
    try:
        return bool((log.execute("SELECT max(number) FROM events").fetchone()[0] or 0) > row)
    except sqlite3.Error:
        return False
