"""What is typed is told as it will be read, before it is graded."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.notation.answers import read_answer
from katatx.questions.numbers import read_numbers


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("0.047 0.953", "0.047 0.953: 2 numbers, 3 decimals"),
        ("[0.047, 0.953]", "0.047 0.953: 2 numbers, 3 decimals"),
        ("8", "8: 1 whole number"),
        ("0.330", "0.330: 1 number, 3 decimals"),
        ("1/4", "1/4 = 0.25: 1 number, exact"),
        ("√2", "√2 = 1.414214: 1 number, exact"),
        ("50%", "50% = 0.5: 1 number, 2 decimals"),
        ("-inf 0", "-inf 0: 2 whole numbers"),
        ("1 2.5", "1 2.5: 2 numbers"),
        ("[1 2; 3 4]", "1 2; 3 4: 2 rows of 2 whole numbers"),
        ("[[0.1, 0.2, 0.3]]", "0.1 0.2 0.3: 3 numbers, 1 decimal"),
        ("1 2\n3 4", "1 2; 3 4: 2 rows of 2 whole numbers"),
        ("2.68e8", "2.68e8: 1 whole number"),
    ],
)
def test_numbers(typed: str, told: str) -> None:
    assert read_numbers(typed) == told


@given(st.lists(st.floats(-999, 999), min_size=1, max_size=6))
def test_what_is_told_is_what_is_graded(numbers: list[float]) -> None:
    typed = " ".join(f"{number:.3f}" for number in numbers)
    told, _, counted = read_numbers(typed).partition(": ")
    assert read_answer(told).numbers == read_answer(typed).numbers
    assert counted.startswith(f"{len(numbers)} number")


@given(st.text(max_size=200))
def test_nothing_raises_and_nothing_raw_comes_out(start_question, typed: str) -> None:
    told = start_question.read_back(typed)
    assert told.isprintable() or not told
    assert len(told) <= 480


@pytest.fixture(scope="module")
def start_question(tmp_path_factory):
    from katatx.decks.loading import load_deck
    from katatx.decks.prepared import prepare
    from katatx.questions.asking import ask

    deck = load_deck("attention", tmp_path_factory.mktemp("home"))
    return ask(prepare(deck, deck.by_id["portions"]))
