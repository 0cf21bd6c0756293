"""Tables of an older version on a server are brought up to date, by whoever owns them and by nobody else."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing

import pytest

from katatx.progress.database.header import VERSION
from katatx.progress.database.postgres import PostgresStore
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.progress.records import Opened, Uncovering
from tests.conftest import ROOT
from tests.progress import version_3
from tests.progress.conftest import ANA, BEN, TEACHER
from tests.progress.histories import NOW

psycopg = pytest.importorskip("psycopg")

# What a learner may do, and how text is put in order; an index or a policy would show too.
RIGHTS = """
SELECT table_name, column_name, privilege_type FROM information_schema.column_privileges
WHERE table_schema = 'katatx' AND grantee = 'PUBLIC'
"""
COLUMNS = """
SELECT table_name, column_name, ordinal_position, data_type, is_nullable, collation_name, is_identity
FROM information_schema.columns WHERE table_schema = 'katatx'
"""
OTHERS = """
SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'katatx'
UNION SELECT tablename, policyname || qual || with_check FROM pg_policies WHERE schemaname = 'katatx'
"""


@pytest.fixture
def old(server, database: str) -> str:
    """A database of version 3: a teacher's tables, with rows of Ana's."""
    server.run(version_3.POSTGRESQL, database, TEACHER)
    server.run(version_3.ROWS.format("katatx.", ANA), database, ANA)
    return database


def version(server, database: str) -> int:
    ((found,),) = server.run("SELECT version FROM katatx.version", database)
    return found


def test_its_owner_brings_it_up_to_date_and_the_learners_go_on(server, old: str, open_store) -> None:
    open_store(server.url(old, TEACHER))
    assert version(server, old) == VERSION
    log = open_store(server.url(old, ANA))
    assert log.uncovered("r", "attention", "scaled", 5) == Opened(2, "value")
    assert [each.answer.typed for each in log.attempts("r")] == ["3"]
    assert log.standings.one("attention", "match").own.clean == 1
    log.uncover(Uncovering("r", "attention", "scaled", 5, 3, NOW, step="name"))
    assert log.uncovered("r", "attention", "scaled", 5) == Opened(3, "name")
    rows = server.run("SELECT learner, lines, step FROM katatx.uncoverings ORDER BY id", old)
    assert rows == [(ANA, 2, None), (ANA, 3, "name")]
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        server.run("UPDATE katatx.uncoverings SET step = NULL", old, ANA)


def test_it_has_the_tables_and_rights_of_a_new_one(server, old: str, open_store) -> None:
    new = server.new_database()
    for database in (old, new):
        open_store(server.url(database, TEACHER))
    for question in (RIGHTS, COLUMNS, OTHERS):
        upgraded, fresh = (set(server.run(question, database)) for database in (old, new))
        assert upgraded == fresh != set()


def test_a_learner_is_told_who_must_do_it(server, old: str, open_store) -> None:
    for role in (ANA, BEN):
        with pytest.raises(LogError) as caught:
            open_store(server.url(old, role))
        said = str(caught.value)
        assert said.endswith(
            f"is from an older katatx (log version 3, this reads {VERSION}); ask whoever set it up to start this katatx once"
        )
        assert said.isprintable()
    assert version(server, old) == 3


def test_an_owner_who_looks_at_a_learner_brings_it_up_to_date_too(server, old: str) -> None:
    with closing(Log(PostgresStore(server.url(old, TEACHER), ANA))) as log:
        assert log.uncovered("r", "attention", "scaled", 5) == Opened(2, "value")
    assert version(server, old) == VERSION


def test_one_that_fails_leaves_it_as_it_was(server, old: str, open_store) -> None:
    server.run("DROP TABLE katatx.uncoverings", old, TEACHER)
    with pytest.raises(LogError, match="cannot be opened"):
        open_store(server.url(old, TEACHER))
    assert version(server, old) == 3
    assert server.run("SELECT count(*) FROM katatx.attempts", old) == [(1,)]


def test_several_bring_it_up_to_date_at_once(server, old: str) -> None:
    code = f"from katatx.progress.database.postgres import PostgresStore; PostgresStore({server.url(old, TEACHER)!r}).close()"
    environment = {"KATATX_STORE": "postgresql://", "PATH": ""}
    children = [subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=environment) for _ in range(4)]
    assert [child.wait(60) for child in children] == [0] * 4
    assert version(server, old) == VERSION


def test_a_version_that_never_was_is_told_in_a_line(server, old: str, open_store) -> None:
    server.run("UPDATE katatx.version SET version = 2", old, TEACHER)
    with pytest.raises(LogError, match=r"log version 2.*does not exist") as caught:
        open_store(server.url(old, TEACHER))
    assert str(caught.value).isprintable()
