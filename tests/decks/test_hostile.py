"""A drill file is data from a stranger: nothing runs, nothing explodes, nothing hides, nothing takes long."""

from __future__ import annotations

from pathlib import Path

import pytest

from katatx.decks.lint import lint_file
from katatx.decks.loading import load_file
from katatx.decks.prepared import prepare
from katatx.decks.yaml_reader import MOST_NODES, read_yaml
from katatx.errors import DeckError, KatatxError
from katatx.questions.asking import ask
from tests.growth import seconds

DECK = """\
deck: mine
title: t
page: p
sections:
  s:
    one:
      prompt: What?
      given: {{v: {given}}}
      answer: {answer}
      fresh: {fresh}
"""
GRID = str([[1] * 64] * 64)


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def deck(given: str = "[1, 2]", answer: str = "softmax(v)", fresh: str = "{}") -> str:
    return DECK.format(given=given, answer=answer, fresh=fresh)


# Each of its lines is allowed, all together take too long.
LONG_KATA = (
    deck(str([1] * 64), "sum(v)")
    + f"kata:\n  title: t\n  given: {{v: {list(range(64))}}}\n  fresh: {{v: 'integers(0..9, like v)'}}\n  lines:\n"
    + "".join(f"    x{at}: {{drill: one, prompt: p, answer: layernorm(v)}}\n" for at in range(100))
)


@pytest.fixture(scope="module")
def usual_seconds(tmp_path_factory: pytest.TempPathFactory) -> float:
    """How long it takes to lint a deck of ours for the first time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KATATX_HOME", str(tmp_path_factory.mktemp("cold")))
        return seconds(lambda: lint_file(Path(__file__).parents[2] / "drills" / "llama-block.yaml"))


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        deck(GRID, "softmax(v@v@v@v)"),
        LONG_KATA,
        deck(GRID, "attention(v, v, v)", '{v: "integers(0..3, like v)"}'),
        deck(str(list(range(1, 50_000))), "softmax(v)"),
        deck(answer="(" * 900 + "1" + ")" * 900),
        deck(answer='"' + "1+" * 900 + '1"'),
        deck(fresh='{v: "integers(0..999999999, 64x64)"}'),
        deck(fresh='{v: "one of(' + ", ".join(map(str, range(400))) + ', 64x64)"}'),
        deck(str([[1] * 12] * 12), "softmax(v@v) * (v - v)", '{v: "integers(0..9, like v)"}'),
        deck(str([[1] * 8] * 8), "attention(v, v, v)", '{v: "integers(0..3, like v)"}'),
        deck(answer="padding_count(v, v)", given="999999999999"),
        "a: &a [x]\n" + "b: [*a, *a]\n" * 10,
        "- " * 200_000,
        "{" * 200_000,
        "a: " + "[" * 200_000,
        "a: " + "9" * 1_000_000,
        "x: " + "y" * 2_000_000,
        deck() + "".join(f"    d{n}: {{prompt: p, answer: 1 + 1}}\n" for n in range(5_000)),
        deck("[" + "1, " * 1_000_000 + "1]", "sum(v)"),
        deck() + "extra:\n" + "- 1\n" * 1_000_000,
        deck() + "extra: {" + "".join(f"k{n}: [], " for n in range(400_000)) + "}\n",
    ],
)
def test_a_hostile_file_gets_a_word_and_takes_no_longer_than_another(
    tmp_path: Path, usual_seconds: float, text: str
) -> None:
    faults: list[DeckError] = []
    taken = seconds(lambda: faults.extend(lint_file(write(tmp_path, text))))
    assert faults
    assert all(len(str(fault)) < 600 and str(fault).isprintable() for fault in faults)
    assert taken < usual_seconds


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (LONG_KATA, "kata: this takes more than 3,000 single calculations; make it smaller"),
        (
            deck(str([[1, 2, 3, 0, 1]] * 5), "attention(v, v, v)", '{v: "integers(0..3, like v)"}'),
            "one: fresh numbers for this take more than 400 single calculations; make it smaller",
        ),
    ],
)
def test_the_work_of_a_kata_and_of_fresh_numbers_is_bounded(tmp_path: Path, text: str, problem: str) -> None:
    assert [fault.problem for fault in lint_file(write(tmp_path, text))] == [problem]


@pytest.mark.slow
def test_what_takes_too_long_is_refused_before_it_is_worked(tmp_path: Path) -> None:
    loaded = load_file(write(tmp_path, deck(GRID, "attention(v, v, v)", '{v: "integers(0..3, 12x12)"}')))
    prepared = prepare(loaded, loaded.drills[0])
    with pytest.raises(KatatxError, match="single calculations"):
        ask(prepared).judge("1")
    with pytest.raises(KatatxError, match="single calculations"):
        ask(prepared, 1)


@pytest.mark.slow
def test_more_values_than_a_deck_can_hold_are_refused_where_they_are_too_many(tmp_path: Path) -> None:
    fits = "a: [" + "1, " * (MOST_NODES - 4) + "1]"
    assert len(read_yaml(fits, "mine.yaml").data["a"]) == MOST_NODES - 3  # but the file, the list and its name
    path = write(tmp_path, fits.replace("1]", "1,\n1]"))
    with pytest.raises(DeckError, match="more than 100,000 values") as caught:
        load_file(path)
    assert (caught.value.line, caught.value.column) == (2, 1)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(b"#" * (10 * 1024 * 1024 + 1))
    (fault,) = lint_file(path)
    assert "larger than 10 MB" in fault.problem
