"""Backups, the examination of a log, and who may read the files."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest

from katatx.commands import backup, doctor
from katatx.errors import KatatxError
from katatx.progress import opening
from katatx.progress.aside import Aside
from katatx.progress.database.stores import SqliteStore
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.progress.records import Run
from katatx.progress.transfer.portable import json_lines
from katatx.settings import Settings
from katatx.settings.saving import save_setting
from tests.progress.histories import NOW, answer

private = pytest.mark.skipif(os.name == "nt", reason="permissions are those of POSIX")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def attempts_in(folder: Path, file: Path) -> str:
    """Return the exported records of a log file, once it is put into place in a folder."""
    folder.mkdir()
    file.rename(folder / "log.sqlite")
    with closing(Log(SqliteStore(folder))) as log:
        return "".join(json_lines(log))


@pytest.fixture
def log(open_log) -> Log:
    log = open_log()
    log.start_run(Run("r1", "attention", None, ("match",), 7, False, NOW))
    for _ in range(20):
        log.record(answer(typed="x" * 1500))
    return log


@private
def test_only_the_owner_may_read_what_katatx_keeps(log: Log, home: Path, tmp_path: Path) -> None:
    save_setting(home, "practice", "minutes", 20)
    aside = Aside(LogError("disk is full"), NOW, "attempts", {"number": 1})
    assert backup.run(tmp_path / "copy.sqlite", force=False, home=home) == 0
    assert doctor.run(tmp_path / "repaired.sqlite", home) == 0
    files = [home / "log.sqlite", home / "config.toml", aside.path]
    files += [tmp_path / "copy.sqlite", tmp_path / "repaired.sqlite"]
    assert [mode(path) for path in (home, *files)] == [0o700, *[0o600] * 5]


@private
def test_the_default_folder_is_tightened_and_one_that_was_chosen_is_not(log: Log, home: Path, monkeypatch) -> None:
    for chosen, modes in ((str(home), [0o755, 0o644]), ("", [0o700, 0o600])):
        home.chmod(0o755)
        log.store.path.chmod(0o644)
        monkeypatch.setenv("KATATX_HOME", chosen)
        opening.open_log(home, Settings()).close()
        assert [mode(home), mode(log.store.path)] == modes


def test_a_backup_is_the_log_and_replaces_nothing_unasked(log: Log, home: Path, tmp_path: Path, monkeypatch) -> None:
    whole, copy = "".join(json_lines(log)), tmp_path / "copy.sqlite"
    copy.write_text("mine")
    with pytest.raises(KatatxError, match="--force"):
        backup.run(copy, force=False, home=home)
    assert copy.read_text() == "mine"
    with log.store.writing():  # also while another program writes
        assert backup.run(copy, force=True, home=home) == 0
    assert attempts_in(tmp_path / "restored", copy) == whole
    monkeypatch.chdir(tmp_path)
    assert backup.run(None, force=False, home=home) == 0
    assert len(list(tmp_path.glob("katatx-log-*.sqlite"))) == 1
    for target in (log.store.path, tmp_path / "no" / "such.sqlite"):
        with pytest.raises(KatatxError, match="name another file"):
            backup.run(target, force=True, home=home)
    assert "".join(json_lines(log)) == whole
    monkeypatch.setenv("KATATX_STORE", "postgresql://ana:sesame@127.0.0.1/school")
    for command in (lambda: backup.run(None, force=False, home=home), lambda: doctor.run(None, home)):
        with pytest.raises(KatatxError, match="PostgreSQL") as caught:
            command()
        assert "sesame" not in str(caught.value)


def test_a_sound_log_and_none_are_fine(log: Log, home: Path, tmp_path: Path, capsys) -> None:
    assert doctor.run(None, home) == doctor.run(None, tmp_path / "none") == 0
    assert "21 rows can be read; problems: 0" in capsys.readouterr().out


def test_rows_that_cannot_be_read_are_named_and_the_others_are_saved(log: Log, home: Path, tmp_path, capsys) -> None:
    run, path = log.store.database.execute_sql, log.store.path
    run("UPDATE attempts SET given = '{?' WHERE id = 1")
    run("UPDATE attempts SET instant = 7 WHERE id = 20")
    (root,) = run("SELECT rootpage FROM sqlite_master WHERE name = 'attempts'").fetchone()
    log.close()
    pages = bytearray(path.read_bytes())
    size = int.from_bytes(pages[16:18], "big")
    at = (root - 1) * size
    cell = at + int.from_bytes(pages[at + 14 : at + 16], "big")  # of the table's root, the second leaf
    leaf = (int.from_bytes(pages[cell : cell + 4], "big") - 1) * size
    pages[leaf : leaf + 64] = b"\xff" * 64
    path.write_bytes(pages)
    assert doctor.run(tmp_path / "repaired.sqlite", home) == 1
    said = capsys.readouterr().out
    assert all(named in said for named in ("SQLite: ", "attempts, row 1: given", "attempts, row 20: "))
    lost = said.count("attempts, row ")
    assert 3 <= lost < 9
    with pytest.raises(KatatxError, match="exists"):
        doctor.run(tmp_path / "repaired.sqlite", home)
    saved = attempts_in(tmp_path / "saved", tmp_path / "repaired.sqlite")
    assert saved.count('"attempts"') == 20 - lost
    assert saved.count('"runs"') == 1
    assert doctor.run(None, tmp_path / "saved") == 0
