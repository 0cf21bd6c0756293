"""`katatx drill attention` as a person uses it: real keys into the real program."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests.e2e.begun import DECK, DRILLS, begin
from tests.e2e.program import run_text
from tests.e2e.terminal import PROGRAM, Terminal


@pytest.fixture
def home(home: Path) -> Path:
    """Somebody's who is not new."""
    return begin(home)


def logged(home: Path) -> list[tuple[str, str, str]]:
    with sqlite3.connect(home / "log.sqlite") as log:
        rows = log.execute("select drill, typed, verdict from attempts where deck != ? order by id", [DECK]).fetchall()
    log.close()
    return rows


def test_right_wrong_coarse_unread_stop_and_go_on(home: Path) -> None:
    terminal = Terminal("drill", "attention", home=home)
    terminal.wait_for("A dictionary numbers", f"0 of {DRILLS} done")
    terminal.send("0,5", "enter")
    terminal.wait_for("? ", "does the comma mark decimals")
    terminal.send(*["\x7f"] * 3, "73", "enter")
    terminal.wait_for("✓ right", f"1 of {DRILLS} done")
    terminal.send("enter")
    terminal.wait_for("A model reads a row of exactly 5 slots")
    terminal.send("0 0 73 88 5", "enter")
    terminal.wait_for("✗ Padded or cut the review at the front", '(step "fit")', "▸ fit", "73  88  5  0  0")
    terminal.send("q")
    terminal.wait_for("1 of 2 right", "✗ padded-row", f"{DRILLS - 1} left for next time")
    terminal.send("q")
    assert terminal.wait_for_exit() == 0
    assert logged(home) == [
        ("kept-word", "0,5", "unread"), ("kept-word", "73", "right"), ("padded-row", "0 0 73 88 5", "wrong-turn"),
    ]  # fmt: skip

    terminal = Terminal("drill", "attention", home=home)
    terminal.wait_for(f"1 of {DRILLS} done", "An embedding table")
    terminal.send("q")
    terminal.wait_for("No question answered this time")
    terminal.send("q")
    assert terminal.wait_for_exit() == 0


def test_coarse_and_slots_and_working(home: Path) -> None:
    terminal = Terminal("drill", "attention/portions", home=home, columns=120, lines=40)
    terminal.wait_for("Softmax turns scaled scores", "0 of 3 lines uncovered")
    terminal.send("0.05 0.95", "enter")
    terminal.wait_for("… right so far; give")
    terminal.send("\x01\x0b", "0.047 0.9", "enter")
    terminal.wait_for("✗ nearly: only number 2 is wrong", "✗0.9", "0.953", "57.316", "again as the next question")
    terminal.send("\x1b[A", "e")
    terminal.wait_for("2.718 + 54.598 = 57.316")
    terminal.send("n")
    terminal.wait_for("fresh numbers", "0 of 3 lines uncovered")
    terminal.send("q", "q")
    assert terminal.wait_for_exit() == 0


def test_q_stops_at_any_moment_but_writes_sqrt(home: Path) -> None:
    terminal = Terminal("drill", "attention/typical-score", home=home)
    terminal.wait_for("typical size")
    terminal.send("sqrt(9)")
    terminal.wait_for("sqrt(9)")
    terminal.send(*["\x7f"] * 7, "12", "enter")
    terminal.wait_for("✓ right", "1 of 1 done")
    terminal.send("q")
    terminal.wait_for("All drills done: 1 of 1.")
    terminal.send("q")
    assert terminal.wait_for_exit() == 0

    terminal = Terminal("drill", "attention/match", home=home)
    terminal.wait_for("nolan's query (WANT)")
    terminal.send("12", "q")
    terminal.wait_for("Stop? What is typed is lost.")
    terminal.send("q")
    terminal.wait_for("No question answered this time")
    terminal.send("q")
    assert terminal.wait_for_exit() == 0


def test_help_before_answering_is_noted(home: Path) -> None:
    terminal = Terminal("drill", "attention/match", home=home)
    terminal.wait_for("nolan's query (WANT)")
    terminal.send("h")
    terminal.wait_for("dot  ▒▒")
    terminal.send("h")
    terminal.wait_for("2·1 + 0·0 + 1·1 + 0·0 = ?", "0 of 1 line uncovered")
    terminal.send("h")
    terminal.wait_for("1 of 1 line uncovered", "2·1 + 0·0 + 1·1 + 0·0 = 2 + 0 + 1 + 0 = 3")
    terminal.send("3", "enter")
    terminal.wait_for("✓ right", "0 of 1 done")
    terminal.send("q", "q")
    terminal.wait_for_exit()
    with sqlite3.connect(home / "log.sqlite") as log:
        assert log.execute("select help from attempts where deck != ?", [DECK]).fetchall() == [(1,)]
    log.close()


def test_resizing_in_mid_answer_loses_nothing(home: Path) -> None:
    terminal = Terminal("drill", "attention/match", home=home)
    terminal.wait_for("nolan's query (WANT)")
    terminal.send("12")
    terminal.wait_for(" 12")
    terminal.screen.resize(40, 120)
    terminal.child.setwinsize(40, 120)
    terminal.wait_for(" 12", "working, 0 of 1")
    terminal.send("q", "q")
    terminal.wait_for("No question answered this time")
    terminal.send("q")
    assert terminal.wait_for_exit() == 0


def test_no_color_paints_none(home: Path) -> None:
    terminal = Terminal("drill", "attention/match", home=home, NO_COLOR="1")
    terminal.wait_for("nolan's query (WANT)")
    terminal.send("3", "enter")
    terminal.wait_for("✓ right")
    terminal.send("q", "q")
    terminal.wait_for_exit()
    codes = [part.split(b"m")[0] for part in terminal.raw.split(b"\x1b[")[1:] if b"m" in part[:24]]
    numbers = {int(n) for code in codes for n in code.split(b";") if n.isdigit()}
    # 39 and 49 are the terminal's own foreground and background: no colour.
    colours = {n for n in numbers if 30 <= n <= 38 or 40 <= n <= 48 or 90 <= n <= 107}
    assert colours == set()


def plainly(home: Path, typed: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run_text("drill", *arguments, typed=typed, env={**os.environ, "KATATX_HOME": str(home)})


def test_plain_does_the_same_line_by_line(home: Path) -> None:
    done = plainly(home, "0,5\n73\n0 0 73 88 5\nq\n", "attention", "--plain")
    assert done.returncode == 0
    assert done.stderr == ""
    verdicts = [
        line.split(":")[0] for line in done.stdout.splitlines() if line.startswith(("right", "wrong-turn", "unread"))
    ]
    assert verdicts == ["unread", "right", "wrong-turn"]
    assert "\x1b" not in done.stdout
    assert [row[2] for row in logged(home)] == ["unread", "right", "wrong-turn"]
    again = plainly(home, "", "attention")
    assert f"1 of {DRILLS} drills done" in again.stdout
    assert "An embedding table" in again.stdout


def test_plain_is_chosen_where_no_app_can_be_shown(home: Path) -> None:
    assert "A dictionary numbers" in plainly(home, "q\n", "attention").stdout
    terminal = Terminal("drill", "attention", home=home, TERM="dumb")
    terminal.wait_for("A dictionary numbers", "?")
    terminal.send("73\n")
    terminal.wait_for("right")
    terminal.send("q\n")
    assert terminal.wait_for_exit() == 0
    assert b"\x1b[" not in terminal.raw


def test_plain_hints_and_limit(home: Path) -> None:
    done = plainly(home, "h\nh\nh\nh\nh\nh\n73\n", "attention", "--limit", "1")
    assert "look up: 73" in done.stdout
    assert "every line is uncovered" in done.stdout
    assert "1 of 1 right, 1 with help" in done.stdout
    assert done.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 3] * 3)
def test_a_kill_right_after_a_verdict_loses_nothing(home: Path, count: int) -> None:
    terminal = Terminal("drill", "attention", home=home)
    terminal.wait_for("A dictionary numbers")
    for number, answer in enumerate(["73", "73 88 5 0 0", "4 0 3"][:count], 1):
        if number > 1:
            terminal.send("enter")
        terminal.send(answer, "enter")
        terminal.wait_for("✓ right", f"{number} of {DRILLS} done")
    os.kill(terminal.child.pid, signal.SIGKILL)
    terminal.wait_for_exit()
    assert len(logged(home)) == count


def test_keys_typed_in_one_burst_all_arrive(home: Path) -> None:
    terminal = Terminal("drill", "attention", home=home)
    terminal.wait_for("A dictionary numbers")
    terminal.send("7\x7f\x7f73\r\r73 88 5 0 0\r\r4 0 3\r")
    terminal.wait_for(f"3 of {DRILLS} done", "✓ right")
    terminal.send("q", "q")
    assert terminal.wait_for_exit() == 0
    assert [row[1] for row in logged(home)] == ["73", "73 88 5 0 0", "4 0 3"]


@pytest.mark.slow
def test_kills_in_plain_mode_lose_no_verdict_that_was_shown(home: Path) -> None:
    shown = 0
    for _ in range(25):
        with subprocess.Popen(
            [*PROGRAM, "drill", "attention", "--plain"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as child:
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write("0.123\n0.123\n")
            child.stdin.flush()
            for line in child.stdout:
                if line.startswith(("wrong", "slip", "unread", "right", "coarse")):
                    shown += 1
                    child.kill()
                    break
        assert len(logged(home)) >= shown


@pytest.mark.slow
def test_kills_at_any_moment_leave_a_log_that_opens(home: Path) -> None:
    for delay in range(12):
        with subprocess.Popen(
            [*PROGRAM, "drill", "attention", "--plain"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        ) as child:
            assert child.stdin is not None
            child.stdin.write("0.123\n" * 30)
            child.stdin.flush()
            try:
                child.wait(0.1 + delay * 0.02)
            except subprocess.TimeoutExpired:
                child.kill()
    assert plainly(home, "q\n", "attention").returncode == 0


def test_plain_hints_in_steps_slots_and_once_more(home: Path) -> None:
    done = plainly(home, "h\nh\nh\n0.2 0.8\nr\nq\n", "attention/portions")
    said = [line.strip() for line in done.stdout.splitlines()]
    assert "raise: the next line, 1 of 3" in said
    assert said.index("raise: e^1; e^4") < said.index("raise: e^1 = 2.718  e^4 = 54.598")
    assert "number 1: wrong, yours 0.2, true 0.047" in said
    assert any(line.startswith('wrong-turn: Skipped e^ (step "raise"): ') for line in said)
    assert sum("fresh numbers, Softmax" in line for line in said) == 2
    assert not any(letter in done.stdout for letter in "│─▒█░▸\x1b")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_told_to_end_it_leaves_the_terminal_as_it_found_it(home: Path, name: str) -> None:
    terminal = Terminal("drill", "attention", home=home)
    terminal.wait_for("A dictionary numbers", "q stop")
    number = getattr(signal, name)
    os.kill(terminal.child.pid, number)
    assert terminal.wait_for_exit() == 128 + number
    for ended in (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?25h"):
        assert terminal.raw.rindex(ended) > terminal.raw.index(b"nolan")


def test_whoever_is_new_is_welcomed_once(tmp_path: Path) -> None:
    new = tmp_path / "new"
    for _ in range(2):  # left without an answer, it is a first time still
        terminal = Terminal("drill", "attention", home=new)
        terminal.wait_for("What you do here", "WANT = query", "automatic", "tables", "enter begin")
        terminal.send("q")
        assert terminal.wait_for_exit() == 0
    terminal = Terminal("drill", "attention", home=new)
    terminal.wait_for("enter begin")
    terminal.send("enter")
    terminal.wait_for("Worked on other numbers:", "Now with these:", "A dictionary numbers")
    terminal.send("73", "enter")
    terminal.wait_for("✓ right", "not timed")
    terminal.send("q")
    terminal.wait_for("1 of 1 right")
    terminal.send("q")
    assert terminal.wait_for_exit() == 0
    with sqlite3.connect(new / "log.sqlite") as log:
        assert log.execute("select untouched from attempts").fetchall() == [(1,)]
    log.close()
    terminal = Terminal("drill", "attention", home=new)
    terminal.wait_for("A model reads a row", "0:0")
    assert "Worked on other numbers" not in "\n".join(terminal.screen.display)
    terminal.send("q", "q")
    assert terminal.wait_for_exit() == 0


def test_line_by_line_too(tmp_path: Path) -> None:
    new = tmp_path / "new"
    first = plainly(new, "73\n10001\nq\n", "attention")
    assert first.stdout.startswith("Welcome to katatx.\ncover: ")
    assert "Worked on other numbers:" in first.stdout
    assert first.stdout.count("not timed") == 1
    assert "Welcome" not in plainly(new, "q\n", "attention").stdout
