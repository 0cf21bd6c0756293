"""Carry a log of version 5 over into events, once; the old file or tables stay where they are."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from typing import Any

from katatx.notation.quoting import plain
from katatx.progress.errors import LogError
from katatx.progress.events import Answer, Answered, Event, Hint, Run, answer_event, undo_of
from katatx.progress.log import Log
from katatx.progress.stores import OLD_FILE_NAME, examine
from scoring.steps import NO_WORKS
from scoring.work import Work

_OLD = 5
_HAS_TABLES = "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'katatx' AND tablename = 'attempts'"


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
            log.add(list(_events(file.execute, log.store.learner)))
    elif log.store.execute(_HAS_TABLES).fetchone():
        log.add(list(_events(log.store.execute, log.store.learner)))


def _events(execute: Callable[..., Any], learner: str) -> Iterator[Event]:
    """Yield the events of an older log, those of a table in the order of recording."""

    def rows(table: str, order: str) -> Iterator[dict[str, Any]]:
        cursor = execute(f"SELECT * FROM {table} WHERE learner = ? ORDER BY {order}", (learner,))
        names = [column[0] for column in cursor.description]
        return (dict(zip(names, row, strict=True)) for row in cursor)

    works = {
        (row["deck"], row["drill"], row["line"]): _work(row["work"]) for row in rows("works", "deck") if row["drill"]
    }
    for row in rows("runs", "number"):
        drills, fresh, started = tuple(json.loads(row["drills"])), bool(row["always_fresh"]), _at(row["started"])
        yield Run(row["id"], row["deck"], row["drill"], drills, row["seed"], fresh, started, row["kind"])
    for row in rows("attempts", "id"):
        yield _answer(row, works.get((row["deck"], row["drill"], row["line"] or ""), NO_WORKS.of("", "")))
    for row in rows("uncoverings", "id"):
        yield Hint(**{name: row[name] for name in Hint.__struct_fields__} | {"at": _at(row["at"])})
    for row in rows("undos", "uid"):
        yield undo_of(row["uid"], _at(row["at"]))


def _answer(row: dict[str, Any], work: Work) -> Answer:
    lists = {name: json.loads(row[name]) for name in ("given", "slots", "wrong_turns")}
    answer = Answered(**{name: row[name] for name in Answered.__struct_fields__} | {
        "given": lists["given"], "slots": tuple(lists["slots"]), "wrong_turns": tuple(lists["wrong_turns"]),
        "answered": _at(row["answered"]), "untouched": bool(row["untouched"]),
    })  # fmt: skip
    return answer_event(answer, date.fromisoformat(row["day"]), work, row["uid"], row["version"])


def _work(text: str) -> Work:
    lines, turns, steps, words, characters = json.loads(text)
    timed = tuple((name, float(seconds)) for name, seconds in lines)
    return Work(timed, dict(turns), tuple(map(tuple, steps)), words, characters)


def _at(moment: str) -> datetime:
    return datetime.fromisoformat(moment)
