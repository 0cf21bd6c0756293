from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import pytest

from katatx.progress.database.header import FILE_NAME, VERSION
from katatx.progress.database.stores import SqliteStore
from katatx.progress.errors import LogError
from katatx.progress.standings import Standings
from tests.progress.histories import answer


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


def test_where_only_an_unread_answer_is_there_is_nothing_to_derive(open_log, monkeypatch) -> None:
    open_log().record(answer(verdict="unread"))
    monkeypatch.setattr(Standings, "rebuild", lambda *_: pytest.fail("derived for nothing"))
    assert open_log().standings.names() == set()
