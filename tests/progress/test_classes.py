"""`katatx class`, as a teacher runs it: what it says of a class, and that it only reads."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from katatx.progress.database.header import FILE_NAME
from katatx.progress.database.stores import SqliteStore
from katatx.progress.database.tables import TABLES
from katatx.progress.log import Log
from katatx.progress.opening import open_store
from katatx.progress.records import Run
from tests.e2e.program import run_text
from tests.progress.conftest import ANA, BEN, TEACHER
from tests.progress.histories import NOW, answer, know

SUMMED, MULTIPLIED = "dot/summed", "dot/sums-multiplied"
# A role that reads everyone's rows, and may write nothing.
ASSISTANT = "assistant"


def run(url: str = "", *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    """`katatx class`, or another command, with the log at a URL."""
    done = run_text(*(words or ("class",)), env={**os.environ, "KATATX_STORE": url, **more})
    assert "Traceback" not in done.stderr, done.stderr
    assert not set("\x1b\x9b\u202e") & set(done.stdout + done.stderr)
    return done


def shown(url: str = "", *words: str, **more: str) -> str:
    done = run(url, "class", *words, **more)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refused(url: str = "", *words: str, **more: str) -> str:
    """The one line of what cannot be done."""
    done = run(url, *words, **more)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    assert len(done.stderr) < 500
    return done.stderr


def practise(log: Log, turns: list[str]) -> None:
    """One answer a day at a drill worked by two lines, `dot/products` and then `dot/sum`: right, or by a wrong turn."""
    know(log)
    log.start_run(Run("r1", "attention", None, ("match", "scaled"), 7, False, NOW))
    for day, turn in enumerate(turns):
        verdict, taken = ("wrong-turn", (turn,)) if turn else ("right", ())
        log.record(answer("match", verdict, NOW + timedelta(days=day), wrong_turns=taken, seconds=9.0))


def practise_as_ana(log: Log) -> None:
    """Products told of on five days, and known on one; once more on the last of them, and an answer taken back."""
    practise(log, ["", SUMMED, SUMMED, SUMMED, SUMMED])
    log.record(answer("match", "wrong-turn", NOW + timedelta(days=4, hours=1), wrong_turns=(SUMMED,)))
    log.record(answer("scaled", "wrong-turn", NOW + timedelta(days=5), wrong_turns=("scale/no-root",)))
    assert log.undo(NOW + timedelta(days=5, hours=1)) is not None


def practise_as_ben(log: Log) -> None:
    """Products known on four days of five; their sum missed once, of four that told of it."""
    practise(log, ["", "", "", SUMMED, MULTIPLIED])


@pytest.fixture(scope="module")
def school(server) -> str:
    """A database with the teacher's tables, and the days of two learners."""
    database = server.new_database()
    server.run(f"DROP ROLE IF EXISTS {ASSISTANT}")
    server.run(f"CREATE ROLE {ASSISTANT} LOGIN BYPASSRLS")
    server.run(f"ALTER ROLE {ASSISTANT} SET default_transaction_read_only = on")
    for role, what in ((TEACHER, None), (ANA, practise_as_ana), (BEN, practise_as_ben)):
        with closing(_open(server.url(database, role))) as log:
            if what is not None:
                what(log)
    return database


def _open(url: str) -> Log:
    from katatx.progress.database.postgres import PostgresStore

    return Log(PostgresStore(url))


TABLE = """\
learner  skills automatic  skills started  last day    stuck at
ana      0                 2               2026-03-06  dot/products
ben      0                 2               2026-03-06

skill         stuck  who
dot/products  1      ana

mistake              times  learners
dot/summed           6      2
dot/sums-multiplied  1      1
"""
SKILLS = {
    ANA: [("dot/products", "stuck", 1.5 / 6, 5, 1), ("dot/sum", "learning", 1.5 / 2, 1, 1)],
    BEN: [("dot/products", "learning", 4.5 / 6, 5, 4), ("dot/sum", "learning", 3.5 / 5, 4, 3)],
}


def test_a_class_is_one_line_a_learner_then_where_they_are_stuck_then_their_mistakes(server, school: str) -> None:
    assert shown(server.url(school, TEACHER)) == TABLE
    assert shown(server.url(school, TEACHER), "--format", "table") == TABLE


def test_a_class_as_json_is_counted_by_hand(server, school: str) -> None:
    text = shown(server.url(school, TEACHER), "--json")
    assert text == shown(server.url(school, TEACHER), "--format", "json")
    found = json.loads(text)
    assert found["wrong_turns"] == [
        {"id": SUMMED, "times": 6, "learners": 2},
        {"id": MULTIPLIED, "times": 1, "learners": 1},
    ]
    ana, ben = found["learners"]
    assert [each["wrong_turns"] for each in (ana, ben)] == [{SUMMED: 5}, {SUMMED: 1, MULTIPLIED: 1}]
    for each, name in ((ana, ANA), (ben, BEN)):
        assert (each["learner"], each["automatic"], each["begun"], each["last_day"]) == (name, 0, 2, "2026-03-06")
        for skill, (line, standing, score, told, clean) in zip(each["skills"], SKILLS[name], strict=True):
            assert 0 <= skill.pop("recall") <= 1
            assert skill.pop("score") == pytest.approx(score, abs=0.001)
            assert skill == {"skill": line, "standing": standing, "told": told, "clean": clean}


def test_a_class_as_csv_is_a_row_a_learner_and_a_column_a_skill(server, school: str) -> None:
    assert shown(server.url(school, TEACHER), "--format", "csv").splitlines() == [
        "learner,automatic,begun,last_day,dot/products,dot/sum",
        "ana,0,2,2026-03-06,stuck,learning",
        "ben,0,2,2026-03-06,learning,learning",
    ]


def test_a_role_that_may_only_read_sees_the_whole_class(server, school: str) -> None:
    url = server.url(school, ASSISTANT)
    assert shown(url) == TABLE
    # To practise it would have to write.
    assert "read-only" in refused(url, "review")


def test_a_learner_sees_nobody_else(server, school: str) -> None:
    for role in (ANA, BEN):
        (own,) = json.loads(shown(server.url(school, role), "--json"))["learners"]
        assert own["learner"] == role


def test_nothing_is_written_and_the_server_sees_to_that(server, school: str, monkeypatch, home: Path) -> None:
    before = rows_of(server, school)
    for role in (TEACHER, ASSISTANT):
        for form in ("table", "csv", "json"):
            shown(server.url(school, role), "--format", form)
    assert rows_of(server, school) == before
    assert not home.exists()
    monkeypatch.setenv("KATATX_STORE", server.url(school, TEACHER))
    with (
        closing(open_store(home, to_read=True, every_learner=True)) as store,
        pytest.raises(Exception, match="read-only"),
    ):
        store.database.execute_sql("DELETE FROM standings")


def rows_of(server, database: str) -> dict[str, list[tuple]]:
    """Every row of every table, as the server's own owner sees them; `xmin` is the transaction that wrote it."""
    names = [table._meta.table_name for table in TABLES]
    return {name: server.run(f"SELECT xmin::text, t::text FROM katatx.{name} t ORDER BY 2", database) for name in names}


def test_nobody_is_said_of_a_class_that_has_not_begun(server, database: str) -> None:
    _open(server.url(database, TEACHER)).close()
    url = server.url(database, TEACHER)
    assert shown(url) == "Nobody has practised yet.\n"
    assert json.loads(shown(url, "--json")) == {"learners": [], "wrong_turns": []}
    assert shown(url, "--format", "csv") == "learner,automatic,begun,last_day\n"


def test_a_database_without_tables_is_told_of_and_left_alone(server, database: str) -> None:
    assert "the owner of the database" in refused(server.url(database, ANA), "class")
    assert server.run("SELECT count(*) FROM pg_tables WHERE schemaname = 'katatx'", database) == [(0,)]


EVIL = "\x1b[31m\u202eeve\x9b\n=1"


@pytest.fixture
def evil(server, database: str) -> str:
    """A class in which a learner's name, a line and a wrong turn would drive a terminal or a spreadsheet."""
    for role in (TEACHER, ANA):
        with closing(_open(server.url(database, role))) as log:
            if role == ANA:
                practise_as_ana(log)
    name = EVIL.replace("'", "''")
    server.run(f"UPDATE katatx.standings SET drill = '{name}' WHERE deck = '' AND drill = 'dot/sum'", database, ANA)
    server.run("UPDATE katatx.standings SET drill = '=2+3' WHERE drill = 'dot/products'", database, ANA)
    turns = json.dumps({EVIL: 3}).replace("'", "''")
    server.run(f"UPDATE katatx.standings SET wrong_turns = '{turns}' WHERE deck <> ''", database, ANA)
    for table in ("standings", "days"):
        server.run(f"UPDATE katatx.{table} SET learner = '=HYPERLINK(1)\x1b[2J'", database)
    return server.url(database, TEACHER)


def test_names_with_escapes_come_out_plain(evil: str) -> None:
    table = shown(evil)
    assert "=HYPERLINK(1)�[2J" in table
    assert "�[31m�eve��=1" in table
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", table)
    found = json.loads(shown(evil, "--json"))
    assert found["learners"][0]["learner"] == "=HYPERLINK(1)\x1b[2J"
    assert found["wrong_turns"] == [{"id": EVIL, "times": 3, "learners": 1}]
    rows = list(csv.reader(io.StringIO(shown(evil, "--format", "csv"))))
    assert len(rows) == 2
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)
    assert rows[1][0] == "'=HYPERLINK(1)�[2J"


@pytest.mark.parametrize(
    "change",
    [
        "wrong_turns = '{'",
        "wrong_turns = '5'",
        "wrong_turns = '[\"a\"]'",
        'wrong_turns = \'{"a": "b"}\'',
        "wrong_turns = '{\"a\": null}'",
        "wrong_turns = repeat('[', 100000)",
        "score = 'NaN'",
        "score = 'Infinity'",
        "stability = 'NaN', difficulty = 5, last_day = 1",
        "stability = 0, difficulty = 5, last_day = 1",
        "stability = 5, difficulty = 5, last_day = NULL",
    ],
)
def test_what_no_katatx_wrote_spoils_the_line_of_that_learner_alone(server, database: str, change: str) -> None:
    for role, what in ((TEACHER, None), (ANA, practise_as_ana), (BEN, practise_as_ben)):
        with closing(_open(server.url(database, role))) as log:
            if what is not None:
                what(log)
    server.run(f"UPDATE katatx.standings SET {change} WHERE drill <> ''", database, ANA)
    url = server.url(database, TEACHER)
    heading, ana, ben, *_ = shown(url).splitlines()
    assert heading.split() == ["learner", "skills", "automatic", "skills", "started", "last", "day", "stuck", "at"]
    assert ana.startswith("ana ")
    assert ana.endswith("  a row cannot be read")
    assert ben.split() == ["ben", "0", "2", "2026-03-06"]
    csv_of_ben = list(csv.DictReader(io.StringIO(shown(url, "--format", "csv"))))[1]
    assert (csv_of_ben["learner"], csv_of_ben["dot/sum"]) == (BEN, "learning")
    spoilt, sound = json.loads(shown(url, "--json"))["learners"]
    assert (spoilt["learner"], spoilt["note"]) == (ANA, "a row cannot be read")
    assert (sound["learner"], sound["note"], sound["wrong_turns"]) == (BEN, None, {SUMMED: 1, MULTIPLIED: 1})
    assert [each["skill"] for each in sound["skills"]] == ["dot/products", "dot/sum"]


def test_a_learner_whose_standing_is_not_derived_is_told_to_begin(server, database: str) -> None:
    for role, what in ((TEACHER, None), (ANA, practise_as_ana), (BEN, practise_as_ben)):
        with closing(_open(server.url(database, role))) as log:
            if what is not None:
                what(log)
    # As after an update, which makes the tables of what is derived anew.
    for table in ("standings", "days", "bases"):
        server.run(f"DELETE FROM katatx.{table}", database, ANA)
    ana, ben = json.loads(shown(server.url(database, TEACHER), "--json"))["learners"]
    assert (ana["learner"], ana["begun"], ana["note"]) == (ANA, 0, "not counted until they next start katatx")
    assert (ben["learner"], ben["begun"], ben["note"]) == (BEN, 2, None)
    run(server.url(database, ANA), "stats")
    ana, _ = json.loads(shown(server.url(database, TEACHER), "--json"))["learners"]
    assert (ana["begun"], ana["note"]) == (2, None)


# ---- one file


def test_several_learners_of_one_file_are_a_class(home: Path) -> None:
    for name, what in ((ANA, practise_as_ana), (BEN, practise_as_ben)):
        with closing(Log(SqliteStore(home, name))) as log:
            what(log)
    before = (home / FILE_NAME).read_bytes()
    assert shown() == TABLE
    assert shown(KATATX_LEARNER=BEN) == TABLE
    assert [each["learner"] for each in json.loads(shown("", "--json"))["learners"]] == [ANA, BEN]
    assert (home / FILE_NAME).read_bytes() == before


def test_a_learner_who_undid_every_answer_is_not_listed(home: Path) -> None:
    with closing(Log(SqliteStore(home, ANA))) as log:
        practise(log, [""])
        assert log.undo(NOW + timedelta(hours=1)) is not None
    assert shown() == "Nobody has practised yet.\n"


def test_without_a_log_nobody_has_practised_and_none_is_made(home: Path) -> None:
    assert shown() == "Nobody has practised yet.\n"
    assert not home.exists()


@pytest.mark.parametrize("form", ["xml", "", "Table", "\x1b[31m\u202e" + "x" * 1000])
def test_an_unknown_form_is_one_line_before_any_log_is_opened(form: str, home: Path) -> None:
    line = refused("postgresql://nobody@127.0.0.1:1/nowhere", "class", "--format", form)
    assert "write table, csv or json after it" in line
    assert not home.exists()


def test_a_server_that_is_not_there_is_one_line() -> None:
    assert "cannot be opened" in refused("postgresql://nobody@127.0.0.1:1/nowhere", "class")
