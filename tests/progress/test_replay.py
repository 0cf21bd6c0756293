"""The whole that is kept up event by event is that of a replay, whatever was added, by whom and in whatever order."""

from __future__ import annotations

import os
from contextlib import ExitStack, closing
from pathlib import Path
from random import Random

import pytest

from katatx.progress import log as log_room
from katatx.progress.log import Log
from katatx.progress.stores import SqliteStore
from katatx.progress.transfer import import_lines, json_lines
from katatx.settings import Settings
from tests.progress.histories import WORKS, Clock, know, one_step

HISTORIES = int(os.environ.get("KATATX_HISTORIES", "60"))
PARTS = 6
STEPS = 25


def live(folder: Path, seed: int) -> tuple[int, int, int]:
    """Live through one history; return the number of events in the end, of answers that count, and of steps."""
    random = Random(seed)
    settings = Settings(day_start=random.choice((0, 4, 23)), retention=random.choice((0.8, 0.9, 0.95)))
    clock = Clock(random)
    with ExitStack() as opened:

        def opening(folder: Path, to_read: bool = False) -> Log:
            log = know(Log(SqliteStore(folder, to_read=to_read), settings), WORKS)
            log.store.execute("PRAGMA synchronous = OFF")  # nothing here must outlive the machine
            opened.callback(log.close)
            return log

        # Two programs at one file, and a log in memory somewhere else.
        logs, elsewhere = [opening(folder), opening(folder)], opening(folder / "elsewhere", to_read=True)
        for step in range(STEPS):
            random.shuffle(logs)
            one_step(random, clock, logs[0], elsewhere)
            with closing(know(Log(SqliteStore(folder, to_read=True), settings), WORKS)) as fresh:
                for log in logs[: random.choice((1, 2))]:
                    assert log.whole == fresh.whole, f"history {seed}, step {step}"
        log = logs[1]
        copy = opening(folder / "copy", to_read=True)
        copy.whole  # noqa: B018 - what comes in is then taken in event by event
        lines = list(json_lines(log))
        size = random.choice((7, len(lines)))
        for at in range(0, len(lines), size):
            import_lines(copy, lines[at : at + size], "log.json")
        assert copy.whole == log.whole, f"history {seed}, exported"
        assert list(json_lines(copy)) == lines
        return len(lines), sum(each.attempts for each in log.whole.days.values()), len(log.whole.steps)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_histories_come_to_the_same_step_by_step_and_in_a_replay(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_room, "_WORTH_KEEPING", 1 if part % 2 else 200)
    found = []
    for seed in range(part, HISTORIES, PARTS):
        (tmp_path / "home").mkdir(exist_ok=True)
        found.append(live(tmp_path / "home", seed))
        (tmp_path / "home" / "events.sqlite").unlink()
    events, counting, steps = map(sum, zip(*found, strict=True))
    assert len(found) * STEPS / 3 < counting < events
    assert steps > 2 * len(found)
