"""The log on a PostgreSQL server, for a learner with several computers or for a class.

Whoever first opens an empty database creates the table, owns it, and may read all rows: the teacher. Every other role
can only read and add its own rows, enforced by the server's row security; nobody may change or delete rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from katatx.errors import not_installed
from katatx.notation.quoting import plain
from katatx.progress.errors import LogError
from katatx.progress.home import STORE
from katatx.progress.stores import COLUMNS, INDEXES, VERSION, Store, supported

_SCHEMA = "katatx"
# For each address of a host; localhost has two.
_SECONDS_TO_CONNECT = 7
# Give up on a silent server after this long, so that the learner is told with the next verdict; TCP alone waits a
# quarter of an hour.
_SILENCE: dict[str, Any] = {
    "tcp_user_timeout": 20_000, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 2,
}  # fmt: skip
# Whatever the server's default isolation: what is read after waiting for a lock must have the latest rows.
_OPTIONS = f"-c search_path={_SCHEMA} -c lock_timeout=60s -c default_transaction_isolation=read\\ committed"
_ONLY_READS = " -c default_transaction_read_only=on"
# Our own number for the advisory locks under which tables are made and a learner's events are added.
_LOCK = 0x6B617461
_TEXT = 'TEXT COLLATE "C" NOT NULL'
# Sorted in byte order, whatever the server's locale; only the server numbers rows.
_CREATE = (
    f"CREATE SCHEMA IF NOT EXISTS {_SCHEMA}",
    (
        f"CREATE TABLE {_SCHEMA}.events (number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, learner {_TEXT}, "
        f"uid {_TEXT}, at BIGINT NOT NULL, kind {_TEXT}, run {_TEXT}, place {_TEXT}, data {_TEXT}, "
        "UNIQUE (learner, uid))"
    ),
    *(f"CREATE INDEX {name} ON {_SCHEMA}.events ({columns})" for name, columns in INDEXES.items()),
    f"GRANT USAGE ON SCHEMA {_SCHEMA} TO PUBLIC",
    f"GRANT SELECT, INSERT ({COLUMNS}) ON {_SCHEMA}.events TO PUBLIC",
    f"ALTER TABLE {_SCHEMA}.events ENABLE ROW LEVEL SECURITY",
    f"CREATE POLICY own_rows ON {_SCHEMA}.events USING (learner = current_user) WITH CHECK (learner = current_user)",
    f"CREATE TABLE IF NOT EXISTS {_SCHEMA}.version (version INTEGER NOT NULL)",
    f"DELETE FROM {_SCHEMA}.version",
    f"INSERT INTO {_SCHEMA}.version VALUES ({VERSION})",
    f"GRANT SELECT ON {_SCHEMA}.version TO PUBLIC",
)


class PostgresStore(Store):
    """A database on a PostgreSQL server, given by its URL.

    `learner` is the role that connects, unless another is named, which only the owner of the table and roles that
    bypass row security may do. With `only_reads` the connection is read-only, so that no write permission is needed.
    Raises LogError if the driver is missing, the URL is invalid, the server cannot be reached, the log is from a newer
    katatx or still to be made by the owner, or this role may not use it.
    """

    advice = f"check the server, or unset {STORE}"

    def __init__(self, url: str, learner: str | None = None, only_reads: bool = False) -> None:
        try:
            import psycopg
        except ImportError as error:
            raise LogError(not_installed(f"a log on PostgreSQL ({STORE})", "postgres")) from error
        parts = _parts("postgresql://" + url.split("://", 1)[1])
        self.where = _where(parts)
        self.trouble: tuple[type[Exception], ...] = (psycopg.Error,)
        with self.errors("opened"), ExitStack() as unless_opened:
            more = {name: value for name, value in _SILENCE.items() if name not in parts}
            options = f"{parts.get('options', '')} {_OPTIONS}{_ONLY_READS * only_reads}".lstrip()
            seconds = int(parts.get("connect_timeout", _SECONDS_TO_CONNECT))
            self._database = psycopg.connect(
                **{**parts, **more, "options": options, "connect_timeout": seconds}, autocommit=True
            )
            unless_opened.callback(self.close)
            self._check_table()
            role = str(self._one("SELECT current_user"))
            self.learner, self.is_own = learner or role, learner in (None, role)
            if self.is_own and not only_reads:
                # A log that cannot be written fails now and not at an answer; nothing of it stays.
                with self._database.transaction(force_rollback=True):
                    self.insert(("", 0, "", "", "", ""))
            unless_opened.pop_all()

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Any:
        return self._database.execute(sql.replace("?", "%s"), values)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Return a transaction that only one connection can hold for this learner, so that numbers are in order."""
        with self._database.transaction():
            self.execute("SELECT pg_advisory_xact_lock(?, hashtext(?))", (_LOCK, self.learner))
            yield

    def _check_table(self) -> None:
        """Create the table if needed. Raises LogError if this role may not, or if it is from a newer katatx."""
        if not self._is_made():
            if not self._one("SELECT has_database_privilege(current_database(), 'CREATE')"):
                raise LogError(f"{self.where} has no tables yet; the owner of the database must start katatx once")
            with self._database.transaction():
                self.execute("SELECT pg_advisory_xact_lock(?, 0)", (_LOCK,))
                for statement in () if self._is_made() else _CREATE:
                    self.execute(statement)
        supported(int(self._one(f"SELECT version FROM {_SCHEMA}.version")), self.where)

    def _is_made(self) -> bool:
        """Return whether the table exists. The catalog is asked, since `to_regclass` may be out of date."""
        found = "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = ? AND tablename = 'events'"
        return self._one(found, _SCHEMA) is not None

    def _one(self, query: str, *values: str) -> Any:
        row = self.execute(query, values).fetchone()
        return None if row is None else row[0]


def _parts(url: str) -> dict[str, str]:
    """Return the parts of a URL by name ("host", "dbname", …), as libpq reads them.

    Raises LogError for an invalid URL, without quoting it, since it may hold a password.
    """
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
        raise LogError(
            f"{STORE} is not a server's URL; write postgresql://USER:PASSWORD@HOST/DATABASE, "
            "with @ : / % in a password written as %40 %3A %2F %25"
        )
    return parts


def _where(parts: dict[str, str]) -> str:
    user, host, port = (parts.get(name, "") for name in ("user", "host", "port"))
    server = ("" if host.startswith("/") else host) + f":{port}" * bool(port)
    return plain(f"postgresql://{user}{'@' * bool(user)}{server}/{parts.get('dbname', '')}", 200, keep="")
