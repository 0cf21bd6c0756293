"""Older logs made what this version writes: a backup first, then one transaction."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

# What leads from one version to the next; nothing in a log is ever taken away.
_STEPS = {
    1: (
        "ALTER TABLE runs ADD COLUMN kind VARCHAR(255) NOT NULL DEFAULT 'drill'",
        "ALTER TABLE attempts ADD COLUMN line VARCHAR(255)",
        "ALTER TABLE uncoverings ADD COLUMN line VARCHAR(255)",
    ),
}
VERSION = max(_STEPS) + 1


def upgrade(path: Path, wait_seconds: float) -> None:
    """Bring an older log to `VERSION`; its backup `log.sqlite.version-1` stands beside it.

    Raises sqlite3.Error, with the log as it was, where that cannot be done.
    """
    with closing(sqlite3.connect(path, timeout=wait_seconds, isolation_level=None)) as log:
        # Where anything fails on the way, closing the log takes back all that was begun.
        log.execute("BEGIN IMMEDIATE")
        version = log.execute("PRAGMA user_version").fetchone()[0]
        if version < VERSION:  # another terminal may have been quicker
            steps = _steps_from(version)
            _back_up(path, version)
            for step in steps:
                log.execute(step)
            log.execute(f"PRAGMA user_version = {VERSION}")
        log.execute("COMMIT")


def _steps_from(version: int) -> list[str]:
    if version not in _STEPS:
        raise sqlite3.DatabaseError(f"it says that it has version {version}, which never was")
    return [step for before in range(version, VERSION) for step in _STEPS[before]]


def _back_up(path: Path, version: int) -> None:
    """A copy as SQLite sees the log, whatever the state of its files."""
    backup = path.with_name(f"{path.name}.version-{version}")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(backup)) as target:
        source.backup(target)
