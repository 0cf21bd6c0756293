"""Drill files with one fault each, one of every kind: it is told at its line, and the decks beside it still load."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from katatx.decks import loading
from katatx.decks.lint import lint_file
from katatx.decks.loading import load_file, load_library

GOOD = Path(__file__).with_name("mine.yaml").read_text(encoding="utf-8")
# The same lines, of which drills are not drawn anew.
STILL = re.sub("^( *)fresh:.*", r"\1fresh: {}", GOOD, flags=re.MULTILINE)
FRESH = "{scores: tenths(-1..3)}"
THAT = "{says: that, belief: thatness, because: it is not}"
SHARED = "shared: {answer: scores/sum(scores)/2, happened: You halved., instead: Do not.}"
# What is changed to what; a part of the fault; and a text on its line, where that is not the line of the change.
FAULTS = [
    # YAML
    ("given: {scores: [1, 4]}", "given: {scores: [1, 4}", "not YAML", ""),
    ('"0.047 0.953"', '"0.047 0.953', "not YAML", ""),
    ("      turn: 1", "\tturn: 1", "a tab; indent with spaces", ""),
    ("title: My page", "title: My: page", "a colon is not allowed here", ""),
    ("title: My page", "title: My page\ntitle: b", "given twice", "title: b"),
    ("title: My page", "title: *a", "anchors", ""),
    (THAT, "{says: that, not this, belief: thatness, because: it is not}", '"that, not this"', ""),
    ("title: My page", "title: My\u2028page", "invisible character (U+2028)", ""),
    # form
    ("title: My page\n", "", '"title" is missing', "deck: mine"),
    ("title: My page", "titel: My page", "did you mean title", ""),
    ("prompt: Which?", "promt: Which?", "did you mean prompt", ""),
    ("prompt: Which?", "prompt: Which?\n      lines: 5", '"lines" is not known here', "lines: 5"),
    ("      prompt: What is the product?\n", "", "has no prompt", "three:"),
    ("turn: 1", "turn: one", '"one" is not a whole number', ""),
    ("turn: 1", "turn: 0", "of 1 or more", ""),
    ("places: 2", "places: 7", "of at most 6", ""),
    ("places: 2", "places: -1", "of 0 or more", ""),
    ("places: 2", "places: 1.5", "not one with decimals", ""),
    ("    one:", "    One!:", "is not a valid name", ""),
    ("title: My page", "title: 5", "put it in quotes", ""),
    ("title: My page", 'title: "  "', "only spaces", ""),
    ("title: My page", "title: " + "x" * 2001, "text of at most 2000 characters", ""),
    ("sections:\n", "sections: 5\nx:\n", "write a map", "sections: 5"),
    (THAT, "that", "a choice cannot be read here", ""),
    ("  title: from scores to portions\n", "", '"title" is missing', "kata:"),
    ("given: {s: [0, 2]}", "given: {}", "a map with something in it", ""),
    ("    portions: {drill", "    #", "a map of 2 or more items", "  lines:"),
    (f"        - {THAT}\n        - {{says: those", "      #", "a list of 2 or more items", "        - {says: this"),
    (THAT, "\n        - ".join([THAT] * 6), "a list of at most 7 items, not 8", "        - {says: this"),
    # expressions and names
    ("answer: row·g", "answer: rwo·g", '"rwo" has no value', ""),
    ("answer: row·g", "answer: row·g/0", "by zero", ""),
    ("answer: row·g", "answer: " + " + ".join(["row·g·g·g·g·g·g·g·g"] * 60), "more than 3,000 single calculations", ""),
    ("answer: softmax(scores)·2", "answer: sofmax(scores)·2", "did you mean softmax", ""),
    ("answer: softmax(scores)·2", "answer: softmax(scores", "column", ""),
    ("doubled: {", "shared: {", "given twice", ""),
    ("Portions of {scores}?", "Portions of {socres}?", "not given; did you mean scores", ""),
    ("Portions of {scores}?", "Portions of {scores?", "a brace in the prompt", ""),
    ("each of {s}", "each of {t}", "which is not given", ""),
    ("row: [5, 6]}", "row: [5, 6], more: 1}", '"more" is given, but neither', ""),
    ("places: 2", "places: 2\n      exercises: [dot/summ]", "did you mean dot/sum?", "exercises: [dot"),
    ("spot: softmax(x)", "spot: softmax(x)\n      exercises: [softmax/raise]", "a spot cannot have exercises", "exercises"),
    ("row: [5, 6]}", "row: [5, 6], pi: 1}", '"pi" cannot be used as a name', ""),
    ("given: {s: [0, 2]}", "given: {s: [0, 2], t: 1}", '"t" is given, but', ""),
    ("[[1, 2], [3, 4]]", "[[1, 2], [3]]", "the items of a list have different shapes", ""),
    ("row: [5, 6]}", "row: []}", "empty", ""),
    ("row: [5, 6]}", "row: [5, six]}", '"six" is not a number', ""),
    ("row: [5, 6]}", "row: [5, 6, 7]}", "a row of 3", "answer: row·g"),
    ("prompt: Which?", "prompt: Which of {a=[1, six]}?", "gives no number", "two:"),
    # lessons
    ("The scores {scores}", "The scores {socres}", "the prompt names {socres}, which is not given; did you mean scores", ""),
    ("become the portions", "become the 2 portions", "contains the number 2", ""),
    ("become the portions", "become" + " the portions" * 60, "at most 700", ""),
    ("given: {scores: [0, 1]}", "given: {scores: [0, 1], more: 2}", '"more" is given, but', ""),
    ("given: {scores: [0, 1]}", "given: {scores: [0, 1], answer: 2}", '"answer" stands for the result of the lesson', ""),
    ("[0, 1]}\n      answer: softmax(scores)", "[0, 1]}\n      answer: exp(scores)", "1 of its lines can be covered", "answer: exp(scores)"),
    ("  Grids:\n", "  Grids:\n    lesson: 5\n", "a drill cannot be read here", "    lesson: 5"),
    ("  Grids:\n    three:\n", "  Grids:\n    three: {}\n  x:\n    six:\n", "has no answer", "    three: {}"),
    # what the page says
    ('"0.047 0.953"', '"0.047 0.935"', "page_says is wrong", ""),
    ('"0.047 0.953"', '"0.047 -0.953"', "add an erratum", ""),
    ('"0.047 0.953"', '"0.047 0.953 0"', "page_says is a row of 3, but the answer is a row of 2", ""),
    ('"0.047 0.953"', '"0.0 1.0"', "write places: 1", ""),
    ('"0.047 0.953"', '"0,5 0,5 0"', "which is meant", ""),
    ('"0.047 0.953"', '"0.047 0.953"\n      erratum: wrong', "page_says is right; remove the erratum", 'says: "0.047'),
    ("places: 2", "places: 2\n      erratum: wrong", "this erratum stands alone", "erratum: wrong"),
    ("prompt: Which?", "prompt: Which?\n      page_says: that", "page_says is not the right choice", "page_says: that"),
    ("spot: softmax(x)", "spot: softmax(x)\n      page_says: 1", "a spot cannot have page_says", "page_says: 1"),
    # choices, spots, kata, turns
    ("says: this, because: it is}", "says: this, belief: b, because: it is}", "0 choices have no belief", ""),
    ("belief: thatness, because: it is not}", "because: it is too}", "2 choices have no belief", "        - {says: this"),
    ("says: that,", "says: This,", "are the same choice", ""),
    ("says: that,", "says: b,", "also the letter of a choice", ""),
    (", because: it is not}", "}", "this wrong choice has no because; write it", ""),
    ("belief: thoseness", "belief: thatness", "two choices have the belief", ""),
    ("prompt: Which?", "prompt: Which?\n      beliefs: {}\n      given: {a: 1}\n      fresh: {a: integers(1..4)}", "cannot have fresh", "fresh: {a"),
    ("prompt: Which?", "prompt: Which?\n      answer: 1 + 1", "has answer and choices; keep one of them", "two:"),
    ("spot: softmax(x)", "spot: x", "no known mistake", ""),
    ("spot: kata", "spot: kata, given: {a: 1}", "a spot in the kata cannot have given", ""),
    ("    three:", "    two:", "second drill", ""),
    ("    portions: {drill", "    s: {drill", "already the name of a given number", ""),
    ("prompt: Divide by the total., answer: raised", "prompt: Divide., answer: risen", "did you mean raised", ""),
    ("answer: exp(s)", "answer: portions", "nothing to work on", ""),
    ("drill: one, prompt: Divide", "drill: ten, prompt: Divide", "no drill is called", ""),
    ("turn: 1", "turn: 1\n      wrong_turn: 1", "a turn and a wrong_turn", ""),
    ("deck: mine", "deck: yours", "belongs in a file called yours.yaml", ""),
]  # fmt: skip
# The same with fresh numbers, which take longer.
DRAWN = [
    ("answer: softmax(scores)·2", "answer: scores/sum(scores)/2", '"doubled" with any numbers', "        shared:"),
    ("answer: softmax(scores)·2", "answer: softmax(scores)", "same result as the right answer with any numbers", ""),
    (FRESH, "{scores: integers(4..1)}", "holds no number", ""),
    (FRESH, "{scores: integer(1..4)}", "is not a way to draw", ""),
    (FRESH, "{other: integers(1..4)}", "not given", ""),
    (FRESH, '{scores: "integers(1..4, like other)"}', "no given number has this name", ""),
    ("g: integers(1..9)", 'g: "integers(1..9, 65x2)"', "write 1 to 64 of each", ""),
]  # fmt: skip


def write(folder: Path, text: str, name: str = "mine.yaml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(text.encode())
    return path


def line_of(text: str, part: str) -> int:
    assert text.count(part) >= 1, part
    return text[: text.index(part)].count("\n") + 1


def changed(good: str, old: str, new: str) -> str:
    assert good.count(old) == 1, old
    return good.replace(old, new)


def test_the_file_has_no_fault_before_however_its_lines_end(tmp_path: Path) -> None:
    assert lint_file(path := write(tmp_path, GOOD)) == []
    assert load_file(path).by_id["one"].beliefs["shared"].happened == "You halved"
    assert lint_file(write(tmp_path, "\ufeff" + STILL.replace("\n", "\r\n"))) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("good", "old", "new", "says", "at"),
    [*((STILL, *row) for row in FAULTS), *((GOOD, *row) for row in DRAWN)],
    ids=range(len(FAULTS) + len(DRAWN)),
)
def test_the_fault_is_told_at_its_line(tmp_path: Path, good: str, old: str, new: str, says: str, at: str) -> None:
    text = changed(good, old, new)
    path = write(tmp_path, text)
    found = lint_file(path)
    told = "\n".join(ascii(str(fault)) for fault in found)
    line = line_of(text, at) if at else line_of(GOOD, old)
    assert any(fault.line == line and says in fault.problem for fault in found), f"line {line}\n{told}"
    assert all(fault.file == str(path) and fault.column >= 1 for fault in found)
    assert not any(unicodedata.category(letter)[0] == "C" for fault in found for letter in str(fault)), told
    if "items, not" in says:
        assert len(found) == 1


@pytest.mark.nightly
@pytest.mark.slow
def test_ranges_that_never_suit_are_told_after_all_tries(tmp_path: Path) -> None:
    text = changed(GOOD, FRESH, "{scores: integers(0..1)}")
    (fault,) = lint_file(write(tmp_path, text))
    assert (fault.line, "cannot be told apart); choose other ranges" in fault.problem) == (line_of(GOOD, FRESH), True)


def test_the_decks_beside_each_of_them_still_load(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "folders", lambda home: [home / "decks"])
    for name in ("a-good", "z-good"):
        write(home / "decks", GOOD.replace("deck: mine", f"deck: {name}"), f"{name}.yaml")
    faulty = [write(home / "decks", changed(STILL, *row[:2]), f"m{at}.yaml") for at, row in enumerate(FAULTS)]
    (home / "decks" / "latin.yaml").write_bytes(b"deck: caf\xe9")
    library = load_library(home)
    assert set(library.decks) >= {"a-good", "z-good"}
    (latin,) = (fault for fault in library.faults if fault.file.endswith("latin.yaml"))
    assert (latin.line, latin.column) == (1, 10)
    assert {fault.file for fault in library.faults} <= {*map(str, faulty), str(home / "decks" / "latin.yaml")}
