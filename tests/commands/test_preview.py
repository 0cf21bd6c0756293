"""A drill as a learner sees it, for its author."""

from __future__ import annotations

from pathlib import Path

import pytest

from katatx.commands import preview
from katatx.errors import KatatxError

DECK = """\
deck: mine
title: t
page: p

sections:
  Softmax:
    lesson:
      prompt: The scores {scores} become portions.
      given: {scores: [0, 1]}
      answer: softmax(scores)
    shares:
      given: {scores: [0, 2]}
      prompt: Turn {scores} into portions.
      answer: softmax(scores)
      fresh: {scores: tenths(-1..3)}

  Other:
    which:
      prompt: Which is larger?
      choices:
        - {says: e, because: e is 2.718}
        - {says: two, belief: two-is-larger, because: 2 is less}
"""


@pytest.fixture
def deck(tmp_path: Path) -> str:
    path = tmp_path / "mine.yaml"
    path.write_text(DECK, encoding="utf-8")
    return str(path)


def shown(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int | None = None, lesson: bool = False
) -> str:
    assert preview.run(name, seed, lesson, tmp_path) == 0
    return capsys.readouterr().out


def test_a_drill_with_its_working_and_its_mistakes(
    deck: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(f"{deck}/shares", tmp_path, capsys)
    assert text.startswith("Turn [0, 2] into portions.\n")
    assert "Wanted: 2 numbers, 3 decimals" in text
    assert "1 + 7.389 = 8.389" in " ".join(text.split())
    assert "\n  [0, 1]\n" in text
    assert "Lesson" not in text


def test_fresh_numbers_and_the_lesson_first(deck: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(f"{deck}/shares", tmp_path, capsys, seed=2, lesson=True)
    assert text.startswith("Lesson: Softmax\nThe scores [0, 1] become portions.\n")
    assert "Turn [0, 2] into portions." not in text
    assert text == shown(f"{deck}/shares", tmp_path, capsys, seed=2, lesson=True)


def test_no_such_drill(deck: str, tmp_path: Path) -> None:
    with pytest.raises(KatatxError, match="no drill"):
        preview.run(f"{deck}/nothing", None, False, tmp_path)
