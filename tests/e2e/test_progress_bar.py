"""How far a long work is, as a person sees it on a terminal, and a script does not."""

from __future__ import annotations

import io
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pexpect
import pyte
import pytest

from katatx.commands.shared.progress_bar import progress_bar
from katatx.progress.database.header import FILE_NAME
from katatx.progress.database.stores import SqliteStore
from katatx.progress.log import Log
from tests.e2e.terminal import PROGRAM, Terminal
from tests.progress.histories import NOW, answer

pytestmark = pytest.mark.slow


class Screen(io.StringIO):
    """A terminal, and what it was sent."""

    def isatty(self) -> bool:
        return True

    def shows(self, columns: int = 80) -> str:
        screen = pyte.Screen(columns, 10)
        pyte.Stream(screen).feed(self.getvalue().replace("\n", "\r\n"))
        return "\n".join(line.rstrip() for line in screen.display).strip()


class Seconds:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "80")
    for wish in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(wish, raising=False)


def test_a_bar_comes_after_half_a_second_and_is_gone_at_the_end(seconds: Seconds) -> None:
    screen = Screen()
    with progress_bar("deriving", "attempts", screen, seconds) as progress:
        assert progress is not None
        progress(0, 1_000_000)
        seconds.now += 0.49
        progress(1000, 1_000_000)
        assert screen.getvalue() == ""
        for done in (200_000, 400_000, 600_000):
            seconds.now += 1
            progress(done, 1_000_000)
        assert re.search(r"^deriving ━+[╸╺]?━* +60% 600,000/1,000,000 0:00:02$", screen.shows())
        seconds.now += 1
        progress(1_000_000, 1_000_000)
        assert screen.shows() == ""
    assert screen.getvalue().count("\x1b[?25l") == screen.getvalue().count("\x1b[?25h") == 1


def test_it_is_drawn_twenty_times_a_second_at_most(seconds: Seconds) -> None:
    screen = Screen()
    pictures = set()
    with progress_bar("deriving", "attempts", screen, seconds) as progress:
        assert progress is not None
        progress(0, 10_000)
        for done in range(1, 10_000):  # two seconds of it
            seconds.now += 0.0002
            progress(done, 10_000)
            pictures.add(screen.getvalue())
    assert 20 < len(pictures) <= 1 + 1.5 / 0.05 + 1


def test_a_short_work_shows_nothing(seconds: Seconds) -> None:
    screen = Screen()
    with progress_bar("deriving", "attempts", screen, seconds) as progress:
        assert progress is not None
        for _ in range(5):  # each of them begins anew
            progress(0, 3)
            for done in (1, 2, 3):
                seconds.now += 0.15
                progress(done, 3)
    assert screen.getvalue() == ""


def test_one_work_after_another_has_a_bar_each(seconds: Seconds) -> None:
    screen = Screen()
    with progress_bar("deriving", "attempts", screen, seconds) as progress:
        assert progress is not None
        for total in (10, 40):
            progress(0, total)
            seconds.now += 0.6
            progress(5, total)
            assert f"5/{total} " in screen.shows()
            progress(total, total)
            assert screen.shows() == ""


def test_what_breaks_off_leaves_no_bar(seconds: Seconds) -> None:
    screen = Screen()

    def work() -> None:
        with progress_bar("deriving", "attempts", screen, seconds) as progress:
            assert progress is not None
            progress(0, 10)
            seconds.now += 1
            progress(5, 10)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert screen.shows() == ""
    assert screen.getvalue().count("\x1b[?25h") == 1


@pytest.mark.parametrize("terminal", ["dumb", None])
def test_a_dumb_terminal_gets_one_line(seconds: Seconds, terminal: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TERM")
    if terminal:
        monkeypatch.setenv("TERM", terminal)
    screen = Screen()
    with progress_bar("deriving", "attempts", screen, seconds) as progress:
        assert progress is not None
        progress(0, 1_000_000)
        for done in range(0, 1_000_000, 100_000):
            seconds.now += 0.4
            progress(done or 1, 1_000_000)
        progress(1_000_000, 1_000_000)
    assert screen.getvalue() == "deriving 1,000,000 attempts ...\n"


def test_no_colour_leaves_none(seconds: Seconds, monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn() -> str:
        screen = Screen()
        with progress_bar("deriving", "attempts", screen, seconds) as progress:
            assert progress is not None
            progress(0, 10)
            seconds.now += 1
            progress(5, 10)
        return screen.getvalue()

    colour = re.compile(r"\x1b\[[0-9;]*[34][0-9;]*m")
    assert colour.search(drawn())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not colour.search(drawn())
    assert "5/10" in drawn()


@pytest.mark.parametrize("columns", [20, 40, 60])
def test_a_narrow_terminal_has_one_line_of_it(seconds: Seconds, columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    screen = Screen()
    with progress_bar("bringing back", "records", screen, seconds) as progress:
        assert progress is not None
        progress(0, 1_000_000)
        for done in (300_000, 600_000):
            seconds.now += 1
            progress(done, 1_000_000)
        assert screen.shows(columns).count("\n") == 0
        assert screen.shows(columns)


def test_a_terminal_that_fails_does_not_stop_the_work(seconds: Seconds) -> None:
    class Gone(Screen):
        def write(self, text: str, /) -> int:
            raise OSError(5, "Input/output error")

    with progress_bar("deriving", "attempts", Gone(), seconds) as progress:
        assert progress is not None
        progress(0, 10)
        for done in range(1, 11):
            seconds.now += 1
            progress(done, 10)


def test_there_is_nothing_to_tell_where_nobody_sees_it() -> None:
    with progress_bar("deriving", "attempts", io.StringIO()) as progress:
        assert progress is None


# ---- the program


# Far more than any machine derives in half a second: 30,000 take a fast one hardly longer than that.
ANSWERS = 200_000


@pytest.fixture
def long_log(home):
    return log_of(ANSWERS, home)


def log_of(answers: int, home: Path) -> Path:
    with_answers = Log(SqliteStore(home))
    first = with_answers.record(answer()).attempt
    database = with_answers.store.database
    columns = [each.name for each in database.get_columns("attempts") if each.name not in ("id", "uid", "instant")]
    database.execute_sql(
        f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {answers}) "
        f"INSERT INTO attempts (uid, instant, {', '.join(columns)}) "
        f"SELECT 'n' || i, instant + i, {', '.join(columns)} FROM attempts, n WHERE uid = ?",
        (first.uid,),
    )
    with_answers.undo(NOW + timedelta(days=1))
    with_answers.close()
    derive_by_an_older_rule(home)
    return home


def derive_by_an_older_rule(home: Path) -> None:
    """Let the standings be those of a katatx before this one."""
    with closing(sqlite3.connect(home / FILE_NAME)) as log:
        log.execute("UPDATE bases SET basis = '[1, null, \"\"]'")
        log.commit()


def test_opening_after_an_update_shows_a_bar_on_a_terminal(long_log) -> None:
    terminal = Terminal("stats", "attention", home=long_log)
    assert terminal.wait_for_exit() == 0
    assert b"evaluating" in terminal.raw
    assert f"/{ANSWERS:,}".encode() in terminal.raw
    assert "evaluating" not in terminal.text
    assert b"Attention from scratch" in terminal.raw


def test_a_pipe_and_a_dumb_terminal_get_no_bar(long_log) -> None:
    done = subprocess.run([*PROGRAM, "stats", "attention"], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    derive_by_an_older_rule(long_log)
    terminal = Terminal("stats", "attention", home=long_log, TERM="dumb")
    assert terminal.wait_for_exit() == 0
    assert terminal.raw.startswith(f"evaluating {ANSWERS:,} attempts ...\r\n".encode())
    assert b"\x1b" not in terminal.raw


def test_what_is_exported_to_the_screen_has_no_bar_in_it(home) -> None:
    child = Terminal("export", "--format", "csv", home=log_of(30_000, home), TERM="dumb").child
    child.expect(pexpect.EOF, timeout=120)  # no screen is drawn of it: that alone takes longer than the export
    child.close()
    assert child.exitstatus == 0
    assert b"exporting" not in child.before


def test_rich_is_imported_only_for_a_bar() -> None:
    code = "import sys, katatx.commands.shared.progress_bar; sys.exit('rich' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
