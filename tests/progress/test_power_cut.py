"""What was on disk when the power went: a file system as it lies on its device at the moment of the verdict.

A cut is a copy of the device behind a mounted ext4, without unmounting it: what the system still held in memory is not
in it. Mounting the copy replays the file system's own journal, and opening the log SQLite's.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from katatx.progress.aside import Aside
from katatx.progress.database.stores import SqliteStore
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.progress.transfer.import_lines import Lines
from katatx.settings.saving import save_setting
from tests.progress.histories import NOW, answer

pytestmark = pytest.mark.slow


def run(*command: object) -> None:
    subprocess.run([str(word) for word in command], check=True, capture_output=True, timeout=60)


@contextmanager
def mounted(image: Path, place: Path) -> Iterator[Path]:
    place.mkdir(exist_ok=True)
    run("mount", "-o", "loop", image, place)
    try:
        yield place
    finally:
        run("umount", place)


class Disk:
    """An empty ext4 in a file, mounted in turn as it is and as a power cut leaves it."""

    def __init__(self, folder: Path) -> None:
        self.image, self.copy, self.place = folder / "disk", folder / "after", folder / "place"
        with self.image.open("wb") as file:
            file.truncate(8 << 20)
        run("mkfs.ext4", "-q", self.image)

    def cut(self) -> None:
        self.copy.write_bytes(self.image.read_bytes())


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    try:
        disk = Disk(tmp_path)
        with mounted(disk.image, disk.place):
            pass
    except (OSError, subprocess.SubprocessError):
        pytest.skip("it takes root, mkfs.ext4 and a loop device to mount a file system of its own")
    return disk


def answers_after_a_cut(disk: Disk, folder: Path, synchronous: str = "") -> int:
    """Record two answers, cut the power at the second one's verdict, and return how many the log has then."""
    home = disk.place / folder
    with mounted(disk.image, disk.place), closing(Log(SqliteStore(home))) as log:
        if synchronous:
            log.store.database.execute_sql(f"PRAGMA synchronous = {synchronous}")
        log.record(answer())
        os.sync()
        log.record(answer(moment=NOW + timedelta(minutes=1)))
        disk.cut()
    with mounted(disk.copy, disk.place), closing(Log(SqliteStore(home))) as log:
        return len(log.attempts("r1"))


def test_the_last_answer_is_there_after_a_cut_at_its_verdict(disk: Disk) -> None:
    assert [answers_after_a_cut(disk, Path(f"home-{number}")) for number in range(10)] == [2] * 10


def test_without_the_sync_of_the_folder_it_would_be_lost(disk: Disk) -> None:
    """This shows that the cut is one."""
    assert 1 in [answers_after_a_cut(disk, Path(f"home-{number}"), "FULL") for number in range(10)]


def test_the_first_answer_a_setting_and_the_separate_file_are_there_after_a_cut(disk: Disk, monkeypatch) -> None:
    home = disk.place / "new" / "home"
    with mounted(disk.image, disk.place), closing(Log(SqliteStore(home))) as log:
        monkeypatch.setenv("HOME", str(disk.place))
        log.record(answer())
        save_setting(home, "practice", "minutes", 20)
        aside = Aside(LogError("disk is full"), NOW, "attempts", {"number": 1})
        disk.cut()
    with mounted(disk.copy, disk.place), closing(Log(SqliteStore(home))) as log:
        assert len(log.attempts("r1")) == 1
        assert "minutes = 20" in (home / "config.toml").read_text()
        with aside.path.open() as file:
            assert len(list(Lines(file, "aside"))) == 1
