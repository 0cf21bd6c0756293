"""Read the rows of a log file that may be damaged, and write the sound ones to a new log."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from katatx.durable import sync_folder
from katatx.progress.database.orm import peewee
from katatx.progress.database.rows import Columns
from katatx.progress.database.stores import SqliteStore
from katatx.progress.errors import LogError
from katatx.progress.transfer.import_checks import TABLES, checked_record, columns_of

# A damaged page hides a few dozen rows; after so many in succession the rest of the table is given up.
_MOST_HIDDEN = 10_000
_AT_ONCE = 500


class Row(NamedTuple):
    """A row of a table: its columns, the learner's name among them, or the `fault` for which it cannot be read."""

    table: str
    columns: Columns
    fault: str = ""


def rows_of(log: sqlite3.Connection) -> Iterator[Row]:
    """Yield the rows of all tables of the log, in the order of recording; with a fault those that cannot be read."""
    log.row_factory = sqlite3.Row
    for table in TABLES:
        at = hidden = 0
        while hidden < _MOST_HIDDEN:
            try:
                for row in log.execute(f"SELECT rowid AS row, * FROM {table} WHERE rowid > ? ORDER BY rowid", (at,)):
                    at, hidden = row["row"], 0
                    yield _checked(table, dict(row))
                break
            except (sqlite3.Error, UnicodeError) as error:
                at, hidden = at + 1, hidden + 1
                yield Row(table, {}, f"{table}, row {at}: {error}")
                if not _has_rows_after(log, table, at):
                    break


def _has_rows_after(log: sqlite3.Connection, table: str, row: int) -> bool:
    """Return whether a table has rows after one with this number; False if that cannot be read."""
    try:
        return bool((log.execute(f"SELECT max(rowid) FROM {table}").fetchone()[0] or 0) > row)
    except sqlite3.Error:
        return False


def _checked(table: str, row: Columns) -> Row:
    """Return a row with its columns checked as on import, or with the fault of the first that is not valid."""
    where = f"{table}, row {row['row']}"
    try:
        _, columns = checked_record({"table": table, **{name: row[name] for name in columns_of(TABLES[table])}}, where)
    except LogError as error:
        return Row(table, {}, str(error).partition("; ")[0])
    if columns["instant"] != row["instant"] or not isinstance(row["learner"], str):
        return Row(table, {}, f"{where}: its time or learner is damaged")
    return Row(table, {"learner": row["learner"], **columns})


def write_log(path: Path, rows: Iterable[Row]) -> int:
    """Write rows, those of a table in succession, to a new log at `path`, and return their number.

    The log is on disk when this returns. Of two rows with one id, the first is written. Raises OSError or the
    database's error if it cannot be written.
    """
    count = 0
    with TemporaryDirectory(prefix=".katatx-", dir=path.parent) as folder:
        store = SqliteStore(Path(folder))
        with store.writing():
            for table, its_rows in groupby(rows, lambda row: row.table):
                for part in peewee.chunked((row.columns for row in its_rows), _AT_ONCE):
                    count += len(part)
                    TABLES[table].insert_many(part).on_conflict_ignore().execute(store.database)
        store.close()
        store.path.replace(path)
        sync_folder(path.parent)
    return count
