"""A store on a real server: who may do what there, and what is said where it fails."""

from __future__ import annotations

from contextlib import closing

import pytest

from katatx.progress.database.header import VERSION
from katatx.progress.database.postgres import PostgresStore
from katatx.progress.database.tables import DERIVED, LOG, TABLES
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.progress.records import Uncovering
from scoring.schedule import PARAMETERS
from tests.e2e.program import run_text
from tests.progress.conftest import ANA, BEN, TEACHER
from tests.progress.histories import NOW, answer, derived, practise

psycopg = pytest.importorskip("psycopg")
slow = pytest.mark.slow
NAMES = {table: f"katatx.{table._meta.table_name}" for table in TABLES}
Denied = psycopg.errors.InsufficientPrivilege


@pytest.fixture(scope="module")
def school(server) -> str:
    """A database with a teacher's tables, and rows of Ana's and Ben's in every one of them."""
    database = server.new_database()
    for role in (TEACHER, ANA, BEN):
        with closing(Log(PostgresStore(server.url(database, role)))) as log:
            if role != TEACHER:
                practise(log, days=4, a_day=4)
                log.uncover(Uncovering("r02", "attention", "match", 1, 1, NOW))
                log.fit(PARAMETERS, NOW)
    return database


def count(server, database: str, role: str, table: str, where: str = "true") -> int:
    return server.run(f"SELECT count(*) FROM {table} WHERE {where}", database, role)[0][0]


@slow
def test_a_learner_sees_their_own_rows_and_the_teacher_everyones(server, school: str, open_store) -> None:
    for table in NAMES.values():
        own = [count(server, school, role, table) for role in (ANA, BEN)]
        assert min(own) > 0
        assert [count(server, school, role, table, f"learner <> '{role}'") for role in (ANA, BEN)] == [0, 0]
        assert count(server, school, TEACHER, table, f"learner <> '{TEACHER}'") == sum(own)
    as_teacher, own = open_store(server.url(school, TEACHER), learner=BEN), open_store(server.url(school, BEN))
    assert as_teacher.attempts("r02") == own.attempts("r02") != []
    assert derived(as_teacher) == derived(own)
    for change in (lambda: as_teacher.reset("attention", "match", NOW), lambda: as_teacher.record(answer())):
        with pytest.raises(LogError, match="you can only read"):
            change()
    with pytest.raises(LogError, match="only the owner"):
        open_store(server.url(school, ANA), learner=BEN)


@slow
def test_a_learner_cannot_change_the_log_not_even_their_own(server, school: str) -> None:
    for name in (NAMES[table] for table in LOG):
        for command in ("UPDATE {} SET learner = learner", "DELETE FROM {}", "TRUNCATE {}", "DROP TABLE {}"):
            with pytest.raises(Denied):
                server.run(command.format(name), school, ANA)


@slow
def test_a_learner_cannot_reach_anothers_rows(server, school: str) -> None:
    for name in (NAMES[table] for table in DERIVED):
        before = count(server, school, BEN, name)
        server.run(f"DELETE FROM {name} WHERE learner = '{BEN}'", school, ANA)
        assert count(server, school, BEN, name) == before
        with pytest.raises(Denied, match="row-level security"):
            server.run(f"UPDATE {name} SET learner = '{ANA}'", school, BEN)
    for name in NAMES.values():
        columns = server.run(
            "SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute "
            f"WHERE attrelid = '{name}'::regclass AND attnum > 0 AND attname <> 'learner' AND attidentity = ''",
            school,
        )[0][0]
        with pytest.raises(Denied, match="row-level security"):
            server.run(f"INSERT INTO {name} (learner, {columns}) SELECT '{BEN}', {columns} FROM {name}", school, ANA)


@slow
def test_a_learner_cannot_take_down_what_keeps_them_apart(server, school: str) -> None:
    for command in (
        "ALTER TABLE katatx.attempts DISABLE ROW LEVEL SECURITY",
        "DROP POLICY own_rows ON katatx.attempts",
        "CREATE TABLE katatx.mine (a int)",
        "UPDATE katatx.version SET version = 99",
        "SELECT nextval('katatx.attempts_id_seq')",
        f"SET ROLE {TEACHER}",
    ):
        with pytest.raises(Denied):
            server.run(command, school, ANA)


@slow
def test_a_database_without_tables_and_one_from_a_newer_version_are_left_alone(server, database, open_store) -> None:
    with pytest.raises(LogError, match="no tables yet"):
        open_store(server.url(database, ANA))
    open_store(server.url(database, TEACHER))
    server.run(f"UPDATE katatx.version SET version = {VERSION + 1}; DROP TABLE katatx.days", database)
    with pytest.raises(LogError, match="is from a newer katatx"):
        open_store(server.url(database, TEACHER))
    assert server.run("SELECT to_regclass('katatx.days')", database) == [(None,)]


@pytest.mark.parametrize(
    "url",
    [
        "host=127.0.0.1 port=1 user=ana password={}",
        "{}",
        "postgresql://host=127.0.0.1 port=1 password={}",
        "postgresql://password={}@127.0.0.1:1/school",
        "postgresql://127.0.0.1:1/port=1 password={}",
        "postgresql://ana:{}",
        "postgresql://ana:{}@127.0.0.1:1/school",
        "postgresql://ana:{}@no-such-host.invalid/school",
        "postgres://ana:{}@/school?host=/nowhere",
        "postgresql://ana@127.0.0.1:1/school?password={}",
        "postgresql://ana:{}@127.0.0.1:1/school?sslmode=perhaps",
        "postgresql://ana:%zz{}@127.0.0.1:1/school",
        "postgresql://ana:a@{}@127.0.0.1:1/school",
        "postgresql://ana:a/{}@127.0.0.1:1/school",
        "postgresql://ana:a#{}@127.0.0.1:1/school",
        "postgresql://ana:\udce9{}@127.0.0.1:1/school",
    ],
)
def test_no_message_shows_the_password(open_store, url: str) -> None:
    with pytest.raises(LogError) as caught:
        open_store(url.format("sesame"))
    assert "sesame" not in str(caught.value)
    assert str(caught.value).isprintable()


@slow
def test_the_program_practises_on_a_server(server, database: str, home) -> None:
    url = server.url(database, TEACHER)
    done = run_text(
        "drill", "attention", "--plain", typed="73\nq\n", env={"KATATX_STORE": url, "KATATX_HOME": str(home)}
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert server.run("SELECT learner, deck, typed, cold FROM katatx.attempts", database) == [
        (TEACHER, "attention", "73", True)
    ]
    assert count(server, database, TEACHER, "katatx.works", "deck = 'attention'") > 50
    assert not (home / "log.sqlite").exists()
