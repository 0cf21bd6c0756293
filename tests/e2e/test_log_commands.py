"""stats, undo, export, import and config.toml as a script sees them."""

from __future__ import annotations

import csv
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
from katatx.progress.stores import FILE_NAME, SqliteStore
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
    good("export", str(tmp_path / "log.csv"))
    with (tmp_path / "log.csv").open(encoding="utf-8", newline="") as table:
        assert [row["undone"] for row in csv.DictReader(table)].count("True") == 1
    records = list(map(json.loads, first.read_text(encoding="utf-8").splitlines()))
    assert {each["event"] for each in records} == {"run", "answer", "undo"}
    assert good("import", str(first), home=other).startswith(f"imported {len(records)} events")
    assert good("import", str(first), home=other) == f"imported 0 events; {len(records)} were already there\n"
    assert good("export", home=other) == first.read_text(encoding="utf-8")
    with closing(Log(SqliteStore(other))) as copy:
        know(copy)
        assert copy.whole == practised.whole
    assert good("undo")


RUN = {
    "event": "run", "uid": "r1", "deck": "attention", "drill": None, "drills": ["match"], "seed": 7, "always_fresh": False,
    "started": "2026-03-02T09:00:00+00:00", "kind": "drill",
}  # fmt: skip
BROKEN = [
    b'{"event": "answer",',
    b"id,deck\n1,attention\n",
    "[]".encode("utf-16"),
    b"[" + b"9" * 3_000_000,
    b"[" * 100_000,
]


@pytest.mark.slow
def test_a_broken_file_is_refused_whole_in_a_line(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    for content in BROKEN:
        path.write_bytes(content)
        with pytest.raises(KatatxError, match=r"log\.json") as caught:
            bring_in(path, home)
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 500
    with closing(sqlite3.connect(home / FILE_NAME)) as kept:
        assert kept.execute("select count(*) from events").fetchone() == (0,)
    assert "log.json" in refused("import", str(path))


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
