"""A program that is told to end does, whatever it is waiting for."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from bench.orphans import run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to wait for")

STUCK = """
import time
from katatx.tui.signals import ending_at_signals
with ending_at_signals(lambda status: print(status, flush=True)):
    print("ready", flush=True)
    time.sleep(60)
"""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_program_that_does_not_leave_is_ended(name: str) -> None:
    number = getattr(signal, name)
    with subprocess.Popen([sys.executable, "-c", STUCK], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        program.send_signal(number)
        assert program.wait(30) == 128 + number
        assert program.stdout.read() == f"{128 + number}\n"


@pytest.mark.slow
def test_no_process_outlives_its_window() -> None:
    assert run(30, 1, patience=30)[1] == 0  # bench/orphans.py says how soon
