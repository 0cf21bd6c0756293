"""Upgrade older logs: make a backup, then convert in one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from katatx.durable import replacing
from katatx.progress.database.header import VERSION
from katatx.progress.database.tables import DERIVED, TABLES
from katatx.progress.moments import instant_of

_ADD = "ALTER TABLE {} ADD COLUMN {}"
_TEXT = "VARCHAR(255)"


def _remade(database: Any) -> None:
    """Rebuild the tables of version 2 with learner, ids, instants and practice days (which began at midnight then)."""
    database.register_function(_instant, "instant_of", 1)
    old = ("runs", "attempts", "uncoverings")
    for table in old:
        indexes = "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL"
        for (index,) in database.execute_sql(indexes, (table,)).fetchall():
            database.execute_sql(f'DROP INDEX "{index}"')
        database.execute_sql(f"ALTER TABLE {table} RENAME TO old_{table}")
    database.create_tables(TABLES)
    for table in old:
        columns = [row[1] for row in database.execute_sql(f"PRAGMA table_info(old_{table})").fetchall()]
        made = {name: name for name in columns} | _MADE[table]
        database.execute_sql(
            f"INSERT INTO {table} ({', '.join(made)}) SELECT {', '.join(made.values())} FROM old_{table} ORDER BY rowid"
        )
    for table in old:
        database.execute_sql(f"DROP TABLE old_{table}")


def _instant(moment: str) -> int:
    """Return a time in ISO format as microseconds since 1970."""
    return instant_of(datetime.fromisoformat(moment))


# SQL expressions for the columns of version 3, from those of version 2.
_MADE = {
    "runs": {"instant": "instant_of(started)", "learner": "'me'"},
    "attempts": {
        "uid": "run || '-a-' || id",
        "day": "substr(answered, 1, 10)",
        "instant": "instant_of(answered)",
        "learner": "'me'",
        "paused_seconds": "0.0",
        # The target of that time is unknown, so the time does not count.
        "untouched": "1",
        "helped": "help > 0",
    },
    "uncoverings": {
        "uid": "run || '-u-' || id",
        "day": "substr(at, 1, 10)",
        "instant": "instant_of(at)",
        "learner": "'me'",
    },
}


def _stepped(database: Any) -> None:
    """Add the column `step` to uncoverings, unless the table was created with it."""
    columns = database.execute_sql("PRAGMA table_info(uncoverings)").fetchall()
    if "step" not in [column[1] for column in columns]:
        database.execute_sql(_ADD.format("uncoverings", f'"step" {_TEXT}'))


def _derived_anew(database: Any) -> None:
    """Drop the derived tables and create them empty; they are filled when the log is opened."""
    for table in ("standings", "days", "bases", "works"):
        database.execute_sql(f"DROP TABLE IF EXISTS {table}")
    database.create_tables(DERIVED)


# What upgrades each version to the next; no row of the log is ever removed.
_STEPS: dict[int, tuple[str | Callable[[Any], None], ...]] = {
    1: (
        _ADD.format("runs", f"kind {_TEXT} NOT NULL DEFAULT 'drill'"),
        _ADD.format("attempts", f"line {_TEXT}"),
        _ADD.format("uncoverings", f"line {_TEXT}"),
    ),
    2: (_remade,),
    3: (_stepped,),
    4: (_derived_anew,),
}


def upgrade(database: Any, path: Path | None) -> None:
    """Upgrade an open log to `VERSION`, with a backup `log.sqlite.version-1` (or -2, …) next to `path`.

    No backup is made if `path` is None. Raises an error of sqlite3 or peewee, with the log unchanged, on failure.
    """
    with database.atomic("immediate"), database.bind_ctx(TABLES):
        version = database.execute_sql("PRAGMA user_version").fetchone()[0]
        if version < VERSION:  # another process may have been quicker
            steps = _steps_from(version)
            if path is not None:
                _back_up(path, version)
            for step in steps:
                if isinstance(step, str):
                    database.execute_sql(step)
                else:
                    step(database)
            database.execute_sql(f"PRAGMA user_version = {VERSION}")


def _steps_from(version: int) -> list[str | Callable[[Any], None]]:
    """Return the steps that upgrade from a version. Raises sqlite3.DatabaseError for an unknown version."""
    if version not in _STEPS:
        raise sqlite3.DatabaseError(f"its version {version} does not exist")
    return [step for before in range(version, VERSION) for step in _STEPS[before]]


def _back_up(path: Path, version: int) -> None:
    """Copy the log, with changes still in SQLite's journal, to a file beside it whose name ends in its `version`.

    An older copy of that name is overwritten.
    """
    backup = path.with_name(f"{path.name}.version-{version}")
    with replacing(backup) as part, closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(part)) as target:
        source.backup(target)
