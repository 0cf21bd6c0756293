"""Every form of an answer that is read, asked about or refused; what is written of numbers, and of text from outside."""

from __future__ import annotations

import math
import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.notation.answers import read_answer, read_written, shape_and_numbers
from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.lexer import Lexer
from katatx.notation.nearest import nearest
from katatx.notation.parser import read_expression
from katatx.notation.printing import write_expression, write_grid, write_kept, write_number, write_value
from katatx.notation.quoting import plain, quote
from tests.growth import BOUND, growth_by_length

READ = {
    "0.330": ((), [(0.33, 3)]), ".5": ((), [(0.5, 1)]), "1e-3": ((), [(0.001, 3)]), "½": ((), [(0.5, None)]),
    "√2": ((), [(math.sqrt(2), None)]), "e^4": ((), [(math.exp(4), None)]), "50%": ((), [(0.5, 2)]),
    "1_000": ((), [(1000, 0)]), "1\u202f000": ((), [(1000, 0)]), "2.68e8": ((), [(2.68e8, -6)]), "2·3": ((), [(6, None)]),
    "12k": ((), [(12000, -3)]), "1,000": ((), [(1000, 0)]), "x = 11": ((), [(11, 0)]), "π·10^2": ((), [(100 * math.pi, None)]),
    "0.047,0.953": ((2,), [(0.047, 3), (0.953, 3)]), "1,2,3": ((3,), [(1, 0), (2, 0), (3, 0)]),
    "3 -5": ((2,), [(3, 0), (-5, 0)]), "1/2 1/2": ((2,), [(0.5, None), (0.5, None)]),
    "[1,10]": ((2,), [(1, 0), (10, 0)]), "[-1.225,0,1.225]": ((3,), [(-1.225, 3), (0, 0), (1.225, 3)]),
    "[[1,2],[3,4]]": ((2, 2), [(1, 0), (2, 0), (3, 0), (4, 0)]),
    "[1,2]\n[3,4]": ((2, 2), [(1, 0), (2, 0), (3, 0), (4, 0)]),
}  # fmt: skip

ASKED = [
    "0,5", "1,234", "[1,234]", "1 1/2", "[1 1/2]", "0,5 0,5", "[0,047 0,953]",
    "1 000", "1.000,5", "1½", "1–2",
]  # fmt: skip

REFUSED = [
    "", "   ", "abc", "nan", "1/0", "ln(0)", "1/∞ + ∞", "2·∞", "e^9999", "1e400", "٣", "[1,,2]", "[]", "[1 2", "1 2]",
    "[[1,2],[3]]", "[[1,2],[3,4]] 5", "x=", "\x1b[31m5\x1b[0m", "3 apples", "√", "softmax(1, 4)", "$", "\\frac{1}", "[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]",
]  # fmt: skip


# What is asked decides: the text, the shape asked, and the numbers with their places.
IN_SHAPE = {
    ("7,425,000", ()): [(7_425_000, 0)], ("16,500.00", ()): [(16_500, 2)], ("$1,000.99", ()): [(1000.99, 2)],
    ("(9+1)", ()): [(10, None)], ("1.41*10^-3", ()): [(0.00141, 5)], ("\\frac{1}{2}", ()): [(0.5, None)],
    ("3 - 5", ()): [(-2, None)], ("50 257", ()): [(50_257, 0)], ("1 234 567.5", ()): [(1_234_567.5, 1)],
    ("33.115 115.584", (2,)): [(33.115, 3), (115.584, 3)], ("5 000 7 500", (2,)): [(5000, 0), (7500, 0)],
    ("100,200", (2,)): [(100, 0), (200, 0)], ("1,000, 2,500", (2,)): [(1000, 0), (2500, 0)],
    ("1 1/2", (2,)): [(1, 0), (0.5, None)], ("2[1, 3]", (2,)): [(2, None), (6, None)],
    ("((1,2),(3,4))", (2, 2)): [(1, 0), (2, 0), (3, 0), (4, 0)], ("0,047", ()): [(0.047, 3)],
}  # fmt: skip

ASKED_IN_SHAPE = [("1 1/2", ()), ("1\\frac{1}{2}", ()), ("[1 1/2, 0]", (2,))]


CASES = [
    *((text, None, *READ[text]) for text in READ),
    *((*case, case[1], IN_SHAPE[case]) for case in IN_SHAPE),
    ("[[1,5]]", (), (2,), [(1, 0), (5, 0)]),  # an answer of another shape keeps its own
    ("1\n234", (), (2, 1), [(1, 0), (234, 0)]),
]


@pytest.mark.parametrize(("text", "asked", "shape", "numbers"), CASES)
def test_is_read(
    text: str, asked: tuple[int, ...] | None, shape: tuple[int, ...], numbers: list[tuple[float, int | None]]
) -> None:
    answer = read_answer(text, asked)
    assert answer.shape == shape
    assert [n.value for n in answer.numbers] == pytest.approx([v for v, _ in numbers], rel=1e-15)
    assert [n.places for n in answer.numbers] == [p for _, p in numbers]


@pytest.mark.parametrize(("text", "asked"), [*((text, None) for text in ASKED), *ASKED_IN_SHAPE])
def test_is_asked_about_and_never_guessed(text: str, asked: tuple[int, ...] | None) -> None:
    with pytest.raises(Ambiguous) as caught:
        read_answer(text, asked)
    assert "?" in caught.value.problem
    assert caught.value.column >= 1


@pytest.mark.parametrize("text", REFUSED)
def test_is_refused_with_a_column(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_answer(text)
    assert str(caught.value).startswith("column ")
    assert "\x1b" not in str(caught.value)


@given(st.lists(st.decimals(-999, 999, places=3), min_size=1, max_size=6))
def test_written_numbers_come_back_as_they_were(numbers: list) -> None:
    for text in (" ".join(map(str, numbers)), f"[{', '.join(map(str, numbers))}]"):
        answer = read_answer(text)
        assert [n.value for n in answer.numbers] == [float(n) for n in numbers]
        assert all(n.places == 3 for n in answer.numbers)


@pytest.mark.nightly
@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "9" * 1_000_000,
        "[" * 100_000,
        "½" * 2_000,
        "1ln " * 1_200,
        "nan1 000" * 600,
        "(1,1" * 1_200,
        "510,5" * 950,
        "1 1/2 " * 800,
    ],
)
def test_long_answers_take_time_by_their_length(text: str) -> None:
    def read(part: str) -> None:
        for asked in ((), (2,), None):
            with suppress(NotationError):
                read_answer(part, asked)

    assert growth_by_length(text, read) < BOUND


@pytest.mark.nightly
@pytest.mark.slow
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        answer = read_answer(text)
    except NotationError as error:
        assert len(str(error)) < 400  # noqa: PT017
    else:
        assert answer.numbers


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
    ("[1, [2, 3]]", "write as many numbers in every row"), ("[[1, 2], [3]]", "write as many numbers in every row"),
    ("[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]", "this is no grid"), ("[1 2; 3]ᵀ", "this is no grid"),
])  # fmt: skip
def test_an_uneven_answer_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        shape_and_numbers(read_expression(text), 1)


@pytest.mark.parametrize(("text", "column", "message"), [
    ("x =", 1, "no number is written here; write one"), (" ", 1, "no number"), (";", 1, "no number"),
    ("1" + " " * 5000, 5000, "more than 5,000 characters are written"), (",", 1, 'found ","'),
    ("1 2 k", 5, '"k" is not a number'),
    ("1;\n;2", 4, 'found ";" where a number, a name or a bracket should be'),
])  # fmt: skip
def test_an_answer_that_is_none_is_refused(text: str, column: int, message: str) -> None:
    with pytest.raises(NotationError, match=message) as caught:
        read_answer(text, ())
    assert caught.value.column == column


@pytest.mark.parametrize(("text", "asked", "column", "question"), [
    ("1:2", (), 2, "Write / to divide"),
    ("0,5 0,25", None, 1, r"Write 0.5 or \[0, 5\]"),
    ("2, 1 000", None, 6, "Write 1000 or "), ("1.000,5", None, 1, r"Write 1000.5 or \[1.000, 5\]"),
    ("y, 2:3", (), 5, "Write / to divide"), ("1 1/2", (), 1, "3/2 for 1 1/2"),
])  # fmt: skip
def test_an_answer_with_two_readings_is_asked_about(
    text: str, asked: tuple[int, ...] | None, column: int, question: str
) -> None:
    with pytest.raises(Ambiguous, match=question) as caught:
        read_answer(text, asked)
    assert caught.value.column == column


@pytest.mark.parametrize(("text", "asked", "values"), [
    ("1/2", (), [0.5]),
    ("2·3", (), None), ("1 + 2", (), None), ("[1", (), None), ("1/0", (), None),
    ("1,234 e", (), None),
])  # fmt: skip
def test_a_side_of_a_claim_is_read_as_written_numbers(
    text: str, asked: tuple[int, ...], values: list[float] | None
) -> None:
    answer = read_written(Lexer(text).tokens()[:-1], asked)
    assert (answer and [number.value for number in answer.numbers]) == values


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
    assert write_value([[1.0, 2.0], [0.125, 1 / 3]], 2) == "[[1, 2], [0.13, 0.33]]"
    assert write_value([1 / 3], 5) == "[0.33333]"
    assert write_grid([]) == []
    assert write_grid([[1.5]]) == ["[1.5]"]
    assert write_grid([[1 / 3, 2]], 2) == ["[0.33, 2]"]
    assert write_grid([[1, 2.25], [-10, 3]]) == ["[  1, 2.25]", "[-10, 3   ]"]
    assert write_grid([[1, 10], [0.5, float("-inf")]]) == ["[1,     10]", "[0.5, -inf]"]
    assert write_grid([[1e20, 1], [2, 1]]) == ["[1e+20, 1]", "[2,     1]"]


def test_a_similar_name_is_suggested_or_as_many_as_there_is_room_for() -> None:
    assert nearest("sofmax", ["softmax", "mean"]) == "; did you mean softmax?"
    assert nearest("qqq", ["softmax", "mean"]) == "; write one of softmax, mean"
    assert nearest("qqq", []) == ""
    assert nearest("qqq", ["mean"]) == "; write one of mean"
    assert nearest("qqq", iter(f"n{n}" for n in range(13))) == "; write one of " + ", ".join(f"n{n}" for n in range(13))
    assert re.fullmatch("; write one of (n\\d+, ){40,80}…", nearest("qqq", [f"n{n}" for n in range(1000)]))
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
