"""The disk gives out in the middle of a sitting; bench/faults.py has the other faults, all under the real program."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("the limits of another process are set, and disks mounted, as Linux does", allow_module_level=True)

from bench.faults import ANSWERS, DOCUMENT, FAULTS, NOT_TRIED, Fault, seen
from bench.kills import is_clean, kill_in_turns
from katatx.progress.events import Answer
from tests.e2e.broken_disk import VERDICT, Place, Plainly, limit


def test_where_nothing_can_be_written_there_is_no_verdict_and_the_log_is_as_before(tmp_path: Path) -> None:
    home = tmp_path / "home"
    place = Place(home, tmp_path, home, break_it=lambda pid: limit(pid, 0))
    with Plainly(place, "drill", "attention") as program:
        program.type(ANSWERS[0])
        place.break_it(program.child.pid)
        lines = program.type(ANSWERS[1])
        _, err, status = program.leave()
    assert not any(VERDICT.match(line) for line in lines)
    assert len(program.shown) == 1
    assert status == 2
    (line,) = err.splitlines()
    assert line.startswith(f"katatx: the log {home / 'events.sqlite'} cannot be written: disk I/O error")
    with closing(place.log()) as log:
        assert [event.typed for event in log.events() if isinstance(event, Answer)] == [ANSWERS[0]]
        whole = log.whole
        works = log.works
        log.know(lambda: works)
        assert log.whole == whole


def test_the_document_lists_every_fault_and_what_must_hold() -> None:
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    rows = [line.removeprefix("| ").split(" | ")[:2] for line in lines if line.startswith("| ")]
    assert rows[1:] == [[fault.name, fault.must] for fault in FAULTS]


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=lambda each: each.name)
def test_a_fault_ends_as_it_must(fault: Fault) -> None:
    found = seen(fault)
    if found is None:
        pytest.skip(NOT_TRIED)
    assert found.holds, found.does


@pytest.mark.nightly
@pytest.mark.slow
def test_kills_at_random_moments_lose_no_verdict(tmp_path: Path) -> None:
    found = kill_in_turns(tmp_path, 12, "0")
    assert is_clean(found), found
    assert found["kills"] == 12
