"""A store on a real server: who may do what there, and what is said where it fails."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import date
from time import monotonic
from urllib.parse import quote

import pytest
from fsrs.scheduler import DEFAULT_PARAMETERS

from katatx.progress.database import postgres
from katatx.progress.database.header import VERSION
from katatx.progress.database.postgres import PostgresStore
from katatx.progress.database.tables import DERIVED, LOG, TABLES
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.progress.records import Run, Uncovering
from tests.conftest import ROOT
from tests.progress.conftest import ANA, BEN, GUARDED, PASSWORD, TEACHER
from tests.progress.histories import NOW, answer, derived, practise

psycopg = pytest.importorskip("psycopg")
NAMES = {table: f"katatx.{table._meta.table_name}" for table in TABLES}


@pytest.fixture(scope="module")
def school(server) -> str:
    """A database with a teacher's tables, and rows of Ana's and Ben's in every one of them."""
    database = server.new_database()
    for role in (TEACHER, ANA, BEN):
        log = Log(PostgresStore(server.url(database, role)))
        if role != TEACHER:
            practise(log, days=4, a_day=4)
            log.uncover(Uncovering("r02", "attention", "match", 1, 1, NOW))
            log.fit(DEFAULT_PARAMETERS, NOW)
        log.close()
    return database


def count(server, database: str, role: str, table: str, where: str = "true") -> int:
    return server.run(f"SELECT count(*) FROM {table} WHERE {where}", database, role)[0][0]


@pytest.mark.parametrize("table", NAMES.values())
def test_a_learner_sees_their_own_rows_and_the_teacher_everyones(server, school: str, table: str) -> None:
    own = [count(server, school, role, table) for role in (ANA, BEN)]
    assert min(own) > 0
    assert [count(server, school, role, table, f"learner <> '{role}'") for role in (ANA, BEN)] == [0, 0]
    assert count(server, school, TEACHER, table, f"learner <> '{TEACHER}'") == sum(own)


@pytest.mark.parametrize("table", [NAMES[table] for table in LOG])
@pytest.mark.parametrize(
    "command", ["UPDATE {} SET learner = learner", "DELETE FROM {}", "TRUNCATE {}", "DROP TABLE {}"]
)
def test_a_learner_cannot_change_the_log_not_even_their_own(server, school: str, table: str, command: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        server.run(command.format(table), school, ANA)


@pytest.mark.parametrize("table", [NAMES[table] for table in DERIVED])
def test_a_learner_cannot_reach_anothers_standing(server, school: str, table: str) -> None:
    before = count(server, school, BEN, table)
    server.run(f"BEGIN; DELETE FROM {table}; ROLLBACK", school, ANA)
    server.run(f"DELETE FROM {table} WHERE learner = '{BEN}'", school, ANA)
    assert count(server, school, BEN, table) == before
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        server.run(f"UPDATE {table} SET learner = '{ANA}'", school, BEN)


@pytest.mark.parametrize("table", NAMES.values())
def test_a_learner_cannot_add_rows_for_another(server, school: str, table: str) -> None:
    columns = server.run(
        "SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute "
        f"WHERE attrelid = '{table}'::regclass AND attnum > 0 AND attname <> 'learner' AND attidentity = ''",
        school,
    )[0][0]
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
        server.run(f"INSERT INTO {table} (learner, {columns}) SELECT '{BEN}', {columns} FROM {table}", school, ANA)


@pytest.mark.parametrize(
    "command",
    [
        "ALTER TABLE katatx.attempts DISABLE ROW LEVEL SECURITY",
        "DROP POLICY own_rows ON katatx.attempts",
        "CREATE TABLE katatx.mine (a int)",
        "UPDATE katatx.version SET version = 99",
        "SELECT setval('katatx.attempts_id_seq', 1)",
        "SELECT nextval('katatx.attempts_id_seq')",
        "SELECT nextval('katatx.runs_number_seq')",
        f"SET ROLE {TEACHER}",
    ],
)
def test_a_learner_cannot_take_down_what_keeps_them_apart(server, school: str, command: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        server.run(command, school, ANA)


def test_a_learner_cannot_pass_for_another(server, school: str, open_store) -> None:
    before = count(server, school, TEACHER, "katatx.attempts")
    with pytest.raises(LogError, match="only the owner"):
        open_store(server.url(school, ANA), learner=BEN)
    assert count(server, school, TEACHER, "katatx.attempts") == before


def test_the_teacher_reads_each_learner_by_name(server, school: str, open_store) -> None:
    for role in (ANA, BEN):
        as_teacher, own = open_store(server.url(school, TEACHER), learner=role), open_store(server.url(school, role))
        assert as_teacher.attempts("r02") == own.attempts("r02") != []
        assert derived(as_teacher) == derived(own)
    assert open_store(server.url(school, TEACHER)).attempts("r02") == []


def test_text_is_sorted_as_in_a_file_whatever_the_servers_language(server, school: str) -> None:
    columns = server.run(
        "SELECT c.collname, count(*) FROM pg_attribute a JOIN pg_collation c ON c.oid = a.attcollation "
        "WHERE a.attrelid::regclass::text LIKE 'katatx.%' AND a.attrelid IN (SELECT oid FROM pg_class WHERE relkind = 'r') "
        "GROUP BY c.collname",
        school,
    )
    assert [name for name, _ in columns] == ["C"]


def test_learners_record_the_same_names_without_meeting(server, school: str, open_store) -> None:
    logs = [open_store(server.url(school, role)) for role in (ANA, BEN)]
    for log in logs:
        log.start_run(Run("same", "attention", None, ("match",), 7, False, NOW))
        log.record(answer(run="same"))
    logs[0].uncover(Uncovering("same", "attention", "match", 1, 3, NOW))
    assert [log.uncovered("same", "attention", "match", 1).lines for log in logs] == [3, 0]
    assert [len(log.attempts("same")) for log in logs] == [1, 1]


def test_a_learner_cannot_be_first(server, database: str, open_store) -> None:
    with pytest.raises(LogError, match="no tables yet"):
        open_store(server.url(database, ANA))


def test_a_newer_log_is_refused_untouched(server, database: str, open_store) -> None:
    url = server.url(database, TEACHER)
    open_store(url).close()
    server.run(f"UPDATE katatx.version SET version = {VERSION + 1}; DROP TABLE katatx.days", database)
    with pytest.raises(LogError, match="is from a newer katatx"):
        open_store(url)
    assert server.run("SELECT version, to_regclass('katatx.days') FROM katatx.version", database) == [
        (VERSION + 1, None)
    ]


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ana:{}@127.0.0.1:1/school",
        "postgresql://ana:{}@127.0.0.1:99999/school",
        "postgresql://ana:{}@no-such-host.invalid/school",
        "postgres://ana:{}@/school?host=/nowhere",
        "postgresql://ana@127.0.0.1:1/school?password={}",
        "postgresql://ana:{}@127.0.0.1:1/school?sslmode=perhaps",
        "postgresql://ana:{}@127.0.0.1:1/school?connect_timeout=soon",
        "postgresql://ana:1{}/school",
        "postgresql://ana:{}@[::1:5/school",
        "postgresql://ana:%zz{}@127.0.0.1:1/school",
        "postgresql://ana:a@{}@127.0.0.1:1/school",
        "postgresql://ana:a/{}@127.0.0.1:1/school",
        "postgresql://ana:1/{}@127.0.0.1:1/school",
        "postgresql://ana:a?{}@127.0.0.1:1/school",
        "postgresql://ana:a#{}@127.0.0.1:1/school",
        "postgresql://ana:a:{}@127.0.0.1:1/school",
        "postgresql://ana:\udce9{}@127.0.0.1:1/school",
    ],
)
def test_a_server_that_cannot_be_reached_is_one_line_without_the_password(open_store, url: str) -> None:
    with pytest.raises(LogError) as caught:
        open_store(url.format("sesame"))
    said = str(caught.value)
    assert said.isprintable()
    assert "�" not in said
    assert "sesame" not in said or "@" not in url  # without an @ it is no password, but a port


def test_a_bad_password_is_one_line_without_it_and_a_good_one_opens(server, database: str, open_store) -> None:
    server.run(f"GRANT CREATE ON DATABASE {database} TO {GUARDED}")
    with pytest.raises(LogError, match="password authentication failed") as caught:
        open_store(server.url(database, GUARDED, "wrong-sesame"))
    assert "sesame" not in str(caught.value)
    assert "\n" not in str(caught.value)
    assert open_store(server.url(database, GUARDED, PASSWORD)).store.learner == GUARDED


@pytest.mark.slow
def test_a_server_that_never_answers_is_given_up(open_store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert 2 * postgres._SECONDS_TO_CONNECT < 15  # localhost has two addresses
    monkeypatch.setattr(postgres, "_SECONDS_TO_CONNECT", 2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        begun = monotonic()
        with pytest.raises(LogError, match="timeout"):
            open_store(f"postgresql://ana@127.0.0.1:{silent.getsockname()[1]}/school")
    assert monotonic() - begun < 6


def test_what_a_url_asks_of_the_server_is_kept(server, database: str, open_store) -> None:
    separator = "&" if "?" in server.url(database) else "?"
    url = server.url(database, TEACHER) + separator + "connect_timeout=3&options=" + quote("-c geqo=off")
    log = open_store(url)
    assert log.store._one("SHOW geqo") == "off"
    log.record(answer())
    assert count(server, database, TEACHER, "katatx.attempts") == 1


def test_what_is_read_after_waiting_is_what_stands_then(server, database: str, open_store) -> None:
    server.run(f"ALTER DATABASE {database} SET default_transaction_isolation = 'serializable'")
    log = open_store(server.url(database, TEACHER))
    with log.store.writing():
        assert log.store._one("SHOW transaction_isolation") == "read committed"


def test_a_lock_that_is_never_given_back_is_waited_for_no_longer_than_a_minute(server, database, open_store) -> None:
    log = open_store(server.url(database, TEACHER))
    assert log.store._one("SHOW lock_timeout") == "1min"
    log.store._one("SELECT set_config('lock_timeout', '100ms', false)")
    other = open_store(server.url(database, TEACHER))
    with other.store.writing(), pytest.raises(LogError, match="lock timeout"):
        log.rebuild()


def test_answers_go_aside_when_the_server_goes_away(server, database, open_store, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    log = open_store(server.url(database, TEACHER))
    log.record(answer())
    server.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'")
    attempt = log.record(answer("scaled")).attempt
    assert attempt.cold
    assert log.aside is not None
    assert log.aside.notice.isprintable()
    assert log.aside.path.parent == tmp_path


def test_the_program_practises_on_a_server(server, database: str, home) -> None:
    url = server.url(database, TEACHER)
    environment = {**os.environ, "KATATX_STORE": url, "KATATX_HOME": str(home)}
    command = [sys.executable, "-m", "katatx", "drill", "attention", "--plain"]
    done = subprocess.run(
        command, input="73\nq\n", env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert server.run("SELECT learner, deck, typed, cold FROM katatx.attempts", database) == [
        (TEACHER, "attention", "73", True)
    ]
    assert count(server, database, TEACHER, "katatx.standings", "deck = 'attention'") == 1
    assert count(server, database, TEACHER, "katatx.works", "deck = 'attention'") > 50
    assert not (home / "log.sqlite").exists()


def test_the_program_says_in_one_line_that_the_server_is_not_there(home) -> None:
    environment = {**os.environ, "KATATX_STORE": "postgresql://ana:sesame@127.0.0.1:1/school", "KATATX_HOME": str(home)}
    command = [sys.executable, "-m", "katatx", "drill", "attention", "--plain"]
    done = subprocess.run(
        command, input="", env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode != 0
    assert done.stderr.count("\n") == 1
    assert "Connection refused" in done.stderr
    assert "sesame" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    "command",
    [
        *(
            f"UPDATE katatx.standings SET {change}"
            for change in (
                "last_day = 0",
                "fell_back = 2147483647",
                "first_day = -5, automatic = true",
                "last_day = NULL, difficulty = NULL",
                "stability = 'NaN'",
                "stability = 0",
                "stability = -1",
                "stability = 1e308",
                "score = 'Infinity'",
                "pace = 'NaN'",
                "goes = '{'",
                "goes = '[1]'",
                """goes = '{"attention/match": 7}'""",
                """goes = '{"attention/match": [1, 9999999999]}'""",
                """missed = '[0, "attention/match", ""]'""",
                """goes = '{"attention/match": ["many", null]}'""",
                "missed = '[1]'",
                "missed = '7'",
                r"""missed = '[1, "a\u001b]0;mine\u0007", {}]'""",
                "wrong_turns = '[7]'",
            )
        ),
        r"UPDATE katatx.standings SET drill = E'\x1b]0;mine\x07' WHERE drill = 'dot/sum'",
        "INSERT INTO katatx.works VALUES (current_user, 'mine', 'a', '', '[')",
        "INSERT INTO katatx.works VALUES (current_user, 'mine', 'a', '', '{}')",
        """INSERT INTO katatx.works VALUES (current_user, 'mine', 'a', '', '[[["dot/sum", null]], {}, [], 0, 0]')""",
        """INSERT INTO katatx.works VALUES (current_user, 'mine', 'a', '', '[[["dot/sum", 1]], 7, [], 0, 0]')""",
        """UPDATE katatx.works SET work = '[[["dot/sum", NaN]], {}, [["dot/sum"]], 0, 0]' WHERE drill = 'match'""",
        """UPDATE katatx.works SET work = '[[], {"dot/summed": []}, [[[]]], 0, 0]' WHERE drill = 'match'""",
        """UPDATE katatx.works SET work = '[[["a/b", -1e300]], {}, [], -5, 1e400]' WHERE drill = 'match'""",
        "UPDATE katatx.days SET day = 'a monday, ' || day",
        "UPDATE katatx.bases SET basis = 'junk'",
        "UPDATE katatx.bases SET basis = '[2, 7, null]'",
        "UPDATE katatx.bases SET basis = '[2]'",
        "UPDATE katatx.bases SET basis = '[99, null]'",
        "UPDATE katatx.bases SET basis = '[2, [1, 2], null]'",
        "INSERT INTO katatx.fits (learner, uid, parameters, at, instant) VALUES (current_user, 'x', '[[]]', '', 9e15)",
        *(
            "INSERT INTO katatx.attempts (learner, uid, run, deck, drill, given, typed, verdict, wrong_turns, slots, help, cold, "
            "helped, answered, seconds, version, day, instant, paused_seconds, untouched) VALUES "
            f"(current_user, 'x', 'r', 'attention', 'match', {values}, 1, '', '2026-03-02', 9e15, 0, false)"
            for values in (
                "'{', '', 'right', '[]', '[]', 0, true, false, '2026-03-02T09:00:00+00:00'",
                "'{}', '', 'right', '7', '[]', 0, true, false, '2026-03-02T09:00:00+00:00'",
                "'{}', '', 'right', '[]', '[]', 0, true, false, 'now'",
                "'{}', '', 'right', '[]', '[]', -7, true, false, '2026-03-02T09:00:00+00:00'",
                "'{}', '', 'wrong-turn', '[[]]', '[]', 0, true, false, '2026-03-02T09:00:00+00:00'",
            )
        ),
    ],
)
def test_what_a_learner_writes_into_their_rows_is_told_in_a_line(server, database: str, command: str) -> None:
    """Whoever reads them, the teacher too: nothing raw, and no error that nobody expects."""
    Log(PostgresStore(server.url(database, TEACHER))).close()
    log = Log(PostgresStore(server.url(database, ANA)))
    practise(log, days=4, a_day=4)
    log.close()
    server.run(command, database, ANA)
    teachers: list[Callable[[Log], object]] = [
        lambda log: log.standings.whole(),
        lambda log: log.standings.one("attention", "match"),
        lambda log: log.standings.days(),
        lambda log: log.standings.works,
        lambda log: log.standings.ratings(),
        lambda log: log.attempts_at("attention", "match"),
        lambda log: log.rebuild(),
    ]
    told = []
    for read in teachers:
        try:
            with closing(Log(PostgresStore(server.url(database, TEACHER), ANA))) as log:
                whole = log.standings.whole()
                for skill in (*whole.skills.values(), *(standing.own for standing in whole.drills.values())):
                    assert all(day is None or date.fromordinal(day) for day in (skill.first_day, skill.last_day))
                    assert skill.due_day(log.standings.schedule) is None or skill.memory is not None
                    assert 0 <= skill.recall(log.standings.schedule, NOW.date().toordinal()) <= 1
                    days = [go.day for go in skill.goes.values()] + [skill.missed.day if skill.missed else 1]
                    assert all(map(date.fromordinal, days))
                read(log)
        except LogError as error:
            told.append(str(error))
    assert all(line.isprintable() for line in told)


def test_rows_are_numbered_by_the_server_and_go_on_far(server, school: str) -> None:
    kinds = server.run(
        "SELECT attrelid::regclass::text, atttypid::regtype::text FROM pg_attribute WHERE attidentity = 'a' AND "
        "attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'katatx'::regnamespace)",
        school,
    )
    assert dict(kinds) == dict.fromkeys([NAMES[table] for table in LOG if table._meta.table_name != "undos"], "bigint")
