"""`katatx drill attention` as a person uses it: real keys into the real program."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests.e2e.program import run_text
from tests.e2e.terminal import PROGRAM, Terminal


def logged(home: Path) -> list[tuple[str, str, str]]:
    with sqlite3.connect(home / "log.sqlite") as log:
        rows = log.execute("select drill, typed, verdict from attempts order by id").fetchall()
    log.close()
    return rows


def test_right_wrong_coarse_unread_stop_and_go_on(home: Path) -> None:
    terminal = Terminal("drill", "attention", home=home)
    terminal.wait_for("nolan ranks 73", "0 of 63 done")
    terminal.send("0,5", "enter")
    terminal.wait_for("? unread", "a decimal comma or two numbers?")
    terminal.send(*["\x7f"] * 3, "73", "enter")
    terminal.wait_for("✓ right", "1 of 63 done")
    terminal.send("enter")
    terminal.wait_for("A word ranks 400000")
    terminal.send("400000", "enter")
    terminal.wait_for("✗ wrong-turn: Kept the rank of a word outside the dictionary", '(step "look up")')
    terminal.send("h")
    terminal.wait_for("1 of 1 lines uncovered", "10001")
    terminal.send("q")
    terminal.wait_for("1 of 2 answers right", "Missed:", "rare-word", "62 left for next time")
    terminal.send("q")
    assert terminal.wait_for_exit() == 0
    assert logged(home) == [
        ("kept-word", "0,5", "unread"), ("kept-word", "73", "right"), ("rare-word", "400000", "wrong-turn"),
    ]  # fmt: skip

    terminal = Terminal("drill", "attention", home=home)
    terminal.wait_for("1 of 63 done", "How many zeros of padding")
    terminal.send("q")
    terminal.wait_for("Nothing answered this time")
    terminal.send("q")
    assert terminal.wait_for_exit() == 0


def test_coarse_and_slots_and_working(home: Path) -> None:
    terminal = Terminal("drill", "attention/portions", home=home, columns=120, lines=40)
    terminal.wait_for("Turn nolan's scaled row into portions", "0 of 3 lines uncovered")
    terminal.send("0.05 0.95", "enter")
    terminal.wait_for("… coarse: right so far; give")
    terminal.send("\x01\x0b", "0.047 0.9", "enter")
    terminal.wait_for("✗ slip", "✓ 1: 0.047", "✗ 2: yours 0.9, true 0.953")
    terminal.send("h", "h")
    terminal.wait_for("2.718 + 54.598 = 57.316", "2 of 3 lines uncovered")
    terminal.send("enter")
    terminal.wait_for("fresh numbers", "0 of 3 lines uncovered")
    terminal.send("q", "q")
    assert terminal.wait_for_exit() == 0


def test_q_stops_at_any_moment_but_writes_sqrt(home: Path) -> None:
    terminal = Terminal("drill", "attention/root-of-width", home=home)
    terminal.wait_for("divided by")
    terminal.send("sqrt(32)")
    terminal.wait_for("sqrt(32)")
    terminal.send("enter")
    terminal.wait_for("✓ right", "1 of 1 done")
    terminal.send("q")
    terminal.wait_for("All drills done: 1 of 1.")
    terminal.send("q")
    assert terminal.wait_for_exit() == 0

    terminal = Terminal("drill", "attention/match", home=home)
    terminal.wait_for("this HAVE")
    terminal.send("12", "q")
    terminal.wait_for("Nothing answered this time")
    terminal.send("q")
    assert terminal.wait_for_exit() == 0


def test_help_before_answering_is_noted(home: Path) -> None:
    terminal = Terminal("drill", "attention/match", home=home)
    terminal.wait_for("this HAVE")
    terminal.send("tab")
    terminal.wait_for("dot  ▒▒")
    terminal.send("tab")
    terminal.wait_for("2·1 + 0·0 + 1·1 + 0·0 = ?", "0 of 1 lines uncovered")
    terminal.send("h")
    terminal.wait_for("1 of 1 lines uncovered", "2·1 + 0·0 + 1·1 + 0·0 = 2 + 0 + 1 + 0 = 3")
    terminal.send("3", "enter")
    terminal.wait_for("✓ right", "0 of 1 done")
    terminal.send("q", "q")
    terminal.wait_for_exit()
    with sqlite3.connect(home / "log.sqlite") as log:
        assert log.execute("select help from attempts").fetchall() == [(1,)]
    log.close()


def test_resizing_in_mid_answer_loses_nothing(home: Path) -> None:
    terminal = Terminal("drill", "attention/match", home=home)
    terminal.wait_for("this HAVE")
    terminal.send("12")
    terminal.wait_for(" 12")
    terminal.screen.resize(40, 120)
    terminal.child.setwinsize(40, 120)
    terminal.wait_for(" 12", "working, 0 of 1")
    terminal.send("q", "q")
    assert terminal.wait_for_exit() == 0


def test_no_color_paints_none(home: Path) -> None:
    terminal = Terminal("drill", "attention/match", home=home, NO_COLOR="1")
    terminal.wait_for("this HAVE")
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
    done = plainly(home, "0,5\n73\n400000\nq\n", "attention", "--plain")
    assert done.returncode == 0
    assert done.stderr == ""
    verdicts = [
        line.split(":")[0] for line in done.stdout.splitlines() if line.startswith(("right", "wrong-turn", "unread"))
    ]
    assert verdicts == ["unread", "right", "wrong-turn"]
    assert "\x1b" not in done.stdout
    assert [row[2] for row in logged(home)] == ["unread", "right", "wrong-turn"]
    again = plainly(home, "", "attention")
    assert "1 of 63 drills done" in again.stdout
    assert "How many zeros of padding" in again.stdout


def test_plain_is_chosen_where_no_app_can_be_shown(home: Path) -> None:
    assert "nolan ranks 73" in plainly(home, "q\n", "attention").stdout
    terminal = Terminal("drill", "attention", home=home, TERM="dumb")
    terminal.wait_for("nolan ranks 73", "?")
    terminal.send("73\n")
    terminal.wait_for("right")
    terminal.send("q\n")
    assert terminal.wait_for_exit() == 0
    assert b"\x1b[" not in terminal.raw


def test_plain_hints_and_limit(home: Path) -> None:
    done = plainly(home, "h\nh\nh\n73\n", "attention", "--limit", "1")
    assert "look up: 73" in done.stdout
    assert "every line is uncovered" in done.stdout
    assert "1 of 1 answers right, 1 with help" in done.stdout
    assert done.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 3] * 3)
def test_a_kill_right_after_a_verdict_loses_nothing(home: Path, count: int) -> None:
    terminal = Terminal("drill", "attention", home=home)
    terminal.wait_for("nolan ranks 73")
    for number, answer in enumerate(["73", "10001", "98"][:count], 1):
        if number > 1:
            terminal.send("enter")
        terminal.send(answer, "enter")
        terminal.wait_for("✓ right", f"{number} of 63 done")
    os.kill(terminal.child.pid, signal.SIGKILL)
    terminal.wait_for_exit()
    assert len(logged(home)) == count


def test_keys_typed_in_one_burst_all_arrive(home: Path) -> None:
    terminal = Terminal("drill", "attention", home=home)
    terminal.wait_for("nolan ranks 73")
    terminal.send("7\x7f\x7f73\r\r10001\r\r98\r")
    terminal.wait_for("3 of 63 done", "✓ right")
    terminal.send("q", "q")
    assert terminal.wait_for_exit() == 0
    assert [row[1] for row in logged(home)] == ["73", "10001", "98"]


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
    assert "slot 1: wrong, yours 0.2, true 0.047" in said
    assert any(line.startswith('wrong-turn: Skipped e^ (step "raise"): ') for line in said)
    assert sum("fresh numbers, Softmax" in line for line in said) == 2
    assert not any(letter in done.stdout for letter in "│─▒█░▸\x1b")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_told_to_end_it_leaves_the_terminal_as_it_found_it(home: Path, name: str) -> None:
    terminal = Terminal("drill", "attention", home=home)
    terminal.wait_for("nolan ranks 73", "q stop")
    number = getattr(signal, name)
    os.kill(terminal.child.pid, number)
    assert terminal.wait_for_exit() == 128 + number
    for ended in (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?25h"):
        assert terminal.raw.rindex(ended) > terminal.raw.index(b"nolan")
