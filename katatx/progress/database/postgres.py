"""The log on a PostgreSQL server, for a learner with several computers or for a class.

Whoever first opens an empty database creates the tables, owns them, and may read all rows: the teacher. Every other
role can only read and add its own rows, enforced by the server's row security; nobody may change or delete rows of the
log.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from katatx.errors import not_installed
from katatx.notation.quoting import plain, quote
from katatx.progress.database.header import VERSION
from katatx.progress.database.orm import peewee
from katatx.progress.database.stores import database_errors, try_writing
from katatx.progress.database.tables import DERIVED, LOG, TABLES
from katatx.progress.errors import LogError
from katatx.progress.home import STORE

_SCHEMA = "katatx"
# For each address of a host; localhost has two.
_SECONDS_TO_CONNECT = 7
# Give up on a silent server after this long, so that the learner is told with the next verdict; TCP alone waits a
# quarter of an hour.
_SILENCE: dict[str, Any] = {
    "tcp_user_timeout": 20_000, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 2,
}  # fmt: skip
_OPTIONS = f"-c search_path={_SCHEMA} -c lock_timeout=60s"
_ONLY_READS = " -c default_transaction_read_only=on"
# Our own number for the advisory lock under which tables are made.
_LOCK = 0x6B617461
_TEXTS = ("VARCHAR", "TEXT")
# SQL that upgrades from each version to the next, before derived tables are made anew. Servers are supported since
# version 3.
_STEPS: dict[int, tuple[str, ...]] = {
    3: (
        f'ALTER TABLE {_SCHEMA}.uncoverings ADD COLUMN "step" TEXT COLLATE "C"',
        f'GRANT INSERT ("step") ON {_SCHEMA}.uncoverings TO PUBLIC',
    ),
    4: (),
}


class PostgresStore:
    """A database on a PostgreSQL server, given by its URL.

    `learner` is the role that connects, unless another is named, which only the owner of the tables and roles that
    bypass row security may do. The owner's connection also upgrades tables of an older version. With `only_reads` the
    connection is read-only, so that no write permission is needed. Raises LogError if the driver is missing, the URL is
    invalid, the server cannot be reached, the version is newer, unknown or still to be upgraded by the owner, the
    tables are still to be created by the owner, or this role may not use the log. Methods pass on the database's own
    errors.
    """

    advice = f"check the server, or unset {STORE}"

    def __init__(self, url: str, learner: str | None = None, only_reads: bool = False) -> None:
        if getattr(peewee, "psycopg", None) is None:
            raise LogError(not_installed(f"a log on PostgreSQL ({STORE})", "postgres"))
        url = "postgresql://" + url.split("://", 1)[1]
        parts = _parts(url)
        self.where = _where(parts)
        with database_errors(self.where, self.advice, "opened"):
            self.database: Any = peewee.PostgresqlDatabase(
                url,
                prefer_psycopg3=True,
                thread_safe=False,  # as in SqliteStore
                # Overrides the server's default: a read after waiting for the lock must see the latest rows.
                isolation_level="READ COMMITTED",
                options=f"{parts.get('options', '')} {_OPTIONS}{_ONLY_READS * only_reads}".lstrip(),
                connect_timeout=int(parts.get("connect_timeout", _SECONDS_TO_CONNECT)),
                **{name: value for name, value in _SILENCE.items() if name not in parts},
            )
            self.database.connect()
            with ExitStack() as unless_opened:
                unless_opened.callback(self.database.close)
                self._check_tables()
                role = str(self._one("SELECT current_user"))
                self.learner = learner or role
                self.is_own = self.learner == role
                self._check_may_read(role)
                if not only_reads:
                    try_writing(self.database, self.learner)
                unless_opened.pop_all()

    @contextmanager
    def writing(self) -> Iterator[Any]:
        """Return a transaction that only one connection can hold for this learner, since derived rows are read and
        then written.
        """
        with self.database.atomic() as transaction:
            self.database.execute_sql("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (_LOCK, self.learner))
            yield transaction

    def reconnect(self) -> None:
        """Close the connection and open a new one."""
        self.close()
        self.database.connect()

    def close(self) -> None:
        """Close the connection."""
        self.database.close()

    def _check_tables(self) -> None:
        """Create or upgrade the tables if needed.

        Raises LogError if this role may not, or if the version of the tables is too new or unknown.
        """
        if not self._has_tables():
            if not self._one("SELECT has_database_privilege(current_database(), 'CREATE')"):
                raise LogError(f"{self.where} has no tables yet; the owner of the database must start katatx once")
            with self.database.atomic():
                self.database.execute_sql("SELECT pg_advisory_xact_lock(%s, 0)", (_LOCK,))
                if not self._has_tables():
                    self._create()
        version = self._version()
        if version > VERSION:
            raise LogError(
                f"{self.where} is from a newer katatx (log version {version}, this reads {VERSION}); update katatx"
            )
        if version < VERSION:
            self._upgrade(version)

    def _version(self) -> int:
        """Return the version of the tables."""
        return int(self._one(f"SELECT version FROM {_SCHEMA}.version"))

    def _upgrade(self, version: int) -> None:
        """Upgrade the tables from this version in one transaction.

        Raises LogError if the version is unknown or this role does not own the tables.
        """
        if version not in _STEPS:
            raise LogError(
                f"{self.where} has log version {version}, which does not exist; set {STORE} to another database"
            )
        if not self._owns():
            raise LogError(
                f"{self.where} is from an older katatx (log version {version}, this reads {VERSION}); "
                "ask whoever set it up to start this katatx once"
            )
        with self.database.atomic():
            self.database.execute_sql("SELECT pg_advisory_xact_lock(%s, 0)", (_LOCK,))
            if self._version() >= VERSION:  # another process was quicker
                return
            for before in range(self._version(), VERSION):
                for statement in _STEPS[before]:
                    self.database.execute_sql(statement)
            self._make_derived_anew()
            self.database.execute_sql(f"UPDATE {_SCHEMA}.version SET version = {VERSION}")

    def _owns(self) -> bool:
        """Return whether this role has the rights of the tables' owner."""
        owns = "SELECT 1 FROM pg_tables WHERE schemaname = %s AND pg_has_role(current_user, tableowner, 'USAGE')"
        return self._one(owns, _SCHEMA) is not None

    def _check_may_read(self, role: str) -> None:
        """Raise LogError if this role may not read the named learner's log; the server enforces it too."""
        passes = "SELECT 1 FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolbypassrls)"
        if not (self.is_own or self._owns() or self._one(passes)):
            raise LogError(
                f"{self.where}: you are {quote(role)}, and only the owner of the tables may read the log of "
                f"{quote(self.learner)}; unset KATATX_LEARNER"
            )

    def _has_tables(self) -> bool:
        """Return whether the tables exist. The catalog is asked, since `to_regclass` may be out of date."""
        found = "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = %s AND tablename = 'version'"
        return self._one(found, _SCHEMA) is not None

    def _create(self) -> None:
        """Create the schema and all tables, and let everyone read and add their own rows."""
        self.database.execute_sql(f"CREATE SCHEMA IF NOT EXISTS {_SCHEMA}")
        with self.database.bind_ctx(TABLES):
            self.database.create_tables(TABLES)
        self.database.execute_sql(f"CREATE TABLE {_SCHEMA}.version (version INTEGER NOT NULL)")
        self.database.execute_sql(f"INSERT INTO {_SCHEMA}.version VALUES ({VERSION})")
        self.database.execute_sql(f"GRANT USAGE ON SCHEMA {_SCHEMA} TO PUBLIC")
        self.database.execute_sql(f"GRANT SELECT ON {_SCHEMA}.version TO PUBLIC")
        self._grant(TABLES)

    def _make_derived_anew(self) -> None:
        """Drop the derived tables and create them empty; they are filled when a learner opens the log."""
        for table in DERIVED:
            self.database.execute_sql(f"DROP TABLE IF EXISTS {_SCHEMA}.{table._meta.table_name}")
        with self.database.bind_ctx(DERIVED):
            self.database.create_tables(DERIVED)
        self._grant(DERIVED)

    def _grant(self, tables: Sequence[Any]) -> None:
        """Grant everyone access to their own rows: read and insert, and for derived tables also update and delete.

        The tables must be new and empty. Their texts are made to sort in byte order, and only the server numbers rows.
        """
        for table in tables:
            name = f"{_SCHEMA}.{table._meta.table_name}"
            # Sort in byte order and without a length limit, as SQLite does, whatever the server's locale.
            texts = [field.column_name for field in table._meta.sorted_fields if field.field_type in _TEXTS]
            changes = ", ".join(f'ALTER COLUMN "{column}" TYPE TEXT COLLATE "C"' for column in texts)
            self.database.execute_sql(f"ALTER TABLE {name} {changes}")
            # Row numbers are assigned by the server only: rows with chosen numbers, or numbers drawn and not used,
            # would disturb other learners.
            given = []
            for field in table._meta.sorted_fields:
                if isinstance(field, peewee.AutoField):
                    self._make_identity_column(name, field.column_name)
                else:
                    given.append(field)
            insert = ", ".join(f'"{field.column_name}"' for field in given)
            rights = f"SELECT, INSERT ({insert}){'' if table in LOG else ', UPDATE, DELETE'}"
            self.database.execute_sql(f"GRANT {rights} ON {name} TO PUBLIC")
            self.database.execute_sql(f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY")
            self.database.execute_sql(
                f"CREATE POLICY own_rows ON {name} USING (learner = current_user) WITH CHECK (learner = current_user)"
            )

    def _make_identity_column(self, table: str, column: str) -> None:
        """Turn a serial column of an empty table into a BIGINT identity column, so that only the server numbers it.

        `table` includes the schema. Drops the sequence `{table}_{column}_seq`, which must exist; numbers begin at 1.
        """
        self.database.execute_sql(f"ALTER TABLE {table} ALTER {column} DROP DEFAULT, ALTER {column} TYPE BIGINT")
        self.database.execute_sql(f"DROP SEQUENCE {table}_{column}_seq")
        self.database.execute_sql(f"ALTER TABLE {table} ALTER {column} ADD GENERATED ALWAYS AS IDENTITY")

    def _one(self, query: str, *values: str) -> Any:
        """Return the first column of a query's first row; None if there is no row."""
        row = self.database.execute_sql(query, values).fetchone()
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
    """Return the URL with these parts, without its password, for display."""
    user, host, port = (parts.get(name, "") for name in ("user", "host", "port"))
    server = ("" if host.startswith("/") else host) + f":{port}" * bool(port)
    return plain(f"postgresql://{user}{'@' * bool(user)}{server}/{parts.get('dbname', '')}", 200, keep="")
