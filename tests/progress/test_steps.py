"""A worked line is uncovered in steps: its name, its expression, its value."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.progress.aside import Aside
from katatx.progress.database.rows import opened_by, uncovering_row
from katatx.progress.errors import LogError
from katatx.progress.records import Opened, Uncovering
from katatx.progress.transfer.portable import import_records, json_lines
from tests.progress.histories import NOW

ROWS = [(1, "name"), (1, "expression"), (1, "value"), (2, "name"), (2, "expression"), (3, None), (4, "name")]


def looked(lines: int, step: str | None = None, drill: str = "match", run: str = "r1") -> Uncovering:
    return Uncovering(run, "attention", drill, 5, lines, NOW, step=step)


def test_steps_are_on_disk_one_by_one(store_url: str, open_store) -> None:
    log = open_store(store_url)
    assert log.uncovered("r1", "attention", "match", 5) == Opened(0, "value")
    for lines, step in ROWS:
        log.uncover(looked(lines, step))
        assert log.uncovered("r1", "attention", "match", 5) == Opened(lines, step or "value")
        assert open_store(store_url).uncovered("r1", "attention", "match", 5) == (lines, step or "value")
    assert (
        log.uncovered("r1", "attention", "scaled", 5)
        == log.uncovered("r2", "attention", "match", 5)
        == Opened(0, "value")
    )


@given(st.lists(st.sampled_from([*ROWS, (0, None), (0, "name")])))
def test_the_furthest_of_all_counts_in_whatever_order_they_come(rows: list[tuple[int, str | None]]) -> None:
    opened = opened_by(rows)
    if not any(lines for lines, _ in rows):
        assert opened == Opened(0, "value")
        return
    order = ["name", "expression", "value"]
    assert opened.lines == max(lines for lines, _ in rows)
    steps = {step or "value" for lines, step in rows if lines == opened.lines}
    assert opened.step == [step for step in order if step in steps][-1]


def test_a_step_kept_aside_counts_too_and_comes_back(open_log) -> None:
    log = open_log()
    log.uncover(looked(2, "name"))
    log.aside = Aside(
        LogError("disk is full"), NOW, "uncoverings", uncovering_row(looked(2, "expression"), "2026-03-02")
    )
    assert log.uncovered("r1", "attention", "match", 5) == Opened(2, "expression")
    import_records(log, log.aside.path.read_text().splitlines(), "aside")
    log.aside = None
    assert log.uncovered("r1", "attention", "match", 5) == Opened(2, "expression")


def test_steps_survive_export_and_import(server, open_store, tmp_path) -> None:
    here = open_store()
    there, back = open_store(server.url(server.new_database(), "teacher")), open_store(folder=tmp_path / "back")
    for lines, step in ROWS:
        here.uncover(looked(lines, step))
    text = "".join(json_lines(here))
    assert [each["step"] for each in json.loads(text)] == [step for _, step in ROWS]
    for log in (there, back):
        import_records(log, text.splitlines(), "log.json")
        assert "".join(json_lines(log)) == text
        assert log.uncovered("r1", "attention", "match", 5) == Opened(4, "name")


def test_a_record_from_before_there_were_steps_is_the_whole_line(store_url: str, open_store) -> None:
    log = open_store(store_url)
    record = {"table": "uncoverings", **uncovering_row(looked(3, "name"), "2026-03-02")}
    del record["step"]
    assert import_records(log, [json.dumps(record)], "old.json").new == {"uncoverings": 1}
    assert log.uncovered("r1", "attention", "match", 5) == Opened(3, "value")
    again = import_records(log, [json.dumps(record)], "old.json")
    assert (again.known, again.differing) == (1, 0)
    assert import_records(log, [json.dumps({**record, "step": "name"})], "new.json").differing == 1


@pytest.mark.parametrize("step", ["", "Name", "line", "value\n", 1, True, ["name"], {"a": 1}])
def test_no_other_step_comes_in(store_url: str, open_store, step) -> None:
    log = open_store(store_url)
    record = {"table": "uncoverings", **uncovering_row(looked(3), "2026-03-02"), "step": step}
    with pytest.raises(LogError, match=r"^x\.json:1: step is ") as caught:
        import_records(log, [json.dumps(record)], "x.json")
    assert str(caught.value).isprintable()
    assert log.uncovered("r1", "attention", "match", 5) == Opened(0, "value")


def test_a_step_that_no_katatx_wrote_is_told_in_a_line(open_log) -> None:
    log = open_log()
    log.uncover(looked(1))
    log.store.database.execute_sql("UPDATE uncoverings SET step = 'all'")
    with pytest.raises(LogError, match="katatx did not write"):
        log.uncovered("r1", "attention", "match", 5)
