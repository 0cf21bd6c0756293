from __future__ import annotations

from pathlib import Path

import pytest

from katatx.decks.lint import lint_file
from katatx.decks.loading import load_file
from katatx.decks.prepared import Prepared

GOOD = """\
deck: mine
title: My page
page: Page 1

sections:
  Portions:
    lesson:
      prompt: "Softmax turns the scores {scores} into the two portions {answer}: raise e to each, then divide by the
        total. W1 and d_k are names."
      given: {scores: [0, 1]}
    one:
      prompt: Portions of {scores=[1, 4]}?
      answer: softmax(scores)
      fresh: {scores: tenths(-1..3)}
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_lesson_has_no_fault_and_is_worked_by_the_engine(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    assert lint_file(path) == []
    deck = load_file(path)
    lesson = Prepared(deck, deck.contents.lessons["Portions"])
    assert lesson is not None
    assert lesson.solution.value == pytest.approx((0.2689414, 0.7310586))  # 1 / (1 + e) and e / (1 + e)
    assert [leaf.name for leaf in lesson.leaves] == ["raise", "total", "divide"]
    assert set(deck.contents.lessons) == {"Portions"}
    assert (deck.by_id["one"].given, deck.by_id["one"].prompt) == ({"scores": [1, 4]}, "Portions of {scores}?")
