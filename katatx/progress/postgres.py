"""The same tables on a PostgreSQL server, for a person with two machines, or a class.

Whoever opens an empty database first makes the tables, owns them, and may read everyone's: a teacher.
Every other role reads and adds its own rows, by the server's own row security, whatever the client
asks for; the log's rows it may not change or take away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from katatx.notation.quoting import plain, quote
from katatx.progress.errors import LogError
from katatx.progress.orm import STORE, peewee
from katatx.progress.stores import telling, try_writing
from katatx.progress.tables import DERIVED, LOG, TABLES
from katatx.progress.upgrades import VERSION

_SCHEMA = "katatx"
# To each address of a host, of which localhost has two.
_SECONDS_TO_CONNECT = 7
# A server that fell silent is given up on after so long, not after the quarter of an hour that TCP waits: the
# learner is to be told with the next verdict.
_SILENCE: dict[str, Any] = {
    "tcp_user_timeout": 20_000, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 2,
}  # fmt: skip
_OPTIONS = f"-c search_path={_SCHEMA} -c lock_timeout=60s"
_ONLY_READS = " -c default_transaction_read_only=on"
# A number of our own for the lock in which the tables are made.
_MAKING = 0x6B617461
_TEXTS = ("VARCHAR", "TEXT")
# What leads from one version to the next, before the tables of what is derived are made anew. Tables on a server there
# are since version 3.
_STEPS: dict[int, tuple[str, ...]] = {
    3: (
        f'ALTER TABLE {_SCHEMA}.uncoverings ADD COLUMN "step" TEXT COLLATE "C"',
        f'GRANT INSERT ("step") ON {_SCHEMA}.uncoverings TO PUBLIC',
    ),
    4: (),
}


class PostgresStore:
    """A database on a PostgreSQL server, by its URL.

    `learner` is the role that connects, unless another is named, which only the owner of the
    tables may. Tables of an older version are brought up to date by their owner. One that `only_reads` is held to
    that by the server, and may be opened by a role that has no right to write. Raises LogError where it
    cannot be reached, is from a newer version, or has still to be brought up to date by its owner.
    """

    advice = f"see to the server, or unset {STORE}"

    def __init__(self, url: str, learner: str | None = None, only_reads: bool = False) -> None:
        if getattr(peewee, "psycopg", None) is None:
            raise LogError(f"{STORE} needs the PostgreSQL driver; pip install 'katatx[postgres]'")
        url = "postgresql://" + url.split("://", 1)[1]
        parts = _parts(url)
        self.where = _where(parts)
        with telling(self.where, self.advice, "opened"):
            self.database: Any = peewee.PostgresqlDatabase(
                url,
                prefer_psycopg3=True,
                thread_safe=False,  # as SqliteStore's
                # Whatever the server's default: what is read after waiting for the lock must be what stands then.
                isolation_level="READ COMMITTED",
                options=f"{parts.get('options', '')} {_OPTIONS}{_ONLY_READS * only_reads}".lstrip(),
                connect_timeout=int(parts.get("connect_timeout", _SECONDS_TO_CONNECT)),
                **{name: value for name, value in _SILENCE.items() if name not in parts},
            )
            self.database.connect()
            with ExitStack() as unless_opened:
                unless_opened.callback(self.database.close)
                self._make_sure_of_tables()
                role = str(self._one("SELECT current_user"))
                self.learner = learner or role
                self.is_own = self.learner == role
                self._make_sure_it_may_be_seen(role)
                if not only_reads:
                    try_writing(self.database, self.learner)
                unless_opened.pop_all()

    @contextmanager
    def writing(self) -> Iterator[Any]:
        """One writer a learner at a time: what is derived is read, and then written."""
        with self.database.atomic() as transaction:
            self.database.execute_sql("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (_MAKING, self.learner))
            yield transaction

    def reconnect(self) -> None:
        self.close()
        self.database.connect()

    def close(self) -> None:
        self.database.close()

    def _make_sure_of_tables(self) -> None:
        if not self._has_tables():
            if not self._one("SELECT has_database_privilege(current_database(), 'CREATE')"):
                raise LogError(f"{self.where} has no tables yet; whoever owns the database starts katatx once")
            with self.database.atomic():
                self.database.execute_sql("SELECT pg_advisory_xact_lock(%s, 0)", (_MAKING,))
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
        return int(self._one(f"SELECT version FROM {_SCHEMA}.version"))

    def _upgrade(self, version: int) -> None:
        """Bring the tables up to date, all or nothing."""
        if version not in _STEPS:
            raise LogError(f"{self.where} says that it is of log version {version}, which never was on a server")
        if not self._owns():
            raise LogError(
                f"{self.where} is from an older katatx (log version {version}, this reads {VERSION}); "
                "whoever owns its tables starts this katatx once"
            )
        with self.database.atomic():
            self.database.execute_sql("SELECT pg_advisory_xact_lock(%s, 0)", (_MAKING,))
            for before in range(self._version(), VERSION):  # another may have been quicker
                for statement in _STEPS[before]:
                    self.database.execute_sql(statement)
            self._make_derived_anew()
            self.database.execute_sql(f"UPDATE {_SCHEMA}.version SET version = {VERSION}")

    def _owns(self) -> bool:
        owns = "SELECT 1 FROM pg_tables WHERE schemaname = %s AND pg_has_role(current_user, tableowner, 'USAGE')"
        return self._one(owns, _SCHEMA) is not None

    def _make_sure_it_may_be_seen(self, role: str) -> None:
        """The server would keep it apart in any case; this says so in words."""
        passes = "SELECT 1 FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolbypassrls)"
        if not (self.is_own or self._owns() or self._one(passes)):
            raise LogError(
                f"{self.where}: you are {quote(role)}, and only the owner of the tables looks at the log of "
                f"{quote(self.learner)}; unset KATATX_LEARNER"
            )

    def _has_tables(self) -> bool:
        """By the catalog's rows: `to_regclass` may still answer from before another made them."""
        found = "SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = %s AND tablename = 'version'"
        return self._one(found, _SCHEMA) is not None

    def _create(self) -> None:
        self.database.execute_sql(f"CREATE SCHEMA IF NOT EXISTS {_SCHEMA}")
        with self.database.bind_ctx(TABLES):
            self.database.create_tables(TABLES)
        self.database.execute_sql(f"CREATE TABLE {_SCHEMA}.version (version INTEGER NOT NULL)")
        self.database.execute_sql(f"INSERT INTO {_SCHEMA}.version VALUES ({VERSION})")
        self.database.execute_sql(f"GRANT USAGE ON SCHEMA {_SCHEMA} TO PUBLIC")
        self.database.execute_sql(f"GRANT SELECT ON {_SCHEMA}.version TO PUBLIC")
        self._grant(TABLES)

    def _make_derived_anew(self) -> None:
        """The tables of what is derived from the log, empty: they are filled when a learner opens theirs."""
        for table in DERIVED:
            self.database.execute_sql(f"DROP TABLE IF EXISTS {_SCHEMA}.{table._meta.table_name}")
        with self.database.bind_ctx(DERIVED):
            self.database.create_tables(DERIVED)
        self._grant(DERIVED)

    def _grant(self, tables: Sequence[Any]) -> None:
        """Everyone reads and adds their own rows, and changes those of what is derived."""
        for table in tables:
            name = f"{_SCHEMA}.{table._meta.table_name}"
            # In the order of SQLite, and as long as there, whatever the language of the server.
            texts = [field.column_name for field in table._meta.sorted_fields if field.field_type in _TEXTS]
            changes = ", ".join(f'ALTER COLUMN "{column}" TYPE TEXT COLLATE "C"' for column in texts)
            self.database.execute_sql(f"ALTER TABLE {name} {changes}")
            # Not the numbers, which are the server's to give: a row put ahead of them would be in everyone's way,
            # and so would numbers drawn to be thrown away, which the right to a sequence would allow.
            given = []
            for field in table._meta.sorted_fields:
                if isinstance(field, peewee.AutoField):
                    self._number_by_itself(name, field.column_name)
                else:
                    given.append(field)
            insert = ", ".join(f'"{field.column_name}"' for field in given)
            rights = f"SELECT, INSERT ({insert}){'' if table in LOG else ', UPDATE, DELETE'}"
            self.database.execute_sql(f"GRANT {rights} ON {name} TO PUBLIC")
            self.database.execute_sql(f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY")
            self.database.execute_sql(
                f"CREATE POLICY own_rows ON {name} USING (learner = current_user) WITH CHECK (learner = current_user)"
            )

    def _number_by_itself(self, table: str, column: str) -> None:
        """The server numbers rows for whoever may add them, and nobody else draws a number."""
        self.database.execute_sql(f"ALTER TABLE {table} ALTER {column} DROP DEFAULT, ALTER {column} TYPE BIGINT")
        self.database.execute_sql(f"DROP SEQUENCE {table}_{column}_seq")
        self.database.execute_sql(f"ALTER TABLE {table} ALTER {column} ADD GENERATED ALWAYS AS IDENTITY")

    def _one(self, query: str, *values: str) -> Any:
        row = self.database.execute_sql(query, values).fetchone()
        return None if row is None else row[0]


def _parts(url: str) -> dict[str, str]:
    """Return what the server's own library reads in a URL. Its complaints would quote the password, so none is passed
    on.
    """
    from psycopg import Error
    from psycopg.conninfo import conninfo_to_dict

    try:
        parts = {name: str(value) for name, value in conninfo_to_dict(url).items() if value is not None}
        int(parts.get("connect_timeout", 0))
    except (Error, ValueError):
        parts = {"host": "@"}
    # One more @, or a / in the password: what follows is taken for the host or the database.
    if "@" in parts.get("host", "") + parts.get("dbname", ""):
        raise LogError(
            f"{STORE} is no URL of a server; it is postgresql://USER:PASSWORD@HOST/DATABASE, "
            "with @ : / % in a password written as %40 %3A %2F %25"
        )
    return parts


def _where(parts: dict[str, str]) -> str:
    """A URL without its password, to be shown."""
    user, host, port = (parts.get(name, "") for name in ("user", "host", "port"))
    server = ("" if host.startswith("/") else host) + f":{port}" * bool(port)
    return plain(f"postgresql://{user}{'@' * bool(user)}{server}/{parts.get('dbname', '')}", 200, keep="")
