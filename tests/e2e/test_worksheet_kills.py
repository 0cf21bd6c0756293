"""A worksheet whose program is killed, by the real program."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests.e2e.terminal import Terminal

_OFFER = "1 line was not saved."


def kill(terminal: Terminal) -> None:
    os.kill(terminal.child.pid, signal.SIGKILL)
    terminal.wait_for_exit()


@pytest.mark.slow
def test_unsaved_text_is_offered_after_every_kill(home: Path) -> None:
    terminal = Terminal("check", home=home)
    terminal.wait_for("ctrl+q leave")
    terminal.send("1 + 1 = 2")
    until = time.monotonic() + 60
    while not list(home.glob("worksheets/*.kata~")):
        assert time.monotonic() < until
        time.sleep(0.1)
    kill(terminal)
    for key in ("", "y", "y"):
        terminal = Terminal("check", home=home)
        terminal.wait_for(_OFFER)
        terminal.send(key)
        if key:
            terminal.wait_for("1 + 1 = 2")
        kill(terminal)
