"""Answers kept aside: whole, in one file, wherever there is a place for it."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path

import peewee
import pytest

from katatx.progress.aside import Aside
from katatx.progress.errors import LogError
from katatx.progress.transfer.portable import bring_back
from tests.progress.histories import NOW, answer

REASON = LogError("the log cannot be written: disk is full")


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The person's own folder, the one they are in, and that for temporary files."""
    made = [tmp_path / name for name in ("own", "here", "temporary")]
    for folder in made:
        folder.mkdir()
    monkeypatch.setenv("HOME", str(made[0]))
    monkeypatch.setenv("USERPROFILE", str(made[0]))
    monkeypatch.chdir(made[1])
    monkeypatch.setattr(tempfile, "tempdir", str(made[2]))
    return made


def kept(aside: Aside) -> list[int]:
    return [json.loads(line)["number"] for line in aside.path.read_text().splitlines()]


def test_where_its_folder_goes_away_all_that_was_kept_is_in_the_next(folders: list[Path]) -> None:
    aside = Aside(REASON, NOW, "attempts", {"number": 1})
    aside.keep("attempts", {"number": 2})
    assert (aside.path.parent, kept(aside)) == (folders[0], [1, 2])
    shutil.rmtree(folders[0])
    aside.keep("attempts", {"number": 3})
    aside.keep("attempts", {"number": 4})
    assert (aside.path.parent, kept(aside)) == (folders[1], [1, 2, 3, 4])
    assert str(aside.path) in aside.notice


def test_where_no_folder_takes_a_record_what_was_kept_stays_as_it_was(
    folders: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    aside = Aside(REASON, NOW, "attempts", {"number": 1})

    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("katatx.progress.aside.os.fsync", fail)
        with pytest.raises(LogError, match=r"disk is full; no separate file can .* the disk is full"):
            aside.keep("attempts", {"number": 2})
        with pytest.raises(LogError, match="no separate file can"):
            Aside(REASON, NOW, "attempts", {"number": 3})
    assert kept(aside) == [1]
    assert [path for folder in folders for path in folder.iterdir()] == [aside.path]


def test_an_answer_that_was_committed_though_it_seemed_to_fail_counts_once(
    folders: list[Path], open_log, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = open_log()
    commit = log.store.database.commit

    def commit_and_fail() -> None:
        commit()
        raise peewee.OperationalError("disk I/O error")

    with monkeypatch.context() as patched:
        patched.setattr(log.store.database, "commit", commit_and_fail)
        log.record(answer())
    assert log.aside is not None
    assert "disk I/O error" in log.aside.notice
    assert bring_back(log) == "the log can be written again, and has every answer"
    assert len(log.attempts("r1")) == 1
    assert log.standings.one("attention", "match").attempts == 1


def test_what_somebody_put_in_its_place_is_not_written_into(folders: list[Path]) -> None:
    name = Aside(REASON, NOW, "attempts", {"number": 1}).path
    name.unlink()
    elsewhere = folders[0] / "elsewhere"
    name.symlink_to(elsewhere)
    aside = Aside(REASON, NOW, "attempts", {"number": 2})
    assert (aside.path.parent, kept(aside)) == (folders[1], [2])
    assert not elsewhere.exists()
