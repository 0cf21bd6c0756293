"""The store of events: one table with the same two statements in every database, and an SQLite file that has it."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from katatx.durable import make_private
from katatx.errors import reason_of
from katatx.notation.quoting import plain
from katatx.progress.events import LogError

FILE_NAME = "events.sqlite"
# The file of logs up to version 5, which stays where it is.
OLD_FILE_NAME = "log.sqlite"
# "kata" in the file's header, so that another program's database is told apart.
APPLICATION = 0x6B617461
VERSION = 6
DEFAULT_LEARNER = "me"
COLUMNS = "learner, uid, at, kind, run, place, data"
_INDEXES = {"by_run": "run", "by_place": "place", "by_time": "kind, at", "by_number": "number"}
_HEADER = 100
_WAIT_SECONDS = 60
_TRY_SECONDS = 0.01


def table(number: str, text: str) -> list[str]:
    """Return the statements that make the table of events; `number` and `text` are types of columns."""
    texts = ", ".join(f"{name} {text} NOT NULL" for name in ("learner", "uid", "kind", "run", "place", "data"))
    columns = f"number {number} PRIMARY KEY, at BIGINT NOT NULL, {texts}, UNIQUE (learner, uid)"
    indexes = (
        f"CREATE INDEX IF NOT EXISTS {name} ON events (learner, {columns})" for name, columns in _INDEXES.items()
    )
    return [f"CREATE TABLE IF NOT EXISTS events ({columns})", *indexes]


class Store(ABC):
    """A database with the table of events, of which `learner` has some.

    Messages name it as `where`, and advise; neither contains a password. `is_own` is whether the log belongs to the
    person using the program. Methods raise the database's own errors (`trouble`): call them inside `errors`.
    """

    where: str
    advice: str
    learner: str
    is_own = True
    trouble: tuple[type[Exception], ...]
    _database: Any = None

    @abstractmethod
    def execute(self, sql: str, values: Sequence[Any] = ()) -> Any:
        """Return the cursor of a statement."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[None]:
        """Return a transaction during which nobody else writes for this learner; on disk when it ends."""

    def select(self, columns: str, which: str, *values: Any) -> Any:
        """Return the cursor of this learner's events that satisfy the condition `which`."""
        return self.execute(f"SELECT {columns} FROM events WHERE learner = ? AND {which}", (self.learner, *values))

    def insert(self, row: Sequence[Any], learner: str | None = None) -> bool:
        """Add an event's row, by default of this learner; return whether it is new."""
        sql = f"INSERT INTO events ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        return bool(self.execute(sql, (learner or self.learner, *row)).rowcount > 0)

    def errors(self, done: str) -> AbstractContextManager[None]:
        """Return a context that turns errors of the database into a LogError: it cannot be `done`, why, the advice."""
        return errors_of(self.trouble, self.where, self.advice, done)

    @contextmanager
    def opening(self) -> Iterator[None]:
        """Return a context for what is done to open it; if that fails, it is closed."""
        with self.errors("opened"), ExitStack() as unless_opened:
            unless_opened.callback(self.close)
            yield
            unless_opened.pop_all()

    def close(self) -> None:
        if self._database is not None:
            self._database.close()


@contextmanager
def errors_of(trouble: tuple[type[Exception], ...], where: str, advice: str, done: str) -> Iterator[None]:
    """Return a context that turns errors of a database or its file into a LogError of one line."""
    try:
        yield
    except Exception as error:
        if not isinstance(error, (*trouble, OSError, UnicodeError, OverflowError)):
            raise
        # A server's further lines are hints and row contents.
        first_line = reason_of(error).strip().partition("\n")[0]
        reason = plain(first_line, 200, keep="").strip()
        if "database is locked" in reason:
            reason, advice = "another program is using it", "close that program and try again"
        raise LogError(f"the log {where} cannot be {done}: {reason}; {advice}") from error


def examine(path: Path) -> int | None:
    """Return the version of a log's file, from its header alone; None if it is missing or empty.

    Raises LogError for a file of another program or of a newer version, before SQLite could change it.
    """
    if not path.exists() or not path.stat().st_size:
        return None
    with path.open("rb") as file:
        header = file.read(_HEADER)
    where = plain(str(path), keep="")
    if len(header) < _HEADER or not header.startswith(b"SQLite format 3\0"):
        raise LogError(f"{where} is not a katatx log; move it away, or set KATATX_HOME to another folder")
    version, application = int.from_bytes(header[60:64], "big"), int.from_bytes(header[68:72], "big")
    if application != APPLICATION:
        raise LogError(f"{where} is another program's database; move it away, or set KATATX_HOME to another folder")
    return supported(version, where)


def supported(version: int, where: str) -> int:
    """Return a log's version if it is not newer than this program's; else raise LogError."""
    if version > VERSION:
        raise LogError(f"{where} is from a newer katatx (log version {version}, this reads {VERSION}); update katatx")
    return version


class SqliteStore(Store):
    """The file `events.sqlite` in a folder, made if it is missing; with `to_read` it is kept in memory instead."""

    advice = "put a copy of it back, or set KATATX_HOME to another folder to begin a new log there"
    trouble: tuple[type[Exception], ...] = (sqlite3.Error,)

    def __init__(self, folder: Path, learner: str = DEFAULT_LEARNER, to_read: bool = False) -> None:
        self.path, self.learner = folder / FILE_NAME, learner
        self.where = plain(str(self.path), keep="")
        with self.opening():
            version = examine(self.path)
            if version is None and not to_read:
                make_private(folder)
                self.path.touch(0o600)
            place = ":memory:" if version is None and to_read else str(self.path)
            # The app opens a log in one thread and uses it in another, never at the same time.
            self._database = sqlite3.connect(place, timeout=_TRY_SECONDS, isolation_level=None, check_same_thread=False)
            # EXTRA also syncs the folder after the journal is deleted: with FULL, a power cut brings the journal back,
            # which undoes the last answer.
            self.execute("PRAGMA synchronous = EXTRA")
            if version is None or not to_read:
                # A log that cannot be written fails now and not at an answer; one that is there stays as it is.
                marks = f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {VERSION}"
                end = "COMMIT" if version is None else "ROLLBACK"
                for statement in ("BEGIN IMMEDIATE", *table("INTEGER", "TEXT"), *marks, end):
                    self.execute(statement)

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Any:
        # SQLite's own retries become rarer with time: a process that writes without pause would lock this one out.
        until = monotonic() + _WAIT_SECONDS
        while True:
            try:
                return self._database.execute(sql, values)
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or monotonic() > until:
                    raise

    @contextmanager
    def writing(self) -> Iterator[None]:
        self.execute("BEGIN IMMEDIATE")
        with self._database:  # which takes back what fails
            yield
            self.execute("COMMIT")
