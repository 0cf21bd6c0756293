"""Every form that is read, and every form that is asked about."""

from __future__ import annotations

import math
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.notation.answers import read_answer
from katatx.notation.errors import Ambiguous, NotationError
from tests.growth import BOUND, growth_by_length

READ = {
    "0.330": ((), [(0.33, 3)]), ".5": ((), [(0.5, 1)]), "1e-3": ((), [(0.001, 3)]), "½": ((), [(0.5, None)]),
    "√2": ((), [(math.sqrt(2), None)]), "e^4": ((), [(math.exp(4), None)]), "50%": ((), [(0.5, 2)]),
    "1_000": ((), [(1000, 0)]), "1\u202f000": ((), [(1000, 0)]), "2.68e8": ((), [(2.68e8, -6)]), "2·3": ((), [(6, None)]),
    "12k": ((), [(12000, -3)]), "x = 11": ((), [(11, 0)]), "π·10^2": ((), [(100 * math.pi, None)]),
    "0.047,0.953": ((2,), [(0.047, 3), (0.953, 3)]), "1,2,3": ((3,), [(1, 0), (2, 0), (3, 0)]),
    "3 -5": ((2,), [(3, 0), (-5, 0)]), "1/2 1/2": ((2,), [(0.5, None), (0.5, None)]),
    "[1,100]": ((2,), [(1, 0), (100, 0)]), "[-1.225,0,1.225]": ((3,), [(-1.225, 3), (0, 0), (1.225, 3)]),
    "[[1,2],[3,4]]": ((2, 2), [(1, 0), (2, 0), (3, 0), (4, 0)]),
    "[1,2]\n[3,4]": ((2, 2), [(1, 0), (2, 0), (3, 0), (4, 0)]),
}  # fmt: skip

ASKED = [
    "0,5", "1,000", "10,000", "1,000,000", "1 1/2", "[1 1/2]", "0,5 0,5", "[0,5; 0,5]", "[0,047 0,953]",
    "1 000", "1.000,5", "1½", "3-5", "3 - 5", "1–2", "[1,000]",
]  # fmt: skip

REFUSED = [
    "", "   ", "abc", "nan", "--5", "1/0", "e^9999", "1e400", "٣", "1,", "[1,,2]", "[]", "[1 2", "1 2]",
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
