"""A deck whose sections have lessons."""

from __future__ import annotations

from pathlib import Path

from katatx.decks.loading import Deck, load_file

PORTIONS = """\
deck: taught
title: Taught
page: p

sections:
  Portions:
    lesson:
      prompt: Softmax turns scores into portions that add up to a whole. Raise e to each score, add the results up, and
        divide each by the total. The scores {scores} come to {answer}.
      given: {scores: [0, 1, 2]}
      answer: softmax(scores)
    one:
      given: {scores: [0, 3]}
      prompt: Portions of {scores}?
      answer: softmax(scores)
      fresh: {scores: integers(-1..4)}
    two:
      given: {scores: [1, 3]}
      prompt: Portions of {scores}?
      answer: softmax(scores)
      fresh: {scores: integers(-1..4)}

  Mixing:
    lesson:
      prompt: A mix takes so much of every row as its portion says. Here the portions are {portions}.
      given: {portions: [0.5, 0.5], rows: [[4, 0], [0, 8]]}
      answer: weighted_sum(portions, rows)
    three:
      given: {portions: [0.25, 0.75], rows: [[4, 0], [0, 8]]}
      prompt: Mix the rows by {portions}.
      answer: weighted_sum(portions, rows)
      fresh: {rows: integers(0..9)}

  Untaught:
    four:
      given: {a: 3}
      prompt: What is {a} squared?
      answer: a^2
      fresh: {a: integers(2..9)}
"""


def taught_deck(folder: Path) -> Deck:
    """Two sections with lessons, and one without."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "taught.yaml"
    path.write_text(PORTIONS, encoding="utf-8")
    return load_file(path)
