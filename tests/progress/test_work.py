"""Long work says how far it is: never less than before, and at the end that all is done."""

from __future__ import annotations

import io
import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.progress import work
from katatx.progress.database.stores import SqliteStore
from katatx.progress.log import Log
from katatx.progress.transfer.import_lines import Lines
from katatx.progress.transfer.portable import import_records, json_lines, write_csv
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
    told.check(said)
    assert len(told.calls) <= 2 + number // every


def test_nothing_is_counted_where_nobody_is_told() -> None:
    assert list(counted("abc", lambda: pytest.fail("counted"), None)) == list("abc")


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


@pytest.mark.usefixtures("every_tenth")
@pytest.mark.parametrize("form", ["json", "csv"])
def test_an_export_tells_of_every_record(store_url: str, open_store, form: str) -> None:
    log, told = open_store(store_url), Told()
    practise(log, days=5)
    silent, target = io.StringIO(), io.StringIO()
    if form == "json":
        silent.writelines(json_lines(log))
        target.writelines(json_lines(log, told))
        told.check(len(json.loads(target.getvalue())))
    else:
        write_csv(log, silent)
        write_csv(log, target, told)
        told.check(5 * 4)
    assert target.getvalue() == silent.getvalue()


@pytest.mark.usefixtures("every_tenth")
def test_an_import_tells_of_reading_and_deriving_as_one(store_url: str, open_store, open_log, tmp_path) -> None:
    practise(open_log(), days=5)
    text = "".join(json_lines(open_log()))
    log, told = open_store(store_url, folder=tmp_path / "other"), Told()
    found = import_records(log, Lines(io.StringIO(text), "log.json"), "log.json", told)
    assert sum(found.new.values()) == len(json.loads(text))
    told.check(text.count("\n"))
    # All of it moves: nothing takes more than a tenth of the bar at a step.
    done = [done for done, _ in told.calls]
    assert max(after - before for before, after in itertools.pairwise(done)) < text.count("\n") / 3


def test_an_empty_log_is_done_at_once(open_log) -> None:
    told = Told()
    assert open_log().rebuild(told) == 0
    told.check(0)
    assert work.EVERY > 10
