"""Typed numbers: what is wanted and how they will be read is told before they are graded, and what is asked is worked out."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.decks.prepared import prepare
from katatx.engine.key import Solution
from katatx.engine.values import flat
from katatx.notation.answers import read_answer
from katatx.notation.parser import read_expression
from katatx.questions.asking import ask
from katatx.questions.numbers import Wanted, judge_numbers, read_numbers, unreadable
from scoring import Verdict


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
def test_nothing_raises_and_nothing_raw_comes_out(attention, typed: str) -> None:
    told = ask(prepare(attention, attention.by_id["portions"])).read_back(typed)
    assert told.isprintable() or not told
    assert len(told) <= 480


@pytest.mark.parametrize(
    ("shape", "decimals", "words"),
    [
        ((2,), 3, "2 numbers, 3 decimals"),
        ((), 3, "3 decimals"),
        ((), 1, "1 decimal"),
        ((), 0, "1 whole number"),
        ((4, 2), 3, "4 rows of 2 numbers, 3 decimals"),
    ],
)
def test_what_is_wanted_is_said_in_words(shape, decimals, words: str) -> None:
    assert Wanted(shape, decimals).words == words


@pytest.mark.nightly
def test_what_is_said_to_be_whole_is(prepared_drills) -> None:
    numbers = [each for each in prepared_drills if not (each.kind == "choices" or each.is_spot)]
    for prepared, seed in product(numbers, (None, 1)):
        question = ask(prepared, seed)
        shape = question.band[0]
        assert question.wanted.shape == shape
        if question.wanted.decimals == 0 and question.places:
            assert all(number == float("-inf") or number == int(number) for number in flat(question.solution.value))


# What is asked, and ways to give it back without having worked it out.
UNDONE = {
    "e^4": ["e^4", "exp(4)", "(e^4)", "e**4", "e^(2+2)", "e·e·e·e", "√(e^8)", "e^2·e^2", "e^4 ", "x = e^4", "≈ e^4"],
    "e^1": ["e", "e^1", "exp 1"],
    "√32": ["√32", "sqrt(32)", "32^0.5", "32^(1/2)", "4√2", "4·√2", r"\sqrt{32}", "√8·2"],
    "10/4": ["10/4", "5/2", "10·0.25", "2 + 0.5", "(10/4)", r"\frac{10}{4}", "10 / 4", "1/0.4", "10*2^-2"],
    "scale(10, 4)": ["10/2", "10/√4", "10/4^0.5", "5·1"],
    "softmax([0, 0])": ["1/2 1/2", "[1/2, 1/2]", "e^0/(e^0+e^0) 0.5", "0.5 1/2"],
    "dot([2, 1], [3, 4])": ["2·3 + 1·4", "6 + 4", "2*3+1*4", "(9+1)", "5·2", "abs(-10)"],
    "1 - 0.047": ["1 - 0.047", "1-0.047"],
    "[3, 4]^2": ["3^2 4^2", "[3^2, 16]", "[3, 4]^2", "3·3 16"],
    "mean([1, 2])": ["3/2", "(1+2)/2"],
    "cross_entropy([0.5, 0.5], 0)": ["ln 2", "-ln(0.5)", "-ln(1/2)"],
    "sigmoid(2)": ["1/(1+e^-2)", "1/1.135"],
    "0.047·[2, 0]": ["0.047·2 0", "0.047[2, 0]", "0.047*2 0"],
}


@pytest.mark.parametrize("question", UNDONE)
def test_what_is_asked_may_not_be_left_undone(question: str) -> None:
    solution = Solution(read_expression(question), {})
    key = solution.key
    for typed in UNDONE[question]:
        judged = judge_numbers(typed, solution)
        assert judged.verdict is Verdict.AGAIN, typed
        assert judged.verdict.costs_nothing
        assert "work" in judged.message
        assert read_numbers(typed, key.shape, key.forms).startswith("not read yet: ")


# The same numbers written in a form in which nothing is left undone of what is asked.
WRITTEN = {
    "e^4": ["54.598", "54.60", "5.4598*10^1", "5.4598e1", "5459.8%"],
    "√32": ["5.657", "5.65685", "5.657·10^0"],
    "10/4": ["2.5", "250 %", "2.50", "√6.25", "25·10^-1"],
    "dot([2, 1], [3, 4])": ["10", "10/1", "20/2", "√100", "1·10^1", "1e1", "10^1"],
    "[1, 3]·0.25": ["1/4 3/4", "[1/4, 0.75]", r"\frac{1}{4}, \frac{3}{4}", "0.25 75%"],
    "1 - 0.5": ["1/2", "0.5", "50%", "5·10^-1"],
    "-[1, 2]": ["-1 -2", "−1 −2", "-1/1 -2"],
    "0.1·0.02 - 0.004": ["-0.002", "-2·10^-3", "−2 × 10^-3", "-(2·10^-3)", "-2e-3"],
    "padding_mask([1, 2], 1)": ["1 -inf", "1 -∞"],
}


@pytest.mark.parametrize("question", WRITTEN)
def test_a_number_may_be_written_as_people_write_it(question: str) -> None:
    solution = Solution(read_expression(question), {})
    key = solution.key
    for typed in WRITTEN[question]:
        assert judge_numbers(typed, solution).verdict.counts_as_right, typed
        assert "not read yet" not in read_numbers(typed, key.shape, key.forms), typed


@pytest.mark.parametrize("typed", ["e^4", "1/2", "2·3", "√2"])
def test_what_stands_on_a_spotted_line_is_worked_out(typed: str) -> None:
    assert unreadable(typed, ()) is not None
