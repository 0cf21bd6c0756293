"""The log as a file: JSON lines without loss, CSV for spreadsheets, and what can be read of a damaged one."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TextIO

import msgspec

from katatx.durable import sync_folder
from katatx.notation.quoting import plain
from katatx.progress.events import Answer, Answered, Event, LogError, Undo, checked, row_of
from katatx.progress.log import Log
from katatx.progress.stores import COLUMNS, SqliteStore
from katatx.progress.work import Progress, counted

LONGEST_LINE = 1_000_000
_HEADS = ("uid", *Answered.__struct_fields__, "day", "version", "undone")
# Spreadsheets read cells with these first characters as formulas, and those that begin with a sign, unless they are
# plain numbers.
_FORMULA = re.compile(r"[=@\t\r]|[+-](?![\d\s.,;/+-]*$)")
# A damaged page hides a few dozen rows; after so many in succession there are no more.
_MOST_HIDDEN = 10_000
_ROW = f"SELECT {COLUMNS} FROM events WHERE number = ?"


def json_lines(log: Log, progress: Progress | None = None) -> Iterator[str]:
    """Yield every event as a line of JSON, oldest first. Raises LogError if the log cannot be read."""
    for event in counted(log.events(), log.count, progress):
        yield row_of(event)[-1] + "\n"


def write_csv(log: Log, target: TextIO, progress: Progress | None = None) -> None:
    """Write all answers as CSV with a heading, oldest first; the last column says whether each was taken back.

    Texts that a spreadsheet would take for formulas get an apostrophe, and hidden characters become "�".
    """
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow(_HEADS)
    undone = {event.answer for event in log.events() if isinstance(event, Undo)}
    for event in counted(log.events(), log.count, progress):
        if isinstance(event, Answer):
            row = {**msgspec.to_builtins(event), "undone": event.uid in undone}
            writer.writerow(_cell(row[name]) for name in _HEADS)


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        shown = plain(value, 100_000)
        return "'" * bool(_FORMULA.match(shown)) + shown
    return json.dumps(value) if isinstance(value, (list, dict, tuple)) else value


def import_lines(log: Log, lines: Iterable[str], name: str) -> tuple[int, int]:
    """Add exported events to the log, all or none, and return how many are new, and how many it had already.

    `name` is that of the source, for messages. Raises LogError for an invalid event, naming the line.
    """
    events = []
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise LogError(f"{name}:{number}: a line is longer than {LONGEST_LINE:,} characters; export the log again")
        if line.strip():
            events.append(checked(line, f"{name}:{number}"))
    if not events:
        raise LogError(f"{name} is empty; katatx export log.json, where the answers are, writes a file to import")
    new = log.add(events)
    return new, len(events) - new


def examine_log(path: Path, repaired: Path | None) -> tuple[int, list[str]]:
    """Return how many rows of the log at `path` can be read, and what is wrong with it and with the others.

    The sound rows are written to a new log at `repaired`, unless it is None.
    """
    with closing(sqlite3.connect(path, timeout=60)) as log:
        try:
            found = [str(line) for (line,) in log.execute("PRAGMA integrity_check")]
        except sqlite3.DatabaseError as error:
            found = [str(error)]
        faults = [f"SQLite: {line}" for text in found for line in text.splitlines() if text != "ok"]
        sound = _sound(log, faults)
        return (sum(1 for _ in sound) if repaired is None else _write_log(repaired, sound)), faults


def _sound(log: sqlite3.Connection, faults: list[str]) -> Iterator[tuple[str, Event]]:
    """Yield the learner and the event of each sound row, in the order of recording, and add the faults of others."""
    at = hidden = 0
    while hidden < _MOST_HIDDEN:
        at, hidden = at + 1, hidden + 1
        try:
            for learner, *row, text in log.execute(_ROW, (at,)):
                hidden, event = 0, checked(text, f"row {at}")
                if [*row_of(event)[:-1]] == row and isinstance(learner, str):
                    yield learner, event
                else:
                    faults.append(f"row {at}: its time, place or learner is damaged")
        except LogError as error:
            faults.append(str(error).partition("; ")[0])
        except (sqlite3.Error, UnicodeError) as error:
            faults += [f"row {at} and those after it: {error}"] if hidden == 1 else []


def _write_log(path: Path, rows: Iterable[tuple[str, Event]]) -> int:
    """Write events of learners to a new log at `path`, on disk when this returns, and return their number."""
    with TemporaryDirectory(prefix=".katatx-", dir=path.parent) as folder:
        store = SqliteStore(Path(folder))
        with store.writing():
            count = sum(store.insert(row_of(event), learner) for learner, event in rows)
        store.close()
        store.path.replace(path)
        sync_folder(path.parent)
    return count
