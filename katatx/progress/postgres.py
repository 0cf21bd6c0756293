"""The log on a PostgreSQL server, for a learner with several computers or for a class.

Whoever first opens an empty database creates the table, owns it, and may read all rows: the teacher. Every other role
can only read and add its own rows, enforced by the server's row security; nobody may change or delete rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from katatx.errors import not_installed
from katatx.notation.quoting import plain
from katatx.progress.events import LogError
from katatx.progress.home import NO_URL, STORE
from katatx.progress.stores import COLUMNS, VERSION, Store, supported, table

_SCHEMA = "katatx"
# How long a silent server is waited for, unless the URL says it, so that the learner is told with the next verdict; TCP
# alone waits a quarter of an hour. The first is for each address of a host, of which localhost has two.
_PATIENCE: dict[str, Any] = {
    "connect_timeout": 7, "tcp_user_timeout": 20_000, "keepalives_idle": 10, "keepalives_interval": 5,
    "keepalives_count": 2,
}  # fmt: skip
# What is read after waiting for a lock must have the latest rows.
_OPTIONS = f"-c search_path={_SCHEMA} -c lock_timeout=60s -c default_transaction_isolation=read\\ committed"
# Our own number for the advisory locks under which tables are made and a learner's events are added.
_LOCK = 0x6B617461
# Sorted in byte order, whatever the server's locale; only the server numbers rows.
_CREATE = (
    f"CREATE SCHEMA IF NOT EXISTS {_SCHEMA}",
    *table("BIGINT GENERATED ALWAYS AS IDENTITY", 'TEXT COLLATE "C"'),
    f"GRANT USAGE ON SCHEMA {_SCHEMA} TO PUBLIC",
    f"GRANT SELECT, INSERT ({COLUMNS}) ON events TO PUBLIC",
    "ALTER TABLE events ENABLE ROW LEVEL SECURITY",
    "CREATE POLICY own_rows ON events USING (learner = current_user) WITH CHECK (learner = current_user)",
    "CREATE TABLE IF NOT EXISTS version (version INTEGER NOT NULL)",
    "DELETE FROM version",
    f"INSERT INTO version VALUES ({VERSION})",
    "GRANT SELECT ON version TO PUBLIC",
)


class PostgresStore(Store):
    """A database on a PostgreSQL server, given by its URL.

    `learner` is the role that connects, unless another is named, which only the owner of the table may do. With
    `only_reads` the connection is read-only, so that no write permission is needed. Raises LogError if it cannot be
    used, or is still to be made by the owner.
    """

    advice = f"check the server, or unset {STORE}"

    def __init__(self, url: str, learner: str | None = None, only_reads: bool = False) -> None:
        try:
            import psycopg
        except ImportError as error:
            raise LogError(not_installed(f"a log on PostgreSQL ({STORE})", "postgres")) from error
        parts = _parts("postgresql://" + url.split("://", 1)[1])
        user, host, port, database = (parts.get(name, "") for name in ("user", "host", "port", "dbname"))
        server = ("" if host.startswith("/") else host) + f":{port}" * bool(port)
        self.where = plain(f"postgresql://{user}{'@' * bool(user)}{server}/{database}", 200, keep="")
        self.trouble: tuple[type[Exception], ...] = (psycopg.Error,)
        with self.opening():
            readonly = " -c default_transaction_read_only=on" * only_reads
            options = f"{parts.get('options', '')} {_OPTIONS}{readonly}".lstrip()
            self._database = psycopg.connect(**{**_PATIENCE, **parts, "options": options}, autocommit=True)
            self._check_table()
            role = str(self._one("SELECT current_user"))
            self.learner, self.is_own = learner or role, learner in (None, role)
            if self.is_own and not only_reads:
                # A log that cannot be written fails now and not at an answer; nothing of it stays.
                with self._database.transaction(force_rollback=True):
                    self.insert(("", 0, "", "", "", ""))

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Any:
        return self._database.execute(sql.replace("?", "%s"), values)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Return a transaction that one connection holds for this learner, so that numbers are in order."""
        with self._database.transaction():
            self.execute("SELECT pg_advisory_xact_lock(?, hashtext(?))", (_LOCK, self.learner))
            yield

    def _check_table(self) -> None:
        # Not by `to_regclass`, which may be out of date.
        is_made = f"SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = '{_SCHEMA}' AND tablename = 'events'"
        with self._database.transaction():
            self.execute("SELECT pg_advisory_xact_lock(?, 0)", (_LOCK,))
            if not self._one(is_made):
                if not self._one("SELECT has_database_privilege(current_database(), 'CREATE')"):
                    raise LogError(f"{self.where} has no tables yet; the owner of the database must start katatx once")
                for statement in _CREATE:
                    self.execute(statement)
        supported(int(self._one("SELECT version FROM version")), self.where)

    def _one(self, query: str) -> Any:
        return next(iter(self.execute(query).fetchone() or ()), None)


def _parts(url: str) -> dict[str, str]:
    """Return the parts of a URL as libpq reads them. An error does not quote it, since it may hold a password."""
    from psycopg import Error
    from psycopg.conninfo import conninfo_to_dict

    try:
        parts = {name: str(value) for name, value in conninfo_to_dict(url).items() if value is not None}
        int(parts.get("connect_timeout", 0))
    except (Error, ValueError):
        parts = {"host": "@"}
    # An unescaped character of the password, or libpq's other form (host=… password=…) after the "//", shifts the rest
    # into another part, which messages name. A port that is no number may be a password without its host.
    named = "".join(parts.get(name, "") for name in ("user", "host", "dbname"))
    if re.search("[@=]", named) or re.search(r"[^\d,]", parts.get("port", "")):
        raise LogError(NO_URL)
    return parts
