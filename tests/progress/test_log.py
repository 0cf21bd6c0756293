from __future__ import annotations

import hashlib
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from katatx.progress.database.header import FILE_NAME, VERSION
from katatx.progress.database.stores import SqliteStore
from katatx.progress.database.tables import RunRow
from katatx.progress.errors import LogError
from katatx.progress.records import Run
from katatx.progress.standings import Standings
from tests.progress.histories import answer

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
RUN = Run("r1", "attention", None, ("match", "scaled"), 7, False, NOW)


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("content", [b"not a database at all" * 20, b"short", b"SQLite format 3\0" + b"\xff" * 200])
def test_a_file_that_is_no_log_is_refused_untouched(home: Path, content: bytes) -> None:
    home.mkdir()
    (home / FILE_NAME).write_bytes(content)
    before = digest(home / FILE_NAME)
    with pytest.raises(LogError, match=FILE_NAME):
        SqliteStore(home)
    assert digest(home / FILE_NAME) == before
    assert [path.name for path in home.iterdir()] == [FILE_NAME]


@pytest.mark.parametrize(
    ("pragma", "says"), [(f"user_version = {VERSION + 1}", "newer"), ("application_id = 1", "another program")]
)
def test_a_newer_or_foreign_log_is_refused_untouched(home: Path, open_log, pragma: str, says: str) -> None:
    open_log().close()
    with sqlite3.connect(home / FILE_NAME) as other:
        other.execute(f"pragma {pragma}")
    other.close()
    before = digest(home / FILE_NAME)
    with pytest.raises(LogError, match=says):
        SqliteStore(home)
    assert digest(home / FILE_NAME) == before
    assert [path.name for path in home.iterdir()] == [FILE_NAME]


def test_a_home_that_is_a_file_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("x")
    with pytest.raises(LogError) as caught:
        SqliteStore(tmp_path / "home")
    assert "\n" not in str(caught.value)


def test_a_bad_stretch_does_not_make_the_pace_the_default_again(open_log) -> None:
    log = open_log()
    for number in range(12):
        log.record(answer(f"d{number}", moment=NOW + timedelta(minutes=number), seconds=30.0, pencil_seconds=20.0))
    pace = log.pace()
    assert pace.pencil > 1.3
    for number in range(70):
        log.record(answer("match", "wrong", NOW + timedelta(hours=1, minutes=number), seconds=2.0, pencil_seconds=20.0))
    assert log.pace().pencil == pace.pencil


def test_a_run_without_a_name_keeps_nobody_out(open_log, home) -> None:
    log = open_log()
    RunRow.insert(learner="me", id="", deck="a", drills="[]", seed=1, always_fresh=False, started=NOW.isoformat()).execute(log.store.database)  # fmt: skip
    again = open_log()
    assert [run.id for run in again.runs("a")] == [""]


def test_where_only_an_unread_answer_is_there_is_nothing_to_derive(open_log, monkeypatch) -> None:
    open_log().record(answer(verdict="unread"))
    monkeypatch.setattr(Standings, "rebuild", lambda *_: pytest.fail("derived for nothing"))
    assert open_log().standings.names() == set()
