"""Long work says how far it is: never less than before, and at the end that all is done."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.progress.transfer.portable import import_records, json_lines
from katatx.progress.work import counted, shared
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


def test_deriving_and_exporting_and_importing_tell_of_all_they_do(open_log, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(counted, "__defaults__", (10,))
    log = open_log()
    practise(log, days=4)
    derived, exported, imported = Told(), Told(), Told()
    derived.check(log.rebuild(derived))
    text = "".join(json_lines(log, exported))
    exported.check(len(json.loads(text)))
    import_records(open_log(tmp_path / "other"), text.splitlines(), "log.json", imported)
    imported.check(text.count("\n"))
    assert len(imported.calls) > 5
