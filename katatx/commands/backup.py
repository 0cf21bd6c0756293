"""`katatx backup` and `doctor`: copy the log's file, also while it is written, and examine it for damage."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from functools import partial
from pathlib import Path

from katatx.durable import replacing
from katatx.errors import KatatxError
from katatx.notation.quoting import plain, quote
from katatx.progress.events import Event
from katatx.progress.home import STORE
from katatx.progress.salvage import rows_of, write_log
from katatx.progress.stores import FILE_NAME, errors_of
from katatx.progress.stores import examine as examined

_WAIT_SECONDS = 60
_MOST_NAMED = 20
_errors = partial(errors_of, (sqlite3.Error,))


def run(path: Path | None, home: Path) -> int:
    log = _log_file(home, "pg_dump copies one")
    if log is None:
        raise KatatxError("there is no log yet to back up; answer a question first")
    target = path or Path(f"katatx-log-{datetime.now().astimezone():%Y%m%d-%H%M%S}.sqlite")
    if target.exists():
        raise KatatxError(f"{quote(str(target), 200)} exists; name a new file")
    with (
        _errors(plain(str(log), keep=""), "name another file", "backed up"),
        replacing(target) as part,
        closing(sqlite3.connect(log, timeout=_WAIT_SECONDS)) as source,
        closing(sqlite3.connect(part)) as copy,
    ):
        source.backup(copy)
    print(f"the log is copied to {plain(str(target), 400, keep='')}")
    return 0


def examine(repair: Path | None, home: Path) -> int:
    """Print what is wrong with the log, and write what can be read of it to the new log `repair`; return 1 if anything
    is wrong.
    """
    if repair is not None and repair.exists():
        raise KatatxError(f"{quote(str(repair), 200)} exists; name a new file")
    path = _log_file(home, "its own tools examine it")
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


def _log_file(home: Path, instead: str) -> Path | None:
    """Return the path of the log's file, None if there is none yet; for a log on a server, raise what to do instead."""
    if os.environ.get(STORE):
        raise KatatxError(f"the log is on a PostgreSQL server, not in a file; {instead}")
    path = home / FILE_NAME
    return None if examined(path) is None else path


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
