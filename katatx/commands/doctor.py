"""`katatx doctor`: examine the log's file, and save what can be read of a damaged one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from katatx.commands.backup import log_file
from katatx.errors import KatatxError
from katatx.notation.quoting import plain, quote
from katatx.progress.events import Event
from katatx.progress.salvage import rows_of, write_log
from katatx.progress.stores import errors_of

_MOST_NAMED = 20
_errors = partial(errors_of, (sqlite3.Error,))


def run(repair: Path | None, home: Path) -> int:
    """Print what is wrong with the log; return the exit status: 1 if anything is, otherwise 0.

    With `repair`, the rows that can be read are written to a new log with that path. Raises KatatxError if it exists or
    cannot be written, or if the log is on a server.
    """
    if repair is not None and repair.exists():
        raise KatatxError(f"{quote(str(repair), 200)} exists; name a new file")
    path = log_file(home, "its own tools examine it")
    if path is None:
        print("there is no log yet")
        return 0
    where = plain(str(path), 400, keep="")
    with _errors(where, "put a copy of it back", "examined"), closing(sqlite3.connect(path, timeout=60)) as log:
        faults = _damage(log)
        if repair is None:
            count = sum(1 for _ in _sound(log, faults))
        else:
            with _errors(plain(str(repair), 400, keep=""), "name another file", "written"):
                count = write_log(repair, _sound(log, faults))
    print(f"{where}: {count:,} rows can be read; problems: {len(faults):,}")
    for fault in faults[:_MOST_NAMED]:
        print(f"  {plain(fault, 200, keep='')}")
    return 1 if faults else 0


def _damage(log: sqlite3.Connection) -> list[str]:
    """Return what SQLite's own check finds; nothing if the file is sound."""
    try:
        found = [str(line) for (line,) in log.execute("PRAGMA integrity_check")]
    except sqlite3.DatabaseError as error:
        found = [str(error)]
    return [] if found == ["ok"] else [f"SQLite: {line}" for text in found for line in text.splitlines()]


def _sound(log: sqlite3.Connection, faults: list[str]) -> Iterator[tuple[str, Event]]:
    """Yield the rows that can be read, and add to `faults` what is wrong with the others."""
    for row in rows_of(log):
        if isinstance(row, str):
            faults.append(row)
        else:
            yield row
