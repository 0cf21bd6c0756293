"""A drill as a learner sees it, for its author."""

from __future__ import annotations

from pathlib import Path

import pytest

from katatx.commands.grade import preview
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


def test_a_drill_with_its_working_its_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = tmp_path / "mine.yaml"
    deck.write_text(DECK, encoding="utf-8")

    def shown(seed: int | None = None) -> str:
        assert preview(f"{deck}/shares", seed, tmp_path) == 0
        return capsys.readouterr().out

    text = shown()
    assert text.startswith("Turn [0, 2] into portions.\n")
    assert "1 + 7.389 = 8.389" in " ".join(text.split())
    assert "\n  [0, 1]\n" in text
    fresh = shown(seed=2)
    assert fresh == shown(seed=2)
    assert "Turn [0, 2] into portions." not in fresh
    with pytest.raises(KatatxError, match="no drill"):
        preview(f"{deck}/nothing", None, tmp_path)
