"""Drill files found and read, with every place in them; what cannot be worked is a fault of its place, and spoils nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from katatx.decks.lint import lint_file
from katatx.decks.loading import Deck, load_deck, load_file, load_library
from katatx.decks.prepared import prepare, prepare_kata
from katatx.decks.works import works_of
from katatx.decks.yaml_reader import read_yaml
from katatx.errors import DeckError, KatatxError
from scoring.work import Work

GOOD = Path(__file__).with_name("mine.yaml").read_text(encoding="utf-8")


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


def test_a_deck_that_did_not_change_is_not_read_as_yaml_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(home / "decks", GOOD)
    first = load_file(path)
    monkeypatch.delattr("katatx.decks.yaml_reader.read_yaml")
    assert load_file(path).contents == first.contents
    monkeypatch.undo()
    for kept in (home / "cache" / "decks").iterdir():
        kept.write_text("{", encoding="utf-8")
    assert load_file(path).contents == first.contents
    write(home / "decks", GOOD.replace("deck: mine", "deck: [", 1))
    with pytest.raises(DeckError):
        load_file(path)


def test_the_nearest_deck_is_named(home: Path) -> None:
    write(home / "decks", GOOD)
    with pytest.raises(KatatxError, match="did you mean attention"):
        load_deck("atention", home)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("1e-3", 0.001), ("010", 10), ("no", "no"), ("yes", "yes"), ("on", "on"), ("12:30", "12:30"), ("0x10", "0x10"),
        ("1_000", "1_000"), ("true", True), ("null", None), ("-inf", float("-inf")), ("0.5", 0.5), (".5", 0.5), ("-3", -3),
        ("'1'", "1"), ('"no"', "no"), ("2001-01-01", "2001-01-01"), ("nan", "nan"), ("٣", "٣"),
    ],
)  # fmt: skip
def test_scalars_mean_what_they_look_like(text: str, meaning: object) -> None:
    found = read_yaml(f"a: {text}", "f").data["a"]
    assert found == meaning
    assert type(found) is type(meaning)


def test_everything_knows_its_place() -> None:
    document = read_yaml("deck: x\ndrills:\n  - id: one\n    given: {a: [1, 2]}\n", "f")
    assert document.positions[("deck",)] == (1, 7)
    assert document.positions[("drills", 0, "id")] == (3, 9)
    assert document.positions[("drills", 0, "given", "a", 1)] == (4, 20)
    assert document.keys[("drills", 0, "given")] == (4, 5)


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("a: &x 1\nb: *x", (1, 4), "anchors"),
        ("a: !!python/object/apply:os.system ['echo']", (1, 4), "tags"),
        ("a: !x 1", (1, 4), "tags"),
        ("a: 1\na: 2", (2, 1), "twice"),
        ("a: [1, 2", (1, 4), "not closed"),
        ("a: 1\n b: 2", (2, 3), "not YAML"),
        ("a: 1\n---\nb: 2", (2, 1), "second document"),
        ("? [1]\n: 2", (1, 3), "name is expected"),
        ("a: \x00", (1, 4), "invisible character"),
        ('a: "\\e[31m"', (1, 4), "invisible character"),
        ("a: x\u202ey", (1, 5), r"invisible character \(U\+202E\)"),
        ('a: "x\n  y\u200bz"', (2, 4), r"invisible character \(U\+200B\)"),
        ("a: " + "[" * 30 + "]" * 30, (1, 23), "more than 20 lists or names inside one another"),
    ],
)
def test_what_drills_do_not_need_is_refused_at_its_place(text: str, place: tuple[int, int], says: str) -> None:
    with pytest.raises(DeckError, match=says) as caught:
        read_yaml(text, "file.yaml")
    assert (caught.value.line, caught.value.column) == place
    assert str(caught.value).startswith(f"file.yaml:{place[0]}:{place[1]}: ")


DECK = Path(__file__).with_name("worked.yaml").read_text(encoding="utf-8")
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
    path = folder / "worked.yaml"
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


def test_only_the_steps_that_a_drill_exercises_are_credited(tmp_path: Path) -> None:
    mine = deck(tmp_path, ("answer: softmax(a)", "answer: softmax(a)\n      exercises: [softmax/divide]"))
    work = works_of(mine)["one", ""]
    assert [name for name, _ in work.lines] == ["softmax/divide"]
    assert {name for step in work.steps for name in step} == {"softmax/divide"}
    assert work.turns["softmax/raw-shares"] == "softmax/raise"


def test_a_line_that_takes_no_strokes_takes_thought(tmp_path: Path) -> None:
    mine = deck(tmp_path, ("answer: softmax(a)", 'answer: "padding_mask(a, 1)"'))
    assert works_of(mine)["one", ""].lines == (("padding_mask/mask", 1.5),)
