"""Older logs made what this version writes: a backup first, then one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from katatx.progress.moments import instant_of
from katatx.progress.tables import TABLES

_ADD = "ALTER TABLE {} ADD COLUMN {}"
_TEXT = "VARCHAR(255)"


def _with_days(database: Any) -> None:
    """Order and practice day of what was recorded without them. A day began at midnight then."""
    for table, moment in (("runs", "started"), ("attempts", "answered")):
        for key, text in database.execute_sql(f"SELECT rowid, {moment} FROM {table}").fetchall():
            instant = instant_of(datetime.fromisoformat(text))
            database.execute_sql(f"UPDATE {table} SET instant = ? WHERE rowid = ?", (instant, key))
    for table, moment in (("attempts", "answered"), ("uncoverings", "at")):
        named = f"uid = run || '-{table[0]}-' || id"
        database.execute_sql(f"UPDATE {table} SET {named}, day = substr({moment}, 1, 10)")


# What leads from one version to the next; nothing in a log is ever taken away.
_STEPS: dict[int, tuple[str | Callable[[Any], None], ...]] = {
    1: (
        _ADD.format("runs", f"kind {_TEXT} NOT NULL DEFAULT 'drill'"),
        _ADD.format("attempts", f"line {_TEXT}"),
        _ADD.format("uncoverings", f"line {_TEXT}"),
    ),
    2: (
        *(
            _ADD.format(table, f"learner {_TEXT} NOT NULL DEFAULT 'me'")
            for table in ("runs", "attempts", "uncoverings")
        ),
        *(_ADD.format(table, f"uid {_TEXT}") for table in ("attempts", "uncoverings")),
        *(_ADD.format(table, f"day {_TEXT} NOT NULL DEFAULT ''") for table in ("attempts", "uncoverings")),
        *(_ADD.format(table, "instant BIGINT NOT NULL DEFAULT 0") for table in ("runs", "attempts")),
        _ADD.format("attempts", "paused_seconds DOUBLE NOT NULL DEFAULT 0"),
        _ADD.format("attempts", "untouched INTEGER NOT NULL DEFAULT 0"),
        _ADD.format("attempts", "pencil_seconds DOUBLE"),
        _ADD.format("attempts", "target_seconds DOUBLE"),
        "DROP INDEX IF EXISTS attemptrow_deck_drill_answered",
        _with_days,
    ),
}
VERSION = max(_STEPS) + 1


def upgrade(database: Any, path: Path) -> None:
    """Bring an older log, opened, to `VERSION`; its backup `log.sqlite.version-1` stands beside it.

    Raises sqlite3.Error or peewee's, with the log as it was, where that cannot be done.
    """
    with database.atomic("immediate"), database.bind_ctx(TABLES):
        version = database.execute_sql("PRAGMA user_version").fetchone()[0]
        if version < VERSION:  # another terminal may have been quicker
            steps = _steps_from(version)
            _back_up(path, version)
            for step in steps:
                if isinstance(step, str):
                    database.execute_sql(step)
                else:
                    step(database)
            database.create_tables(TABLES, safe=True)
            database.execute_sql(f"PRAGMA user_version = {VERSION}")


def _steps_from(version: int) -> list[str | Callable[[Any], None]]:
    if version not in _STEPS:
        raise sqlite3.DatabaseError(f"it says that it has version {version}, which never was")
    return [step for before in range(version, VERSION) for step in _STEPS[before]]


def _back_up(path: Path, version: int) -> None:
    """A copy as SQLite sees the log, whatever the state of its files."""
    backup = path.with_name(f"{path.name}.version-{version}")
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(backup)) as target:
        source.backup(target)
