"""A quick read of the stored standings, without writing, deriving or upgrading anything.

A log file is read without peewee, because importing it takes too long for a shell prompt.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from katatx.notation.quoting import plain
from katatx.progress.basis import is_current, schedule_by
from katatx.progress.database.header import DEFAULT_LEARNER, FILE_NAME, VERSION, examine
from katatx.progress.database.rows import corrupt_rows
from katatx.progress.database.standing_rows import COLUMNS, GONE, whole_of, work_of
from katatx.progress.errors import LogError
from katatx.progress.home import STORE, chosen_learner
from katatx.progress.standing import Whole, Works
from scoring.schedule import Schedule

# A prompt is not kept waiting for another program that writes.
_WAIT_SECONDS = 0.5


class Glance(NamedTuple):
    """The stored standings, the work (recipe lines) of every drill when the decks were last read, and the FSRS
    schedule.
    """

    whole: Whole
    works: Works
    schedule: Schedule


def glance(home: Path, retention: float) -> Glance | None:
    """Return the standings in the log of `KATATX_STORE`, or in the file in the folder `home`.

    Returns None if the file is missing, empty or without standings yet; a server without any gives empty ones.
    `retention` is the recall probability at which a skill becomes due. Raises LogError if the log cannot be read or was
    last used with another version of katatx, and OSError if the file cannot be opened.
    """
    if os.environ.get(STORE):
        return _on_server(home, retention)
    path = home / FILE_NAME
    version, where = examine(path), plain(str(path), keep="")
    if version is None:
        return None
    if version < VERSION:
        raise LogError(f"the log {where} is from an older katatx; run `katatx` once to update it")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", timeout=_WAIT_SECONDS, uri=True)) as log:
            return _in_file(log, chosen_learner() or DEFAULT_LEARNER, where, retention)
    except sqlite3.Error as error:
        raise LogError(
            f"the log {where} cannot be read: {error}; put a copy of it back, or set KATATX_HOME to another folder "
            "to begin a new log there"
        ) from error


def _in_file(log: sqlite3.Connection, learner: str, where: str, retention: float) -> Glance | None:
    """Return the learner's standings from an open log file; None if there are none.

    `where` is the path for messages, and `retention` the recall probability at which a skill becomes due. Raises
    LogError if another version of katatx derived them or a row is invalid, and sqlite3.Error if the file cannot be
    read.
    """
    log.execute("BEGIN")  # all of it as it stands at one moment
    found = log.execute("SELECT basis FROM bases WHERE learner = ?", (learner,)).fetchone()
    if found is None:
        return None
    if not is_current(found[0]):
        raise LogError(f"the log {where} was last used with another version of katatx; run `katatx` once to update it")
    columns = ", ".join(COLUMNS)
    with corrupt_rows():
        whole = whole_of(log.execute(f"SELECT {columns} FROM standings WHERE learner = ?", (learner,)))
        works = _works(
            log.execute(
                "SELECT deck, drill, line, work FROM works WHERE learner = ? ORDER BY deck, drill, line", (learner,)
            )
        )
        schedule = schedule_by(found[0])
    schedule.retention = retention
    return Glance(whole, works, schedule)


def _works(rows: Iterable[tuple[str, str, str, str]]) -> Works:
    """Return the drills' works from rows of deck, drill, kata line and JSON text.

    Raises ValueError or a similar error for invalid text.
    """
    works, gone = {}, set()
    for deck, drill, line, text in rows:
        if drill:
            works[deck, drill, line] = work_of(text)
        elif text == GONE:
            gone.add(deck)
    return Works(works, frozenset(gone))


def _on_server(home: Path, retention: float) -> Glance:
    """Return the standings from the log that `KATATX_STORE` names, read-only; empty ones if none are stored yet.

    `retention` is the recall probability at which a skill becomes due. Raises LogError if it cannot be read.
    """
    from katatx.progress.database.stores import database_errors
    from katatx.progress.opening import open_store
    from katatx.progress.standings import Standings

    store = open_store(home, to_read=True, every_learner=True)
    with closing(store), database_errors(store.where, store.advice, "read"):
        standings = Standings(store, retention)
        return Glance(standings.whole(), standings.works, standings.schedule)
