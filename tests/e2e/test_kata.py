"""`katatx kata` and the spot drills as a person uses them: real keys into the real program."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

from tests.e2e.begun import begin
from tests.e2e.program import run_text
from tests.e2e.terminal import Terminal

WRONG_SECOND_LINE = ["2 0 1 0", "2 7", "1 3.5", "2.718 33.12", "35.83", "0.076 0.924", "0.152 2.772 0.924 0.076"]


def plainly(home: Path, typed: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "KATATX_HOME": str(home)}
    return run_text(*arguments, typed=typed, env=environment)


def verdicts(text: str) -> list[str]:
    words = ("right", "carried", "follows", "coarse", "unread", "wrong-turn", "slip", "wrong")
    return [line.partition(" ")[0].rstrip(":") for line in text.splitlines() if line.startswith(words)]


def logged(home: Path) -> list[tuple[str, str, str]]:
    with closing(sqlite3.connect(home / "log.sqlite")) as log:
        return log.execute("select line, drill, verdict from attempts order by id").fetchall()


def test_a_wrong_second_line_and_right_arithmetic_after_it(home: Path) -> None:
    done = plainly(home, "\n".join(WRONG_SECOND_LINE) + "\n", "kata", "attention", "--page", "--plain")
    assert (done.returncode, done.stderr) == (0, "")
    assert verdicts(done.stdout) == ["right", "slip", "follows", "follows", "follows", "follows", "follows"]
    assert "6 of 7 steps right · 1 slip · " in done.stdout
    assert logged(home)[1] == ("matches", "match-row", "slip")
    # The truth of a line is not told before the end.
    before, _, after = done.stdout.partition(" steps right")
    assert "[1, 4]" not in before
    assert "(true: 1 4)" in after


def test_full_screen_from_first_line_to_the_end(home: Path) -> None:
    terminal = Terminal("kata", "attention", "--page", home=home)
    terminal.wait_for("kata › line 1 of 7", "4 whole numbers")
    terminal.send("2 0 1 0", "enter")
    terminal.wait_for("✓ right", "1 of 7 done")
    terminal.send("enter")
    terminal.wait_for("line 2 of 7", "nolan.WANT  2  0  1  0")
    terminal.send("2 6", "enter")
    terminal.wait_for("✗ ", "2 of 7 done")
    terminal.send("n")
    terminal.wait_for("line 3 of 7", "matches     2  6")
    terminal.send("1 3", "enter")
    terminal.wait_for("✓ correct from your earlier line, which was wrong")
    terminal.send("q")
    terminal.wait_for("2 of 3 steps right", "▸ ✗ 2 matches", "true   2 8")
    terminal.send("q")
    assert terminal.wait_for_exit() == 0
    terminal = Terminal("kata", "attention", "--page", home=home)
    terminal.wait_for("line 4 of 7", "3 of 7 done", "scaled  1  3")
    terminal.child.kill(signal.SIGKILL)
    terminal.wait_for_exit()
    terminal = Terminal("kata", "attention", "--page", home=home, columns=60, lines=18)
    terminal.wait_for("line 4 of 7", "scaled  1  3")
    terminal.send("q", "q")
    assert terminal.wait_for_exit() == 0


def test_fresh_numbers_of_a_seed_are_the_same_for_everyone(home: Path) -> None:
    first = plainly(home / "one", "q\n", "kata", "block", "--seed", "5", "--plain").stdout
    second = plainly(home / "two", "q\n", "kata", "block", "--seed", "5", "--plain").stdout
    page = plainly(home / "one", "q\n", "kata", "block", "--page", "--plain").stdout
    assert first == second != page
    assert "fresh numbers" in first


def test_page_and_seed_exclude_each_other(home: Path) -> None:
    done = plainly(home, "", "kata", "attention", "--page", "--seed", "5")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_an_unknown_deck_names_the_nearest(home: Path) -> None:
    done = plainly(home, "", "kata", "blok")
    assert done.returncode == 2
    assert "write one of: block" in done.stderr


def test_a_wrong_line_is_spotted_in_the_rotation(home: Path) -> None:
    terminal = Terminal("drill", "attention/spot-in-portions", home=begin(home))
    terminal.wait_for("One line went wrong", "1  raise", "the line: what should stand there")
    terminal.send("nearest", "enter")
    terminal.wait_for("? ")
    terminal.send(*["\x7f"] * 7, "9: 1", "enter")
    terminal.wait_for("there is no line 9")
    terminal.send("\x01\x0b", "h", "h", "h", "h")
    terminal.wait_for("2 of 3 lines uncovered")
    terminal.send("q", "q")
    assert terminal.wait_for_exit() == 0


def test_the_journey_through_grade(home: Path) -> None:
    asked = plainly(home, "", "grade", "length-4/spot-in-portions", "--seed", "3").stdout
    shown = [line.split(maxsplit=1)[1] for line in asked.splitlines() if line[:1].isdigit()]
    values = [line.split("  ")[-1].strip() for line in shown]
    assert len(values) >= 3
    for number, value in enumerate(values, 1):
        done = plainly(home, "", "grade", "length-4/spot-in-portions", f"{number}: {value}", "--seed", "3")
        assert (done.returncode, done.stderr) == (1, ""), done.stdout
    assert not home.exists()
