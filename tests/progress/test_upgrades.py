"""A log of an older version is brought up to date, and nothing of it is lost."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from katatx.progress.database.header import VERSION
from katatx.progress.database.stores import SqliteStore
from katatx.progress.log import Log
from katatx.progress.records import Opened, Run, Uncovering
from tests.progress.histories import NOW, answer

# What version 3 lacked or had otherwise.
_BACK_TO_3 = """
ALTER TABLE uncoverings DROP COLUMN step;
DELETE FROM standings; DELETE FROM days; DELETE FROM bases; DROP TABLE works;
ALTER TABLE standings RENAME COLUMN goes TO recent;
PRAGMA user_version = 3;
"""


def log_of_version_3(home: Path) -> Path:
    """Make a log of that version, with two lines uncovered and one answer."""
    with closing(Log(SqliteStore(home))) as log:
        log.start_run(Run("r", "attention", None, ("match",), 7, False, NOW))
        log.uncover(Uncovering("r", "attention", "scaled", 5, 2, NOW))
        log.record(answer(run="r"))
        path = log.store.path
    with closing(sqlite3.connect(path)) as log:
        log.executescript(_BACK_TO_3)
    return path


def assert_upgraded(log: Log) -> None:
    assert log.uncovered("r", "attention", "scaled", 5) == Opened(2, "value")
    (attempt,) = log.attempts("r")
    assert (attempt.cold, attempt.answer.typed) == (True, answer().typed)
    assert log.standings.one("attention", "match").own.clean == 1


def test_an_older_log_is_upgraded_after_a_backup(home: Path) -> None:
    path = log_of_version_3(home)
    for _ in range(2):
        with closing(Log(SqliteStore(home))) as log:
            assert_upgraded(log)
    backup = home / "log.sqlite.version-3"
    assert backup.stat().st_mode & 0o777 == 0o600
    for file, version in ((backup, 3), (path, VERSION)):
        with closing(sqlite3.connect(file)) as log:
            assert log.execute("PRAGMA user_version").fetchone() == (version,)
            assert log.execute("SELECT typed FROM attempts").fetchall() == [(answer().typed,)]
