"""The disk gives out in the middle of a sitting, under the real program: full, or not to be written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e import terminal as terminals
from tests.e2e.begun import DRILLS
from tests.e2e.broken_disk import VERDICT, Place, Plainly, full_disk, limit, read_only, resource, size_limit
from tests.e2e.terminal import PROGRAM, Terminal
from tests.progress.histories import derived

pytestmark = pytest.mark.slow


@pytest.fixture(params=["full disk", "file size limit", "read-only folder"])
def place(request, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    own = tmp_path / "own"
    own.mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    makes = {"full disk": full_disk, "file size limit": size_limit, "read-only folder": read_only}
    yield from makes[request.param](tmp_path, own)


def assert_all_are_there(place: Place, typed: list[str]) -> None:
    with closing(place.log()) as log:
        rows = log.store.database.execute_sql("SELECT typed FROM attempts ORDER BY instant, id").fetchall()
        assert [row[0] for row in rows] == typed
        kept = derived(log)
        log.rebuild()
        assert derived(log) == kept


def test_answers_are_kept_elsewhere_and_can_be_imported_once_the_trouble_is_over(place: Place) -> None:
    with Plainly(place, "drill", "attention") as program:
        for answer in ("73", "10001", "0.125"):
            assert not any("Not in the log" in line for line in program.type(answer))
        place.break_it(program.child.pid)
        for answer in ("0.126", "0.127"):
            lines = program.type(answer)
            assert any(VERDICT.match(line) for line in lines)
            (notice,) = (line for line in lines if "Not in the log" in line)
            (aside,) = place.asides
            assert str(place.home / "log.sqlite") in notice
            assert re.search(place.reason, notice)
            assert f"Your answers are kept in {aside} instead." in notice
            assert json.loads(aside.read_text().splitlines()[-1])["typed"] == answer
        assert any(line.startswith("  ") for line in program.type("h"))
        program.type("0.128")
        out, err, status = program.leave()
        assert status == 2
        assert "1 of 1 right" in out
        assert err.splitlines() == [
            f"katatx: 3 answers are not in the log but in {aside}; katatx import {aside} adds them"
        ]
        place.mend_it(program.child.pid)
    assert len(program.shown) == 6
    for _ in range(2):  # once more changes nothing
        done = place.run("import", str(aside))
        assert (done.returncode, done.stderr) == (0, "")
        assert_all_are_there(place, ["73", "10001", "0.125", "0.126", "0.127", "0.128"])


def test_answers_are_brought_back_by_themselves_where_the_trouble_is_over_before_the_end(place: Place) -> None:
    with Plainly(place, "drill", "attention") as program:
        program.type("73")
        place.break_it(program.child.pid)
        assert any("Not in the log" in line for line in program.type("0.126"))
        place.mend_it(program.child.pid)
        program.type("0.127")
        assert len(place.asides) == 1
        _, err, status = program.leave()
    assert (status, err) == (0, "katatx: the log can be written again, and has every answer\n")
    assert place.asides == []
    assert_all_are_there(place, ["73", "0.126", "0.127"])


def test_a_folder_of_the_same_full_disk_gives_way_to_the_next(place: Place, tmp_path: Path) -> None:
    place.own = place.home
    with Plainly(place, "drill", "attention") as program:
        program.type("73")
        place.break_it(program.child.pid)
        notices = [line for typed in ("0.126", "0.127") for line in program.type(typed) if "Not in the log" in line]
        asides = [re.search(r"kept in (\S+\.jsonl) instead", notice)[1] for notice in notices]  # type: ignore[index]
        assert len(asides) == 2
        aside = Path(asides[0])
        if place.reason == "disk I/O error":  # the file is short enough for its disk
            assert aside.parent == place.home
        else:
            assert aside.parent == Path.cwd()
            assert not list(place.seen.glob("katatx-answers-*"))
        place.mend_it(program.child.pid)
        program.leave()
    assert not aside.exists()
    assert_all_are_there(place, ["73", "0.126", "0.127"])


def test_the_app_tells_at_once_and_loses_nothing(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminals, "PROGRAM", place.command)
    app = Terminal("drill", "attention", columns=320, lines=40, **{**place.environment, "home": place.home})
    app.wait_for("enter begin")  # nothing was answered before
    app.send("enter")
    app.wait_for("A dictionary numbers")
    app.send("73", "enter")
    app.wait_for("right", f"1 of {DRILLS} done")
    place.break_it(app.child.pid)
    app.send("enter")
    app.wait_for("A model reads a row")
    app.send("73 88 5 0 0", "enter")
    app.wait_for("right", "Not in the log", "Your answers are kept in", f"2 of {DRILLS} done")
    (aside,) = place.asides
    app.send("enter")
    app.wait_for("An embedding table")
    app.send("4 0 3", "enter")
    app.wait_for("right", "Not in the log", f"3 of {DRILLS} done")
    app.send("q")
    app.wait_for("3 of 3 right", "Your answers are kept in")
    app.send("q")
    assert app.wait_for_exit() == 2
    assert b"2 answers are not in the log" in app.raw
    place.mend_it(app.child.pid)
    assert place.run("import", str(aside)).returncode == 0
    assert_all_are_there(place, ["73", "73 88 5 0 0", "4 0 3"])


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux: the limits of another process are set")
def test_where_nothing_can_be_written_anywhere_there_is_no_verdict(tmp_path: Path) -> None:
    place = Place(
        tmp_path / "home", tmp_path, lambda pid: limit(pid, 0), lambda _: None, "", PROGRAM, tmp_path / "home"
    )
    with Plainly(place, "drill", "attention") as program:
        program.type("73")
        place.break_it(program.child.pid)
        lines = program.type("10001")
        _, err, status = program.leave()
    assert not any(VERDICT.match(line) for line in lines)
    assert len(program.shown) == 1
    assert status == 2
    (line,) = err.splitlines()
    assert line.startswith(f"katatx: the log {place.home / 'log.sqlite'} cannot be written: disk I/O error")
    assert place.asides == []
    assert_all_are_there(place, ["73"])
