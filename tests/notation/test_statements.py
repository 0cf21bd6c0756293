from __future__ import annotations

import pytest

from katatx.notation.errors import NotationError
from katatx.notation.statements import split_statements


def sides(text: str) -> list[list[str]]:
    return [[side.text.strip() for side in statement] for statement in split_statements(text)]


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("2·3 = 6 -> 6 → 6", [["2·3", "6", "6", "6"]]),
        ("a = 1; b = 2 ;a + b", [["a", "1"], ["b", "2"], ["a + b"]]),
        ("[1 2; 3 4] = [[1, 2], [3, 4]]", [["[1 2; 3 4]", "[[1, 2], [3, 4]]"]]),
        ("1 + 1 = 2\n2 + 2 = 4", [["1 + 1", "2"], ["2 + 2", "4"]]),
        ("softmax 1 4\n  = 0.047 0.953", [["softmax 1 4", "0.047 0.953"]]),
        ("1 +\n2 = 3", [["1 +\n2", "3"]]),
        ("1\n- 2", [["1\n- 2"]]),
        ("1\n-2 + 3", [["1"], ["-2 + 3"]]),
        ("[1,\n2]\n", [["[1,\n2]"]]),
        ("1;;2;", [["1"], ["2"]]),
    ],
)
def test_statements_and_their_sides(text: str, cut: list[list[str]]) -> None:
    assert sides(text) == cut


def test_where_a_side_starts_and_how_it_is_joined() -> None:
    (statement,) = split_statements("2·3 = 6 ≈ 6 =~ 6 ~ 6 = ~6")
    assert [side.column for side in statement] == [1, 6, 10, 15, 19, 25]
    assert [side.about for side in statement] == [False, False, True, True, True, True]


@pytest.mark.parametrize(
    ("text", "column"), [("2 = = 3", 4), ("= 3", 1), ("1 =", 4), ("", 1), (" ; ;", 1), ("1; = 2", 4)]
)
def test_a_side_with_nothing_in_it_is_refused(text: str, column: int) -> None:
    with pytest.raises(NotationError, match=f"column {column}: nothing is written here"):
        split_statements(text)


@pytest.mark.parametrize("text", ["softmax 1 4 : 0.2 0.8", "exp 1: 2.718", "row 1: -3"])
def test_numbers_on_both_sides_of_a_colon_may_be_a_claim(text: str) -> None:
    with pytest.raises(NotationError, match="a label or a calculation"):
        split_statements(text)


@pytest.mark.parametrize("text", ["row 2: 2·3 = 6", "scores: 0.2 0.8", "step 1: 2 + 3"])
def test_a_label_before_a_calculation_is_left_out(text: str) -> None:
    (first, *_), *_ = split_statements(text)
    assert first.text.strip() == text.partition(":")[2].partition("=")[0].strip()


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("3 plus 4 is 7", "3 + 4 = 7"),
        ("half of 10 + 1 is 6", "1 / 2 · 10 + 1 = 6"),
        ("2 times the square root of 16", "2 · √ 16"),
        ("root of 9 is 3", "√ 9 = 3"),
        ("twice 5", "2 · 5"),
        ("square = 4", "square = 4"),
        ("half = 0.5; 2·half", "half = 0.5; 2 · half"),
        ("10 minus 4 equals 6", "10 - 4 = 6"),
        ("3 times 4", "3 · 4"),
        ("6 divided by 4 is about 1.5", "6 / 4 ≈ 1.5"),
        ("2 to the power of 3 is equal to 8", "2 ^ 3 = 8"),
        ("7 squared = 49", "7 ^ 2 = 49"),
        ("x is 3; x cubed", "x = 3; x ^ 3"),
        ("25 percent of 60", "25 % · 60"),
        ("1/2 of 8", "1 / 2 · 8"),
        ("softmax of [1, 4]", "softmax [ 1 , 4 ]"),
        ("mean of 3 and 5", "mean ( 3 , 5 )"),
        ("mean of 3 and 5 plus 1 = 5", "mean ( 3 , 5 ) + 1 = 5"),
        ("sum of 1, 2 and 3 divided by 2", "sum ( 1 , 2 , 3 ) / 2"),
        ("dot of [1, 2] and [3, 4] is 11", "dot ( [ 1 , 2 ] , [ 3 , 4 ] ) = 11"),
        ("(3 plus 4) squared", "( 3 + 4 ) ^ 2"),
        ("3 raised to the power of 2", "3 ^ 2"),
        ("3 Plus 4 Is 7", "3 + 4 = 7"),
        ("x is 3; 2 times x squared is 18", "x = 3; 2 · x ^ 2 = 18"),
        # a share of more than one reading, and an `and` that separates nothing
        ("3 of 4", "3 of 4"),
        ("8 divided by 25 percent of 4", "8 / 25 % of 4"),
        ("the loss is 3 and 4", "loss = 3 and 4"),
        ("the sum of 1 2 is 3", "sum 1 2 = 3"),
        ("minus 3 plus 5 is 2", "- 3 + 5 = 2"),
        # names, and words where no sign can stand
        ("over = 3; over + 1", "over = 3; over + 1"),
        ("squared = 3; 4 squared = 12", "squared = 3; 4 squared = 12"),
        ("percent = 5; 3 percent", "percent = 5; 3 percent"),
        ("sum over tokens: 3 + 4", "3 + 4"),
        ("3 of", "3 of"),
    ],
)
def test_words_for_signs(text: str, signs: str) -> None:
    read = [
        " ".join(
            f"{'' if not at else '≈ ' if side.about else '= '}{' '.join(token.text for token in side.tokens)}"
            for at, side in enumerate(statement)
        )
        for statement in split_statements(text)
    ]
    assert "; ".join(read) == signs
