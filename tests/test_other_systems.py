"""What can be seen from here of systems that lack what this one has: no module needs what Windows has not."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from katatx.commands.output import is_dumb
from tests.conftest import ROOT

# What the library reference marks as "Availability: Unix", or not Windows, of what a terminal program may be tempted by.
# The standard library and the packages in use are imported before it goes: they have their own ways on Windows.
_WITHOUT = """
import asyncio, concurrent.futures.process, multiprocessing, os, pkgutil, signal, subprocess, sys, tempfile
from importlib import import_module
import aiohttp.web, numpy, textual.app, textual.drivers.web_driver, textual_serve.server, tomlkit, psycopg, genanki
for module in ("fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "termios", "tty", "curses", "syslog"):
    sys.modules[module] = None
for name in (
    "O_NOFOLLOW", "O_DIRECTORY", "O_CLOEXEC", "chown", "fchown", "fork", "forkpty", "getpgid", "getuid", "geteuid",
    "killpg", "lchown", "mkfifo", "openpty", "sched_getaffinity", "setsid", "statvfs", "sync", "uname",
):
    if hasattr(os, name):
        delattr(os, name)
for name in (
    "SIGALRM", "SIGHUP", "SIGKILL", "SIGQUIT", "SIGTSTP", "SIGUSR1", "SIGWINCH", "SIG_BLOCK", "SIG_SETMASK", "alarm",
    "pthread_sigmask", "pthread_kill", "setitimer", "sigwait", "siginterrupt",
):
    if hasattr(signal, name):
        delattr(signal, name)
"""
_IMPORT_ALL = """
import katatx, scoring
count = 0
for package in (katatx, scoring):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
            count += 1
print(count)
"""
_AUDIT = """
from pathlib import Path
from katatx.commands.audit import run
Path("page.txt").write_text("2 + 2 = 5\\n")
print(run(["page.txt"], False, None, False, "right.txt", False, Path()), Path("right.txt").read_text())
"""
_PROGRAM = """
from katatx.cli import main
main()
"""


def run(code: str, cwd, *arguments: str, typed: bytes = b"", prefix: str = _WITHOUT) -> str:
    """Return what a program prints that is Python without what Windows has not."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-W", "ignore::DeprecationWarning", "-c", prefix + code, *arguments],
        input=typed, capture_output=True, check=False, cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.mark.slow
def test_every_module_is_imported_without_what_windows_has_not(tmp_path) -> None:
    assert int(run(_IMPORT_ALL, tmp_path)) > 200


@pytest.mark.slow
def test_commands_do_their_work_without_what_windows_has_not(tmp_path) -> None:
    assert "[0.047, 0.953]" in run(_PROGRAM, tmp_path, "check", "softmax 1 4")
    drill = ("drill", "attention/match", "--plain", "--limit", "1")
    assert "\nright" in run(_PROGRAM, tmp_path, *drill, typed=b"3\n")
    assert "questions today" in run(_PROGRAM, tmp_path, "due")
    assert "attention/match" in run(_PROGRAM, tmp_path, "undo")
    assert run(_AUDIT, tmp_path).endswith("1 2 + 2 = 4\n\n")


def test_a_pipe_of_an_old_code_page_carries_every_letter(tmp_path) -> None:
    """As Windows opens one where it is not told otherwise."""
    code = """
import io, sys
from katatx.cli import main
for name in ("stdin", "stdout", "stderr"):
    setattr(sys, name, io.TextIOWrapper(getattr(sys, name).buffer, encoding="cp1252", errors="strict"))
sys.platform = "win32"
main()
"""
    told = run(code, tmp_path, "check", "-", typed="2·3 + √4\n".encode(), prefix="")
    assert told.startswith("2·3 + √4 = 8")


@pytest.mark.parametrize(
    ("system", "name", "dumb"),
    [("win32", None, False), ("win32", "dumb", True), ("linux", None, True), ("linux", "xterm", False)],
)
def test_a_terminal_that_nothing_names_is_dumb_but_on_windows(monkeypatch, system, name, dumb) -> None:
    monkeypatch.setattr(sys, "platform", system)
    if name is None:
        monkeypatch.delenv("TERM", raising=False)
    else:
        monkeypatch.setenv("TERM", name)
    assert is_dumb() == dumb
