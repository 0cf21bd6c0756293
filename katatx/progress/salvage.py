"""Read the events of a log file that may be damaged, and write the sound ones to a new log."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
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


def rows_of(log: sqlite3.Connection) -> Iterator[tuple[str, Event] | str]:
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


def write_log(path: Path, rows: Iterable[tuple[str, Event]]) -> int:
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
