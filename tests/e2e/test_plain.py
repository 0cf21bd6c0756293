"""Practice line by line, as a pipe, a dumb terminal or a screen reader has it."""

from __future__ import annotations

import re
from pathlib import Path

from katatx.show.home import WELCOME
from tests.e2e.begun import DRILLS, begin
from tests.e2e.program import run_text
from tests.e2e.test_app import logged

VERDICT = re.compile(r"(right|follows|again|wrong)(?=\W|$)")
WRONG_SECOND_LINE = ["2 0 1 0", "2 7", "1 3.5", "2.718 33.12", "35.83", "0.076 0.924", "0.152 2.772 0.924 0.076"]


def plainly(*arguments: str, typed: str = "") -> str:
    """Return what a run printed, which is lines alone: no frames, bars, covers or escape sequences."""
    done = run_text(*arguments, "--plain", typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert not set("│─╭▒█░▸\x1b\r") & set(done.stdout)
    return done.stdout


def verdicts(text: str) -> list[str]:
    return [found[1] for line in text.splitlines() if (found := VERDICT.match(line))]


def test_the_first_answers_of_somebody_new(home: Path) -> None:
    first = plainly("drill", "attention", typed="\n73 88 5 0 0\n8 8 8 8\ntwo\nq\n")
    assert first.startswith(WELCOME[0])
    assert first.index("What it is for:") < first.index("4  Scores") < first.index("Lesson, Words become numbers:")
    assert first.count("not timed") == 1
    assert [row[2] for row in logged(home)] == ["right", "wrong", "again"]
    again = run_text("drill", "attention", typed="q\n").stdout  # without a terminal it goes by lines unasked
    assert WELCOME[0] not in again
    assert f"1 of {DRILLS} drills done" in again
    assert "A table has a vector" in again


def test_help_comes_in_steps_and_a_limit_ends_the_run(home: Path) -> None:
    begin(home)
    said = [line.strip() for line in plainly("drill", "attention/portions", typed="h\nh\n0.2 0.8\nq\n").splitlines()]
    assert said.index("raise: e^1; e^4") < said.index("raise: e^1 = 2.718  e^4 = 54.598")
    assert any(line.split()[-5:-3] == ["0.2", "0.047"] for line in said)
    ended = plainly("drill", "attention", "--limit", "1", typed="\nh\nh\nh\n73 88 5 0 0\n")
    assert ": 1 of 1 right" in ended
    assert "1 with help" in ended


def test_bytes_that_are_no_text_are_typed_again(home: Path) -> None:
    done = run_text("drill", "attention", "--plain", typed=b"\xff\nq\n")
    assert done.returncode == 0
    assert "again" in verdicts(done.stdout)


def test_a_kata_with_a_wrong_second_line_and_right_arithmetic_after_it(home: Path) -> None:
    told = plainly("kata", "attention", "--page", typed="\n".join(WRONG_SECOND_LINE) + "\n")
    before, _, after = told.partition(" lines right")
    assert verdicts(before)[-7:] == ["right", "wrong", *["follows"] * 5]
    assert before.endswith("6 of 7")
    assert "[1, 4]" not in before  # the truth of a line is not told before the end
    assert re.search(r"\b1 +3\.5 +1 +4\n", after)
    assert [row[0] for row in logged(home, "line, drill")][:2] == ["nolan.query", "scores"]
    drawn = [plainly("kata", "attention", "--seed", seed, typed="q\n") for seed in ("5", "5", "6")]
    assert drawn[0] == drawn[1] != drawn[2]
    assert "fresh numbers" in drawn[0]


def test_a_review_stops_goes_on_and_keeps_to_its_limits(home: Path) -> None:
    first = plainly("review", typed="\n73 88 5 0 0\n8 8 8 8\nq\n")
    opened = re.search(r"^Review\. 0 of (\d+) drills done\.", first, flags=re.MULTILINE)
    assert opened is not None
    assert 5 <= int(opened[1]) <= 60
    assert ": 1 of 2 right" in first
    assert re.search(rf"\b{int(opened[1]) - 2} questions", first), "those that are left"
    again = plainly("review", typed="q\n")
    assert again.startswith(f"Review. 1 of {opened[1]} drills done.")
    assert "A table has a vector" in again  # the third: the second was missed and comes back later
    assert plainly("review", "--limit", "1", typed="1\n1\n").count("\n?\n") == 1
    assert plainly("review", "--focus", "softmax", typed="q\n").startswith("Review of softmax. 0 of ")
