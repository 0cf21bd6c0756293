"""Open the learner's log in a file or on a server. A log of version 5 is carried over, once, and stays where it is."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from typing import Any

import msgspec

from katatx.durable import tighten
from katatx.notation.quoting import plain, quote
from katatx.progress.events import Answered, Event, Hint, LogError, Run, answer_event, as_kept, undo_of
from katatx.progress.home import HOME, LEARNER, NO_URL, STORE
from katatx.progress.log import Log
from katatx.progress.stores import DEFAULT_LEARNER, FILE_NAME, OLD_FILE_NAME, SqliteStore, Store, examine
from katatx.progress.work import Progress
from katatx.settings import Settings
from scoring.work import Work

_LONGEST_NAME = 63
_OLD = 5
_HAS_TABLES = "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'katatx' AND tablename = 'attempts'"
# The columns of version 5 that hold JSON.
_JSON = {"drills", "given", "slots", "wrong_turns"}


def open_log(home: Path, settings: Settings, to_read: bool = False, progress: Progress | None = None) -> Log:
    """Return the log on the server in `KATATX_STORE`, or in the file in the folder `home`, for `KATATX_LEARNER` if set.

    With `to_read` a file is not made if missing, and can be opened while another program writes. `progress` is called
    if working out the standings takes long. Raises LogError if it cannot be used.
    """
    log = Log(open_store(home, to_read), settings, progress)
    store = log.store
    with store.opening():
        _carry_over(log, home)
        if not (store.is_own or store.select("1", "kind = 'run'").fetchone()):
            name = quote(store.learner)
            raise LogError(f"you may read no log of {name} in {store.where}; correct or unset {LEARNER}")
    return log


def open_store(home: Path, to_read: bool = False, every_learner: bool = False) -> Store:
    """Return the store of the log. With `to_read` a file is not made if missing; for `every_learner` a server is opened
    read-only, so that a role without write permission suffices.
    """
    url, learner = os.environ.get(STORE), os.environ.get(LEARNER) or None
    if learner is not None and (len(learner) > _LONGEST_NAME or not learner.isprintable()):
        raise LogError(f"{LEARNER} is {quote(learner)}; write a name of up to {_LONGEST_NAME} printable characters")
    if not url:
        if not os.environ.get(HOME):  # a folder that the learner chose may be one to share
            tighten(home, 0o700)
            tighten(home / FILE_NAME, 0o600)
        return SqliteStore(home, learner or DEFAULT_LEARNER, to_read)
    if not url.startswith(("postgresql://", "postgres://")):
        raise LogError(NO_URL)
    from katatx.progress.postgres import PostgresStore

    return PostgresStore(url, learner, only_reads=every_learner)


def _carry_over(log: Log, home: Path) -> None:
    """Add all events of the learner's older log, if there is one, to an empty log."""
    path = home / OLD_FILE_NAME
    if not log.store.is_own or log.count():
        return
    if not hasattr(log.store, "path"):
        if log.store.execute(_HAS_TABLES).fetchone():
            log.add(list(_events(log.store.execute, log.store.learner)))
    elif (version := examine(path)) == _OLD:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=60)) as file:
            log.add(list(_events(file.execute, log.store.learner)))
    elif version is not None:
        raise LogError(f"the log {plain(str(path), keep='')} is of version {version}; open it with katatx 0.9 once")


def _events(execute: Callable[..., Any], learner: str) -> Iterator[Event]:
    """Yield the events of an older log, those of a table in the order of recording."""

    def rows(table: str, order: str) -> Iterator[dict[str, Any]]:
        cursor = execute(f"SELECT * FROM {table} WHERE learner = ? ORDER BY {order}", (learner,))
        names = [column[0] for column in cursor.description]
        return (dict(zip(names, row, strict=True)) for row in cursor)

    works = {
        (row["deck"], row["drill"], row["line"]): msgspec.json.decode(row["work"], type=Work)
        for row in rows("works", "deck")
        if row["drill"]
    }
    yield from (_made(Run, row) for row in rows("runs", "number"))
    for row in rows("attempts", "id"):
        answer, work = _made(Answered, row), works.get((row["deck"], row["drill"], row["line"] or ""), Work())
        yield answer_event(answer, date.fromisoformat(row["day"]), work, row["uid"], row["version"])
    yield from (_made(Hint, row) for row in rows("uncoverings", "id"))
    yield from (undo_of(row["uid"], datetime.fromisoformat(row["at"])) for row in rows("undos", "uid"))


def _made(kind: Any, row: dict[str, Any]) -> Any:
    """Return a struct from the columns of its fields; lists and maps are JSON there, moments text, marks 0 or 1."""
    told = {field.encode_name: row[field.name] for field in msgspec.structs.fields(kind)}
    told |= {name: as_kept(json.loads(told[name])) for name in _JSON & told.keys()}
    return msgspec.convert(told, kind, strict=False)
