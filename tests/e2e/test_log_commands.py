"""stats, undo, export, import and config.toml as a script sees them."""

from __future__ import annotations

import csv
import io
import json
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from katatx.commands.log import bring_in
from katatx.errors import KatatxError
from katatx.progress.events import Run
from katatx.progress.log import Log
from katatx.progress.stores import FILE_NAME, VERSION, SqliteStore
from tests.e2e.program import run_text
from tests.e2e.terminal import PROGRAM
from tests.progress.histories import answer, know

# Noon of the practice day, which begins at four.
TODAY = (datetime.now().astimezone() - timedelta(hours=4)).replace(hour=12, minute=0, second=0, microsecond=0)
# As root every folder can be written; a read-only mount in a namespace of its own cannot.
READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'


def good(*arguments: str, typed: str = "", home: Path | None = None) -> str:
    done = run_text(*arguments, typed=typed, env={**os.environ, **({"KATATX_HOME": str(home)} if home else {})})
    assert (done.returncode, done.stderr) == (0, "")
    assert not set("\x1b\x9b\u202e") & set(done.stdout)
    return done.stdout


def refused(*arguments: str) -> str:
    """Return the one line of what cannot be done."""
    done = run_text(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    return done.stderr


def stats(*arguments: str, home: Path | None = None) -> Any:
    return json.loads(good("stats", *arguments, "--json", home=home))


def values(document: Any, *names: str) -> list[Any]:
    return [document[name] for name in names]


def drill_of(document: Any, name: str) -> Any:
    return next(each for deck in document["decks"] for each in deck["drills"] if each["id"] == name)


@pytest.fixture
def log(home: Path) -> Iterator[Log]:
    """The log of a home, with a run, which knows the attention deck; the program may use it at the same time."""
    found = Log(SqliteStore(home))
    know(found)
    found.add([Run("r1", "attention", None, ("match", "scaled-row"), 7, False, TODAY - timedelta(days=30))])
    yield found
    found.close()


@pytest.fixture
def practised(log: Log) -> Log:
    """Seven days: `match` on five of them, a slip at `scaled`, a drill that no deck has; what counts for nothing too."""
    summed = {"verdict": "wrong-turn", "wrong_turns": ("dot/summed",)}
    for back in (9, 7, 5, 4, 3):
        log.record(answer("match", moment=TODAY - timedelta(days=back), **(summed if back == 5 else {})))
    log.record(answer("match", moment=TODAY - timedelta(days=3, minutes=-5), **summed))
    log.record(answer("scaled-row", "coarse", TODAY - timedelta(days=2)))
    log.record(answer("scaled-row", "slip", TODAY - timedelta(days=2), seconds=40.0))
    log.record(answer("scaled-row", "unread", TODAY - timedelta(days=1)))
    log.record(answer("gone", moment=TODAY - timedelta(days=1), deck="mi\x1bne"))
    return log


def test_stats_of_nothing_make_no_log(home: Path) -> None:
    assert values(stats(), "attempts", "automatic", "weakest") == [0, 0, None]
    assert stats()["due"] == json.loads(good("due", "--json"))["questions"] > 3
    assert not (home / FILE_NAME).exists()


@pytest.mark.slow
def test_undo_takes_the_last_answer_out_and_asks_it_again(home: Path) -> None:
    good("drill", "attention", "--plain", typed="\n73 88 5 0 0\n5 5 5 5\nx\nq\n")
    assert good("undo").startswith("undone: attention/look-up-word, 5 5 5 5 (")
    assert "Row 0 of the table" in good("drill", "attention", "--plain", typed="q\n")
    assert good("undo").startswith("undone: attention/padded-row, 73 88 5 0 0 (right)")
    assert "nothing to undo" in refused("undo")
    records = list(map(json.loads, good("export").splitlines()))
    marked = {each["answer"] for each in records if each["event"] == "undo"}
    assert marked == {each["uid"] for each in records if each["event"] == "answer" and each["typed"] != "x"}
    good("drill", "attention", "--plain", typed="73 88 5 0 0\nq\n")
    assert values(stats("attention/padded-row"), "attempts", "accuracy") == [1, 0.0]  # it counts as helped


def test_an_export_put_into_an_empty_home_exports_the_same(practised: Log, tmp_path: Path) -> None:
    practised.record(answer("match", moment=TODAY, typed='a "b", \x1b[31mred\n√2 é \x9b', deck="\x1b]0;owned\x07"))
    practised.undo(TODAY + timedelta(hours=1))
    first, other = tmp_path / "log.json", tmp_path / "other"
    good("export", str(first))
    assert first.read_text(encoding="utf-8") == good("export")
    records = list(map(json.loads, first.read_text(encoding="utf-8").splitlines()))
    assert {each["event"] for each in records} == {"run", "answer", "undo"}
    assert good("import", str(first), home=other).startswith(f"imported {len(records)} events")
    assert good("import", str(first), home=other) == f"imported 0 events; {len(records)} were already there\n"
    assert good("export", home=other) == first.read_text(encoding="utf-8")
    with closing(Log(SqliteStore(other))) as copy:
        know(copy)
        assert copy.whole == practised.whole
    assert good("undo")


FORMULAS = ["=1+1", "@SUM(A1)", "+1+cmd|' /C calc'!A0", "-2+3+cmd|' /C calc'!D2", "-A1"]
NUMBERS = ["-3", "-0.047 0.953", "+2", "- 3", "-1/2", "√2"]


def test_csv_is_a_table_in_which_no_answer_is_a_formula(log: Log, tmp_path: Path) -> None:
    for minute, typed in enumerate([*FORMULAS, *NUMBERS]):
        log.record(answer("match", moment=TODAY + timedelta(minutes=minute), typed=typed))
    log.undo(TODAY + timedelta(hours=1))
    good("export", str(tmp_path / "log.csv"))
    text = (tmp_path / "log.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {"deck", "drill", "typed", "verdict", "answered", "seconds", "undone"} <= rows[0].keys()
    assert not any(None in row or None in row.values() for row in rows)
    assert [row["typed"] for row in rows] == [*(f"'{typed}" for typed in FORMULAS), *NUMBERS]
    assert [row["undone"] for row in rows] == ["False"] * (len(rows) - 1) + ["True"]


def attempt(**other: Any) -> dict[str, Any]:
    return {
        "event": "answer", "uid": "u1", "run": "r1", "deck": "attention", "drill": "match", "seed": None, "given": {}, "typed": "3",
        "verdict": "right", "wrong_turns": [], "slots": [True], "help": 0, "answered": "2026-03-02T09:00:00+00:00",
        "seconds": 5.0, "first_key_seconds": None, "version": "1", "line": None, "day": "2026-03-02", "paused_seconds": 0.0,
        "untouched": False, "pencil_seconds": None, "target_seconds": None, "known": [], "missed": [], "own": True, "pace": None,
    } | other  # fmt: skip


RUN = {
    "event": "run", "uid": "r1", "deck": "attention", "drill": None, "drills": ["match"], "seed": 7, "always_fresh": False,
    "started": "2026-03-02T09:00:00+00:00", "kind": "drill",
}  # fmt: skip
HOSTILE: dict[str, Any] = {
    "half of it": '{"event": "answer",',
    "CSV": "id,deck\n1,attention\n",
    "UTF-16": "[]".encode("utf-16"),
    "a huge line": "[" + "9" * 3_000_000,
    "a huge text": attempt(typed="9" * 200_000),
    "deep nesting": "[" * 100_000 + "]" * 100_000,
    "NaN": attempt(seconds=float("nan")),
    "a huge seed": attempt(seed=2**80),
    "a column too many": attempt(shell="rm -rf"),
    "an escape in a verdict": attempt(verdict="\x1b[31mright\x9b"),
}


def write_hostile(what: str, path: Path) -> Path:
    """Write the file; one that holds a broken record holds sound ones before it."""
    content = HOSTILE[what]
    if isinstance(content, dict):
        records = ({**RUN, "uid": "before"}, attempt(uid="before2"), content)
        content = "\n".join(map(json.dumps, records)) + "\n"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.slow
def test_a_broken_file_is_refused_whole_in_a_line(home: Path, tmp_path: Path) -> None:
    for what in HOSTILE:
        with pytest.raises(KatatxError) as caught:
            bring_in(write_hostile(what, tmp_path / "log.json"), home)
        line = str(caught.value)
        assert "log.json" in line, what
        assert line.isprintable(), what
        assert len(line) < 500, what
    with closing(sqlite3.connect(home / FILE_NAME)) as kept:
        assert kept.execute("select count(*) from events").fetchone() == (0,)
    assert "log.json" in refused("import", str(write_hostile("an escape in a verdict", tmp_path / "log.json")))


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_read_as_a_file_is_and_a_device_that_never_ends_is_not(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)

    def write(content: bytes) -> None:
        with suppress(BrokenPipeError), path.open("wb") as target:
            target.write(content)

    for content, told in [(json.dumps(RUN).encode(), None), (b"hello\n" * 100_000, ":1: "), (b"", "is empty")]:
        writer = Thread(target=write, args=[content])
        writer.start()
        if told is None:
            assert good("import", str(path)) == "imported 1 events; 0 were already there\n"
        else:
            assert told in refused("import", str(path))
        writer.join()
    if Path("/dev/zero").is_char_device():
        assert "/dev/zero" in refused("import", "/dev/zero")


def test_what_cannot_be_written_leaves_nothing(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "folder.json"
    folder.mkdir()
    assert "nowhere" in refused("export", str(tmp_path / "nowhere" / "log.json"))
    assert "is not a file" in refused("export", str(folder))
    assert list(tmp_path.rglob("*")) == [folder]


def test_a_wrong_setting_is_one_line_and_right_ones_are_used(practised: Log, home: Path) -> None:
    before = stats("dot/products")["due"]
    (home / "config.toml").write_text("[practice]\nretention = 2.0\n")
    warned = run_text("stats", "dot/products", "--json")
    assert warned.returncode == 0
    assert all(each in warned.stderr for each in ("config.toml", "retention", "0.7 to 0.97"))
    (home / "config.toml").write_text(
        '[practice]\nday_start = 2\nzone = "Asia/Kolkata"\nminutes = 4\nretention = 0.95\n'
    )
    due = stats("dot/products")["due"]
    assert due.endswith("T02:00:00+05:30")
    assert due < before  # what shall be known better is due earlier
    few = json.loads(good("due", "--json"))["questions"]
    (home / "config.toml").write_text("[practice]\nminutes = 40\n")
    assert 0 < few < json.loads(good("due", "--json"))["questions"]


def test_a_log_that_cannot_be_used_is_one_line_and_untouched(home: Path) -> None:
    Log(SqliteStore(home)).close()
    with closing(sqlite3.connect(home / FILE_NAME)) as log:
        log.execute(f"pragma user_version = {VERSION + 1}")
    for content in ((home / FILE_NAME).read_bytes(), b"hello" * 100):
        (home / FILE_NAME).write_bytes(content)
        assert FILE_NAME in refused("drill", "attention", "--plain")
        assert (home / FILE_NAME).read_bytes() == content


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_read_alone(home: Path) -> None:
    good("drill", "attention", "--plain", typed="73 88 5 0 0\nq\n")
    held = ["unshare", "--mount", "sh", "-c", READ_ONLY, str(home)] if os.geteuid() == 0 else []
    if held and subprocess.run([*held, "true"], capture_output=True, check=False).returncode:
        pytest.skip("as root no folder is read-only, and no namespace with a read-only mount can be had")
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    home.chmod(0o500)

    def there(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*held, *PROGRAM, *arguments], input="1\n", capture_output=True, text=True, check=False)

    drill, read, listed = there("drill", "attention"), there("export"), there()
    home.chmod(0o700)
    assert (drill.returncode, drill.stderr.count("\n")) == (2, 1)
    assert (read.returncode, len(read.stdout.splitlines())) == (0, 2)
    assert (listed.returncode, listed.stderr) == (0, "")
    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before
