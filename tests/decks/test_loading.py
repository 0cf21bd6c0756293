from __future__ import annotations

from pathlib import Path

import pytest

from katatx.decks.lint import lint_file
from katatx.decks.loading import load_deck, load_library
from katatx.errors import KatatxError

GOOD = """\
deck: mine
title: My page
page: Page 1

sections:
  Sums:
    one:
      turn: 1
      prompt: Portions of {scores=[1, 4]}?
      answer: softmax(scores)
      page_says: 0.047 0.953
      fresh: {}
    two:
      prompt: Which?
      choices:
        - {says: this, because: it is}
        - {says: that, belief: thatness, because: it is not}
"""


def write(folder: Path, text: str, name: str = "mine.yaml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("text", ["# Softmax\n\nIt shares out: e^1 = 2.718\n", "Softmax", GOOD])
def test_a_page_is_not_linted_as_a_deck(tmp_path: Path, text: str) -> None:
    (fault,) = lint_file(write(tmp_path, text, "mine.md"))
    assert str(fault) == (
        f"{tmp_path / 'mine.md'}: not a drill file, since those end in .yaml; "
        "name such a file, or check a page with katatx audit"
    )


@pytest.mark.parametrize("name", ["mine.yml", "mine"])
def test_a_deck_is_linted_by_another_name_of_it(tmp_path: Path, name: str) -> None:
    assert lint_file(write(tmp_path, GOOD, name)) == []


def test_a_deck_named_like_another_is_left_out_and_says_so(home: Path) -> None:
    write(home / "decks", GOOD.replace("deck: mine", "deck: attention"), "attention.yaml")
    (fault,) = load_library(home).faults
    assert fault.problem.startswith('left out, because another deck is called "attention", in ')
    assert fault.problem.endswith("; rename this file and its deck")


def test_a_deck_is_found_by_name_or_path_without_reading_others(home: Path, tmp_path: Path) -> None:
    write(home / "decks", "deck: [", "broken.yaml")
    assert load_deck("attention", home).name == "attention"
    mine = load_deck(str(write(tmp_path, GOOD)), home)
    assert (mine.name, mine.by_id["one"].given) == ("mine", {"scores": [1, 4]})
    assert mine.by_id["one"].prompt == "Portions of {scores}?"


def test_the_nearest_deck_is_named(home: Path) -> None:
    write(home / "decks", GOOD)
    with pytest.raises(KatatxError, match="did you mean attention"):
        load_deck("atention", home)
