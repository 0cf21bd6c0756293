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

from katatx.progress.log import Log
from katatx.progress.stores import SqliteStore
from katatx.settings.saving import save_setting
from tests.progress.histories import NOW, answer

pytestmark = pytest.mark.slow


def run(*command: object) -> None:
    subprocess.run([str(word) for word in command], check=True, capture_output=True, timeout=60)


class Disk:
    """An empty ext4 in a file, mounted in turn as it is and as a power cut leaves it."""

    def __init__(self, folder: Path) -> None:
        self.image, self.copy, self.place = folder / "disk", folder / "after", folder / "place"
        self.place.mkdir()
        with self.image.open("wb") as file:
            file.truncate(8 << 20)
        run("mkfs.ext4", "-q", self.image)

    @contextmanager
    def log(self, image: Path, home: str) -> Iterator[Log]:
        run("mount", "-o", "loop", image, self.place)
        try:
            with closing(Log(SqliteStore(self.place / home))) as log:
                yield log
        finally:
            run("umount", self.place)

    def cut(self) -> None:
        self.copy.write_bytes(self.image.read_bytes())


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    try:
        disk = Disk(tmp_path)
        with disk.log(disk.image, "tried"):
            pass
    except (OSError, subprocess.SubprocessError):
        pytest.skip("it takes root, mkfs.ext4 and a loop device to mount a file system of its own")
    return disk


def answers_after_a_cut(disk: Disk, home: str, synchronous: str = "EXTRA") -> int:
    """Record two answers, cut the power at the second one's verdict, and return how many the log has then."""
    with disk.log(disk.image, home) as log:
        log.store.execute(f"PRAGMA synchronous = {synchronous}")
        log.record(answer())
        os.sync()
        log.record(answer(moment=NOW + timedelta(minutes=1)))
        disk.cut()
    with disk.log(disk.copy, home) as log:
        return len(log.attempts("r1"))


def test_the_last_answer_is_there_after_a_cut_at_its_verdict(disk: Disk) -> None:
    assert [answers_after_a_cut(disk, f"home-{number}") for number in range(10)] == [2] * 10
    # Without the sync of the folder it would be lost, which shows that the cut is one.
    assert 1 in [answers_after_a_cut(disk, f"full-{number}", "FULL") for number in range(10)]


def test_the_first_answer_and_a_setting_are_there_after_a_cut(disk: Disk) -> None:
    with disk.log(disk.image, "new/home") as log:
        log.record(answer())
        save_setting(disk.place / "new/home", "practice", "minutes", 20)
        disk.cut()
    with disk.log(disk.copy, "new/home") as log:
        assert len(log.attempts("r1")) == 1
        assert "minutes = 20" in (disk.place / "new/home/config.toml").read_text()
