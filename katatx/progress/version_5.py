"""Carry a log of version 5 over into events, once; the old file or tables stay where they are."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from katatx.notation.quoting import plain
from katatx.progress.errors import LogError
from katatx.progress.events import Event, instant_of, run_place
from katatx.progress.log import Log
from katatx.progress.records import RIGHT
from katatx.progress.stores import OLD_FILE_NAME, examine
from scoring.standing import pace_of_work
from scoring.verdict import SLIP
from scoring.work import NO_WORKS, Work, find

_OLD = 5
_ANSWER = (
    "run", "deck", "drill", "line", "seed", "typed", "verdict", "help", "answered", "seconds", "first_key_seconds",
    "paused_seconds", "pencil_seconds", "target_seconds", "day", "version",
)  # fmt: skip
_HAS_TABLES = "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'katatx' AND tablename = 'attempts'"
_Select = Callable[[str], Iterator[dict[str, Any]]]


def carry_over(log: Log, home: Path) -> None:
    """Add all events of the learner's older log to an empty log; nothing if there is none, or the log is not empty.

    Raises LogError if the old log is of a version before 5 or of another program.
    """
    path = home / OLD_FILE_NAME
    if not log.store.is_own or log.count():
        return
    if hasattr(log.store, "path"):
        version = examine(path)
        if version is None:
            return
        if version != _OLD:
            raise LogError(f"the log {plain(str(path), keep='')} is of version {version}; open it with katatx 0.9 once")
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=60)) as file:
            log.add(list(_events(lambda table: _rows(file.execute, table, log.store.learner))))
    elif log.store.execute(_HAS_TABLES).fetchone():
        log.add(list(_events(lambda table: _rows(log.store.execute, table, log.store.learner))))


def _rows(execute: Callable[..., Any], table: str, learner: str) -> Iterator[dict[str, Any]]:
    cursor = execute(f"SELECT * FROM {table} WHERE learner = ?", (learner,))
    names = [column[0] for column in cursor.description]
    return (dict(zip(names, row, strict=True)) for row in cursor)


def _events(rows: _Select) -> Iterator[Event]:
    """Yield the events of an older log, whose tables `rows` reads; those of a table in the order of recording."""
    works = {(row["deck"], row["drill"], row["line"]): _work(row["work"]) for row in rows("works") if row["drill"]}
    for row in sorted(rows("runs"), key=lambda each: each["number"]):
        data = {name: row[name] for name in ("deck", "drill", "seed", "kind", "started")}
        data |= {"drills": json.loads(row["drills"]), "always_fresh": bool(row["always_fresh"])}
        place = run_place(row["deck"], row["kind"])
        yield Event(row["id"], _at(row["started"]), "run", row["id"], place, data)
    for row in sorted(rows("attempts"), key=lambda each: each["id"]):
        yield _answer(row, works.get((row["deck"], row["drill"], row["line"] or ""), NO_WORKS.of("", "")))
    for row in sorted(rows("uncoverings"), key=lambda each: each["id"]):
        data = {name: row[name] for name in ("seed", "line", "lines", "step", "at", "day")}
        yield Event(row["uid"], _at(row["at"]), "hint", row["run"], f"{row['deck']}/{row['drill']}", data)
    for row in rows("undos"):
        yield Event(f"{row['uid']}-undo", _at(row["at"]), "undo", "", row["uid"], {"at": row["at"]})


def _answer(row: dict[str, Any], work: Work) -> Event:
    data = {name: row[name] for name in _ANSWER}
    data |= {"given": json.loads(row["given"]), "slots": json.loads(row["slots"])}
    data |= {"wrong_turns": json.loads(row["wrong_turns"]), "untouched": bool(row["untouched"])}
    slip = SLIP in (row["verdict"], *data["wrong_turns"])
    shown = find(work, row["verdict"] in RIGHT, slip, data["wrong_turns"], row["help"], helped=False)
    timed = row["seconds"], row["first_key_seconds"], len(row["typed"])
    data |= {**shown._asdict(), "pace": None if data["untouched"] else pace_of_work(work, *timed)}
    return Event(row["uid"], _at(row["answered"]), "answer", row["run"], f"{row['deck']}/{row['drill']}", data)


def _work(text: str) -> Work:
    lines, turns, steps, words, characters = json.loads(text)
    timed = tuple((name, float(seconds)) for name, seconds in lines)
    return Work(timed, dict(turns), tuple(map(tuple, steps)), words, characters)


def _at(moment: str) -> int:
    return instant_of(datetime.fromisoformat(moment))
