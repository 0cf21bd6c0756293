"""What a log keeps, over a file and over a server: at once, once, and whoever else writes."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from datetime import timedelta
from multiprocessing import get_context
from pathlib import Path

import pytest
from msgspec.structs import replace

from katatx.commands.log import backup, doctor
from katatx.errors import KatatxError
from katatx.progress import stores
from katatx.progress.events import Hint, LogError, Opened, Run, as_kept
from katatx.progress.opening import open_log
from katatx.progress.stores import FILE_NAME, VERSION
from katatx.progress.transfer import json_lines
from katatx.settings import Settings
from tests.progress.histories import NOW, WORKS, answer, know

RUN = Run("r1", "attention", None, ("match", "scaled"), 2**62, True, NOW)
DAY = timedelta(days=1)
ATTEMPTS = 30


def test_what_goes_in_is_there_for_another_at_once_and_once(store_url: str, open_store) -> None:
    log, other = open_store(store_url), open_store(store_url)
    given = {"a": [1.0, 0.1 + 0.2, float("inf")], "mask": [[float("-inf"), 5e-324]]}
    typed = ["3\0 4", "\\u0000", "\ud800", "\U0001f600", "x" * 10_000, "'; --", "%s %(a)s ?"]
    log.add([RUN])
    whole = answer(given=given, seed=-(2**62), line="scores", first_key_seconds=1 / 3, target_seconds=2 / 3)
    answered, _ = log.record(whole)
    (first,) = other.attempts("r1")
    assert other.attempts_at("attention", "match") == [first]
    assert first.answer == answered
    expected = replace(whole, given=as_kept(given))
    assert all(getattr(first.answer, name) == getattr(expected, name) for name in whole.__struct_fields__)
    assert (first.helped, first.answer.day, first.undone) == (False, NOW.date(), False)
    for each in typed:
        other.record(answer("scaled", typed=each))
    found = [each.answer.typed for each in log.attempts_at("attention", "scaled")]
    assert found == ["3� 4", "\\u0000", "?", *typed[3:]]
    assert (list(log.runs("attention")), log.run("r1"), log.run("r2")) == ([RUN], RUN, None)
    assert log.add(other.events()) == 0
    assert log.count() == 2 + len(typed)
    assert log.whole == other.whole
    # A row that fails leaves nothing of those before it.
    events = [replace(event, uid=f"new {at}") for at, event in enumerate(log.events()) if not isinstance(event, Run)]
    with pytest.raises(LogError):
        log.add([*events, replace(events[0], uid=None)])
    assert log.count() == 2 + len(typed)


def test_what_is_undone_counts_no_more_and_its_verdict_was_seen(store_url: str, open_store) -> None:
    log, other = open_store(store_url), open_store(store_url)
    hours = [3, 1, 2]  # the clock is set back
    for hour in hours:
        log.record(answer(f"at-{hour}", "wrong", NOW + timedelta(hours=hour)))
    log.record(answer("unread", "unread", NOW))
    for hour in reversed(hours):
        assert other.undo(NOW + DAY).answer.drill == f"at-{hour}"
    assert log.undo(NOW) is log.last_counting() is None
    assert (log.whole.drills, log.whole.days) == ({}, {})
    log.record(answer("at-1", moment=NOW + timedelta(hours=4)))
    assert [(each.undone, each.helped) for each in other.attempts_at("attention", "at-1")] == [
        (True, False),
        (False, True),
    ]
    log.record(answer("at-1", moment=NOW + DAY))
    assert not other.attempts_at("attention", "at-1")[-1].helped
    other.add(
        [Hint("r1", "attention", "at-2", 5, uid="h1", lines=2, at=NOW + DAY, day=(NOW + DAY).date(), step="name")]
    )
    assert log.uncovered("r1", "attention", "at-2", 5) == Opened(2, "name")
    assert log.uncovered("r1", "attention", "at-2", None) == Opened(0, "value")
    log.record(answer("at-2", moment=NOW + DAY))
    assert other.attempts_at("attention", "at-2")[-1].helped
    assert log.reset("attention", "at-1", NOW + 2 * DAY) == 2
    assert set(other.whole.drills) == {"attention/at-2"}


def record_many(home: Path, run: str) -> None:
    """Open the log of the environment, in a process of its own, and record into it as fast as it can."""
    with closing(know(open_log(home, Settings()), WORKS)) as log:
        for number in range(ATTEMPTS):
            log.record(answer("match", moment=NOW + timedelta(seconds=number), deck="one", run=run, seed=number))


def test_two_processes_record_at_once_and_nothing_is_lost(home: Path, store_url: str, open_store) -> None:
    kept = open_store(store_url)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        running = [pool.submit(record_many, home, run) for run in ("r1", "r2")]
        for number in range(ATTEMPTS):
            kept.record(answer("match", moment=NOW + timedelta(seconds=number), deck="one", run="r3", seed=number))
        for each in running:
            each.result()
    runs = [[each.answer.seed for each in kept.attempts(run)] for run in ("r1", "r2", "r3")]
    assert runs == [list(range(ATTEMPTS))] * 3
    assert kept.whole == open_store(store_url).whole
    assert kept.whole.drills["one/match"].attempts == 3 * ATTEMPTS


def test_a_file_that_another_never_lets_go_is_given_up_in_the_end(open_store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "_WAIT_SECONDS", 0.2)
    one, other = open_store(), open_store()
    with other.store.writing(), pytest.raises(LogError, match="another program is using it"):
        one.record(answer())
    assert one.record(answer())[0].typed


def damaged(content: bytes) -> bytes:
    return content[:8192] + b"\xff" * (len(content) - 8192)


@pytest.mark.parametrize(
    "change",
    [
        lambda content: b"not a database at all" * 20,
        lambda content: content[:60] + (VERSION + 1).to_bytes(4, "big") + content[64:],
        lambda content: content[:68] + bytes(4) + content[72:],
        lambda content: content[:50],
        damaged,
    ],
    ids=["other file", "newer", "another program's", "cut off", "damaged"],
)
def test_a_file_that_cannot_be_used_is_one_error_and_stays_as_it_is(home: Path, open_store, change) -> None:
    path = home / FILE_NAME
    open_store().record(answer())
    spoilt = change(path.read_bytes())
    path.write_bytes(spoilt)
    for to_read in (True, False):
        with pytest.raises(LogError, match=FILE_NAME) as caught:
            open_store(to_read=to_read).whole  # noqa: B018
        assert str(caught.value).isprintable()
    assert path.read_bytes() == spoilt
    assert [each.name for each in home.iterdir()] == [FILE_NAME]


def test_reading_makes_no_file_and_only_the_owner_may_read_one(
    home: Path, open_store, tmp_path: Path, monkeypatch
) -> None:
    log = open_store(to_read=True)
    assert (log.count(), log.has_answers(), home.exists()) == (0, False, False)
    open_store().record(answer())
    copy = tmp_path / "copy.sqlite"
    assert backup(copy, home=home) == 0
    assert [path.stat().st_mode & 0o777 for path in (home, home / FILE_NAME, copy)] == [0o700, 0o600, 0o600]
    for chosen, modes in ((str(home), [0o755, 0o644]), ("", [0o700, 0o600])):
        home.chmod(0o755)
        (home / FILE_NAME).chmod(0o644)
        monkeypatch.setenv("KATATX_HOME", chosen)
        open_store()
        assert [path.stat().st_mode & 0o777 for path in (home, home / FILE_NAME)] == modes


def test_what_can_be_read_of_a_damaged_file_is_saved(home: Path, open_store, tmp_path: Path, capsys) -> None:
    log, whole, copy = open_store(), tmp_path / "whole.sqlite", tmp_path / "copy.sqlite"
    for number in range(20):
        log.record(answer(typed="x" * 1500, moment=NOW + number * DAY))
    with log.store.writing():  # also while another program writes
        backup(whole, home=home)
    lines = list(json_lines(log))
    with pytest.raises(KatatxError, match="exists"):
        backup(whole, home=home)
    assert doctor(None, home) == 0
    log.store.execute("UPDATE events SET data = '{?' WHERE number = 3")
    log.store.execute("UPDATE events SET at = 7 WHERE number = 20")
    (root,) = log.store.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()
    log.close()
    pages = bytearray((home / FILE_NAME).read_bytes())
    size = int.from_bytes(pages[16:18], "big")
    cell = (root - 1) * size + int.from_bytes(pages[(root - 1) * size + 14 : (root - 1) * size + 16], "big")
    leaf = (int.from_bytes(pages[cell : cell + 4], "big") - 1) * size  # of the table's root, the second leaf
    pages[leaf : leaf + 64] = b"\xff" * 64
    (home / FILE_NAME).write_bytes(pages)
    assert doctor(copy, home) == 1
    told = capsys.readouterr().out
    assert all(f"row {number}" in told for number in (3, 20))
    restored = []
    for path, name in ((whole, "one"), (copy, "two")):
        (tmp_path / name).mkdir()
        path.rename(tmp_path / name / FILE_NAME)
        restored.append(list(json_lines(open_store(folder=tmp_path / name))))
    assert restored[0] == lines
    assert set(restored[1]) < set(lines)
    assert 10 < len(restored[1]) < 19


def test_a_row_of_another_program_is_one_error_wherever_it_is_read(home: Path, open_store) -> None:
    open_store().record(answer())
    for text in ("{?", "[]", "{}", '{"day": 1}', '{"verdict": [], "day": "2026-03-02", "help": 0}'):
        with closing(sqlite3.connect(home / FILE_NAME)) as file, file:
            file.execute("UPDATE events SET data = ?", (text,))
        log = open_store()
        for read in (lambda log: log.whole, lambda log: log.attempts("r1"), lambda log: log.last_counting()):
            with pytest.raises(LogError):
                read(log)
