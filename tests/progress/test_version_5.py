"""A log of version 5 is carried over whole, once, and stays as it is."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from katatx.progress.events import UNGRADED, Answered, LogError
from katatx.progress.log import Log
from tests.progress.conftest import ANA, BEN, TEACHER
from tests.progress.histories import NOW, answer
from tests.progress.old_logs import TABLES, Practised


def old_file(home: Path, practised: dict[str, Practised], version: int = 5) -> Path:
    home.mkdir()
    with closing(sqlite3.connect(home / "log.sqlite")) as file, file:
        for statement in (*TABLES, "PRAGMA application_id = 0x6B617461", f"PRAGMA user_version = {version}"):
            file.execute(statement)

        def put(table: str, row: dict) -> None:
            values = ", ".join(f":{name}" for name in row)
            file.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({values})", row)

        for learner, each in practised.items():
            each.write(put, learner)
    return home / "log.sqlite"


def assert_carried(log: Log, old: Practised, anew: Log) -> None:
    """Everything is there as it was, and comes to what it does where it is done anew."""
    old.do(anew)
    carried = {each.answer.uid: each for run in ("r1", "r2") for each in log.attempts(run)}
    attempts = [carried[f"u{number}"] for number in range(len(old.answers))]
    assert len(carried) == len(attempts) == len(old.answers)
    again = sorted((each for run in ("r1", "r2") for each in anew.attempts(run)), key=lambda each: each.answer.answered)
    fields = Answered.__struct_fields__
    for name in fields:
        assert [getattr(each.answer, name) for each in attempts] == [getattr(each.answer, name) for each in again]
    assert [each.answer.day for each in attempts] == [each.answer.day for each in again]
    graded = {number for number in old.undone if old.answers[number].verdict not in UNGRADED}
    assert {number for number, each in enumerate(attempts) if each.undone} == set(old.undone) >= graded
    assert {each.answer.version for each in attempts} == {"0.9.0"}
    kinds = ("drill", "kata", "misses", "review")
    assert [list(log.runs("one", kind)) for kind in kinds] == [list(anew.runs("one", kind)) for kind in kinds]
    assert all(log.run(run.id) == run for run in old.runs)
    assert log.count() == len(old.runs) + len(old.answers) + len(old.hints) + len(old.undone)
    assert log.whole == anew.whole
    assert len(log.whole.days) > 5
    assert len(log.whole.steps) > 1


@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_file_is_carried_over_once_and_left_as_it_is(count: int, home: Path, open_store, tmp_path: Path) -> None:
    old, bens = Practised(1, count), Practised(2, 30)
    path = old_file(home, {"me": old, BEN: bens})
    before = path.read_bytes()
    looked = open_store(to_read=True)
    assert looked.count() > count
    assert [each.name for each in home.iterdir()] == ["log.sqlite"]
    log = open_store()
    assert log.whole == looked.whole
    assert_carried(log, old, open_store(folder=tmp_path / "anew"))
    log.record(answer())
    again = open_store()
    assert (again.count(), again.whole) == (log.count(), log.whole)
    assert_carried(open_store(learner=BEN), bens, open_store(folder=tmp_path / "ben"))
    assert path.read_bytes() == before
    assert {each.name for each in home.iterdir()} - {"cache"} == {"log.sqlite", "events.sqlite"}


def test_a_file_that_cannot_be_carried_over_is_named_and_left_alone(home: Path, open_store) -> None:
    path = old_file(home, {}, version=4)
    for content in (path.read_bytes(), b"no log", path.read_bytes()[:5000]):
        path.write_bytes(content)
        with pytest.raises(LogError, match=r"log\.sqlite"):
            open_store()
        assert path.read_bytes() == content
    path.write_bytes(b"")
    assert open_store().count() == 0


@pytest.mark.slow
def test_each_role_of_a_server_carries_its_own_rows_over(server, database: str, open_store, tmp_path: Path) -> None:
    import psycopg

    practised = {TEACHER: Practised(3, 40), ANA: Practised(4, 300), BEN: Practised(5, 60)}
    with closing(psycopg.connect(server.url(database, TEACHER), autocommit=True)) as old:
        for statement in ("CREATE SCHEMA katatx", "SET search_path = katatx", *TABLES,
                          "CREATE TABLE version (version INTEGER NOT NULL)", "INSERT INTO version VALUES (5)"):  # fmt: skip
            old.execute(statement)
        for name in ("runs", "attempts", "uncoverings", "undos", "works", "version"):
            old.execute(f"GRANT SELECT ON {name} TO PUBLIC")
            if name != "version":
                old.execute(f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY")
                old.execute(f"CREATE POLICY own_rows ON {name} USING (learner = current_user)")
        old.execute("GRANT USAGE ON SCHEMA katatx TO PUBLIC")

        def put(table: str, row: dict) -> None:
            values = ", ".join(f"%({name})s" for name in row)
            old.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({values})", row)

        for learner, each in practised.items():
            each.write(put, learner)
    with pytest.raises(LogError, match="owner"):
        open_store(server.url(database, ANA))
    for learner, each in practised.items():
        for _ in range(2):
            log = open_store(server.url(database, learner))
        assert_carried(log, each, open_store(folder=tmp_path / learner))
    assert open_store(server.url(database, TEACHER), learner=ANA).whole == open_store(server.url(database, ANA)).whole


@pytest.mark.slow
def test_a_table_of_the_same_name_of_another_program_is_none_of_ours(server, database: str, open_store) -> None:
    server.run("CREATE TABLE attempts (learner TEXT)", database)
    log = open_store(server.url(database, TEACHER))
    log.record(answer(moment=NOW))
    assert log.count() == 1
