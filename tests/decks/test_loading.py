from __future__ import annotations

from pathlib import Path

import pytest

from katatx.decks.errors import DeckError
from katatx.decks.linting.drill_file import lint_file
from katatx.decks.loading import load_deck, load_library
from katatx.errors import KatatxError
from tests.conftest import BUILT_IN

GOOD = """\
deck: mine
title: My page
page: Page 1
drills:
  - id: one
    kind: your-turn
    turn: 1
    section: Sums
    given: {scores: [1, 4]}
    prompt: "Portions of {scores}?"
    answer: softmax(scores)
    page_says: "0.047 0.953"
    fresh: {scores: "tenths(-1..3, like scores)"}
  - id: two
    kind: worked
    section: Sums
    prompt: Which?
    choices:
      - {says: this, right: true, because: it is}
      - {says: that, belief: thatness, because: it is not}
"""


def write(folder: Path, text: str, name: str = "mine.yaml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def faults(tmp_path: Path, text: str) -> list[DeckError]:
    return lint_file(write(tmp_path, text))


def test_a_good_deck_has_no_faults(tmp_path: Path) -> None:
    assert faults(tmp_path, GOOD) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("title: My page\n", "", 1, '"title" is missing'),
        ("title: My page", "titel: My page", 2, "did you mean title"),
        ("    prompt: Which?", "    promt: Which?", 17, "did you mean prompt"),
        ("kind: worked", "kind: wroked", 15, "did you mean worked"),
        ("turn: 1", "turn: one", 7, '"one" is not a whole number'),
        ("turn: 1", "turn: 0", 7, "of 1 or more"),
        ("turn: 1", "turn: 2", 7, "where your-turn 1 is expected"),
        ("    turn: 1\n", "", 5, "this your-turn has no turn"),
        ("id: two", "id: one", 14, "second drill"),
        ("id: one", "id: One!", 5, "is not a valid name"),
        ("answer: softmax(scores)", "answer: sofmax(scores)", 11, "did you mean softmax"),
        ("answer: softmax(scores)", "answer: softmax(score)", 11, "scores"),
        ("answer: softmax(scores)", "answer: softmax(scores", 11, "column 15"),
        ("answer: softmax(scores)", "answer: dot(scores, [1])", 11, "a row of 2 and a row of 1"),
        ("{scores: [1, 4]}", "{scores: [1, [4]]}", 9, "numbers and rows are mixed"),
        ("{scores: [1, 4]}", "{scores: [[1, 4], [4]]}", 9, "the rows have different lengths"),
        ("{scores: [1, 4]}", "{scores: []}", 9, "empty"),
        ("{scores: [1, 4]}", "{scores: [1, four]}", 9, '"four" is not a number'),
        ('"0.047 0.953"', '"0.047 0.935"', 12, "erratum"),
        ('"0.047 0.953"', '"0.047 0.953 0"', 12, "page_says is a row of 3, but the answer is a row of 2"),
        ('"0.047 0.953"', '"0.0 1.0"', 12, "write places: 1"),
        ("    page_says", "    beliefs: [{name: so, answer: softmax(scores), happened: h, instead: i}]\n    page_says", 12,
         "has the same result as the right answer with any numbers; correct its answer"),
        ('"0.047 0.953"', '"0,5"', 12, "erratum"),
        ('"0.047 0.953"', '"0,5 0,5 0"', 12, "does the comma mark decimals"),
        ('"0.047 0.953"', '"1 000"', 12, "one number or two"),
        ('fresh: {scores: "tenths(-1..3, like scores)"}', 'fresh: {scores: "integers(4..1)"}', 13, "holds no number"),
        ('fresh: {scores: "tenths(-1..3, like scores)"}', 'fresh: {other: "integers(1..4)"}', 13, "not given"),
        ('fresh: {scores: "tenths(-1..3, like scores)"}', 'fresh: {scores: "integers(0..1, like scores)"}', 13,
         "cannot be told apart); choose other ranges"),
        ('prompt: "Portions of {scores}?"', 'prompt: "Portions of {socres}?"', 10, "not given"),
        ("{says: this, right: true, because: it is}", "{says: this, belief: b, because: it is}", 19, "0 choices are right"),
        ("{says: that, belief", "{says: This, belief", 20, "the same choice"),
        ("{says: that, belief: thatness, because: it is not}", "{says: that}", 20, "has no belief and no because; write both"),
        (", because: it is not}", "}", 20, "this wrong choice has no because; write it"),
        ("    prompt: Which?", "    prompt: Which?\n    answer: 1 + 1", 14, "this drill has answer and choices; keep one of them"),
        ("deck: mine", "deck: [mine]", 1, "write text"),
        ("title: My page", "title: 5", 2, "put it in quotes"),
        ("title: My page", 'title: ""', 2, "write some text"),
        ("drills:", "drills: 5\nx:", 4, "write a list"),
    ],
)  # fmt: skip
def test_a_fault_is_found_at_its_line(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    assert GOOD.count(old) == 1
    found = faults(tmp_path, GOOD.replace(old, new))
    assert found
    assert any(says in fault.problem for fault in found), [str(f) for f in found]
    assert line in [fault.line for fault in found], [str(f) for f in found]
    assert all("\n" not in str(fault) for fault in found)


def test_a_deck_is_called_as_its_file(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, GOOD.replace("deck: mine", "deck: yours"))
    assert "yours.yaml" in fault.problem
    assert fault.line == 1


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


def test_a_broken_file_does_not_hide_the_others(home: Path) -> None:
    write(home / "decks", GOOD)
    write(home / "decks", "deck: [", "broken.yaml")
    (home / "decks" / "latin.yaml").write_bytes(b"deck: caf\xe9")
    library = load_library(home)
    assert set(library.decks) == {*BUILT_IN, "mine"}
    assert sorted(Path(fault.file).name for fault in library.faults) == ["broken.yaml", "latin.yaml"]


def test_a_deck_named_like_another_is_left_out_and_says_so(home: Path) -> None:
    write(home / "decks", GOOD.replace("deck: mine", "deck: attention"), "attention.yaml")
    (fault,) = load_library(home).faults
    assert fault.problem.startswith('left out, because another deck is called "attention", in ')
    assert fault.problem.endswith("; rename this file and its deck")


def test_a_deck_is_found_by_name_or_path_without_reading_others(home: Path, tmp_path: Path) -> None:
    write(home / "decks", "deck: [", "broken.yaml")
    assert load_deck("attention", home).name == "attention"
    assert load_deck(str(write(tmp_path, GOOD)), home).name == "mine"


def test_the_nearest_deck_is_named_first(home: Path) -> None:
    write(home / "decks", GOOD)
    with pytest.raises(KatatxError, match="write one of: attention, "):
        load_deck("atention", home)


def test_escape_sequences_never_reach_the_terminal(tmp_path: Path) -> None:
    found = faults(tmp_path, GOOD.replace("title:", '"\\e[31mtitle":'))
    assert found
    assert all("\x1b" not in str(fault) for fault in found)
