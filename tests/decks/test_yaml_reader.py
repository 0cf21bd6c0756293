from __future__ import annotations

import pytest

from katatx.decks.yaml_reader import DeckError, read_yaml
from tests.growth import BOUND, growth_by_length


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


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * 200_000,
        "{" * 200_000,
        "- " * 200_000,
        "a: &a [x]\n" + "b: [*a, *a]\n" * 10,
        "x" * 11_000_000,
        "a: " + "9" * 1_000_000,
    ],
    ids=["brackets", "braces", "dashes", "laughs", "large", "long number"],
)
def test_hostile_files_take_time_by_their_length(text: str) -> None:
    def read(part: str) -> None:
        try:
            read_yaml(part, "f")
        except DeckError as error:
            assert len(str(error)) < 300  # noqa: PT017

    assert growth_by_length(text, read) < BOUND
