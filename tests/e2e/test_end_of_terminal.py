"""A terminal that goes away ends the app in it, even one that no SIGHUP reaches."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from katatx.progress.log import Log
from katatx.progress.stores import SqliteStore
from tests.conftest import ROOT
from tests.e2e import terminal as terminals

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")

# Only the first program of a terminal is sent SIGHUP when it goes away: this one, which ignores it.
SHELL = ["/bin/sh", "-c", 'trap "" HUP; "$0" -m katatx "$@"; exit $?', sys.executable]


def test_it_ends_with_its_terminal_without_a_signal(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminals, "PROGRAM", SHELL)
    terminal = terminals.Terminal("drill", "attention/match", home=home, PYTHONPATH=str(ROOT))
    terminal.wait_for("↵ begin")
    terminal.send("enter")
    terminal.wait_for("↵ answer")
    terminal.send("9", "enter")
    terminal.wait_for("✗ not yet")
    terminal.child.ptyproc.fileobj.close()
    terminal.child.closed = terminal.child.ptyproc.closed = (
        True  # or it closes the number again, by then another file's
    )
    until = time.monotonic() + 30
    while (ended := os.waitpid(terminal.child.pid, os.WNOHANG))[0] == 0:
        if time.monotonic() > until:
            os.killpg(terminal.child.pid, signal.SIGKILL)
            pytest.fail("it lives on without a terminal")
        time.sleep(0.02)
    assert os.waitstatus_to_exitcode(ended[1]) == 128 + signal.SIGHUP
    log = Log(SqliteStore(home))
    assert [attempt.answer.typed for attempt in log.attempts_at("attention", "match")] == ["9"]
    log.close()
