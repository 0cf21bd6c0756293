"""`katatx backup`: copy the log to a file, also while it is written."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from katatx.durable import replacing
from katatx.errors import KatatxError
from katatx.notation.quoting import plain, quote
from katatx.progress.home import STORE
from katatx.progress.stores import FILE_NAME, errors_of, examine

_WAIT_SECONDS = 60


def run(path: Path | None, force: bool, home: Path) -> int:
    """Copy the log to `path`, by default a new file in the current folder, and print where it is; return the status 0.

    An existing file is replaced only with `force`. Raises KatatxError if there is no log file or if it cannot be
    copied.
    """
    log = log_file(home, "pg_dump copies one")
    if log is None:
        raise KatatxError("there is no log yet to back up; answer a question first")
    target = path or Path(f"katatx-log-{datetime.now().astimezone():%Y%m%d-%H%M%S}.sqlite")
    if target.exists() and (target.samefile(log) or not force):
        says = "is the log itself; name" if target.samefile(log) else "exists; add --force to replace it, or name"
        raise KatatxError(f"{quote(str(target), 200)} {says} another file")
    with (
        errors_of((sqlite3.Error,), plain(str(log), keep=""), "name another file", "backed up"),
        replacing(target) as part,
    ):
        _copy(log, part)
    print(f"the log is copied to {plain(str(target), 400, keep='')}")
    return 0


def log_file(home: Path, instead: str) -> Path | None:
    """Return the path of the log's file; None if there is none yet.

    Raises KatatxError if the log is on a server, with what to do `instead`, or if the file is no log.
    """
    if os.environ.get(STORE):
        raise KatatxError(f"the log is on a PostgreSQL server, not in a file; {instead}")
    path = home / FILE_NAME
    return None if examine(path) is None else path


def _copy(log: Path, target: Path) -> None:
    """Copy the log as it is at one moment."""
    with closing(sqlite3.connect(log, timeout=_WAIT_SECONDS)) as source, closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
