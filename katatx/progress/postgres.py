"""The same tables on a PostgreSQL server, for a person with two machines, or a class.

Whoever opens an empty database first makes the tables, owns them, and may read everyone's: a teacher.
Every other role reads and adds its own rows, by the server's own row security, whatever the client
asks for; the log's rows it may not change or take away.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from katatx.notation.quoting import plain
from katatx.progress.errors import LogError
from katatx.progress.orm import STORE, peewee
from katatx.progress.stores import telling
from katatx.progress.tables import LOG, TABLES
from katatx.progress.upgrades import VERSION

_SCHEMA = "katatx"
_SECONDS_TO_CONNECT = 10
# A number of our own for the lock in which the tables are made.
_MAKING = 0x6B617461


class PostgresStore:
    """A database on a PostgreSQL server, by its URL.

    `learner` is the role that connects, unless another is named, which only the owner of the
    tables may. Raises LogError where it cannot be reached, or is from a newer version.
    """

    advice = f"see to the server, or unset {STORE}"

    def __init__(self, url: str, learner: str | None = None) -> None:
        self.where = _without_secrets(url)
        if getattr(peewee, "psycopg", None) is None:
            raise LogError(f"{self.where} needs the PostgreSQL driver; pip install 'katatx[postgres]'")
        with telling(self.where, self.advice, "opened"):
            self.database: Any = peewee.PostgresqlDatabase(
                "postgresql://" + url.split("://", 1)[1],
                prefer_psycopg3=True,
                options=f"-c search_path={_SCHEMA}",
                connect_timeout=_SECONDS_TO_CONNECT,
            )
            self.database.connect()
            try:
                self._make_sure_of_tables()
                self.learner = learner or str(self._one("SELECT current_user"))
            except BaseException:
                self.database.close()
                raise

    @contextmanager
    def writing(self) -> Iterator[Any]:
        """One writer a learner at a time: what is derived is read, and then written."""
        with self.database.atomic() as transaction:
            self.database.execute_sql("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", (_MAKING, self.learner))
            yield transaction

    def close(self) -> None:
        self.database.close()

    def _make_sure_of_tables(self) -> None:
        if not self._has_tables():
            with self.database.atomic():
                self.database.execute_sql("SELECT pg_advisory_xact_lock(%s, 0)", (_MAKING,))
                if not self._has_tables():
                    self._create()
        version = int(self._one(f"SELECT version FROM {_SCHEMA}.version"))
        if version > VERSION:
            raise LogError(
                f"{self.where} is from a newer katatx (log version {version}, this reads {VERSION}); update katatx"
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
        self.database.execute_sql(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA {_SCHEMA} TO PUBLIC")
        self.database.execute_sql(f"GRANT SELECT ON {_SCHEMA}.version TO PUBLIC")
        for table in TABLES:
            name = f"{_SCHEMA}.{table._meta.table_name}"
            rights = "SELECT, INSERT" if table in LOG else "SELECT, INSERT, UPDATE, DELETE"
            self.database.execute_sql(f"GRANT {rights} ON {name} TO PUBLIC")
            self.database.execute_sql(f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY")
            self.database.execute_sql(
                f"CREATE POLICY own_rows ON {name} USING (learner = current_user) WITH CHECK (learner = current_user)"
            )

    def _one(self, query: str, *values: str) -> Any:
        row = self.database.execute_sql(query, values).fetchone()
        return None if row is None else row[0]


def _without_secrets(url: str) -> str:
    """A URL without its password, to be shown."""
    parts = urlsplit(url)
    credentials, _, server = parts.netloc.rpartition("@")
    user = credentials.partition(":")[0]
    return plain(f"{parts.scheme}://{user}{'@' * bool(user)}{server}{parts.path}", 200, keep="")
