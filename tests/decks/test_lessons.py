from __future__ import annotations

from pathlib import Path

import pytest

from katatx.decks.lessons import lesson_of
from katatx.decks.linting.drill_file import lint_file
from katatx.decks.loading import load_file

GOOD = """\
deck: mine
title: My page
page: Page 1
lessons:
  - section: Portions
    idea: >-
      Softmax turns the scores {scores} into the two portions {answer}: raise e to each, then divide by the total. W1 and d_k are names.
    given: {scores: [0, 1]}
    answer: softmax(scores)
drills:
  - id: one
    kind: worked
    section: Portions
    given: {scores: [1, 4]}
    prompt: "Portions of {scores}?"
    answer: softmax(scores)
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_lesson_has_no_fault_and_is_worked_by_the_engine(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    assert lint_file(path) == []
    deck = load_file(path)
    lesson = lesson_of(deck, "Portions")
    assert lesson is not None
    assert lesson.solution.value == pytest.approx((0.2689414, 0.7310586))  # 1 / (1 + e) and e / (1 + e)
    assert [leaf.name for leaf in lesson.leaves] == ["raise", "total", "divide"]
    assert lesson_of(deck, "Elsewhere") is None


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("  - section: Portions\n    idea", "  - section: Potions\n    idea", 5, "did you mean Portions"),
        ("{scores} into", "{socres} into", 6, "the idea names {socres}, which is not given; did you mean scores"),
        ("{scores} into", "{scores into", 6, "a brace in the idea"),
        ("the two portions", "the 2 portions", 6, "contains the number 2"),
        ("the two portions", "the 0.25 portions", 6, "contains the number 0"),
        ("given: {scores: [0, 1]}", "given: {scores: [0, 1], more: 2}", 8, '"more" is given, but not used'),
        ("given: {scores: [0, 1]}", "given: {scores: [0, 1], answer: 2}", 8, '"answer" stands for the result of the lesson'),
        ("given: {scores: [0, 1]}\n    answer: softmax(scores)", "given: {scores: [0, 1]}\n    answer: softmax(scores", 9, "column 15"),
        ("given: {scores: [0, 1]}\n    answer: softmax(scores)", "given: {scores: [0, 1]}\n    answer: sum(scores) / 0", 9, "by zero"),
        ("given: {scores: [0, 1]}\n    answer: softmax(scores)", "given: {scores: [0, 1]}\n    answer: exp(scores)", 9, "1 of its lines can be covered"),
        ("Softmax turns", "Softmax turns" + " and turns" * 80, 6, "at most 700"),
        ("    idea: >-", "    ideal: >-", 6, "did you mean idea"),
    ],
)  # fmt: skip
def test_a_fault_is_told_at_its_line(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    assert GOOD.count(old) == 1
    found = lint_file(write(tmp_path, GOOD.replace(old, new)))
    assert any(fault.line == line and says in fault.problem for fault in found), [str(each) for each in found]


def test_a_section_has_one_lesson(tmp_path: Path) -> None:
    start, stop = GOOD.index("  - section"), GOOD.index("drills:")
    (fault,) = lint_file(write(tmp_path, GOOD.replace("drills:", GOOD[start:stop] + "drills:")))
    assert (fault.line, fault.problem) == (
        10,
        'lesson 2: the section "Portions" has a lesson already; keep one of them',
    )
