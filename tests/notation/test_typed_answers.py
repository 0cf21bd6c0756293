"""Typed numbers, what is written of them, and the text around them: each function at its boundaries."""

from __future__ import annotations

import pytest

from katatx.notation.answers import read_answer, read_written
from katatx.notation.errors import Ambiguous, Difference, NotationError
from katatx.notation.lexer import tokenize
from katatx.notation.nearest import nearest
from katatx.notation.parser import read_expression
from katatx.notation.printing import write_expression, write_grid, write_kept, write_number, write_value
from katatx.notation.quoting import plain, quote
from katatx.notation.typed_numbers import is_written, shape_and_numbers, typed_number
from scoring.answer import Form


@pytest.mark.parametrize("text", ["ln(0)", "e^9999", "1/∞ + ∞", "2·∞"])
def test_a_number_without_a_finite_value_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="has no value, or one too large to work with; write a number"):
        typed_number(read_expression(text))


FORMS: dict[str, set[Form]] = {
    "-3": set(), "2·10^-3": set(), "0.5·10^2": set(), "-0.5·10^2": set(), "0.5*10**2": set(),
    "2^3": {Form.POWER}, "e": {Form.POWER},
    "e^2": {Form.POWER}, "√2/2": {Form.POWER, Form.FRACTION}, "1/√2": {Form.POWER, Form.FRACTION},
    "abs(2)": {Form.CALCULATION}, "|2|": {Form.CALCULATION},
}  # fmt: skip


@pytest.mark.parametrize("text", FORMS)
def test_a_number_shows_the_form_it_is_left_in(text: str) -> None:
    assert typed_number(read_expression(text)).forms == FORMS[text]


@pytest.mark.parametrize(("text", "whether"), [
    ("-3", True),
    ("e^-1", True), ("e**4", True), ("0.5·10^2", True), ("x·10^2", False),
])  # fmt: skip
def test_a_number_as_a_calculator_shows_it_is_written(text: str, whether: bool) -> None:
    assert is_written(read_expression(text)) == whether


SHAPES: dict[str, tuple[tuple[int, ...], list[str]]] = {
    "[[1, 2]]": ((2,), ["1", "2"]),
    "-[1 2; 3 4]": ((2, 2), ["-1", "-2", "-3", "-4"]),
    "[1, 2]/4": ((2,), ["1 / 4", "2 / 4"]),
    "2·[1, 2]": ((2,), ["2·1", "2·2"]),
    "-([1, 2]·3)": ((2,), ["-(1·3)", "-(2·3)"]),
    "[1, 2]ᵀ": ((2, 1), ["1", "2"]),
    "[1 2; 3 4]ᵀ": ((2, 2), ["1", "3", "2", "4"]),
    "[1 2 3; 4 5 6]ᵀ": ((3, 2), ["1", "4", "2", "5", "3", "6"]),
}


@pytest.mark.parametrize("text", SHAPES)
def test_an_answer_has_a_shape_and_its_numbers_in_order(text: str) -> None:
    shape, nodes = shape_and_numbers(read_expression(text), 1)
    assert (shape, [write_expression(node) for node in nodes]) == SHAPES[text]


@pytest.mark.parametrize(("text", "message"), [
    ("[1, [2, 3]]", "some numbers are in inner brackets and some are not"),
    ("[[1, 2], [3]]", r"the rows have 2 and 1 numbers \(rows 1 and 2\); write as many in every row"),
    ("[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]", "brackets stand three levels deep"),
    ("[1 2; 3]ᵀ", "the rows have different lengths; write as many numbers in every row"),
])  # fmt: skip
def test_an_uneven_answer_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        shape_and_numbers(read_expression(text), 1)


@pytest.mark.parametrize(("text", "column", "message"), [
    ("1, 2,", 5, "a comma without a number after it"), ("x =", 1, 'nothing stands after "x ="; write the number there'), (" ", 1, "nothing typed; write a number"),
    ("1" + " " * 5000, 5000, "the answer has 5,001 characters, and at most 5,000 are allowed; write only its numbers"),
    (";", 1, 'nothing stands after ";"; write the number there'), (",", 1, "a comma without a number after it"),
    ("1 2 k", 5, '"k" is not a number'), ("x = 2 k", 7, '"k" is not a number'),
    ("1;\n;2", 4, 'found ";" where a number, a name or a bracket should be'),
])  # fmt: skip
def test_an_answer_that_is_none_is_refused(text: str, column: int, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        read_answer(text, ())
    assert caught.value.column == column


@pytest.mark.parametrize(("text", "asked", "column", "question"), [
    ("1:2", (), 2, r"does the colon between two numbers mean a ratio or a division\? Write / to divide, or the result"),
    ("0,5 0,25", None, 1, r"as 0, 5, 0, 25 \(a row of 4\) or 0\.5, 0\.25 \(a row of 2\): which is meant"),
    ("2, 1 000", None, 6, 'is "1 000" one number or two'), ("1.000,5", None, 1, r"as 1, 5 \(a row of 2\) or 1000\.5 \(one number\)"),
    ("y, 2:3", (), 5, "does the colon between two numbers mean a ratio or a division"), ("1 1/2", (), 1, "a whole number before a fraction"),
    ("  1,200 300, 4, 5, 1/3", (5,), 3, r"this can be read as 1200, 300, 4, 5 \(a row of 5\) or 1, 200300, 4, 5 \(a row of 5\): which is meant"),
    ("1,200 300, 1/3", (3,), 1, r"as 1200, 300, 0\.333333333333 \(a row of 3\) or 1, 200300, 0\.333333333333 \("),
])  # fmt: skip
def test_an_answer_with_two_readings_is_asked_about(
    text: str, asked: tuple[int, ...] | None, column: int, question: str
) -> None:
    with pytest.raises(Ambiguous, match=question) as caught:
        read_answer(text, asked)
    assert caught.value.column == column


@pytest.mark.parametrize(("text", "column"), [("x = 7-5", 6), ("1, 3 - 5", 6)])
def test_a_difference_is_asked_about_at_its_sign(text: str, column: int) -> None:
    with pytest.raises(Difference) as caught:
        read_answer(text)
    assert caught.value.column == column


@pytest.mark.parametrize(("text", "asked", "values"), [
    ("1/2", (), [0.5]),
    ("2·3", (), None), ("1 + 2", (), None), ("[1", (), None), ("1/0", (), None),
    ("1,000 e", (), None),
])  # fmt: skip
def test_a_side_of_a_claim_is_read_as_written_numbers(
    text: str, asked: tuple[int, ...], values: list[float] | None
) -> None:
    answer = read_written(tokenize(text)[:-1], asked)
    assert (answer and [number.value for number in answer.numbers]) == values


def test_a_side_of_a_claim_with_two_readings_is_asked_about() -> None:
    with pytest.raises(Ambiguous, match="which is meant"):
        read_written(tokenize("1,000 2")[:-1], ())


@pytest.mark.parametrize(
    ("value", "places", "written"),
    [
        (1e14, 3, "100000000000000"), (-2e15, 3, "-2e+15"),
        (0.0001, 3, "0.0001"), (0.00005, 3, "5e-05"),
        (2 / 3, 1, "0.67"),
        (0.0001, 6, "0.0001"),
        (0.49998, 3, "0.500"), (54.598150, 3, "54.598"), (0.00423, 3, "0.0042"), (0.000998, 3, "0.0010"),
        (-3e-7, 3, "-3e-07"), (float("-inf"), 3, "-inf"), (2.0, 3, "2"),
        (0.0012345678901234567, 20, "0.00123456789012346"),
    ],
)  # fmt: skip
def test_a_number_is_written_to_so_many_places(value: float, places: int, written: str) -> None:
    assert write_number(value, places) == written


@pytest.mark.parametrize(("value", "written"), [
    (0.00421, "0.0042"), (9.9996, "10.000"), (12345.678, "12345.678"), (12345.6789, "12350"),
])  # fmt: skip
def test_a_number_is_written_as_a_line_keeps_it(value: float, written: str) -> None:
    assert write_kept(value) == written


def test_rows_and_grids_are_written_on_one_line_or_aligned() -> None:
    assert write_value(0.0474258) == "0.047"
    assert write_value([0.0474258, 0.95]) == "[0.047, 0.95]"
    assert write_value([[1.0, 2.0], [0.125, 1 / 3]], 2) == "[[1, 2], [0.12, 0.33]]"
    assert write_value([1 / 3], 5) == "[0.33333]"
    assert write_grid([]) == []
    assert write_grid([[1.5]]) == ["[1.5]"]
    assert write_grid([[1 / 3, 2]], 2) == ["[0.33, 2]"]
    assert write_grid([[1, 2.25], [-10, 3]]) == ["[  1, 2.25]", "[-10, 3   ]"]
    assert write_grid([[1, 10], [0.5, float("-inf")]]) == ["[1,     10]", "[0.5, -inf]"]
    assert write_grid([[1e20, 1], [2, 1]]) == ["[1e+20, 1]", "[2,     1]"]


def test_a_similar_name_is_suggested_or_the_first_twelve() -> None:
    assert nearest("sofmax", ["softmax", "mean"]) == "; did you mean softmax?"
    assert nearest("qqq", ["softmax", "mean"]) == "; write one of softmax, mean"
    assert nearest("qqq", []) == ""
    assert nearest("qqq", ["mean"]) == "; write mean, the only one there is"
    assert nearest("qqq", iter(f"n{n}" for n in range(13))) == "; write one of " + ", ".join(f"n{n}" for n in range(12))
    assert nearest("a" * 60 + "q" * 500, ["a" * 59]) == f"; did you mean {'a' * 59}?"
    assert nearest("a" * 60 + "b" * 60, ["a" * 60, "b" * 60]) == f"; did you mean {'a' * 60}?"
    assert nearest("n1", ["n12", "n1"]) == "; did you mean n1?"


def test_untrusted_text_is_quoted_on_one_line() -> None:
    assert quote("a\nb") == '"a�b"'
    assert quote("x" * 40) == f'"{"x" * 40}"'
    assert quote("x" * 41) == f'"{"x" * 40}…"'
    assert quote("abc", 2) == '"ab…"'
    assert plain("abcd", 3) == "abc…"
    assert plain("x" * 4000) == "x" * 4000
    assert plain("x" * 4001) == "x" * 4000 + "…"
    assert plain("a\tb", keep="\t") == "a\tb"
    assert plain("a\nb", keep="\t") == "a�b"
