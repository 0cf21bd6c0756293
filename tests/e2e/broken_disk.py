"""A sitting of the real program on a disk that gives out under it: full, or not to be written."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

import pytest

from katatx.progress.log import Log
from katatx.progress.stores import SqliteStore
from tests.e2e.terminal import PROGRAM

resource = pytest.importorskip("resource", reason="needs a POSIX system")

ROOT = Path(__file__).resolve().parent.parent.parent
VERDICT = re.compile(r"(right|again:|wrong)(?=\W|$)")
# Root, too, is held to what a folder's permissions say, once it has given up the right to override them.
OBEDIENT = """
import ctypes, os, sys
if os.geteuid() == 0 and ctypes.CDLL(None).prctl(24, 1, 0, 0, 0):
    sys.exit("the right to override permissions cannot be given up")
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


@dataclass
class Place:
    """A learner's home, the person's own folder, what runs the program there, and what breaks the disk below the home for
    a process. `seen` is the home as it is reached from here.
    """

    home: Path
    own: Path
    seen: Path
    command: list[str] = field(default_factory=lambda: PROGRAM)
    break_it: Callable[[int], None] = lambda _: None

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "KATATX_HOME": str(self.home), "HOME": str(self.own), "PYTHONPATH": str(ROOT)}

    def log(self) -> Log:
        """The log, in a copy: where SQLite finds a disk that is mounted for others is not where it is."""
        copy = self.own / "copy"
        copy.mkdir(exist_ok=True)
        shutil.copyfile(self.seen / "events.sqlite", copy / "events.sqlite")
        return Log(SqliteStore(copy))


@contextmanager
def full_disk(sound: Place) -> Iterator[Place]:
    """A small disk of its own, mounted where only the program sees it, and filled up by another file."""
    home = sound.home
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
            yield Place(home, sound.own, seen, command, lambda _: fill(seen / "filler"))
            (seen / "filler").unlink(missing_ok=True)
        finally:
            holder.kill()


def fill(path: Path) -> None:
    with suppress(OSError), path.open("wb", buffering=0) as file:
        while file.write(b"\0" * 4096):
            pass


def limit(pid: int, size: int) -> None:
    with suppress(ProcessLookupError):  # it has ended, and its limit with it
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


@contextmanager
def read_only(sound: Place) -> Iterator[Place]:
    """A folder in which nothing may be made: an answer needs a journal beside the log."""
    command = [sys.executable, "-c", OBEDIENT, *PROGRAM[1:]]
    closed = sound.own / "closed"
    closed.mkdir(mode=0o500)
    write = f"import pathlib; pathlib.Path({str(closed / 'file')!r}).touch()"
    if not subprocess.run([*command[:3], "-c", write], capture_output=True, check=False).returncode:
        pytest.skip("permissions are not obeyed here")
    yield replace(sound, command=command, break_it=lambda _: sound.home.chmod(0o500))
    sound.home.chmod(0o700)


def _heed_signals() -> None:
    """Undo what a shell that starts programs in the background leaves to them: signals that are ignored."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class Plainly:
    """The program line by line. `shown` are the verdicts that came."""

    def __init__(self, place: Place, *arguments: str) -> None:
        self.child = subprocess.Popen(
            [*place.command, *arguments, "--plain"], env=place.environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            preexec_fn=_heed_signals,  # noqa: PLW1509 - it starts no thread and takes no lock
        )  # fmt: skip
        self.shown: list[str] = []
        self.until_asked()
        self.shown.clear()  # a new learner is told what the verdicts mean

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
            if line == "Press Enter to practise.\n":  # a lesson comes first
                assert self.child.stdin is not None
                self.child.stdin.write("\n")
                self.child.stdin.flush()
            lines.append(line.rstrip("\n"))
        self.shown += [line for line in lines if VERDICT.match(line)]
        return lines

    def leave(self) -> tuple[str, str, int]:
        out, err = self.child.communicate("q\n", timeout=60)
        return out, err, self.child.returncode
