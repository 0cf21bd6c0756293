"""What cannot be worked is a fault of its place, and spoils nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from katatx.decks.loading import Deck, load_file
from katatx.decks.prepared import prepare, prepare_kata
from katatx.decks.works import works_of
from katatx.decks.yaml_reader import DeckError
from scoring.work import Work

DECK = """\
deck: mine
title: t
page: p

sections:
  s:
    one:
      prompt: What is {a}?
      given: {a: [1, 2], b: [3, 4], W: [[1, 2], [3, 4]]}
      answer: softmax(a)
      fresh: {a: integers(1..9), b: integers(1..9)}
      beliefs:
        other: {answer: softmax(b), happened: took b, instead: take a}
    two:
      prompt: Three and four?
      answer: 3 + 4

kata:
  title: t
  given: {a: [1, 2], b: [3, 4], W: [[1, 2], [3, 4]]}
  fresh: {a: integers(1..9), b: integers(1..9)}
  lines:
    x: {drill: one, answer: a + b, prompt: p}
    y: {drill: two, answer: sum(x), prompt: p}
    z: {drill: two, answer: y + 1, prompt: p}
"""
BESIDE = "does * multiply number by number, or does it make a dot product? Write ⊙ for the one, · for the other"
# What cannot be worked, and why.
UNWORKABLE = [
    ("a * b", BESIDE),
    ("W^2", "does the power act on each number of the grid, or is the grid multiplied by itself?"),
    ("|a|", "is |x| of a row each number without its sign, or the length of the row? Write abs(x) or ‖x‖"),
    ("1/0", "divides by zero"),
    (" + ".join(["W·W·W·W"] * 60), "more than 3,000 single calculations"),
]
IDS = ["product", "power", "size", "no value", "too long"]


def deck(folder: Path, *changed: tuple[str, str]) -> Deck:
    text = DECK
    for old, new in changed:
        assert text.count(old) == 1
        text = text.replace(old, new)
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return load_file(path)


# What is changed, what its fault begins with, and where it stands.
PLACES = {
    "answer: softmax(a)": ("one: ", (10, 15)),
    "answer: softmax(b)": ("one: ", (13, 25)),
    "answer: sum(x)": ("kata: ", (24, 29)),
}


@pytest.mark.parametrize(("expression", "says"), UNWORKABLE, ids=IDS)
def test_what_cannot_be_worked_is_a_fault_of_its_place(tmp_path: Path, expression: str, says: str) -> None:
    for old, (begins, place) in PLACES.items():
        mine = deck(tmp_path, (old, f"answer: {expression!r}"))
        if "3,000" in says and place[0] == 13:
            continue  # a belief is no mistake then
        with pytest.raises(DeckError, match=begins) as caught:
            _ = prepare_kata(mine).page if begins == "kata: " else prepare(mine, mine.drills[0]).solution
        assert (caught.value.line, caught.value.column) == place
        assert says in caught.value.problem
        works = works_of(mine)
        assert set(works) >= {("one", ""), ("two", "")}
        assert (works["one", ""] == Work(words=3), bool(works["two", ""].lines)) == (begins == "one: ", True)
        assert begins != "kata: " or len(works) == 2


def test_a_line_that_takes_no_strokes_takes_thought(tmp_path: Path) -> None:
    mine = deck(tmp_path, ("answer: softmax(a)", 'answer: "padding_mask(a, 1)"'))
    assert works_of(mine)["one", ""].lines == (("padding_mask/mask", 1.5),)
