"""Two processes at one log at the same moment, over a file and over a server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from katatx.progress.database import stores
from katatx.progress.errors import LogError
from tests.conftest import ROOT
from tests.progress.histories import derived, know

pytestmark = pytest.mark.slow

ATTEMPTS = 150
DRILLS = ("match", "scaled", "divided")
# Records answers into the log of the environment, as fast as it can, once it is told to go.
RECORDER = """
import os, sys
from datetime import UTC, datetime
from katatx.progress.home import home_folder
from katatx.progress.opening import open_log
from katatx.progress.records import Answered, Run, Uncovering
from katatx.settings import Settings
print("ready", flush=True)
sys.stdin.readline()
log, name, now = open_log(home_folder(), Settings()), f"run-{os.getpid()}", lambda: datetime.now(UTC)
log.start_run(Run(name, "attention", None, (), 7, False, now()))
for number in range(int(sys.argv[1])):
    drill, verdict = sys.argv[2 + number % 3], "wrong" if number % 5 == 0 else "right"
    if number % 10 == 0:
        log.uncover(Uncovering(name, "attention", drill, number, 1, now()))
    log.record(Answered(name, "attention", drill, number, {}, "3", verdict, (), (True,), 0, now(), 1.5, 0.5))
if log.aside is not None:
    sys.exit(log.aside.notice)
"""


def record_at_once(home: Path, url: str, attempts: int, processes: int = 2) -> list[tuple[int, str]]:
    """Return what each process ended with, and what it said on standard error."""
    command = [sys.executable, "-c", RECORDER, str(attempts), *DRILLS]
    environment = {**os.environ, "KATATX_HOME": str(home), "KATATX_STORE": url}
    pipe = subprocess.PIPE
    started = [
        subprocess.Popen(command, env=environment, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        for _ in range(processes)
    ]
    for process in started:
        assert process.stdout.readline() == "ready\n"
    for process in started:
        process.stdin.write("go\n")
        process.stdin.flush()
    said = [process.communicate(timeout=500)[1] for process in started]
    return [(process.returncode, text) for process, text in zip(started, said, strict=True)]


def test_two_processes_record_at_once_and_nothing_is_lost(home: Path, store_url: str, open_store) -> None:
    log = open_store(store_url)
    know(log)
    log.close()
    assert record_at_once(home, store_url, ATTEMPTS) == [(0, ""), (0, "")]
    log = open_store(store_url)
    attempts = [attempt for drill in DRILLS for attempt in log.attempts_at("attention", drill)]
    assert len({attempt.uid for attempt in attempts}) == 2 * ATTEMPTS
    each = Counter((attempt.answer.run, attempt.answer.seed) for attempt in attempts)
    assert set(each.values()) == {1}
    cold = [(attempt.answer.drill, attempt.day) for attempt in attempts if attempt.cold]
    assert len(cold) == len(set(cold))
    assert len(list(log.runs("attention"))) == 2
    kept_up = derived(log)
    assert log.rebuild() == 2 * ATTEMPTS
    assert derived(log) == kept_up
    assert log.standings.whole().skills["scale/divide"].told > 0


def test_a_file_that_another_never_lets_go_is_given_up_in_the_end(open_store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "_WAIT_SECONDS", 0.2)
    one, other = open_store(), open_store()
    with other.store.writing(), pytest.raises(LogError, match="another program is using it; close that program"):
        one.rebuild()
    assert one.rebuild() == 0
