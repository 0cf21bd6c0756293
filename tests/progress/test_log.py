from __future__ import annotations

import hashlib
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from katatx.progress.database.header import APPLICATION, FILE_NAME, VERSION
from katatx.progress.database.stores import SqliteStore
from katatx.progress.database.tables import RunRow
from katatx.progress.errors import LogError
from katatx.progress.records import Answered, Run, Uncovering
from katatx.progress.standings import Standings
from tests.progress.histories import answer

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
RUN = Run("r1", "attention", None, ("match", "scaled"), 7, False, NOW)


def answered(drill: str = "match", verdict: str = "right") -> Answered:
    return Answered(
        "r1", "attention", drill, None, {"a": [1.0]}, "3 \u200bé", verdict, ("x/y",), (True,), 0, NOW, 1.5, None, 2.0
    )


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_what_goes_in_comes_out(home: Path, open_log) -> None:
    log = open_log()
    log.start_run(RUN)
    log.record(answered())
    log.uncover(Uncovering("r1", "attention", "scaled", 5, 2, NOW))
    again = open_log()
    assert list(again.runs("attention")) == [RUN]
    (attempt,) = again.attempts("r1")
    assert (attempt.answer, attempt.cold, attempt.day, attempt.undone) == (answered(), True, "2026-03-02", False)
    assert again.uncovered("r1", "attention", "scaled", 5) == (2, "value")
    assert again.uncovered("r1", "attention", "scaled", None) == (0, "value")
    assert again.uncovered("r1", "vision", "scaled", 5) == (0, "value")
    assert again.was_met("attention", "match", before="other")
    assert not again.was_met("attention", "match", before="r1")
    assert not again.was_met("attention", "average", before="other")


def test_an_attempt_is_on_disk_when_it_is_recorded(home: Path, open_log) -> None:
    log = open_log()
    log.start_run(RUN)
    log.record(answered())
    with sqlite3.connect(home / FILE_NAME) as other:
        assert other.execute("select count(*) from attempts").fetchone() == (1,)
    other.close()


def test_two_logs_open_at_once_both_record(open_log) -> None:
    first, second = open_log(), open_log()
    first.start_run(RUN)
    for _ in range(20):
        first.record(answered())
        second.record(answered())
    assert len(first.attempts("r1")) == 40


def test_the_file_says_whose_it_is(home: Path, open_log) -> None:
    open_log()
    with sqlite3.connect(home / FILE_NAME) as other:
        assert other.execute("pragma application_id").fetchone() == (APPLICATION,)
        assert other.execute("pragma user_version").fetchone() == (VERSION,)
    other.close()


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


def test_an_empty_file_becomes_a_log(home: Path, open_log) -> None:
    home.mkdir()
    (home / FILE_NAME).touch()
    assert list(open_log().runs("attention")) == []


def test_a_bad_stretch_does_not_make_the_pace_the_default_again(open_log) -> None:
    log = open_log()
    for number in range(30):
        log.record(answer(f"d{number}", moment=NOW + timedelta(minutes=number), seconds=30.0, pencil_seconds=20.0))
    pace = log.pace()
    assert pace.pencil > 1.3
    for number in range(200):
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
