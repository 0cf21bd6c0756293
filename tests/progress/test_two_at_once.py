"""Two programs at one log at the same moment, over a file and over a server."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from katatx.progress.database import stores
from katatx.progress.errors import LogError
from katatx.progress.opening import open_log
from katatx.progress.records import Run, Uncovering
from katatx.settings import Settings
from tests.progress.histories import NOW, answer, derived, know

ATTEMPTS = 40
DRILLS = ("match", "scaled", "divided")


def record_many(home: Path, run: str) -> None:
    """Open the log of the environment with a connection of its own, and record into it as fast as it can."""
    log = open_log(home, Settings())
    log.start_run(Run(run, "attention", None, DRILLS, 7, False, NOW))
    for number in range(ATTEMPTS):
        moment, drill = NOW + timedelta(seconds=number), DRILLS[number % 3]
        if number % 10 == 0:
            log.uncover(Uncovering(run, "attention", drill, number, 1, moment))
        log.record(answer(drill, "wrong" if number % 5 == 0 else "right", moment, run=run, seed=number))
    assert log.aside is None
    log.close()


def test_two_record_at_once_and_nothing_is_lost(home: Path, store_url: str, open_store) -> None:
    know(open_store(store_url))
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(record_many, home, run) for run in ("r1", "r2")]:
            done.result()
    log = open_store(store_url)
    attempts = [attempt for drill in DRILLS for attempt in log.attempts_at("attention", drill)]
    each = Counter((attempt.answer.run, attempt.answer.seed) for attempt in attempts)
    assert (len(each), set(each.values())) == (2 * ATTEMPTS, {1})
    cold = [(attempt.answer.drill, attempt.day) for attempt in attempts if attempt.cold]
    assert len(cold) == len(set(cold))
    kept_up = derived(log)
    assert log.rebuild() == 2 * ATTEMPTS
    assert derived(log) == kept_up


def test_a_file_that_another_never_lets_go_is_given_up_in_the_end(open_store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "_WAIT_SECONDS", 0.2)
    one, other = open_store(), open_store()
    with other.store.writing(), pytest.raises(LogError, match="another program is using it; close that program"):
        one.rebuild()
    assert one.rebuild() == 0
