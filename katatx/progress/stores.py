"""Where the tables are: an SQLite file in the learner's folder."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

from katatx.notation.quoting import plain
from katatx.progress.errors import LogError
from katatx.progress.orm import peewee
from katatx.progress.rows import new_name
from katatx.progress.tables import TABLES, RunRow
from katatx.progress.upgrades import VERSION, upgrade

FILE_NAME = "log.sqlite"
# "kata" in the file's header, so that another program's database is told apart.
APPLICATION = 0x6B617461
DEFAULT_LEARNER = "me"
_HEADER = 100
_WAIT_SECONDS = 60
_TRY_SECONDS = 0.01
_IN_MEMORY = ":memory:"
# What can go wrong in a store, whoever raises it: half a letter and a number that no column holds are
# Python's own errors.
TROUBLE = (peewee.PeeweeException, sqlite3.Error, OSError, UnicodeError, OverflowError)


class Store(Protocol):
    """A database with the tables in it. `where` names it in messages, and `advice` says what
    else could be done; neither holds a password.
    """

    database: Any
    where: str
    advice: str
    learner: str
    # Whether the learner is the one who sits here, and not one whose log is looked at.
    is_own: bool

    def writing(self) -> AbstractContextManager[Any]:
        """A transaction in which nobody else writes for this learner."""
        ...

    def reconnect(self) -> None:
        """Open the database anew, as after a lost connection."""
        ...

    def close(self) -> None:
        """Let the database go."""
        ...


@contextmanager
def telling(store_is: str, advice: str, done: str) -> Iterator[None]:
    """Every failure of a store as one line: what could not be `done`, where, and why."""
    try:
        yield
    except TROUBLE as error:
        # A server's first line says what is wrong; what follows are hints, and what was in the row.
        said = (getattr(error, "strerror", None) or str(error)).strip().partition("\n")[0]
        reason = plain(said, 200, keep="").strip()
        if "database is locked" in reason:
            reason, advice = "another program holds it", "let that one end, and try again"
        raise LogError(f"the log {store_is} cannot be {done}: {reason}; {advice}") from error


class _Patient(peewee.SqliteDatabase):
    """SQLite waits longer from try to try, up to a tenth of a second: another process that writes without a pause would
    keep this one out for as long as it goes on. So everything is tried anew all the while.
    """

    def connect(self, reuse_if_open: bool = False) -> bool:
        connected: bool = _until_free(lambda: super(_Patient, self).connect(reuse_if_open))
        return connected

    def begin(self, lock_type: str | None = None) -> None:
        _until_free(lambda: super(_Patient, self).begin(lock_type))

    def commit(self) -> None:
        _until_free(super().commit)

    def execute_sql(self, sql: str, params: Any = None) -> Any:
        return _until_free(lambda: super(_Patient, self).execute_sql(sql, params))  # type: ignore[no-untyped-call]

    def rollback(self) -> None:
        """SQLite takes a transaction back by itself where the disk fails it; to ask for it again would
        fail, and that be told instead of the reason.
        """
        if self.connection().in_transaction:  # type: ignore[no-untyped-call]
            super().rollback()


def _until_free(work: Callable[[], Any]) -> Any:
    """Return what some work gives, tried anew while another program holds the database."""
    until = monotonic() + _WAIT_SECONDS
    while True:
        try:
            return work()
        except peewee.OperationalError as error:
            if "locked" not in str(error) or monotonic() > until:
                raise


class SqliteStore:
    """The file `log.sqlite` in a folder.

    Raises LogError for a file that is no log, is from a newer version, or cannot be
    written; the file is then untouched. One opened to be read only need not take a writer, as a copy
    in a folder that is kept does not, nor wait for another's: where there is none yet, none is made, and an
    older one that cannot be brought up to date is read from a copy in memory.
    """

    is_own = True
    advice = "set KATATX_HOME to another folder"

    def __init__(self, folder: Path, learner: str = DEFAULT_LEARNER, to_read: bool = False) -> None:
        self.path = folder / FILE_NAME
        self.learner = learner
        self.where = plain(str(self.path), keep="")
        with telling(self.where, self.advice, "opened"):
            version = _examine(self.path)
            leaves_none = to_read and version is None and (folder.is_dir() or not folder.exists())
            if not leaves_none:
                folder.mkdir(parents=True, exist_ok=True)
            self.database = _database(_IN_MEMORY if leaves_none else str(self.path))
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
        transaction: AbstractContextManager[Any] = self.database.atomic("immediate")
        return transaction

    def reconnect(self) -> None:
        self.close()
        self.database.connect()

    def close(self) -> None:
        self.database.close()

    def _upgrade(self, to_read: bool) -> None:
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
        with self.writing(), self.database.bind_ctx(TABLES):
            self.database.create_tables(TABLES)
            self.database.execute_sql(f"PRAGMA application_id = {APPLICATION}")
            self.database.execute_sql(f"PRAGMA user_version = {VERSION}")


def _database(place: str) -> Any:
    # The app opens a log in one thread and uses it in another, never in both at once.
    return _Patient(
        place, pragmas={"synchronous": "full"}, timeout=_TRY_SECONDS, thread_safe=False, check_same_thread=False
    )


def try_writing(database: Any, learner: str, *begin: str) -> None:
    """Make sure now, not first at an answer, that the log can be written.

    What is written is taken back: the log stays as it was.
    """
    with database.atomic(*begin) as transaction:
        row = {"id": new_name(), "deck": "", "drills": "", "seed": 0, "always_fresh": False, "started": ""}
        RunRow.insert(learner=learner, **row).execute(database)
        transaction.rollback()


def _examine(path: Path) -> int | None:
    """The version of a log, None where it is still to be made; reads the file's header and
    nothing more.

    Raises LogError for another program's file or a newer version's, before SQLite could
    touch it.
    """
    if not path.exists():
        return None
    with path.open("rb") as file:
        header = file.read(_HEADER)
    where = plain(str(path), keep="")
    if not header:
        return None
    if len(header) < _HEADER or not header.startswith(b"SQLite format 3\0"):
        raise LogError(f"{where} is no katatx log; move it away, or set KATATX_HOME to another folder")
    version, application = int.from_bytes(header[60:64], "big"), int.from_bytes(header[68:72], "big")
    if application != APPLICATION:
        raise LogError(f"{where} is another program's database; move it away, or set KATATX_HOME to another folder")
    if version > VERSION:
        raise LogError(f"{where} is from a newer katatx (log version {version}, this reads {VERSION}); update katatx")
    return version
