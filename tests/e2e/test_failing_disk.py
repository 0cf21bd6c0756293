"""The disk gives out in the middle of a sitting, under the real program: full, or not to be written."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import pytest

from katatx.progress.log import Log
from katatx.progress.stores import SqliteStore
from tests.e2e import terminal as terminals
from tests.e2e.terminal import PROGRAM, Terminal
from tests.progress.histories import derived

pytestmark = pytest.mark.slow

resource = pytest.importorskip("resource", reason="needs a POSIX system")

ROOT = Path(__file__).resolve().parent.parent.parent
VERDICT = re.compile(r"(right|carried|coarse|unread|slip|wrong-turn|wrong)(?=\W|$)")
# Less than an answer changes in the log, and more than a few answers take in a file of their own.
LITTLE = 16_384
# Root, too, is held to what a folder's permissions say, once it has given up the right to override them.
OBEDIENT = """
import ctypes, os, sys
if os.geteuid() == 0 and ctypes.CDLL(None).prctl(24, 1, 0, 0, 0):
    sys.exit("the right to override permissions cannot be given up")
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


@dataclass
class Place:
    """A learner's home, the person's own folder, and a disk that gives out under the home of a process and
    is mended again. `command` is what runs the program there; `seen` is the home as it is reached from here.
    """

    home: Path
    own: Path
    break_it: Callable[[int], None]
    mend_it: Callable[[int], None]
    reason: str
    command: list[str]
    seen: Path

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "KATATX_HOME": str(self.home), "HOME": str(self.own), "PYTHONPATH": str(ROOT)}

    @property
    def asides(self) -> list[Path]:
        return sorted(self.own.glob("katatx-answers-*.jsonl"))

    def log(self) -> Log:
        """The log, in a copy: where SQLite finds a disk that is mounted for others is not where it is."""
        copy = self.own / "copy"
        copy.mkdir(exist_ok=True)
        shutil.copyfile(self.seen / "log.sqlite", copy / "log.sqlite")
        return Log(SqliteStore(copy))

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [*self.command, *arguments]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)


@pytest.fixture(params=["full disk", "file size limit", "read-only folder"])
def place(request, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    own = tmp_path / "own"
    own.mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    makes = {"full disk": full_disk, "file size limit": size_limit, "read-only folder": read_only}
    yield from makes[request.param](tmp_path, own)


def full_disk(folder: Path, own: Path) -> Iterator[Place]:
    """A small disk of its own, mounted where only the program sees it, and filled up by another file."""
    home = folder / "disk"
    home.mkdir()
    mount = 'mount -t tmpfs -o size=1m none "$0" && echo mounted && exec sleep 600'
    if shutil.which("unshare") is None or shutil.which("nsenter") is None:
        pytest.skip("no disk can be mounted here")
    with subprocess.Popen(
        ["unshare", "-m", "sh", "-c", mount, str(home)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as holder:
        try:
            assert holder.stdout is not None
            if holder.stdout.readline() != "mounted\n":
                pytest.skip("no disk may be mounted here")
            command = ["nsenter", f"--target={holder.pid}", "--mount", f"--wd={Path.cwd()}", "--", *PROGRAM]
            seen = Path(f"/proc/{holder.pid}/root{home}")
            yield Place(
                home, own, lambda _: fill(seen / "filler"), lambda _: (seen / "filler").unlink(), "disk is full", command, seen
            )  # fmt: skip
        finally:
            holder.kill()


def fill(path: Path) -> None:
    with suppress(OSError), path.open("wb", buffering=0) as file:
        while file.write(b"\0" * 4096):
            pass


def size_limit(folder: Path, own: Path) -> Iterator[Place]:
    """No file may grow beyond some size, while the program runs."""
    if not hasattr(resource, "prlimit"):
        pytest.skip("needs Linux: the limits of another process are set")
    most, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    home = folder / "home"
    yield Place(
        home, own, lambda pid: limit(pid, LITTLE), lambda pid: limit(pid, most), "disk I/O error", PROGRAM, home
    )


def limit(pid: int, size: int) -> None:
    with suppress(ProcessLookupError):  # it has ended, and its limit with it
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def read_only(folder: Path, own: Path) -> Iterator[Place]:
    """A folder in which nothing may be made: an answer needs a journal beside the log."""
    command = [sys.executable, "-c", OBEDIENT, *PROGRAM[1:]]
    closed = folder / "closed"
    closed.mkdir(mode=0o500)
    write = f"import pathlib; pathlib.Path({str(closed / 'file')!r}).touch()"
    if not subprocess.run([*command[:3], "-c", write], capture_output=True, check=False).returncode:
        pytest.skip("permissions are not obeyed here")
    home = folder / "home"
    home.mkdir()
    yield Place(
        home, own, lambda _: home.chmod(0o500), lambda _: home.chmod(0o700), "readonly|unable to open", command, home
    )
    home.chmod(0o700)


class Plainly:
    """The program line by line. `shown` are the verdicts that came."""

    def __init__(self, place: Place, *arguments: str) -> None:
        self.child = subprocess.Popen(
            [*place.command, *arguments, "--plain"], env=place.environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.shown: list[str] = []
        self.until_asked()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.child.kill()
        self.child.communicate()

    def type(self, line: str) -> list[str]:
        assert self.child.stdin is not None
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()
        return self.until_asked()

    def until_asked(self) -> list[str]:
        assert self.child.stdout is not None
        lines = []
        for line in self.child.stdout:
            if line == "?\n":
                break
            lines.append(line.rstrip("\n"))
        self.shown += [line for line in lines if VERDICT.match(line)]
        return lines

    def leave(self) -> tuple[str, str, int]:
        out, err = self.child.communicate("q\n", timeout=60)
        return out, err, self.child.returncode


def assert_all_are_there(place: Place, typed: list[str]) -> None:
    with closing(place.log()) as log:
        rows = log.store.database.execute_sql("SELECT typed FROM attempts ORDER BY instant, id").fetchall()
        assert [row[0] for row in rows] == typed
        kept = derived(log)
        log.rebuild()
        assert derived(log) == kept


def test_answers_are_kept_elsewhere_and_can_be_imported_once_the_trouble_is_over(place: Place) -> None:
    with Plainly(place, "drill", "attention") as program:
        for answer in ("73", "10001", "0.125"):
            assert not any("Not in the log" in line for line in program.type(answer))
        place.break_it(program.child.pid)
        for answer in ("0.126", "0.127"):
            lines = program.type(answer)
            assert any(VERDICT.match(line) for line in lines)
            (notice,) = (line for line in lines if "Not in the log" in line)
            (aside,) = place.asides
            assert str(place.home / "log.sqlite") in notice
            assert re.search(place.reason, notice)
            assert f"Your answers are kept in {aside} instead." in notice
            assert json.loads(aside.read_text().splitlines()[-1])["typed"] == answer
        assert any(line.startswith("  ") for line in program.type("h"))
        program.type("0.128")
        out, err, status = program.leave()
        assert status == 2
        assert " answers right" in out
        assert err.splitlines() == [
            f"katatx: 3 answers are not in the log but in {aside}; katatx import {aside} puts them there"
        ]
        place.mend_it(program.child.pid)
    assert len(program.shown) == 6
    for _ in range(2):  # once more changes nothing
        done = place.run("import", str(aside))
        assert (done.returncode, done.stderr) == (0, "")
        assert_all_are_there(place, ["73", "10001", "0.125", "0.126", "0.127", "0.128"])


def test_answers_are_brought_back_by_themselves_where_the_trouble_is_over_before_the_end(place: Place) -> None:
    with Plainly(place, "drill", "attention") as program:
        program.type("73")
        place.break_it(program.child.pid)
        assert any("Not in the log" in line for line in program.type("0.126"))
        place.mend_it(program.child.pid)
        program.type("0.127")
        assert len(place.asides) == 1
        _, err, status = program.leave()
    assert (status, err) == (0, "katatx: the log can be written again, and has every answer\n")
    assert place.asides == []
    assert_all_are_there(place, ["73", "0.126", "0.127"])


def test_a_folder_of_the_same_full_disk_gives_way_to_the_next(place: Place, tmp_path: Path) -> None:
    place.own = place.home
    with Plainly(place, "drill", "attention") as program:
        program.type("73")
        place.break_it(program.child.pid)
        notices = [line for typed in ("0.126", "0.127") for line in program.type(typed) if "Not in the log" in line]
        asides = [re.search(r"kept in (\S+\.jsonl) instead", notice)[1] for notice in notices]  # type: ignore[index]
        assert len(asides) == 2
        aside = Path(asides[0])
        if place.reason == "disk I/O error":  # the file is short enough for its disk
            assert aside.parent == place.home
        else:
            assert aside.parent == Path.cwd()
            assert not list(place.seen.glob("katatx-answers-*"))
        place.mend_it(program.child.pid)
        program.leave()
    assert not aside.exists()
    assert_all_are_there(place, ["73", "0.126", "0.127"])


def test_the_app_tells_at_once_and_loses_nothing(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminals, "PROGRAM", place.command)
    app = Terminal("drill", "attention", columns=320, lines=40, **{**place.environment, "home": place.home})
    app.wait_for("nolan ranks 73")
    app.send("73", "enter")
    app.wait_for("right", "1 of 63 done")
    place.break_it(app.child.pid)
    app.send("enter")
    app.wait_for("Which number stands for it")
    app.send("10001", "enter")
    app.wait_for("right", "Not in the log", "Your answers are kept in", "2 of 63 done")
    (aside,) = place.asides
    app.send("enter")
    app.wait_for("How many zeros of padding")
    app.send("98", "enter")
    app.wait_for("right", "Not in the log", "3 of 63 done")
    app.send("q")
    app.wait_for("3 of 3 answers right", "Your answers are kept in")
    app.send("q")
    assert app.wait_for_exit() == 2
    assert b"2 answers are not in the log" in app.raw
    place.mend_it(app.child.pid)
    assert place.run("import", str(aside)).returncode == 0
    assert_all_are_there(place, ["73", "10001", "98"])


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux: the limits of another process are set")
def test_where_nothing_can_be_written_anywhere_there_is_no_verdict(tmp_path: Path) -> None:
    place = Place(
        tmp_path / "home", tmp_path, lambda pid: limit(pid, 0), lambda _: None, "", PROGRAM, tmp_path / "home"
    )
    with Plainly(place, "drill", "attention") as program:
        program.type("73")
        place.break_it(program.child.pid)
        lines = program.type("10001")
        _, err, status = program.leave()
    assert not any(VERDICT.match(line) for line in lines)
    assert len(program.shown) == 1
    assert status == 2
    (line,) = err.splitlines()
    assert line.startswith(f"katatx: the log {place.home / 'log.sqlite'} cannot be written: disk I/O error")
    assert place.asides == []
    assert_all_are_there(place, ["73"])
