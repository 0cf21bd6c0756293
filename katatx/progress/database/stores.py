"""The store interface, and the store in an SQLite file in the learner's folder."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

from katatx.durable import make_private, make_private_file
from katatx.errors import reason_of
from katatx.notation.quoting import plain
from katatx.progress.database.header import APPLICATION, DEFAULT_LEARNER, FILE_NAME, VERSION, examine
from katatx.progress.database.orm import peewee
from katatx.progress.database.rows import new_name
from katatx.progress.database.tables import TABLES, RunRow
from katatx.progress.database.upgrades import upgrade
from katatx.progress.errors import LogError

_WAIT_SECONDS = 60
_TRY_SECONDS = 0.01
_IN_MEMORY = ":memory:"
# Errors that a store may raise, including Python's own for text that cannot be encoded and numbers out of range.
TROUBLE = (peewee.PeeweeException, sqlite3.Error, OSError, UnicodeError, OverflowError)


class Store(Protocol):
    """A database with the tables.

    `where` names it in messages, and `advice` says what the learner can do about errors; neither contains a password.
    Methods raise the database's own errors (`TROUBLE`): call them inside `database_errors`.
    """

    database: Any
    where: str
    advice: str
    learner: str
    # Whether the log belongs to the person using the program, not to another learner.
    is_own: bool

    def writing(self) -> AbstractContextManager[Any]:
        """Return a transaction during which nobody else writes for this learner."""
        ...

    def reconnect(self) -> None:
        """Close and reopen the database, as after a lost connection."""
        ...

    def close(self) -> None:
        """Close the database."""
        ...


@contextmanager
def database_errors(where: str, advice: str, done: str) -> Iterator[None]:
    """Return a context that turns errors of the database or its file (`TROUBLE`) into a LogError of one line.

    The line says that the log at `where` cannot be `done` (such as "read"), why, and the `advice`; if another program
    holds the log, the advice is to close that program.
    """
    try:
        yield
    except TROUBLE as error:
        # A server's further lines are hints and row contents.
        first_line = reason_of(error).strip().partition("\n")[0]
        reason = plain(first_line, 200, keep="").strip()
        if "database is locked" in reason:
            reason, advice = "another program is using it", "close that program and try again"
        raise LogError(f"the log {where} cannot be {done}: {reason}; {advice}") from error


def raw_rows(store: Store, query: Any) -> Any:
    """Return the database cursor of a query. Its plain rows are much faster than peewee's for a million attempts."""
    sql, values = store.database.get_sql_context().sql(query).query()
    return store.database.execute_sql(sql, values)


class _Patient(peewee.SqliteDatabase):
    """An SQLite database that retries at short, constant intervals, for up to a minute, while another process holds it.

    SQLite's own retries become rarer with time, so that a process that writes without pause would lock this one out.
    The parameters of its methods are peewee's.
    """

    def connect(self, reuse_if_open: bool = False) -> bool:
        """Connect, retrying while the file is locked."""
        connected: bool = _retried(lambda: super(_Patient, self).connect(reuse_if_open))
        return connected

    def begin(self, lock_type: str | None = None) -> None:
        """Begin a transaction, retrying while the file is locked."""
        _retried(lambda: super(_Patient, self).begin(lock_type))

    def commit(self) -> None:
        """Commit, retrying while the file is locked."""
        _retried(super().commit)

    def execute_sql(self, sql: str, params: Any = None) -> Any:
        """Run a statement, retrying while the file is locked."""
        return _retried(lambda: super(_Patient, self).execute_sql(sql, params))  # type: ignore[no-untyped-call]

    def rollback(self) -> None:
        """Roll back unless SQLite already did, as after a disk error; a second rollback would hide the reason."""
        if self.connection().in_transaction:  # type: ignore[no-untyped-call]
            super().rollback()


def _retried(work: Callable[[], Any]) -> Any:
    """Return the result of `work`, called again while another program locks the database, for up to a minute.

    Then the last peewee.OperationalError is raised. Other errors are raised at once.
    """
    until = monotonic() + _WAIT_SECONDS
    while True:
        try:
            return work()
        except peewee.OperationalError as error:
            if "locked" not in str(error) or monotonic() > until:
                raise


class SqliteStore:
    """The file `log.sqlite` in a folder; both are created if missing, and an older log is upgraded after a backup.

    `learner` names whose rows are used. Raises LogError, leaving the file untouched, if it is no log, comes from a
    newer version or cannot be written. With `to_read` no log is created, and the file need not be writable: a missing
    log is read as empty, and an older one is upgraded in memory if the file cannot be written. Methods pass on the
    database's own errors.
    """

    is_own = True
    advice = "set KATATX_HOME to another folder"

    def __init__(self, folder: Path, learner: str = DEFAULT_LEARNER, to_read: bool = False) -> None:
        self.path = folder / FILE_NAME
        self.learner = learner
        self.where = plain(str(self.path), keep="")
        with database_errors(self.where, self.advice, "opened"):
            if folder.exists() and not folder.is_dir():
                raise LogError(f"{plain(str(folder), keep='')} is a file, not a folder; {self.advice}")
            version = examine(self.path)
            in_memory = to_read and version is None
            if not in_memory:
                make_private(folder)
                if version is None:
                    make_private_file(self.path)
            self.database = _database(_IN_MEMORY if in_memory else str(self.path))
            with ExitStack() as unless_opened:
                unless_opened.callback(self.close)
                self.database.connect()
                if version is not None and version < VERSION:
                    self._upgrade(to_read)
                if version is None:
                    self._create()
                if not to_read:
                    try_writing(self.database, learner, "immediate")
                unless_opened.pop_all()

    def writing(self) -> AbstractContextManager[Any]:
        """Return a transaction that locks the file for writing at once."""
        transaction: AbstractContextManager[Any] = self.database.atomic("immediate")
        return transaction

    def reconnect(self) -> None:
        """Close and reopen the file."""
        self.close()
        self.database.connect()

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    def _upgrade(self, to_read: bool) -> None:
        """Upgrade the tables; with `to_read`, if that fails, use an upgraded copy in memory instead of the file."""
        try:
            upgrade(self.database, self.path)
        except TROUBLE:
            if not to_read:
                raise
            file, self.database = self.database, _database(_IN_MEMORY)
            with closing(file):
                file.connection().backup(self.database.connection())
            upgrade(self.database, None)

    def _create(self) -> None:
        """Create the tables, and mark the file as a log of the present version."""
        with self.writing(), self.database.bind_ctx(TABLES):
            self.database.create_tables(TABLES)
            self.database.execute_sql(f"PRAGMA application_id = {APPLICATION}")
            self.database.execute_sql(f"PRAGMA user_version = {VERSION}")


def _database(place: str) -> Any:
    """Return an SQLite database at a path, or in memory for `_IN_MEMORY`; it is not connected yet."""
    # EXTRA also syncs the folder after the journal is deleted: with FULL, a power cut brings the journal back, which
    # undoes the last answer. The app opens a log in one thread and uses it in another, never at the same time.
    return _Patient(
        place, pragmas={"synchronous": "extra"}, timeout=_TRY_SECONDS, thread_safe=False, check_same_thread=False
    )


def try_writing(database: Any, learner: str, *begin: str) -> None:
    """Insert a row and roll back, so that a log that cannot be written fails now and not at an answer.

    `begin` is passed on to `atomic`: the kind of transaction. Raises the database's error on failure.
    """
    with database.atomic(*begin) as transaction:
        row = {"id": new_name(), "deck": "", "drills": "", "seed": 0, "always_fresh": False, "started": ""}
        RunRow.insert(learner=learner, **row).execute(database)
        transaction.rollback()
