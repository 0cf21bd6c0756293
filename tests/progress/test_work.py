"""Long work says how far it is: never less than before, and at the end that all is done."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.progress import work
from katatx.progress.database.stores import SqliteStore
from katatx.progress.log import Log
from katatx.progress.transfer.portable import json_lines
from katatx.progress.work import counted, shared
from katatx.settings import Settings
from tests.progress.histories import practise


class Told:
    """What was told, in order."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, int]] = []

    def __call__(self, done: int, total: int) -> None:
        self.calls.append((done, total))

    def check(self, total: int) -> None:
        assert {of for _, of in self.calls} == {total}
        done = [done for done, _ in self.calls]
        assert done[0] == 0
        assert done == sorted(done)
        assert done[-1] == total


@given(st.integers(0, 40), st.integers(1, 7), st.integers(0, 50))
def test_what_is_counted_passes_unchanged(number: int, every: int, said: int) -> None:
    """Also where it turns out to be more than was said, or less."""
    told = Told()
    assert list(counted(range(number), lambda: said, told, every)) == list(range(number))
    assert list(counted(range(number), lambda: pytest.fail("counted"), None)) == list(range(number))
    told.check(said)
    assert len(told.calls) <= 2 + number // every


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 30)), min_size=1, max_size=5), st.integers(0, 1000))
def test_parts_come_to_one_work(parts: list[tuple[int, int]], total: int) -> None:
    told = Told()
    shares = [share for share, _ in parts]
    for part, (_, size) in zip(shared(told, total, shares), parts, strict=True):
        assert list(counted(range(size), lambda: size, part, every=1)) == list(range(size))  # noqa: B023
    if any(shares) and total:
        told.calls.insert(0, (0, total))  # a first part that has nothing to do is done at once
        told.check(total)


def test_a_part_takes_its_share() -> None:
    told = Told()
    one, other = shared(told, 100, (1, 4))
    assert one is not None
    assert other is not None
    for part in (one, other):
        for done in (0, 5, 10):
            part(done, 10)
    assert [done for done, _ in told.calls] == [0, 10, 20, 20, 60, 100]
    assert shared(None, 100, (1, 4)) == [None, None]


@pytest.fixture
def every_tenth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counted, "__defaults__", (10,))


def graded(log: Log) -> int:
    """Return how many attempts count."""
    records = json.loads("".join(json_lines(log)))
    undone = {each["uid"] for each in records if each["table"] == "undos"}
    attempts = [each for each in records if each["table"] == "attempts" and each["uid"] not in undone]
    return sum(each["verdict"] not in ("coarse", "unread") for each in attempts)


@pytest.mark.usefixtures("every_tenth")
def test_opening_tells_where_all_is_derived_anew_and_only_then(open_log, home) -> None:
    log, told = open_log(), Told()
    practise(log, days=5)
    Log(SqliteStore(home), Settings(), told).close()
    assert told.calls == []
    Log(SqliteStore(home), Settings(retention=0.8), told).close()
    assert told.calls == []
    log.store.database.execute_sql("UPDATE bases SET basis = '[1, null]'")
    Log(SqliteStore(home), Settings(), told).close()
    told.check(graded(log))


def test_an_empty_log_is_done_at_once(open_log) -> None:
    told = Told()
    assert open_log().rebuild(told) == 0
    told.check(0)
    assert work.EVERY > 10
