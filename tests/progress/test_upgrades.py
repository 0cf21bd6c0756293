"""A log of an older version is brought up to date, and nothing of it is lost."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from katatx.progress.database.header import APPLICATION, VERSION
from katatx.progress.database.stores import SqliteStore
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.progress.records import Opened, Uncovering
from katatx.progress.standing import Whole
from katatx.progress.transfer.portable import json_lines
from tests.progress import version_3
from tests.progress.histories import NOW

VERSION_1 = """
CREATE TABLE runs (id VARCHAR(255) NOT NULL PRIMARY KEY, deck VARCHAR(255) NOT NULL, drill VARCHAR(255), drills TEXT NOT NULL,
  seed INTEGER NOT NULL, always_fresh INTEGER NOT NULL, started VARCHAR(255) NOT NULL);
CREATE TABLE attempts (id INTEGER NOT NULL PRIMARY KEY, run VARCHAR(255) NOT NULL, deck VARCHAR(255) NOT NULL,
  drill VARCHAR(255) NOT NULL, seed INTEGER, given TEXT NOT NULL, typed TEXT NOT NULL, verdict VARCHAR(255) NOT NULL,
  wrong_turns TEXT NOT NULL, slots TEXT NOT NULL, help INTEGER NOT NULL, cold INTEGER NOT NULL,
  answered VARCHAR(255) NOT NULL, seconds REAL NOT NULL, first_key_seconds REAL, version VARCHAR(255) NOT NULL,
  FOREIGN KEY (run) REFERENCES runs (id));
CREATE TABLE uncoverings (id INTEGER NOT NULL PRIMARY KEY, run VARCHAR(255) NOT NULL, deck VARCHAR(255) NOT NULL,
  drill VARCHAR(255) NOT NULL, seed INTEGER, lines INTEGER NOT NULL, at VARCHAR(255) NOT NULL);
INSERT INTO runs VALUES ('r', 'attention', NULL, '["match"]', 7, 0, '2026-03-01T09:00:00+00:00');
INSERT INTO attempts VALUES (1, 'r', 'attention', 'match', NULL, '{}', '3', 'right', '[]', '[true]', 0, 1,
  '2026-03-01T09:01:00+00:00', 5.0, 1.0, '0.1.0');
INSERT INTO uncoverings VALUES (1, 'r', 'attention', 'scaled', NULL, 2, '2026-03-01T09:02:00+00:00');
"""


def old_log(home: Path) -> Path:
    home.mkdir(parents=True)
    path = home / "log.sqlite"
    with closing(sqlite3.connect(path)) as log:
        log.executescript(VERSION_1)
        log.execute(f"PRAGMA application_id = {APPLICATION}")
        log.execute("PRAGMA user_version = 1")
        log.commit()
    return path


def log_of_version_3(home: Path) -> Path:
    home.mkdir(parents=True)
    path = home / "log.sqlite"
    with closing(sqlite3.connect(path)) as log:
        log.executescript(version_3.SQLITE + version_3.ROWS.format("", "me"))
        log.execute(f"PRAGMA application_id = {APPLICATION}")
        log.execute("PRAGMA user_version = 3")
        log.commit()
    return path


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as log:
        return log.execute("PRAGMA user_version").fetchone()[0]


def test_an_older_log_is_upgraded_after_a_backup(home: Path) -> None:
    path = old_log(home)
    log = Log(SqliteStore(home))
    (run,) = log.runs("attention")
    (attempt,) = log.attempts("r")
    assert (run.kind, attempt.answer.line, attempt.answer.typed) == ("drill", None, "3")
    assert log.uncovered("r", "attention", "scaled", None) == Opened(2, "value")
    assert list(log.runs("attention", "kata")) == []
    assert (attempt.uid, attempt.day, attempt.cold) == ("r-a-1", "2026-03-01", True)
    assert log.standings.one("attention", "match").own.clean == 1
    log.close()
    assert version(path) == VERSION
    backup = home / "log.sqlite.version-1"
    assert version(backup) == 1
    with closing(sqlite3.connect(backup)) as old:
        assert old.execute("select typed from attempts").fetchall() == [("3",)]


def test_a_log_of_version_3_gets_steps_and_keeps_its_rows(home: Path) -> None:
    path = log_of_version_3(home)
    with closing(Log(SqliteStore(home))) as log:
        assert log.uncovered("r", "attention", "scaled", 5) == Opened(2, "value")
        (attempt,) = log.attempts("r")
        assert (attempt.uid, attempt.cold, attempt.answer.typed) == ("a", True, "3")
        assert log.standings.one("attention", "match").own.clean == 1
        log.uncover(Uncovering("r", "attention", "scaled", 5, 3, NOW, step="name"))
        assert log.uncovered("r", "attention", "scaled", 5) == Opened(3, "name")
    assert version(path) == VERSION
    assert version(home / "log.sqlite.version-3") == 3
    with closing(sqlite3.connect(path)) as log:
        assert log.execute("SELECT lines, step FROM uncoverings ORDER BY id").fetchall() == [(2, None), (3, "name")]


def test_an_old_log_that_cannot_be_upgraded_is_read_all_the_same(home: Path) -> None:
    path = log_of_version_3(home)
    (home / "log.sqlite.version-3").mkdir()  # where its backup would be
    before = path.read_bytes()
    with pytest.raises(LogError, match="cannot be opened"):
        SqliteStore(home)
    with closing(Log(SqliteStore(home, to_read=True))) as log:
        assert log.uncovered("r", "attention", "scaled", 5) == Opened(2, "value")
        assert log.standings.one("attention", "match").own.clean == 1
    assert path.read_bytes() == before


def test_where_no_log_is_reading_makes_none(home: Path) -> None:
    with closing(Log(SqliteStore(home, to_read=True))) as log:
        assert log.standings.whole() == Whole()
        assert list(json_lines(log)) == ["[]\n"]
    assert not home.exists()
    home.write_text("x")
    with pytest.raises(LogError, match="is a file, not a folder"):
        SqliteStore(home, to_read=True)


def test_a_new_log_has_no_backup(home: Path) -> None:
    SqliteStore(home).close()
    assert [path.name for path in home.iterdir()] == ["log.sqlite"]
    assert version(home / "log.sqlite") == VERSION


def test_opening_twice_upgrades_once(home: Path) -> None:
    path = old_log(home)
    SqliteStore(home).close()
    backup = (home / "log.sqlite.version-1").read_bytes()
    SqliteStore(home).close()
    assert version(path) == VERSION
    assert (home / "log.sqlite.version-1").read_bytes() == backup


def test_an_upgrade_that_fails_leaves_the_log_as_it_was(home: Path) -> None:
    path = old_log(home)
    with closing(sqlite3.connect(path)) as log:  # a column of that name is there already
        log.execute("ALTER TABLE attempts ADD COLUMN line TEXT")
    before = path.read_bytes()
    with pytest.raises(LogError, match="cannot be opened"):
        SqliteStore(home)
    assert path.read_bytes() == before
    assert version(path) == 1


def test_two_processes_upgrade_one_log(home: Path) -> None:
    path = old_log(home)
    code = f"from pathlib import Path; from katatx.progress.database.stores import SqliteStore; SqliteStore(Path({str(home)!r})).close()"
    children = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(4)]
    assert [child.wait(60) for child in children] == [0] * 4
    assert version(path) == VERSION


def test_a_version_that_never_was_is_told_in_a_line(home: Path) -> None:
    path = old_log(home)
    with closing(sqlite3.connect(path)) as log:
        log.execute("PRAGMA user_version = 0")
        log.commit()
    with pytest.raises(LogError, match="does not exist"):
        SqliteStore(home)


@pytest.mark.parametrize("old", [1, 3])
def test_an_upgraded_log_has_the_tables_of_a_new_one(home: Path, tmp_path: Path, old: int) -> None:
    def tables(path: Path) -> set[tuple[str, str]]:
        with closing(sqlite3.connect(path)) as log:
            found = log.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
            return {(name, " ".join(sql.replace('"', "").split())) for name, sql in found}

    path = old_log(home) if old == 1 else log_of_version_3(home)
    SqliteStore(home).close()
    SqliteStore(tmp_path / "new").close()
    assert tables(path) == tables(tmp_path / "new" / "log.sqlite")
