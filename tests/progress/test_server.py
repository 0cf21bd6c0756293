"""A log on a real server: who may do what there, and what is said where it fails."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from random import Random

import pytest
from msgspec.structs import replace

from katatx.commands import classes
from katatx.progress.classes import read_class
from katatx.progress.events import LogError, Run
from katatx.progress.log import Log
from katatx.progress.postgres import PostgresStore
from katatx.progress.stores import FILE_NAME, VERSION, SqliteStore
from tests.progress.conftest import ANA, BEN, TEACHER
from tests.progress.histories import NOW, WORKS, Clock, answer, know, some_answer, some_hint, some_run

psycopg = pytest.importorskip("psycopg")
slow = pytest.mark.slow
Denied = psycopg.errors.InsufficientPrivilege


def practise(log: Log, seed: int) -> Log:
    random = Random(seed)
    clock = Clock(random)
    log.add([some_run(random, clock())])
    for number in range(60):
        log.record(some_answer(random, clock()))
        if number % 9 == 0:
            log.add([some_hint(random, clock())])
        if number % 13 == 0:
            log.undo(clock())
    return log


@pytest.fixture
def school(server, database: str, open_store) -> dict[str, Log]:
    """The logs of a teacher and two learners, who have practised."""
    logs = {role: open_store(server.url(database, role)) for role in (TEACHER, ANA, BEN)}
    for seed, role in enumerate((ANA, BEN)):
        practise(logs[role], seed)
    return logs


@slow
def test_each_role_has_its_own_rows_and_the_owner_reads_all(server, database: str, school, open_store) -> None:
    for role in (ANA, BEN):
        assert {each[0] for each in server.run("SELECT learner FROM katatx.events", database, role)} == {role}
    assert {each[0] for each in server.run("SELECT learner FROM katatx.events", database, TEACHER)} == {ANA, BEN}
    seen = open_store(server.url(database, TEACHER), learner=BEN)
    assert (seen.whole, list(seen.events())) == (school[BEN].whole, list(school[BEN].events()))
    for change in (lambda: seen.reset("one", "match", NOW), lambda: seen.record(answer()), lambda: seen.undo(NOW)):
        with pytest.raises(LogError):
            change()
    for role, learner in ((ANA, BEN), (TEACHER, "nobody")):
        with pytest.raises(LogError):
            open_store(server.url(database, role), learner=learner)
    columns = "uid, at, kind, run, place, data"
    for command in ("UPDATE katatx.events SET learner = learner", "DELETE FROM katatx.events", "TRUNCATE katatx.events",
                        "DROP TABLE katatx.events", "ALTER TABLE katatx.events DISABLE ROW LEVEL SECURITY",
                        "DROP POLICY own_rows ON katatx.events", "CREATE TABLE katatx.mine (a int)",
                        "UPDATE katatx.version SET version = 99", f"SET ROLE {BEN}",
                        f"INSERT INTO katatx.events (learner, {columns}) SELECT '{BEN}', {columns} FROM katatx.events",
                        "INSERT INTO katatx.events (number, learner) OVERRIDING SYSTEM VALUE VALUES (1, 'ana')"):  # fmt: skip
        with pytest.raises(Denied):
            server.run(command, database, ANA)
    before = server.run("SELECT * FROM katatx.events ORDER BY number", database)
    one = next(event for event in school[ANA].events() if not isinstance(event, Run))
    with pytest.raises(LogError):  # a row that fails leaves nothing of those before it
        school[ANA].add([replace(one, uid="new"), replace(one, uid=None)])
    assert server.run("SELECT * FROM katatx.events ORDER BY number", database) == before


@slow
def test_another_isolation_of_the_server_hides_no_rows(server, database: str, open_store, school) -> None:
    server.run(f"ALTER DATABASE {database} SET default_transaction_isolation = 'repeatable read'")
    one, other = (open_store(server.url(database, ANA)) for _ in range(2))
    before = one.whole.drills["two/match"].attempts
    for number in range(4):
        (one, other)[number % 2].record(answer("match", deck="two", moment=NOW + timedelta(days=900 + number)))
        assert one.whole == other.whole
    assert one.whole.drills["two/match"].attempts == before + 4
    assert other.store.execute("SHOW transaction_isolation").fetchone() == ("read committed",)


@slow
def test_a_server_that_is_not_as_it_should_be_is_one_error(server, database: str, open_store, home) -> None:
    with pytest.raises(LogError):  # the tables are the owner's to make
        open_store(server.url(database, ANA))
    log = open_store(server.url(database, TEACHER))
    log.record(answer())
    server.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()", database)
    for use in (lambda: log.record(answer()), lambda: log.attempts("r1"), lambda: log.undo(NOW)):
        with pytest.raises(LogError) as caught:
            use()
        assert str(caught.value).isprintable()
    assert open_store(server.url(database, TEACHER)).count() == 1
    server.run(f"UPDATE katatx.version SET version = {VERSION + 1}", database)
    with pytest.raises(LogError, match="newer"):
        open_store(server.url(database, TEACHER))
    assert not home.exists()


@pytest.mark.parametrize(
    "url",
    ["host=127.0.0.1 port=1 user=ana password={}", "{}", "postgresql://host=127.0.0.1 port=1 password={}",
     "postgresql://127.0.0.1:1/port=1 password={}", "postgresql://ana:{}", "postgresql://ana:{}@127.0.0.1:1/school",
     "postgres://ana:{}@/school?host=/nowhere", "postgresql://ana@127.0.0.1:1/school?password={}",
     "postgresql://ana:{}@127.0.0.1:1/school?sslmode=perhaps", "postgresql://ana:%zz{}@127.0.0.1:1/school",
     "postgresql://ana:a@{}@127.0.0.1:1/school", "postgresql://ana:a/{}@127.0.0.1:1/school",
     "postgresql://ana:a#{}@127.0.0.1:1/school", "postgresql://ana:\udce9{}@127.0.0.1:1/school"],
)  # fmt: skip
def test_no_message_shows_the_password(open_store, url: str) -> None:
    with pytest.raises(LogError) as caught:
        open_store(url.format("sesame"))
    assert "sesame" not in str(caught.value)
    assert str(caught.value).isprintable()


# ---- a class


def as_in(log: Log, learner: str) -> tuple:
    """What `class` should say of a learner, by their own log."""
    whole = log.whole
    turns: dict[str, int] = {}
    for standing in whole.drills.values():
        for name, times in standing.wrong_turns.items():
            turns[name] = turns.get(name, 0) + times
    return learner, whole, turns


def said(row) -> tuple:
    return row.learner, row.whole, dict(row.turns)


@slow
def test_a_class_is_each_learners_own_whole(server, database: str, school) -> None:
    with closing(PostgresStore(server.url(database, TEACHER), only_reads=True)) as store:
        rows = read_class(store, WORKS, 0.9)
        with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            store.execute("DELETE FROM events")
    assert [said(row) for row in rows] == [as_in(school[role], role) for role in (ANA, BEN)]
    with closing(PostgresStore(server.url(database, BEN), only_reads=True)) as store:
        assert [row.learner for row in read_class(store, WORKS, 0.9)] == [BEN]


def foreign_rows() -> dict[str, object]:
    """Values in an answer of a learner's that no katatx writes."""
    return {"day": "9999-12-31", "known": [7], "missed": [["x"]], "wrong_turns": [5, "x"], "seconds": "x", "pace": 10**30,
            "verdict": [], "help": [], "deck": {}}  # fmt: skip


def test_a_row_of_another_program_is_a_note_on_its_learner_alone(home, capsys, monkeypatch) -> None:
    logs = {}
    for seed, learner in enumerate((ANA, BEN)):
        logs[learner] = practise(know(Log(SqliteStore(home, learner)), WORKS), seed)
    expected = as_in(logs[BEN], BEN)
    for log in logs.values():
        log.close()
    with closing(sqlite3.connect(home / FILE_NAME, isolation_level=None)) as file:
        found = "SELECT number, data FROM events WHERE learner = 'ana' AND kind = 'answer' ORDER BY at LIMIT 1"
        number, text = file.execute(found).fetchone()
        texts = [json.dumps({**json.loads(text), name: value}) for name, value in foreign_rows().items()]
        for bad in [*texts, "{?", "[" * 100_000, "7", "{}"]:
            file.execute("UPDATE events SET data = ? WHERE number = ?", (bad, number))
            with closing(SqliteStore(home, to_read=True)) as store:
                ana, ben = read_class(store, WORKS, 0.9)
            assert (ana.learner, ana.note is None, ben.note, said(ben)) == (ANA, False, None, expected), bad[:99]
        file.execute("UPDATE events SET learner = ? WHERE learner = 'ana'", ("=1+\x1b[31m\u202eeve\n",))
    for as_json in (False, True):
        assert classes.run(as_json, home) == 0
        told = capsys.readouterr().out.replace("\n", "")
        assert "\x1b" not in told
        assert as_json or told.isprintable()
